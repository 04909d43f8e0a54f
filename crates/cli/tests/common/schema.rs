//! JSON Schema, as far as our own description uses it; and a note of what was seen.

use std::collections::BTreeSet;

use serde_json::Value;

/// A description with its named schemas, and the properties that were seen with a value.
pub struct Schemas<'a> {
    pub document: &'a Value,
    pub seen: BTreeSet<String>,
}

/// A part of the description, or the one that it links to.
pub fn linked<'a>(document: &'a Value, part: &'a Value) -> &'a Value {
    let Some(link) = part["$ref"].as_str() else { return part };
    let found = link.strip_prefix('#').and_then(|path| document.pointer(path));
    found.unwrap_or_else(|| panic!("{link} leads nowhere"))
}

impl Schemas<'_> {
    /// Why a value does not fit a schema; the properties that it has are noted.
    pub fn fault(&mut self, schema: &Value, value: &Value) -> Option<String> {
        let mut seen = BTreeSet::new();
        let fault = self.look(schema, value, "", &mut seen);
        if fault.is_none() {
            self.seen.extend(seen);
        }
        fault
    }

    fn look(
        &self,
        schema: &Value,
        value: &Value,
        name: &str,
        seen: &mut BTreeSet<String>,
    ) -> Option<String> {
        if let Some(link) = schema["$ref"].as_str() {
            let name = link.strip_prefix("#/components/schemas/").expect("a link to a schema");
            let schema = &self.document["components"]["schemas"][name];
            assert!(schema.is_object(), "there is no schema {name}");
            return self.look(schema, value, name, seen);
        }
        if let Some(ways) = schema["anyOf"].as_array() {
            let mut faults = Vec::new();
            for way in ways {
                let mut own = BTreeSet::new();
                match self.look(way, value, name, &mut own) {
                    None => {
                        seen.extend(own);
                        return None;
                    }
                    Some(fault) => faults.push(fault),
                }
            }
            return Some(format!("none of: {}", faults.join("; ")));
        }
        if let Some(values) = schema["enum"].as_array() {
            return (!values.contains(value)).then(|| format!("{name}: {value} is not listed"));
        }
        let is = |kind: &str| match kind {
            "null" => value.is_null(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_u64() || value.is_i64(),
            "number" => value.is_number(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            other => panic!("{other} is no type"),
        };
        let fits = match &schema["type"] {
            Value::String(kind) => is(kind),
            Value::Array(kinds) => kinds.iter().any(|kind| is(kind.as_str().unwrap())),
            other => panic!("{name}: {other} is no type"),
        };
        if !fits {
            return Some(format!("{name}: {value} is not of type {}", schema["type"]));
        }
        if let (Some(least), Some(number)) = (schema["minimum"].as_f64(), value.as_f64())
            && number < least
        {
            return Some(format!("{name}: {value} is below {least}"));
        }
        if let Some(items) = value.as_array() {
            return items.iter().find_map(|item| self.look(&schema["items"], item, name, seen));
        }
        let (Some(object), Some(properties)) =
            (value.as_object(), schema["properties"].as_object())
        else {
            return None;
        };
        for required in schema["required"].as_array().into_iter().flatten() {
            let key = required.as_str().unwrap();
            if !object.contains_key(key) {
                return Some(format!("{name}: {key} is missing"));
            }
        }
        for (key, value) in object {
            let Some(property) = properties.get(key) else {
                return Some(format!("{name}: {key} is not described"));
            };
            let path = format!("{name}.{key}");
            if let Some(fault) = self.look(property, value, &path, seen) {
                return Some(fault);
            }
            if !value.is_null() {
                seen.insert(path);
            }
        }
        None
    }

    /// Every property of every named schema.
    pub fn all(&self) -> BTreeSet<String> {
        let schemas = self.document["components"]["schemas"].as_object().unwrap();
        let properties = schemas.iter().flat_map(|(name, schema)| {
            let keys = schema["properties"].as_object().unwrap().keys();
            keys.map(move |key| format!("{name}.{key}"))
        });
        properties.collect()
    }
}
