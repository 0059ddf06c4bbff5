//! The program of the library `wardrobe`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    wardrobe::main()
}
