//! The `uplift` binary once more, built beside the tests so that they find the very program they try.

fn main() -> std::process::ExitCode {
    uplift::main()
}
