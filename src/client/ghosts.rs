//! Where others were last seen: a faint diamond at the place that the player remembers, with what it was and
//! how long ago.

use bevy::prelude::*;

use super::LineGizmos;
use super::routes::{PointLabels, diamond, duration};
use super::scale::{Origin, UNIT_KM};
use super::ship_view::faction_color;
use super::view_camera::ViewCamera;
use crate::level;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::fleets::Factions;
use crate::sim::holdings::StructureClasses;
use crate::sim::ships::ShipClasses;
use crate::sim::sight::View;
use crate::sim::sight::knowledge::{place_of, what};
use crate::sim::{Calendar, Sky};

/// Half the size of a ghost on the screen, pixels.
const GHOST_PIXELS: f64 = 7.0;
/// How strong a ghost is beside what is seen.
const STRENGTH: f32 = 0.45;
/// The most ghosts that have words.
const MOST_WORDS: usize = 4;

/// Draws what the player remembers of others.
pub fn draw_ghosts(
    sight: View,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
    factions: Res<Factions>,
    ship_classes: Res<ShipClasses>,
    structure_classes: Res<StructureClasses>,
    origin: Res<Origin>,
    view: Res<ViewCamera>,
    mut labels: ResMut<PointLabels>,
    mut lines: Gizmos<LineGizmos>,
) {
    let mut words_left = MOST_WORDS;
    for ghost in sight.ghosts() {
        let place = place_of(ghost, &sky);
        let Some(projected) = view.project(place) else { continue };
        let color = faction_color(&factions, usize::from(ghost.faction)).with_alpha(STRENGTH);
        let half = (GHOST_PIXELS / view.pixels_per_radius(projected.depth_km) / UNIT_KM) as f32;
        lines.linestrip(diamond(origin.place(place), half), color);
        if words_left > 0 {
            words_left -= 1;
            let class = ghost.class as usize;
            let name = match what(ghost.id) {
                level::Sighted::Ship(_) => ship_classes.0.get(class).map(|class| class.name.as_str()),
                level::Sighted::Structure(_) => {
                    structure_classes.0.get(class).map(|class| class.name.as_str())
                }
            };
            let ago = calendar.tick.saturating_sub(ghost.seen_tick) as f64 / TICKS_PER_SECOND;
            let words = format!("{}, seen {} ago", name.unwrap_or("something"), duration(ago));
            labels.say(place, words, color);
        }
    }
}
