//! Parses the sequence of a limb: `s0*38 s3*2`, `s1..s6`, `b0 b1 hold`, `off`.

use anyhow::{Context, Result, bail};
use scumm_costume::edit::words;

/// The most commands of a sequence in an animation record: its length less 1 has seven bits (C11).
const LONGEST: usize = 128;

/// Parses a sequence. Returns the numbers of pictures and commands, and whether the sequence
/// repeats after the last; `None` if the limb is switched off. `cel` returns the number of a cel by
/// its name.
///
/// # Errors
/// Returns an error for an unknown word, for a cel that the limb does not have, and for a sequence
/// that is empty or longer than 128.
pub fn parse(text: &str, cel: impl Fn(&str) -> Option<usize>) -> Result<Option<(Vec<u8>, bool)>> {
    if text.trim() == "off" {
        return Ok(None);
    }
    let number = |name: &str| -> Result<u8> {
        if let Some(code) = words::cost_command(name) {
            return Ok(code);
        }
        let index =
            cel(name).with_context(|| format!("`{name}` is no cel of this limb and no command"))?;
        u8::try_from(index)
            .ok()
            .filter(|&i| i <= 0x70)
            .with_context(|| {
                format!("cel `{name}` is number {index}, the last that a command can name is 112")
            })
    };
    let mut codes = Vec::new();
    let mut loops = true;
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if word == "hold" {
            loops = false;
            if words.peek().is_some() {
                bail!("`hold` ends a sequence, but `{text}` goes on behind it");
            }
            continue;
        }
        let (name, times) = word.split_once('*').unwrap_or((word, "1"));
        let times: usize = times
            .parse()
            .with_context(|| format!("`{times}` in `{word}` is no count"))?;
        let (first, last) = name.split_once("..").unwrap_or((name, name));
        let run = number(first)?..=number(last)?;
        if run.is_empty() {
            bail!("`{name}` runs backwards");
        }
        if run.len().saturating_mul(times).saturating_add(codes.len()) > LONGEST {
            bail!("`{text}` is longer than {LONGEST} commands");
        }
        for _ in 0..times {
            codes.extend(run.clone());
        }
    }
    if codes.is_empty() {
        bail!("`{text}` shows nothing; write \"off\" to switch the limb off");
    }
    Ok(Some((codes, loops)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cel(name: &str) -> Option<usize> {
        ["s0", "s1", "s2", "s3"].iter().position(|n| *n == name)
    }

    #[test]
    fn runs_repeats_and_commands_unfold() {
        let codes = vec![0, 0, 0, 1, 2, 3, 0x7c];
        assert_eq!(
            parse("s0*3 s1..s3 count hold", cel).unwrap(),
            Some((codes, false))
        );
        assert_eq!(parse(" off ", cel).unwrap(), None);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let said = |text| format!("{:#}", parse(text, cel).unwrap_err());
        assert!(said("s0 t1").contains("`t1` is no cel"));
        assert!(said("s3..s1").contains("backwards"));
        assert!(said("s0*129").contains("longer than 128"));
        assert!(said("hold s0").contains("goes on"));
        assert!(said("").contains("shows nothing"));
    }
}
