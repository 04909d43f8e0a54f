//! The quick answers against the library's.

use std::ops::ControlFlow;

use zermelo_board::losing::Position;
use zermelo_kernel::{Color, LosingPosition, Piece, Square, Value};
use zermelo_tables::{Library, Limits, Material, Measure, Quick, Rules};

/// A folder with these tables and all that they lead to; gone in the end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str, rules: Rules, wanted: &[&str]) -> Folder {
        let folder =
            std::env::temp_dir().join(format!("zermelo-quick-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let wanted: Vec<Material> =
            wanted.iter().map(|text| Material::parse(text, rules).unwrap()).collect();
        let library = Library::new(&folder, rules);
        let plan = library.plan(&wanted, Measure::Conversion);
        library
            .build(&plan, Limits::new(u64::MAX, 1 << 30), &mut |_| ControlFlow::Continue(()))
            .unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A random position with these men in which no pawn stands wrongly, the colours perhaps
/// exchanged, with an en-passant square where one is possible and the dice say so.
fn random(material: &Material, dice: &mut fastrand::Rng) -> Option<LosingPosition> {
    let mut board = [None; 64];
    let exchanged = dice.bool();
    for man in material.pieces() {
        let color = if exchanged { !man.color } else { man.color };
        let square = dice.usize(0..64);
        if board[square].is_some() {
            return None;
        }
        board[square] = Some(Piece { color, ..man });
    }
    let turn = if dice.bool() { Color::White } else { Color::Black };
    let passed = (0..64)
        .filter_map(Square::new)
        .find(|&square| LosingPosition::from_men(board, turn, Some(square)).is_some());
    LosingPosition::from_men(board, turn, passed.filter(|_| dice.bool()))
}

#[test]
fn quick_answers_are_the_librarys() {
    const MEN: [&str; 6] = ["KvP", "PPvP", "NPvP", "BBvN", "BBBvN", "KPvKP"];
    let mut dice = fastrand::Rng::with_seed(7);
    for (rules, men) in [(Rules::Losing, &MEN[..]), (Rules::LosingFics, &MEN[..5])] {
        let folder = Folder::new(&rules.to_string(), rules, men);
        let library = Library::new(&folder.0, rules);
        let quick = Quick::new(Library::new(&folder.0, rules), 4);
        assert_eq!(quick.men(), 4);
        for text in men {
            let material = Material::parse(text, rules).unwrap();
            let mut passing = 0;
            for _ in 0..30_000 {
                let Some(position) = random(&material, &mut dice) else { continue };
                let known = library.value(&position, Measure::Outcome).unwrap();
                let answer = quick.outcome(&Position::from_kernel(&position));
                assert_eq!(answer, Some(known), "{rules} {position}");
                let far = library.value(&position, Measure::Conversion).unwrap();
                assert_eq!(quick.distance(&Position::from_kernel(&position)).unwrap(), far);
                passing += u32::from(position.en_passant().is_some());
            }
            let both = text.split('v').all(|side| side.contains('P'));
            assert_eq!(both, passing > 5, "{text}: {passing}");
        }
        assert_eq!(quick.missing().count(), 0);
    }
}

#[test]
fn what_cannot_be_told() {
    let folder = Folder::new("lacking", Rules::Losing, &["RvN"]);
    let quick = Quick::new(Library::new(&folder.0, Rules::Losing), 3);
    let outcome = |fen: &str| {
        let position = LosingPosition::from_fen(fen).unwrap();
        quick.outcome(&Position::from_kernel(&position))
    };
    assert_eq!(outcome("8/8/8/8/8/8/8/R7 b - -"), Some(Value::Win(0)), "no men left");
    assert_eq!(outcome("8/8/8/8/8/8/8/8 b - -"), Some(Value::Win(0)), "nor any others");
    assert_eq!(outcome("8/8/8/8/8/8/8/R7 w - -"), None, "alone on the board");
    assert_eq!(outcome("8/8/8/8/8/8/n7/R7 w - -"), Some(Value::Loss(0)));
    assert_eq!(outcome("8/8/8/8/8/8/nn6/RR6 w - -"), None, "too many men");
    assert_eq!(quick.missing().count(), 0);
    for _ in 0..2 {
        assert_eq!(outcome("8/8/8/8/8/8/q7/R7 w - -"), None, "no such table");
        // Both captures would be needed.
        assert_eq!(outcome("8/8/8/3pP3/8/8/8/8 w - d6"), Some(Value::Loss(0)));
        assert_eq!(outcome("8/8/8/3pP3/8/8/8/7n w - d6"), None, "no table of PvN");
        let missing: Vec<String> = quick.missing().map(Material::to_string).collect();
        assert!(missing.contains(&"RvQ".to_string()) || missing.contains(&"QvR".to_string()));
        assert_eq!(missing.len(), 2);
    }
}

/// `cargo test -p zermelo-tables quick::speed -- --ignored --nocapture`, with the folder of
/// tables in `ZERMELO_TABLES`.
#[test]
#[ignore = "a measurement"]
fn speed() {
    let folder = std::env::var("ZERMELO_TABLES").expect("ZERMELO_TABLES names a folder of tables");
    let quick = Quick::new(Library::new(folder, Rules::Losing), 4);
    let mut dice = fastrand::Rng::with_seed(9);
    let all = Material::all(4, Rules::Losing);
    for materials in [1, 10, all.len()] {
        let some: Vec<_> = (0..materials).map(|_| &all[dice.usize(..all.len())]).collect();
        let few: Vec<Position> =
            std::iter::repeat_with(|| random(some[dice.usize(..some.len())], &mut dice))
                .flatten()
                .take(400_000)
                .map(|position| Position::from_kernel(&position))
                .collect();
        for position in &few[..20_000] {
            let known = quick.library().value(&position.to_kernel(), Measure::Outcome).unwrap();
            assert_eq!(quick.outcome(position), Some(known), "{position}");
        }
        for _ in 0..3 {
            let begin = std::time::Instant::now();
            let won = few.iter().filter(|p| matches!(quick.outcome(p), Some(Value::Win(_))));
            let won = won.count();
            let nanos = begin.elapsed().as_nanos() as f64 / few.len() as f64;
            println!("{materials} materials: {nanos:.0} ns a position, {won} won");
        }
    }
}

/// Whoever stops between a table's two files leaves one of them: the other is built again.
#[test]
fn distances_without_outcomes_are_half_a_table() {
    let folder = Folder::new("half", Rules::Losing, &["QvB", "KvN"]);
    let library = Library::new(&folder.0, Rules::Losing);
    let wanted = Material::all(2, Rules::Losing);
    let plan = |library: &Library| -> Vec<String> {
        let plan = library.plan(&wanted, Measure::Conversion);
        plan.iter().map(|step| step.material.to_string()).collect()
    };
    assert!(!plan(&library).contains(&"QvB".to_string()));
    let queen = Material::parse("QvB", Rules::Losing).unwrap();
    std::fs::remove_file(library.path(&queen, Measure::Outcome)).unwrap();
    let library = Library::new(&folder.0, Rules::Losing);
    assert!(plan(&library).contains(&"QvB".to_string()));
    assert!(!plan(&library).contains(&"KvN".to_string()));
}
