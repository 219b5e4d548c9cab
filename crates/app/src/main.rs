//! The `uplift` program.

/// It gives memory back sooner and costs less under many small answers than the platform's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    uplift::main()
}
