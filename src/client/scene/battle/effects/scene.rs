//! Query bundle for battle effects in a frame.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::client::models::Dice;
use crate::client::scene::battle::effects::anchors::EffectAnchor;
use crate::client::scene::battle::effects::hardpoints::{hardpoint, mount_of};
use crate::client::scene::battle::effects::paint::scattered;
use crate::client::scene::battle::{BattleClock, FreshEvent, FreshEvents, SpottedUnit, VisibleUnits};
use crate::client::scene::quality::limits::EffectLimits;
use crate::client::settings::Settings;
use crate::client::view::{BodyPlaces, Origin, ViewCamera, turned};
use crate::level::{DamageKind, Delivery};
use crate::sim::event::{GameEvent, ShotOutcome};
use crate::sim::motion::anchor_at;
use crate::sim::motion::wells::anchor_among;
use crate::sim::{ArmsTable, BodyId, Calendar, FactionId, Sky, TargetId, WeaponId};

/// A shot shorter than this on the screen is not drawn, pixels: shooter and target are one point.
const LEAST_SHOT_PIXELS: f32 = 0.5;
/// Greatest distance of the ends of a drawn shot from the picture, as a share of its size.
const MARGIN: f32 = 0.5;
/// Deviation of hits on a hull from the side toward the shooter, about a cosine.
const HULL_SCATTER: f64 = 0.5;

/// A shot that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// A unique number, for small differences.
    pub number: u64,
    /// The time of fire, by the [`BattleClock`].
    pub born_s: f64,
    /// The delivery of its weapon.
    pub delivery: Delivery,
    /// The kind of its damage.
    pub kind: DamageKind,
    /// Potential damage of a shot like this one, points; the damage suffered has its own event.
    pub harm: f64,
    /// The unit hit, or the intended target of a miss; `None`: a torpedo, or the ground of a body.
    pub at: Option<TargetId>,
    /// Outcome.
    pub outcome: ShotOutcome,
    /// Bounding radius of the shooter, km; 0: it is out of sight.
    pub by_km: f64,
    /// The owner of the shooter.
    pub owner: FactionId,
    /// Beginning.
    pub from: EffectAnchor,
    /// End.
    pub to: EffectAnchor,
}

/// The parts of a shot event.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ShotParts {
    by: TargetId,
    owner: FactionId,
    at: Option<TargetId>,
    weapon: WeaponId,
    from: DVec3,
    to: DVec3,
    outcome: ShotOutcome,
}

impl ShotParts {
    /// `None` for other events.
    fn of(event: &GameEvent) -> Option<Self> {
        match *event {
            GameEvent::Shot { by, at, weapon, from, to, outcome } => {
                Some(Self { by: by.id, owner: by.faction, at: Some(at.id), weapon, from, to, outcome })
            }
            GameEvent::Intercepted { by, weapon, from, to, hit } => {
                let outcome = if hit { ShotOutcome::HitArmour } else { ShotOutcome::Missed };
                Some(Self { by: by.id, owner: by.faction, at: None, weapon, from, to, outcome })
            }
            GameEvent::Bombarded { by, weapon, from, to, .. } => {
                let outcome = ShotOutcome::HitArmour;
                Some(Self { by: by.id, owner: by.faction, at: None, weapon, from, to, outcome })
            }
            _ => None,
        }
    }
}

/// Query bundle for battle effects.
#[derive(SystemParam)]
pub struct EffectInputs<'w> {
    /// The time by which effects age.
    pub clock: Res<'w, BattleClock>,
    /// New events.
    pub news: Res<'w, FreshEvents>,
    /// Units in sight.
    pub roster: Res<'w, VisibleUnits>,
    /// Limits on effects.
    pub caps: Res<'w, EffectLimits>,
    /// The weapons and classes.
    pub arms_table: Res<'w, ArmsTable>,
    /// The player's settings.
    pub settings: Res<'w, Settings>,
    /// The eye.
    pub view: Res<'w, ViewCamera>,
    /// The middle of the renderer's space.
    pub origin: Res<'w, Origin>,
    places: Res<'w, BodyPlaces>,
    sky: Res<'w, Sky>,
    calendar: Res<'w, Calendar>,
}

impl EffectInputs<'_> {
    /// Age of an effect, s.
    pub fn age_s(&self, born_s: f64) -> f64 {
        (self.clock.now_s - born_s).max(0.0)
    }

    /// The place of an anchor in this frame, heliocentric ecliptic km.
    pub fn place(&self, anchor: &EffectAnchor) -> DVec3 {
        anchor.place(&self.roster, &self.places)
    }

    /// The pixel of a point, and the pixels per kilometre there; `None` behind the eye.
    pub fn project(&self, place: DVec3) -> Option<(Vec2, f64)> {
        let projected = self.view.project(place)?;
        Some((projected.pixel, projected.pixels_per_km))
    }

    /// Whether a pixel is in the picture, or not far from it.
    pub fn is_near_picture(&self, pixel: Vec2) -> bool {
        let size = self.view.viewport.as_vec2();
        let margin = size * MARGIN;
        Rect::from_corners(-margin, size + margin).contains(pixel)
    }

    /// The directions to the right and up on the screen, unit vectors of the renderer.
    pub fn across(&self) -> (Vec3, Vec3) {
        (turned(self.view.right), turned(self.view.up))
    }

    /// A point this many pixels to the right of a place and above it, in the renderer's space.
    pub fn beside(&self, place: DVec3, pixels_per_km: f64, right: f32, up: f32) -> Vec3 {
        let aside = self.view.right * f64::from(right) + self.view.up * f64::from(up);
        self.origin.place(place + aside / pixels_per_km)
    }

    /// An anchor that moves with the body at a place; the place is from an event, at the end of a tick.
    pub fn anchor_to_place(&self, place: DVec3, tick: u64) -> EffectAnchor {
        let body = anchor_at(&self.sky, place);
        let is_last = self.calendar.tick <= tick + 1;
        let center = body.map_or(DVec3::ZERO, |body| match self.sky.now.get(body) {
            Some(state) if is_last => state.position,
            _ => self.sky.system.displayed_state(body, self.calendar.clock.jd_at(tick + 1)).position,
        });
        EffectAnchor::to_body(body, center, place)
    }

    /// An anchor for a place of this frame.
    fn anchor_to_shown_place(&self, place: DVec3) -> EffectAnchor {
        let center = |body: BodyId| self.places.0.get(body).copied().unwrap_or(DVec3::ZERO);
        let body = anchor_among(&self.sky, &self.sky.bodies_near(place, 0.0), place, center);
        EffectAnchor::to_body(body, body.map_or(DVec3::ZERO, center), place)
    }

    /// An anchor at an offset from the middle of a unit, km; for a unit out of sight, at the place in the event of a
    /// tick.
    pub fn anchor_to_unit(&self, unit: TargetId, beside: DVec3, place: DVec3, tick: u64) -> EffectAnchor {
        let otherwise = match self.roster.get(unit) {
            Some(spot) => self.anchor_to_shown_place(spot.place + beside),
            None => self.anchor_to_place(place, tick),
        };
        EffectAnchor::to_unit(unit, beside, otherwise)
    }

    /// The visible shots of this frame, younger than `life_s`.
    pub fn shots(&self, life_s: f64) -> impl Iterator<Item = Shot> {
        let young = self.news.fresh.iter().filter(move |news| self.age_s(news.born_s) < life_s);
        let shots = young.filter_map(move |news| self.shot(news));
        shots.filter(move |shot| self.can_be_seen(shot))
    }

    fn shot(&self, news: &FreshEvent) -> Option<Shot> {
        let ShotParts { by, owner, at, weapon, from, to, outcome } = ShotParts::of(&news.event)?;
        let mount = mount_of(by, weapon, news.number);
        let weapon = self.arms_table.weapons.get(weapon)?;
        let mut dice = Dice::new(news.number);
        let shooter = self.roster.get(by);
        let muzzle = shooter.map_or(DVec3::ZERO, |spot| hardpoint(spot, mount, to - from));
        let aim = at.map_or(DVec3::ZERO, |at| self.somewhere_on_hull(at, from - to, &mut dice));
        let hit = match at.and_then(|at| self.roster.get(at)) {
            // In front of the place on the hull: the light is there where the shield stops the shot.
            Some(spot) if outcome == ShotOutcome::HitShield => spot.through_shield(aim, from - to),
            _ => aim,
        };
        let is_hit = outcome.is_hit();
        let end = match at.filter(|_| is_hit) {
            Some(at) => self.anchor_to_unit(at, hit, to, news.tick),
            None if is_hit || !self.roster.shows(by) => self.anchor_to_place(to, news.tick),
            // A miss is anchored to the shooter.
            None => self.anchor_to_unit(by, to - from, to, news.tick),
        };
        Some(Shot {
            number: news.number,
            born_s: news.born_s,
            delivery: weapon.delivery,
            kind: weapon.kind,
            harm: weapon.harm,
            at,
            outcome,
            by_km: shooter.map_or(0.0, SpottedUnit::bound_km),
            owner,
            from: self.anchor_to_unit(by, muzzle, from, news.tick),
            to: end,
        })
    }

    /// A random place on the side of a unit that is turned in a direction of any length: offset from its middle, km.
    fn somewhere_on_hull(&self, unit: TargetId, toward: DVec3, dice: &mut Dice) -> DVec3 {
        let Some(spot) = self.roster.get(unit) else { return DVec3::ZERO };
        let along = f64::from(dice.between(-1.0, 1.0));
        spot.on_hull(along, toward.normalize_or(DVec3::Z) + scattered(dice, HULL_SCATTER))
    }

    fn can_be_seen(&self, shot: &Shot) -> bool {
        let [from, to] = [&shot.from, &shot.to].map(|end| self.project(self.place(end)));
        let (Some((from, _)), Some((to, _))) = (from, to) else { return from.is_some() || to.is_some() };
        let is_near = self.is_near_picture(from) || self.is_near_picture(to);
        is_near && from.distance(to) >= LEAST_SHOT_PIXELS
    }
}
