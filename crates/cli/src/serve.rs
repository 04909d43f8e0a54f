//! `zermelo serve`: the API and the page, until Ctrl-C.

use std::io::Write;

use zermelo_server::Server;

use crate::args::serve::ServeArgs;
use crate::exit::{Exit, Fault};

/// Serves. The address goes to standard output, so that whoever asked for any port learns which.
pub fn run(args: &ServeArgs) -> Result<Exit, Fault> {
    let bad = |fault: zermelo_server::StartFault| Fault::BadInput(fault.to_string());
    let server = Server::start(args.options()).map_err(bad)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "listening on http://{}", server.address())?;
    out.flush()?;
    drop(out);
    server.run().map_err(bad)?;
    Ok(Exit::Answered)
}
