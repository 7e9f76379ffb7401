//! The `grundy` command: see the library beside it.

fn main() -> std::process::ExitCode {
    grundy_cli::main()
}
