//! Lines of fire: from the selected ships to their targets, and from those that shoot at them. Dashes and an arrow
//! head show the direction, and each line has the colour of the shooter's owner. Of others only shots are known, not
//! aims; and what is out of sight has no line.

use bevy::platform::collections::{HashMap, HashSet};
use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{GridGizmos, Player};
use crate::client::input::Selected;
use crate::client::models::FactionColors;
use crate::client::scene::battle::{BattleClock, FreshEvents, VisibleUnits};
use crate::client::settings::Settings;
use crate::client::view::{Axes, Pen};
use crate::client::worlds::Kept;
use crate::sim::event::{GameEvent, Party};
use crate::sim::{Condition, FactionId, Ship, TargetId};

/// The most lines of each kind at once.
const MOST_LINES: usize = 120;
/// Limit on remembered shots at own units.
const MOST_SHOTS: usize = 1_000;
/// Time for which a shot is remembered: slow weapons fire every few seconds. Seconds.
const SHOT_S: f64 = 3.0;
/// Opacity of a short line.
const ALPHA: f32 = 0.6;
/// A line of this length on the screen has half the opacity, pixels.
const FADING_PIXELS: f32 = 250.0;
/// A line shorter than this is not drawn, pixels.
const SHORTEST_PIXELS: f32 = 12.0;
/// Lines whose ends are this near to each other are drawn as one, pixels.
const CELL_PIXELS: f32 = 10.0;
/// Least distance from dash to dash, pixels, and the most dashes of a line.
const DASH_PIXELS: f32 = 14.0;
const MOST_DASHES: f32 = 24.0;
/// Length of a dash, as a share of that distance.
const DASH_SHARE: f32 = 0.6;
/// How many of these distances the dashes move in a second.
const DASHES_PER_S: f64 = 1.5;
/// An arrow head: its tip is this far before the end of its line, pixels, and it is this long and half as wide.
const HEAD_PIXELS: (f64, f64) = (7.0, 8.0);

/// The last shots at the player's units: shooter and unit, the shooter's owner, and the time, s.
pub type Incoming = HashMap<(TargetId, TargetId), (FactionId, f64)>;

/// Draws the lines of fire of the selected ships, and of those that shoot at them.
pub fn draw_fire_lines(
    ships: Query<(&Ship, &Condition), With<Selected>>,
    (news, clock, player): (Res<FreshEvents>, Res<BattleClock>, Res<Player>),
    (roster, colors, settings): (Res<VisibleUnits>, Res<FactionColors>, Res<Settings>),
    mut incoming: Kept<Incoming>,
    mut selected: Local<HashSet<TargetId>>,
    mut drawn: Local<HashSet<(FactionId, IVec2, IVec2)>>,
    mut pen: Pen<GridGizmos>,
) {
    let incoming = incoming.now();
    let shots = news.fresh.iter().filter_map(|one| Some((shot_at(player.faction, &one.event)?, one.born_s)));
    remember(incoming, shots, clock.now_s);
    selected.clear();
    drawn.clear();
    let phase = if settings.reduced_motion { 0.0 } else { (clock.now_s * DASHES_PER_S).fract() as f32 };
    let mut draw = |from: TargetId, to: TargetId, owner: FactionId| {
        let [from, to] = [from, to].map(|id| roster.get(id).map(|spot| spot.place));
        let Some((from, to)) = from.zip(to) else { return };
        let Some((start, end)) = pen.view.project(from).zip(pen.view.project(to)) else { return };
        let cell = |pixel: Vec2| (pixel / CELL_PIXELS).round().as_ivec2();
        let length = start.pixel.distance(end.pixel);
        if length >= SHORTEST_PIXELS && drawn.insert((owner, cell(start.pixel), cell(end.pixel))) {
            let color = colors.of(owner).with_alpha(strength(length));
            draw_arrow(&mut pen, (from, to), length, end.pixels_per_km, phase, color);
        }
    };
    for (ship, condition) in &ships {
        let id = TargetId::Ship(ship.id);
        if let Some(target) = condition.target.filter(|_| selected.len() < MOST_LINES) {
            draw(id, target, player.faction);
        }
        selected.insert(id);
    }
    let at_selected = incoming.iter().filter(|((_, at), _)| selected.contains(at));
    for ((by, at), (owner, _)) in at_selected.take(MOST_LINES) {
        draw(*by, *at, *owner);
    }
}

/// The shooter and the unit of a shot of others at a unit of `me`.
fn shot_at(me: FactionId, event: &GameEvent) -> Option<(Party, TargetId)> {
    match *event {
        GameEvent::Shot { by, at, .. } if at.faction == me && by.faction != me => Some((by, at.id)),
        // A torpedo makes itself felt where it hits.
        GameEvent::Inflicted { by, what, .. } if what.faction == me && by.faction != me => {
            Some((by, what.id))
        }
        _ => None,
    }
}

/// Adds new shots, and forgets old ones.
fn remember(incoming: &mut Incoming, shots: impl Iterator<Item = ((Party, TargetId), f64)>, now_s: f64) {
    incoming.retain(|_, (_, shot_s)| now_s - *shot_s < SHOT_S);
    for ((by, at), shot_s) in shots {
        if incoming.len() < MOST_SHOTS || incoming.contains_key(&(by.id, at)) {
            incoming.insert((by.id, at), (by.faction, shot_s));
        }
    }
}

/// Opacity of a line of this length, pixels.
fn strength(pixels: f32) -> f32 {
    ALPHA / (1.0 + pixels / FADING_PIXELS)
}

/// Draws a dashed line with an arrow head at its end. `length` is that on the screen, pixels, and a kilometre at the
/// end has `per_km` pixels.
fn draw_arrow(
    pen: &mut Pen<GridGizmos>,
    (from, to): (DVec3, DVec3),
    length: f32,
    per_km: f64,
    phase: f32,
    color: Color,
) {
    for (begin, end) in dashes(length, phase) {
        pen.line(from.lerp(to, f64::from(begin)), from.lerp(to, f64::from(end)), color);
    }
    let (before, size) = HEAD_PIXELS;
    let axes = Axes::facing(&pen.view, to, from, 1.0 / per_km);
    let head = [(-0.5 * size, before + size), (0.0, before), (0.5 * size, before + size)];
    pen.strokes(&axes, &[head], None, color);
}

/// The dashes of a line of a length, pixels, as shares of the line. They have moved on by a share of the distance
/// from dash to dash, `phase`.
fn dashes(length: f32, phase: f32) -> impl Iterator<Item = (f32, f32)> {
    let step = DASH_PIXELS.max(length / MOST_DASHES) / length;
    let count = (1.0 / step).ceil() as u16 + 1;
    let begins = (0..count).map(move |dash| (f32::from(dash) - 1.0 + phase) * step);
    let ends = begins.map(move |begin| (begin.max(0.0), (begin + DASH_SHARE * step).min(1.0)));
    ends.filter(|(begin, end)| begin < end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::DamageKind;
    use crate::sim::event::ShotOutcome;
    use crate::sim::event::test_support::ship;
    use crate::sim::ids::WeaponId;

    const ME: FactionId = FactionId(0);
    const ARES: FactionId = FactionId(1);

    #[test]
    fn long_lines_are_faint() {
        assert_eq!(strength(0.0), ALPHA);
        assert_eq!(strength(FADING_PIXELS), 0.5 * ALPHA);
        assert!(strength(4.0 * FADING_PIXELS) < 0.25 * ALPHA);
    }

    #[test]
    fn only_shots_of_others_at_own_units_come_in() {
        let shot = |by: Party, at: Party| {
            let (from, to, outcome) = (DVec3::ZERO, DVec3::ZERO, ShotOutcome::Missed);
            shot_at(ME, &GameEvent::Shot { by, at, weapon: WeaponId::FIRST, from, to, outcome })
        };
        let (own, foe) = (ship(1, ME), ship(2, ARES));
        assert_eq!(shot(foe, own), Some((foe, own.id)));
        assert_eq!([shot(own, foe), shot(foe, foe), shot(own, own)], [None; 3]);
        let (kind, points, place) = (DamageKind::Heat, 1.0, DVec3::ZERO);
        let hit = GameEvent::Inflicted { by: foe, what: own, kind, points, place };
        assert_eq!(shot_at(ME, &hit), Some((foe, own.id)));
    }

    #[test]
    fn shots_are_forgotten_and_there_are_not_too_many() {
        let mut incoming = Incoming::default();
        let shot = |by: u32, shot_s: f64| ((ship(by, ARES), ship(1, ME).id), shot_s);
        remember(&mut incoming, (0..2_000).map(|by| shot(by, 0.0)), 0.0);
        assert_eq!(incoming.len(), MOST_SHOTS);
        remember(&mut incoming, std::iter::once(shot(3, 2.0)), 2.0);
        remember(&mut incoming, std::iter::empty(), SHOT_S + 1.0);
        assert_eq!(incoming.len(), 1, "that one has shot again");
    }

    #[test]
    fn dashes_move_along_the_line_and_stay_on_it() {
        let all = |length: f32, phase: f32| dashes(length, phase).collect::<Vec<(f32, f32)>>();
        for (length, phase) in [(12.0, 0.0), (100.0, 0.3), (5_000.0, 0.9)] {
            let found = all(length, phase);
            assert!(!found.is_empty() && found.len() <= MOST_DASHES as usize + 2, "{found:?}");
            assert!(found.iter().all(|(begin, end)| *begin >= 0.0 && *end <= 1.0 && begin < end));
            assert!(found.windows(2).all(|pair| pair[0].1 < pair[1].0), "{found:?}");
        }
        let [before, after] = [0.1, 0.2].map(|phase| all(140.0, phase)[3].0);
        assert!((after - before - 0.01).abs() < 1.0e-4, "toward the target");
    }
}
