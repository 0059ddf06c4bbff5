//! Memory that Python lends through its buffer protocol, and frames that are lent to Python.
//!
//! The stable interface of Python contains the buffer protocol only from version 3.11 on. The
//! functions and the structure of the protocol are the same in 3.9 and 3.10, so they are declared
//! here.

use std::ffi::{c_char, c_int, c_void};
use std::ptr::null_mut;
use std::slice;

use pyo3::exceptions::{PyBufferError, PyIndexError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use scumm_bindings::{Failure, SharedPicture, TargetArea};

use crate::failure::{PyFailure, Result};

/// `Py_buffer`, as the documentation of the protocol describes it.
#[repr(C)]
struct RawBuffer {
    buf: *mut c_void,
    obj: *mut ffi::PyObject,
    len: isize,
    itemsize: isize,
    readonly: c_int,
    ndim: c_int,
    format: *mut c_char,
    shape: *mut isize,
    strides: *mut isize,
    suboffsets: *mut isize,
    internal: *mut c_void,
}

// The requests of a consumer of a buffer.
const WRITABLE: c_int = 1;
const FORMAT: c_int = 4;
const ND: c_int = 8;
const STRIDES: c_int = 0x10 | ND;
const ANY_CONTIGUOUS: c_int = 0x80 | STRIDES;

#[cfg_attr(windows, link(name = "python3", kind = "raw-dylib"))]
unsafe extern "C" {
    fn PyObject_GetBuffer(
        exporter: *mut ffi::PyObject,
        view: *mut RawBuffer,
        flags: c_int,
    ) -> c_int;
    fn PyBuffer_Release(view: *mut RawBuffer);
    fn PyBuffer_FillInfo(
        view: *mut RawBuffer,
        exporter: *mut ffi::PyObject,
        buf: *mut c_void,
        len: isize,
        readonly: c_int,
        flags: c_int,
    ) -> c_int;
}

/// Memory that an object lends as long as this value lives. It contains bytes only.
pub struct Memory<'py> {
    /// The structure may point into itself, so it must not move.
    raw: Box<RawBuffer>,
    py: Python<'py>,
}

impl<'py> Memory<'py> {
    fn borrow(object: &Bound<'py, PyAny>, flags: c_int) -> Result<Self> {
        // SAFETY: all fields may be zero: they are numbers and pointers.
        let mut raw = Box::new(unsafe { std::mem::zeroed::<RawBuffer>() });
        // SAFETY: the object is alive, the structure is the protocol's, and the interpreter is
        // held.
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

    /// Borrows bytes for reading and writing. There may be gaps between rows.
    pub fn writable(object: &Bound<'py, PyAny>) -> Result<Self> {
        Self::borrow(object, STRIDES | FORMAT | WRITABLE)
    }

    /// Returns the size and pitch if the object has two dimensions.
    pub fn area(&self) -> Result<Option<TargetArea>> {
        if self.raw.ndim == 1 && self.extent(0).1 != 1 {
            return Err(Failure::size("the bytes of a buffer must be contiguous").into());
        }
        if self.raw.ndim < 2 {
            return Ok(None);
        }
        let ((height, pitch), (width, step)) = (self.extent(0), self.extent(1));
        let sizes = [height, pitch, width].map(usize::try_from);
        match (self.raw.ndim, step, sizes) {
            (2, 1, [Ok(height), Ok(pitch), Ok(width)]) => Ok(Some(TargetArea {
                width,
                height,
                pitch,
            })),
            _ => Err(Failure::size(
                "the rows must go from top to bottom, and their bytes must be contiguous",
            )
            .into()),
        }
    }

    /// Returns the length and stride of a dimension.
    fn extent(&self, dimension: usize) -> (isize, isize) {
        // SAFETY: shape and strides were requested and have an entry for each dimension. A null
        // pointer is handled without reading it.
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

    /// Returns the number of bytes from the first to the last, including gaps between rows.
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

    /// Returns the bytes for writing. None of `others` may overlap them.
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
                "the pixels are read-only, or overlap a table or the mask",
            )
            .into());
        }
        // SAFETY: the memory is writable, has the length of its rows and overlaps no other slice.
        // No Python code runs meanwhile.
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
        // SAFETY: the object that lends contiguous memory keeps as many bytes as the structure
        // states. No Python code runs meanwhile.
        if len == 0 {
            &[]
        } else {
            unsafe { slice::from_raw_parts(self.raw.buf.cast(), len) }
        }
    }
}

/// Reads an argument: contiguous bytes, for reading.
impl<'py> FromPyObject<'_, 'py> for Memory<'py> {
    type Error = PyFailure;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> Result<Self> {
        Self::borrow(&object, ANY_CONTIGUOUS | FORMAT)
    }
}

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        // The interpreter stays attached as long as `py` exists.
        let _: Python<'_> = self.py;
        // SAFETY: it was filled by `PyObject_GetBuffer`, once.
        unsafe { PyBuffer_Release(&raw mut *self.raw) };
    }
}

/// Creates an image of Pillow from bytes.
pub fn image<'py>(
    py: Python<'py>,
    mode: &str,
    size: (usize, usize),
    bytes: &[u8],
) -> Result<Bound<'py, PyAny>> {
    let pillow = py.import("PIL.Image")?;
    Ok(pillow.call_method1("frombytes", (mode, size, PyBytes::new(py, bytes)))?)
}

/// Creates an image of Pillow with a palette of 256 RGB triples from a picture.
pub fn palette_image<'py>(
    py: Python<'py>,
    picture: &SharedPicture,
    palette: &[u8],
) -> Result<Bound<'py, PyAny>> {
    let mut pixels = Vec::with_capacity(picture.width * picture.height);
    for row in picture
        .bytes()
        .chunks(picture.pitch.max(1))
        .take(picture.height)
    {
        pixels.extend_from_slice(&row[..picture.width.min(row.len())]);
    }
    let image = image(py, "P", (picture.width, picture.height), &pixels)?;
    image.call_method1("putpalette", (PyBytes::new(py, palette),))?;
    Ok(image)
}

/// A picture that is passed to Python.
pub struct Frame(pub SharedPicture);

impl<'py> IntoPyObject<'py> for Frame {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let layout = [[self.0.height, self.0.width], [self.0.pitch, 1]];
        let lent = Bound::new(
            py,
            FrameBase(self.0, layout.map(|sizes| sizes.map(|size| size as isize))),
        )?;
        py.import("scumm_wardrobe._wardrobe")?
            .getattr("Frame")?
            .call1((lent,))
    }
}

/// A picture: rows of palette indices, read-only.
///
/// The frame has the buffer protocol: `memoryview(frame)`, `numpy.asarray(frame)` and, if `pitch`
/// equals `width`, `PIL.Image.frombuffer` read it without a copy. The frame is immutable, also if
/// the stage changes. `frame[y]` is a row as bytes, `frame[y, x]` a pixel, and a loop over the
/// frame takes the rows.
#[derive(Clone)]
#[pyclass(
    frozen,
    subclass,
    skip_from_py_object,
    name = "FrameBase",
    module = "scumm_wardrobe"
)]
pub struct FrameBase(
    pub SharedPicture,
    /// Height and width; the number of bytes from one row to the next and from one pixel to the
    /// next.
    [[isize; 2]; 2],
);

impl FrameBase {
    /// Returns the pixels of a row. A negative number counts from the end.
    fn row(&self, number: isize) -> PyResult<&[u8]> {
        let Some(y) = index_of(number, self.0.height) else {
            return Err(PyIndexError::new_err(format!(
                "the frame has no row {number}"
            )));
        };
        let start = y * self.0.pitch;
        Ok(&self.0.bytes()[start..start + self.0.width])
    }
}

/// Returns the index that Python means by a number, which counts from the end if it is negative.
pub fn index_of(number: isize, len: usize) -> Option<usize> {
    let index = if number < 0 {
        len.checked_add_signed(number)
    } else {
        usize::try_from(number).ok()
    };
    index.filter(|index| *index < len)
}

#[pymethods]
impl FrameBase {
    /// Creates an object of [`frame_class`] from an object of its base class.
    #[new]
    fn new(frame: &Bound<'_, Self>) -> Self {
        frame.get().clone()
    }

    /// Width and height in pixels.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.0.width, self.0.height)
    }

    /// The memory of the rows as one long row, including the bytes between the rows, for functions
    /// that take a pitch: `PIL.Image.frombuffer("P", frame.size, frame.memory, "raw", "P",
    /// frame.pitch, 1)`.
    #[getter]
    fn memory(&self) -> Frame {
        Frame(self.0.long_row())
    }

    fn __len__(&self) -> usize {
        self.0.height
    }

    fn __getitem__<'py>(&self, place: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = place.py();
        if let Ok(row) = place.extract::<isize>() {
            return Ok(PyBytes::new(py, self.row(row)?).into_any());
        }
        let (row, column) = place.extract::<(isize, isize)>().map_err(|_| {
            PyTypeError::new_err("a frame has the places frame[row] and frame[row, column]")
        })?;
        let row = self.row(row)?;
        let Some(pixel) = index_of(column, row.len()).and_then(|at| row.get(at)) else {
            let text = format!("the frame has no column {column}");
            return Err(PyIndexError::new_err(text));
        };
        Ok(pixel.into_pyobject(py)?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<Frame {} by {}>", self.0.width, self.0.height)
    }
}

/// Returns the class that Python sees: the class above with the buffer protocol. PyO3 supports the
/// protocol only from Python 3.11 on, because the stable interface does not contain it before.
/// Python itself has the slot since 3.9.
pub fn frame_class(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let base = py.get_type::<FrameBase>();
    let mut slots = [
        ffi::PyType_Slot {
            slot: ffi::Py_tp_base,
            pfunc: base.as_ptr().cast(),
        },
        ffi::PyType_Slot {
            slot: 1,
            pfunc: get_buffer as *mut _,
        },
        ffi::PyType_Slot {
            slot: 0,
            pfunc: null_mut(),
        },
    ];
    let (name, flags) = (
        c"scumm_wardrobe.Frame".as_ptr(),
        ffi::Py_TPFLAGS_DEFAULT as _,
    );
    let mut spec = ffi::PyType_Spec {
        name,
        basicsize: 0,
        itemsize: 0,
        flags,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: name and slots live during the call, which copies them. Slot 1 is `bf_getbuffer`.
    let class = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyType_FromSpec(&raw mut spec)) }?;
    class.setattr("__doc__", base.getattr("__doc__")?)?;
    Ok(class)
}

/// Implements `bf_getbuffer`: lends the pixels for reading.
unsafe extern "C" fn get_buffer(
    exporter: *mut ffi::PyObject,
    view: *mut RawBuffer,
    flags: c_int,
) -> c_int {
    // SAFETY: the interpreter calls this function, so it is attached.
    let py = unsafe { Python::assume_attached() };
    // SAFETY: the interpreter passes an object of the class, whose base is `FrameBase`.
    let object = unsafe { Bound::from_borrowed_ptr(py, exporter) };
    // SAFETY: the interpreter passes a structure to fill. An object of null means that the
    // structure holds no reference.
    unsafe { (*view).obj = null_mut() };
    // 0x20 requests rows of C, 0x40 columns of Fortran, 0x80 either of them.
    let (strided, contiguous) = (flags & STRIDES == STRIDES, flags & !STRIDES & 0xE0);
    let lent = object
        .cast::<FrameBase>()
        .ok()
        .map(Bound::get)
        .filter(|lent| {
            let is_plain = lent.0.pitch == lent.0.width || lent.0.height <= 1;
            strided && contiguous == 0 || is_plain && contiguous != 0x40
        });
    let Some(FrameBase(frame, [shape, strides])) = lent else {
        PyBufferError::new_err("the rows are not contiguous: use `memory` and `pitch`").restore(py);
        return -1;
    };
    let (start, len) = (
        frame.bytes().as_ptr().cast_mut().cast(),
        shape[0] * shape[1],
    );
    // SAFETY: the interpreter passes a structure to fill, and the bytes are marked as read-only.
    // Pixels, shape and strides live as long as the frame, which the structure keeps. A frame is
    // frozen, so they do not move.
    unsafe {
        let filled = PyBuffer_FillInfo(view, exporter, start, len, 1, flags);
        if filled == 0 && flags & ND == ND {
            ((*view).ndim, (*view).shape) = (2, shape.as_ptr().cast_mut());
        }
        if filled == 0 && strided {
            (*view).strides = strides.as_ptr().cast_mut();
        }
        filled
    }
}
