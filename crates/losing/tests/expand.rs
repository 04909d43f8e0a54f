//! Proofs without tables.

use crate::common::*;
use zermelo_losing::{Color, NotExpanded, Rules, Strategy, Tree};
use zermelo_tables::{Library, Material, Measure, TableError};

#[test]
fn what_tables_know_is_played_out() {
    let folder = Folder::new("expand");
    let tables = folder.quick();
    let mut dice = fastrand::Rng::with_seed(5);
    let (mut solved, mut met, mut nodes) = (0, 0, 0);
    for _ in 0..400 {
        let root = random(dice.usize(3..7), &mut dice);
        let known = |position: &_| white_wins(&tables, position);
        let Some(strategy) = solve(Rules::Losing, &root, Color::White, 3000, &known) else {
            assert_ne!(known(&root), Some(true), "{root}");
            continue;
        };
        let tree = Tree::of(&strategy, &root, &[], Color::White, |p| known(p) == Some(true));
        let tree = tree.unwrap();
        let vouched = |p: &_| known(&zermelo_losing::Position::from_kernel(p)) == Some(true);
        let leaves = verify(&tree, &root, Color::White, vouched).unwrap().table_leaves;
        met += leaves;
        let expanded = strategy.expanded(&root, Color::White, &tables).unwrap();
        let tree = Tree::of(&expanded, &root, &[], Color::White, |_| false).unwrap();
        let summary = verify(&tree, &root, Color::White, |_| false).unwrap();
        assert_eq!(summary.table_leaves, 0);
        // Heights are exact.
        let height = expanded.get(&root.key()).map_or(0, |choice| choice.plies);
        assert_eq!(height, summary.longest);
        let taken = tree.strategy(&root, Color::White).unwrap().strategy;
        assert_eq!(taken.len(), expanded.len());
        assert!(taken.iter().all(|(key, choice)| expanded.get(key) == Some(*choice)));
        nodes += tree.len();
        solved += 1;
    }
    eprintln!("{solved} solved, {met} table leaves, {nodes} nodes without tables");
    assert!(solved > 50 && met > 150);
    assert_eq!(tables.missing().count(), 0);

    // Without distances, and against the tables.
    let none = Strategy::default();
    let won = position("8/8/8/8/8/8/6q1/R7 w - -");
    let path = Library::new(&folder.0, Rules::Losing)
        .path(&Material::parse("RvQ", Rules::Losing).unwrap(), Measure::Conversion);
    let file = std::fs::read(&path).unwrap();
    let expand = |p| none.expanded(p, Color::White, &folder.quick());
    assert_eq!(white_wins(&tables, &won), Some(true));
    assert!(!expand(&won).unwrap().is_empty());
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(expand(&won), Err(NotExpanded::Table(TableError::Missing { .. }))));
    std::fs::write(&path, &file[..file.len() / 2]).unwrap();
    assert!(matches!(expand(&won), Err(NotExpanded::Table(TableError::Damaged { .. }))));
    let lost = position("8/8/8/8/8/8/q7/R7 w - -");
    assert!(matches!(expand(&lost), Err(NotExpanded::NotWon(_))));
    let many = position(ARRAY);
    assert!(matches!(expand(&many), Err(NotExpanded::Strategy(_))));
}
