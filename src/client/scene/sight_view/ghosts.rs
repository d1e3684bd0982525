//! Ghosts: a faint, broken outline at the last known place of a foreign unit, with its class and the age of the
//! sighting. A ghost moves with its well, the ghost of a structure also turns with its ring, and ghosts fade with
//! age. After some minutes the words are gone, unless the pointer is on the ghost. The unit itself, which may be gone,
//! is never read.

use bevy::prelude::*;
use glam::DVec3;

use super::ghost_words::{MarkedGhost, grouped, take_pointed};
use crate::client::input::SceneCursor;
use crate::client::models::{FactionColors, ShipMark, outlines};
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::rings::RingView;
use crate::client::scene::routes::diamond;
use crate::client::view::{Axes, BodyPlaces, Pen, Sight, UNIT_KM};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::visibility::{LastKnown, UnitClass};
use crate::sim::{BodyId, Calendar, FactionId, ShipClasses, StructureClasses};

/// Half the size of a ghost on the screen, pixels of the UI.
const GHOST_PIXELS: f64 = 8.0;
/// Opacity of a new ghost and of an old one.
const STRENGTHS: (f32, f32) = (1.0, 0.3);
/// Seconds of play after which a sighting is old.
pub(in crate::client) const OLD_S: f64 = 600.0;
/// The shares of a piece of an outline at the end of the first dash and at the beginning of the second.
pub(in crate::client) const DASHES: (f64, f64) = (0.3, 0.7);
/// The most labels of ghosts.
const MOST_WORDS: usize = 4;
/// Seconds of play after which a ghost has words only under the pointer.
const WORDS_S: f64 = 180.0;
/// Opacity of the words, as a share of that of their ghost.
const WORDS_SHARE: f32 = 0.75;
/// Size of the words, pixels, and seconds of play until they are smaller.
const WORD_PIXELS: (f32, f32) = (13.0, 12.0);
const SMALLER_S: f64 = 60.0;

/// Opacity of what was seen before, by the age of the sighting, seconds of play.
pub fn strength(age_s: f64) -> f32 {
    STRENGTHS.0 + (STRENGTHS.1 - STRENGTHS.0) * age_share(age_s) as f32
}

/// The share of the way to an old sighting, 0 to 1.
pub(in crate::client) fn age_share(age_s: f64) -> f64 {
    (age_s / OLD_S).clamp(0.0, 1.0)
}

/// Place of a ghost in this frame, heliocentric ecliptic km.
pub(in crate::client) fn place_in_frame(ghost: &LastKnown, rings: &RingView, places: &BodyPlaces) -> DVec3 {
    let standing =
        || ghost.anchor.zip(ghost.stands).and_then(|(body, stands)| rings.standing_place(body, stands));
    let beside = || ghost.anchor.and_then(|body| places.0.get(body)).map(|center| *center + ghost.offset);
    standing().or_else(beside).unwrap_or(ghost.offset)
}

/// A ghost under the pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GhostThere {
    /// The name of its class.
    pub name: String,
    /// The owner.
    pub faction: FactionId,
}

/// The ghost under the pointer, by the last picture.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct PointedGhost(pub Option<GhostThere>);

/// The classes of ghosts.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Classes<'w> {
    ships: Res<'w, ShipClasses>,
    structures: Res<'w, StructureClasses>,
}

impl Classes<'_> {
    /// The name and the outline of a ghost's class; `None` for an unknown class.
    fn of(&self, ghost: &LastKnown) -> Option<(&str, &'static [outlines::Stroke])> {
        match ghost.of {
            UnitClass::Ship(_, class) => self
                .ships
                .0
                .get(class)
                .map(|class| (class.name.as_str(), outlines::of_ship(ShipMark::of(class)))),
            UnitClass::Structure(_, class) => {
                let class = self.structures.0.get(class)?;
                Some((class.name.as_str(), outlines::of_structure(class.shape)))
            }
        }
    }
}

/// The style of a ghost in this frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// By the outline of its class.
    Outline,
    /// Together with all others in its well as one diamond.
    Together(BodyId),
    /// Not at all.
    Nothing,
}

impl Style {
    /// Structures are drawn separately if their well is large enough on the screen.
    fn of(ghost: &LastKnown, rings: &RingView) -> Self {
        let Some(body) = ghost.anchor.filter(|_| ghost.stands.is_some()) else { return Self::Outline };
        match rings.well(body) {
            Some(well) if rings.shows_structures(&well) => Self::Outline,
            Some(_) => Self::Together(body),
            None => Self::Nothing,
        }
    }
}

/// Draws the ghosts of the player.
pub fn draw_ghosts(
    sight: Sight,
    calendar: Res<Calendar>,
    colors: Res<FactionColors>,
    classes: Classes,
    rings: RingView,
    places: Res<BodyPlaces>,
    cursor: SceneCursor,
    mut labels: ResMut<PointLabels>,
    mut pointed: ResMut<PointedGhost>,
    mut pen: Pen,
) {
    let mut marked: Vec<MarkedGhost> = Vec::new();
    let mut drawn: Vec<BodyId> = Vec::new();
    for ghost in sight.view().ghosts() {
        let place = place_in_frame(ghost, &rings, &places);
        let Some(projected) = pen.view.project(place) else { continue };
        let age_s = calendar.tick.saturating_sub(ghost.seen_tick) as f64 / TICKS_PER_SECOND;
        let color = colors.of(ghost.faction).with_alpha(strength(age_s));
        let half_km = GHOST_PIXELS * rings.ui_scale() / projected.pixels_per_km;
        let known = classes.of(ghost);
        let style = Style::of(ghost, &rings);
        if style != Style::Nothing {
            let (pixel, faction) = (projected.pixel, ghost.faction);
            let name = known.map_or("something", |(name, _)| name);
            marked.push(MarkedGhost { pixel, place, faction, name, age_s });
        }
        match style {
            Style::Nothing => {}
            Style::Together(body) if drawn.contains(&body) => {}
            Style::Together(body) => {
                drawn.push(body);
                pen.lines.linestrip(diamond(pen.origin.place(place), (half_km / UNIT_KM) as f32), color);
            }
            Style::Outline => {
                let axes = Axes::upright(&pen.view, place, half_km);
                let strokes =
                    known.map_or_else(|| outlines::of_ship(ShipMark::default()), |(_, strokes)| strokes);
                pen.strokes(&axes, strokes, Some(DASHES), color);
            }
        }
    }
    let picture = pen.view.picture();
    marked.retain(|ghost| picture.contains(ghost.pixel));
    let there = say(marked, cursor.pixel(), &colors, &mut labels);
    pointed.set_if_neq(PointedGhost(there));
}

/// Labels the ghosts under the pointer, and the newest others. Returns the newest one under the pointer.
fn say(
    mut ghosts: Vec<MarkedGhost>,
    pointer: Option<Vec2>,
    colors: &FactionColors,
    labels: &mut PointLabels,
) -> Option<GhostThere> {
    let pointed = pointer.and_then(|pointer| take_pointed(&mut ghosts, pointer));
    let there = pointed.map(|pointed| {
        let MarkedGhost { place, name, faction, .. } = pointed.newest;
        labels.say(place, pointed.whole_words(), colors.of(faction));
        GhostThere { name: name.to_owned(), faction }
    });
    ghosts.retain(|ghost| ghost.age_s < WORDS_S);
    for group in grouped(ghosts, MOST_WORDS) {
        let MarkedGhost { place, faction, age_s, .. } = group.newest;
        let color = colors.of(faction).with_alpha(WORDS_SHARE * strength(age_s));
        let pixels = if age_s < SMALLER_S { WORD_PIXELS.0 } else { WORD_PIXELS.1 };
        labels.whisper(place, group.words(), color, pixels);
    }
    there
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ghosts_fade_with_age_and_never_vanish() {
        assert_eq!(strength(0.0), 1.0);
        assert!((strength(300.0) - 0.65).abs() < 1.0e-6);
        assert!((strength(OLD_S) - 0.3).abs() < 1.0e-6);
        assert_eq!(strength(1.0e9), strength(OLD_S));
    }
}
