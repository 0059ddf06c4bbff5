//! Rectangles of pixels.

/// A rectangle of pixels, columns from left to right and lines from top to bottom; `right` and
/// `bottom` are exclusive.
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "[i32; 4]", into = "[i32; 4]")
)]
pub struct Rect {
    /// First column.
    pub left: i32,
    /// First line.
    pub top: i32,
    /// Column after the last one.
    pub right: i32,
    /// Line after the last one.
    pub bottom: i32,
}

impl Rect {
    /// Creates a rectangle with these edges.
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self {
            left,
            top,
            right,
            bottom,
        }
    }

    /// Returns whether a point lies inside.
    #[must_use]
    pub fn contains(&self, x: i32, y: i32) -> bool {
        (self.left..self.right).contains(&x) && (self.top..self.bottom).contains(&y)
    }

    /// Returns the common part of two rectangles. If they have no common part, the result is empty,
    /// and its edges may be in the wrong order.
    pub fn intersection(&self, other: &Self) -> Self {
        let left = self.left.max(other.left);
        let top = self.top.max(other.top);
        let right = self.right.min(other.right);
        let bottom = self.bottom.min(other.bottom);
        Self {
            left,
            top,
            right,
            bottom,
        }
    }

    /// Returns whether the rectangle has no pixels.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    /// Returns the rectangle; `None` if it is empty.
    #[must_use]
    pub fn non_empty(self) -> Option<Self> {
        (!self.is_empty()).then_some(self)
    }

    /// Returns the smallest rectangle that contains both, even if they are empty.
    pub fn union(&self, other: &Self) -> Self {
        let left = self.left.min(other.left);
        let top = self.top.min(other.top);
        let right = self.right.max(other.right);
        let bottom = self.bottom.max(other.bottom);
        Self {
            left,
            top,
            right,
            bottom,
        }
    }

    /// Returns the numbers of columns and lines; 0 if edges are in the wrong order.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let side = |from: i32, to: i32| usize::try_from(to.saturating_sub(from)).unwrap_or(0);
        (side(self.left, self.right), side(self.top, self.bottom))
    }

    /// Returns whether two rectangles overlap, with the reference's comparison of edges (C43).
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.top < other.bottom
            && self.bottom > other.top
            && self.left < other.right
            && self.right > other.left
    }
}

impl From<[i32; 4]> for Rect {
    /// Creates a rectangle from left, top, right and bottom.
    fn from([left, top, right, bottom]: [i32; 4]) -> Self {
        Self {
            left,
            top,
            right,
            bottom,
        }
    }
}

impl From<Rect> for [i32; 4] {
    fn from(
        Rect {
            left,
            top,
            right,
            bottom,
        }: Rect,
    ) -> Self {
        [left, top, right, bottom]
    }
}
