//! Bodies: their names, sizes and parents.

use std::collections::BTreeMap;

use crate::level::check::sky::looks;
use crate::level::check::{Examiner, MAX_BODIES};
use crate::level::{BodyEntry, parent_name};
use crate::orbit;

/// Limit on the depth of the tree of bodies.
const MAX_PARENTS: usize = 16;

pub(in crate::level::check) fn check(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    if level.bodies.is_empty() {
        if examiner.is_whole("bodies") {
            let remedy = "write at least a star: `bodies: [body(\"Sun\")]`";
            examiner.missing("bodies", "the level has no bodies", remedy);
        }
        return;
    }
    if !examiner.at_most("bodies", level.bodies.len(), MAX_BODIES, "bodies") {
        return;
    }
    for (index, body) in level.bodies.iter().enumerate() {
        names_and_numbers(examiner, index, body);
    }
    let names = level.bodies.iter().map(|body| (body.name().to_lowercase(), body.name()));
    let path = |index: usize| name_path(index, &level.bodies[index]);
    examiner.unique("bodies", names, path, "give it another name or remove it");
    let errors_before = examiner.errors;
    let parents = Parents::of(examiner);
    parents.are_in_the_level(examiner);
    parents.end(examiner);
    if examiner.errors == errors_before && examiner.is_whole("bodies") {
        parents.have_one_centre(examiner);
    }
}

/// The path of an entry of the list of bodies.
pub(in crate::level::check) fn path_of(index: usize) -> String {
    format!("bodies[{index}]")
}

/// The path of a body's name: `body("Mars")` is only a name.
fn name_path(index: usize, body: &BodyEntry) -> String {
    match body {
        BodyEntry::Body(_) => path_of(index),
        BodyEntry::Changed(_) | BodyEntry::Own(_) => format!("{}.name", path_of(index)),
    }
}

fn names_and_numbers(examiner: &mut Examiner<'_>, index: usize, body: &BodyEntry) {
    let path = path_of(index);
    let name_path = name_path(index, body);
    match body {
        BodyEntry::Own(own) => examiner.name(&name_path, &own.name),
        known => catalogue_name(examiner, &name_path, known.name()),
    }
    let given = body.given();
    examiner.ranges(&path, &*given);
    looks::check(examiner, &path, given.rotation.as_ref(), given.look.as_ref());
}

fn catalogue_name(examiner: &mut Examiner<'_>, path: &str, name: &str) {
    if orbit::find(name).is_none() {
        let known = orbit::catalogue().iter().map(|body| body.name);
        let otherwise = "invent it: `own(name: ..., kind: ..., radius_km: ..., ...)`";
        let remedy = examiner.suggestion(name, known, otherwise);
        examiner.error(path, format!("the catalogue has no body {name:?}"), remedy);
    }
}

/// The parents of all bodies, by index.
struct Parents {
    names: Vec<Option<String>>,
    indices: Vec<Option<usize>>,
}

impl Parents {
    fn of(examiner: &Examiner<'_>) -> Self {
        let bodies = &examiner.level.bodies;
        let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
        for (index, body) in bodies.iter().enumerate() {
            by_name.entry(body.name().to_lowercase()).or_insert(index);
        }
        let names: Vec<Option<String>> = bodies.iter().map(parent_name).collect();
        let indices = names
            .iter()
            .map(|name| name.as_ref().and_then(|name| by_name.get(&name.to_lowercase()).copied()))
            .collect();
        Self { names, indices }
    }

    fn are_in_the_level(&self, examiner: &mut Examiner<'_>) {
        if !examiner.is_whole("bodies") {
            return;
        }
        let level = examiner.level;
        for (index, body) in level.bodies.iter().enumerate() {
            let (Some(parent), None) = (&self.names[index], self.indices[index]) else { continue };
            let known = level.bodies.iter().map(BodyEntry::name);
            let otherwise = if orbit::find(parent).is_some() {
                format!("add `body({parent:?})` to the bodies")
            } else {
                "name a body of this level".to_owned()
            };
            let remedy = examiner.suggestion(parent, known, &otherwise);
            let message = format!("{:?} circles {parent:?}, which is not in the level", body.name());
            examiner.error(&self.path(index, body), message, remedy);
        }
    }

    /// Follows the parents of every body to the root.
    fn end(&self, examiner: &mut Examiner<'_>) {
        let level = examiner.level;
        for (start, body) in level.bodies.iter().enumerate() {
            let mut chain = vec![start];
            let mut at = start;
            while let Some(parent) = self.indices[at] {
                if chain.contains(&parent) {
                    // Reported once for the whole cycle, at its first body.
                    if parent == start && chain.iter().all(|member| *member >= start) {
                        self.report_cycle(examiner, &chain);
                    }
                    break;
                }
                if chain.len() > MAX_PARENTS {
                    let message = format!("more than {MAX_PARENTS} bodies circle each other in a row");
                    examiner.error(&self.path(start, body), message, "give it a parent nearer to the centre");
                    break;
                }
                chain.push(parent);
                at = parent;
            }
        }
    }

    fn report_cycle(&self, examiner: &mut Examiner<'_>, chain: &[usize]) {
        let bodies = &examiner.level.bodies;
        let start = chain[0];
        let way: Vec<&str> = chain.iter().chain([&start]).map(|index| bodies[*index].name()).collect();
        let message = format!("{:?} circles itself: {}", bodies[start].name(), way.join(" -> "));
        examiner.error(&self.path(start, &bodies[start]), message, "one of them needs another parent");
    }

    fn have_one_centre(&self, examiner: &mut Examiner<'_>) {
        let level = examiner.level;
        let errors_before = examiner.errors;
        let mut centre: Option<&str> = None;
        for (index, body) in level.bodies.iter().enumerate() {
            if self.names[index].is_some() || is_unknown(body) {
                continue;
            }
            let path = path_of(index);
            let name = body.name();
            if body.given().orbit.is_some() {
                let remedy = "name its parent, or remove `orbit` from the body at the centre";
                examiner.missing(&path, format!("{name:?} has an orbit but no `parent`"), remedy);
            } else if let Some(centre) = centre {
                let message = format!("{name:?} has no parent, but {centre:?} is at the centre already");
                examiner.missing(&path, message, format!("write `parent: {centre:?}` and an `orbit`"));
            } else {
                centre = Some(name);
            }
        }
        if centre.is_none() && examiner.errors == errors_before {
            examiner.missing(
                "bodies",
                "no body is at the centre",
                "one body has neither `parent` nor `orbit`",
            );
        }
    }

    fn path(&self, index: usize, body: &BodyEntry) -> String {
        if body.given().parent.is_some() { format!("{}.parent", path_of(index)) } else { path_of(index) }
    }
}

/// Whether it refers to the catalogue, and is not in there.
fn is_unknown(body: &BodyEntry) -> bool {
    !matches!(body, BodyEntry::Own(_)) && body.catalogue().is_none()
}
