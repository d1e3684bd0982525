//! What a click on a foe does, and what would come of it: this fleet against that one, and a table of what
//! armour and shield of the foe suffer.
//!
//! - Enters: the selected ships, what is seen of the foe under the pointer, the armed structures of foes in
//!   sight that reach it, and how whole all of these are.
//! - Leaves: words at the pointer.
//! - Must never: count foes that are out of sight, or reckon the same estimate anew in every frame.
//!
//! How damaged foes are is told no finer than their bars show it.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::client::Player;
use crate::client::battle::Roster;
use crate::client::battle::hulls::{HullState, HullStates};
use crate::client::estate::Choosing;
use crate::client::estate::arms_words::table_words;
use crate::client::gestures::UnderPointer;
use crate::client::markers::Seen;
use crate::client::ordering::Pointed;
use crate::client::planning::aim::STRIKE;
use crate::client::planning::area::DrawnArea;
use crate::client::planning::front::{Adversary, FoeThere};
use crate::client::planning::{Aim, Armed, Front};
use crate::client::routes::PointLabels;
use crate::client::seen::{SeenShips, SeenStructures};
use crate::client::selection::Selected;
use crate::client::stacks::counted;
use crate::sim::fight::estimate::{Contingent, Estimate, duel_estimate};
use crate::sim::fight::{ArmedClass, Armoury, Mark, Sides};
use crate::sim::holdings::StructureClasses;
use crate::sim::ships::{Ship, ShipClasses};

/// The most classes of a foe that are listed.
const MOST_CLASSES: usize = 4;
/// In what steps it is known how whole own ships and foes are, hundredths.
const OWN_STEP: u32 = 1;
const FOE_STEP: u32 = 5;

/// Some of a class: how many, and how much of their armour and shields together is left, hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    class: usize,
    count: u32,
    armour: u32,
    shield: u32,
}

/// Two parties whose fight has been estimated, in the order of the classes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Parties {
    own: Vec<Part>,
    /// Ships of foes.
    foes: Vec<Part>,
    /// Structures of foes.
    guns: Vec<Part>,
    /// The class of the foe that is pointed at.
    class: usize,
    is_structure: bool,
}

/// What was told last, and of whom.
#[derive(Debug, Default)]
pub struct LastOdds(Option<(Parties, String)>);

/// What is compared.
#[derive(SystemParam)]
pub struct Comparison<'w, 's> {
    ships: SeenShips<'w, 's>,
    structures: SeenStructures<'w, 's>,
    own: Query<'w, 's, (Entity, &'static Ship), With<Selected>>,
    hulls: HullStates<'w, 's>,
    roster: Res<'w, Roster>,
    player: Res<'w, Player>,
    sides: Res<'w, Sides>,
    armoury: Res<'w, Armoury>,
    classes: Res<'w, ShipClasses>,
    structure_classes: Res<'w, StructureClasses>,
}

impl Comparison<'_, '_> {
    /// The selected ships, and what is seen of a foe: the ship's whole fleet, or the structure; with it the
    /// armed structures that reach it.
    fn parties(&self, foe: &FoeThere) -> Parties {
        let own = self.own.iter().map(|(entity, ship)| (ship.class, self.hulls.of(entity)));
        let mut places: Vec<DVec3> = Vec::new();
        let mut foes: Vec<(usize, Option<HullState>)> = Vec::new();
        let mut guns: Vec<(usize, Option<HullState>)> = Vec::new();
        let target = match foe.who {
            Adversary::Structure(id) => {
                let spot = self.roster.get(Mark::Structure(id));
                places.extend(spot.map(|spot| spot.place));
                guns.push((foe.class, spot.and_then(|spot| self.hulls.of(spot.entity))));
                Some(id)
            }
            Adversary::Ship(_) | Adversary::Fleet(_) => {
                for seen in self.ships.iter().filter(|seen| Some(seen.fleet) == foe.fleet) {
                    places.extend(self.roster.get(Mark::Ship(seen.ship.id)).map(|spot| spot.place));
                    foes.push((seen.ship.class, self.hulls.of(seen.entity)));
                }
                None
            }
        };
        if !places.is_empty() {
            let middle = places.iter().sum::<DVec3>() / places.len() as f64;
            let me = self.player.faction.0;
            let others = self.structures.iter().filter(|one| {
                let structure = one.structure;
                let is_foe = self.sides.are_foes(me, structure.faction);
                is_foe && one.grown.is_none() && Some(structure.id) != target
            });
            guns.extend(others.filter_map(|one| {
                let spot = self.roster.get(Mark::Structure(one.structure.id))?;
                let class = self.armoury.structures.get(one.structure.class)?;
                let is_near = reaches(class, spot.place.distance(middle));
                is_near.then(|| (one.structure.class, self.hulls.of(spot.entity)))
            }));
        }
        Parties {
            own: parts(own, OWN_STEP),
            foes: parts(foes, FOE_STEP),
            guns: parts(guns, FOE_STEP),
            class: foe.class,
            is_structure: target.is_some(),
        }
    }

    /// What would come of it, and the table of the foe that is pointed at.
    fn words(&self, parties: &Parties) -> String {
        let (ships, structures) = (&self.armoury.ships, &self.armoury.structures);
        let own: Vec<Contingent> = contingents(ships, &parties.own).collect();
        let foes: Vec<Contingent> = contingents(ships, &parties.foes).collect();
        let guns: Vec<Contingent> = contingents(structures, &parties.guns).collect();
        let mut lines: Vec<String> = self.list(parties, &foes, &guns).into_iter().collect();
        let all: Vec<Contingent> = foes.into_iter().chain(guns).collect();
        lines.push(odds_words(&duel_estimate(&own, &all, &self.armoury)));
        let classes = if parties.is_structure { structures } else { ships };
        lines.extend(classes.get(parties.class).map(table_words));
        lines.join("\n")
    }

    /// Who is seen, and how whole; `None` where that is but what is pointed at, and whole.
    fn list(&self, parties: &Parties, foes: &[Contingent], guns: &[Contingent]) -> Option<String> {
        let ship = |class: usize| self.classes.0.get(class).map_or("ship", |class| class.name.as_str());
        let structure = |class: usize| {
            self.structure_classes.0.get(class).map_or("structure", |class| class.name.as_str())
        };
        let ships = parties.foes.iter().zip(foes).map(|(part, some)| part_words(some, ship(part.class)));
        let structures =
            parties.guns.iter().zip(guns).map(|(part, some)| part_words(some, structure(part.class)));
        let mut told: Vec<String> = ships.chain(structures).collect();
        if parties.is_structure && told.len() == 1 && guns.iter().all(|gun| gun.count == 1 && is_whole(gun)) {
            return None;
        }
        let more = if told.len() > MOST_CLASSES { " and others" } else { "" };
        told.truncate(MOST_CLASSES);
        Some(format!("seen: {}{more}", told.join(", ")))
    }
}

/// Whether the weapons of a class of structures reach something at a distance, km.
fn reaches(class: &ArmedClass, away_km: f64) -> bool {
    class.is_armed() && away_km <= class.range_km
}

/// How many there are of each class, and how whole they are together, in steps of so many hundredths. Who has
/// no state to be seen counts for nothing in the second.
fn parts(all: impl IntoIterator<Item = (usize, Option<HullState>)>, step: u32) -> Vec<Part> {
    let mut found: BTreeMap<usize, (u32, HullState)> = BTreeMap::new();
    for (class, hull) in all {
        let (count, sum) = found.entry(class).or_default();
        *count += 1;
        *sum = sum.plus(hull.unwrap_or_default());
    }
    let part = |(class, (count, hull)): (usize, (u32, HullState))| {
        let shield = hull.shield_share().unwrap_or(1.0);
        Part { class, count, armour: hundredths(hull.armour_share(), step), shield: hundredths(shield, step) }
    };
    found.into_iter().map(part).collect()
}

/// A share in hundredths, in steps of so many, rounded up: what is left is never nothing.
fn hundredths(share: f64, step: u32) -> u32 {
    (100.0 * share / f64::from(step)).ceil() as u32 * step
}

fn contingents<'a>(classes: &'a [ArmedClass], parts: &'a [Part]) -> impl Iterator<Item = Contingent<'a>> {
    parts.iter().filter_map(move |part| {
        let (armour, shield) = (f64::from(part.armour) / 100.0, f64::from(part.shield) / 100.0);
        Some(Contingent { class: classes.get(part.class)?, count: part.count, armour, shield })
    })
}

/// Whether nothing of some is missing.
fn is_whole(some: &Contingent) -> bool {
    some.share() >= 0.995
}

/// Some of a class in words: `3 cruisers`, or `3 cruisers at 40 %`.
fn part_words(some: &Contingent, name: &str) -> String {
    let count = counted(some.count as usize, name);
    if is_whole(some) { count } else { format!("{count} at {:.0} %", 100.0 * some.share()) }
}

/// An estimate in words, for the one side of it.
fn odds_words(estimate: &Estimate) -> String {
    let Estimate { share_left_one: own, share_left_other: foes, seconds } = *estimate;
    let hundredths = |share: f64| format!("{:.0} %", 100.0 * share);
    match (own > 0.0, foes > 0.0) {
        (true, false) => format!("likely won, {} left, {seconds:.0} s", hundredths(own)),
        (false, true) => format!("likely lost, {} of them left, {seconds:.0} s", hundredths(foes)),
        (false, false) => format!("nobody would be left, {seconds:.0} s"),
        (true, true) if own >= 1.0 && foes >= 1.0 => "neither can hurt the other".to_owned(),
        (true, true) => format!("undecided: {} left, and {} of them", hundredths(own), hundredths(foes)),
    }
}

/// Says what a click on what is under the pointer does in a war, and what would come of it.
pub fn tell_front(
    front: Res<Front>,
    armed: Res<Armed>,
    choosing: Res<Choosing>,
    pointed: Res<Pointed>,
    drawn: Res<DrawnArea>,
    under: Res<UnderPointer>,
    places: Query<&Seen>,
    comparison: Comparison,
    mut last: Local<LastOdds>,
    mut labels: ResMut<PointLabels>,
) {
    if front.might.ships == 0 || choosing.is_active() || pointed.is_drag() || under.is_panel {
        return;
    }
    // Of a circle that is being drawn `planning` tells.
    if drawn.0.is_some() {
        return;
    }
    let words = match armed.0 {
        None => front.strike_words(),
        Some(Aim::Attack) => Some(front.attack_words()),
        Some(_) => None,
    };
    let on = under.entity.and_then(|entity| places.get(entity).ok()).map(|seen| seen.place);
    let Some((mut words, place)) = words.zip(on.or(pointed.point)) else { return };
    if let Some(foe) = &front.foe {
        words.push('\n');
        words.push_str(&odds_of(&comparison, foe, &mut last));
    }
    labels.say(place, words, STRIKE);
}

/// What would come of a fight, reckoned anew only when the parties have changed.
fn odds_of(comparison: &Comparison, foe: &FoeThere, last: &mut LastOdds) -> String {
    let parties = comparison.parties(foe);
    if let Some((_, words)) = last.0.as_ref().filter(|(known, _)| *known == parties) {
        return words.clone();
    }
    let words = comparison.words(&parties);
    last.0 = Some((parties, words.clone()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::fight::trial;

    fn estimate(own: f64, foes: f64) -> String {
        odds_words(&Estimate { share_left_one: own, share_left_other: foes, seconds: 20.2 })
    }

    #[test]
    fn odds_are_told_for_the_own_side() {
        assert_eq!(estimate(0.7, 0.0), "likely won, 70 % left, 20 s");
        assert_eq!(estimate(0.0, 0.25), "likely lost, 25 % of them left, 20 s");
        assert_eq!(estimate(0.0, 0.0), "nobody would be left, 20 s");
        assert_eq!(estimate(1.0, 1.0), "neither can hurt the other");
        assert_eq!(estimate(0.5, 0.4), "undecided: 50 % left, and 40 % of them");
    }

    /// One of a class with so much armour and shield left, of 100 points each.
    fn one(class: usize, armour: f64, shield: f64) -> (usize, Option<HullState>) {
        (class, Some(HullState { armour, most_armour: 100.0, shield, most_shield: 100.0 }))
    }

    #[test]
    fn classes_are_counted_in_their_order_with_what_is_left_of_them() {
        let found = parts([one(3, 100.0, 50.0), one(1, 100.0, 0.0), one(3, 20.0, 0.0)], OWN_STEP);
        let expected = [
            Part { class: 1, count: 1, armour: 100, shield: 0 },
            Part { class: 3, count: 2, armour: 60, shield: 25 },
        ];
        assert_eq!(found, expected);
        let unknown = parts([(2, None), (2, None)], OWN_STEP);
        assert_eq!(unknown, [Part { class: 2, count: 2, armour: 100, shield: 100 }], "they count as whole");
    }

    #[test]
    fn foes_are_known_as_their_bars_show_them() {
        assert_eq!([0.0, 0.001, 0.5, 1.0].map(|share| hundredths(share, OWN_STEP)), [0, 1, 50, 100]);
        assert_eq!([0.001, 0.21, 0.5, 1.0].map(|share| hundredths(share, FOE_STEP)), [5, 25, 50, 100]);
    }

    #[test]
    fn a_fleet_of_wrecks_is_not_told_that_it_will_win() {
        let mut armoury = trial::armoury();
        armoury.ships[0].stand_off_km = 5.0e4;
        let odds = |own: [(usize, Option<HullState>); 4]| {
            let (own, foes) = (parts(own, OWN_STEP), parts([one(0, 100.0, 0.0); 3], FOE_STEP));
            let own: Vec<Contingent> = contingents(&armoury.ships, &own).collect();
            let foes: Vec<Contingent> = contingents(&armoury.ships, &foes).collect();
            odds_words(&duel_estimate(&own, &foes, &armoury))
        };
        assert!(odds([one(0, 100.0, 0.0); 4]).starts_with("likely won"));
        assert!(odds([one(0, 10.0, 0.0); 4]).starts_with("likely lost"));
    }

    #[test]
    fn armed_structures_count_where_they_reach() {
        let sentry = ArmedClass { range_km: 9.0, ..trial::unarmed() };
        assert!(reaches(&sentry, 9.0) && !reaches(&sentry, 9.1));
        assert!(!reaches(&trial::unarmed(), 0.0));
    }

    #[test]
    fn the_list_says_how_whole_they_are() {
        let class = ArmedClass { armour: 100.0, ..trial::unarmed() };
        let some = Contingent::whole(&class, 3);
        assert_eq!(part_words(&some, "cruiser"), "3 cruisers");
        assert_eq!(part_words(&Contingent { armour: 0.4, ..some }, "cruiser"), "3 cruisers at 40 %");
    }
}
