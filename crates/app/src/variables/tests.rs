use super::*;

fn of(name: &str, value: &str) -> Vec<String> {
    unknown([(name.to_owned(), value.to_owned())].into_iter())
}

#[test]
fn an_unknown_variable_is_told_with_the_one_that_was_meant() {
    for (name, value, parts) in [
        ("UPLIFT_BINDD", "1", ["\"1\"", "did you mean UPLIFT_BIND?"]),
        ("UPLIFT_TRUSTED_PROXY", "10.0.0.1", ["\"10.0.0.1\"", "UPLIFT_TRUSTED_PROXIES?"]),
        ("UPLIFT_DATABASE_URL", "postgres://me:geheim@host/db", ["\"…\"", "did you mean DATABASE_URL?"]),
        ("UPLIFT_METRIC_TOKEN", "geheim", ["\"…\"", "UPLIFT_METRICS_TOKEN?"]),
        ("UPLIFT_METRICS_TOKN", "geheim", ["\"…\"", "UPLIFT_METRICS_TOKEN?"]),
        ("UPLIFT_BANANA", "redis://:geheim@host", ["\"…\"", "accepted are DATABASE_URL, UPLIFT_BIND,"]),
        ("UPLIFT_PORT", "8080", ["\"8080\"", "UPLIFT_BIND"]),
        ("UPLIFT_REDIS_PORT", "6379", ["\"6379\"", "UPLIFT_BIND"]),
        ("UPLIFT_REDIS_PORT_MAIN_TCP", "geheim", ["\"…\"", "UPLIFT_BIND"]),
        ("UPLIFT_SERVICE_HOSTS", "10.0.0.1", ["\"10.0.0.1\"", "UPLIFT_BIND"]),
    ] {
        let told = of(name, value);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with(name) && parts.iter().all(|part| told[0].contains(part)), "{told:?}");
        assert!(!told[0].contains("geheim") && !told[0].contains('\n'), "{told:?}");
    }
}

#[test]
fn what_is_known_or_nothing_of_ours_is_not_told() {
    for name in known() {
        assert_eq!(of(&name, "x"), Vec::<String>::new());
    }
    assert!(known().contains(&"UPLIFT_METRICS_TOKEN".to_owned()), "{:?}", known());
    for (name, value) in [
        ("HOME", "/root"),
        ("UPLIFT_PORT", "tcp://10.0.0.1:8080"),
        ("UPLIFT_PORT_8080_TCP_ADDR", "10.0.0.1"),
        ("UPLIFT_PORT_8080_TCP_PORT", "8080"),
        ("UPLIFT_SERVICE_PORT_HTTP", "8080"),
        ("UPLIFT_REDIS_SERVICE_HOST", "10.0.0.2"),
        ("UPLIFT_REDIS_SERVICE_PORT", "6379"),
        ("UPLIFT_REDIS_SERVICE_PORT_MAIN", "6379"),
        ("UPLIFT_REDIS_PORT", "tcp://10.0.0.2:6379"),
        ("UPLIFT_REDIS_PORT_6379_TCP", "tcp://10.0.0.2:6379"),
        ("UPLIFT_REDIS_PORT_6379_TCP_PROTO", "tcp"),
        ("UPLIFT_DNS_PORT", "udp://10.0.0.3:53"),
        ("UPLIFT_DNS_PORT_53_UDP_ADDR", "10.0.0.3"),
        ("UPLIFT_DNS_PORT_9_SCTP", "sctp://10.0.0.3:9"),
    ] {
        assert_eq!(of(name, value), Vec::<String>::new());
    }
}
