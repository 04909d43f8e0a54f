//! Is this saved proof right? The first module knows all kinds but proofs about strategies, which
//! another crate checks; the second one knows those.

use zermelo_answers::Fault;
use zermelo_answers::check::{Checked, look, look_at_strategy, look_in_kernel};
use zermelo_board::clock::Instant;
use zermelo_kernel::Budget;

use crate::request::Request;
use crate::{Host, Message, tell};

/// Is this saved proof right?
pub fn check(request: &Request, certificate: &[u8], host: &Host<'_>) -> Result<(), Fault> {
    let start = Instant::now();
    let mut budget = Budget::default();
    if let Some(seconds) = request.seconds {
        budget = budget.until(move || start.elapsed().as_secs_f64() > seconds);
    }
    let no_certificate = |why| Fault::BadInput(format!("this is no certificate: {why}"));
    let checked = looked(&certificate.to_vec(), &budget).map_err(no_certificate)?;
    tell(host, Message::Answer, &checked.full(start.elapsed()));
    Ok(())
}

fn looked(certificate: &Vec<u8>, budget: &Budget) -> Result<Checked, String> {
    if cfg!(all(feature = "first", feature = "more")) {
        look(certificate, None, budget)
    } else if cfg!(feature = "first") {
        look_in_kernel(certificate, budget)
    } else {
        let about_strategies = "it is not about a strategy";
        look_at_strategy(certificate, budget)?.ok_or_else(|| about_strategies.to_string())
    }
}
