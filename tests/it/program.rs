//! Runs the program as a process of its own.

use std::path::Path;
use std::process::{Command, Output};

/// The program, in the folder of the project.
pub fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ecliptic"));
    program.current_dir(env!("CARGO_MANIFEST_DIR"));
    program
}

/// Runs the program with these arguments to its end.
pub fn ecliptic(arguments: &[&str]) -> Output {
    program().args(arguments).output().expect("the program starts")
}

/// The path of a temporary file as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("a temporary path is text")
}
