//! A trust is what a server's certificate must prove before a TLS connection is used.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

/// What a server's certificate must prove.
#[derive(Debug)]
pub(super) enum Trust {
    /// Nothing: the traffic is encrypted, and the peer may be anyone.
    Anyone,
    /// One of these roots has to have signed it.
    Issuer(Roots),
    /// One of these roots has to have signed it, and it has to name the host.
    Host(Roots),
}

/// Certificates that are trusted as they are.
#[derive(Debug)]
pub(super) struct Roots {
    store: RootCertStore,
    given: Vec<CertificateDer<'static>>,
}

impl Roots {
    /// Reads the certificates of a PEM file.
    ///
    /// # Errors
    ///
    /// Fails with one line that names the file when it holds no usable certificate.
    pub(super) fn from_file(path: &Path) -> Result<Self> {
        let given: Vec<_> = CertificateDer::pem_file_iter(path)
            .and_then(Iterator::collect)
            .with_context(|| format!("sslrootcert {} cannot be read", path.display()))?;
        let mut store = RootCertStore::empty();
        if store.add_parsable_certificates(given.iter().cloned()).0 == 0 {
            let path = path.display();
            bail!("sslrootcert {path} holds no usable certificate");
        }
        Ok(Self { store, given })
    }

    /// Takes the certificates that the platform trusts.
    ///
    /// # Errors
    ///
    /// Fails with one line when the platform has none.
    pub(super) fn from_platform() -> Result<Self> {
        let mut store = RootCertStore::empty();
        let found = rustls_native_certs::load_native_certs();
        if store.add_parsable_certificates(found.certs).0 == 0 {
            bail!("the platform has no root certificates; name some by sslrootcert");
        }
        Ok(Self { store, given: Vec::new() })
    }
}

/// Makes the TLS client for a trust; a direct negotiation has to name the protocol.
///
/// # Errors
///
/// Fails with one line when the cryptography offers no usable protocol version.
pub(super) fn client(trust: Trust, direct: bool) -> Result<ClientConfig> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = Verifier { provider: Arc::clone(&provider), trust };
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .context("TLS is not available")?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    if direct {
        config.alpn_protocols = vec![b"postgresql".to_vec()];
    }
    Ok(config)
}

#[derive(Debug)]
struct Verifier {
    provider: Arc<CryptoProvider>,
    trust: Trust,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let (roots, by_name) = match &self.trust {
            Trust::Anyone => return Ok(ServerCertVerified::assertion()),
            Trust::Issuer(roots) => (roots, false),
            Trust::Host(roots) => (roots, true),
        };
        let parsed = ParsedCertificate::try_from(certificate)?;
        let chain = verify_server_cert_signed_by_trust_anchor(
            &parsed,
            &roots.store,
            intermediates,
            now,
            self.provider.signature_verification_algorithms.all,
        );
        match chain {
            // A self-signed certificate is usually marked as an authority, which a chain may not
            // end in; it is still trusted when it is itself the one that was given. The marking is
            // looked at after the dates, so an expired certificate does not come this far.
            Err(Error::InvalidCertificate(CertificateError::Other(_))) if roots.given.contains(certificate) => {}
            other => other?,
        }
        if by_name {
            verify_server_name(&parsed, host)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    // The signatures are checked for any trust, since channel binding relies on the peer's holding
    // the certificate's key.
    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
