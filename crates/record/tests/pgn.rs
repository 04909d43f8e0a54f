//! PGN in and out: what is read, what is refused and how, what survives writing, and that no
//! text whatever brings it down. pgn-reader and shakmaty give the second opinion on the corpus.

use std::collections::HashMap;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _, PositionError};
use zermelo_board::Position;
use zermelo_kernel::{Castling, Position as Root};
use zermelo_record::pgn::{
    Broken, Cut, Fault, Marker, RawGame, Record, Splitter, annotate, read, write_game,
};

/// All games of a text.
fn split(text: &[u8]) -> Vec<RawGame> {
    split_by(text, 1 << 16)
}

fn split_by(text: &[u8], capacity: usize) -> Vec<RawGame> {
    let mut splitter = Splitter::new(BufReader::with_capacity(capacity, text));
    let mut games = Vec::new();
    while let Some(game) = splitter.next_game().unwrap() {
        games.push(game);
    }
    assert_eq!(splitter.bytes(), text.len() as u64, "bytes accounted");
    games
}

fn texts(text: &str) -> Vec<String> {
    let games = split(text.as_bytes());
    games.into_iter().map(|game| String::from_utf8(game.text).unwrap()).collect()
}

/// The only game of a text.
#[track_caller]
fn game(text: impl AsRef<[u8]>) -> Result<Record, Broken> {
    let games = split(text.as_ref());
    assert_eq!(games.len(), 1, "{}", String::from_utf8_lossy(text.as_ref()));
    read(&games[0])
}

/// The moves of the only game, spelled for engines.
#[track_caller]
fn uci(text: &str) -> String {
    let record = game(text).unwrap_or_else(|broken| panic!("{text}: {broken}"));
    let mut position = Position::from_kernel(&record.start);
    let mut words = Vec::new();
    for &m in &record.moves {
        words.push(m.to_uci(&position));
        position = position.play(m);
    }
    words.join(" ")
}

/// The game written again, as text.
fn noted(raw: &RawGame, notes: &[(u32, &str)], result: Option<Marker>) -> String {
    String::from_utf8(annotated(raw, notes, result)).unwrap()
}

#[track_caller]
fn refused(text: &str, sentence: &str) {
    assert_eq!(game(text).unwrap_err().to_string(), sentence, "{text}");
}

/// The game written again.
fn annotated(raw: &RawGame, notes: &[(u32, &str)], result: Option<Marker>) -> Vec<u8> {
    let notes: Vec<_> = notes.iter().map(|(ply, text)| (*ply, text.to_string())).collect();
    let mut out = Vec::new();
    annotate(raw, &notes, result, &mut out).unwrap();
    out
}

#[test]
fn games_are_cut_where_they_end() {
    assert_eq!(texts(""), [""; 0]);
    assert_eq!(texts(" \r\n\n\t"), [""; 0]);
    assert_eq!(texts("1. e4 1-0 1. d4 0-1 1. c4 *"), ["1. e4 1-0", "1. d4 0-1", "1. c4 *"]);
    assert_eq!(
        texts("1. e4 1-0\n1. d4 1/2-1/2\n1. c4 1/2\n1. b4"),
        ["1. e4 1-0", "1. d4 1/2-1/2", "1. c4 1/2", "1. b4"]
    );
    // Results in comments, variations and tags are none; castling is none either.
    let one = "[Result \"1-0\"]\n\n1. e4 {1-0 [x]\n* (} (1. d4 (1. c4 0-1) 1-0 {)}) O-O 0-0 ; *\n% *\n1... e5 0-1";
    assert_eq!(texts(one), [one]);
    // A tag section ends a game without a result; blank lines in either part do not.
    let (a, b) = ("[Event \"a\"]\n\n[Site \"b\"]\n\n1. e4\n\ne5", "[Event \"b\"]\n1. d4");
    assert_eq!(texts(&format!("{a}\n\n{b}")), [a, b]);
    assert_eq!(texts(&format!("{a}\n{b}")), [a, b]);
    // Line ends, byte-order marks, text on the line of a tag.
    assert_eq!(
        texts("\u{feff}[A \"1\"]\r\n\r\n1. e4 *\r\n\r\n\u{feff}[A \"2\"] [B \"3\"] e4"),
        ["[A \"1\"]\r\n\r\n1. e4 *", "[A \"2\"] [B \"3\"] e4"]
    );
    // What follows a result on its line belongs to it; a second result is nothing.
    assert_eq!(
        texts("1. e4 1-0 {Black\nresigns} ; so\n1. d4 * *\n\n1-0"),
        ["1. e4 1-0 {Black\nresigns} ; so", "1. d4 *"]
    );
    // A game without moves before the next one.
    assert_eq!(texts("[Event \"a\"]\n\n[Event \"b\"]\n\n1. e4 *").len(), 2);
}

#[test]
fn games_know_their_place() {
    let text = b"\n[Event \"a\"]\n\n1. e4 *\n\n\n1. d4 {\xe9} * 1. c4\n";
    let games = split(text);
    let places: Vec<_> = games.iter().map(|game| (game.number, game.line, game.bytes)).collect();
    assert_eq!(places, [(1, 2, 21), (2, 7, 35), (3, 7, 42)]);
    assert_eq!(games[1].text, b"1. d4 {\xe9} *");
}

#[test]
fn an_open_comment_does_not_swallow_the_file() {
    let text = "[Event \"a\"]\n1. e4 {open\n1... e5 1-0\n\n[Event \"b\"]\n1. d4 (1. c4 1-0\n\n[Event \"c\"]\n1. f4 *\n{last";
    let games = split(text.as_bytes());
    assert_eq!(games.len(), 4);
    assert_eq!(games[0].fault, Some(Cut::UnclosedComment { line: 2 }));
    assert_eq!(games[1].fault, Some(Cut::UnclosedVariation { line: 6 }));
    assert_eq!(read(&games[2]).unwrap().moves.len(), 1);
    let sentences: Vec<_> =
        games.iter().filter_map(|game| read(game).err()).map(|broken| broken.to_string()).collect();
    assert_eq!(
        sentences,
        [
            "game 1, line 2: a comment begins with { and never ends",
            "game 2, line 6: a variation begins with ( and never ends",
            "game 4, line 10: a comment begins with { and never ends",
        ]
    );
}

#[test]
fn a_game_too_long_is_passed_over() {
    // Lines longer than a piece, and many short ones, with and without blanks.
    for filler in ["x".repeat(5 << 20), "Nf3 ".repeat(1 << 20), "Nf3\n".repeat(1 << 20)] {
        let text = format!("1. e4 *\n[Event \"a\"]\n{{{filler}}} {filler} 1-0\n1. d4 *");
        let mut splitter = Splitter::with_limit(text.as_bytes(), 1 << 20);
        let mut next = || splitter.next_game().unwrap().unwrap();
        assert_eq!(next().text, b"1. e4 *");
        let long = next();
        assert!(
            matches!(long.fault, Some(Cut::TooLong { bytes }) if bytes as usize > filler.len())
        );
        assert!(long.text.len() <= 64 << 10 && long.text.starts_with(b"[Event"));
        assert!(matches!(read(&long).unwrap_err().fault, Fault::TooLong { .. }));
        assert_eq!(next().text, b"1. d4 *");
        // Within the limit it is a game like any other.
        assert_eq!(split(text.as_bytes())[1].fault, None);
    }
}

#[test]
fn decorations_variations_and_spellings_are_read() {
    let plain = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1";
    assert_eq!(uci("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O *"), plain);
    assert_eq!(uci("1.e4! e5?? 2.Nf3$14 Nc6 $1 3.Bc4!? Nf6?! 4.0-0"), plain);
    assert_eq!(uci("1 e4 e5 2 Nf3 Nc6 3 Bc4 Nf6 4 O-O"), plain);
    assert_eq!(uci("e2e4 e7-e5 Ng1-f3 Nb8c6 Bf1-c4+ Ngf6# e1g1"), plain);
    assert_eq!(
        uci(
            "7. e4 (1. zz () (-- {)} 1-0)) 7... e5 ; 8. x\n% y\n9. Nf3 +- ... Nc6 = N {D} 1. Bc4 D Nf6 ± O-O"
        ),
        plain
    );
    assert_eq!(uci("e4 a6 e5 d5 exd6e.p. *"), "e2e4 a7a6 e4e5 d7d5 e5d6");
    let record = game("[white \"A \\\"B\\\"\"]\n[White \"C\"]\n[Result \"?\"]\n\n0-1").unwrap();
    assert_eq!((record.tag("WHITE"), record.tag("Black")), (Some("A \"B\""), None));
    assert_eq!((record.moves.len(), record.marker), (0, Some(Marker::BlackWins)));
}

#[test]
fn starts() {
    let record = game("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 13 40\"]\n40... Kd8 41. O-O").unwrap();
    assert_eq!((record.clock, record.first_move, record.moves.len()), (13, 40, 2));
    let record = game("[FEN \"4k3/8/8/8/8/8/8/4K2R w K -\"]\n1. O-O").unwrap();
    assert_eq!((record.clock, record.first_move), (0, 1));
    for name in ["standard", "CHESS", "From Position", "Normal"] {
        let record = game(format!("[Variant \"{name}\"] 1. e4 *")).unwrap();
        assert_eq!(record.start.castling(), Castling::Standard);
    }
    for name in ["Chess960", "chess 960", "Fischerandom", "Fischer Random"] {
        let text = format!("[Variant \"{name}\"]\n[FEN \"4k3/8/8/8/8/8/8/5KRR w G - 0 1\"] 1. O-O");
        let record = game(&text).unwrap();
        assert_eq!(record.start.castling(), Castling::Chess960);
        assert!(record.moves[0].is_castling());
    }
}

#[test]
fn faults_are_named_and_placed() {
    refused("1. e4 e5\n2. Qh9", "game 1, line 2: Qh9 at move 2 of White is not a move");
    refused("1. e4 e5 2. Qh6", "game 1, line 1: Qh6 is illegal at move 2 of White");
    let letters = "and PGN has the English letters K, Q, R, B and N";
    refused(
        "1. e4 e5 2. Re2",
        &format!(
            "game 1, line 1: Re2 is illegal at move 2 of White; R is the king in French, Spanish \
             and Italian, {letters}"
        ),
    );
    refused("1. e4 e5 2. Rd4", "game 1, line 1: Rd4 is illegal at move 2 of White");
    refused(
        "1. e4 Pe5 2. d4 Pf6",
        &format!(
            "game 1, line 1: Pf6 at move 2 of Black is not in order; P is the knight in Dutch, {letters}"
        ),
    );
    // Where no knight can go, it is a pawn.
    assert_eq!(game("1. Pe4 Pe5 2. Pd4 Pexd4").unwrap().moves.len(), 4);
    refused("1. d4 d5 2. Nf3 a6 3. Nd2", "game 1, line 1: Nd2 is ambiguous at move 3 of White");
    refused(
        "1. e4 --",
        "game 1, line 1: -- at move 1 of Black is a null move, and nobody may pass",
    );
    refused(
        "1. e4 Z0 2. d4",
        "game 1, line 1: Z0 at move 1 of Black is a null move, and nobody may pass",
    );
    refused("1. e4 e5 2. N3", "game 1, line 1: N3 at move 2 of White is not a move");
    refused("1. e4 e5 2. f3 5", "game 1, line 1: 5 at move 2 of Black is not a move");
    refused("1. e4 e5xyz", "game 1, line 1: e5xyz at move 1 of Black is not a move");
    refused("1. e4 e5) 2. d4", "game 1, line 1: ) at move 2 of White is not a move");
    refused("[Event \"x\"]\n", "game 1, line 1: there are neither moves nor a result");
    refused(
        "[Event \"x\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 N@f3 *",
        "game 1, line 2: the variant Crazyhouse is not played by these rules",
    );
    refused(
        "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w K - 0 1\"]\n\n1. O-O *",
        "game 1, line 2: the FEN tag is not a position: castling: the right K needs the king on e1 and a rook on h1",
    );
    refused(
        "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 99999999999 1\"] *",
        "game 1, line 1: the FEN tag is not a position: clock: \"99999999999\" is not a number",
    );
    refused(
        "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 30\"]\n\n30... Kd8 31. Kd1 Ke3",
        "game 1, line 3: Ke3 is illegal at move 31 of Black",
    );
}

#[test]
fn a_broken_game_leaves_its_neighbours_alone() {
    let text = "[Event \"1\"]\n\n1. e4 e5 1-0\n\n[Event \"2\"]\n\n1. e4 e5 {fine}\n2. Ke2 Kf6\n0-1\n\n[Event \"3\"]\n\n1. d4 *\n";
    let results: Vec<_> = split(text.as_bytes()).iter().map(read).collect();
    assert_eq!(results[0].as_ref().unwrap().moves.len(), 2);
    let broken = results[1].as_ref().unwrap_err();
    assert_eq!((broken.number, broken.line, broken.ply), (2, 8, Some(4)));
    assert_eq!(broken.to_string(), "game 2, line 8: Kf6 is illegal at move 2 of Black");
    let last = results[2].as_ref().unwrap();
    assert_eq!((last.number, last.line, last.tag("event")), (3, 11, Some("3")));
}

#[test]
fn notes_stand_after_their_moves() {
    let raw = &split(b"[White \"a \\\"b\\\"\"]\n[Black \"c\"]\n[X \"\"]\n\n{Hi} 1.e4! $3 {good} (1. d4 d5 (1... f5)) e5 ; old } comment\n% hidden\n2. Nf3 1-0 {end}")[0];
    assert_eq!(
        noted(
            raw,
            &[(0, "start"), (1, "one }"), (2, "two"), (3, "three"), (9, "late")],
            Some(Marker::Draw)
        ),
        "[White \"a \\\"b\\\"\"]\n[Black \"c\"]\n[Result \"1/2-1/2\"]\n[X \"\"]\n\n\
         {Hi} {start} 1.e4! $3 {good} {one )} (1. d4 d5 (1... f5)) 1... e5 {old )\ncomment}\n\
         % hidden\n{two} 2. Nf3 {end} {three} {late} 1/2-1/2\n\n"
    );
    let raw = &split(b"[Result \"0-1\"]\n\n1. e4 e5")[0];
    assert_eq!(noted(raw, &[], None), "[Result \"0-1\"]\n\n1. e4 e5 0-1\n\n");
    let raw = &split(b"1. e4 e5")[0];
    let result = Some(Marker::WhiteWins);
    assert_eq!(noted(raw, &[], result), "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n");
    let raw = &split(b"[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 30\"]\n\nKd8 Kd1 Kd7")[0];
    let out = noted(raw, &[(0, "a"), (1, "b"), (2, "c")], None);
    assert!(out.ends_with("\n\n{a} Kd8 {b} Kd1 {c} 31... Kd7 *\n\n"), "{out}");
    // A long comment is wrapped, and never so that a line looks like a tag or is hidden.
    let long = format!("1. e4 {{{}}} e5 *", "word [Event \"x\"] %y ".repeat(60));
    let out = noted(&split(long.as_bytes())[0], &[], None);
    assert!(out.lines().all(|line| line.len() <= 80 && !line.starts_with(['[', '%'])), "{out}");
    assert_eq!(
        out.split_whitespace().collect::<Vec<_>>(),
        long.split_whitespace().collect::<Vec<_>>()
    );
    assert_eq!(uci(&out), "e2e4 e7e5");
}

/// The folder of the corpus, where there is one.
fn corpus() -> Option<PathBuf> {
    Some(zermelo_testing::folder()?.join("games"))
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// pgn-reader's and shakmaty's reading of a game: the positions of the main line.
#[derive(Default)]
struct SecondOpinion;

impl Visitor for SecondOpinion {
    type Tags = Chess;
    type Movetext = (Chess, Vec<Position>);
    type Output = Vec<Position>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Chess> {
        ControlFlow::Continue(Chess::default())
    }
    fn tag(
        &mut self,
        start: &mut Chess,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).unwrap();
            *start = fen
                .into_position(CastlingMode::Standard)
                .or_else(PositionError::ignore_too_much_material)
                .or_else(PositionError::ignore_impossible_check)
                .unwrap();
        }
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue((start, Vec::new()))
    }
    fn san(&mut self, game: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let m = san.san.to_move(&game.0).unwrap();
        game.0.play_unchecked(m);
        game.1.push(Position::from_shakmaty(&game.0, CastlingMode::Standard));
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, game: Self::Movetext) -> Vec<Position> {
        game.1
    }
}

/// Reads a file of one game, compares with the second opinion, and sends it round both writers.
fn round_trip(path: &Path) -> usize {
    let text = bytes(path);
    let games = split(&text);
    assert_eq!(games.len(), 1, "{}", path.display());
    let record = read(&games[0]).unwrap_or_else(|broken| panic!("{}: {broken}", path.display()));

    let mut position = Position::from_kernel(&record.start);
    let theirs = Reader::new(&text[..]).read_game(&mut SecondOpinion).unwrap().unwrap();
    assert_eq!(record.moves.len(), theirs.len(), "{}", path.display());
    for (&m, theirs) in record.moves.iter().zip(theirs) {
        position = position.play(m);
        assert_eq!(position, theirs, "{}", path.display());
    }

    let again = annotated(&games[0], &[], None);
    let lines = || again.split(|&byte| byte == b'\n').filter(|line| !line.starts_with(b"["));
    assert!(lines().all(|line| line.len() <= 80));
    assert_eq!(Record { line: record.line, ..game(&again).unwrap() }, record, "{}", path.display());

    let mut out = Vec::new();
    let marker = record.marker.unwrap_or(Marker::Unfinished);
    write_game(&record.tags, &record.start, &record.moves, marker, &mut out).unwrap();
    let written = game(&out).unwrap();
    assert_eq!(Record { line: record.line, ..written }, record, "{}", path.display());
    record.moves.len()
}

#[test]
fn every_game_of_the_corpus_is_read() {
    let Some(folder) = corpus() else { return };
    let audit = String::from_utf8(bytes(&folder.join("pgn-audit.tsv"))).unwrap();
    let rows = audit.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    let plies: HashMap<&str, usize> = rows.map(|row| (row[0], row[2].parse().unwrap())).collect();
    assert_eq!(plies.len(), 698);
    for (file, &plies) in &plies {
        assert_eq!(round_trip(&folder.join(file)), plies, "{file}");
    }
}

#[test]
fn the_longest_game_is_read_and_written() {
    let Some(folder) = corpus() else { return };
    assert_eq!(round_trip(&folder.join("longest-murphy.pgn")), 17_697);
}

#[test]
fn written_games_are_complete() {
    let fen = "4k3/8/8/8/8/8/8/5KRR b G - 5 7";
    let start = Root::from_fen(fen, Castling::Chess960).unwrap();
    let text = format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n\n7... Kd7 8. O-O");
    let moves = game(&text).unwrap().moves;
    let write = |tags: &[(String, String)]| {
        let mut out = Vec::new();
        write_game(tags, &start, &moves, Marker::Unfinished, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let bare = write(&[]);
    let tags = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/5KRR b G - 0 1\"]";
    assert_eq!(bare, format!("{tags}\n\n1... Kd7 2. O-O *\n\n"));
    assert_eq!(game(&bare).unwrap().start, start);
    let tagged = write(&[("FEN".into(), fen.into()), ("Event".into(), "a \"b\"\nc\\".into())]);
    assert!(tagged.contains("[Event \"a \\\"b\\\" c\\\\\"]\n"), "{tagged}");
    assert!(tagged.ends_with("\n\n7... Kd7 8. O-O *\n\n"), "{tagged}");
}

/// A small text, damaged.
fn mutated(seed: &str, random: &mut fastrand::Rng) -> Vec<u8> {
    let mut text = seed.as_bytes().to_vec();
    for _ in 0..random.usize(1..6) {
        if text.is_empty() {
            break;
        }
        let (a, b) = (random.usize(..text.len()), random.usize(..text.len()));
        let (a, b) = (a.min(b), a.max(b));
        match random.u8(..7) {
            0 => text[a] ^= 1 << random.u8(..8),
            1 => text[a] = b"{}()[]\"\\;%*-/ \n\r.$!1"[random.usize(..20)],
            2 => drop(text.drain(a..b.min(a + 8))),
            3 => drop(text.drain(a..b)),
            4 => text.truncate(b),
            5 => {
                let piece = text[a..b].to_vec();
                let at = random.usize(..=text.len());
                text.splice(at..at, piece);
            }
            _ => text.insert(a, b"{}()[]\"\\;%*-/ \n\r.$!1"[random.usize(..20)]),
        }
    }
    text
}

#[test]
fn no_text_brings_it_down() {
    let seeds = [
        "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 3 9\"]\n\n9. O-O {x} Kd7 (9... Ke7 $2) *\n",
        "\u{feff}[Event \"b \\\"c\\\"\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 e5 2. Nf3 ; y\r\n2... Nc6 1-0\r\n\r\n[Event \"d\"]\r\n\r\n1. d4 1/2-1/2\r\n",
        "1.e4 e5 2.Qh5!? Ke7 3.Qxe5# 1-0 1.f3 0-1\n%z\n[Event \"e\"]\n{[Event \"f\"]}\n1. e4 d5 2. e5 f5 3. exf6e.p. ½–½ {end}",
    ];
    let mut random = fastrand::Rng::with_seed(8);
    let (mut read_games, mut broken_games) = (0, 0);
    for case in 0..20_000 {
        let text = mutated(seeds[case % seeds.len()], &mut random);
        let games = split(&text);
        assert_eq!(split_by(&text, 1), games);
        assert_eq!(split_by(&text, 7), games);
        for raw in &games {
            let again = annotated(raw, &[(0, "a"), (1, "b } [Event \"x\"]"), (7, "c")], None);
            let Ok(record) = read(raw) else {
                broken_games += 1;
                continue;
            };
            read_games += 1;
            let shown = || String::from_utf8_lossy(&raw.text).into_owned();
            let copy = game(&again).unwrap_or_else(|broken| panic!("{broken}\n{}", shown()));
            assert!((copy.moves, copy.start) == (record.moves, record.start), "{}", shown());
            // The writer alone does not let a carriage return into a tag.
            let tags =
                record.tags.iter().map(|(name, value)| (name.clone(), value.replace('\r', " ")));
            assert_eq!(copy.tags, tags.collect::<Vec<_>>());
            if record.marker.is_some() {
                assert_eq!(copy.marker, record.marker, "{}", shown());
            }
        }
    }
    println!("{read_games} games read, {broken_games} broken");
    assert!(read_games > 5_000 && broken_games > 5_000);
}

/// The numbers of moves, or that it is broken, for each game of a text.
fn plies(text: &str) -> Vec<Result<usize, String>> {
    let mut splitter = Splitter::new(text.as_bytes());
    let mut games = Vec::new();
    while let Some(raw) = splitter.next_game().expect("memory") {
        games.push(read(&raw).map(|r| r.moves.len()).map_err(|b| b.fault.to_string()));
    }
    games
}

#[test]
fn tags_without_moves_are_a_game_of_their_own() {
    let second = "[White \"C\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    // A result in the tags is enough.
    let first = "[White \"A\"]\n[Result \"1-0\"]\n\n";
    assert_eq!(plies(&format!("{first}{second}")), [Ok(0), Ok(4)]);
    assert_eq!(plies(&format!("{first}[Event \"x\"]\n{second}")), [Ok(0), Ok(4)]);
    // Without one there is nothing to judge.
    let empty = plies(&format!("[White \"A\"]\n\n{second}"));
    assert!(empty[0].is_err() && empty[1] == Ok(4), "{empty:?}");
    // A blank line between tags of one game.
    assert_eq!(plies("[Event \"x\"]\n\n[White \"A\"]\n[Result \"*\"]\n\n1. e4 *\n"), [Ok(1)]);
}

#[test]
fn a_fen_that_is_not_meant() {
    for tags in ["[FEN \"\"]", "[FEN \"?\"]", "[SetUp \"0\"]\n[FEN \"8/8/8/8/8/8/8/Kk6 w - -\"]"] {
        assert_eq!(plies(&format!("{tags}\n\n1. e4 e5 *\n")), [Ok(2)], "{tags}");
    }
    assert!(plies("[FEN \"8/8/8/8/8/8/8/Kk6 w - -\"]\n\n1. e4 e5 *\n")[0].is_err());
}

#[test]
fn a_double_forfeit_is_not_castling() {
    let tags = "[Result \"0-0\"]\n\n";
    assert_eq!(plies(&format!("{tags}1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 0-0\n")), [Ok(6)]);
    assert_eq!(plies(&format!("{tags}1. e4 0-0\n")), [Ok(1)]);
    // Elsewhere it is.
    assert_eq!(plies("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *\n"), [Ok(8)]);
}
