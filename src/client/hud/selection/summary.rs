//! From the selected ships to rows.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::Entity;

use super::crews::{Crew, care_words, crew_tip, rank};
use crate::client::frame::{arrival_words, capital, coming_words};
use crate::client::settings::Binding;
use crate::level::counted;
use crate::sim::visibility::HullState;
use crate::sim::{Calendar, ClassId};

/// The activity of a fleet at rest.
pub const IDLE: &str = "idle";

/// A selected ship.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelectedShip<'a> {
    /// Class, an index.
    pub class: ClassId,
    /// The name of its class.
    pub name: &'a str,
    /// Fleet.
    pub fleet: Entity,
    /// Whether it could not be paid for.
    pub is_unpaid: bool,
    /// Hull state; `None` if it is unknown.
    pub hull: Option<HullState>,
    /// Crew.
    pub crew: Crew,
}

/// What the lack of money does to ships.
const UNPAID: &str = "Unpaid ships are slow, reload slowly and recover no shields.";

/// The state of a fleet's orders.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RouteSummary {
    /// Number of legs of its route.
    pub legs: usize,
    /// End of the route, Julian date (TDB); `None` if it is unknown.
    pub until_jd: Option<f64>,
    /// End of the present wait, Julian date (TDB); `None` without one.
    pub waits_until_jd: Option<f64>,
    /// Action: `attacks a fleet`, `to Mars`, `mining Wisp`; `None` without one.
    pub deed: Option<String>,
}

/// The row about a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassRow {
    /// The class.
    pub class: ClassId,
    /// Number of ships with the class: `5 corvettes`.
    pub count: String,
    /// Chevrons of their most experienced crew; empty for recruits, and for ships that cannot shoot.
    pub skill: String,
    /// Number of unpaid ships; empty for none.
    pub unpaid: String,
    /// Care of yards, or where to find it: `2 in repair`; empty for none.
    pub care: String,
    /// The tip about their activity and their crews.
    pub tip: String,
    /// Remaining armour, percent; `None` if it is unknown.
    pub armour: Option<u8>,
    /// Remaining shields, percent; `None` without shields.
    pub shield: Option<u8>,
}

/// The rows of a selection, in the order of the classes; they name keys of orders.
pub fn rows_of(
    ships: &[SelectedShip],
    fleets: &BTreeMap<Entity, RouteSummary>,
    calendar: &Calendar,
    bindings: &[Binding],
) -> Vec<ClassRow> {
    let mut classes: BTreeMap<ClassId, Vec<&SelectedShip>> = BTreeMap::new();
    for ship in ships {
        classes.entry(ship.class).or_default().push(ship);
    }
    let rows = classes.into_iter().map(|(class, ships)| {
        let name = ships.first().map_or("ship", |ship| ship.name);
        let unpaid = ships.iter().filter(|ship| ship.is_unpaid).count();
        let crews: BTreeSet<Entity> = ships.iter().map(|ship| ship.fleet).collect();
        let hull = ships.iter().filter_map(|ship| ship.hull).reduce(HullState::plus);
        let crew: Vec<Crew> = ships.iter().map(|ship| ship.crew).collect();
        let states: Vec<&RouteSummary> = crews.iter().filter_map(|fleet| fleets.get(fleet)).collect();
        let sentences = format!("{} {}", crew_tip(&crew, bindings), if unpaid > 0 { UNPAID } else { "" });
        ClassRow {
            class,
            count: counted(ships.len(), name),
            skill: rank(&crew).to_owned(),
            unpaid: if unpaid > 0 { format!("{unpaid} unpaid") } else { String::new() },
            care: care_words(&crew, bindings),
            tip: tip_words(&doing_words(&states, calendar), sentences.trim()),
            armour: hull.map(|hull| percent(hull.armour_share())),
            shield: hull.and_then(|hull| hull.shield_share()).map(percent),
        }
    });
    rows.collect()
}

/// The tip about the activity and the crews of ships; each may be empty.
fn tip_words(doing: &str, crews: &str) -> String {
    if doing.is_empty() { crews.to_owned() } else { format!("{doing}. {crews}").trim().to_owned() }
}

/// A share in per cent.
fn percent(share: f64) -> u8 {
    (100.0 * share.clamp(0.0, 1.0)).round() as u8
}

/// The activity of fleets in a few words: `To Mars, 3 waypoints, arrives about 2031-05-02`.
pub fn doing_words(fleets: &[&RouteSummary], calendar: &Calendar) -> String {
    let under_way: Vec<&&RouteSummary> = fleets.iter().filter(|fleet| fleet.legs > 0).collect();
    let last_jd = under_way.iter().filter_map(|fleet| fleet.until_jd).fold(f64::NEG_INFINITY, f64::max);
    let is_known = last_jd.is_finite() && under_way.iter().all(|fleet| fleet.until_jd.is_some());
    let date = if is_known { arrival_words(last_jd, calendar) } else { "later".to_owned() };
    match (fleets.len(), under_way.as_slice()) {
        (0, _) => String::new(),
        (_, []) => capital(fleets.iter().find_map(|fleet| fleet.deed.as_deref()).unwrap_or(IDLE)),
        (1, [RouteSummary { legs, waits_until_jd: Some(jd), .. }]) => {
            let then = match legs.saturating_sub(1) {
                0 => String::new(),
                later => format!(", then {}", counted(later, "waypoint")),
            };
            format!("Waits until {}{then}", coming_words(*jd, calendar))
        }
        (1, [fleet]) => {
            let what = capital(fleet.deed.as_deref().unwrap_or("under way"));
            let what = match fleet.legs {
                1 => what,
                legs => format!("{what}, {}", counted(legs, "waypoint")),
            };
            if is_known { format!("{what}, arrives {date}") } else { what }
        }
        (all, some) => {
            let some = if some.len() == all { String::new() } else { format!("{} of ", some.len()) };
            format!("{some}{all} fleets under way, the last arrives {date}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::prelude::World;

    use crate::orbit::{GameClock, J2000_JD};

    /// The calendar of a game that begins, in which a second is this share of a day.
    fn calendar(days_per_second: f64) -> Calendar {
        Calendar { clock: GameClock { epoch_jd: J2000_JD, days_per_second }, tick: 0, seed: 0 }
    }

    fn state(legs: usize, days: Option<f64>) -> RouteSummary {
        RouteSummary { legs, until_jd: days.map(|days| J2000_JD + days), waits_until_jd: None, deed: None }
    }

    #[test]
    fn a_fleets_orders_have_few_words() {
        let doing_words = |fleets: &[&RouteSummary]| doing_words(fleets, &calendar(0.01));
        assert_eq!(doing_words(&[]), "");
        assert_eq!(doing_words(&[&state(0, None)]), "Idle");
        assert_eq!(doing_words(&[&state(1, Some(1.0))]), "Under way, arrives about 2000-01-02");
        assert_eq!(doing_words(&[&state(3, None)]), "Under way, 3 waypoints");
        let at_war =
            |legs: usize, deed: &str| RouteSummary { deed: Some(deed.to_owned()), ..state(legs, None) };
        assert_eq!(doing_words(&[&at_war(0, "fights")]), "Fights");
        assert_eq!(doing_words(&[&at_war(0, "mining Wisp")]), "Mining Wisp");
        assert_eq!(doing_words(&[&at_war(1, "invades")]), "Invades");
        assert_eq!(doing_words(&[&at_war(2, "attacks")]), "Attacks, 2 waypoints");
        let waits = RouteSummary { waits_until_jd: Some(J2000_JD + 1.0), ..state(3, None) };
        assert_eq!(doing_words(&[&waits]), "Waits until 2000-01-02, then 2 waypoints");
        let several = [&state(0, None), &state(1, Some(1.0)), &state(2, Some(4.0))];
        assert_eq!(doing_words(&several), "2 of 3 fleets under way, the last arrives about 2000-01-05");
    }

    #[test]
    fn an_arrival_in_the_last_minute_has_its_seconds_behind_its_date() {
        let words = doing_words(&[&state(1, Some(1.0))], &calendar(0.05));
        assert_eq!(words, "Under way, arrives about 2000-01-02 (20 s)");
    }

    #[test]
    fn ships_are_counted_by_class() {
        let mut world = World::new();
        let (one, other) = (world.spawn_empty().id(), world.spawn_empty().id());
        let ship = |class: ClassId, fleet: Entity, is_unpaid: bool| {
            let name = if class == ClassId::FIRST { "scout" } else { "frigate" };
            let state = HullState { armour: 50.0, most_armour: 100.0, ..HullState::default() };
            let shielded = HullState { shield: 10.0, most_shield: 40.0, ..state };
            let hull = Some(if class == ClassId::FIRST { state } else { shielded });
            let crew = Crew { is_repaired: is_unpaid, ..Crew::default() };
            SelectedShip { class, name, fleet, is_unpaid, hull, crew }
        };
        let ships = [
            ship(ClassId::from(1), one, false),
            ship(ClassId::FIRST, one, true),
            ship(ClassId::from(1), other, false),
            ship(ClassId::from(1), other, true),
        ];
        let fleets = BTreeMap::from([(one, state(0, None)), (other, state(0, None))]);
        let rows = rows_of(&ships, &fleets, &calendar(0.01), &[]);
        let counts: Vec<&str> = rows.iter().map(|row| row.count.as_str()).collect();
        assert_eq!(counts, ["1 scout", "3 frigates"]);
        let unpaid: Vec<&str> = rows.iter().map(|row| row.unpaid.as_str()).collect();
        assert_eq!(unpaid, ["1 unpaid", "1 unpaid"]);
        assert!(rows.iter().all(|row| row.care == "1 in repair" && row.skill.is_empty()));
        assert!(rows.iter().all(|row| row.tip.starts_with("Idle. ") && row.tip.ends_with(UNPAID)));
        let paid = rows_of(&ships[2..3], &fleets, &calendar(0.01), &[]);
        assert!(!paid[0].tip.contains("Unpaid"), "{}", paid[0].tip);
        let hulls: Vec<_> = rows.iter().map(|row| (row.armour, row.shield)).collect();
        assert_eq!(hulls, [(Some(50), None), (Some(50), Some(25))]);
    }
}
