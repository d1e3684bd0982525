//! The marks and lines on the map, and what they stand for.

use crate::client::frame::capital;
use crate::client::hud::help::encyclopedia::entry::{Entry, Facts, Line, Sign};
use crate::client::hud::help::encyclopedia::sketches::Sketch;
use crate::client::models::{IconShape, ShipMark};
use crate::client::widgets::Icon;

/// A ship, whatever its class.
const ANY_SHIP: IconShape = IconShape::Ship(ShipMark::Corvette);

/// The entries.
pub fn entries(facts: &Facts) -> Vec<Entry> {
    vec![bodies(), owners(), ships(facts), structures(facts), paths(), routes(), sight(), fights(), minimap()]
}

fn of(title: &str, icon: Icon) -> Entry {
    Entry::new(title).signed(Sign::Icon(icon))
}

fn bodies() -> Entry {
    let body = |shape: IconShape, name: &str, words: &str| Line::mark(Sign::Mark(shape, true), name, words);
    let globes = "From afar planets, dwarf planets and moons are small globes, as the star lights them: giants are \
                  larger than planets like the Earth, and those larger than rocks. Comets, and the smaller bodies of \
                  a belt, keep a sign.";
    of("Bodies", Icon::Planet).says(globes).with([
        body(IconShape::Star, "Star", "The middle of its system. Nobody can own it, but it may have rings."),
        body(IconShape::Disc, "Planet", "It brings an income to its owner, and troopers can land on it."),
        body(IconShape::Ring, "Dwarf planet", "A small planet."),
        body(
            IconShape::Dot,
            "Moon",
            "It circles a planet. Its mark appears once it stands apart from the planet.",
        ),
        body(IconShape::Comet, "Comet", "It brings rare materials. Armed ships hold it."),
        Line::mark(
            Sign::Lines(Sketch::Pick),
            "Pick",
            "Beside a comet: it is mined, by miners of the side with this colour.",
        ),
    ])
}

fn owners() -> Entry {
    of("Whose it is", Icon::Objective)
        .says(
            "Names, ships, structures and the rings of wells have the colour of their owner. A grey-white body, \
             without a circle, a leaf or a diamond about its mark, is unclaimed, or you do not know its owner.",
        )
        .with([
            Line::mark(Sign::Mark(IconShape::OwnRing, true), "Circle", "About each of your bodies."),
            Line::mark(Sign::Mark(IconShape::AlliesRing, true), "Leaf", "About a body of an ally."),
            Line::mark(Sign::Mark(IconShape::OthersRing, true), "Diamond", "About a body of others."),
            Line::mark(Sign::Mark(ANY_SHIP, true), "Filled mark", "Your own ship."),
            Line::mark(Sign::AlliesMark(ANY_SHIP), "Mark above a line", "A ship of an ally."),
            Line::mark(Sign::Mark(ANY_SHIP, false), "Outline", "A ship of others."),
            Line::mark(
                Sign::Mark(IconShape::Landing, true),
                "Arrow to the ground",
                "Troopers land on the body, or fight there. The words tell how many.",
            ),
            Line::mark(
                Sign::Lines(Sketch::Flag),
                "Flag",
                "Beside a body, also on the minimap: you have to take it to win. The home of an enemy gets it once you \
                 have seen it.",
            ),
        ])
}

/// The marks of ships, by class, and what stands about them.
fn ships(facts: &Facts) -> Entry {
    let marks = facts.ships.0.iter().map(|class| {
        let sign = Sign::Mark(IconShape::Ship(ShipMark::of(class)), true);
        Line::mark(sign, capital(&class.name), class.role.as_str())
    });
    of("Ships", Icon::Fleet)
        .says(
            "A mark stands for a ship that is too small to be seen. A number beside it counts ships of one owner \
             that are close together; rest the pointer on it, and they fan out.",
        )
        .with(marks)
        .with([
            Line::mark(Sign::Mark(IconShape::Brackets, true), "Corners", "The ship is selected."),
            Line::mark(
                Sign::Mark(IconShape::Damaged, true),
                "Broken plate",
                "Beside a mark: the ship, or one of the stack, is damaged.",
            ),
            Line::mark(
                Sign::Mark(IconShape::Idle, true),
                "Two bars",
                "Beside a mark: the ship does nothing, since its upkeep is not paid.",
            ),
            Line::mark(
                Sign::Lines(Sketch::Stalk),
                "Stalk",
                "The height of a ship above or below the ecliptic; the small circle is its place there.",
            ),
            Line::mark(
                Sign::Lines(Sketch::Bars),
                "Bars",
                "The shield above, the armour below. They show while a ship is selected or damaged.",
            ),
        ])
}

/// The outlines of structures, by class.
fn structures(facts: &Facts) -> Entry {
    let outlines = facts.structures.0.iter().map(|class| {
        let sign = Sign::Lines(Sketch::Structure(class.shape));
        Line::mark(sign, capital(&class.name), class.role.as_str())
    });
    of("Structures", Icon::Yard)
        .says("Icons of structures show in wells that are large enough on the screen, from close by as models.")
        .with(outlines)
        .with([
            Line::mark(Sign::Lines(Sketch::Growth), "Arc", "It grows; the arc is the share that is done."),
            Line::mark(
                Sign::Lines(Sketch::Idle),
                "Dashes, two bars",
                "It stands still: paused, waiting, or without upkeep. Only its owner sees that.",
            ),
            Line::mark(
                Sign::Lines(Sketch::Rings),
                "Rings, short marks",
                "Rings of a well in the colour of its owner, with marks between their slots. Rings show about the \
                 body under the pointer, and about the one that is clicked or in the middle of the view.",
            ),
        ])
}

fn paths() -> Entry {
    let line = |sketch: Sketch, name: &str, words: &str| Line::mark(Sign::Lines(sketch), name, words);
    of("Paths of bodies", Icon::Repeat).with([
        line(
            Sketch::Orbit,
            "Orbit",
            "The line begins at the body and fades along the way that it came. Where it is dashed it lies below \
             the ecliptic, else in it or above. It has the colour of the owner, and yours is wider. Near a planet \
             only its own line and those of its moons are left.",
        ),
        line(
            Sketch::Periapsis,
            "Diamond",
            "On the path of the body in view, with the constellations [<constellations>]: nearest to its star or \
             planet.",
        ),
        line(Sketch::RisingNode, "Triangle up", "From here on the path is above the ecliptic."),
        line(Sketch::SinkingNode, "Triangle down", "From here on it is below."),
        line(
            Sketch::Grid,
            "Circles, spokes",
            "They lie in the ecliptic, with the distance from the star in AU, the distance of the Earth from the \
             Sun.",
        ),
        line(
            Sketch::Later,
            "Thin circle, way",
            "A body at the later time that is shown [<foresee> and the wheel], and its way until then.",
        ),
        line(
            Sketch::Well,
            "Wide circle",
            "The rim of a gravity well: at a later time, and with a warning that it will reach one of your fleets.",
        ),
    ])
}

fn routes() -> Entry {
    of("Routes", Icon::Move).with([
        Line::mark(
            Sign::Lines(Sketch::Route),
            "Line, circle",
            "The route of one of your fleets. It ends where fleet and body will meet, in a broken ring, and not where \
             the body is now. A red part is flown to fight. Drag a circle to move that waypoint.",
        ),
        Line::mark(
            Sign::Lines(Sketch::Ghost),
            "Broken outline",
            "At a later time that is shown: where your fleet will be. Else: where you last saw a ship or a \
             structure of others.",
        ),
    ])
}

fn sight() -> Entry {
    of("Ranges", Icon::Sight).with([
        Line::mark(
            Sign::Lines(Sketch::Sight),
            "Dotted circle",
            "How far a selected ship sees, or the one under the pointer. Darker areas are out of your sight; a \
             thin bright line is their edge [<show sight>].",
        ),
        Line::mark(
            Sign::Lines(Sketch::Weapons),
            "Red circles",
            "How far the weapons reach: of the ship or structure under the pointer, and of selected ships while \
             you choose what to attack.",
        ),
    ])
}

fn fights() -> Entry {
    let line = |sketch: Sketch, name: &str, words: &str| Line::mark(Sign::Lines(sketch), name, words);
    of("Fights", Icon::Attack).with([
        line(
            Sketch::Battle,
            "Crossed swords",
            "A battle, seen from afar and on the minimap. The full part of its bar is your share of the strength \
             there, the hollow part that of your enemies. Click it for both sides, their losses and what works. \
             On the sky they stand between the counts of both sides, yours at the left, and from afar between their \
             marks: click a side then to select or to attack it.",
        ),
        line(
            Sketch::Fire,
            "Dashed arrow",
            "Who shoots at whom: from your selected ships to their targets, and from those that shoot at them, in \
             the colour of the shooter.",
        ),
        line(Sketch::Flame, "Flame", "The ship or structure has just been hit."),
        line(Sketch::Hit, "Cross", "One of your torpedoes will hit there if its target keeps its course."),
    ])
}

fn minimap() -> Entry {
    let line = |sketch: Sketch, name: &str, words: &str| Line::mark(Sign::Lines(sketch), name, words);
    of("Minimap", Icon::Search)
        .says(
            "The whole system from above. Distances shrink outward, so that near planets have room. A cross is the \
             middle of the view, a soft sector its direction. Orbits of bodies with an owner are strong and have its \
             colour; dashes are the routes of the selected fleets. A shape that grows is an alert.",
        )
        .with([
            line(Sketch::OwnDot, "Circle", "About each of your bodies; a leaf about an ally's."),
            line(Sketch::OthersDot, "Square", "About a body of others."),
            Line::mark(Sign::Mark(ANY_SHIP, true), "Filled mark", "One of your fleets, whatever its ships."),
            Line::mark(Sign::AlliesMark(ANY_SHIP), "Mark above a line", "A fleet of an ally."),
            Line::mark(Sign::Mark(IconShape::Foe, true), "Diamond", "A fleet of others."),
            Line::mark(
                Sign::Mark(IconShape::Contact, true),
                "Broken diamond",
                "Where you last saw ships or structures of others.",
            ),
            Line::mark(
                Sign::Mark(IconShape::Landing, true),
                "Arrow to a body",
                "Troopers land there, or fight on its ground.",
            ),
            line(Sketch::PulseRing, "Growing ring", "A contact, or the end of a battle that nobody has won."),
            line(
                Sketch::PulseDoubleRing,
                "Double ring",
                "An attack, a bombardment, a landing, or troop ships near one of your bodies.",
            ),
            line(Sketch::PulseDiamond, "Growing diamond", "A loss, or another side that holds what wins."),
            line(Sketch::PulseSquare, "Growing square", "The end of a battle in which your side has held the field."),
        ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::encyclopedia::test_support::shipped;

    /// All marks, with their names and meanings.
    fn marks() -> Vec<(Sign, String)> {
        let game = shipped();
        let lines = entries(&game.facts()).into_iter().flat_map(|entry| entry.lines);
        let marks = lines.filter_map(|line| match line {
            Line::Mark { sign, name, words } => Some((sign, format!("{name}: {words}"))),
            _ => None,
        });
        marks.collect()
    }

    #[test]
    fn every_mark_of_the_sky_is_explained() {
        let marks = marks();
        // Nothing on the map has the mark of a target.
        for shape in IconShape::all().filter(|shape| *shape != IconShape::Target) {
            assert!(marks.iter().any(|(sign, _)| *sign == Sign::Mark(shape, true)), "{shape:?}");
        }
    }

    #[test]
    fn every_mark_of_the_minimap_is_explained_under_its_name() {
        let lines = minimap().lines;
        let is_there = |wanted: Sign| {
            lines.iter().any(|line| matches!(line, Line::Mark { sign, .. } if *sign == wanted))
        };
        for shape in [ANY_SHIP, IconShape::Foe, IconShape::Contact, IconShape::Landing] {
            assert!(is_there(Sign::Mark(shape, true)), "{shape:?}");
        }
        assert!(is_there(Sign::AlliesMark(ANY_SHIP)));
        for sketch in [
            Sketch::OwnDot,
            Sketch::OthersDot,
            Sketch::PulseRing,
            Sketch::PulseDoubleRing,
            Sketch::PulseDiamond,
            Sketch::PulseSquare,
        ] {
            assert!(is_there(Sign::Lines(sketch)), "{sketch:?}");
        }
    }

    #[test]
    fn every_class_has_its_mark() {
        let (game, marks) = (shipped(), marks());
        for class in &game.ships.0 {
            let sign = Sign::Mark(IconShape::Ship(ShipMark::of(class)), true);
            let is_its =
                |(of, words): &(Sign, String)| *of == sign && words.to_lowercase().contains(&class.name);
            assert!(marks.iter().any(is_its), "{}", class.name);
        }
        for class in &game.structures.0 {
            let words = format!("{}: {}", capital(&class.name), class.role);
            let mark = (Sign::Lines(Sketch::Structure(class.shape)), words);
            assert!(marks.contains(&mark), "{}", class.name);
        }
    }
}
