//! The language in which strategies are written: integer terms, linear comparisons, and, or, not.
//!
//! A definition is a plain Rust function that is generic over its [`Term`]. With `i32` for the
//! term it is a program and runs at the speed of one; with [`crate::Linear`] it is a formula of
//! linear integer arithmetic. There is only one text, so what is played is what is proved.

use std::ops::{Add, Not, Sub};

/// A truth value, or a formula that stands for one.
pub trait Truth: Copy + Not<Output = Self> {
    /// The value, where it is known already.
    fn settled(self) -> Option<bool>;

    /// Both. The second part is not looked at if the first is known to be false.
    fn and(self, more: impl FnOnce() -> Self) -> Self;

    /// All of the parts, which must not be none; those after a false one are not looked at.
    fn every(parts: impl IntoIterator<Item = Self>) -> Self {
        let both = |all: Option<Self>, part: Self| match all {
            Some(all) => all.and(|| part),
            None => part,
        };
        let mut all = None;
        for part in parts {
            let now = both(all, part);
            if now.settled() == Some(false) {
                return now;
            }
            all = Some(now);
        }
        all.expect("a conjunction of something")
    }

    /// At least one of the two.
    fn or(self, more: impl FnOnce() -> Self) -> Self {
        !(!self).and(|| !more())
    }

    /// At least one of the parts, which must not be none; those after a true one are not looked at.
    fn some(parts: impl IntoIterator<Item = Self>) -> Self {
        !Self::every(parts.into_iter().map(|part| !part))
    }

    /// If this, then that.
    fn implies(self, then: impl FnOnce() -> Self) -> Self {
        !self.and(|| !then())
    }
}

/// An integer, or a term that stands for one.
pub trait Term:
    Copy + Add<Output = Self> + Sub<Output = Self> + Add<i32, Output = Self> + Sub<i32, Output = Self>
{
    /// What a comparison gives.
    type Truth: Truth;

    /// At most.
    fn le(self, other: Self) -> Self::Truth;

    /// The first if the condition holds, otherwise the second.
    fn pick(condition: Self::Truth, then: Self, otherwise: Self) -> Self;

    /// Half of it, rounded down.
    fn half(self) -> Self;

    /// A number, as a term like this one.
    #[allow(clippy::eq_op)] // Nothing, as a term like this one.
    fn number(self, value: i32) -> Self {
        self - self + value
    }

    /// Less.
    fn lt(self, other: Self) -> Self::Truth {
        (self + 1).le(other)
    }

    /// At least.
    fn ge(self, other: Self) -> Self::Truth {
        other.le(self)
    }

    /// Greater.
    fn gt(self, other: Self) -> Self::Truth {
        other.lt(self)
    }

    /// Equal.
    fn is(self, other: Self) -> Self::Truth {
        self.le(other).and(|| other.le(self))
    }

    /// Equal to a number.
    fn equals(self, value: i32) -> Self::Truth {
        self.is(self.number(value))
    }

    /// At most a number.
    fn at_most(self, value: i32) -> Self::Truth {
        self.le(self.number(value))
    }

    /// At least a number.
    fn at_least(self, value: i32) -> Self::Truth {
        self.ge(self.number(value))
    }

    /// Not further from zero than a number.
    fn within(self, value: i32) -> Self::Truth {
        self.at_most(value).and(|| self.at_least(-value))
    }

    /// The distance from zero.
    fn distance(self) -> Self {
        Self::pick(self.at_least(0), self, self.number(0) - self)
    }
}

impl Truth for bool {
    #[inline]
    fn settled(self) -> Option<bool> {
        Some(self)
    }

    #[inline]
    fn and(self, more: impl FnOnce() -> Self) -> Self {
        self && more()
    }
}

impl Term for i32 {
    type Truth = bool;

    #[inline]
    fn le(self, other: Self) -> bool {
        self <= other
    }

    /// Without the sum, which may be too large.
    #[inline]
    fn lt(self, other: Self) -> bool {
        self < other
    }

    #[inline]
    fn pick(condition: bool, then: Self, otherwise: Self) -> Self {
        if condition { then } else { otherwise }
    }

    fn half(self) -> Self {
        self.div_euclid(2)
    }
}
