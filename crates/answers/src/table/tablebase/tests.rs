//! The shape of lila-tablebase's answers: its README and its test.py name the keys and these cases.

use serde_json::{Value, json};
use zermelo_board::Limits;
use zermelo_kernel::{LosingPosition, Position, Rules};
use zermelo_tables::{Library, Material, Measure};

use super::{SyzygyGame, Tablebase};
use crate::Fault;

/// Tables of some men to the end of the game, in a folder of their own.
fn tables(name: &str, rules: Rules, men: &[&str]) -> Library {
    let folder = std::env::temp_dir().join(format!("zermelo-{name}-{}", std::process::id()));
    let library = Library::new(folder, rules);
    let men: Vec<_> = men.iter().map(|men| Material::parse(men, rules).unwrap()).collect();
    let plan = library.plan(&men, Measure::End);
    let go_on = &mut |_: zermelo_tables::Event<'_>| std::ops::ControlFlow::Continue(());
    library.build(&plan, Limits::new(u64::MAX, 1 << 30), go_on).unwrap();
    library
}

fn ask<P: SyzygyGame>(library: &Library, fen: &str) -> Value {
    let tablebase = Tablebase::<P> { library: Some(library), syzygy: None, rules: library.rules() };
    serde_json::to_value(tablebase.report(fen).unwrap()).unwrap()
}

#[test]
fn chess_is_told_as_lila_tablebase_tells_it() {
    let library = tables("standard", Rules::Chess, &["KQvK"]);
    let mate =
        |clock: u32| ask::<Position>(&library, &format!("8/8/8/8/8/1Q6/8/k1K5_w_-_-_{clock}_80"));
    let told = mate(0);
    let first = json!({
        "uci": "b3b2", "san": "Qb2#", "zeroing": false, "conversion": false,
        "checkmate": true, "stalemate": false, "variant_win": false, "variant_loss": false,
        "insufficient_material": false, "dtz": -1, "precise_dtz": -1, "dtm": 0, "dtw": null,
        "dtc": 0, "category": "loss"
    });
    assert!(told["moves"].as_array().unwrap().contains(&first), "{told}");
    assert_eq!((&told["category"], &told["dtm"]), (&json!("win"), &json!(1)));
    assert_eq!((&told["checkmate"], &told["kernel_checked"]), (&json!(false), &json!(true)));
    // The fifty moves, as in test.py: mate on the hundredth ply counts, later it does not.
    for (clock, here, after) in [
        (99, "win", "loss"),
        (100, "cursed-win", "blessed-loss"),
        (101, "cursed-win", "blessed-loss"),
    ] {
        let told = mate(clock);
        assert_eq!(told["category"], here, "{clock}");
        assert_eq!(told["moves"][0]["checkmate"], true, "{clock}");
        assert_eq!(told["moves"][0]["category"], after, "{clock}");
    }
    // What no table knows is unknown, and a move into what is known is not.
    let told = ask::<Position>(&library, "8/8/8/8/8/k7/1R6/K7 b - - 0 1");
    assert_eq!((&told["category"], &told["dtz"]), (&json!("unknown"), &Value::Null));
    let king = told["moves"].as_array().unwrap().iter().find(|made| made["uci"] == "a3b2");
    assert!(king.is_none(), "the rook is protected");
    // Stalemate and bare kings are draws.
    let told = ask::<Position>(&library, "8/8/8/8/8/1Q6/8/k1K5 b - - 0 1");
    assert_eq!((&told["stalemate"], &told["category"]), (&json!(true), &json!("draw")));
    assert_eq!((&told["dtz"], &told["moves"]), (&json!(0), &json!([])));
    let told = ask::<Position>(&library, "8/8/8/8/8/8/8/k1K5 w - - 0 1");
    assert_eq!((&told["insufficient_material"], &told["category"]), (&json!(true), &json!("draw")));
}

#[test]
fn losing_chess_is_told_so_too_and_its_main_line_ends_the_game() {
    let library = tables("antichess", Rules::Losing, &["RvK"]);
    let told = ask::<LosingPosition>(&library, "8/8/8/8/8/8/8/kR6 b - - 0 1");
    // The king must take, and White, without men, has won.
    assert_eq!((&told["category"], &told["dtw"]), (&json!("loss"), &json!(-1)));
    let only = &told["moves"][0];
    assert_eq!((&only["san"], &only["category"]), (&json!("Kxb1"), &json!("win")));
    assert_eq!((&only["variant_win"], &only["zeroing"]), (&json!(true), &json!(true)));
    let tablebase =
        Tablebase::<LosingPosition> { library: Some(&library), syzygy: None, rules: Rules::Losing };
    let root = "8/8/8/3k4/8/8/8/R7 w - - 0 1";
    let line = serde_json::to_value(tablebase.mainline(root).unwrap()).unwrap();
    let plies = ask::<LosingPosition>(&library, root)["dtw"].as_i64().unwrap();
    assert_eq!(line["mainline"].as_array().unwrap().len() as u64, plies.unsigned_abs());
    assert_eq!(line["winner"], if plies > 0 { "w" } else { "b" });
    let none = tablebase.mainline("8/8/8/3k4/8/8/8/RN6 w - - 0 1");
    assert!(matches!(none, Err(Fault::Open(_))));
    // Bishops that never meet.
    let told = ask::<LosingPosition>(&library, "b7/8/8/8/8/8/8/B7 w - - 0 1");
    assert_eq!((&told["insufficient_material"], &told["category"]), (&json!(true), &json!("draw")));
}
