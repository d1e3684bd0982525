//! The areas of all battles. And those that have signs on the sky: their places, and the ships in them, for the marks
//! of these ships.

use bevy::prelude::*;

use super::sources::site::Site;
use super::sources::sites::Sites;
use crate::client::scene::labels::closeness::mark_of_hull;
use crate::client::scene::labels::fights::{FightPlace, FightPlaces};
use crate::client::view::{BodyPlaces, Projected, ScreenAnchor, SeenShips, ViewCamera};
use crate::sim::combat::battlefield::battlefield_reach_km;
use crate::sim::{ArmsTable, Sides};

/// How far a battle with a sign reaches from its middle: in mean distances of its shots, and at least, pixels.
const FIGHT_REACH: (f64, f64) = (2.5, 110.0);
/// Ships are icons in a battle whose usual hull has a mark of at least this opacity.
const HALF: f32 = 0.5;

/// Notes the areas of all battles, up to the ships that can join them: a battle has a reach of its own only after some
/// shots. And the places of those that have signs, for the marks of their ships.
pub fn note_fights(
    sites: Res<Sites>,
    view: Res<ViewCamera>,
    places: Res<BodyPlaces>,
    arms_table: Res<ArmsTable>,
    mut fights: ResMut<FightPlaces>,
) {
    fights.clear();
    let near_km = battlefield_reach_km(&arms_table);
    for site in sites.with_signs() {
        let (middle, fought_km) = (places.of(site.body) + site.offset, FIGHT_REACH.0 * site.reach_km);
        fights.add_area(middle, fought_km + near_km);
        let Some(seen) = as_icons(site, &view, &places) else { continue };
        fights.add(FightPlace {
            battle: site.number,
            middle,
            reach_km: fought_km.max(FIGHT_REACH.1 / seen.pixels_per_km),
            fought_km,
            // A sign that fades lets go of the marks.
            first: site.forces.as_ref().filter(|_| site.opacity >= 1.0).and_then(|forces| forces.first),
            structures: site
                .forces
                .as_ref()
                .map_or([0; 2], |forces| forces.sides.each_ref().map(|side| side.armed_structures)),
        });
    }
}

/// Notes the ships in these battles, and those that can reach them, with their sides.
pub fn note_fighters(
    ships: SeenShips,
    anchors: Query<&ScreenAnchor>,
    sides: Res<Sides>,
    arms_table: Res<ArmsTable>,
    mut fights: ResMut<FightPlaces>,
) {
    if fights.is_empty() {
        return;
    }
    let near_km = battlefield_reach_km(&arms_table);
    for seen in ships.iter() {
        let Ok(anchor) = anchors.get(seen.entity) else { continue };
        let ship = (seen.entity, seen.ship.class);
        fights.enter(ship, anchor.place, near_km, |first| sides.are_foes(first, seen.owner));
    }
}

/// The middle of a battle in the picture, if ships are icons there: its usual hull has a mark. A larger one among them
/// may be seen itself.
pub(super) fn as_icons(site: &Site, view: &ViewCamera, places: &BodyPlaces) -> Option<Projected> {
    let projected = view.project(places.of(site.body) + site.offset)?;
    let picture = view.picture();
    let are_icons = mark_of_hull((site.hull_km * projected.pixels_per_km) as f32) >= HALF;
    (are_icons && picture.contains(projected.pixel)).then_some(projected)
}

#[cfg(test)]
pub(super) mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;

    use super::*;
    use crate::client::scene::battle::sources::site::example;
    use crate::sim::forecast::BattleForces;
    use crate::sim::{ClassId, FactionId};

    /// A battle whose usual hull has this half length, km.
    fn battle_of(offset: DVec3, hull_km: f64) -> Site {
        let mut site = example(offset, Some(BattleForces::default()));
        site.hull_km = hull_km;
        site
    }

    #[test]
    fn signs_stand_where_ships_are_icons() {
        let view = view();
        let ahead = view.project(DVec3::ZERO).expect("it is ahead");
        let half_km = |pixels: f64| pixels / ahead.pixels_per_km;
        let pixel = |pixels: f64, offset: DVec3| {
            let site = battle_of(offset, half_km(pixels));
            as_icons(&site, &view, &BodyPlaces::default()).map(|seen| seen.pixel)
        };
        assert_eq!(pixel(5.0, DVec3::ZERO), Some(ahead.pixel));
        assert_eq!(pixel(8.9, DVec3::ZERO), Some(ahead.pixel), "no distance has neither sign nor hulls");
        assert_eq!(pixel(11.1, DVec3::ZERO), None, "hulls are seen");
        assert_eq!(pixel(5.0, DVec3::X * 1.0e4), None, "beside the picture");
        assert_eq!(pixel(5.0, DVec3::NEG_Y * 2000.0), None, "behind the eye");
    }

    #[test]
    fn the_marks_of_a_battle_with_a_sign_are_in_a_fight() {
        let mut world = world();
        let ahead = view().project(DVec3::ZERO).expect("it is ahead");
        let km = |pixels: f64| pixels / ahead.pixels_per_km;
        let mut held = |site: Option<Site>| {
            world.resource_mut::<Sites>().clear();
            if let Some(site) = site {
                world.resource_mut::<Sites>().add(site);
            }
            world.run_system_once(note_fights).expect("it runs");
            [90.0, 140.0].map(|pixels| world.resource::<FightPlaces>().hold(DVec3::X * km(pixels)))
        };
        assert_eq!(held(None), [false; 2]);
        let site = |hull_km: f64| battle_of(DVec3::ZERO, hull_km);
        assert_eq!(held(Some(site(km(5.0)))), [true, false]);
        assert_eq!(held(Some(site(km(12.0)))), [false; 2], "hulls are seen: it has no sign");
        let mut wide = site(km(5.0));
        wide.reach_km = km(60.0);
        assert_eq!(held(Some(wide)), [true; 2]);
    }

    /// A camera that looks at the middle of the system.
    pub(in crate::client::scene::battle) fn view() -> ViewCamera {
        ViewCamera { eye: DVec3::NEG_Y * 1000.0, ..ViewCamera::default() }
    }

    /// A world in which battles can be marked.
    pub(in crate::client::scene::battle) fn world() -> World {
        let mut world = World::new();
        world.insert_resource(view());
        world.init_resource::<BodyPlaces>();
        world.init_resource::<Sites>();
        world.init_resource::<FightPlaces>();
        world.init_resource::<ArmsTable>();
        world
    }

    #[test]
    fn a_battle_whose_hulls_are_seen_has_its_area_from_the_first_shot_on() {
        let mut world = world();
        world.resource_mut::<ArmsTable>().farthest_km = 500.0;
        let near_km = battlefield_reach_km(world.resource::<ArmsTable>());
        let hull_km = 12.0 / view().project(DVec3::ZERO).expect("it is ahead").pixels_per_km;
        let site = battle_of(DVec3::ZERO, hull_km);
        assert_eq!(site.reach_km, 0.0, "nothing has spread yet");
        world.resource_mut::<Sites>().add(site);
        world.run_system_once(note_fights).expect("it runs");
        let fights = world.resource::<FightPlaces>();
        assert_eq!([0.9, 1.1].map(|share| fights.reach(DVec3::X * (share * near_km))), [true, false]);
        assert!(!fights.hold(DVec3::ZERO), "it has no sign");
    }

    #[test]
    fn a_sign_that_fades_lets_go_of_the_marks() {
        let mut world = world();
        let ship = world.spawn_empty().id();
        let mut folds = |opacity: f32| {
            let first = Some(FactionId(0));
            let mut site = example(DVec3::ZERO, Some(BattleForces { first, ..BattleForces::default() }));
            site.opacity = opacity;
            world.resource_mut::<Sites>().clear();
            world.resource_mut::<Sites>().add(site);
            world.run_system_once(note_fights).expect("it runs");
            let mut fights = world.resource_mut::<FightPlaces>();
            fights.enter((ship, ClassId::FIRST), DVec3::ZERO, 1.0, |_| false);
            fights.hold(DVec3::ZERO) && fights.fighter(ship).is_some()
        };
        assert!(folds(1.0) && !folds(0.9));
    }
}
