//! Pixels that Python reads where they are.

use std::ffi::c_int;
use std::ptr::null_mut;

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use scumm_bindings::Frame as Pixels;

use crate::memory::{ND, PyBuffer_FillInfo, RawBuffer, STRIDES};

/// A picture on its way to Python.
pub struct Frame(pub Pixels);

impl<'py> IntoPyObject<'py> for Frame {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let layout = [[self.0.height, self.0.width], [self.0.pitch, 1]];
        let lent = Bound::new(
            py,
            Lent(self.0, layout.map(|sizes| sizes.map(|size| size as isize))),
        )?;
        py.import("wardrobe._wardrobe")?
            .getattr("Frame")?
            .call1((lent,))
    }
}

/// A picture: rows of palette indices, to be read.
///
/// It has the buffer protocol: `memoryview(frame)`, `numpy.asarray(frame)` and, where `pitch` is `width`,
/// `PIL.Image.frombuffer` take it without copying. It never changes, whatever becomes of the stage.
#[derive(Clone)]
#[pyclass(
    frozen,
    subclass,
    skip_from_py_object,
    name = "FrameBase",
    module = "wardrobe"
)]
pub struct Lent(
    pub Pixels,
    /// Height and width; the bytes from one row to the next and from one pixel to the next.
    [[isize; 2]; 2],
);

#[pymethods]
impl Lent {
    /// Python makes objects of [`class`] by calling it with one of the class below it.
    #[new]
    fn new(frame: &Bound<'_, Self>) -> Self {
        frame.get().clone()
    }

    /// Width and height.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.0.width, self.0.height)
    }

    /// The memory of the rows as one long row, what lies between them included: for who takes a pitch, as
    /// `PIL.Image.frombuffer("P", frame.size, frame.memory, "raw", "P", frame.pitch, 1)`.
    #[getter]
    fn memory(&self) -> Frame {
        Frame(self.0.long_row())
    }

    fn __len__(&self) -> usize {
        self.0.height
    }

    fn __repr__(&self) -> String {
        format!("<Frame {} by {}>", self.0.width, self.0.height)
    }
}

/// The class that Python sees: the one above with the buffer protocol. PyO3 adds that from Python 3.11 on only, since the stable
/// interface names it from then on; the slot itself is there since 3.9.
pub fn class(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let base = py.get_type::<Lent>();
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
    let (name, flags) = (c"wardrobe.Frame".as_ptr(), ffi::Py_TPFLAGS_DEFAULT as _);
    let mut spec = ffi::PyType_Spec {
        name,
        basicsize: 0,
        itemsize: 0,
        flags,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: name and slots are there during the call, which copies them; slot 1 is `bf_getbuffer`.
    let class = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyType_FromSpec(&raw mut spec)) }?;
    class.setattr("__doc__", base.getattr("__doc__")?)?;
    Ok(class)
}

/// `bf_getbuffer`: lends the pixels to be read.
unsafe extern "C" fn get_buffer(
    exporter: *mut ffi::PyObject,
    view: *mut RawBuffer,
    flags: c_int,
) -> c_int {
    // SAFETY: the interpreter calls it, and is held.
    let py = unsafe { Python::assume_attached() };
    // SAFETY: the interpreter passes an object of the class, whose base is `Lent`.
    let object = unsafe { Bound::from_borrowed_ptr(py, exporter) };
    // SAFETY: the interpreter passes a structure to fill; without an object it is none of anybody.
    unsafe { (*view).obj = null_mut() };
    // Lines of C are asked for by 0x20, columns of Fortran by 0x40, either by 0x80.
    let (strided, contiguous) = (flags & STRIDES == STRIDES, flags & !STRIDES & 0xE0);
    let lent = object.cast::<Lent>().ok().map(Bound::get).filter(|lent| {
        let is_plain = lent.0.pitch == lent.0.width || lent.0.height <= 1;
        strided && contiguous == 0 || is_plain && contiguous != 0x40
    });
    let Some(Lent(frame, [shape, strides])) = lent else {
        PyBufferError::new_err(
            "the rows do not lie one behind the other: take `memory` and `pitch`",
        )
        .restore(py);
        return -1;
    };
    let (start, len) = (
        frame.bytes().as_ptr().cast_mut().cast(),
        shape[0] * shape[1],
    );
    // SAFETY: the interpreter passes a structure to fill, which is told that the bytes are to be read. Pixels, shape and strides live
    // as long as the frame, which the structure keeps; a frame is frozen, so they stay where they are.
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
