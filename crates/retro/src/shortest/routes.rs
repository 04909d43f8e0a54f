//! The least moves that a man with a known fate still has to make, from every square.
//!
//! A man of a plan has a goal: the square where it stands in the end, or where it is taken. On its way it may have
//! to take certain men on certain squares, in any order; a pawn may promote, king and rook may
//! castle. What is left to do is a *stage*: the takes that are done, the form that the man has, and, for
//! pawns in plans that leave captures open, how many of those there still are. A [`Table`] gives the moves for every stage and square,
//! past squares that are closed for good. One field costs about a microsecond.

use zermelo_board::{Color, Role, Square, ahead, attacks, squares};

/// No way.
pub(super) const FAR: u8 = 99;

/// What becomes of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// It stands there in the end, as this.
    Stands(Square, Role),
    /// It is taken there, by this man; `passing` if en passant.
    Falls { square: Square, by: u8, passing: bool },
    /// It is taken somewhere.
    Lost,
}

/// A capture that a man has to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Take {
    /// Where the captor arrives.
    pub to: Square,
    /// Who is taken.
    pub victim: u8,
}

/// A man of the array with its fate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Man {
    pub color: Color,
    /// What it is at first.
    pub role: Role,
    pub start: Square,
    pub end: End,
    pub takes: Vec<Take>,
    /// Where it stands after castling, if it castles.
    pub castles: Option<Square>,
    /// Captures that the plan leaves open; counted for pawns only.
    pub open: u8,
}

/// What a man has behind it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Stage {
    /// One bit for each of its takes.
    pub taken: u8,
    /// Which of its forms it has.
    pub form: u8,
}

/// The roles that a man may have one after the other; the first one is what it is at first.
#[derive(Clone, Copy)]
pub(super) struct Forms([Role; 5], u8);

impl Forms {
    pub fn get(&self) -> &[Role] {
        &self.0[..self.1.into()]
    }

    /// The form after promotion to this role.
    pub fn promoted(&self, role: Role) -> Option<u8> {
        let found = self.get().iter().skip(1).position(|&r| r == role)?;
        Some(found as u8 + 1)
    }
}

/// Ranks as a side's pawns count them, from 0.
pub(super) fn rank(c: Color, s: Square) -> u32 {
    let rank = u32::from(s.number() >> 3);
    if c == Color::White { rank } else { 7 - rank }
}

impl Man {
    pub fn forms(&self) -> Forms {
        let [p, n, b, r, q] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        match (self.role, self.end) {
            (Role::Pawn, End::Stands(_, Role::Pawn) | End::Falls { passing: true, .. }) => {
                Forms([p; 5], 1)
            }
            (Role::Pawn, End::Stands(_, role)) => Forms([p, role, p, p, p], 2),
            (Role::Pawn, _) => Forms([p, n, b, r, q], 5),
            (role, _) if self.castles.is_some() => Forms([role; 5], 2),
            (role, _) => Forms([role; 5], 1),
        }
    }

    /// The bits of all its takes.
    pub fn all_taken(&self) -> u8 {
        ((1u16 << self.takes.len()) - 1) as u8
    }

    /// Numbers of open captures that tables tell apart, less one.
    fn most_open(&self) -> usize {
        if self.role == Role::Pawn { self.open.min(6).into() } else { 0 }
    }

    /// The field of a stage with so many open captures left.
    pub fn layer(&self, forms: &Forms, stage: Stage, open: u8) -> usize {
        let open = if stage.form == 0 { usize::from(open).min(self.most_open()) } else { 0 };
        (usize::from(stage.taken) * (self.most_open() + 1) + open) * forms.get().len()
            + usize::from(stage.form)
    }

    /// How many stages there are.
    pub fn layers(&self) -> usize {
        (usize::from(self.all_taken()) + 1) * (self.most_open() + 1) * self.forms().get().len()
    }

    /// What it has to go in each stage from each square, if nobody may stand on or cross `closed`.
    pub fn table(&self, closed: u64) -> Table {
        let forms = self.forms();
        let mut table = Table { fields: vec![[FAR; 64]; self.layers()] };
        for taken in (0..=self.all_taken()).rev() {
            for form in (0..forms.get().len() as u8).rev() {
                let stage = Stage { taken, form };
                if self.castles.is_some() && form == 0 {
                    self.before_castling(&mut table, &forms, stage);
                } else if forms.get()[usize::from(form)] == Role::Pawn {
                    for open in 0..=self.most_open() as u8 {
                        self.pawn(&mut table, &forms, stage, open, closed);
                    }
                } else {
                    self.officer(&mut table, &forms, stage, closed);
                }
            }
        }
        table
    }

    /// Where the man may be done, all takes made.
    fn ends(&self, role: Role) -> u64 {
        match self.end {
            End::Stands(square, wanted) if wanted == role => square.bit(),
            End::Falls { square, .. } => square.bit(),
            End::Lost => !0,
            End::Stands(..) => 0,
        }
    }

    fn before_castling(&self, table: &mut Table, forms: &Forms, stage: Stage) {
        let Some(to) = self.castles else { return };
        let after = self.layer(forms, Stage { form: 1, ..stage }, 0);
        let moves = table.fields[after][to.index()];
        let layer = self.layer(forms, stage, 0);
        // The rook comes along for nothing.
        let own = u8::from(self.role == Role::King);
        table.fields[layer][self.start.index()] = moves.saturating_add(own).min(FAR);
    }

    fn officer(&self, table: &mut Table, forms: &Forms, stage: Stage, closed: u64) {
        let role = forms.get()[usize::from(stage.form)];
        let mut edges = [0u64; FAR as usize + 1];
        if stage.taken == self.all_taken() {
            edges[0] = self.ends(role);
        }
        for (index, take) in self.open_takes(stage) {
            let next = Stage { taken: stage.taken | 1 << index, ..stage };
            let moves = table.fields[self.layer(forms, next, 0)][take.to.index()];
            if moves < FAR {
                edges[usize::from(moves) + 1] |= attacks::piece(role, take.to, closed);
            }
        }
        let field = &mut table.fields[self.layer(forms, stage, 0)];
        let mut seen = 0;
        for moves in 0..usize::from(FAR) {
            let edge = edges[moves] & !seen;
            if edge == 0 {
                continue;
            }
            seen |= edge;
            let mut next = 0;
            for s in squares(edge) {
                field[s.index()] = moves as u8;
                // From a closed square one may go away, but nobody comes there.
                if closed & s.bit() == 0 {
                    next |= attacks::piece(role, s, closed);
                }
            }
            edges[moves + 1] |= next;
        }
    }

    fn pawn(&self, table: &mut Table, forms: &Forms, stage: Stage, open: u8, closed: u64) {
        let c = self.color;
        let layer = self.layer(forms, stage, open);
        if let End::Falls { square, passing: true, .. } = self.end {
            table.fields[layer][self.start.index()] = 1;
            table.fields[layer][square.index()] = 0;
            return;
        }
        let done = if stage.taken == self.all_taken() { self.ends(Role::Pawn) } else { 0 };
        for ranks in (1..7u8).rev() {
            let row = if c == Color::White { ranks } else { 7 - ranks };
            for s in (0..8).map(|file| Square::wrapping(row * 8 + file)) {
                let mut best = if done & s.bit() != 0 { 0 } else { FAR };
                let mut step = |table: &Table, stage: Stage, open: u8, to: Square| {
                    best = best.min(self.arrive(table, forms, stage, open, to).saturating_add(1));
                };
                let one = ahead(c, s);
                if closed & one.bit() == 0 {
                    step(table, stage, open, one);
                    let two = ahead(c, one);
                    if ranks == 1 && closed & two.bit() == 0 {
                        step(table, stage, open, two);
                    }
                }
                let aside = attacks::pawn(c, s);
                for (index, take) in self.open_takes(stage) {
                    if aside & take.to.bit() != 0 {
                        let next = Stage { taken: stage.taken | 1 << index, ..stage };
                        step(table, next, open, take.to);
                    }
                }
                if open > 0 {
                    for to in squares(aside & !closed) {
                        step(table, stage, open - 1, to);
                    }
                }
                table.fields[layer][s.index()] = best.min(FAR);
            }
        }
    }

    /// What is left for a pawn that arrives here, perhaps to promote.
    fn arrive(&self, table: &Table, forms: &Forms, stage: Stage, open: u8, to: Square) -> u8 {
        if rank(self.color, to) < 7 {
            return table.fields[self.layer(forms, stage, open)][to.index()];
        }
        let promoted = (1..forms.get().len() as u8)
            .map(|form| table.fields[self.layer(forms, Stage { form, ..stage }, open)][to.index()]);
        promoted.min().unwrap_or(FAR)
    }

    /// The takes that are still to be made.
    pub fn open_takes(&self, stage: Stage) -> impl Iterator<Item = (usize, &Take)> {
        let open = move |index: usize| stage.taken & 1 << index == 0;
        self.takes.iter().enumerate().filter(move |(index, _)| open(*index))
    }

    /// Goes everywhere where the man may come with no more than so many moves in all, by a table with
    /// the same closed squares. Each step is shown.
    pub fn walk(&self, table: &Table, closed: u64, most: u8, mut show: impl FnMut(Square, Square)) {
        let forms = self.forms();
        let mut best = vec![[FAR; 64]; table.fields.len()];
        let mut todo = vec![(Stage::default(), self.open, self.start, 0u8)];
        show(self.start, self.start);
        while let Some((stage, open, s, made)) = todo.pop() {
            let layer = self.layer(&forms, stage, open);
            if made >= best[layer][s.index()] {
                continue;
            }
            best[layer][s.index()] = made;
            // A rook that castles has not moved.
            let castles = self.castles.is_some() && stage.form == 0 && self.role == Role::Rook;
            let made = made + u8::from(!castles);
            self.steps(&forms, stage, open, s, closed, |stage, open, to| {
                let layer = self.layer(&forms, stage, open);
                if made + table.moves(layer, to) <= most {
                    show(s, to);
                    todo.push((stage, open, to, made));
                }
            });
        }
    }

    /// All squares on which it may stop or which it may cross with no more than so many moves.
    pub fn region(&self, table: &Table, closed: u64, most: u8) -> u64 {
        let mut region = 0;
        self.walk(table, closed, most, |from, to| region |= to.bit() | attacks::between(from, to));
        region
    }

    /// Every step that the man may make alone on the board: the stage, the open captures and the
    /// square after it.
    pub fn steps(
        &self,
        forms: &Forms,
        stage: Stage,
        open: u8,
        s: Square,
        closed: u64,
        mut go: impl FnMut(Stage, u8, Square),
    ) {
        let role = forms.get()[usize::from(stage.form)];
        if self.castles.is_some() && stage.form == 0 {
            if let (Some(to), true) = (self.castles, s == self.start) {
                go(Stage { form: 1, ..stage }, open, to);
            }
            return;
        }
        if role != Role::Pawn {
            let reach = attacks::piece(role, s, closed);
            squares(reach & !closed).for_each(|to| go(stage, open, to));
            for (index, take) in self.open_takes(stage) {
                if reach & take.to.bit() != 0 {
                    go(Stage { taken: stage.taken | 1 << index, ..stage }, open, take.to);
                }
            }
            return;
        }
        let c = self.color;
        let mut arrive = |stage: Stage, open: u8, to: Square| {
            if rank(c, to) < 7 {
                return go(stage, open, to);
            }
            (1..forms.get().len() as u8).for_each(|form| go(Stage { form, ..stage }, open, to));
        };
        if rank(c, s) == 7 {
            return;
        }
        let one = ahead(c, s);
        if closed & one.bit() == 0 {
            arrive(stage, open, one);
            if rank(c, s) == 1 && closed & ahead(c, one).bit() == 0 {
                arrive(stage, open, ahead(c, one));
            }
        }
        let aside = attacks::pawn(c, s);
        for (index, take) in self.open_takes(stage) {
            if aside & take.to.bit() != 0 {
                arrive(Stage { taken: stage.taken | 1 << index, ..stage }, open, take.to);
            }
        }
        if open > 0 {
            squares(aside & !closed).for_each(|to| arrive(stage, open - 1, to));
        }
    }
}

/// Moves to go, by layer and square.
pub(super) struct Table {
    fields: Vec<[u8; 64]>,
}

impl Table {
    #[inline]
    pub fn moves(&self, layer: usize, s: Square) -> u8 {
        self.fields[layer][s.index()]
    }
}
