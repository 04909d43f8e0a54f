//! Small games for the judge.

use serde_json::Value;

use super::{Ran, WALL, zermelo_fed};

/// A game from its tags, `Name=value` separated by `|`, and its moves.
pub fn game(tags: &str, moves: &str) -> String {
    let mut text = String::new();
    for tag in tags.split('|').filter(|tag| !tag.is_empty()) {
        let (name, value) = tag.split_once('=').unwrap();
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    format!("{text}\n{moves}\n\n")
}

pub fn judge(args: &[&str], pgn: &str) -> Ran {
    let mut all = vec!["judge", "-"];
    all.extend(args);
    zermelo_fed(&all, pgn.as_bytes())
}

pub fn json(args: &[&str], pgn: &str) -> Vec<Value> {
    let ran = judge(&[args, &["--json"]].concat(), pgn);
    ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub const KNIGHTS: &str = "Nf3 Nf6 Ng1 Ng8 ";

/// A pawn is taken, and two kings are left; then three more moves.
pub fn dead() -> String {
    let tags =
        "White=Anna|Black=Boris|Date=2024.05.01|Result=1-0|FEN=8/8/4k3/8/8/3pK3/8/8 w - - 0 56";
    game(tags, "56. Kxd3 Kd6 57. Kd4 Kc6 1-0")
}

/// White's flag falls where only White can mate.
pub fn flag_fall() -> String {
    game(&format!("Termination=Time forfeit|FEN={WALL}"), "0-1")
}

pub fn fools_mate() -> String {
    game("Result=0-1", "1. f3 e5 2. g4 Qh4# 0-1")
}

/// One game for each kind of ruling.
pub fn all_kinds() -> String {
    let stalemate = "FEN=7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
    [
        fools_mate(),
        game(stalemate, "1. Qf7 1-0"),
        dead(),
        game("", &format!("{} 1-0", KNIGHTS.repeat(5))),
        game("FEN=7k/8/8/8/8/8/8/K4Q2 w - - 149 200", "200. Qf2 Kg8 1-0"),
        flag_fall(),
        game(&format!("FEN={WALL}"), "0-1"),
        game("", "1. e4 e5 1/2-1/2"),
        game("", &format!("{} 1/2-1/2", KNIGHTS.repeat(2))),
        game("Termination=Anna won by checkmate", "1. e4 e5 1-0"),
        game("Termination=Abandoned", "1. e4 e5 1-0"),
        game("", "1. e4 e5 *"),
    ]
    .concat()
}
