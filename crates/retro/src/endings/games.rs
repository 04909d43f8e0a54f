//! Games to positions with few men, as a tree: each leads on from another by one move.
//!
//! Ways to thousands of positions share most of their moves, so they are kept once, some 60 bytes
//! each, and become the lines of a census at the end: one line from each fork to the next.

use std::collections::HashMap;

use zermelo_board::FastHash;
use zermelo_kernel::{Line, Move, Position};

use super::home::is_home;
use super::packed::Packed;

/// The number of a game in the tree.
pub(crate) type Node = u32;

/// One move more than another game, or a whole one from the initial array.
struct Grown {
    after: Option<Node>,
    made: Move,
    /// Where it ends, if that has few men and no rights.
    end: Option<Packed>,
}

/// The games known so far, by the positions in which they end.
pub(crate) struct Games<G> {
    /// Finds a game to men at home.
    search: G,
    tree: Vec<Grown>,
    /// The games that grow from the initial array, without their last moves.
    roots: HashMap<Node, Vec<Move>>,
    /// `None` where a search was in vain.
    packed: HashMap<Packed, Option<Node>, FastHash>,
    /// The same for positions that cannot be packed.
    others: HashMap<Position, Option<Node>>,
}

impl<G: FnMut(&Position) -> Option<Vec<Move>>> Games<G> {
    pub fn new(search: G) -> Games<G> {
        Games {
            search,
            tree: Vec::new(),
            roots: HashMap::new(),
            packed: HashMap::default(),
            others: HashMap::new(),
        }
    }

    /// The game to this position, found before or, for men at home, now.
    pub fn get(&mut self, position: &Position) -> Option<Node> {
        match Packed::of(position) {
            Some(packed) => self.get_packed(&packed),
            None => match self.others.get(position) {
                Some(&known) => known,
                None if is_home(position) => {
                    let game = self.search_home(position, None);
                    self.others.insert(position.clone(), game);
                    game
                }
                None => None,
            },
        }
    }

    /// The same for few men.
    pub fn get_packed(&mut self, packed: &Packed) -> Option<Node> {
        match self.packed.get(packed) {
            Some(&known) => known,
            None if packed.is_home() => {
                let home = packed.position();
                let game = home.and_then(|home| self.search_home(&home, Some(*packed)));
                self.packed.insert(*packed, game);
                game
            }
            None => None,
        }
    }

    /// Whether a search for this one was in vain.
    pub fn was_in_vain(&self, packed: &Packed) -> bool {
        self.packed.get(packed) == Some(&None)
    }

    /// Takes note that a search for this one was in vain.
    pub fn note_in_vain(&mut self, packed: &Packed) {
        self.packed.insert(*packed, None);
    }

    /// Where a game ends, if that has few men; and the game it has grown from.
    pub fn end(&self, game: Node) -> (Option<Packed>, Option<Node>) {
        let grown = &self.tree[game as usize];
        (grown.end, grown.after)
    }

    fn search_home(&mut self, home: &Position, end: Option<Packed>) -> Option<Node> {
        let mut moves = (self.search)(home)?;
        let made = moves.pop()?;
        let game = self.push(Grown { after: None, made, end });
        self.roots.insert(game, moves);
        Some(game)
    }

    fn push(&mut self, grown: Grown) -> Node {
        self.tree.push(grown);
        u32::try_from(self.tree.len() - 1).expect("fewer than four thousand million games")
    }

    /// Grows a game through these positions, the first of which is after it.
    pub fn grow<'a>(
        &mut self,
        game: Node,
        on: impl IntoIterator<Item = &'a Packed>,
    ) -> Option<Node> {
        let mut last = game;
        for packed in on {
            let before = self.tree[last as usize].end?;
            let made = before.move_to(packed)?;
            last = self.push(Grown { after: Some(last), made, end: Some(*packed) });
            self.packed.insert(*packed, Some(last));
        }
        Some(last)
    }

    /// The same through any positions: the game to the first of them is known.
    pub fn grow_slowly(&mut self, way: &[Position]) -> Option<Node> {
        let mut last = self.get(way.first()?)?;
        for (before, after) in way.iter().zip(&way[1..]) {
            let made = before.legal_moves().into_iter().find(|&m| before.play(m) == *after)?;
            let end = Packed::of(after);
            last = self.push(Grown { after: Some(last), made, end });
            match end {
                Some(packed) => self.packed.insert(packed, Some(last)),
                None => self.others.insert(after.clone(), Some(last)),
            };
        }
        Some(last)
    }

    /// Lines that end where these games do, and as few others as forks need.
    pub fn lines(&self, ends: &[Node]) -> Vec<Line> {
        const FORK: u8 = 2;
        // How many ways lead on, two for many; an end is a fork too.
        let mut ways = vec![0u8; self.tree.len()];
        for &end in ends {
            let mut here = end;
            let mut met = ways[here as usize] > 0;
            ways[here as usize] = FORK;
            while let Some(after) = self.tree[here as usize].after.filter(|_| !met) {
                let count = &mut ways[after as usize];
                met = *count > 0;
                *count = (*count + 1).min(FORK);
                here = after;
            }
        }
        let mut lines = Vec::new();
        let mut line_of: HashMap<Node, usize> = HashMap::new();
        for game in (0..self.tree.len() as Node).filter(|&game| ways[game as usize] == FORK) {
            let mut moves = Vec::new();
            let (mut here, mut after) = (game, None);
            loop {
                let grown = &self.tree[here as usize];
                moves.push(grown.made);
                match grown.after {
                    Some(before) => here = before,
                    None => {
                        moves.extend(self.roots[&here].iter().rev());
                        break;
                    }
                }
                if ways[here as usize] == FORK {
                    after = Some(line_of[&here]);
                    break;
                }
            }
            moves.reverse();
            line_of.insert(game, lines.len());
            lines.push(Line { after, moves });
        }
        lines
    }
}
