//! Reading queries: what is refused, and where; and that no text makes it panic.

use zermelo_retro::query::{Query, Step};

const MEN: &str = "8/8/8/8/K7/8/b7/kB6 b";

#[track_caller]
fn refused(steps: &str, column: usize, part: &str) {
    let error = format!("{MEN}{steps}").parse::<Query>().unwrap_err();
    assert_eq!(error.column, column, "{error}");
    assert!(error.fault.contains(part), "{error}");
    assert!(error.to_string().starts_with(&format!("column {column}: ")));
    assert!(!error.fault.contains('\n') && error.fault.len() < 200);
}

#[test]
fn steps() {
    let query: Query = format!(
        "{MEN} >>= r >>= retract>>=m >>= move >>= flip >>= legal >>= DP >>= dp >>= #1 (p) >>= #3 \
         >>= h#2 >>= h#2.0 >>= h#2.5 half-duplex >>= h=0.5 duplex (K) >>= hdp 3.5 >>= hdp3.5 >>= \
         h~=1 >>= PG 12.5 >>= dia3 >>= turn"
    )
    .parse()
    .unwrap();
    let shown: Vec<String> = query.steps.iter().map(Step::to_string).collect();
    let expected = [
        "r",
        "r",
        "m",
        "m",
        "flip",
        "legal",
        "DP",
        "DP",
        "#1 (p)",
        "#3",
        "h#2",
        "h#2",
        "h#2.5 half-duplex",
        "h=0.5 duplex (k)",
        "hdp3.5",
        "hdp3.5",
        "h~=1",
        "PG 12.5",
        "PG 3",
        "turn",
    ];
    assert_eq!(shown, expected);
    assert!(MEN.parse::<Query>().unwrap().steps.is_empty());
}

#[test]
fn rejects() {
    refused(" >>= x", 27, "unknown step 'x'");
    refused(" >>= PG", 27, "number of moves is missing");
    refused(" >>= PG 61", 27, "at most 60");
    refused(" >>= PG 3 duplex", 27, "'duplex' does not belong");
    refused(" >>= dia x", 27, "'x' is no number of moves");
    refused(" >>=", 26, "a step is missing");
    refused(" >>= r >>= >>= m", 33, "a step is missing");
    refused(" >>= turn >>= legal", 36, "nothing can follow turn");
    refused(" >>= h#", 27, "the number of moves is missing");
    refused(" >>= hdp", 27, "the number of moves is missing");
    refused(" >>= r r", 27, "'r' takes no option, but 'r' follows; is a >>= missing?");
    refused(" >>= legal h#2", 27, "'legal' takes no option, but 'h#2' follows");
    refused(" >>= h#2.7", 27, "'2.7' is no number of moves");
    refused(" >>= h#-1", 27, "'-1' is no number of moves");
    refused(" >>= h#21", 27, "too many");
    refused(" >>= h#20.5", 27, "too many");
    refused(" >>= hdp 99999999999999999999", 27, "too many");
    refused(" >>= #2.5", 27, "no half moves");
    refused(" >>= #0", 27, "#0 is no problem");
    refused(" >>= #2 (p)", 27, "needs #1");
    refused(" >>= h#2 (x)", 27, "'x' is no man");
    refused(" >>= h#2 (pp)", 27, "'pp' is no man");
    refused(" >>= h#2 twice", 27, "'twice' does not belong");
    refused(&format!(" >>= {}", "é".repeat(1000)), 27, "'éééééééééééééééééééé...'");
    refused(" x", 1, "the position: castling:");
    let error = "8/8 w >>= r".parse::<Query>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "column 1: the position: placement: there must be 8 ranks, not 2"
    );
    assert!(" >>= r".parse::<Query>().is_err());
    assert!("".parse::<Query>().is_err());
}

/// What is read is written and read back the same; what is not, is refused in one sentence.
fn read(text: &str) {
    match text.parse::<Query>() {
        Ok(query) => {
            let steps: Vec<String> = query.steps.iter().map(Step::to_string).collect();
            let again: Query = format!("{MEN} >>= {}", steps.join(" >>= "))
                .trim_end_matches(" >>= ")
                .parse()
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(again.steps, query.steps, "{text}");
        }
        Err(error) => assert!(error.column >= 1 && error.column <= text.chars().count() + 1),
    }
}

#[test]
fn no_text_makes_it_panic() {
    let seeds = [
        "8/8/8/8/K7/8/b7/kB6 b >>= r >>= h=0.5 >>= legal",
        "4k2r/8/2P1P1P1/2PpKpP1/8/8/8/8 w k ? ? 7 >>= legal >>= ep",
        "6k1/8/6K1/8/8/8/8/8 b >>= r >>= flip >>= m >>= #1 (p) >>= legal",
        "8/8/2B5/5Q2/8/4p2P/4k2K/8 w - - >>= h#3 half-duplex >>= hdp 2.5 duplex",
    ];
    let letters: Vec<char> = ">>= ?()#.hdprmKQkq-/0123456789wbé\t\u{3000}~".chars().collect();
    let mut dice = fastrand::Rng::with_seed(10);
    for _ in 0..60_000 {
        let mut text: Vec<char> = dice.choice(seeds).unwrap().chars().collect();
        for _ in 0..=dice.usize(..4) {
            let at = dice.usize(..=text.len());
            let end = (at + dice.usize(..10)).min(text.len());
            match dice.u8(..5) {
                0 => text.insert(at, letters[dice.usize(..letters.len())]),
                1 => drop(text.drain(at..end)),
                2 => text.truncate(at),
                3 => {
                    let copy = text[at..end].to_vec();
                    text.splice(at..at, copy);
                }
                _ if at < text.len() => text[at] = letters[dice.usize(..letters.len())],
                _ => text.insert(at, dice.char(..)),
            }
        }
        read(&text.into_iter().collect::<String>());
        let noise: String =
            (0..dice.usize(..40)).map(|_| *dice.choice(&letters).unwrap()).collect();
        read(&noise);
    }
}
