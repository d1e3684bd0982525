//! Floating damage numbers, an option of the player. A number has the colour of the owner of what was hit; that of a
//! loss of the player's side, own or of an ally, has a minus sign, and that of a shield stands in brackets.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::models::FactionColors;
use crate::client::scene::battle::FreshEvent;
use crate::client::scene::battle::effects::{EffectAnchor, EffectInputs, Pool};
use crate::client::scene::battle::shots::HitFlights;
use crate::client::scene::labels::layer::{MarkerLayer, floating_words};
use crate::client::scene::labels::sky_label::{SkyLabel, weights};
use crate::client::scene::labels::wish::Wish;
use crate::client::view::Sight;
use crate::client::widgets::fonts::words_width;
use crate::client::worlds::Kept;
use crate::sim::event::GameEvent;
use crate::sim::{FactionId, Sides, TargetId};

/// The most numbers at once.
const MOST_NUMBERS: usize = 24;
/// Seconds for which a number is shown.
const LIFE_S: f64 = 0.9;
/// Losses of a hull within this time add up to one number, s.
const GATHERING_S: f64 = 0.3;
/// Rise of a number, and its initial height above the target, pixels.
const RISE_PIXELS: f32 = 26.0;
const BEGIN_PIXELS: f32 = 12.0;
/// Horizontal offset of the numbers of shield and armour from a hull's middle, pixels.
const ASIDE_PIXELS: (f32, f32) = (-46.0, 6.0);
/// Damage below this would round to zero, points.
const LEAST_POINTS: f64 = 0.5;
/// Size of the numbers, pixels.
const WORD_PIXELS: f32 = 13.0;

/// A number on the screen, with its index in the list.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct HarmNumber(usize);

/// Harm that floats up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floating {
    /// The time of the loss, which may lie ahead.
    born_s: f64,
    unit: TargetId,
    owner: FactionId,
    at: EffectAnchor,
    harm: f64,
    is_shield: bool,
}

/// What a number says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HarmFacts {
    points: u64,
    /// Whether the player's side has lost them.
    is_own: bool,
    is_shield: bool,
}

/// What the words of a number say; `None` before the first ones.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToldHarm(Option<HarmFacts>);

impl ToldHarm {
    /// Takes what is to be said; returns whether it is new, so that no frame makes the same words again.
    fn take(&mut self, facts: HarmFacts) -> bool {
        self.0.replace(facts) != Some(facts)
    }
}

/// Spawns the numbers, hidden.
pub fn spawn_numbers(mut commands: Commands, layer: Single<Entity, With<MarkerLayer>>) {
    for index in 0..MOST_NUMBERS {
        let words = floating_words(*layer, WORD_PIXELS);
        commands.spawn((HarmNumber(index), ToldHarm::default(), SkyLabel::new(weights::DAMAGE), words));
    }
}

/// Adds a loss to a number that has just begun, or begins one.
fn gather(all: &mut Pool<Floating>, fresh: Floating) {
    let is_same = |one: &Floating| one.unit == fresh.unit && one.is_shield == fresh.is_shield;
    let known = all.iter_mut().find(|one| is_same(one) && fresh.born_s - one.born_s < GATHERING_S);
    match known {
        Some(known) => known.harm += fresh.harm,
        None => all.push(fresh, MOST_NUMBERS),
    }
}

/// The losses of an event, for shield and armour; `at` locates the unit by the place in the event.
fn losses(news: &FreshEvent, at: impl Fn(TargetId, DVec3) -> Option<EffectAnchor>) -> [Option<Floating>; 2] {
    let GameEvent::Suffered { what, shield, armour, place, .. } = news.event else { return [None; 2] };
    let Some(at) = at(what.id, place) else { return [None; 2] };
    let (born_s, unit, owner) = (news.born_s, what.id, what.faction);
    let floating = |harm, is_shield| Floating { born_s, unit, owner, at, harm, is_shield };
    [floating(shield, true), floating(armour, false)].map(|one| (one.harm > 0.0).then_some(one))
}

impl HarmFacts {
    /// Those before a player, or before a spectator, who is on no side.
    fn of(floating: &Floating, me: Option<FactionId>, sides: &Sides) -> Self {
        let is_own = me.is_some_and(|me| !sides.are_foes(me, floating.owner));
        Self { points: floating.harm.round() as u64, is_own, is_shield: floating.is_shield }
    }

    fn words(self) -> String {
        let sign = if self.is_own { "-" } else { "" };
        let points = format!("{sign}{}", self.points);
        if self.is_shield { format!("({points})") } else { points }
    }
}

/// An anchor at a unit's hull, if it is in the picture. A destroyed unit has the place of its event.
fn hull_of(scene: &EffectInputs, unit: TargetId, place: DVec3, tick: u64) -> Option<EffectAnchor> {
    let hull = scene.anchor_to_unit(unit, DVec3::ZERO, place, tick);
    let (pixel, _) = scene.project(scene.place(&hull))?;
    scene.is_near_picture(pixel).then_some(hull)
}

/// Asks for the numbers above their hulls.
pub fn ask_numbers(
    scene: EffectInputs,
    sight: Sight,
    colors: Res<FactionColors>,
    ui_scale: Res<UiScale>,
    flights: Res<HitFlights>,
    mut all: Kept<Pool<Floating>>,
    mut nodes: Query<(&HarmNumber, &mut ToldHarm, &mut SkyLabel, &mut Text)>,
) {
    let all = all.now();
    if scene.settings.damage_numbers {
        for news in scene.news.fresh.iter().map(|news| flights.at_impact(news)) {
            if scene.age_s(news.born_s) >= LIFE_S {
                continue;
            }
            let fresh = losses(&news, |unit, place| hull_of(&scene, unit, place, news.tick));
            fresh.into_iter().flatten().for_each(|one| gather(all, one));
        }
        all.retain(|one| scene.age_s(one.born_s) < LIFE_S);
    } else {
        all.clear();
    }
    let shown: Vec<(&Floating, Vec2)> = all
        .iter()
        .filter(|one| one.harm >= LEAST_POINTS && one.born_s <= scene.clock.now_s)
        .filter_map(|one| {
            let (pixel, _) = scene.project(scene.place(&one.at))?;
            Some((one, pixel))
        })
        .collect();
    let (me, sides) = (sight.view().faction(), &sight.view().almanac().sides);
    for (number, mut told, mut label, mut text) in &mut nodes {
        let Some((floating, pixel)) = shown.get(number.0) else {
            label.hide();
            continue;
        };
        let share = (scene.age_s(floating.born_s) / LIFE_S) as f32;
        let rise = if scene.settings.reduced_motion { 0.0 } else { RISE_PIXELS * share };
        let aside = if floating.is_shield { ASIDE_PIXELS.0 } else { ASIDE_PIXELS.1 };
        let corner = *pixel / ui_scale.0 + Vec2::new(aside, -BEGIN_PIXELS - rise);
        let facts = HarmFacts::of(floating, me, sides);
        if told.take(facts) {
            text.0 = facts.words();
        }
        let size = Vec2::new(words_width(&text.0, WORD_PIXELS), WORD_PIXELS);
        let color = colors.of(floating.owner);
        label.ask(Wish::over(corner + 0.5 * size, size), color.with_alpha(1.0 - share * share));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::faction_of;
    use crate::sim::event::Party;
    use crate::sim::event::test_support::ship;
    use crate::sim::ids::WeaponId;

    fn party(number: u32) -> Party {
        ship(number, FactionId(0))
    }

    /// An event of a ship's losses of shield and armour.
    fn suffered(born_s: f64, ship: u32, shield: f64, armour: f64) -> FreshEvent {
        let (toward, what) = (DVec3::X, party(ship));
        let event = GameEvent::Suffered { what, shield, armour, toward, place: DVec3::ZERO };
        FreshEvent { number: 0, tick: 0, born_s, event }
    }

    fn take(all: &mut Pool<Floating>, news: &FreshEvent) {
        let fresh = losses(news, |_, _| Some(EffectAnchor::default()));
        fresh.into_iter().flatten().for_each(|one| gather(all, one));
    }

    #[test]
    fn losses_of_a_hull_within_a_moment_are_one_number() {
        let mut all = Pool::default();
        for (born_s, ship) in [(0.0, 1), (0.1, 1), (0.1, 2), (0.5, 1)] {
            take(&mut all, &suffered(born_s, ship, 0.0, 10.0));
        }
        take(&mut all, &suffered(0.5, 1, 4.0, 2.0));
        let harms: Vec<(f64, bool)> = all.iter().map(|one| (one.harm, one.is_shield)).collect();
        assert_eq!(harms, [(20.0, false), (10.0, false), (12.0, false), (4.0, true)]);
    }

    #[test]
    fn numbers_show_losses_and_not_shots() {
        let at = |_, _| Some(EffectAnchor::default());
        let [shield, armour] = losses(&suffered(0.0, 1, 3.5, 7.25), at).map(|one| one.map(|one| one.harm));
        assert_eq!((shield, armour), (Some(3.5), Some(7.25)));
        let burst = GameEvent::Burst {
            by: FactionId(0),
            place: DVec3::ZERO,
            blast_km: 1.0,
            touched: Some(party(1)),
            ground: None,
        };
        let launch = GameEvent::Launched { by: party(2), weapon: WeaponId::FIRST, place: DVec3::ZERO };
        for event in [burst, launch] {
            assert_eq!(
                losses(&FreshEvent { event, ..suffered(0.0, 1, 1.0, 1.0) }, at),
                [None; 2],
                "{event:?}"
            );
        }
        assert_eq!(losses(&suffered(0.0, 1, 3.5, 7.25), |_, _| None), [None; 2], "out of sight");
    }

    #[test]
    fn a_number_says_whose_loss_it_is_and_whether_a_shield_holds_it_off() {
        let mut all = Pool::default();
        take(&mut all, &suffered(0.0, 1, 12.0, 30.0));
        let sides = Sides::of(&[Some("blue"), Some("red"), Some("blue")].map(faction_of));
        let words = |me: Option<FactionId>| {
            all.iter().map(|one| HarmFacts::of(one, me, &sides).words()).collect::<Vec<_>>()
        };
        assert!(all.iter().all(|one| one.owner == FactionId(0)), "its colour is that of the owner");
        assert_eq!(words(Some(FactionId(0))), ["(-12)", "-30"]);
        assert_eq!(words(Some(FactionId(1))), ["(12)", "30"]);
        assert_eq!(words(Some(FactionId(2))), ["(-12)", "-30"], "its ally loses them");
        assert_eq!(words(None), ["(12)", "30"], "a spectator loses nothing");
    }

    #[test]
    fn the_words_of_a_number_are_made_only_when_it_changes() {
        let facts = |points: u64| HarmFacts { points, is_own: false, is_shield: false };
        let mut told = ToldHarm::default();
        assert_eq!([0, 0, 7, 7, 0].map(|points| told.take(facts(points))), [true, false, true, false, true]);
    }

    #[test]
    fn numbers_are_few() {
        let mut all = Pool::default();
        (0..100).for_each(|ship| take(&mut all, &suffered(0.0, ship, 0.0, 10.0)));
        assert_eq!(all.len(), MOST_NUMBERS);
    }
}
