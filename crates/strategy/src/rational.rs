//! Small exact fractions, for the simplex method. A number that leaves 64 bits is a panic, which
//! has not been seen: the forms of strategies have small coefficients.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};

/// A fraction in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rational {
    numerator: i64,
    denominator: i64,
}

/// The greatest common divisor.
#[must_use]
pub fn divisor(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).expect("a small number")
}

impl Rational {
    /// Nothing.
    pub const ZERO: Rational = Rational { numerator: 0, denominator: 1 };
    /// One.
    pub const ONE: Rational = Rational { numerator: 1, denominator: 1 };

    fn new(numerator: i128, denominator: i128) -> Rational {
        let (mut a, mut b) = (numerator.unsigned_abs(), denominator.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let by = i128::try_from(a).expect("a small number").max(1) * denominator.signum();
        let small = |n: i128| i64::try_from(n / by).expect("a small number");
        Rational { numerator: small(numerator), denominator: small(denominator) }
    }

    /// What stands above the line.
    #[must_use]
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// What stands below the line, positive.
    #[must_use]
    pub fn denominator(self) -> i64 {
        self.denominator
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// Whether it is above zero.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.numerator > 0
    }

    /// Its distance from zero.
    #[must_use]
    pub fn absolute(self) -> Rational {
        Rational { numerator: self.numerator.abs(), ..self }
    }

    /// So many times as much.
    #[must_use]
    pub fn times(self, times: i64) -> Rational {
        match times {
            1 => self,
            -1 => Rational { numerator: -self.numerator, ..self },
            _ => self * Rational::from(times),
        }
    }

    /// The next integer below.
    #[must_use]
    pub fn floor(self) -> i64 {
        self.numerator.div_euclid(self.denominator)
    }
}

impl From<i64> for Rational {
    fn from(numerator: i64) -> Rational {
        Rational { numerator, denominator: 1 }
    }
}

impl Add for Rational {
    type Output = Rational;

    fn add(self, other: Rational) -> Rational {
        if self.denominator == 1 && other.denominator == 1 {
            let sum = self.numerator.checked_add(other.numerator).expect("a small number");
            return Rational::from(sum);
        }
        let (a, b) = (i128::from(self.denominator), i128::from(other.denominator));
        Rational::new(i128::from(self.numerator) * b + i128::from(other.numerator) * a, a * b)
    }
}

impl Sub for Rational {
    type Output = Rational;

    fn sub(self, other: Rational) -> Rational {
        self + Rational { numerator: -other.numerator, ..other }
    }
}

impl Mul for Rational {
    type Output = Rational;

    fn mul(self, other: Rational) -> Rational {
        if self.denominator == 1 && other.denominator == 1 {
            let product = self.numerator.checked_mul(other.numerator).expect("a small number");
            return Rational::from(product);
        }
        Rational::new(
            i128::from(self.numerator) * i128::from(other.numerator),
            i128::from(self.denominator) * i128::from(other.denominator),
        )
    }
}

impl Div for Rational {
    type Output = Rational;

    fn div(self, other: Rational) -> Rational {
        Rational::new(
            i128::from(self.numerator) * i128::from(other.denominator),
            i128::from(self.denominator) * i128::from(other.numerator),
        )
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        left.cmp(&(i128::from(other.numerator) * i128::from(self.denominator)))
    }
}
