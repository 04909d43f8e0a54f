//! Walks over whole boards: `cargo bench -p zermelo-strategy`.
//!
//! The paper's C program cannot be had to compare with (it took 5 s on 8x8 and 847 s on 16x16, on a
//! machine of its time). The peer is the plain reading of its procedure in the same run, on one
//! core: the definition is asked about every move, and all positions are swept again and again
//! until nothing changes. `-- 8 10` walks other boards.

use std::time::{Duration, Instant};

use zermelo_kernel_strategy::{Board, Choice, Men, Place, Rules, STEPS, Strategy};
use zermelo_strategy::retrograde::verify;

/// The paper's procedure (section 4.1): the longest game in plies.
fn sweeps(strategy: &Strategy<i32>) -> u32 {
    let board = strategy.board;
    let squares = board.width * board.height;
    let place = |square: i32| Place::new(square % board.width, square / board.width);
    let square = |place: Place<i32>| place.y * board.width + place.x;
    let number = |men: Men<i32>| {
        ((square(men.king) * squares + square(men.piece)) * squares + square(men.black)) as usize
    };
    let count = squares * squares * squares;
    let all = (0..count).map(|number| Men {
        king: place(number / squares / squares),
        piece: place(number / squares % squares),
        black: place(number % squares),
    });
    // The table of the strategy's moves.
    let mut left: Vec<(Men<i32>, Men<i32>)> = all
        .filter(|&men| board.white_to_move(men))
        .filter_map(|men| strategy.played(Choice::Function, men).map(|(_, moves)| (men, moves[0])))
        .collect();
    let mut won = vec![false; count as usize];
    let mut longest = 0;
    for plies in (1..).step_by(2) {
        let lost = |to: Men<i32>| {
            let replies = STEPS.map(|step| Men { black: to.black.step(step), ..to });
            let mut replies = replies.into_iter().filter(|&men| board.white_to_move(men));
            board.mate(to)
                || !to.black_takes() && !board.stalemate(to) && replies.all(|men| won[number(men)])
        };
        let (now, later): (Vec<_>, Vec<_>) = left.iter().partition(|&&(_, to)| lost(to));
        if now.is_empty() {
            break;
        }
        for (men, _) in now {
            won[number(men)] = true;
        }
        longest = plies;
        left = later;
    }
    longest
}

fn main() {
    let sizes: Vec<i32> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![8, 16] } else { sizes };
    for n in sizes {
        let strategy = Strategy::new(Board::new(n, n));
        // The best of three: other work on the machine only makes it slower.
        let ours = (0..if n <= 10 { 3 } else { 1 }).map(|_| {
            let begun = Instant::now();
            let found = verify(&strategy, Choice::Function).expect("a board that can be walked");
            assert!(found.closed() && found.always_a_move() && found.always_mate());
            (begun.elapsed(), found.positions, found.longest)
        });
        let (time, positions, longest) = ours.min().expect("at least one walk");
        println!("{n}x{n}: {positions} positions, {longest} plies, {}", seconds(time));
        if n <= 10 {
            let begun = Instant::now();
            assert_eq!(sweeps(&strategy), longest, "both must find the same");
            let plain = begun.elapsed();
            let ratio = plain.as_secs_f64() / time.as_secs_f64();
            println!("    plain sweeps: {}, {ratio:.1} times as long", seconds(plain));
        }
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
