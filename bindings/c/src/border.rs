//! The common parts of all functions: codes and errors, handles, structures with a size, bytes.
//!
//! A function takes a handle as an optional reference: null in C is `None`. A function locks the
//! handle while it works on it. A callback or another thread that uses the same handle meanwhile
//! gets `ResultCode::Busy`, so there is no data race.

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, TryLockError};

pub use scumm_bindings::ResultCode;
pub(crate) use scumm_bindings::{Failure, restore, save};
pub(crate) use std::mem::MaybeUninit;

/// The result of the functions behind the border.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Size of the texts of an error in bytes, including the terminating zero.
pub const WARDROBE_TEXT: usize = 512;

/// The version of the library whose header this is: `WARDROBE_VERSION_MAJOR`,
/// `WARDROBE_VERSION_MINOR` and `WARDROBE_VERSION_PATCH`. `wardrobe_version` returns the version of
/// the library that the program uses.
pub const WARDROBE_VERSION_MAJOR: u32 = 0;
/// See `WARDROBE_VERSION_MAJOR`.
pub const WARDROBE_VERSION_MINOR: u32 = 1;
/// See `WARDROBE_VERSION_MAJOR`.
pub const WARDROBE_VERSION_PATCH: u32 = 0;

/// Returns the version of the library as a zero-terminated text, such as `0.1.0`. It belongs to the
/// library and is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The reason why a call failed. The caller owns the structure and passes its address, or null. A
/// call that succeeds does not change it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CError {
    /// The code that the call returned.
    pub code: ResultCode,
    /// Offset of the byte in the file or the resource; `UINT64_MAX` if the error has no place.
    pub offset: u64,
    /// The name of the file and the enclosing blocks of the byte at `offset`, in UTF-8; empty if
    /// the error has no place.
    pub place: [c_char; WARDROBE_TEXT],
    /// A message in UTF-8.
    pub text: [c_char; WARDROBE_TEXT],
}

/// The structure that a failing call fills. Null is `None`.
pub(crate) type ErrorOut<'a> = Out<'a, CError>;

/// The caller's variable for a result. Null is `None`.
pub(crate) type Out<'a, T> = Option<&'a mut MaybeUninit<T>>;

/// The caller's variable for the address of a new handle.
pub(crate) type NewHandle<'a, T> = Out<'a, *mut T>;

impl CError {
    /// Converts a failure.
    pub(crate) fn from_failure(failure: &Failure) -> Self {
        let (place, offset) = failure.place.clone().unwrap_or((String::new(), u64::MAX));
        Self {
            code: failure.code,
            offset,
            place: to_c_chars(&place),
            text: to_c_chars(&failure.text),
        }
    }
}

/// Converts a text to a zero-terminated C string. A text that is too long is cut between two
/// characters.
pub(crate) fn to_c_chars<const N: usize>(text: &str) -> [c_char; N] {
    let mut end = text.len().min(N.saturating_sub(1));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut out = [0; N];
    for (to, &from) in out.iter_mut().zip(&text.as_bytes()[..end]) {
        // A zero inside the text would end it early.
        let byte = if from == 0 { b' ' } else { from };
        *to = byte as c_char;
    }
    out
}

/// Runs the body of a function. Catches panics, and writes a failure to `error`.
pub(crate) fn call(error: ErrorOut<'_>, body: impl FnOnce() -> Result<()>) -> ResultCode {
    let failure = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return ResultCode::Ok,
        Ok(Err(failure)) => failure,
        Err(_) => Failure::new(
            ResultCode::Panic,
            "the library failed; this is a bug, please report it",
        ),
    };
    if let Some(error) = error {
        error.write(CError::from_failure(&failure));
    }
    failure.code
}

/// Writes a result to the caller's variable.
pub(crate) fn write_output<T>(out: Out<'_, T>, value: T) -> Result<()> {
    match out {
        Some(out) => {
            out.write(value);
            Ok(())
        }
        None => Err(Failure::null("the output")),
    }
}

/// Returns a reference, or `ResultCode::Null` if the caller has passed null. `what` names the
/// argument in the message.
pub(crate) fn required<'a, T>(value: Option<&'a T>, what: &str) -> Result<&'a T> {
    value.ok_or_else(|| Failure::null(what))
}

/// The mutable part of a handle.
pub(crate) type HandleLock<T> = Mutex<T>;

/// The mutable part of a handle while a call uses it.
pub(crate) type HandleGuard<'a, T> = MutexGuard<'a, T>;

/// Locks the mutable part of a handle that the caller has to pass. If another call uses the handle,
/// the function does not wait but returns `ResultCode::Busy`.
pub(crate) fn lock<'a, T>(
    handle: Option<&'a HandleLock<T>>,
    what: &str,
) -> Result<HandleGuard<'a, T>> {
    match required(handle, what)?.try_lock() {
        Ok(held) => Ok(held),
        Err(TryLockError::WouldBlock) => {
            Err(Failure::new(ResultCode::Busy, format!("{what} is in use")))
        }
        Err(TryLockError::Poisoned(_)) => Err(Failure::new(
            ResultCode::Panic,
            format!("an earlier call on {what} failed: it can only be freed"),
        )),
    }
}

/// Hands a new handle to the caller.
pub(crate) fn new_handle<T>(out: NewHandle<'_, T>, value: T) -> Result<()> {
    let Some(out) = out else {
        return Err(Failure::null("the output"));
    };
    let handle = Box::into_raw(Box::new(value));
    live::note(handle.cast());
    out.write(handle);
    Ok(())
}

/// Frees a handle. Null is allowed and does nothing. Builds with debug assertions ignore a handle
/// that is not alive.
///
/// # Safety
/// The handle must come from [`new_handle`], and must not be used afterwards.
pub(crate) unsafe fn free<T>(handle: *mut T) {
    if handle.is_null() || !live::forget(handle.cast()) {
        return;
    }
    // A panic during the drop ends here. There is no caller to report it to.
    // SAFETY: the caller promises that the handle came from `new_handle`, which leaked a box.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(unsafe { Box::from_raw(handle) })));
}

/// The live handles, in builds with debug assertions only. They detect a handle that is freed
/// twice.
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
            eprintln!(
                "wardrobe: a handle is freed twice, or the pointer is not a handle of this library"
            );
        }
        known
    }
}

/// A structure that may get more fields in later versions. The first field contains the size of the
/// structure in bytes, as the caller's version of the header declares it.
///
/// # Safety
/// The type must be `repr(C)` and begin with a `u32`. Any bytes must be a valid value of
/// the type. The library may read or write through a pointer in the structure only if the caller
/// promises that the pointer is valid.
pub(crate) unsafe trait SizedStruct: Copy {}

/// Returns a structure of zeros.
pub(crate) fn zeroed<T: SizedStruct>() -> T {
    // SAFETY: any bytes are a valid value (`SizedStruct`), and null pointers are allowed.
    unsafe { std::mem::zeroed() }
}

/// Returns how many bytes of the structure exist in the caller's version, at most the size of `T`.
///
/// # Safety
/// `from` must be null or point to at least four bytes.
pub(crate) unsafe fn known_size<T: SizedStruct>(from: *const T, what: &str) -> Result<usize> {
    if from.is_null() {
        return Err(Failure::null(what));
    }
    // SAFETY: it is not null, and the structure begins with its size.
    let size = unsafe { from.cast::<u32>().read_unaligned() } as usize;
    if size < size_of::<u32>() {
        return Err(Failure::size(format!(
            "{what} has a `size` of {size} bytes: set it to sizeof of the structure"
        )));
    }
    Ok(size.min(size_of::<T>()))
}

/// Writes elements to an array of the caller with space for `capacity` elements. `count` becomes
/// the number of all elements, even if the array has space for fewer.
///
/// # Safety
/// `to` must be null or have space for `capacity` elements.
pub(crate) unsafe fn write_elements<T: Copy>(
    found: &[T],
    to: *mut T,
    capacity: usize,
    count: Out<'_, usize>,
    what: &str,
) -> Result<()> {
    if to.is_null() && capacity != 0 {
        return Err(Failure::null(what));
    }
    write_output(count, found.len())?;
    // SAFETY: there is space for `capacity` elements, as the caller promises.
    unsafe { std::ptr::copy_nonoverlapping(found.as_ptr(), to, found.len().min(capacity)) };
    Ok(())
}

/// Reads a caller's structure. Fields that the caller's version does not have keep their value in
/// `default`.
///
/// # Safety
/// `from` must be null or point to the number of bytes in its first field.
pub(crate) unsafe fn read<T: SizedStruct>(
    from: *const T,
    default: impl FnOnce() -> T,
    what: &str,
) -> Result<T> {
    // SAFETY: as the caller promises.
    let size = unsafe { known_size(from, what)? };
    if size == size_of::<T>() {
        // SAFETY: the caller's version has all fields; any bytes are a value (`SizedStruct`).
        return Ok(unsafe { from.read_unaligned() });
    }
    let mut value = default();
    let to = (&raw mut value).cast::<u8>();
    // SAFETY: the structures do not overlap, and no bytes outside them are read or written. Any
    // bytes are a valid value (`SizedStruct`).
    unsafe { std::ptr::copy_nonoverlapping(from.cast::<u8>(), to, size) };
    Ok(value)
}

/// Reads a caller's structure like [`read`]; null returns `default`.
///
/// # Safety
/// See [`read`].
pub(crate) unsafe fn read_or<T: SizedStruct>(
    from: *const T,
    default: impl FnOnce() -> T,
    what: &str,
) -> Result<T> {
    if from.is_null() {
        return Ok(default());
    }
    // SAFETY: as the caller promises.
    unsafe { read(from, default, what) }
}

/// Writes a structure to the caller, up to the size of the caller's version. The field `size` does
/// not change.
///
/// # Safety
/// `to` must be null or point to the number of bytes in its first field.
pub(crate) unsafe fn write<T: SizedStruct>(to: *mut T, value: &T, what: &str) -> Result<()> {
    // SAFETY: as the caller promises.
    unsafe { write_first(to, value, size_of::<T>(), what) }
}

/// Writes the first `bytes` of a structure to the caller, like [`write`].
///
/// # Safety
/// See [`write`].
pub(crate) unsafe fn write_first<T: SizedStruct>(
    to: *mut T,
    value: &T,
    bytes: usize,
    what: &str,
) -> Result<()> {
    // SAFETY: as the caller promises.
    let size = unsafe { known_size(to, what)? }.min(bytes);
    let from = std::ptr::from_ref(value).cast::<u8>();
    let to = to.cast::<u8>();
    // The field `size` is not written.
    let head = size_of::<u32>();
    // SAFETY: as in `read`.
    unsafe { std::ptr::copy_nonoverlapping(from.add(head), to.add(head), size - head) };
    Ok(())
}

/// Borrows the caller's bytes or numbers. Null is allowed if `len` is 0.
///
/// # Safety
/// `data` must be aligned for `T` and point to `len` values that nothing changes during the call.
pub(crate) unsafe fn slice<'a, T>(data: *const T, len: usize, what: &str) -> Result<&'a [T]> {
    if len == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        return Err(Failure::null(what));
    }
    check_len::<T>(len, what)?;
    // SAFETY: the pointer is not null and points to as many items as the caller promises.
    Ok(unsafe { std::slice::from_raw_parts(data, len) })
}

/// Borrows the caller's bytes mutably. Null is an error.
///
/// # Safety
/// `data` must point to `len` bytes that nothing else reads or changes during the call.
pub(crate) unsafe fn slice_mut<'a>(data: *mut u8, len: usize, what: &str) -> Result<&'a mut [u8]> {
    if data.is_null() {
        return Err(Failure::null(what));
    }
    check_len::<u8>(len, what)?;
    // SAFETY: the pointer is not null and points to as many bytes as the caller promises.
    Ok(unsafe { std::slice::from_raw_parts_mut(data, len) })
}

/// Returns `ResultCode::Size` for a length that exceeds the address space.
fn check_len<T>(len: usize, what: &str) -> Result<()> {
    if len > isize::MAX as usize / size_of::<T>() {
        return Err(Failure::size(format!(
            "{what}: the length {len} is too large"
        )));
    }
    Ok(())
}

/// Returns the element at an index that the caller has passed.
pub(crate) fn element<'a, T>(list: &'a [T], index: usize, what: &str) -> Result<&'a T> {
    list.get(index)
        .ok_or_else(|| Failure::not_found(format!("there is no {what} at {index}")))
}

/// Borrows a caller's text.
///
/// # Safety
/// `text` must be null or zero-terminated.
pub(crate) unsafe fn text<'a>(text: *const c_char, what: &str) -> Result<&'a str> {
    if text.is_null() {
        return Err(Failure::null(what));
    }
    // SAFETY: the pointer is not null, and the text is zero-terminated.
    let text = unsafe { std::ffi::CStr::from_ptr(text) };
    text.to_str()
        .map_err(|_| Failure::misuse(format!("{what} is not UTF-8")))
}

/// A buffer that a call returns: a saved state, a resource, pixels. The caller frees it with
/// `wardrobe_bytes_free`.
pub struct CBytes(pub(crate) Vec<u8>);

/// Returns the address of the first byte. The bytes live as long as the handle. Returns null for
/// null.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_bytes_data(bytes: Option<&CBytes>) -> *const u8 {
    bytes.map_or(std::ptr::null(), |bytes| bytes.0.as_ptr())
}

/// Returns the number of bytes; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_bytes_len(bytes: Option<&CBytes>) -> usize {
    bytes.map_or(0, |bytes| bytes.0.len())
}

/// Frees the buffer. Passing null is allowed and does nothing.
///
/// # Safety
/// The handle must come from this library, and must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_bytes_free(bytes: *mut CBytes) {
    // SAFETY: as the caller promises.
    unsafe { free(bytes) };
}
