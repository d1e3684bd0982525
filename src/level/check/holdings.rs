//! Checks of possessions: owners of bodies, treasuries, ledgers, and sightings.

use std::collections::{BTreeMap, BTreeSet};

use super::Examiner;
use super::classes::{ship_class_name, structure_class_name};
use super::fleets::{body_name, faction_name, kept_station};
use super::structures::{RingCounts, slot_is_there};
use crate::level::model::holdings::{
    Account, AccountEntry, Holding, LedgerSource, RingSlot, Sighted, Sighting,
};
use crate::level::ranges::Limits;

/// The sum of one source: a hundred times the capacity of a treasury.
const FROM_A_SOURCE: Limits = -1.0e17..=1.0e17;

pub(super) fn check(examiner: &mut Examiner<'_>, rings: Option<&RingCounts>) {
    let level = examiner.level;
    for (index, entry) in level.holdings.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        holding(examiner, &format!("holdings[{index}]"), entry);
    }
    bodies_listed_twice(examiner);
    for (index, faction) in level.factions.iter().enumerate() {
        if let Some(entry) = &faction.treasury {
            examiner.ranges(&format!("factions[{index}].treasury"), entry);
        }
    }
    for (index, entry) in level.accounts.iter().enumerate() {
        account(examiner, &format!("accounts[{index}]"), entry);
    }
    let factions = level.accounts.iter().map(|account| account.faction.as_str());
    examiner.unique(("accounts", "faction"), factions);
    for (index, entry) in level.sightings.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        let path = format!("sightings[{index}]");
        sighting(examiner, &path, entry);
        if let Some(stands) = entry.stands {
            slot_remembered(examiner, &path, entry, stands, rings);
        }
    }
    for (index, entry) in level.seen.iter().enumerate() {
        faction_name(examiner, &format!("seen[{index}].faction"), &entry.faction);
    }
}

fn holding(examiner: &mut Examiner<'_>, path: &str, holding: &Holding) {
    body_name(examiner, &format!("{path}.body"), &holding.body);
    if let Some(owner) = &holding.owner {
        faction_name(examiner, &format!("{path}.owner"), owner);
    }
    examiner.ranges(path, holding);
}

fn bodies_listed_twice(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    for (index, holding) in level.holdings.iter().enumerate() {
        let earlier = *first.entry(holding.body.to_lowercase()).or_insert(index);
        if earlier != index {
            let message = format!("{:?} is there already, as holdings[{earlier}]", holding.body);
            let remedy = "say everything about a body in one place";
            examiner.error(&format!("holdings[{index}].body"), message, remedy);
        }
    }
}

fn account(examiner: &mut Examiner<'_>, path: &str, account: &Account) {
    faction_name(examiner, &format!("{path}.faction"), &account.faction);
    entries(examiner, &format!("{path}.entries"), &account.entries);
    entries(examiner, &format!("{path}.running"), &account.running);
    for (index, past) in account.past.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        entries(examiner, &format!("{path}.past[{index}]"), past);
    }
}

fn entries(examiner: &mut Examiner<'_>, path: &str, entries: &[AccountEntry]) {
    let mut sources: BTreeSet<LedgerSource> = BTreeSet::new();
    for (index, (source, money, resources, rare)) in entries.iter().enumerate() {
        let path = format!("{path}[{index}]");
        if !sources.insert(*source) {
            let message = format!("the source {:?} is there already", source.name());
            examiner.error(&path, message, "add both up, and remove one of them");
        }
        for amount in [money, resources, rare] {
            examiner.within(&path, *amount, FROM_A_SOURCE);
        }
    }
}

fn sighting(examiner: &mut Examiner<'_>, path: &str, sighting: &Sighting) {
    faction_name(examiner, &format!("{path}.faction"), &sighting.faction);
    faction_name(examiner, &format!("{path}.owner"), &sighting.owner);
    let class_path = format!("{path}.class");
    match sighting.of {
        Sighted::Ship(_) => ship_class_name(examiner, &class_path, &sighting.class),
        Sighted::Structure(_) => structure_class_name(examiner, &class_path, &sighting.class),
    }
    kept_station(examiner, &format!("{path}.at"), &sighting.at);
    examiner.heading(&format!("{path}.heading"), sighting.heading);
    examiner.past_tick(&format!("{path}.tick"), sighting.tick);
}

/// Only structures stand in slots, and only in those of a body that has them.
fn slot_remembered(
    examiner: &mut Examiner<'_>,
    path: &str,
    sighting: &Sighting,
    stands: RingSlot,
    rings: Option<&RingCounts>,
) {
    let path = format!("{path}.stands");
    match (sighting.of, sighting.at.body.as_deref()) {
        (Sighted::Ship(_), _) => examiner.error(&path, "a ship stands in no slot", "remove `stands`"),
        (Sighted::Structure(_), None) => {
            examiner.error(&path, "it is not said in the rings of which body", "name the body in `at`");
        }
        (Sighted::Structure(_), Some(body)) => {
            if let Some(slots) = rings.and_then(|rings| rings.of_body(body)) {
                slot_is_there(examiner, &path, body, (stands.ring, stands.slot), slots);
            }
        }
    }
}
