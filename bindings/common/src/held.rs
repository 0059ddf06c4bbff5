//! Values that objects of another language hold. Only one call at a time can use a value. A second
//! call gets an error, whether it comes from another thread or from a callback of the first call.

use std::sync::{Mutex, MutexGuard, TryLockError};

use scumm_costume::LimbStates;
use scumm_engine::SplitMix64;

use crate::{Failure, RendererAndPlanes, Result, ResultCode};

/// A value that only one call at a time can use, and that can be closed.
pub struct Closable<T> {
    what: &'static str,
    value: Mutex<Option<T>>,
}

impl<T> Closable<T> {
    /// Creates a holder of a value. `what` names the value in messages.
    pub fn new(what: &'static str, value: T) -> Self {
        Self {
            what,
            value: Mutex::new(Some(value)),
        }
    }

    fn lock(&self) -> Result<MutexGuard<'_, Option<T>>> {
        self.value.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                Failure::new(ResultCode::Busy, format!("{} is in use", self.what))
            }
            TryLockError::Poisoned(_) => Failure::new(
                ResultCode::Panic,
                format!("an earlier call on {} failed", self.what),
            ),
        })
    }

    /// Calls `act` with the value.
    ///
    /// # Errors
    /// Returns `ResultCode::Busy` if the value is in use, `ResultCode::Misuse` if it is closed, and
    /// the errors of `act`.
    pub fn with<R>(&self, act: impl FnOnce(&mut T) -> Result<R>) -> Result<R> {
        act(self
            .lock()?
            .as_mut()
            .ok_or_else(|| Failure::misuse(format!("{} is closed", self.what)))?)
    }

    /// Returns a copy of the value.
    ///
    /// # Errors
    /// Returns `ResultCode::Busy` if the value is in use, and `ResultCode::Misuse` if it is closed.
    pub fn get(&self) -> Result<T>
    where
        T: Clone,
    {
        self.with(|value| Ok(value.clone()))
    }

    /// Calls `look` with a copy of the value. Meanwhile, other calls can use the value.
    ///
    /// # Errors
    /// Returns `ResultCode::Busy` if the value is in use, `ResultCode::Misuse` if it is closed, and
    /// the errors of `look`.
    pub fn read<R>(&self, look: impl FnOnce(&T) -> Result<R>) -> Result<R>
    where
        T: Clone,
    {
        look(&self.get()?)
    }

    /// Drops the value. Later calls fail.
    ///
    /// # Errors
    /// Returns `ResultCode::Busy` if the value is in use.
    pub fn close(&self) -> Result<()> {
        *self.lock()? = None;
        Ok(())
    }
}

impl From<SplitMix64> for Closable<SplitMix64> {
    fn from(generator: SplitMix64) -> Self {
        Self::new("the generator", generator)
    }
}

impl From<LimbStates> for Closable<LimbStates> {
    fn from(limbs: LimbStates) -> Self {
        Self::new("the limbs", limbs)
    }
}

impl From<RendererAndPlanes> for Closable<RendererAndPlanes> {
    fn from(drawing: RendererAndPlanes) -> Self {
        Self::new("the renderer", drawing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_used_by_one_at_a_time_until_it_is_closed() {
        let held = Closable::new("the number", 3);
        let inner = held.with(|number| {
            *number += 1;
            Ok(held.get().unwrap_err())
        });
        let failure = inner.unwrap();
        assert_eq!(
            (failure.code, failure.text.as_str()),
            (ResultCode::Busy, "the number is in use")
        );
        assert_eq!(held.get().unwrap(), 4);
        held.close().unwrap();
        assert_eq!(held.get().unwrap_err().text, "the number is closed");
    }
}
