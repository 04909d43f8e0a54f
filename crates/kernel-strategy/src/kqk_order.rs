//! How the lemmas about king and queen make the theorem.
//!
//! What is known of a position with White to move tells which kinds of move may be played there
//! and, by the lemmas, what is known after the reply. These steps make a small graph, and a game
//! without end goes through some of them again and again. No such step lets the rectangle (which
//! is two numbers, of which the first counts more) grow, so those that make it smaller come only
//! so often. A circle without them consists of steps that make the white king's way shorter, and
//! these come only so often as well. So every game ends; and it ends in mate, as some kind of move
//! is always possible, the queen is never lost and Black never stalemated.

use crate::kqk::Kind;

use Kind::{Approach, KingStep, Mate, QueenBeside, QueenHome, Squeeze, Wait};

/// What is known of a position with White to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    /// Nothing.
    Nothing,
    /// One of the last two kinds was just played.
    Once,
    /// They were just played twice.
    Twice,
    /// The black king is trapped and QueenHome possible.
    Trapped,
    /// Mate is possible.
    Mates,
    /// The game is on track, and Mate or Squeeze is possible.
    Squeezes,
    /// The game is on track.
    OnTrack,
}

use Known::{Mates, Nothing, OnTrack, Once, Squeezes, Trapped, Twice};

const ALL: [Known; 7] = [Nothing, Once, Twice, Trapped, Mates, Squeezes, OnTrack];

/// What a move and its reply do to the measure: the rectangle, and then the white king's way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Measure {
    /// The rectangle is smaller, or as small and narrower.
    Smaller,
    /// The rectangle is no larger and the way is shorter.
    Nearer,
    /// The rectangle is no larger; the way may be longer.
    NoLarger,
    /// Nothing is known.
    MayRise,
}

impl Known {
    /// The last kind that may be played, and the lemma that says that it or an earlier one can.
    fn last(self) -> (Kind, &'static str) {
        match self {
            Nothing | Once => (KingStep, "a move is always there"),
            Twice => (QueenHome, "after two of the last kinds"),
            Trapped => (QueenHome, "after QueenHome"),
            Mates => (Mate, "after QueenHome"),
            Squeezes => (Squeeze, "Mate or Squeeze after Wait"),
            OnTrack => (Wait, "on track a move is there"),
        }
    }

    fn on_track(self) -> bool {
        matches!(self, Squeezes | OnTrack)
    }

    /// What may be known after a move and the reply, what the measure does, and the lemmas that say
    /// so.
    fn after(self, kind: Kind) -> (Vec<Known>, Measure, &'static [&'static str]) {
        use Measure::{MayRise, Nearer, NoLarger, Smaller};
        const TRACK: &str = "on track after a basic move";
        match kind {
            Mate => (vec![], MayRise, &["Mate mates"]),
            Squeeze => (vec![OnTrack], Smaller, &[TRACK, "Squeeze lowers the rectangle"]),
            Approach if self.on_track() => {
                (vec![OnTrack], Nearer, &[TRACK, "Approach lowers the way"])
            }
            Wait if self.on_track() => {
                (vec![Squeezes], NoLarger, &[TRACK, "Mate or Squeeze after Wait"])
            }
            Approach | Wait => (vec![OnTrack], MayRise, &[TRACK]),
            QueenHome if self == Trapped => {
                (vec![OnTrack], MayRise, &["after QueenHome out of the trap"])
            }
            QueenHome => (vec![OnTrack, Mates, Trapped], MayRise, &["after QueenHome"]),
            // That it was played says nothing new, but it is counted.
            QueenBeside | KingStep if self == Nothing => (vec![Once], MayRise, &[]),
            QueenBeside | KingStep => (vec![Twice], MayRise, &[]),
        }
    }
}

/// A step of the graph: from, to, what the measure does.
type Step = (Known, Known, Measure);

fn graph() -> Vec<Step> {
    let mut steps = Vec::new();
    for from in ALL {
        for kind in Kind::ALL.into_iter().filter(|&kind| kind <= from.last().0) {
            let (next, measure, _) = from.after(kind);
            steps.extend(next.into_iter().map(|to| (from, to, measure)));
        }
    }
    steps
}

/// Whether some of the steps lead from one to the other, by at least one step.
fn leads(steps: &[Step], from: Known, to: Known) -> bool {
    let mut reached: Vec<Known> = Vec::new();
    let mut waiting = vec![from];
    while let Some(at) = waiting.pop() {
        for &(_, next, _) in steps.iter().filter(|step| step.0 == at) {
            if !reached.contains(&next) {
                reached.push(next);
                waiting.push(next);
            }
        }
    }
    reached.contains(&to)
}

/// Checks that no circle of the graph lets the rectangle grow, and that a circle which does not make
/// it smaller makes the way shorter at every step.
fn check(steps: &[Step]) -> Result<(), String> {
    let same: Vec<Step> = steps.iter().copied().filter(|step| step.2 != Measure::Smaller).collect();
    for &(from, to, measure) in steps {
        let returns = |steps: &[Step]| from == to || leads(steps, to, from);
        if measure == Measure::MayRise && returns(steps) {
            return Err(format!("the measure may rise from {from:?} to {to:?} and back"));
        }
        if measure == Measure::NoLarger && returns(&same) {
            return Err(format!("the way may rise from {from:?} to {to:?} and back"));
        }
    }
    Ok(())
}

/// Checks that the lemmas make the theorem.
pub(crate) fn kqk_order() -> Result<(), String> {
    check(&graph())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kqk_lemmas::kqk_lemmas;

    #[test]
    fn the_measure_falls_in_every_circle() {
        assert_eq!(kqk_order(), Ok(()));
        let steps = graph();
        assert!(leads(&steps, Nothing, OnTrack) && leads(&steps, OnTrack, OnTrack));
        assert!(!leads(&steps, OnTrack, Nothing) && !leads(&steps, Twice, Once));
    }

    /// What may follow what, step by step, and why.
    #[test]
    fn graph_signature() {
        let steps = |from| -> Vec<String> {
            let steps = graph().into_iter().filter(|step| step.0 == from);
            steps.map(|(_, to, measure)| format!("{to:?} {measure:?}")).collect()
        };
        let known = |from: Known, last: (Kind, &'static str), next: &[&str]| {
            assert_eq!(from.last(), last);
            assert_eq!(steps(from), next, "{from:?}");
        };
        let (down, rise) = ("OnTrack Smaller", "OnTrack MayRise");
        let home = [down, rise, rise, rise, "Mates MayRise", "Trapped MayRise"];
        let always = (KingStep, "a move is always there");
        known(Nothing, always, &[&home[..], &["Once MayRise"; 2]].concat());
        known(Once, always, &[&home[..], &["Twice MayRise"; 2]].concat());
        known(Twice, (QueenHome, "after two of the last kinds"), &home);
        known(Trapped, (QueenHome, "after QueenHome"), &home[..4]);
        known(Mates, (Mate, "after QueenHome"), &[]);
        known(Squeezes, (Squeeze, "Mate or Squeeze after Wait"), &[down]);
        let track = [down, "OnTrack Nearer", "Squeezes NoLarger"];
        known(OnTrack, (Wait, "on track a move is there"), &track);
        let basic = "on track after a basic move";
        for (kind, off, on) in [
            (Mate, vec!["Mate mates"], vec!["Mate mates"]),
            (
                Squeeze,
                vec![basic, "Squeeze lowers the rectangle"],
                vec![basic, "Squeeze lowers the rectangle"],
            ),
            (Approach, vec![basic], vec![basic, "Approach lowers the way"]),
            (Wait, vec![basic], vec![basic, "Mate or Squeeze after Wait"]),
            (QueenHome, vec!["after QueenHome"], vec!["after QueenHome"]),
            (QueenBeside, vec![], vec![]),
            (KingStep, vec![], vec![]),
        ] {
            assert_eq!((Nothing.after(kind).2, OnTrack.after(kind).2), (&off[..], &on[..]));
        }
        assert_eq!(Trapped.after(QueenHome).2, ["after QueenHome out of the trap"]);
    }

    #[test]
    fn the_steps_name_lemmas() {
        let lemmas: Vec<String> = kqk_lemmas().into_iter().map(|lemma| lemma.name).collect();
        for known in ALL {
            let (last, by) = known.last();
            assert!(lemmas.iter().any(|name| name == by), "{by}");
            for kind in Kind::ALL.into_iter().filter(|&kind| kind <= last) {
                for by in known.after(kind).2 {
                    assert!(lemmas.iter().any(|name| name == by), "{by}");
                }
            }
        }
    }

    #[test]
    fn without_a_lemma_there_is_no_theorem() {
        // A third QueenBeside; QueenHome that may leave the trap where it was; Wait after Wait;
        // Approach after Wait, which may undo each other; Approach that may not shorten the way.
        let more: [Step; 5] = [
            (Twice, Twice, Measure::MayRise),
            (Trapped, Trapped, Measure::MayRise),
            (Squeezes, Squeezes, Measure::NoLarger),
            (Squeezes, OnTrack, Measure::Nearer),
            (OnTrack, OnTrack, Measure::NoLarger),
        ];
        for step in more {
            let mut steps = graph();
            steps.push(step);
            assert!(check(&steps).is_err(), "{step:?}");
        }
    }
}
