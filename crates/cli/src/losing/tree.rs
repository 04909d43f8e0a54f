//! `zermelo losing tree`: walking about in a proof.

use zermelo_answers::losing::{Loaded, TreeView, View, find};
use zermelo_losing::{TreeError, Walk};

use super::files;
use crate::args::losing::TreeArgs;
use crate::exit::{Exit, Fault};
use crate::words;

/// Shows a place.
pub fn run(args: &TreeArgs) -> Result<Exit, Fault> {
    let Loaded { claim, tree, opening, .. } = files::open(&args.proof)?.load()?;
    let bug = |error: TreeError| Fault::Bug(error.to_string());
    let walk = Walk::new(&tree, &opening.start).map_err(bug)?;
    let place = match args.moves.is_empty() {
        true => (walk.root(), opening),
        false => find(&walk, &opening, &args.moves)?,
    };
    let view = View::new(&walk, &claim, place, args.depth).map_err(bug)?;
    words::answer(args.output, &TreeView::new(&view), |page| page.view(&view))
}
