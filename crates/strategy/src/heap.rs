//! The variables by how often they took part in dead ends of late: a binary heap.

/// The open variables; some that have a value may still be in it.
#[derive(Default)]
pub(crate) struct Heap {
    weight: Vec<f64>,
    heap: Vec<u32>,
    /// Where each variable is in the heap.
    place: Vec<u32>,
    step: f64,
}

const OUT: u32 = u32::MAX;
/// How much less each dead end counts than the next one.
const DECAY: f64 = 0.95;

impl Heap {
    /// One variable more.
    pub(crate) fn add(&mut self) {
        if self.weight.is_empty() {
            self.step = 1.0;
        }
        self.weight.push(0.0);
        self.place.push(OUT);
        self.put_back(self.weight.len() - 1);
    }

    /// The variable took part.
    pub(crate) fn raise(&mut self, variable: usize) {
        self.weight[variable] += self.step;
        if self.place[variable] != OUT {
            self.up(self.place[variable] as usize);
        }
    }

    /// What was before counts a little less.
    pub(crate) fn forget_a_little(&mut self) {
        self.step /= DECAY;
        if self.step > 1e100 {
            self.weight.iter_mut().for_each(|weight| *weight *= 1e-100);
            self.step *= 1e-100;
        }
    }

    /// The variable is open again.
    pub(crate) fn put_back(&mut self, variable: usize) {
        if self.place[variable] == OUT {
            self.heap.push(variable as u32);
            self.place[variable] = self.heap.len() as u32 - 1;
            self.up(self.heap.len() - 1);
        }
    }

    /// Takes the variable with the greatest weight out.
    pub(crate) fn take(&mut self) -> Option<usize> {
        let first = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.place[first as usize] = OUT;
        if let Some(place) = self.heap.first_mut() {
            *place = last;
            self.place[last as usize] = 0;
            self.down(0);
        }
        Some(first as usize)
    }

    fn before(&self, one: u32, other: u32) -> bool {
        let weight = |variable: u32| self.weight[variable as usize];
        weight(one) > weight(other) || weight(one) == weight(other) && one < other
    }

    fn up(&mut self, mut at: usize) {
        while at > 0 {
            let above = (at - 1) / 2;
            if !self.before(self.heap[at], self.heap[above]) {
                return;
            }
            self.swap(at, above);
            at = above;
        }
    }

    fn down(&mut self, mut at: usize) {
        loop {
            let below = (2 * at + 1..2 * at + 3).filter(|&place| place < self.heap.len());
            let best = below.reduce(|one, other| {
                if self.before(self.heap[other], self.heap[one]) { other } else { one }
            });
            match best {
                Some(best) if self.before(self.heap[best], self.heap[at]) => {
                    self.swap(at, best);
                    at = best;
                }
                _ => return,
            }
        }
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.heap.swap(one, other);
        self.place[self.heap[one] as usize] = one as u32;
        self.place[self.heap[other] as usize] = other as u32;
    }
}
