//! Tests of the command line. All of them are one test program, so that it is linked once. `cargo
//! test -p wardrobe --test all` runs all of them, and `cargo test -p wardrobe --test all export::`
//! runs the tests of one file.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests may panic, like tests"
)]

mod against;
mod aseprite;
mod at_once;
mod casting;
mod command_line;
mod common;
mod compare;
mod cookbook;
mod documents;
mod editions;
mod eight_bit;
mod engines;
mod export;
mod export_frames;
mod export_opened;
mod films;
mod gallery;
mod hostile;
mod hurting;
mod import;
mod inspect;
#[cfg(unix)]
mod killed;
mod kit;
mod matrix;
mod modding;
mod mutated;
mod noise;
mod outputs;
mod people;
mod record;
mod scene;
mod scene_page;
mod scene_play;
mod scene_report;
mod shelf;
mod shrink;
mod web;
mod web_access;
mod web_compare;
mod web_files;
#[cfg(not(feature = "window"))]
mod windowless;
