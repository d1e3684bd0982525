//! Flashes of hits, and explosions.
//!
//! - Enters: the shots and the events of this frame, as far as the viewer knows of them.
//! - Leaves: light and smoke in the shared meshes, and a few lights.
//! - Must never: show more bright large flashes in a second than are safe.
//!
//! | file | does |
//! |---|---|
//! | `hits.rs` | the flash of a hit, and its sparks |
//! | `blasts.rs` | an explosion: flash, fire, jets, smoke and embers |
//! | `burst.rs` | the shape and the pace of an explosion |
//! | `kinds.rs` | kinds of explosions, and the stages in which a giant dies |
//! | `shell.rs` | the shell that runs outward |
//! | `lights.rs` | the light of the nearest explosions on hulls |
//! | `sparks.rs` | what both draw: balls and sparks |

mod blasts;
mod burst;
mod hits;
mod kinds;
mod lights;
mod shell;
mod sparks;

pub use lights::spawn_lights;

use bevy::prelude::*;

use crate::client::models::FactionColors;
use crate::client::scene::battle::counters::Drawn;
use crate::client::scene::battle::effects::{EffectAnchor, EffectInputs, Pool};
use crate::client::scene::battle::shots::FreshShots;
use crate::client::scene::ribbons::{LightSheet, SmokeSheet};
use crate::client::worlds::Kept;
use blasts::{Blast, blasts_of, draw_blast, draw_smoke};
use hits::{Flash, HIT_SPARK_S, draw_flash, flash_of};
use lights::{Fire, LightParts, light_hulls};

/// Limit on bright large flashes in a second: more can be harmful (WCAG 2.2, criterion 2.3.1).
const MOST_BRIGHT: usize = 3;
/// A flash is large from this radius on, as a share of the picture's height.
const LARGE: f64 = 0.08;
/// Brightness of large flashes beyond the limit.
const DIM: f32 = 0.2;
/// Age of a shot from which on its hit is passed over, s.
const FLASH_S: f64 = 0.18;

/// Limits the number of bright flashes.
#[derive(Clone, Debug, Default)]
pub struct Dazzle(Pool<f64>);

impl Dazzle {
    /// Allowed brightness of a new flash at a time, s, with a radius of this share of the picture's height.
    pub fn strength(&mut self, now_s: f64, share: f64, is_calm: bool) -> f32 {
        if share < LARGE {
            return 1.0;
        }
        self.0.retain(|began_s| now_s - began_s < 1.0);
        if is_calm || self.0.len() >= MOST_BRIGHT {
            return DIM;
        }
        self.0.push(now_s, MOST_BRIGHT);
        1.0
    }
}

/// The explosions of a world.
#[derive(Clone, Debug, Default)]
pub struct Explosions {
    /// Those to come: later stages of a death.
    coming: Pool<Blast>,
    /// Those that are seen.
    seen: Pool<Blast>,
    /// Room for the fires of a frame.
    fires: Vec<Fire>,
}

impl Explosions {
    /// Takes the explosions of the events of this frame, and lets those begin whose time has come.
    fn begin(&mut self, scene: &EffectInputs, dazzle: &mut Dazzle) {
        let (Self { coming, seen, .. }, most) = (self, scene.caps.flashes / 3);
        for blast in scene.news.fresh.iter().flat_map(|news| blasts_of(scene, news)) {
            if scene.age_s(blast.born_s) < blast.lasts_s() {
                coming.push(blast, most);
            }
        }
        // Those to come take no room from those that are seen.
        for blast in coming.iter().filter(|blast| blast.born_s <= scene.clock.now_s) {
            let mut begun = *blast;
            begun.strength = brightness(scene, dazzle, &blast.at, 2.0 * blast.radius_km);
            seen.push(begun, most);
        }
        coming.retain(|blast| blast.born_s > scene.clock.now_s);
        seen.retain(|blast| scene.age_s(blast.born_s) < blast.lasts_s());
    }
}

/// Draws all flashes and explosions.
pub fn draw_flashes(
    scene: EffectInputs,
    fresh: Res<FreshShots>,
    colors: Res<FactionColors>,
    (mut waiting, mut flashes): (Kept<Pool<Flash>>, Kept<Pool<Flash>>),
    mut explosions: Kept<Explosions>,
    mut dazzle: Kept<Dazzle>,
    (mut light, mut smoke): (ResMut<LightSheet>, ResMut<SmokeSheet>),
    mut lights: Query<LightParts>,
    mut drawn: ResMut<Drawn>,
) {
    let waiting = waiting.now();
    let flashes = flashes.now();
    let explosions = explosions.now();
    let dazzle = dazzle.now();
    for shot in fresh.hits().filter(|shot| scene.age_s(shot.born_s) < FLASH_S) {
        waiting.push(flash_of(&scene, shot), scene.caps.shots);
    }
    // Flashes to come take no room from those that are seen.
    for flash in waiting.iter().filter(|flash| flash.born_s <= scene.clock.now_s) {
        let mut seen = *flash;
        seen.strength = brightness(&scene, dazzle, &flash.at, flash.radius_km);
        flashes.push(seen, scene.caps.flashes);
    }
    waiting.retain(|flash| flash.born_s > scene.clock.now_s);
    explosions.begin(&scene, dazzle);
    flashes.retain(|flash| scene.age_s(flash.born_s) < HIT_SPARK_S);
    let Explosions { seen: blasts, fires, .. } = explosions;
    drawn.note("flashes", flashes.len());
    drawn.note("explosions", blasts.len());
    for flash in flashes.iter() {
        draw_flash(&mut light, &scene, flash);
    }
    for blast in blasts.iter() {
        draw_blast(&mut light, &scene, blast, &colors);
        draw_smoke(&mut smoke, &scene, blast);
    }
    fires.clear();
    fires.extend(blasts.iter().filter_map(|blast| blast.fire(&scene)));
    light_hulls(&scene, fires, &mut lights);
}

fn brightness(scene: &EffectInputs, dazzle: &mut Dazzle, at: &EffectAnchor, radius_km: f64) -> f32 {
    let pixels = scene.project(scene.place(at)).map_or(0.0, |(_, per_km)| radius_km * per_km);
    let share = pixels / scene.view.viewport.y.max(1.0);
    dazzle.strength(scene.clock.now_s, share, scene.settings.reduced_motion)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::battle::shots::LONGEST_S;

    #[test]
    fn few_large_flashes_are_bright() {
        let mut dazzle = Dazzle::default();
        let strengths: Vec<f32> = (0..5).map(|_| dazzle.strength(0.0, 0.5, false)).collect();
        assert_eq!(strengths, [1.0, 1.0, 1.0, DIM, DIM]);
        assert_eq!(dazzle.strength(0.1, 0.01, false), 1.0, "small ones do not count");
        assert_eq!(dazzle.strength(1.1, 0.5, false), 1.0, "a second later");
        assert_eq!(Dazzle::default().strength(0.0, 0.5, true), DIM, "where nothing is to move");
    }

    #[test]
    fn the_shots_of_all_flashes_are_found() {
        const { assert!(FLASH_S <= LONGEST_S) };
    }
}
