//! Memory of Python's, borrowed through its buffer protocol.
//!
//! The stable interface has the protocol from Python 3.11 on only. Its functions and structure are the same in 3.9 and 3.10, so
//! they are declared here.

use std::ffi::{c_char, c_int, c_void};
use std::slice;

use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use scumm_bindings::{Area, Failure};

use crate::failure::{Fail, Result};

/// `Py_buffer`, as the documentation of the protocol describes it.
#[repr(C)]
pub struct RawBuffer {
    pub buf: *mut c_void,
    pub obj: *mut PyObject,
    pub len: isize,
    pub itemsize: isize,
    pub readonly: c_int,
    pub ndim: c_int,
    pub format: *mut c_char,
    pub shape: *mut isize,
    pub strides: *mut isize,
    pub suboffsets: *mut isize,
    pub internal: *mut c_void,
}

// What who asks for a buffer can do with it.
pub const WRITABLE: c_int = 1;
pub const FORMAT: c_int = 4;
pub const ND: c_int = 8;
pub const STRIDES: c_int = 0x10 | ND;
const ANY_CONTIGUOUS: c_int = 0x80 | STRIDES;

#[cfg_attr(windows, link(name = "python3", kind = "raw-dylib"))]
unsafe extern "C" {
    fn PyObject_GetBuffer(exporter: *mut PyObject, view: *mut RawBuffer, flags: c_int) -> c_int;
    fn PyBuffer_Release(view: *mut RawBuffer);
    pub fn PyBuffer_FillInfo(
        view: *mut RawBuffer,
        exporter: *mut PyObject,
        buf: *mut c_void,
        len: isize,
        readonly: c_int,
        flags: c_int,
    ) -> c_int;
}

/// Memory that an object lends as long as this value is there. Bytes only.
pub struct Memory<'py> {
    /// It may point into itself, so it stays where it is.
    raw: Box<RawBuffer>,
    py: Python<'py>,
}

impl<'py> Memory<'py> {
    fn borrow(object: &Bound<'py, PyAny>, flags: c_int) -> Result<Self> {
        // SAFETY: all of it may be zero: numbers, and pointers that are null.
        let mut raw = Box::new(unsafe { std::mem::zeroed::<RawBuffer>() });
        // SAFETY: the object is alive, the structure is the protocol's, and the interpreter is held.
        if unsafe { PyObject_GetBuffer(object.as_ptr(), &raw mut *raw, flags) } != 0 {
            return Err(PyErr::fetch(object.py()).into());
        }
        let memory = Self {
            raw,
            py: object.py(),
        };
        if memory.raw.itemsize != 1 || !memory.raw.suboffsets.is_null() {
            return Err(Failure::size("a buffer of bytes is needed").into());
        }
        Ok(memory)
    }

    /// Bytes to read and write. Lines may lie apart.
    pub fn writable(object: &Bound<'py, PyAny>) -> Result<Self> {
        Self::borrow(object, STRIDES | FORMAT | WRITABLE)
    }

    /// The columns, lines and pitch, where the object has two dimensions.
    pub fn area(&self) -> Result<Option<Area>> {
        if self.raw.ndim == 1 && self.extent(0).1 != 1 {
            return Err(Failure::size("the bytes of a buffer have to lie side by side").into());
        }
        if self.raw.ndim < 2 {
            return Ok(None);
        }
        let ((height, pitch), (width, step)) = (self.extent(0), self.extent(1));
        let sizes = [height, pitch, width].map(usize::try_from);
        match (self.raw.ndim, step, sizes) {
            (2, 1, [Ok(height), Ok(pitch), Ok(width)]) => Ok(Some(Area {
                width,
                height,
                pitch,
            })),
            _ => Err(Failure::size(
                "lines from the top, each with its bytes side by side, are needed",
            )
            .into()),
        }
    }

    /// Length and stride of a dimension.
    fn extent(&self, dimension: usize) -> (isize, isize) {
        // SAFETY: they were asked for and have as many entries as there are dimensions; a missing list of strides is a plain one.
        unsafe {
            let length = if self.raw.shape.is_null() {
                self.raw.len
            } else {
                *self.raw.shape.add(dimension)
            };
            (
                length,
                if self.raw.strides.is_null() {
                    1
                } else {
                    *self.raw.strides.add(dimension)
                },
            )
        }
    }

    /// How many bytes there are from the first to the last, gaps between lines counted.
    pub fn len(&self) -> Result<usize> {
        let len = usize::try_from(self.raw.len).unwrap_or(0);
        Ok(self.area()?.map_or(len, |area| match area.height {
            0 => 0,
            lines => area
                .pitch
                .saturating_mul(lines - 1)
                .saturating_add(area.width),
        }))
    }

    /// The bytes to write. None of `others` may lie in them.
    pub fn bytes_mut(&mut self, others: &[&[u8]]) -> Result<&mut [u8]> {
        let len = self.len()?;
        let start = self.raw.buf as usize;
        let apart = |other: &&[u8]| {
            let from = other.as_ptr() as usize;
            other.is_empty()
                || from >= start.saturating_add(len)
                || start >= from.saturating_add(other.len())
        };
        if self.raw.readonly != 0 || !others.iter().all(apart) {
            return Err(Failure::misuse(
                "a table or a mask lies in the pixels, or these are not to be written",
            )
            .into());
        }
        // SAFETY: it may be written, is as long as its lines say, is in no other slice, and Python code does not run meanwhile.
        Ok(if len == 0 {
            &mut []
        } else {
            unsafe { slice::from_raw_parts_mut(self.raw.buf.cast(), len) }
        })
    }
}

impl AsRef<[u8]> for Memory<'_> {
    fn as_ref(&self) -> &[u8] {
        let len = usize::try_from(self.raw.len).unwrap_or(0);
        // SAFETY: who lends contiguous memory keeps as many bytes of it as it says; Python code does not run meanwhile.
        if len == 0 {
            &[]
        } else {
            unsafe { slice::from_raw_parts(self.raw.buf.cast(), len) }
        }
    }
}

/// What calls are passed: bytes to read, one behind the other.
impl<'py> FromPyObject<'_, 'py> for Memory<'py> {
    type Error = Fail;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> Result<Self> {
        Self::borrow(&object, ANY_CONTIGUOUS | FORMAT)
    }
}

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        // The interpreter is held as long as `py` is there.
        let _: Python<'_> = self.py;
        // SAFETY: it was filled by `PyObject_GetBuffer`, once.
        unsafe { PyBuffer_Release(&raw mut *self.raw) };
    }
}
