//! The arrows of a graph that lie on a cycle.

use std::collections::{BTreeMap, BTreeSet};

/// The arrows on a cycle: their beginning can be reached from their end.
pub fn arrows_in_cycles(arrows: &BTreeSet<(String, String)>) -> BTreeSet<(String, String)> {
    let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (from, to) in arrows {
        next.entry(from).or_default().push(to);
    }
    arrows.iter().filter(|(from, to)| reaches(&next, to, from)).cloned().collect()
}

/// Whether there is a way along arrows.
fn reaches(next: &BTreeMap<&str, Vec<&str>>, from: &str, to: &str) -> bool {
    let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(at) = open.pop() {
        if at == to {
            return true;
        }
        open.extend(next.get(at).into_iter().flatten().filter(|other| seen.insert(**other)).copied());
    }
    false
}
