//! Tables in memory, for tests.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use zermelo_tables::{Limits, Material, Measure, Rules, Table, solve};

/// The tables of these materials, by their names as they are written.
pub fn solved(wanted: &[Material], rules: Rules, measure: Measure) -> HashMap<String, Table> {
    let mut exits: HashMap<Material, Arc<Table>> = HashMap::new();
    let mut found = HashMap::new();
    for material in Material::closure(wanted, rules) {
        let of = |measure: Measure| {
            let find = |exit: &Material| Arc::clone(&exits[exit]);
            solve(&material, rules, measure, Limits::default(), &find, &mut |_| {
                ControlFlow::Continue(())
            })
            .unwrap()
        };
        let table = wanted.contains(&material).then(|| of(measure));
        let exit = of(measure.of_exits());
        found.extend(table.map(|table| (material.to_string(), table)));
        exits.insert(material, Arc::new(exit));
    }
    found
}
