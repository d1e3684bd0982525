//! Gravity wells and their rings.

use crate::client::frame::{capital, kilometres, length};
use crate::client::hud::help::encyclopedia::entry::{Entry, Facts, Line, Sign};
use crate::client::hud::help::encyclopedia::sketches::Sketch;
use crate::client::hud::planet::classes::numbers::{listed, plain, share};
use crate::client::hud::planet::classes::structures::zone_words;
use crate::client::widgets::Icon;
use crate::level::{FEWEST_RINGS, FULL_HOLD, MOON_WELL_SHARE, MOST_RINGS, RingZone, STAR_WELL_RADII};

/// The zones, from the inside.
const ZONES: [RingZone; 4] = [RingZone::Innermost, RingZone::Inner, RingZone::Outer, RingZone::Outermost];

/// The entries.
pub fn entries(facts: &Facts) -> Vec<Entry> {
    vec![wells(facts), flight(), rings(facts), turning(facts), zones(facts), circling()]
}

fn wells(facts: &Facts) -> Entry {
    let scale = &facts.level.scale;
    Entry::new("Gravity wells")
        .signed(Sign::Icon(Icon::Planet))
        .says(format!(
            "The gravity well of a body reaches {} radii of the body as it is drawn, and at least {}; that of a \
             star {} radii. The well of a moon reaches at most {} of the way to its planet.",
            plain(scale.well_radii),
            length(scale.least_well_km),
            plain(STAR_WELL_RADII),
            share(MOON_WELL_SHARE)
        ))
        .says(format!(
            "A well carries ships along with its body, fully inside {} of its radius and less and less from there \
             to its rim. A fleet at rest outside all wells keeps its place in space: a planet that passes by may \
             catch it.",
            share(FULL_HOLD)
        ))
}

fn flight() -> Entry {
    Entry::new("Speed in wells").signed(Sign::Icon(Icon::Move)).says(
        "Each ship class has two speeds: one near a body and one between wells. In a well the speed rises from \
         the one at the surface to the other at the rim. Every class cruises faster than the fastest \
         planet, so every planet can be caught.",
    )
}

fn rings(facts: &Facts) -> Entry {
    let numbers = &facts.economy.rings;
    let counts = FEWEST_RINGS..=MOST_RINGS;
    let least = |count: u8| {
        let steps = f64::from(count - FEWEST_RINGS);
        let radius_km = numbers.smallest_well_km * libm::pow(numbers.well_step, steps);
        if count == FEWEST_RINGS { "Any".to_owned() } else { kilometres(radius_km) }
    };
    let slots = (0..MOST_RINGS).map(|ring| numbers.slots(ring).to_string());
    Entry::new("Rings")
        .signed(Sign::Lines(Sketch::Rings))
        .says(format!(
            "A well with room has {FEWEST_RINGS} to {MOST_RINGS} rings round the equator of its body: the wider \
             the well, the more. A star has as many as its well has room for. Structures stand in the slots of \
             rings; a larger one takes several slots side by side."
        ))
        .with([
            Line::head("Rings of the well", counts.clone().map(|count| count.to_string())),
            Line::cells("Radius from, km", counts.map(least)),
        ])
        .says("Each ring has its own number of slots. Ring 1 is the innermost.")
        .with([
            Line::head("Ring", (1..=MOST_RINGS).map(|ring| ring.to_string())),
            Line::cells("Slots", slots),
        ])
}

fn turning(facts: &Facts) -> Entry {
    let numbers = &facts.economy.rings;
    Entry::new("Rings turn").signed(Sign::Icon(Icon::Repeat)).says(format!(
        "The closer a ring is to its body, the faster it turns. The innermost turns once in {} s, at a star in {} \
         s. The outermost ring of a planet or a moon stands still beside it. Guns in fast rings soon face every \
         side; yards and sensors in slow ones stay where they are.",
        plain(numbers.innermost_period_s),
        plain(numbers.star_period_s)
    ))
}

/// The zones in wells of each number of rings, and their classes.
fn zones(facts: &Facts) -> Entry {
    let counts = FEWEST_RINGS..=MOST_RINGS;
    let table = ZONES.map(|zone| {
        Line::cells(capital(zone_words(zone)), counts.clone().map(|count| numbers_in(zone, count)))
    });
    let classes = ZONES.map(|zone| {
        let classes = facts.structures.0.iter().filter(|class| class.zones.contains(&zone));
        let classes = listed(classes.map(|class| class.name.as_str()));
        let words = if classes.is_empty() { "No class".to_owned() } else { capital(&classes) };
        Line::figure(name_of(zone), Icon::Yard, words)
    });
    Entry::new("Zones")
        .signed(Sign::Icon(Icon::Objective))
        .says(
            "A structure class may stand in some rings only. Rings are numbered from the inside. Choose a class \
             in the planet panel: the slots that suit it light up.",
        )
        .with([Line::head("Rings of the well", counts.clone().map(|count| count.to_string()))])
        .with(table)
        .with(classes)
}

/// The name of the line with the classes of a zone.
fn name_of(zone: RingZone) -> &'static str {
    match zone {
        RingZone::Innermost => "In the innermost",
        RingZone::Inner => "In inner ones",
        RingZone::Outer => "In outer ones",
        RingZone::Outermost => "In the outermost",
    }
}

/// The numbers of the rings of a zone in a well with this many rings, counted from 1.
fn numbers_in(zone: RingZone, count: u8) -> String {
    let mut rings = (0..count).filter(|ring| zone.holds(*ring, count)).map(|ring| ring + 1);
    let first = rings.next();
    match (first, rings.next_back().or(first)) {
        (Some(first), Some(last)) if first < last => format!("{first} – {last}"),
        (Some(first), _) => first.to_string(),
        (None, _) => "–".to_owned(),
    }
}

fn circling() -> Entry {
    Entry::new("Fleets in rings").signed(Sign::Icon(Icon::Patrol)).says(
        "A right click on a ring sends the selected fleet there. It then circles in the ring, which carries it \
         without engines, so that it is harder to see. In the ring of a shipyard its ships are repaired.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::encyclopedia::test_support::shipped;

    #[test]
    fn zones_have_the_numbers_of_their_rings() {
        let of = |zone: RingZone| [2, 3, 4, 6].map(|count| numbers_in(zone, count));
        assert_eq!(of(RingZone::Innermost), ["1", "1", "1", "1"]);
        assert_eq!(of(RingZone::Inner), ["1", "1 – 2", "1 – 2", "1 – 3"]);
        assert_eq!(of(RingZone::Outer), ["2", "3", "3 – 4", "4 – 6"]);
        assert_eq!(of(RingZone::Outermost), ["2", "3", "4", "6"]);
    }

    #[test]
    fn every_structure_class_is_in_a_zone() {
        let game = shipped();
        let lines = zones(&game.facts()).lines;
        let words: Vec<String> = lines
            .into_iter()
            .filter_map(|line| match line {
                Line::Figure(figure) => Some(figure.words.to_lowercase()),
                _ => None,
            })
            .collect();
        assert_eq!(words.len(), ZONES.len());
        for class in &game.structures.0 {
            assert!(words.iter().any(|words| words.contains(&class.name)), "{}", class.name);
        }
    }

    #[test]
    fn wider_wells_have_more_rings() {
        let game = shipped();
        let rings = &game.economy.rings;
        let lines = super::rings(&game.facts()).lines;
        let Line::Cells { cells, .. } = &lines[2] else { panic!("{lines:?}") };
        let second = kilometres(rings.smallest_well_km * rings.well_step);
        assert_eq!((cells[0].0.as_str(), &cells[1].0), ("Any", &second));
        let Some(Line::Cells { cells, .. }) = lines.last() else { panic!("{lines:?}") };
        assert_eq!(cells[0].0, rings.slots(0).to_string());
    }
}
