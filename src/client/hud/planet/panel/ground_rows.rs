//! Rows of the planet panel about the ground of a body, and about the well of a comet.

use bevy::prelude::Color;

use super::fitting::{BESIDE_LABEL, cut, cut_to_row, label, labelled, width_beside, with_tip};
use crate::client::frame::{age, capital};
use crate::client::hud::planet::actions::{Cell, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::words::percent;
use crate::client::widgets::rows::CELL_GAP;
use crate::client::widgets::{QUIET, STRONG, WORDS};
use crate::level::{BodyKind, Surrender};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::forecast::needed_troopers;
use crate::sim::visibility::{KnownGround, SeenGarrison};
use crate::sim::{BodyId, FactionId, Holding, has_ground};

/// Letters of the longest bar.
const BAR_LETTERS: f64 = 20.0;
/// Width of the bar of a garrison, pixels.
const GARRISON_BAR: f32 = 60.0;
/// The label of a garrison.
const GARRISON: &str = "Garrison";
/// The label of what follows the capture of a body.
pub const IF_CAPTURED: &str = "If captured";

/// The rows about a body's ground; empty if nothing is known, or nothing can happen.
pub fn ground_rows(planet_data: &PlanetData, body: BodyId) -> Vec<Row> {
    let mut rows = known_rows(planet_data, body);
    let is_others = planet_data.view().holding(body).owner.is_some_and(|owner| owner != planet_data.me());
    if is_others && planet_data.rings.of(body).is_some() {
        rows.push(surrender_row(planet_data.surrender(), &planet_data.almanac().body_in_words(body)));
    }
    rows
}

/// The fate of the structures of a captured body, by the level's rule.
fn surrender_row(rule: Surrender, body: &str) -> Row {
    let (words, what) = match rule {
        Surrender::Yield => (
            "its structures change owner",
            "go to its new owner; ships in construction in its yards are lost",
        ),
        Surrender::Scuttle => ("crews destroy its structures", "are destroyed by their own crews"),
    };
    let tip = format!("If {body} is captured, all structures in its rings {what}.");
    with_tip(labelled(IF_CAPTURED, words, QUIET), &tip)
}

/// The known state of a body's ground, or of a comet's well.
fn known_rows(planet_data: &PlanetData, body: BodyId) -> Vec<Row> {
    let Some(this) = planet_data.sky.system.bodies.get(body) else { return Vec::new() };
    let rules = &planet_data.arms_table.rules.ground;
    let known = planet_data.view().ground(body);
    let is_held = known.as_ref().is_some_and(|known| known.ground.held.is_some());
    if this.kind == BodyKind::Comet && !is_held {
        let is_own = planet_data.view().holding(body).owner == Some(planet_data.me());
        return if is_own { Vec::new() } else { vec![open_row(rules.hold_s)] };
    }
    let Some(known) = known else { return remembered_rows(planet_data, body) };
    let color = |faction: Option<FactionId>| faction.map_or(QUIET, |faction| planet_data.colors.of(faction));
    if !has_ground(this.kind) {
        let Some((faction, ticks)) = known.ground.held else { return Vec::new() };
        let name = planet_data.almanac().faction_name(faction);
        let seconds = f64::from(ticks) / TICKS_PER_SECOND;
        return vec![held_row(name, seconds, rules.hold_s, color(Some(faction)))];
    }
    let Holding { owner, terrain, .. } = planet_data.view().holding(body);
    let needed = needed_troopers(known.ground.defenders, terrain, rules);
    let usual = planet_data.usual_defenders(body, owner.is_some()).unwrap_or_default();
    let invader = known.ground.invaders.map(|(faction, _)| faction);
    side_rows(&known, (terrain, needed, usual), color(owner), color(invader))
}

/// The garrison as it was seen last; empty if it never was.
fn remembered_rows(planet_data: &PlanetData, body: BodyId) -> Vec<Row> {
    let view = planet_data.view();
    let garrison = view.last_garrison(body);
    garrison.map(|garrison| remembered_row(garrison, view.almanac().calendar.tick)).into_iter().collect()
}

/// The row of a garrison that is out of sight at a tick.
fn remembered_row(garrison: SeenGarrison, tick: u64) -> Row {
    let words = format!("about {:.0}, seen {}", garrison.defenders, age(garrison.age_s(tick)));
    with_tip(labelled(GARRISON, &words, QUIET), "It may be another by now: send a scout to see it.")
}

/// The row of a garrison in peace: a bar for its share of the usual one, and its number.
fn garrison_row(words: &str, share: f64, tip: &str) -> Row {
    let bar = Cell::bar(share.clamp(0.0, 1.0) as f32, GARRISON_BAR);
    let room = BESIDE_LABEL - GARRISON_BAR - CELL_GAP;
    with_tip(Row::of(vec![label(GARRISON), bar, Cell::words(cut(words, room), WORDS)]), tip)
}

/// The garrison, or both sides of a battle; then the damage to the body. The numbers: the terrain, the troopers that
/// take the ground, and the usual garrison of the body.
fn side_rows(
    known: &KnownGround,
    (terrain, needed, usual): (f64, f64, f64),
    owner: Color,
    invader: Color,
) -> Vec<Row> {
    let ground = &known.ground;
    let about = if known.is_exact { "" } else { "about " };
    let mut tip = format!("Terrain multiplies the strength of defenders by {terrain}.");
    if !known.is_exact {
        tip += &format!(" To capture it, land {needed:.0} troopers together.");
    }
    let mut rows = match ground.invaders {
        None => {
            let words = format!("{about}{:.0}, terrain ×{terrain}", ground.defenders);
            let share = if usual > 0.0 { ground.defenders / usual } else { 0.0 };
            let full = if usual > 0.0 { format!("The bar is full at {usual:.0}. ") } else { String::new() };
            vec![garrison_row(&words, share, &format!("{full}{tip}"))]
        }
        Some((_, invaders)) => {
            let most = ground.defenders.max(invaders);
            vec![
                bar_row("Defenders", ground.defenders, most, owner, &tip),
                bar_row(
                    "Invaders",
                    invaders,
                    most,
                    invader,
                    "Invaders capture the body when no defender is left.",
                ),
            ]
        }
    };
    let state = state_words(known);
    if !state.is_empty() {
        rows.push(Row::words(cut_to_row(&state), STRONG));
    }
    rows
}

/// A row with a number and its bar, to the scale of `most`.
fn bar_row(name: &str, count: f64, most: f64, color: Color, tip: &str) -> Row {
    let words = Cell::words(format!("{name} {count:.0}"), WORDS).with_tip(tip);
    Row::of(vec![words, Cell::label(bar(count, most), color)])
}

/// A bar of letters, with the length of this share of the greatest.
fn bar(count: f64, most: f64) -> String {
    let share = if most > 0.0 { (count / most).clamp(0.0, 1.0) } else { 0.0 };
    "|".repeat((share * BAR_LETTERS).ceil() as usize)
}

/// Damage to a body in words; may be empty.
fn state_words(known: &KnownGround) -> String {
    let ground = &known.ground;
    let mut parts = Vec::new();
    for (name, share) in [("unrest", ground.unrest), ("ruin", ground.ruin)] {
        if share >= 0.01 {
            parts.push(format!("{name} {}", percent(share)));
        }
    }
    if ground.delay_ticks > 0 {
        parts.push(format!("no income for {:.0} s", f64::from(ground.delay_ticks) / TICKS_PER_SECOND));
    }
    capital(&parts.join(", "))
}

/// The row of a comet without a holder: how to take it.
fn open_row(hold_s: f64) -> Row {
    let tip =
        format!("A faction whose armed ships are alone in its gravity well for {hold_s:.0} s claims it.");
    Row::of(vec![Cell::words("Claim it: hold its well with armed ships alone", QUIET).with_tip(tip)])
}

/// The holder of a comet's well, and the time held.
fn held_row(name: &str, seconds: f64, hold_s: f64, color: Color) -> Row {
    let words = format!("Held by {name}, {:.0} of {hold_s:.0} s", seconds.min(hold_s));
    let longest = Cell::label(bar(hold_s, hold_s), color);
    let cell = Cell::label(cut(&words, width_beside(&[longest])), WORDS);
    let tip = "A faction that is alone in its gravity well for this time claims it.";
    Row::of(vec![cell.with_tip(tip), Cell::words(bar(seconds, hold_s), color)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::planet::panel::fitting::{fits_beside, fits_row};
    use crate::sim::world::Ground;

    fn known_ground(ground: Ground, is_exact: bool) -> KnownGround {
        KnownGround { ground, is_exact }
    }

    #[test]
    fn peace_takes_one_row_and_a_battle_two() {
        let peace = Ground { defenders: 120.0, ..Ground::default() };
        let rows = side_rows(&known_ground(peace, false), (1.5, 90.0, 160.0), WORDS, WORDS);
        assert_eq!(rows.len(), 1);
        let [name, bar, number] = &rows[0].cells[..] else { panic!("{rows:?}") };
        assert_eq!((name.words.as_str(), bar.bar), ("Garrison", Some(0.75)), "of the usual one");
        assert_eq!(number.words, "about 120, terrain ×1.5");
        let battle = Ground { invaders: Some((FactionId(1), 60.0)), ruin: 0.5, ..peace };
        let rows = side_rows(&known_ground(battle, true), (1.5, 90.0, 160.0), WORDS, WORDS);
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[1].cells[0].words.trim_end(), "Invaders 60");
        let bars: Vec<usize> = rows.iter().take(2).map(|row| row.cells[1].words.len()).collect();
        assert_eq!(bars, [20, 10]);
        assert_eq!(rows[2].cells[0].words, "Ruin 50 %");
    }

    #[test]
    fn a_garrison_out_of_sight_has_the_age_of_its_number() {
        let garrison = SeenGarrison { defenders: 60.0, seen_tick: Some(60) };
        assert_eq!(remembered_row(garrison, 300).cells[1].words, "about 60, seen 8 s ago");
        let long = remembered_row(SeenGarrison { defenders: 12_340.0, ..garrison }, 300_000);
        assert!(fits_beside(&long), "{long:?}");
    }

    #[test]
    fn the_tip_has_the_number_of_troopers_for_a_landing() {
        let tip = |is_exact: bool| {
            let ground = Ground { defenders: 480.0, ..Ground::default() };
            let rows = side_rows(&known_ground(ground, is_exact), (1.4, 610.0, 480.0), WORDS, WORDS);
            rows[0].cells[0].tip.clone()
        };
        assert!(tip(false).contains("land 610 troopers together"), "{}", tip(false));
        assert!(!tip(true).contains("troopers together"), "one's own is not to be taken");
    }

    #[test]
    fn the_rule_of_the_level_is_shown() {
        let [yields, scuttles] =
            [Surrender::Yield, Surrender::Scuttle].map(|rule| surrender_row(rule, "Ferrum"));
        assert!([&yields, &scuttles].iter().all(|row| fits_beside(row)), "{yields:?}, {scuttles:?}");
        let (yields, scuttles) = (&yields.cells[1], &scuttles.cells[1]);
        assert!(yields.words.contains("change owner") && yields.tip.contains("Ferrum"), "{yields:?}");
        assert!(scuttles.words.contains("destroy") && scuttles.tip.ends_with("by their own crews."));
    }

    #[test]
    fn rows_fit_the_panel() {
        assert!(fits_row(&open_row(12.0).cells[0].words));
        let row = held_row("Wayfarers of the long night", 7.0, 12.0, WORDS);
        let words: String = row.cells.iter().map(|cell| cell.words.as_str()).collect();
        assert!(fits_row(&words), "{row:?}");
        let state = Ground { unrest: 0.8, ruin: 0.5, delay_ticks: 90, ..Ground::default() };
        assert_eq!(state_words(&known_ground(state, true)), "Unrest 80 %, ruin 50 %, no income for 3 s");
        assert_eq!((bar(0.0, 0.0).len(), bar(0.1, 100.0).len(), bar(9.0, 3.0).len()), (0, 1, 20));
    }
}
