//! How the lemmas about king and two rooks make the theorem.
//!
//! What is known of a position with White to move tells which kinds of move may be played there and,
//! by the lemmas, what is known after the reply. These steps make a small graph, and a game without
//! end goes through some of them again and again. Each step lowers or keeps, or may raise, each part
//! of the measure: lines before the wall, the king's way up behind it, rooks that are not at an end,
//! and how near the rooks are to their king before there is a wall. Every circle of the graph must
//! lower the first part that not all of its steps keep. So every game ends; and it ends in mate, as some
//! kind of move is always possible, no rook is ever lost and Black never stalemated.

use crate::krr::Kind;
use crate::krr_lemmas::up_to;

use Kind::{Advance, Aside, Away, Follow, Join, KingUp, Mate, Spread};

/// What is known of a position with White to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    /// There is no wall, or nobody says so, and one of the kinds up to this one is possible.
    UpTo(Kind),
    /// The rooks are a wall.
    Wall,
    /// They are a wall, and Mate or Advance is possible.
    Breaks,
    /// A rook has advanced.
    Advanced,
}

use Known::{Advanced, Breaks, UpTo, Wall};

/// What a move and its reply do to the parts of the measure, in the order in which they count: the
/// lines before the wall, the king's way, the rooks that are not at an end, and how near the rooks are.
type Change = [Part; 4];

/// What becomes of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Falls,
    Stays,
    MayRise,
}

use Part::{Falls, MayRise, Stays};

const ANY: Change = [MayRise; 4];

/// A step of the graph: from, by which kind, to, what the measure does.
type Step = (Known, Kind, Known, Change);

fn all() -> Vec<Known> {
    let up_to = Kind::ALL.into_iter().filter(|&kind| kind >= Follow).map(UpTo);
    up_to.chain([Wall, Breaks, Advanced]).collect()
}

impl Known {
    /// The kinds that may be played, and the lemmas that say that one of them can be.
    fn kinds(self) -> (Vec<Kind>, Vec<String>) {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        match self {
            UpTo(Kind::AnyRook) => (Kind::ALL.into(), names(&["a move is always there"])),
            // That one is possible is said by the lemma about the move before.
            UpTo(last) => (Kind::ALL.into_iter().filter(|&kind| kind <= last).collect(), vec![]),
            Wall => (
                vec![Mate, Advance, Aside, KingUp, Spread],
                names(&[
                    "with a wall a move is there",
                    "a wall is posted",
                    "with a wall nobody follows",
                ]),
            ),
            Breaks => (vec![Mate, Advance], vec![]),
            Advanced => {
                (vec![Follow], names(&["the other rook follows", "nothing else is played then"]))
            }
        }
    }

    /// What is known after a move of the kind and a reply, what the measure does, and the lemmas that
    /// say so.
    fn after(self, kind: Kind) -> (Option<Known>, Change, Vec<String>) {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        match kind {
            Mate => (None, ANY, names(&["Mate mates"])),
            // Mate and Advance are played with a wall only, the others behind it too.
            Advance => (
                Some(Advanced),
                [Falls, MayRise, MayRise, MayRise],
                names(&["Advance gains a line"]),
            ),
            Follow if self == Advanced => {
                (Some(Wall), [Stays, MayRise, MayRise, MayRise], names(&["Follow keeps the line"]))
            }
            Follow | Join => (Some(Wall), ANY, vec![format!("after {kind:?} a wall")]),
            Aside | KingUp | Spread => {
                let mut by =
                    vec![format!("{kind:?} keeps the wall"), format!("{kind:?} needs a wall")];
                let (next, change, more) = match kind {
                    Aside => {
                        (Breaks, [Stays, Stays, MayRise, MayRise], "after Aside a rook advances")
                    }
                    KingUp => (Wall, [Stays, Falls, MayRise, MayRise], "KingUp comes nearer"),
                    _ => (Wall, [Stays, Stays, Falls, MayRise], "Spread reaches the ends"),
                };
                by.extend([more.to_string(), "the measure is a number".to_string()]);
                // The position had a wall, whether that was known or not; but then nothing was known
                // of its measure.
                let change = if self == Wall { change } else { ANY };
                (Some(next), change, by)
            }
            Away => {
                let by = names(&["after Away", "Away goes further", "further is a number"]);
                (Some(UpTo(up_to(Away))), [Stays, Stays, Stays, Falls], by)
            }
            _ => (Some(UpTo(up_to(kind))), ANY, vec![format!("after {kind:?}")]),
        }
    }
}

fn graph() -> Vec<Step> {
    let mut steps = Vec::new();
    for from in all() {
        for kind in from.kinds().0 {
            let (next, change, _) = from.after(kind);
            steps.extend(next.map(|to| (from, kind, to, change)));
        }
    }
    steps
}

/// Whether some of the steps lead from one to the other.
fn leads(steps: &[Step], from: Known, to: Known) -> bool {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        for &(_, _, next, _) in steps.iter().filter(|step| step.0 == at) {
            if !reached.contains(&next) {
                reached.push(next);
            }
        }
        next += 1;
    }
    reached.contains(&to)
}

/// Checks that every circle of the graph lowers the measure. Part by part: no step of a circle raises
/// the part; those that lower it come only so often and are left out for the parts that count less.
fn check(steps: &[Step]) -> Result<(), String> {
    let mut left = steps.to_vec();
    for part in 0..4 {
        let circles = left.clone();
        for &(from, kind, to, change) in &circles {
            if change[part] == MayRise && leads(&circles, to, from) {
                return Err(format!(
                    "part {part} may rise by {kind:?} from {from:?} to {to:?} and back"
                ));
            }
        }
        left.retain(|step| step.3[part] != Falls);
    }
    match left.iter().find(|step| leads(&left, step.2, step.0)) {
        Some((from, kind, ..)) => Err(format!("{kind:?} from {from:?} may come again and again")),
        None => Ok(()),
    }
}

/// Checks that the lemmas make the theorem.
pub(crate) fn krr_order() -> Result<(), String> {
    check(&graph())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::krr_lemmas::krr_lemmas;

    #[test]
    fn the_measure_falls_in_every_circle() {
        assert_eq!(krr_order(), Ok(()));
        let steps = graph();
        assert!(leads(&steps, UpTo(Kind::AnyRook), Wall));
        assert!(!leads(&steps, Wall, UpTo(Join)) && !leads(&steps, Advanced, UpTo(Kind::Cross)));
    }

    /// What may follow what, step by step, and why.
    #[test]
    fn graph_signature() {
        let sign = |part: &Part| match part {
            Falls => '-',
            Stays => '=',
            MayRise => '+',
        };
        let steps = |from| -> Vec<String> {
            let steps = graph().into_iter().filter(|step| step.0 == from);
            let text = |(_, kind, to, change): Step| {
                format!("{kind:?} {to:?} {}", change.iter().map(sign).collect::<String>())
            };
            steps.map(text).collect()
        };
        let first = [
            "Advance Advanced -+++",
            "Follow Wall ++++",
            "Aside Breaks ++++",
            "KingUp Wall ++++",
            "Spread Wall ++++",
            "Join Wall ++++",
            "Prepare UpTo(Join) ++++",
            "Cross UpTo(Prepare) ++++",
            "Beside UpTo(Prepare) ++++",
            "InLine UpTo(Beside) ++++",
            "Quiet UpTo(InLine) ++++",
            "Away UpTo(KingStep) ===-",
            "KingStep UpTo(InLine) ++++",
            "AnyRook UpTo(Quiet) ++++",
        ];
        assert_eq!(all().len(), 16);
        for last in Kind::ALL.into_iter().skip(Follow as usize) {
            assert_eq!(steps(UpTo(last)), first[..last as usize]);
            let by = ["a move is always there"].iter().filter(|_| last == Kind::AnyRook);
            assert!(UpTo(last).kinds().1.iter().eq(by));
        }
        let wall =
            ["Advance Advanced -+++", "Aside Breaks ==++", "KingUp Wall =-++", "Spread Wall ==-+"];
        assert_eq!(steps(Wall), wall);
        let by = ["with a wall a move is there", "a wall is posted", "with a wall nobody follows"];
        assert_eq!(Wall.kinds().1, by);
        assert_eq!(steps(Breaks), ["Advance Advanced -+++"]);
        assert_eq!(steps(Advanced), ["Follow Wall =+++"]);
        let by = ["the other rook follows", "nothing else is played then"];
        assert_eq!(Advanced.kinds().1, by);
        let by = |kind: Kind, lemmas: &[&str]| assert_eq!(Wall.after(kind).2, lemmas, "{kind:?}");
        by(Mate, &["Mate mates"]);
        by(Advance, &["Advance gains a line"]);
        by(Follow, &["after Follow a wall"]);
        by(Join, &["after Join a wall"]);
        let number = "the measure is a number";
        let aside = ["Aside keeps the wall", "Aside needs a wall", "after Aside a rook advances"];
        by(Aside, &[&aside[..], &[number]].concat());
        let up = ["KingUp keeps the wall", "KingUp needs a wall", "KingUp comes nearer", number];
        by(KingUp, &up);
        let ends =
            ["Spread keeps the wall", "Spread needs a wall", "Spread reaches the ends", number];
        by(Spread, &ends);
        by(Away, &["after Away", "Away goes further", "further is a number"]);
        by(Kind::KingStep, &["after KingStep"]);
        assert_eq!(Advanced.after(Follow).2, ["Follow keeps the line"]);
    }

    #[test]
    fn the_steps_name_lemmas() {
        let lemmas: Vec<String> = krr_lemmas().into_iter().map(|lemma| lemma.name).collect();
        let known = |by: &String| lemmas.contains(by);
        for from in all() {
            let (kinds, by) = from.kinds();
            assert!(by.iter().all(known), "{by:?}");
            for kind in kinds {
                let by = from.after(kind).2;
                assert!(!by.is_empty() && by.iter().all(known), "{by:?}");
                assert!(kind == Mate || known(&format!("{kind:?} is safe")), "{kind:?}");
            }
        }
    }

    #[test]
    fn without_a_lemma_there_is_no_theorem() {
        // Prepare after Prepare; a second Aside; KingUp that may not come nearer; Spread that lowers
        // nothing; Follow that may lose the line; Away that may come nearer.
        let more: [Step; 6] = [
            (UpTo(Join), Kind::Prepare, UpTo(Kind::Prepare), ANY),
            (Breaks, Aside, Breaks, [Stays, Stays, MayRise, MayRise]),
            (Wall, KingUp, Wall, [Stays, Stays, MayRise, MayRise]),
            (Wall, Spread, Wall, [Stays, Stays, Stays, MayRise]),
            (Advanced, Follow, Wall, [MayRise, MayRise, MayRise, MayRise]),
            (UpTo(Kind::KingStep), Away, UpTo(Kind::KingStep), [Stays, Stays, Stays, Stays]),
        ];
        for step in more {
            let mut steps = graph();
            steps.push(step);
            assert!(check(&steps).is_err(), "{step:?}");
        }
    }
}
