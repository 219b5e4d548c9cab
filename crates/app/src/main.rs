//! The `uplift` program.

/// jemalloc returns memory to the system sooner than the platform's allocator, also what one thread allocated and
/// another freed. It is configured in `.cargo/config.toml`.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> std::process::ExitCode {
    uplift::main()
}
