//! What every function of the border does: codes and errors, handles, sized structures, bytes.
//!
//! A function of the border takes a handle as a reference that may be missing: C's null is `None`. A handle is locked while a
//! function works on it, so that a callback or another thread that comes back to it gets a code, not a race.

use std::cell::UnsafeCell;
use std::ffi::c_char;
use std::ops::{Deref, DerefMut};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU8, Ordering};

pub use scumm_bindings::Code;
pub(crate) use scumm_bindings::{Failure, Result, restore, save};
pub(crate) use std::mem::MaybeUninit;

/// Letters of an error's text, its closing zero counted.
pub const WARDROBE_TEXT: usize = 512;

/// Why a call failed. The caller owns it and passes its address, or null; a call that succeeds leaves it alone.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CError {
    /// What the call returned.
    pub code: Code,
    /// The byte in the file or the resource; `UINT64_MAX` where the error has no place.
    pub offset: u64,
    /// The file and the blocks around the place, in UTF-8; empty where the error has no place.
    pub place: [c_char; WARDROBE_TEXT],
    /// A sentence in UTF-8.
    pub text: [c_char; WARDROBE_TEXT],
}

/// Where a failed call tells why.
pub(crate) type Err<'a> = Out<'a, CError>;

/// Where a result is written; null is `None`.
pub(crate) type Out<'a, T> = Option<&'a mut MaybeUninit<T>>;

/// Where the address of a new handle is written.
pub(crate) type New<'a, T> = Out<'a, *mut T>;

impl CError {
    pub(crate) fn of(failure: &Failure) -> Self {
        let (place, offset) = failure.place.clone().unwrap_or((String::new(), u64::MAX));
        Self {
            code: failure.code,
            offset,
            place: letters(&place),
            text: letters(&failure.text),
        }
    }
}

/// A text for C: cut between letters where it is too long, and closed with a zero.
#[inline(never)]
pub(crate) fn letters<const N: usize>(text: &str) -> [c_char; N] {
    let mut out = [0; N];
    let mut end = text.len().min(N.saturating_sub(1));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    // A zero inside would end the text early.
    let bytes = text
        .bytes()
        .take(end)
        .map(|byte| if byte == 0 { b' ' } else { byte });
    out.iter_mut()
        .zip(bytes)
        .for_each(|(letter, byte)| *letter = byte as c_char);
    out
}

/// Runs the body of a function: no panic leaves it, and what fails is told.
#[inline(always)]
pub(crate) fn call(mut error: Err<'_>, body: impl FnOnce() -> Result<()>) -> Code {
    // What fails is told inside, so that a code alone has to be handed on.
    let body = || {
        body().map_or_else(
            |failure| tell(error.as_deref_mut(), &failure),
            |()| Code::Ok,
        )
    };
    let panicked = |_| Failure::new(Code::Panic, "the library failed: a bug, please report it");
    catch_unwind(AssertUnwindSafe(body))
        .map_err(panicked)
        .unwrap_or_else(|failure| tell(error, &failure))
}

#[cold]
fn tell(error: Err<'_>, failure: &Failure) -> Code {
    if let Some(error) = error {
        error.write(CError::of(failure));
    }
    failure.code
}

/// Writes a result where the caller wants it.
pub(crate) fn put<T>(out: Out<'_, T>, value: T) -> Result<()> {
    out.map(|out| out.write(value))
        .map(drop)
        .ok_or_else(|| Failure::null("the output"))
}

/// A reference that the caller has to pass.
#[inline(always)]
pub(crate) fn given<'a, T>(value: Option<&'a T>, what: &str) -> Result<&'a T> {
    value.ok_or_else(|| Failure::null(what))
}

/// What changes behind a handle: one call at a time has it. A draw takes two of these, so that each may cost little.
pub(crate) struct Lock<T> {
    state: AtomicU8,
    value: UnsafeCell<T>,
}

const FREE: u8 = 0;
const IN_USE: u8 = 1;
const FAILED: u8 = 2;

// SAFETY: the value is reached through a `Held` only, of which there is one at a time, in whatever thread.
unsafe impl<T: Send + Sync> Sync for Lock<T> {}

/// What a call has.
pub(crate) struct Held<'a, T>(&'a Lock<T>);

impl<T> Lock<T> {
    pub(crate) fn new(value: T) -> Self {
        Self {
            state: AtomicU8::new(FREE),
            value: UnsafeCell::new(value),
        }
    }

    /// Takes what it holds, or tells the state for which it is not to be had.
    #[inline(always)]
    pub(crate) fn take(&self) -> std::result::Result<Held<'_, T>, u8> {
        self.state
            .compare_exchange(FREE, IN_USE, Ordering::Acquire, Ordering::Relaxed)
            .map(|_| Held(self))
    }

    /// Takes what is free without an exchange, which waits for all that was written and takes some 3 ns. Two threads that begin in
    /// the same moment would both have it; builds with debug assertions notice that, too.
    ///
    /// # Safety
    /// It is free, and no other thread uses the handle meanwhile.
    #[inline(always)]
    pub(crate) unsafe fn take_alone(&self) -> Option<Held<'_, T>> {
        let held = if cfg!(debug_assertions) {
            self.take().ok()?
        } else {
            Held(self)
        };
        self.state.store(IN_USE, Ordering::Relaxed);
        Some(held)
    }
}

/// Whether both can be had.
#[inline(always)]
pub(crate) fn both_free<T, U>(one: &Lock<T>, other: &Lock<U>) -> bool {
    (one.state.load(Ordering::Acquire) | other.state.load(Ordering::Acquire)) == FREE
}

impl<T> Held<'_, T> {
    /// Lets go where nothing has panicked: as dropping does, which has to find that out.
    #[inline(always)]
    pub(crate) fn free(self) {
        self.0.state.store(FREE, Ordering::Release);
        std::mem::forget(self);
    }
}

impl<T> Drop for Held<'_, T> {
    fn drop(&mut self) {
        self.0.state.store(
            if std::thread::panicking() {
                FAILED
            } else {
                FREE
            },
            Ordering::Release,
        );
    }
}

impl<T> Deref for Held<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: nobody else has the value (`lock`).
        unsafe { &*self.0.value.get() }
    }
}

impl<T> DerefMut for Held<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: nobody else has the value (`lock`).
        unsafe { &mut *self.0.value.get() }
    }
}

/// Takes what changes behind a handle that the caller has to pass.
pub(crate) fn lock<'a, T>(handle: Option<&'a Lock<T>>, what: &str) -> Result<Held<'a, T>> {
    given(handle, what)?.take().map_err(|state| match state {
        IN_USE => Failure::new(Code::Busy, format!("{what} is in use")),
        _ => Failure::new(
            Code::Panic,
            format!("an earlier call on {what} failed: it can only be freed"),
        ),
    })
}

/// Hands a new handle to the caller.
pub(crate) fn hand_out<T>(out: New<'_, T>, value: T) -> Result<()> {
    let Some(out) = out else {
        return Err(Failure::null("the output"));
    };
    let handle = Box::into_raw(Box::new(value));
    live::note(handle.cast());
    put(Some(out), handle)
}

/// Frees a handle; null is nothing. In debug builds one that is not alive is left alone.
///
/// # Safety
/// The handle came from [`hand_out`], and nobody uses it any more.
pub(crate) unsafe fn free<T>(handle: *mut T) {
    if handle.is_null() || !live::forget(handle.cast()) {
        return;
    }
    // A panic while something is dropped ends here as well; there is nobody to tell.
    // SAFETY: the caller says that it came from `hand_out`, which made it of a box, and in debug builds it was counted.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(unsafe { Box::from_raw(handle) })));
}

/// The handles that are alive, in debug builds only: what is freed twice is noticed there.
mod live {
    use std::collections::BTreeSet;
    use std::sync::{Mutex, PoisonError};

    static LIVE: Mutex<BTreeSet<usize>> = Mutex::new(BTreeSet::new());

    pub fn note(handle: *mut ()) {
        if cfg!(debug_assertions) {
            LIVE.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(handle as usize);
        }
    }

    pub fn forget(handle: *mut ()) -> bool {
        let known = cfg!(not(debug_assertions))
            || LIVE
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .remove(&(handle as usize));
        if !known {
            eprintln!("wardrobe: a handle is freed twice, or was none");
        }
        known
    }
}

/// A structure that may grow: its first field is the size that the caller knows.
///
/// # Safety
/// The type is `repr(C)`, begins with a `u32`, and any bytes are a value of it, but for pointers, which are the caller's.
pub(crate) unsafe trait Sized32: Copy {}

/// A structure of zeros.
pub(crate) fn none<T: Sized32>() -> T {
    // SAFETY: any bytes are a value (`Sized32`), and null pointers are fine.
    unsafe { std::mem::zeroed() }
}

/// The size that a caller's structure says.
///
/// # Safety
/// `from` is null or leads to at least four bytes.
unsafe fn said_size<T: Sized32>(from: *const T, what: &str) -> Result<usize> {
    if from.is_null() {
        return Err(Failure::null(what));
    }
    // SAFETY: it is not null, and the structure begins with its size.
    let size = unsafe { from.cast::<u32>().read_unaligned() } as usize;
    if size < size_of::<u32>() {
        return Err(Failure::size(format!(
            "{what} says a size of {size} bytes: set `size` to sizeof"
        )));
    }
    Ok(size.min(size_of::<T>()))
}

/// A caller's structure where it lies, if the caller's version has all of it.
///
/// # Safety
/// `from` is aligned, and null or leads to as many bytes as its first field says, which nobody changes during the call.
#[inline(always)]
pub(crate) unsafe fn whole<'a, T: Sized32>(from: *const T) -> Option<&'a T> {
    // SAFETY: it is not null, and the structure begins with its size; any bytes are a value (`Sized32`).
    unsafe { (!from.is_null() && *from.cast::<u32>() as usize >= size_of::<T>()).then(|| &*from) }
}

/// Reads a caller's structure; what the caller's version does not have stays as in `value`.
///
/// # Safety
/// `from` is null or leads to as many bytes as its first field says.
pub(crate) unsafe fn read<T: Sized32>(from: *const T, mut value: T, what: &str) -> Result<T> {
    // SAFETY: as the caller promises.
    let size = unsafe { said_size(from, what)? };
    // SAFETY: both lie apart, and neither is read or written beyond its size; any bytes are a value (`Sized32`).
    unsafe {
        std::ptr::copy_nonoverlapping(from.cast::<u8>(), (&raw mut value).cast::<u8>(), size)
    };
    Ok(value)
}

/// The same, where null stands for `value`.
///
/// # Safety
/// As in [`read`].
pub(crate) unsafe fn read_or<T: Sized32>(from: *const T, value: T, what: &str) -> Result<T> {
    // SAFETY: as the caller promises.
    if from.is_null() {
        Ok(value)
    } else {
        unsafe { read(from, value, what) }
    }
}

/// Writes a structure to the caller, as much of it as the caller's version has; the size stays.
///
/// # Safety
/// `to` is null or leads to as many bytes as its first field says.
pub(crate) unsafe fn write<T: Sized32>(to: *mut T, value: &T, what: &str) -> Result<()> {
    // SAFETY: as the caller promises.
    let (size, head) = unsafe { (said_size(to, what)?, size_of::<u32>()) };
    let from = std::ptr::from_ref(value).cast::<u8>();
    // SAFETY: as in `read`; the first four bytes, the size, are left out.
    Ok(unsafe {
        std::ptr::copy_nonoverlapping(from.add(head), to.cast::<u8>().add(head), size - head)
    })
}

/// The caller's bytes or numbers. Null is fine where there are none.
///
/// # Safety
/// `data` leads to `len` of them that nobody changes during the call.
pub(crate) unsafe fn slice<'a, T>(data: *const T, len: usize, what: &str) -> Result<&'a [T]> {
    // SAFETY: as the caller promises.
    unsafe { some_slice(data, len) }.ok_or_else(|| {
        if data.is_null() {
            Failure::null(what)
        } else {
            Failure::size(format!("{what}: a length of {len}"))
        }
    })
}

/// The same where they can be had.
///
/// # Safety
/// As in [`slice`].
#[inline(always)]
pub(crate) unsafe fn some_slice<'a, T>(data: *const T, len: usize) -> Option<&'a [T]> {
    if len == 0 {
        return Some(&[]);
    }
    if data.is_null() || len > isize::MAX as usize / size_of::<T>() {
        return None;
    }
    // SAFETY: it is not null, and as long as the caller says.
    Some(unsafe { std::slice::from_raw_parts(data, len) })
}

/// What stands at an index of the caller's.
pub(crate) fn at<'a, T>(list: &'a [T], index: usize, what: &str) -> Result<&'a T> {
    list.get(index)
        .ok_or_else(|| Failure::not_found(format!("there is no {what} at {index}")))
}

/// A caller's text.
///
/// # Safety
/// `text` is null or ends with a zero.
pub(crate) unsafe fn text<'a>(text: *const c_char, what: &str) -> Result<&'a str> {
    if text.is_null() {
        return Err(Failure::null(what));
    }
    // SAFETY: it is not null and ends with a zero.
    let text = unsafe { std::ffi::CStr::from_ptr(text) };
    text.to_str()
        .map_err(|_| Failure::misuse(format!("{what} is not UTF-8")))
}

/// Bytes that a call made: a saved state, a resource. The caller frees them.
pub struct CBytes(pub(crate) Vec<u8>);

/// The bytes, which live as long as the handle; null for null.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_bytes_data(bytes: Option<&CBytes>) -> *const u8 {
    bytes.map_or(std::ptr::null(), |bytes| bytes.0.as_ptr())
}

/// How many bytes there are.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_bytes_len(bytes: Option<&CBytes>) -> usize {
    bytes.map_or(0, |bytes| bytes.0.len())
}

/// Frees the bytes.
///
/// # Safety
/// The handle came from this library and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_bytes_free(bytes: *mut CBytes) {
    // SAFETY: as the caller promises.
    unsafe { free(bytes) };
}
