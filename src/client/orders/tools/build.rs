//! A slot for a structure of a class.

use std::f64::consts::TAU;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use glam::DVec3;

use super::aim::{ClickOutcome, ClickRequest, ClickSpot};
use crate::client::frame::{LineGizmos, capital};
use crate::client::hud::layout::fitting::broken;
use crate::client::hud::planet::Subject;
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::panel::build_menu::planned_tip;
use crate::client::input::{Tool, UnderPointer};
use crate::client::scene::labels::point_labels::{LABEL_PIXELS, PointLabels};
use crate::client::scene::ribbons::SmokeSheet;
use crate::client::scene::rings::{
    Planned, PlannedStructure, REFUSED, RingSpot, RingView, ShownRings, SlotChoice, Starts, choice_at,
    closed_rings, draw_choice,
};
use crate::client::view::framing::FreeArea;
use crate::client::view::{ViewCamera, Well};
use crate::client::widgets::PointerTip;
use crate::level::{StructureClass, counted};
use crate::sim::{BodyId, ClassId, Order, RingPlace};

/// Greatest width of the words about a refused slot: in one line they would lie across the planet, pixels.
const REASON_WIDTH: f32 = 320.0;
/// Points of the circle of a ring, and of the disc of its body, that the tip keeps clear.
const RING_POINTS: u32 = 32;
const DISC_POINTS: u32 = 12;
/// The circles of those points of the disc, in its radii.
const DISC_CIRCLES: [f64; 2] = [0.45, 0.9];
/// Purpose of the next click.
pub const HINT: &str = "Click a lit slot to build there · <add>: several · <deselect>: cancel";

/// The meaning of a click. A click on a planet or a ship beside all slots focuses it, as without a tool.
pub fn meaning(_: Tool, spot: &ClickSpot, _: &ClickRequest) -> ClickOutcome {
    match &spot.site {
        Some(order) => ClickOutcome::Chose(vec![Order::Construction(*order)]),
        None if spot.is_thing => ClickOutcome::Passed,
        None => ClickOutcome::Missed("Nothing can be built there: click a lit slot · <deselect>: cancel"),
    }
}

/// Query bundle for the slot at a place of the window.
#[derive(SystemParam)]
pub struct Planner<'w, 's> {
    tool: Res<'w, Tool>,
    subject: Res<'w, Subject>,
    rings: RingView<'w>,
    planet_data: PlanetData<'w, 's>,
}

impl Planner<'_, '_> {
    /// The class whose slot is being chosen.
    fn class(&self) -> Option<(ClassId, &StructureClass)> {
        let index = self.tool.class()?;
        Some((index, self.planet_data.classes.0.get(index)?))
    }

    /// Where a class can be built in the wells whose rings are drawn.
    fn starts(&self, class: &StructureClass, shown: &ShownRings) -> Starts {
        let starts = |body: &BodyId| Some((*body, self.planet_data.starts(class, *body)?));
        shown.bodies.iter().filter_map(starts).collect()
    }

    /// Why a structure of a class cannot be built at a slot, as a sentence.
    fn refusal(&self, class: &StructureClass, spot: RingSpot) -> Option<String> {
        let plot = self.planet_data.plot(spot.body);
        let checked = plot.and_then(|plot| plot.check(class, spot.ring, spot.slot));
        checked.err().map(|refusal| capital(&refusal.to_string()))
    }
}

/// Plans a structure at the place of a click: since the last picture the pointer may have come there.
pub fn plan_at(
    In(at): In<Vec2>,
    planner: Planner,
    shown: Res<ShownRings>,
    mut planned: ResMut<PlannedStructure>,
) {
    let Some((index, class)) = planner.class() else { return };
    let starts = planner.starts(class, &shown);
    let choice = choice_at(at, &planner.rings, &shown, &starts, class.slots);
    planned.0 = choice.map(|choice| Planned::new(index, class.slots, choice.spot, choice.is_free));
}

/// Marks the places where the chosen class can be built, and the others, and plans a structure at the pointer; says why
/// it cannot be built there.
pub fn show(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    under: Res<UnderPointer>,
    planner: Planner,
    mut shown: ResMut<ShownRings>,
    mut planned: ResMut<PlannedStructure>,
    mut labels: ResMut<PointLabels>,
    mut smoke: ResMut<SmokeSheet>,
    mut lines: Gizmos<LineGizmos>,
) {
    planned.0 = None;
    let class = planner.class();
    let wanted = (class.is_some(), planner.subject.0);
    if (shown.for_slot, shown.panel) != wanted {
        (shown.for_slot, shown.panel) = wanted;
    }
    let Some((index, class)) = class else { return };
    let Planner { rings, planet_data, .. } = &planner;
    let starts = planner.starts(class, &shown);
    let closed = closed_rings(rings, &shown, &starts);
    if shown.closed != closed {
        shown.closed = closed;
    }
    let cursor = window.and_then(|window| window.cursor_position()).filter(|_| !under.is_panel());
    let choice = cursor.and_then(|cursor| choice_at(cursor, rings, &shown, &starts, class.slots));
    // A click on an object is meant for the object, unless a structure can be built there.
    let choice = choice.filter(|choice| choice.is_free || under.entity.is_none());
    let color = planet_data.colors.of(planet_data.me());
    draw_choice(&mut smoke, &mut lines, rings, &starts, class, choice, color);
    let Some(SlotChoice { spot, is_free }) = choice else { return };
    let plan = Planned::new(index, class.slots, spot, is_free);
    planned.0 = Some(plan);
    let why_not = if is_free { None } else { planner.refusal(class, spot) };
    if let Some((why_not, place)) = why_not.zip(rings.standing_place(plan.body, plan.stands)) {
        labels.say(place, in_lines(&why_not), REFUSED);
    }
}

/// Tells beside the pointer what is planned there; the words keep off the body, and off the rings for the class.
pub fn tell(
    planned: Res<PlannedStructure>,
    planet_data: PlanetData,
    rings: RingView,
    view: Res<ViewCamera>,
    free: Res<FreeArea>,
    ui_scale: Res<UiScale>,
    mut tip: ResMut<PointerTip>,
) {
    let told = planned.allowed().and_then(|planned| {
        let (well, RingPlace { ring, slots, .. }) = (rings.well(planned.body)?, planned.stands);
        let place = place_words((ring, well.layout.count()), slots);
        let words = planned_tip(&planet_data, planned.class, planned.body, &place)?;
        let places = looked_at(&planet_data, &well, planned.class);
        let pixel = |place: DVec3| Some(view.project(place)?.pixel / ui_scale.0);
        Some((words, places.into_iter().filter_map(pixel).collect::<Vec<Vec2>>()))
    });
    let (words, keeps_clear) = told.unwrap_or_default();
    let room = free.0.map(|area| Rect { min: area.min / ui_scale.0, max: area.max / ui_scale.0 });
    tip.set_if_neq(PointerTip { words, room, keeps_clear });
}

/// Places that are looked at while a slot for a class is chosen: of the rings in which it can begin, and of the disc of
/// the body. Those of a ring do not turn with it, so the words about it stay.
fn looked_at(planet_data: &PlanetData, well: &Well, class: ClassId) -> Vec<DVec3> {
    let starts = planet_data.classes.0.get(class).and_then(|class| planet_data.starts(class, well.body));
    let starts = starts.unwrap_or_default();
    let open = (0_u8..well.layout.count()).zip(&starts).filter(|(_, starts)| starts.contains(&true));
    let rings = open.flat_map(|(ring, _)| well.arc(well.radius_km(ring), 0.0, TAU, RING_POINTS));
    let body = planet_data.sky.system.bodies.get(well.body);
    let radius_km = body.map_or(0.0, |body| body.displayed_radius_km);
    let disc = DISC_CIRCLES.into_iter().flat_map(|share| well.arc(share * radius_km, 0.0, TAU, DISC_POINTS));
    rings.chain(disc).collect()
}

/// The place of a structure in words: its ring, of so many, counted from 1, and the number of its slots.
fn place_words((ring, rings): (u8, u8), slots: u8) -> String {
    format!("Ring {} of {rings}, {}.", u32::from(ring) + 1, counted(usize::from(slots.max(1)), "slot"))
}

/// A reason, broken into short lines.
fn in_lines(reason: &str) -> String {
    broken(reason, REASON_WIDTH, LABEL_PIXELS)
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::super::test_support::{MARS, on_mars, on_plane, request};
    use super::*;
    use crate::client::hud::planet::test_support::watched_by;
    use crate::client::view::{BodyPlaces, Origin};
    use crate::client::widgets::fonts::words_width;
    use crate::sim::visibility::test_support::{EARTH, TERRA};
    use crate::sim::{ConstructionOrder, OrderQueue, Simulation, Sky, When};

    /// A class of so many slots, the first slot in which it can be built at the Earth, and the pixel of its middle.
    fn free_slot(
        In(length): In<u8>,
        planner: Planner,
        view: Res<ViewCamera>,
    ) -> Option<(ClassId, RingSpot, Vec2)> {
        let Planner { rings, planet_data, .. } = &planner;
        let well = rings.well(EARTH)?;
        let classes = planet_data.classes.0.iter_enumerated();
        let found = classes.filter(|(_, class)| class.slots == length).find_map(|(index, class)| {
            let starts = planet_data.starts(class, EARTH)?;
            let ring = starts.iter().rposition(|slots| slots.contains(&true))?;
            let slot = starts[ring].iter().position(|is_free| *is_free)?;
            Some((index, u8::try_from(ring).ok()?, u16::try_from(slot).ok()?))
        });
        let (index, ring, slot) = found?;
        let pixel = view.project(well.run_place(ring, slot, length))?.pixel;
        Some((index, RingSpot { body: EARTH, ring, slot }, pixel))
    }

    /// A world that looks down on the rings of the Earth.
    fn above_earth() -> Simulation {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        let sky = world.resource::<Sky>();
        let away_km = 5.0 * sky.system.bodies[EARTH].well_radius_km;
        let above = ViewCamera::above(away_km);
        let view = ViewCamera { eye: above.eye + world.resource::<BodyPlaces>().0[EARTH], ..above };
        world.insert_resource(view);
        world.init_resource::<Origin>();
        world.init_resource::<UiScale>();
        world.init_resource::<PlannedStructure>();
        world.insert_resource(ShownRings { bodies: vec![EARTH], ..default() });
        simulation
    }

    /// The structure that is planned by a click at a pixel.
    fn planned_at(world: &mut World, at: Vec2) -> Option<Planned> {
        world.run_system_cached_with(plan_at, at).expect("it runs");
        world.resource::<PlannedStructure>().allowed()
    }

    #[test]
    fn a_click_takes_the_slot_at_its_own_place_and_none_that_was_planned_before() {
        let mut simulation = above_earth();
        let world = simulation.world_mut();
        let found = world.run_system_once_with(free_slot, 1).expect("it runs");
        let (class, spot, on_slot) = found.expect("there is room");
        world.insert_resource(Tool::Build(class));
        assert_eq!(planned_at(world, on_slot), Some(Planned::new(class, 1, spot, true)));
        assert_eq!(planned_at(world, Vec2::ZERO), None, "beside all slots");
    }

    #[test]
    fn slots_of_orders_that_wait_are_not_offered_again() {
        for length in [1_u8, 2] {
            let mut simulation = above_earth();
            let world = simulation.world_mut();
            let found = world.run_system_once_with(free_slot, length).expect("it runs");
            let (class, spot, on_slot) = found.expect("there is room");
            world.insert_resource(Tool::Build(class));
            let RingSpot { body, ring, slot } = spot;
            assert_eq!(planned_at(world, on_slot), Some(Planned::new(class, length, spot, true)));
            let site = ConstructionOrder::Build { class, body, ring, slot };
            world.resource_mut::<OrderQueue>().give(TERRA, Order::Construction(site));
            let next = planned_at(world, on_slot);
            let is_apart = |next: Planned| {
                next.stands.ring != ring || next.stands.slot.abs_diff(slot) >= u16::from(length)
            };
            assert!(next.is_none_or(is_apart), "{length} slots: {next:?} after {spot:?}");
        }
    }

    #[test]
    fn a_slot_is_built_in_and_a_planet_is_looked_at() {
        let meant = |spot: &ClickSpot| meaning(Tool::Build(ClassId::FIRST), spot, &request(When::Now));
        let site = ConstructionOrder::Build { class: ClassId::FIRST, body: MARS, ring: 1, slot: 2 };
        let order = Order::Construction(site);
        assert_eq!(meant(&ClickSpot { site: Some(site), ..on_mars() }), ClickOutcome::Chose(vec![order]));
        assert_eq!(meant(&on_mars()), ClickOutcome::Passed);
        assert!(matches!(meant(&on_plane()), ClickOutcome::Missed(_)));
    }

    #[test]
    fn a_place_is_told_by_its_ring_and_the_number_of_its_slots() {
        assert_eq!(place_words((0, 4), 1), "Ring 1 of 4, 1 slot.");
        assert_eq!(place_words((2, 4), 2), "Ring 3 of 4, 2 slots.");
    }

    #[test]
    fn a_long_reason_stands_in_short_lines() {
        let words = in_lines(
            "A trade station cannot bear the stress so far inside: it fits the outer rings of Hearth",
        );
        assert!(words.lines().count() > 1, "{words}");
        assert!(words.lines().all(|line| words_width(line, LABEL_PIXELS) <= REASON_WIDTH), "{words}");
    }
}
