//! Any bytes read as a proof tree of losing chess, with its certificate and without: no panic in
//! reading nor in checking. Run with `cargo +nightly fuzz run tree`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zermelo_kernel::{Budget, Rules, TreeClaim, TreeHead};

fuzz_target!(|bytes: &[u8]| {
    let _ = TreeClaim::of_initial_array(Rules::Losing).check(bytes, bytes, |_| true, &Budget::default());
    let mut nodes = bytes;
    if let Ok(Some(head)) = TreeHead::read(&mut nodes) {
        assert_eq!(TreeHead::read(&mut head.to_text().as_bytes()), Ok(Some(head.clone())));
        let _ = head.check(nodes, nodes, |_| true, &Budget::default());
    }
});
