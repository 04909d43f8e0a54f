//! Whether bounds on linear forms can hold together, over the rationals; if not, which of them
//! cannot, and with which multipliers they add up to nonsense.
//!
//! The simplex method of Dutertre and de Moura ("A fast linear-arithmetic solver for DPLL(T)",
//! CAV 2006), with the rows left out: as many forms as there are variables are *columns*, which
//! keep within their bounds, and only what each variable is as a sum of columns is kept. What a
//! form is as a sum of columns is worked out when its bound is broken. So a form costs nothing
//! until it is bounded, and a pivot as much as there are variables, squared. Bounds are taken back in
//! the opposite order, and values stay: a question close to the last one costs few pivots.
//! Nothing here is trusted: the kernel adds the multiplied inequalities up again.

use std::collections::{BTreeMap, HashMap};

use crate::rational::Rational;

/// One inequality: the form's number, the bound, and which side it is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// The form.
    pub form: usize,
    /// The number.
    pub value: i64,
    /// Whether the form must be at most the number, or at least.
    pub at_most: bool,
    /// A name for it that conflicts give back.
    pub name: i32,
}

/// Names of bounds that cannot hold together, with positive multipliers that show it.
pub type Conflict = Vec<(i32, i64)>;

/// A bound and its name.
type Limit = Option<(i64, i32)>;

#[derive(Debug, Clone, Copy, Default)]
struct Interval {
    low: Limit,
    high: Limit,
}

impl Interval {
    fn is_free(&self) -> bool {
        self.low.is_none() && self.high.is_none()
    }
}

/// The forms and their bounds.
#[derive(Debug, Clone, Default)]
pub struct Simplex {
    forms: Vec<Vec<(u16, i64)>>,
    places: HashMap<Vec<(u16, i64)>, usize>,
    intervals: Vec<Interval>,
    /// Which column a form is, if it is one.
    column: Vec<Option<usize>>,
    /// The form of each column.
    columns: Vec<usize>,
    /// What each variable is as a sum of the columns.
    sums: Vec<Vec<Rational>>,
    /// What each variable is.
    values: Vec<Rational>,
    /// The forms that have bounds, in the order in which they got the first.
    bounded: Vec<usize>,
    /// What a form's bound was before: the form, and whether it was the upper one.
    undo: Vec<(usize, bool, Limit)>,
    /// Forms whose bounds are new, and may be broken.
    suspects: Vec<usize>,
    /// Whether any form's bound may be broken, as values have changed.
    all_suspect: bool,
    /// Pivots so far.
    pub pivots: u64,
}

/// After so many pivots for one question the form with the smallest number goes first, so that they
/// end (Bland's rule).
const PATIENCE: u32 = 100;

impl Simplex {
    /// For so many integer variables, with no forms but themselves.
    #[must_use]
    pub fn new(variables: usize) -> Simplex {
        let mut new = Simplex::default();
        for variable in 0..variables {
            new.form(&[(variable as u16, 1)]);
            new.column[variable] = Some(variable);
            new.columns.push(variable);
            new.values.push(Rational::ZERO);
            let mut sum = vec![Rational::ZERO; variables];
            sum[variable] = Rational::ONE;
            new.sums.push(sum);
        }
        new
    }

    /// The number of a form, which is new if need be. The variables are the first forms.
    pub fn form(&mut self, parts: &[(u16, i64)]) -> usize {
        if let Some(&form) = self.places.get(parts) {
            return form;
        }
        let form = self.forms.len();
        self.places.insert(parts.to_vec(), form);
        self.forms.push(parts.to_vec());
        self.intervals.push(Interval::default());
        self.column.push(None);
        form
    }

    /// How many integer variables there are.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.values.len()
    }

    /// The value that a form has now.
    #[must_use]
    pub fn value(&self, form: usize) -> Rational {
        let parts = self.forms[form].iter();
        parts.fold(Rational::ZERO, |sum, &(variable, times)| {
            sum + self.values[usize::from(variable)].times(times)
        })
    }

    /// How many bounds there are to take back.
    #[must_use]
    pub fn bounds(&self) -> usize {
        self.undo.len()
    }

    /// Takes all bounds back but the first so many.
    pub fn take_back(&mut self, bounds: usize) {
        while self.undo.len() > bounds {
            let Some((form, at_most, old)) = self.undo.pop() else { return };
            let interval = &mut self.intervals[form];
            *(if at_most { &mut interval.high } else { &mut interval.low }) = old;
            if interval.is_free() {
                self.bounded.pop();
            }
        }
    }

    /// One bound more.
    ///
    /// # Errors
    /// If another one on the same form contradicts it; it is not taken up then.
    pub fn bound(&mut self, Bound { form, value, at_most, name }: Bound) -> Result<(), Conflict> {
        let interval = &mut self.intervals[form];
        let Interval { low, high } = *interval;
        let (old, other) = if at_most { (high, low) } else { (low, high) };
        let beyond = |one: i64, other: i64| if at_most { one < other } else { one > other };
        if old.is_some_and(|(old, _)| !beyond(value, old)) {
            return Ok(());
        }
        if let Some((limit, other)) = other
            && beyond(value, limit)
        {
            return Err(vec![(other, 1), (name, 1)]);
        }
        if interval.is_free() {
            self.bounded.push(form);
        }
        *(if at_most { &mut interval.high } else { &mut interval.low }) = Some((value, name));
        self.undo.push((form, at_most, old));
        match self.column[form] {
            None => self.suspects.push(form),
            Some(column) => {
                if let Some((goal, _)) = self.broken(form) {
                    self.shift(column, goal - self.value(form));
                }
            }
        }
        Ok(())
    }

    /// The bound that a form's value breaks, and whether it is too low.
    fn broken(&self, form: usize) -> Option<(Rational, bool)> {
        let Interval { low, high } = self.intervals[form];
        let value = self.value(form);
        if let Some((low, _)) = low
            && value < Rational::from(low)
        {
            return Some((Rational::from(low), true));
        }
        if let Some((high, _)) = high
            && value > Rational::from(high)
        {
            return Some((Rational::from(high), false));
        }
        None
    }

    /// Changes the value of a column's form, and those of the variables with it.
    fn shift(&mut self, column: usize, by: Rational) {
        self.all_suspect = true;
        for (value, sum) in self.values.iter_mut().zip(&self.sums) {
            if !sum[column].is_zero() {
                *value = *value + sum[column] * by;
            }
        }
    }

    /// What a form is as a sum of the columns.
    fn row(&self, form: usize) -> Vec<Rational> {
        let mut row = vec![Rational::ZERO; self.columns.len()];
        for &(variable, times) in &self.forms[form] {
            for (place, part) in row.iter_mut().zip(&self.sums[usize::from(variable)]) {
                if !part.is_zero() {
                    *place = *place + part.times(times);
                }
            }
        }
        row
    }

    /// Gives the variables values for which all bounds hold.
    ///
    /// # Errors
    /// Gives the conflict if there are none.
    pub fn repair(&mut self) -> Result<(), Conflict> {
        let mut rounds = 0_u32;
        loop {
            let suspects = if self.all_suspect { &self.bounded } else { &self.suspects };
            let mut wrong = suspects
                .iter()
                .copied()
                .filter(|&form| self.column[form].is_none() && self.broken(form).is_some());
            let wrong = if rounds < PATIENCE { wrong.next() } else { wrong.min() };
            let Some(form) = wrong else {
                self.suspects.clear();
                self.all_suspect = false;
                return Ok(());
            };
            let Some((goal, low)) = self.broken(form) else { return Ok(()) };
            let row = self.row(form);
            let helps = (0..row.len()).filter(|&column| {
                !row[column].is_zero()
                    && self.can_move(self.columns[column], row[column].is_positive() == low)
            });
            rounds += 1;
            // A form without bounds is never in the way again.
            let free = |column: usize| !self.intervals[self.columns[column]].is_free();
            let enters = match rounds {
                ..PATIENCE => helps.min_by_key(|&column| (free(column), self.columns[column])),
                _ => helps.min_by_key(|&column| self.columns[column]),
            };
            match enters {
                Some(column) => self.pivot(form, &row, column, goal),
                None => {
                    self.all_suspect = true;
                    return Err(self.conflict(form, &row, low));
                }
            }
        }
    }

    fn can_move(&self, form: usize, up: bool) -> bool {
        let Interval { low, high } = self.intervals[form];
        let value = || self.value(form);
        if up {
            high.is_none_or(|(high, _)| value() < Rational::from(high))
        } else {
            low.is_none_or(|(low, _)| value() > Rational::from(low))
        }
    }

    /// Makes a form, given as a sum of columns, the column, with this value.
    fn pivot(&mut self, form: usize, row: &[Rational], column: usize, goal: Rational) {
        self.pivots += 1;
        let part = row[column];
        self.shift(column, (goal - self.value(form)) / part);
        // form = part * old + rest, so old = form / part - rest / part.
        let inverse = Rational::ONE / part;
        let filled: Vec<usize> =
            (0..row.len()).filter(|&place| place != column && !row[place].is_zero()).collect();
        for sum in &mut self.sums {
            let times = sum[column];
            if times.is_zero() {
                continue;
            }
            let times = times * inverse;
            sum[column] = times;
            for &place in &filled {
                sum[place] = sum[place] - times * row[place];
            }
        }
        self.column[self.columns[column]] = None;
        self.column[form] = Some(column);
        self.columns[column] = form;
    }

    fn conflict(&self, form: usize, row: &[Rational], low: bool) -> Conflict {
        let name = |form: usize, low: bool| {
            let interval = self.intervals[form];
            (if low { interval.low } else { interval.high }).expect("a bound that is in the way").1
        };
        let mut sum: BTreeMap<i32, Rational> = BTreeMap::new();
        sum.insert(name(form, low), Rational::ONE);
        for (&part, &other) in row.iter().zip(&self.columns) {
            if !part.is_zero() {
                let entry =
                    sum.entry(name(other, part.is_positive() != low)).or_insert(Rational::ZERO);
                *entry = *entry + part.absolute();
            }
        }
        let scale = sum.values().fold(1, |all, part| least_multiple(all, part.denominator()));
        sum.into_iter()
            .map(|(name, part)| (name, (part * Rational::from(scale)).numerator()))
            .collect()
    }
}

fn least_multiple(a: i64, b: i64) -> i64 {
    a / crate::rational::divisor(a, b) * b
}
