//! Lemma *lone knight*, counted: wherever the losing king, a knight that checks it and the winning
//! king stand, some queen that must close a flight attacks the knight.

use zermelo_kernel::{Color, Piece, Position, Role, Square};

/// Whether the man, alone with these others on the board, attacks the square.
fn attacks(men: &[(Square, Piece)], from: Square, target: Square) -> bool {
    let man = men.iter().find(|(at, _)| *at == from).expect("a man").1;
    man.role.steps().iter().any(|&(files, ranks)| {
        let mut next = from.offset(files, ranks);
        while let Some(square) = next {
            if square == target {
                return true;
            }
            let free = men.iter().all(|(at, _)| *at != square);
            next = if man.role.slides() && free { square.offset(files, ranks) } else { None };
        }
        false
    })
}

#[test]
fn a_queen_that_closes_a_flight_attacks_the_knight() {
    let steps = |role: Role, from: Square| {
        role.steps().iter().filter_map(move |&(files, ranks)| from.offset(files, ranks))
    };
    let near = |a: Square, b: Square| a == b || steps(Role::King, a).any(|at| at == b);
    let man = |color, role| Piece { color, role };
    let mut ways = 0;
    for loser in Square::all() {
        for knight in steps(Role::Knight, loser) {
            for winner in Square::all().filter(|&at| !near(at, loser) && at != knight) {
                ways += 1;
                let mut men = vec![
                    (loser, man(Color::Black, Role::King)),
                    (knight, man(Color::White, Role::Knight)),
                    (winner, man(Color::White, Role::King)),
                ];
                let attacked = |at: Square| {
                    steps(Role::King, winner).chain(steps(Role::Knight, knight)).any(|to| to == at)
                };
                let open: Vec<Square> =
                    steps(Role::King, loser).filter(|&at| !attacked(at)).collect();
                // The knight itself stands on no flight: it checks from two files and ranks away.
                assert!(!open.contains(&knight) && !open.is_empty());
                men.extend(open.iter().map(|&at| (at, man(Color::Black, Role::Queen))));
                let taken = open.iter().any(|&queen| attacks(&men, queen, knight));
                assert!(taken, "king {loser}, knight {knight}, king {winner}");
                let mut board = [None; 64];
                men.iter().for_each(|&(at, man)| board[at.index()] = Some(man));
                // By the rules of play, where the queens leave the winning king alone.
                if let Some(position) = Position::from_men(board, Color::Black, None) {
                    assert!(position.is_check() && !position.is_checkmate());
                }
            }
        }
    }
    assert_eq!(ways, 18_448);
}
