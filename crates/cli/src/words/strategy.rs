//! Strategies: in words, in a position, in play, and walked.

use std::io;

use zermelo_kernel_strategy::{
    Board, Boards, Choice, Counterexample, Failure, Kind, Men, ProvedLemma, StrategyClaim,
    StrategyEnding,
};
use zermelo_strategy::proving::Model;

use super::{Page, duration, thousands};
use crate::strategy::{
    CONDITIONS, Failed, NOTIONS, Proved, Round, Shown, Told, Verified, board_text, men_text,
    move_text, picture, place_text, rounds, why,
};

/// How a game against a person ended.
pub enum Played {
    /// Black is mated.
    Mate,
    /// Black is stalemated.
    Stalemate,
    /// Black took the rook.
    RookTaken,
    /// The person left.
    Quit,
}

impl Page<'_> {
    /// The strategy, for a board or for all.
    pub fn strategy(&mut self, board: Option<&Board<i32>>) -> io::Result<()> {
        self.headline("King and rook against king: how White mates.")?;
        self.gap()?;
        self.say(0, "White plays the first kind of move in this list that is possible.")?;
        self.gap()?;
        for (number, kind) in (1..).zip(Kind::ALL) {
            let Told { name, text } = Told::of(kind);
            self.line(&format!("{number:>4}. {}", self.style.bold(name)))?;
            self.say(6, text)?;
        }
        self.gap()?;
        self.say(0, CONDITIONS)?;
        self.gap()?;
        for (name, text) in NOTIONS {
            self.say(2, &format!("{}: {text}.", self.style.bold(name)))?;
        }
        self.gap()?;
        let here = match board {
            Some(board) if board.width < 4 || board.height < 4 => format!(
                "On {} nothing is promised: the strategy is for boards of at least 4x4.",
                board_text(board)
            ),
            _ => "It is meant for every board with at least four files and four ranks.".to_string(),
        };
        self.say(0, &here)
    }

    /// The board with room and critical square.
    pub fn board(&mut self, board: &Board<i32>, men: Men<i32>) -> io::Result<()> {
        let rows = picture(board, men, true, self.style);
        if rows.is_empty() { self.line(&men_text(men)) } else { self.rows(rows) }
    }

    /// What is played in a position.
    pub fn shown(&mut self, shown: &Shown) -> io::Result<()> {
        let Shown { board, men, moves } = shown;
        self.board(board, *men)?;
        let signs = if self.style.colour { ("sand", "×") } else { ("o", "*") };
        let critical = place_text(men.critical_square());
        if men.rook.in_line(men.black) {
            self.figure("room", &format!("{}: the black king is not shut in", board.room(*men)))?;
        } else {
            self.figure("room", &format!("{} ({})", board.room(*men), signs.0))?;
        }
        self.figure("critical", &format!("{critical} ({})", signs.1))?;
        let Some((kind, all, one)) = moves else {
            self.gap()?;
            return self.headline("No kind of move fits: the strategy has no answer here.");
        };
        let Told { name, text } = Told::of(*kind);
        let fit: Vec<String> = all.iter().map(|&to| move_text(board, *men, to)).collect();
        self.figure("kind", &format!("{name}. {text}"))?;
        self.figure("moves", &format!("{} ({} in all)", fit.join(", "), fit.len()))?;
        self.gap()?;
        let played = move_text(board, *men, *one);
        self.headline(&format!("White plays {played}: {}.", why(board, *kind, *men, *one)))
    }

    /// Before a game.
    pub fn welcome(&mut self, board: &Board<i32>, start: Men<i32>) -> io::Result<()> {
        let (size, start_text) = (board_text(board), men_text(start));
        self.headline(&format!("You have the black king on {size}. White begins: {start_text}."))?;
        self.how_to_play()?;
        self.board(board, start)
    }

    /// What may be typed.
    pub fn how_to_play(&mut self) -> io::Result<()> {
        self.say(0, "Type the square your king goes to, or hint, undo, board, help, quit.")
    }

    /// White's move.
    pub fn white_plays(
        &mut self,
        board: &Board<i32>,
        number: usize,
        kind: Kind,
        from: Men<i32>,
        to: Men<i32>,
    ) -> io::Result<()> {
        let played = self.style.bold(&format!("{number}. {}", move_text(board, from, to)));
        let text = format!("{played}  {}: {}.", Told::of(kind).name, why(board, kind, from, to));
        self.line(&text)?;
        self.board(board, to)
    }

    /// Asks for Black's move.
    pub fn ask(&mut self) -> io::Result<()> {
        write!(self.out, "Black: ")?;
        self.out.flush()
    }

    /// Black's longest defence.
    pub fn hint(
        &mut self,
        board: &Board<i32>,
        men: Men<i32>,
        reply: Option<Men<i32>>,
        plies: Option<u32>,
    ) -> io::Result<()> {
        let Some(reply) = reply else { return self.line("There is nothing but the rook to take.") };
        let last = plies.map_or("and are not mated".to_string(), |plies| {
            format!("and are mated in {}", moves(plies.div_ceil(2)))
        });
        self.line(&format!("With {} you last longest, {last}.", move_text(board, men, reply)))
    }

    /// White is at a loss.
    pub fn no_move(&mut self) -> io::Result<()> {
        self.headline("No kind of move fits: the strategy has no answer. The game is yours.")
    }

    /// The end of a game.
    pub fn game_over(&mut self, how: Played, number: usize) -> io::Result<()> {
        if let Played::Quit = how {
            self.gap()?;
        }
        let number = moves(number as u32);
        self.headline(&match how {
            Played::Mate => format!("Mated in {number}."),
            Played::Stalemate => "Stalemate: a draw.".to_string(),
            Played::RookTaken => "You take the rook: a draw.".to_string(),
            Played::Quit => format!("Left after {number}."),
        })
    }

    /// A game in which Black defended as long as he could.
    pub fn watched(
        &mut self,
        board: &Board<i32>,
        start: Men<i32>,
        plies: u32,
        game: &[Round],
    ) -> io::Result<()> {
        self.board(board, start)?;
        let (number, start) = (moves(plies.div_ceil(2)), men_text(start));
        self.headline(&format!("From {start} mate in {number}, {plies} plies."))?;
        self.gap()?;
        self.game(game)
    }

    fn game(&mut self, game: &[Round]) -> io::Result<()> {
        for (number, Round { kind, white, black, .. }) in (1..).zip(game) {
            let black = black.as_deref().unwrap_or("");
            self.line(format!("{number:>5}. {white:<6} {black:<6} {kind}").trim_end())?;
        }
        Ok(())
    }

    /// A board that was walked.
    pub fn walked(&mut self, verified: &Verified) -> io::Result<()> {
        let Verified { strategy, choice, without, found, checked, game, time } = verified;
        let board = &strategy.board;
        let size = board_text(board);
        let left_out = match without.len() {
            0 => String::new(),
            _ => format!(" without {}", without.join(", ")),
        };
        self.headline(&match (found.positions, found.always_mate()) {
            (0, _) => format!("On {size} the three men have no position with White to move."),
            (_, true) => {
                format!("On {size} the strategy{left_out} mates from every position.")
            }
            _ => format!("On {size} the strategy{left_out} does not always mate."),
        })?;
        self.gap()?;
        self.figure("positions", &format!("{} with White to move", thousands(found.positions)))?;
        self.figure(
            "moves",
            match choice {
                Choice::Function => {
                    "the one that is played: the Squeeze that leaves the least room, \
                                 otherwise the first that fits"
                }
                Choice::Relation => "any that fits",
            },
        )?;
        if let Some(start) = found.start {
            let (plies, number) = (found.longest, moves(found.longest.div_ceil(2)));
            let start = men_text(start);
            self.figure("longest", &format!("{plies} plies, {number}, from {start}"))?;
        }
        self.properties(verified)?;
        self.figure("walked", &duration(*time))?;
        match checked {
            None => self.figure("checked", "no: the kernel was not asked")?,
            Some((_, time)) if found.counterexample.is_some() => {
                let text = format!("the kernel accepts the line below, {}", duration(*time));
                self.figure("checked", &text)?;
            }
            Some((number, time)) => {
                let of = if *number < found.positions { " (a sample)" } else { "" };
                let number = thousands(*number);
                let text = format!(
                    "the kernel accepts {number} positions{of} by the definition alone, {}",
                    duration(*time)
                );
                self.figure("checked", &text)?;
            }
        }
        self.gap()?;
        for kind in Kind::ALL {
            let (name, number) = (Told::of(kind).name, found.kinds[kind as usize]);
            self.line(&format!("  {name:<20}{:>12}", thousands(number)))?;
        }
        if let Some(example) = &found.counterexample {
            self.counterexample(verified, example)?;
        }
        if let Some(game) = game {
            self.gap()?;
            self.line("A longest game:")?;
            self.gap()?;
            self.game(game)?;
        }
        Ok(())
    }

    /// What holds and what does not.
    fn properties(&mut self, verified: &Verified) -> io::Result<()> {
        let found = &verified.found;
        let some =
            |number: u64, what: &str| (number > 0).then(|| format!("{} {what}", thousands(number)));
        let faults: Vec<String> = [
            some(found.rook_lost, "positions in which Black takes the rook"),
            some(found.stalemates, "stalemates"),
            some(found.helpless, "positions without a move"),
            some(found.unwon, "positions from which mate does not always follow"),
        ]
        .into_iter()
        .flatten()
        .collect();
        if faults.is_empty() {
            let text = "every move is legal, no move loses the rook or stalemates, there is always \
                        a move, and always mate";
            return self.figure("shown", text);
        }
        for (number, fault) in faults.iter().enumerate() {
            self.figure(if number == 0 { "wrong" } else { "" }, fault)?;
        }
        Ok(())
    }

    fn counterexample(&mut self, verified: &Verified, example: &Counterexample) -> io::Result<()> {
        let strategy = &verified.strategy;
        self.gap()?;
        self.line(&format!("A position in which it goes wrong, {}:", men_text(example.start)))?;
        self.board(&strategy.board, example.start)?;
        let line = rounds(strategy, example);
        self.game(&line)?;
        let end = match example.end {
            Failure::NoMove => "No kind of move fits.",
            Failure::RookTaken(..) => "Black takes the rook.",
            Failure::Stalemate(..) => "Black is stalemated.",
            Failure::Repetition => "The first position is there again: this can go on for ever.",
        };
        self.say(2, end)
    }
}

/// A number of moves by White.
fn moves(number: u32) -> String {
    super::counted(number as usize, "move")
}

impl Page<'_> {
    /// A theorem that the kernel has accepted, and what is trusted.
    pub fn proved(&mut self, proved: &Proved) -> io::Result<()> {
        let Proved { claim, lemmas, bytes, found, checked } = proved;
        let StrategyClaim { ending, boards } = claim;
        let men = match ending {
            StrategyEnding::Krk => "king and rook",
            StrategyEnding::Kqk => "king and queen",
        };
        let on = match boards {
            Boards::All => "every board with at least four files and four ranks".to_string(),
            Boards::One(width, height) => format!("{width}x{height}"),
        };
        self.headline(&format!(
            "On {on}, White, to move with {men} against king, mates by the strategy, whatever \
             Black plays."
        ))?;
        self.gap()?;
        let steps: u64 = lemmas.iter().map(|lemma| lemma.checked.steps).sum();
        let sums: u64 = lemmas.iter().map(|lemma| lemma.checked.lemmas).sum();
        self.figure("lemmas", &format!("{}, no symmetry assumed", lemmas.len()))?;
        let origin = match found {
            Some(time) => format!("found in {}", duration(*time)),
            None => "kept with the program (--regenerate finds it anew)".to_string(),
        };
        self.figure("proof", &format!("{} bytes, {origin}", thousands(*bytes as u64)))?;
        let sums = match sums {
            0 => String::new(),
            _ => format!(", {} sums of inequalities", thousands(sums)),
        };
        self.figure(
            "checked",
            &format!(
                "the kernel accepts every lemma: {} steps{sums}; {}",
                thousands(steps),
                duration(*checked)
            ),
        )?;
        self.gap()?;
        for lemma in lemmas {
            let ProvedLemma { name, says, checked, .. } = lemma;
            let steps = thousands(checked.steps);
            self.line(&format!("  {} ({steps} steps)", self.style.bold(name)))?;
            self.say(4, says)?;
        }
        self.gap()?;
        self.questions(*ending, *boards)
    }

    /// The four questions of Janičić, Marić and Maliković, section 1.
    fn questions(&mut self, ending: StrategyEnding, boards: Boards) -> io::Result<()> {
        let arithmetic = match boards {
            Boards::All => {
                "with the board's sides as variables; multiplied inequalities add up to \
                            a contradiction, and clauses follow from clauses"
            }
            Boards::One(..) => "on bits, for this board; clauses follow from clauses",
        };
        let measure = match ending {
            StrategyEnding::Krk => {
                "RookHome and RookSafe are played in the first three moves only (4.4, and the \
                 kernel tries all orders of kinds); then every three moves lower the room, or keep \
                 it and lower the white king's way to the critical square (4.5), so at last the \
                 room is 3 or less and within three moves ReadyToMate is possible (4.6), which \
                 mates (4.3)"
            }
            StrategyEnding::Kqk => {
                "after the first moves the game is on track, every few moves lower the rectangle, \
                 its width, or the white king's way, and at last Mate is possible (the kernel \
                 tries all orders of kinds)"
            }
        };
        self.say(0, &self.style.bold("What is really proved?"))?;
        self.say(
            2,
            &format!(
                "Every lemma above, about the definition that is also played and walked. From them \
                 the theorem: a move is always there, it never loses the piece or stalemates; \
                 {measure}. Only the principle of induction is left to the reader."
            ),
        )?;
        self.say(0, &self.style.bold("Is it a mathematical proof?"))?;
        self.say(
            2,
            &format!(
                "Yes, step by step: each lemma's denial is a formula of linear integer arithmetic, \
                 {arithmetic}, until nothing is left."
            ),
        )?;
        self.say(0, &self.style.bold("How reliable is it?"))?;
        self.say(
            2,
            "Trusted are the definition (the rules of this ending and the strategy), the words \
             above, and the kernel that builds the formulas and checks the steps. On 8x8 the rules \
             are compared with those of chess in every position. No solver is trusted.",
        )?;
        self.say(0, &self.style.bold("How much was done by hand?"))?;
        self.say(
            2,
            "The definition, the candidates and the lemmas were written by hand; every proof was \
             found by machine.",
        )
    }

    /// The lemmas that do not hold.
    pub fn not_proved(
        &mut self,
        claim: StrategyClaim,
        without: &[String],
        failed: &[Failed],
        all: usize,
    ) -> io::Result<()> {
        let without = match without {
            [] => String::new(),
            names => format!(" without {}", names.join(", ")),
        };
        if failed.is_empty() {
            return self.headline(&format!(
                "All {all} lemmas hold{without}: the strategy mates there too."
            ));
        }
        self.headline(&format!(
            "The strategy{without} is not proved: {} of {all} lemmas fail.",
            failed.len()
        ))?;
        for failed in failed {
            self.gap()?;
            self.line(&self.style.bold(&failed.name))?;
            self.say(2, &failed.says)?;
            let Model { width, height, .. } = failed.model;
            self.say(2, &format!("It fails on {width}x{height}; the kernel agrees:"))?;
            for position in failed.positions(claim.ending) {
                self.say(4, &position)?;
            }
        }
        self.gap()?;
        self.say(
            0,
            "Each line is a position after a move, the first with the side to move that the lemma \
             speaks of. 'verify' shows whether mate is missed, with a whole line of play.",
        )
    }
}
