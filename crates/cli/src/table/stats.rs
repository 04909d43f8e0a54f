//! `zermelo table stats`: what is in the tables.

use zermelo_answers::Fault as NoAnswer;
use zermelo_answers::table::{
    Figures, Histogram, StatsReport, Tables, figures_of_each, overview, svg,
};
use zermelo_kernel::GamePosition;
use zermelo_tables::Material;

use crate::args::table::StatsArgs;
use crate::exit::{Exit, Fault, bad_input, tell};
use crate::progress::ends_at_once;
use crate::proof::{self, Saved};
use crate::words;

/// Counts.
pub fn run<P: GamePosition>(args: &StatsArgs, tables: &Tables) -> Result<Exit, Fault> {
    let words = tables.words();
    let chosen = tables.chosen(&args.which)?;
    if let Some(file) = &args.svg {
        match &chosen.materials[..] {
            [_] if words.has_distance() => proof::can_be_written(file, "--svg")?,
            [_] => return bad_input("--svg: a table of outcomes has no distances to draw"),
            _ => return bad_input("--svg draws the distances of one table; name one"),
        }
    }
    ends_at_once("nothing is kept of a count that is not complete");
    let brief = chosen.by_number;
    let lines = !args.no_line && !brief && words.has_distance();
    let mut all: Vec<(Material, Result<Figures<P>, NoAnswer>)> = Vec::new();
    for material in &chosen.materials {
        let figures = match Figures::new(tables, material, (lines, args.up_to_symmetry)) {
            // The others are told of nevertheless.
            Err(fault @ (NoAnswer::BadInput(_) | NoAnswer::Open(_)))
                if chosen.materials.len() > 1 =>
            {
                Err(fault)
            }
            figures => Ok(figures?),
        };
        all.push((material.clone(), figures));
    }
    // Before the words, which somebody may not read to their end.
    let (mut saved, mut plotted) = (Saved::default(), None);
    let readable = all.iter().find_map(|(_, figures)| figures.as_ref().ok());
    if let (Some(file), Some(figures)) = (&args.svg, readable) {
        let unit = format!("moves to the {} (those of the side that wins)", words.goal());
        let histogram = Histogram::new(&figures.counts);
        let picture = svg(&words.name(&figures.material), &unit, &histogram);
        plotted = saved.note(proof::write(picture, file, "--svg"), file);
    }
    words::answer(args.options.output, &StatsReport::new(tables, &chosen, &all), |page| {
        page.explain(&if brief { overview(&all) } else { figures_of_each(words, &all) })?;
        page.gap()?;
        chosen.remarks(tables, &args.which).iter().try_for_each(|remark| page.say(0, remark))
    })?;
    if let Some(file) = plotted {
        tell(format_args!("The plot is in {}.", file.display()));
    }
    let exits = all.iter().filter_map(|(_, figures)| figures.as_ref().err()).map(Exit::of);
    saved.exit(exits.max().unwrap_or(Exit::Answered))
}
