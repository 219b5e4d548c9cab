//! The `uplift` program.

/// It gives memory back sooner than the platform's own, also what one thread took and another gave back. How it is set
/// up stands in `.cargo/config.toml`.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> std::process::ExitCode {
    uplift::main()
}
