//! The names beside icons: what they ask for, and where a click on them means their object.
//!
//! - Enters: markers in their places, what the player is at, panels and pointers in the way.
//! - Leaves: wishes of names for the [`room`](crate::client::scene::labels::room) of words; picks for the mouse.
//! - Must never: give a name a place itself.
//!
//! `fleet_marks.rs` finds the mark beside which the name of a fleet stands, `moon_names.rs` gives moons the name of their
//! planet where it is not seen, and `folding.rs` folds names away for which that of a body stands.

mod fleet_marks;
mod folding;
pub(in crate::client::scene::labels) mod moon_names;

use std::collections::BTreeSet;

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use super::fights::knots::Knots;
use super::markers::{HOVER_GAP, Marker};
use crate::client::frame::Player;
use crate::client::input::{Pick, Selected, UnderPointer};
use crate::client::scene::labels::room::declutter::{CoveredAreas, SkyMarks};
use crate::client::scene::labels::room::sky_label::{SkyLabel, weights};
use crate::client::scene::labels::room::wish::{NoRoom, Side, Slot, Wish, steps_in};
use crate::client::settings::{LabelDensity, Settings};
use crate::client::view::{Objectives, ScreenAnchor, SeenShips, ViewCamera};
use crate::level::BodyKind;
use crate::sim::{Body, BodyId, MemberOf, Sky};
use fleet_marks::FleetMarks;
use folding::Hosts;

/// The least importance of a name where few are wanted: fleets, planets, comets and stars reach it, moons do not.
const IMPORTANT: f32 = 6.0;
/// From the icon to its name, pixels of the UI.
const GAP: f32 = 2.0;
/// Opacity of names.
const ALPHA: f32 = 0.95;
/// How far an important name may be moved away from its mark, and another one, in steps; in a large picture names of
/// bodies may be moved farther, for they are few.
const STEPS: (u8, u8) = (3, 1);
/// The sides of the name of a fleet whose hulls are in brackets.
const BESIDE_BRACKETS: &[Side] = &[Side::Above, Side::Below];
/// Room about such a name to the edge of the picture and to panels, pixels of the UI.
const MARGIN: f32 = 8.0;
/// Query bundle for what the player is at.
#[derive(SystemParam)]
pub struct Concerns<'w, 's> {
    under: Res<'w, UnderPointer>,
    player: Res<'w, Player>,
    objectives: Res<'w, Objectives>,
    ships: SeenShips<'w, 's>,
    selected: Query<'w, 's, (Entity, Option<&'static MemberOf>), With<Selected>>,
}

/// What the player is at in this frame.
#[derive(Clone, Debug, PartialEq)]
struct Concern<'a> {
    hovered: Option<Entity>,
    /// Ships and their fleets.
    selected: HashSet<Entity>,
    objectives: &'a BTreeSet<BodyId>,
    home: Option<BodyId>,
}

impl Concerns<'_, '_> {
    fn now(&self) -> Concern<'_> {
        let with_fleet = |(entity, fleet): (Entity, Option<&MemberOf>)| {
            std::iter::once(entity).chain(fleet.map(|fleet| fleet.0))
        };
        Concern {
            // A ship has no name but that of its fleet.
            hovered: self.under.entity.map(|entity| self.ships.get(entity).map_or(entity, |ship| ship.fleet)),
            selected: self.selected.iter().flat_map(with_fleet).collect(),
            objectives: &self.objectives.bodies,
            home: self.player.home.map(|(body, _)| body),
        }
    }
}

impl Concern<'_> {
    /// The additional weight of a name.
    fn weight(&self, entity: Entity, body: Option<BodyId>) -> f32 {
        if self.selected.contains(&entity) {
            weights::SELECTED
        } else if self.hovered == Some(entity) {
            weights::HOVERED
        } else {
            self.lasting_weight(body)
        }
    }

    /// The additional weight of the name of a body, whatever the player selects or points at.
    fn lasting_weight(&self, body: Option<BodyId>) -> f32 {
        if body.is_some_and(|body| self.objectives.contains(&body)) {
            weights::OBJECTIVE
        } else if body.is_some() && body == self.home {
            weights::HOME
        } else {
            0.0
        }
    }
}

type NamedParts = (Entity, &'static Marker, &'static ScreenAnchor, Option<&'static Body>);

/// Asks for the names of all markers in the picture, but for those that are folded away.
pub fn ask_names(
    ui_scale: Res<UiScale>,
    settings: Res<Settings>,
    (view, sky): (Res<ViewCamera>, Res<Sky>),
    (covered, marks, knots): (Res<CoveredAreas>, Res<SkyMarks>, Res<Knots>),
    concerns: Concerns,
    marked: Query<NamedParts>,
    mut fleet_marks: FleetMarks,
    mut labels: Query<&mut SkyLabel>,
) {
    let picture = Rect::from_corners(Vec2::ZERO, view.screen(ui_scale.0));
    let concern = concerns.now();
    fleet_marks.gather();
    let is_host = |body: Option<&Body>| {
        let this = body.and_then(|body| sky.system.bodies.get(body.0));
        this.is_some_and(|this| this.kind != BodyKind::Moon)
    };
    let mut hosts = Hosts::default();
    // All names are wanted in any case.
    let folds = settings.labels != LabelDensity::All;
    for (_, marker, seen, body) in marked.iter().filter(|(.., body)| folds && is_host(*body)) {
        if let Some(projected) = view.project(seen.place).filter(|_| marker.placement.is_some()) {
            let pixels_per_km = projected.pixels_per_km / f64::from(ui_scale.0);
            let weight = marker.style.weight + concern.lasting_weight(body.map(|body| body.0));
            hosts.add(seen.place, pixels_per_km, weight);
        }
    }
    for (entity, marker, seen, body) in &marked {
        let Some(mut label) = marker.name.and_then(|name| labels.get_mut(name).ok()) else { continue };
        let is_meant = body.is_some_and(|body| marks.meant.contains(&body.0));
        let more = if is_meant { weights::MEANT } else { concern.weight(entity, body.map(|body| body.0)) };
        let weight = marker.style.weight + more;
        let wish = wish(marker, weight, settings.labels, ui_scale.0)
            .map(|wish| if body.is_some() { clear_of_hover(roomy(wish, picture)) } else { wish })
            .map(|wish| fleet_marks.beside_mark(entity, wish, picture, ui_scale.0))
            .map(|wish| if is_meant { Wish { no_room: NoRoom::Overlap, ..wish } } else { wish })
            .map(|wish| clear_of_discs(wish, &marks.discs))
            .map(|wish| clear_of_pointers(wish, &marks.pointers))
            .map(|wish| clear_of_brackets(wish, marker.bracketed, picture, &covered.0));
        let Some((wish, placement)) = wish.zip(marker.placement) else {
            label.hide();
            continue;
        };
        let in_knot = folds && knots.fold_fleet(entity);
        if in_knot || (!is_host(body) && hosts.fold(seen.place, weight, label.wish().is_some())) {
            label.rest();
            continue;
        }
        label.set_owner(entity);
        let color = marker.owner().map_or(marker.color(), |owner| owner.color);
        label.ask_with(weight, wish, color.with_alpha(placement.name_alpha * ALPHA));
    }
}

/// What a name asks for; `None` for one that is not to be shown.
fn wish(marker: &Marker, weight: f32, density: LabelDensity, ui_scale: f32) -> Option<Wish> {
    let placement = marker.placement.filter(|placement| placement.name_alpha > 0.0)?;
    let is_important = weight >= IMPORTANT;
    if density == LabelDensity::Few && !is_important {
        return None;
    }
    let radius = placement.radius / ui_scale;
    Some(Wish {
        anchor: placement.pixel / ui_scale,
        reach: radius.max(0.5 * marker.mark_size()) + GAP,
        mark: None,
        size: marker.name_size()?,
        sides: Side::OF_NAMES,
        spare: &[],
        steps: if is_important { STEPS.0 } else { STEPS.1 },
        no_room: if density == LabelDensity::All { NoRoom::Overlap } else { NoRoom::Hide },
    })
}

/// What the name of a body asks for in a picture, which has the more places for it the larger it is.
fn roomy(wish: Wish, picture: Rect) -> Wish {
    Wish { steps: steps_in(picture.size(), wish.steps), ..wish }
}

/// What the name of a body asks for: it begins outside of the ring about the body under the pointer. It stands there
/// without a pointer too, for a name that moves away from the pointer cannot be clicked.
fn clear_of_hover(wish: Wish) -> Wish {
    Wish { reach: wish.reach + HOVER_GAP, ..wish }
}

/// The wish of a name that would lie on the disc of a body to the right of its mark, or to the left of it: all other
/// sides come first.
fn clear_of_discs(wish: Wish, discs: &[(Vec2, f32)]) -> Wish {
    let lies_on_disc = |side: Side| {
        let area = wish.area(Slot::Beside(side, 0));
        discs.iter().any(|(middle, radius)| middle.clamp(area.min, area.max).distance(*middle) < *radius)
    };
    match (lies_on_disc(Side::Right), lies_on_disc(Side::Left)) {
        (true, false) => Wish { sides: Side::OF_NAMES_AT_LEFT, spare: Side::RIGHTWARD, ..wish },
        (false, true) => Wish { sides: Side::OF_NAMES_AT_RIGHT, spare: Side::LEFTWARD, ..wish },
        _ => wish,
    }
}

/// The wish of a name whose mark is within a pointer, such as the ring of the guide: the name begins outside the
/// pointer.
fn clear_of_pointers(wish: Wish, pointers: &[Rect]) -> Wish {
    let about = pointers.iter().filter(|pointer| pointer.contains(wish.anchor));
    let reach = about.map(|pointer| 0.5 * pointer.size().max_element() + GAP).fold(wish.reach, f32::max);
    Wish { reach, ..wish }
}

/// What a name asks for that has room outside of these brackets; without room there it stands among the hulls.
fn clear_of_brackets(wish: Wish, bracketed: Option<Rect>, picture: Rect, covered: &[Rect]) -> Wish {
    let Some(bracketed) = bracketed else { return wish };
    let reach = 0.5 * bracketed.height() + GAP;
    let outside = Wish { anchor: bracketed.center(), reach, sides: BESIDE_BRACKETS, spare: &[], ..wish };
    let has_room = |side: &Side| {
        let wide = outside.area(Slot::Beside(*side, 0)).inflate(MARGIN);
        let is_within = picture.contains(wide.min) && picture.contains(wide.max);
        is_within && covered.iter().all(|panel| panel.intersect(wide).is_empty())
    };
    // Words give way if a panel covers what they are about.
    let is_seen = !covered.iter().any(|panel| panel.contains(outside.anchor));
    if is_seen && BESIDE_BRACKETS.iter().any(has_room) { outside } else { wish }
}

/// Lets the mouse hit objects by their legible names.
pub fn note_names(ui_scale: Res<UiScale>, labels: Query<&SkyLabel>, mut marked: Query<(&Marker, &mut Pick)>) {
    for (marker, mut pick) in &mut marked {
        let Some(label) = marker.name.and_then(|name| labels.get(name).ok()) else { continue };
        pick.name =
            label.legible_area().map(|area| Rect::from_corners(area.min * ui_scale.0, area.max * ui_scale.0));
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;

    use super::*;
    use crate::client::frame::eyes_of;
    use crate::client::scene::labels::marks::markers::{BADGE_PIXELS, MarkerStyle, Owner, Placement};
    use crate::client::view::Onlooker;
    use crate::client::view::known::seen::KnownBodies;
    use crate::sim::visibility::test_support::{EARTH, TERRA, held};

    const PLACEMENT: Placement =
        Placement { pixel: Vec2::new(400.0, 300.0), radius: 1.0, icon_alpha: 1.0, name_alpha: 1.0 };

    #[test]
    fn names_stand_clear_of_their_icons_at_every_scale() {
        let owner = Some(Owner { color: Color::WHITE, is_me: true });
        for (owner, ui_scale) in [(None, 1.0), (owner, 1.0), (None, 2.0), (owner, 2.0)] {
            let style = MarkerStyle { size: 12.0, weight: 8.0, ..default() };
            let mut marker = Marker::placed(style, 50.0, PLACEMENT);
            marker.set_owner(owner);
            let wish = wish(&marker, 8.0, LabelDensity::Usual, ui_scale).expect("it is shown");
            let reach = 0.5 * (12.0 + if owner.is_some() { BADGE_PIXELS } else { 0.0 });
            let anchor = PLACEMENT.pixel / ui_scale;
            let [right, left] = [Side::Right, Side::Left].map(|side| wish.area(Slot::Beside(side, 0)));
            assert!(right.min.x > anchor.x + reach && left.max.x < anchor.x - reach, "{left:?} {right:?}");
            assert_eq!(right.size(), left.size());
        }
    }

    #[test]
    fn the_name_of_a_body_begins_outside_of_the_ring_about_it_under_the_pointer() {
        let owner = Owner { color: Color::WHITE, is_me: true };
        for (radius, owner, ui_scale) in
            [(1.0, None, 1.0), (1.0, Some(owner), 2.0), (60.0, None, 0.75), (60.0, Some(owner), 1.0)]
        {
            let style = MarkerStyle { size: 12.0, weight: 8.0, ..default() };
            let mut marker = Marker::placed(style, 50.0, Placement { radius, ..PLACEMENT });
            marker.set_owner(owner);
            let usual = wish(&marker, 8.0, LabelDensity::Usual, ui_scale).expect("it is shown");
            let ring = (radius / ui_scale).max(0.5 * marker.mark_size()) + HOVER_GAP;
            let clear = clear_of_hover(usual);
            for side in clear.sides {
                let area = clear.area(Slot::Beside(*side, 0));
                let nearest = clear.anchor.clamp(area.min, area.max);
                assert!(nearest.distance(clear.anchor) > ring + 1.0, "{side:?}: {area:?}");
            }
        }
    }

    #[test]
    fn the_name_of_a_fleet_stands_above_the_brackets_of_its_hulls() {
        let marker = Marker::placed(MarkerStyle { size: 18.0, ..default() }, 50.0, PLACEMENT);
        let usual = wish(&marker, 8.0, LabelDensity::Usual, 1.0).expect("it is shown");
        let picture = Rect::new(0.0, 0.0, 800.0, 600.0);
        let about = |half: Vec2| Some(Rect::from_center_half_size(PLACEMENT.pixel, half));
        let clear = |half: Vec2, covered: &[Rect]| clear_of_brackets(usual, about(half), picture, covered);
        let bracketed = Vec2::new(200.0, 100.0);
        assert!(usual.area(Slot::Beside(usual.sides[0], 0)).min.x < PLACEMENT.pixel.x + bracketed.x);
        let outside = clear(bracketed, &[]);
        let [above, below] = [Side::Above, Side::Below].map(|side| outside.area(Slot::Beside(side, 0)));
        assert!(above.max.y < 200.0 && below.min.y > 400.0, "{above:?} {below:?}");
        assert_eq!(outside.sides, BESIDE_BRACKETS);
        assert_eq!(clear_of_brackets(usual, None, picture, &[]), usual);
        assert_eq!(clear(Vec2::new(200.0, 290.0), &[]), usual, "the hulls fill the picture");
        let panels = [Rect::new(0.0, 0.0, 800.0, 190.0), Rect::new(0.0, 410.0, 800.0, 600.0)];
        assert_eq!(clear(bracketed, &panels[..1]), outside, "it has room below");
        assert_eq!(clear(bracketed, &panels), usual, "between panels");
    }

    #[test]
    fn a_name_goes_across_the_disc_of_a_body_only_without_another_side() {
        let marker = Marker::placed(MarkerStyle { size: 18.0, ..default() }, 50.0, PLACEMENT);
        let usual = wish(&marker, 8.0, LabelDensity::Usual, 1.0).expect("it is shown");
        let disc_at = |away: Vec2| [(PLACEMENT.pixel + away, 80.0)];
        let beside = clear_of_discs(usual, &disc_at(Vec2::new(100.0, 0.0)));
        assert_eq!(beside, Wish { sides: Side::OF_NAMES_AT_LEFT, spare: Side::RIGHTWARD, ..usual });
        let beyond = clear_of_discs(usual, &disc_at(Vec2::new(-100.0, 0.0)));
        assert_eq!(beyond, Wish { sides: Side::OF_NAMES_AT_RIGHT, spare: Side::LEFTWARD, ..usual });
        for away in [Vec2::new(100.0, 100.0), Vec2::ZERO] {
            assert_eq!(clear_of_discs(usual, &disc_at(away)), usual, "{away}: no side is better");
        }
        for (sides, spare) in [(beside.sides, beside.spare), (beyond.sides, beyond.spare)] {
            let all = Side::OF_NAMES.iter().filter(|side| sides.contains(side) != spare.contains(side));
            assert_eq!(all.count(), Side::OF_NAMES.len(), "each side once");
        }
    }

    #[test]
    fn the_name_of_what_the_guide_points_at_begins_outside_of_its_ring() {
        let marker = Marker::placed(MarkerStyle { size: 18.0, ..default() }, 50.0, PLACEMENT);
        let usual = wish(&marker, 8.0, LabelDensity::Usual, 1.0).expect("it is shown");
        let ring = Rect::from_center_half_size(PLACEMENT.pixel, Vec2::splat(24.0));
        let elsewhere = Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(24.0));
        assert_eq!(clear_of_pointers(usual, &[elsewhere]), usual);
        let clear = clear_of_pointers(usual, &[elsewhere, ring]);
        for side in clear.sides {
            let area = clear.area(Slot::Beside(*side, 0));
            let nearest = clear.anchor.clamp(area.min, area.max);
            assert!(nearest.distance(clear.anchor) > 24.0, "{side:?}: {area:?}");
        }
    }

    #[test]
    fn what_the_player_is_at_has_its_name_before_all_others() {
        let mut world = World::new();
        let [fleet, other, body] = [(); 3].map(|()| world.spawn_empty().id());
        let objectives = BTreeSet::from([BodyId(5)]);
        let concern = Concern {
            hovered: Some(other),
            selected: [fleet].into_iter().collect(),
            objectives: &objectives,
            home: Some(BodyId(3)),
        };
        let order = [
            concern.weight(fleet, None),
            concern.weight(other, Some(BodyId(3))),
            concern.weight(body, Some(BodyId(5))),
            concern.weight(body, Some(BodyId(3))),
            concern.weight(body, Some(BodyId(4))),
        ];
        assert!(order.is_sorted_by(|one, next| one > next), "{order:?}");
        assert_eq!(concern.weight(body, None), 0.0);
        let lasting = concern.lasting_weight(Some(BodyId(3)));
        assert!(lasting > 0.0 && lasting < concern.weight(other, Some(BodyId(3))), "the pointer is on it");
        let nowhere = Concern { home: None, ..concern };
        assert_eq!(nowhere.weight(body, None), 0.0, "a fleet is no home");
    }

    #[test]
    fn in_a_large_picture_the_names_of_bodies_have_more_places() {
        let marker = Marker::placed(MarkerStyle { size: 8.0, ..default() }, 50.0, PLACEMENT);
        let usual = wish(&marker, 8.0, LabelDensity::Usual, 1.0).expect("it is shown");
        let steps = |width: f32, height: f32| roomy(usual, Rect::new(0.0, 0.0, width, height)).steps;
        assert_eq!(steps(1280.0, 720.0), usual.steps);
        assert!(steps(2560.0, 1440.0) > usual.steps);
    }

    /// Whether a fleet at a body has its name, with the pointer on the body or not.
    fn fleet_is_named(labels: LabelDensity, weight_of_body: f32, points_at_body: bool) -> bool {
        let mut simulation = held();
        let world = simulation.world_mut();
        world.insert_resource(Onlooker(eyes_of(TERRA)));
        world.insert_resource(Player { faction: TERRA, home: None });
        world.init_resource::<Settings>();
        world.resource_mut::<Settings>().labels = labels;
        world.insert_resource(ViewCamera { eye: DVec3::NEG_Y * 1000.0, ..default() });
        world.insert_resource(UiScale(1.0));
        world.init_resource::<KnownBodies>();
        world.init_resource::<Objectives>();
        world.init_resource::<CoveredAreas>();
        world.init_resource::<SkyMarks>();
        world.init_resource::<Knots>();
        let mut marked = |weight: f32| {
            let name = world.spawn(SkyLabel::new(1.0)).id();
            let style = MarkerStyle { size: 12.0, weight, ..default() };
            let mut marker = Marker::placed(style, 50.0, PLACEMENT);
            marker.name = Some(name);
            (world.spawn((marker, ScreenAnchor::default())).id(), name)
        };
        let ((body, _), (_, name_of_fleet)) = (marked(weight_of_body), marked(7.0));
        world.entity_mut(body).insert(Body(EARTH));
        let entity = points_at_body.then_some(body);
        world.insert_resource(UnderPointer { entity, ..default() });
        world.run_system_once(ask_names).expect("it runs");
        world.get::<SkyLabel>(name_of_fleet).is_some_and(|label| label.wish().is_some())
    }

    #[test]
    fn the_name_of_a_fleet_is_folded_by_a_planet_unless_all_names_are_wanted() {
        let (planet, dwarf) = (8.0, 5.0);
        assert!(!fleet_is_named(LabelDensity::Usual, planet, false));
        assert!(fleet_is_named(LabelDensity::All, planet, false));
        assert!(fleet_is_named(LabelDensity::Usual, dwarf, false));
        assert!(fleet_is_named(LabelDensity::Usual, dwarf, true), "the pointer on the body folds no name");
    }

    #[test]
    fn few_names_are_those_of_importance() {
        let marker = Marker::placed(MarkerStyle { size: 8.0, ..default() }, 50.0, PLACEMENT);
        let of = |weight: f32, density: LabelDensity| wish(&marker, weight, density, 1.0);
        assert!(of(3.0, LabelDensity::Few).is_none() && of(8.0, LabelDensity::Few).is_some());
        assert_eq!(of(3.0, LabelDensity::Usual).map(|wish| wish.no_room), Some(NoRoom::Hide));
        assert_eq!(of(3.0, LabelDensity::All).map(|wish| wish.no_room), Some(NoRoom::Overlap));
        let nameless = Marker::placed(MarkerStyle::default(), 0.0, PLACEMENT);
        assert!(wish(&nameless, 8.0, LabelDensity::All, 1.0).is_none());
    }
}
