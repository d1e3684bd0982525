//! The names beside icons: what they ask for, and where a click on them means their object.
//!
//! - Enters: markers in their places, the objects that concern the player, panels and pointers in the way.
//! - Leaves: wishes of names for the [`room`](crate::client::scene::labels::room) of words; picks for the mouse.
//! - Must never: give a name a place itself.
//!
//! | file | does |
//! |---|---|
//! | `concern.rs` | the objects that concern the player, whose names weigh more |
//! | `wishes.rs` | the place that a name asks for |
//! | `fleet_marks.rs` | finds the mark beside which the name of a fleet stands |
//! | `moon_names.rs` | gives moons the name of their planet where it is not seen |
//! | `folding.rs` | folds names away for which that of a body stands, and those that a heap of fleets repeats |

mod concern;
mod fleet_marks;
mod folding;
pub(in crate::client::scene::labels) mod moon_names;
mod wishes;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::fights::knots::Knots;
use super::markers::Marker;
use crate::client::input::Pick;
use crate::client::scene::labels::room::declutter::{CoveredAreas, SkyMarks};
use crate::client::scene::labels::room::sky_label::{SkyLabel, weights};
use crate::client::scene::labels::room::wish::{NoRoom, Wish};
use crate::client::settings::{LabelDensity, Settings};
use crate::client::view::{ScreenAnchor, ViewCamera};
use crate::level::BodyKind;
use crate::sim::{Body, Sky};
use concern::{Concern, Concerns};
use fleet_marks::FleetMarks;
use folding::{FleetName, Hosts, repeated};
use wishes::{clear_of_brackets, clear_of_discs, clear_of_hover, clear_of_pointers, roomy, wish};

/// Opacity of names.
const ALPHA: f32 = 0.95;
/// A name goes below the first of these opacities of its marker's place, and comes back above the second: faint words
/// would be dark ones.
const NAMED: (f32, f32) = (0.35, 0.65);

type NamedParts = (Entity, &'static Marker, &'static ScreenAnchor, Option<&'static Body>);

/// Query bundle for the wishes of names.
#[derive(SystemParam)]
pub struct Naming<'w, 's> {
    ui_scale: Res<'w, UiScale>,
    settings: Res<'w, Settings>,
    view: Res<'w, ViewCamera>,
    sky: Res<'w, Sky>,
    covered: Res<'w, CoveredAreas>,
    marks: Res<'w, SkyMarks>,
    knots: Res<'w, Knots>,
    marked: Query<'w, 's, NamedParts>,
    texts: Query<'w, 's, &'static Text>,
}

/// Asks for the names of all markers in the picture, except those that are folded away or repeated in a heap.
pub fn ask_names(
    naming: Naming,
    concerns: Concerns,
    mut fleet_marks: FleetMarks,
    mut labels: Query<&mut SkyLabel>,
) {
    let concern = concerns.now();
    fleet_marks.gather();
    let hosts = naming.hosts(&concern);
    let repeated = repeated(naming.fleet_names(&concern, &hosts, &labels));
    for (entity, marker, seen, body) in &naming.marked {
        let Some(mut label) = marker.name.and_then(|name| labels.get_mut(name).ok()) else { continue };
        let is_meant = naming.is_meant(body);
        let more = if is_meant { weights::MEANT } else { concern.weight(entity, body.map(|body| body.0)) };
        let weight = marker.style.weight + more;
        let wish = naming.wish((entity, marker, body), weight, &mut fleet_marks);
        let Some((wish, placement)) = wish.zip(marker.placement) else {
            label.hide();
            continue;
        };
        let was_shown = label.wish().is_some();
        let in_knot = naming.folds() && naming.knots.fold_fleet(entity);
        let is_faint = !is_named(placement.name_alpha, was_shown);
        let is_folded = (!naming.is_host(body) && hosts.fold(seen.place, weight, was_shown))
            || repeated.binary_search(&entity).is_ok();
        if in_knot || is_faint || is_folded {
            label.rest();
            continue;
        }
        label.set_owner(entity);
        let color = marker.owner().map_or(marker.color(), |owner| owner.color);
        label.ask_with(weight, wish, color.with_alpha(ALPHA));
    }
}

impl Naming<'_, '_> {
    /// Whether names are folded away; not if all are wanted in any case.
    fn folds(&self) -> bool {
        self.settings.labels != LabelDensity::All
    }

    /// Whether an object is a body whose name can stand for others.
    fn is_host(&self, body: Option<&Body>) -> bool {
        let this = body.and_then(|body| self.sky.system.bodies.get(body.0));
        this.is_some_and(|this| this.kind != BodyKind::Moon)
    }

    /// Whether an object is a body that something points at, such as the ring of the guide.
    fn is_meant(&self, body: Option<&Body>) -> bool {
        body.is_some_and(|body| self.marks.meant.contains(&body.0))
    }

    /// The bodies whose names stand for others.
    fn hosts(&self, concern: &Concern) -> Hosts {
        let mut hosts = Hosts::default();
        for (_, marker, seen, body) in
            self.marked.iter().filter(|(.., body)| self.folds() && self.is_host(*body))
        {
            if let Some(projected) = self.view.project(seen.place).filter(|_| marker.placement.is_some()) {
                let pixels_per_km = projected.pixels_per_km / f64::from(self.ui_scale.0);
                let weight = marker.style.weight + concern.lasting_weight(body.map(|body| body.0));
                hosts.add(seen.place, pixels_per_km, weight);
            }
        }
        hosts
    }

    /// The names of fleets that may repeat each other.
    fn fleet_names(
        &self,
        concern: &Concern,
        hosts: &Hosts,
        labels: &Query<&mut SkyLabel>,
    ) -> Vec<FleetName<'_>> {
        let is_open = |fleet: Entity| self.folds() && !self.knots.fold_fleet(fleet);
        let fleets = self.marked.iter().filter(|(entity, .., body)| body.is_none() && is_open(*entity));
        let names = fleets.filter_map(|(fleet, marker, seen, _)| {
            let (name, placement) = marker.name.zip(marker.placement)?;
            let words = self.texts.get(name).ok()?.0.as_str();
            let was_shown = labels.get(name).ok()?.wish().is_some();
            let weight = marker.style.weight + concern.weight(fleet, None);
            // A name that is not shown itself stands for no other.
            let is_shown =
                is_named(placement.name_alpha, was_shown) && !hosts.fold(seen.place, weight, was_shown);
            let place = placement.pixel / self.ui_scale.0;
            is_shown.then_some(FleetName { fleet, words, place, weight, was_shown })
        });
        names.collect()
    }

    /// What the name of an object asks for; `None` for one that is not to be shown.
    fn wish(
        &self,
        (entity, marker, body): (Entity, &Marker, Option<&Body>),
        weight: f32,
        fleet_marks: &mut FleetMarks,
    ) -> Option<Wish> {
        let ui_scale = self.ui_scale.0;
        let picture = Rect::from_corners(Vec2::ZERO, self.view.screen(ui_scale));
        let mut wish = wish(marker, weight, self.settings.labels, ui_scale)?;
        if body.is_some() {
            wish = clear_of_hover(roomy(wish, picture));
        }
        wish = fleet_marks.beside_mark(entity, wish, picture, ui_scale);
        if self.is_meant(body) {
            wish.no_room = NoRoom::Overlap;
        }
        wish = clear_of_discs(wish, &self.marks.discs);
        wish = clear_of_pointers(wish, &self.marks.pointers);
        Some(clear_of_brackets(wish, marker.bracketed, picture, &self.covered.0))
    }
}

/// Whether a name is shown in a place that gives it this opacity.
fn is_named(alpha: f32, was_shown: bool) -> bool {
    let (gone, back) = NAMED;
    alpha > if was_shown { gone } else { back }
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
    use crate::client::frame::{Player, eyes_of};
    use crate::client::input::UnderPointer;
    use crate::client::scene::labels::marks::markers::{MarkerStyle, Placement};
    use crate::client::scene::labels::marks::names::wishes::tests::PLACEMENT;
    use crate::client::view::known::seen::KnownBodies;
    use crate::client::view::{Objectives, Onlooker};
    use crate::sim::visibility::test_support::{EARTH, TERRA, held};

    /// Whether a fleet at a body has its name, with the pointer on the body or not.
    fn fleet_is_named(labels: LabelDensity, weight_of_body: f32, points_at_body: bool) -> bool {
        is_named_at(PLACEMENT, labels, weight_of_body, points_at_body)
    }

    /// Whether a fleet at a body has its name, with its marker in this place.
    fn is_named_at(
        placement: Placement,
        labels: LabelDensity,
        weight_of_body: f32,
        points_at_body: bool,
    ) -> bool {
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
        let mut marked = |weight: f32, placement: Placement| {
            let name = world.spawn(SkyLabel::new(1.0)).id();
            let style = MarkerStyle { size: 12.0, weight, ..default() };
            let mut marker = Marker::placed(style, 50.0, placement);
            marker.name = Some(name);
            (world.spawn((marker, ScreenAnchor::default())).id(), name)
        };
        let ((body, _), (_, name_of_fleet)) = (marked(weight_of_body, PLACEMENT), marked(7.0, placement));
        world.entity_mut(body).insert(Body(EARTH));
        let entity = points_at_body.then_some(body);
        world.insert_resource(UnderPointer { entity, ..default() });
        world.run_system_once(ask_names).expect("it runs");
        world.get::<SkyLabel>(name_of_fleet).is_some_and(|label| label.wish().is_some())
    }

    #[test]
    fn a_name_is_whole_or_gone() {
        let named = |name_alpha: f32| {
            is_named_at(Placement { name_alpha, ..PLACEMENT }, LabelDensity::All, 5.0, false)
        };
        assert_eq!([0.1, 0.5, 0.8].map(named), [false, false, true]);
        let between = 0.5 * (NAMED.0 + NAMED.1);
        assert!(is_named(between, true) && !is_named(between, false), "it does not come and go");
    }

    #[test]
    fn the_name_of_a_fleet_is_folded_by_a_planet_unless_all_names_are_wanted() {
        let (planet, dwarf) = (8.0, 5.0);
        assert!(!fleet_is_named(LabelDensity::Usual, planet, false));
        assert!(fleet_is_named(LabelDensity::All, planet, false));
        assert!(fleet_is_named(LabelDensity::Usual, dwarf, false));
        assert!(fleet_is_named(LabelDensity::Usual, dwarf, true), "the pointer on the body folds no name");
    }
}
