//! Pixels that Python reads where they are.

use std::ffi::c_int;

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;

use crate::memory::{FORMAT, ND, RawBuffer, STRIDES, WRITABLE};

/// A picture: rows of palette indices, to be read.
///
/// It has the buffer protocol: `memoryview(frame)`, `numpy.asarray(frame)` and, where `pitch` is `width`,
/// `PIL.Image.frombuffer` take it without copying. It never changes, whatever becomes of the stage.
#[pyclass(frozen, subclass, name = "FrameBase", module = "wardrobe")]
pub struct Frame {
    pub frame: scumm_bindings::Frame,
    /// Height and width, then the bytes from one row to the next and from one pixel to the next.
    shape: [isize; 2],
    strides: [isize; 2],
}

impl Frame {
    pub fn new(frame: scumm_bindings::Frame) -> Self {
        let shape = [frame.height as isize, frame.width as isize];
        Self { strides: [frame.pitch as isize, 1], shape, frame }
    }

    /// Hands it to Python as what `class` has made.
    pub fn hand_out(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let given = Bound::new(py, Given(std::sync::Mutex::new(Some(self))))?;
        py.import("wardrobe._wardrobe")?.getattr("Frame")?.call1((given,))
    }

    /// Whether the rows lie one behind the other.
    fn is_plain(&self) -> bool {
        self.strides[0] == self.shape[1] || self.shape[0] <= 1
    }
}

/// A frame on its way to Python, which makes objects of a class by calling it.
#[pyclass(frozen)]
struct Given(std::sync::Mutex<Option<Frame>>);

#[pymethods]
impl Frame {
    #[new]
    fn py_new(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        let none = || pyo3::exceptions::PyTypeError::new_err("frames come from stages and costumes");
        let given = given.cast::<Given>().map_err(|_| none())?;
        given.get().0.lock().map_err(|_| none())?.take().ok_or_else(none)
    }

    /// Width and height.
    #[getter]
    fn size(&self) -> (isize, isize) {
        (self.shape[1], self.shape[0])
    }

    /// The memory of the rows as one long row, what lies between them included: for who takes a pitch, as
    /// `PIL.Image.frombuffer("P", frame.size, frame.memory, "raw", "P", frame.pitch, 1)`.
    #[getter]
    fn memory<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Self::new(self.frame.long_row()).hand_out(py)
    }

    fn __len__(&self) -> usize {
        self.shape[0] as usize
    }

    fn __repr__(&self) -> String {
        format!("<Frame {} by {}>", self.shape[1], self.shape[0])
    }
}

/// The class that Python sees: the one above with the buffer protocol. PyO3 adds that from Python 3.11 on only, since the stable
/// interface names it from then on; the slot itself is there since 3.9.
pub fn class(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let base = py.get_type::<Frame>();
    let doc = base.getattr("__doc__")?.extract::<String>()?;
    let doc = std::ffi::CString::new(doc)?;
    let mut slots = [
        ffi::PyType_Slot { slot: 1, pfunc: get_buffer as *mut _ },
        // The type copies it.
        ffi::PyType_Slot { slot: ffi::Py_tp_doc, pfunc: doc.as_ptr().cast_mut().cast() },
        ffi::PyType_Slot { slot: 0, pfunc: std::ptr::null_mut() },
    ];
    let mut spec = ffi::PyType_Spec {
        name: c"wardrobe.Frame".as_ptr(),
        basicsize: 0,
        itemsize: 0,
        flags: ffi::Py_TPFLAGS_DEFAULT as _,
        slots: slots.as_mut_ptr(),
    };
    let bases = pyo3::types::PyTuple::new(py, [base])?;
    // SAFETY: name, slots and bases are there during the call, which copies them; slot 1 is `bf_getbuffer`.
    unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyType_FromSpecWithBases(&raw mut spec, bases.as_ptr())) }
}

/// `bf_getbuffer`: lends the pixels to be read.
unsafe extern "C" fn get_buffer(exporter: *mut ffi::PyObject, view: *mut RawBuffer, flags: c_int) -> c_int {
    // SAFETY: the interpreter calls it, and is held.
    let py = unsafe { Python::assume_attached() };
    // SAFETY: the interpreter passes an object of the class, whose base is `Frame`.
    let object = unsafe { Bound::from_borrowed_ptr(py, exporter) };
    // SAFETY: the interpreter passes a structure to fill; without an object it is none of anybody.
    unsafe { (*view).obj = std::ptr::null_mut() };
    let Ok(frame) = object.cast::<Frame>() else {
        PyBufferError::new_err("this is no frame").restore(py);
        return -1;
    };
    let frame = frame.get();
    let contiguous = flags & !STRIDES & 0xE0;
    // Lines of C are asked for by 0x20, columns of Fortran by 0x40, either by 0x80.
    let fits = flags & STRIDES == STRIDES && contiguous == 0 || frame.is_plain() && contiguous != 0x40;
    if flags & WRITABLE != 0 || !fits {
        PyBufferError::new_err(if fits {
            "a frame cannot be written to"
        } else {
            "the rows do not lie one behind the other: take `memory` and `pitch`"
        })
        .restore(py);
        return -1;
    }
    let [height, width] = frame.shape;
    let given = |flag, list: &[isize; 2]| if flags & flag == flag { list.as_ptr().cast_mut() } else { std::ptr::null_mut() };
    let raw = RawBuffer {
        buf: frame.frame.bytes().as_ptr().cast_mut().cast(),
        obj: object.clone().into_ptr(),
        len: height * width,
        itemsize: 1,
        readonly: 1,
        ndim: if flags & ND == ND { 2 } else { 1 },
        format: if flags & FORMAT == FORMAT { c"B".as_ptr().cast_mut() } else { std::ptr::null_mut() },
        shape: given(ND, &frame.shape),
        strides: given(STRIDES, &frame.strides),
        suboffsets: std::ptr::null_mut(),
        internal: std::ptr::null_mut(),
    };
    // SAFETY: the interpreter passes a structure to fill. Pixels, shape and strides live as long as the frame, which `obj` keeps;
    // a frame is frozen, so they stay where they are.
    unsafe { view.write(raw) };
    0
}
