//! Whether bounds on linear forms can hold together, over the rationals; if not, which of them
//! cannot, and with which multipliers they add up to nonsense.
//!
//! The simplex method of Dutertre and de Moura ("A fast linear-arithmetic solver for DPLL(T)",
//! CAV 2006): every form is a variable with a row that says what it is the sum of; bounds come and
//! go, rows and values stay, so that a question close to the last one costs few pivots. A row costs
//! as many numbers as there are integer variables. Nothing here is trusted: the kernel adds the
//! multiplied inequalities up again.

use std::collections::{BTreeMap, HashMap};

use crate::rational::Rational;

/// One inequality that is asked for: the form's number, the bound, and which side it is on.
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

#[derive(Debug, Clone, Copy, Default)]
struct Interval {
    low: Option<(i64, i32)>,
    high: Option<(i64, i32)>,
}

/// The forms, their rows and values.
#[derive(Debug, Clone, Default)]
pub struct Simplex {
    /// How many integer variables there are: the forms 0.. are these.
    variables: usize,
    places: HashMap<Vec<(u16, i64)>, usize>,
    /// For every form: its place among the rows, if it is basic, or among the columns.
    basic: Vec<Option<usize>>,
    column: Vec<usize>,
    /// The forms of rows and columns.
    row_form: Vec<usize>,
    column_form: Vec<usize>,
    rows: Vec<Vec<Rational>>,
    value: Vec<Rational>,
    intervals: Vec<Interval>,
    touched: Vec<usize>,
    /// Pivots so far.
    pub pivots: u64,
}

impl Simplex {
    /// For so many integer variables, with no forms but themselves.
    #[must_use]
    pub fn new(variables: usize) -> Simplex {
        let mut new = Simplex { variables, ..Simplex::default() };
        for variable in 0..variables {
            new.basic.push(None);
            new.column.push(variable);
            new.column_form.push(variable);
            new.value.push(Rational::ZERO);
            new.intervals.push(Interval::default());
        }
        new
    }

    /// The number of a form, which is new if need be.
    pub fn form(&mut self, parts: &[(u16, i64)]) -> usize {
        if let [(variable, 1)] = parts {
            return usize::from(*variable);
        }
        if let Some(&form) = self.places.get(parts) {
            return form;
        }
        let form = self.value.len();
        self.places.insert(parts.to_vec(), form);
        let mut row = vec![Rational::ZERO; self.variables];
        let mut value = Rational::ZERO;
        for &(variable, times) in parts {
            let times = Rational::from(times);
            let variable = usize::from(variable);
            value = value + times * self.value[variable];
            match self.basic[variable] {
                None => {
                    let place = &mut row[self.column[variable]];
                    *place = *place + times;
                }
                Some(other) => {
                    for (place, &part) in row.iter_mut().zip(&self.rows[other]) {
                        if !part.is_zero() {
                            *place = *place + times * part;
                        }
                    }
                }
            }
        }
        self.basic.push(Some(self.rows.len()));
        self.column.push(usize::MAX);
        self.rows.push(row);
        self.row_form.push(form);
        self.value.push(value);
        self.intervals.push(Interval::default());
        form
    }

    /// How many integer variables there are.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The value that a variable got in the last question that had an answer.
    #[must_use]
    pub fn value(&self, variable: usize) -> Rational {
        self.value[variable]
    }

    /// Asks whether the bounds can hold together.
    ///
    /// # Errors
    /// Gives the conflict if they cannot.
    pub fn ask(&mut self, bounds: &[Bound]) -> Result<(), Conflict> {
        for form in self.touched.drain(..) {
            self.intervals[form] = Interval::default();
        }
        for bound in bounds {
            let interval = &mut self.intervals[bound.form];
            if interval.low.is_none() && interval.high.is_none() {
                self.touched.push(bound.form);
            }
            let new = Some((bound.value, bound.name));
            if bound.at_most {
                if interval.high.is_none_or(|(old, _)| bound.value < old) {
                    interval.high = new;
                }
            } else if interval.low.is_none_or(|(old, _)| bound.value > old) {
                interval.low = new;
            }
            if let (Some((low, first)), Some((high, second))) = (interval.low, interval.high)
                && low > high
            {
                return Err(vec![(first, 1), (second, 1)]);
            }
        }
        for place in 0..self.column_form.len() {
            let form = self.column_form[place];
            if let Some((goal, _)) = self.violated(form) {
                self.shift(place, goal - self.value[form]);
            }
        }
        self.repair()
    }

    /// The bound that a form's value breaks, and whether it is too low.
    fn violated(&self, form: usize) -> Option<(Rational, bool)> {
        let Interval { low, high } = self.intervals[form];
        let value = self.value[form];
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

    /// Changes the value of a column's form, and those of the rows with it.
    fn shift(&mut self, place: usize, by: Rational) {
        let form = self.column_form[place];
        self.value[form] = self.value[form] + by;
        for (row, &form) in self.rows.iter().zip(&self.row_form) {
            if !row[place].is_zero() {
                self.value[form] = self.value[form] + row[place] * by;
            }
        }
    }

    fn repair(&mut self) -> Result<(), Conflict> {
        let mut rounds = 0_u32;
        loop {
            let wrong = (0..self.rows.len())
                .filter(|&row| self.violated(self.row_form[row]).is_some())
                .min_by_key(|&row| self.row_form[row]);
            let Some(row) = wrong else { return Ok(()) };
            let form = self.row_form[row];
            let (goal, low) = self.violated(form).expect("found above");
            // The form with the smallest number that can help (Bland's rule, so that this ends);
            // at first the one that least many rows know of.
            let helps = (0..self.column_form.len()).filter(|&place| {
                let part = self.rows[row][place];
                !part.is_zero() && self.can_move(self.column_form[place], part.is_positive() == low)
            });
            rounds += 1;
            let place = if rounds < 200 {
                helps.min_by_key(|&place| self.rows.iter().filter(|r| !r[place].is_zero()).count())
            } else {
                helps.min_by_key(|&place| self.column_form[place])
            };
            match place {
                Some(place) => self.pivot(row, place, goal),
                None => return Err(self.conflict(row, low)),
            }
        }
    }

    fn can_move(&self, form: usize, up: bool) -> bool {
        let Interval { low, high } = self.intervals[form];
        let value = self.value[form];
        if up {
            high.is_none_or(|(high, _)| value < Rational::from(high))
        } else {
            low.is_none_or(|(low, _)| value > Rational::from(low))
        }
    }

    /// Gives a row's form its value by moving a column's, and swaps the two.
    fn pivot(&mut self, row: usize, place: usize, goal: Rational) {
        self.pivots += 1;
        let leaves = self.row_form[row];
        let enters = self.column_form[place];
        let part = self.rows[row][place];
        let by = (goal - self.value[leaves]) / part;
        self.shift(place, by);
        // leaves = part * enters + rest, so enters = leaves / part - rest / part.
        let inverse = Rational::ONE / part;
        let mut new: Vec<Rational> =
            self.rows[row].iter().map(|&old| Rational::ZERO - old * inverse).collect();
        new[place] = inverse;
        let filled: Vec<usize> = (0..new.len()).filter(|&c| !new[c].is_zero()).collect();
        for other in 0..self.rows.len() {
            let times = self.rows[other][place];
            if other == row || times.is_zero() {
                continue;
            }
            let target = &mut self.rows[other];
            target[place] = Rational::ZERO;
            for &c in &filled {
                target[c] = target[c] + times * new[c];
            }
        }
        self.rows[row] = new;
        self.row_form[row] = enters;
        self.column_form[place] = leaves;
        self.basic[enters] = Some(row);
        self.basic[leaves] = None;
        self.column[leaves] = place;
        self.column[enters] = usize::MAX;
    }

    fn conflict(&self, row: usize, low: bool) -> Conflict {
        let form = self.row_form[row];
        let name = |form: usize, low: bool| {
            let interval = self.intervals[form];
            (if low { interval.low } else { interval.high }).expect("a bound that is in the way").1
        };
        let mut sum: BTreeMap<i32, Rational> = BTreeMap::new();
        sum.insert(name(form, low), Rational::ONE);
        for (&part, &other) in self.rows[row].iter().zip(&self.column_form) {
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
