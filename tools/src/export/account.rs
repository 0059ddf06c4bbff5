//! Counts the pixels that all animations of a costume have together.
//!
//! Each picture and each animation has a limit of its own, but a damaged costume may have hundreds
//! of animations, each with hundreds of frames as large as the stage.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;

use crate::costume_input::Loaded;

/// The most pixels of all animations of a costume together, in screens of its version. An animation
/// counts the box around its pictures for each of its frames, and one screen more. Rendering stops
/// when the budget is used up.
const MOST_SCREENS: u64 = 4096;
/// The most pixels of all animations of a costume of v0 together, in screens. These costumes have
/// 20 animations of a few pictures.
const MOST_SCREENS_V0: u64 = 512;

/// The error of a costume that has more pixels than a limit allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverLimit {
    /// The name of the costume.
    pub name: String,
    /// The thing whose pixels exceed the limit.
    pub what: &'static str,
    /// The most pixels that are allowed.
    pub limit: u64,
}

impl fmt::Display for OverLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, what, limit } = self;
        write!(
            f,
            "{name}: {what} have more pixels together than the limit, which is {limit}"
        )
    }
}

impl std::error::Error for OverLimit {}

impl OverLimit {
    /// Checks a number of pixels against a limit.
    ///
    /// # Errors
    /// Returns `OverLimit` if there are more pixels.
    pub fn check(name: &str, what: &'static str, pixels: u64, limit: u64) -> Result<(), Self> {
        if pixels <= limit {
            return Ok(());
        }
        Err(Self {
            name: name.to_owned(),
            what,
            limit,
        })
    }

    /// Logs an `OverLimit` error as a warning and returns `None` in its place.
    ///
    /// # Errors
    /// Returns every other error.
    pub fn or_warn<T>(result: Result<T>) -> Result<Option<T>> {
        let error = match result {
            Ok(value) => return Ok(Some(value)),
            Err(error) => error,
        };
        let over_limit: Self = error.downcast()?;
        log::warn!("{over_limit}: they are left out");
        Ok(None)
    }
}

/// The budget of pixels that the animations of a costume may still have.
#[derive(Debug)]
pub struct PixelAccount {
    error: OverLimit,
    /// The number of pixels of a screen.
    screen: u64,
    spent: AtomicU64,
}

impl PixelAccount {
    /// Creates the budget of a costume.
    pub fn new(loaded: &Loaded) -> Self {
        let (width, height) = loaded.dialect.screen_size();
        let screen = u64::from(width) * u64::from(height);
        let screens = if loaded.dialect.is_v0() {
            MOST_SCREENS_V0
        } else {
            MOST_SCREENS
        };
        Self {
            error: OverLimit {
                name: loaded.name.clone(),
                what: "its animations",
                limit: screens * screen,
            },
            screen,
            spent: AtomicU64::new(0),
        }
    }

    /// Counts a further animation.
    ///
    /// # Errors
    /// Returns [`OverLimit`] if the animations have more pixels than the limit allows.
    pub fn begin_animation(&self) -> Result<(), OverLimit> {
        self.spend(self.screen)
    }

    /// Counts pixels of an animation. The result for a costume does not depend on the order of its
    /// animations.
    ///
    /// # Errors
    /// Returns [`OverLimit`] if the animations have more pixels than the limit allows.
    pub fn spend(&self, pixels: u64) -> Result<(), OverLimit> {
        let before = self.spent.fetch_add(pixels, Ordering::Relaxed);
        if before.saturating_add(pixels) > self.error.limit {
            return Err(self.error.clone());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use anyhow::{Context, anyhow};

    use super::*;
    use crate::{costume_input, demo};

    #[test]
    fn an_account_is_used_up_by_pixels_and_by_animations() {
        let loaded = costume_input::of_game(&demo::game().unwrap(), 1).unwrap();
        let account = PixelAccount::new(&loaded);
        let screen = 320 * 200;
        for _ in 0..2 {
            account.begin_animation().unwrap();
        }
        account.spend(screen * (MOST_SCREENS - 2)).unwrap();
        let error = account.spend(1).unwrap_err();
        let limit = "its animations have more pixels together than the limit, which is 262144000";
        assert_eq!(error.to_string(), format!("costume 1: {limit}"));
        assert!(account.begin_animation().is_err());
    }

    #[test]
    fn only_too_many_pixels_become_a_warning() {
        let over = OverLimit::check("costume 1", "its cels", 5, 4);
        assert_eq!(OverLimit::or_warn(over.context("around it")).unwrap(), None);
        let within = OverLimit::check("costume 1", "its cels", 4, 4);
        assert_eq!(OverLimit::or_warn(within.context("")).unwrap(), Some(()));
        assert!(OverLimit::or_warn(Err::<(), _>(anyhow!("disk full"))).is_err());
    }
}
