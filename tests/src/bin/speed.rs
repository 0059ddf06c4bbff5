//! Measures drawing: the speed cases, and how times grow. Tables are Markdown.
#![allow(clippy::print_stdout, reason = "a command line program")]

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use scumm_tests::speed::cases::{self, Figures};
use scumm_tests::speed::growth::{self, Growth};

/// Measures drawing. Build it with --release.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measures the speed cases: with finished cels, plainly, and against copying the cels' rectangles
    Cases {
        /// Only cases with this in their names
        #[arg(default_value = "")]
        part: String,
        /// Draws of a block, of which there are nine [default: the case's own]
        #[arg(long)]
        draws: Option<u32>,
    },
    /// Measures how times grow with actors, limbs, sizes of cels and the room for finished cels
    Growth,
    /// Names the cases
    List,
    /// Draws a case and does nothing else, for those who count instructions
    Draw {
        /// The case's name
        case: String,
        /// How often
        draws: u32,
        /// Straight from the data
        #[arg(long)]
        plain: bool,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Cases { part, draws } => table_of_cases(&part, draws),
        Command::Growth => {
            table_of_growth("Frames of so many actors (24x40)", &growth::actors()?);
            table_of_growth("An actor of so many limbs (24x40 each)", &growth::limbs()?);
            table_of_growth("A cel of this size", &growth::sizes()?);
            table_of_growth("Frames of 32 actors, with room for finished cels", &growth::room_for_cels()?);
            Ok(())
        }
        Command::List => {
            cases::all()?.iter().for_each(|case| println!("{}", case.name));
            Ok(())
        }
        Command::Draw { case, draws, plain } => {
            let cases = cases::all()?;
            cases.iter().find(|known| known.name == case).with_context(|| format!("no case {case}"))?.draw(draws, plain)
        }
    }
}

fn table_of_cases(part: &str, draws: Option<u32>) -> Result<()> {
    println!(
        "| case | draws/s best | draws/s median | µs best | µs median | plain / fast | fast / copy | first, µs | KiB |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for mut case in cases::all()?.into_iter().filter(|case| case.name.contains(part)) {
        case.draws = draws.unwrap_or(case.draws);
        let Figures { drawn, first, plain, copied, bytes, .. } = case.measure()?;
        let (best, median) = (drawn.best(), drawn.median());
        println!(
            "| {} | {:.0} | {:.0} | {best:.3} | {median:.3} | {:.1} | {:.2} | {:.1} | {:.1} |",
            case.name,
            1e6 / best,
            1e6 / median,
            plain.ratio(&drawn),
            drawn.ratio(&copied),
            first.best(),
            bytes as f64 / 1024.0,
        );
    }
    Ok(())
}

fn table_of_growth(of: &str, growth: &[Growth]) {
    println!("| {of} | µs best | µs median | found | KiB |\n|---|--:|--:|--:|--:|");
    for Growth { of, times, bytes, found } in growth {
        let (best, median, kib) = (times.best(), times.median(), *bytes as f64 / 1024.0);
        println!("| {of} | {best:.3} | {median:.3} | {:.0} % | {kib:.1} |", found * 100.0);
    }
    println!();
}
