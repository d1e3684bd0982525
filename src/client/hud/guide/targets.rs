//! From the thing that the guide points at to its place on the screen. Lengths are pixels of the UI.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::{CalculatedClip, ComputedNode};
use glam::DVec3;

use super::free_room::{FreeRoom, MARGIN};
use crate::client::hud::lists::outliner::OutlinerAction;
use crate::client::hud::planet::Page;
use crate::client::hud::planet::actions::PanelAction;
use crate::client::input::pace::PaceChange;
use crate::client::scene::labels::declutter::CoveredAreas;
use crate::client::scene::rings::RingView;
use crate::client::view::ring_places::is_hidden;
use crate::client::view::screen::OWN_RADII;
use crate::client::view::{BodyPlaces, FocusTarget, ScreenAnchor, ViewCamera};
use crate::level::{BodyKind, StarSystem};
use crate::sim::{BodyId, ClassId, ConstructionOrder, RingPlace, Ship, Sky};

/// Least radius of what a ring about a thing in the world leaves free: that of a mark with the ring of its owner, and
/// of the marks at its sides.
pub const LEAST_RADIUS: f32 = 18.0;

/// A slot this far from the marks of all ships stands in the open, pixels: the ring about it leaves those free.
const OPEN_ROOM: f32 = 48.0;

/// The mark of a planet covers its moons within this distance, pixels.
const MARK_ROOM: f32 = 24.0;

/// Something to point at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pointee {
    /// A ship: the mark of its fleet.
    Unit(Entity),
    /// A body.
    Body(BodyId),
    /// The planet of a moon, while its mark covers that of the moon.
    Cover {
        /// The planet.
        planet: BodyId,
        /// The moon.
        moon: BodyId,
    },
    /// Slots of a ring of a body.
    Slots(BodyId, RingPlace),
    /// A button of a panel.
    Button(PanelButton),
}

/// A button of a panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PanelButton {
    /// The clock's button that pauses and resumes.
    Pause,
    /// The clock's button for a faster pace.
    Faster,
    /// The row of a fleet in the outliner.
    FleetRow(Entity),
    /// The row of a planet in the outliner.
    PlanetRow(BodyId),
    /// The row of a class of structures in the planet panel.
    Structure(ClassId),
    /// The button that opens a page of the planet panel.
    Page(Page),
    /// The row of a class of ships in the planet panel.
    Ship(ClassId),
}

/// A place on the screen to point at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spot {
    /// A thing of the world.
    Round {
        /// Its middle.
        middle: Vec2,
        /// Radius of the ring about it.
        radius: f32,
    },
    /// A node of a panel.
    Node(Rect),
    /// Out of view: the last place in this direction from which to point farther.
    Beyond {
        /// The place.
        at: Vec2,
        /// The direction, of any length.
        toward: Vec2,
    },
}

/// Query bundle for places on the screen.
#[derive(SystemParam)]
pub struct Targets<'w, 's> {
    view: Res<'w, ViewCamera>,
    ui_scale: Res<'w, UiScale>,
    covered: Res<'w, CoveredAreas>,
    sky: Res<'w, Sky>,
    places: Res<'w, BodyPlaces>,
    rings: RingView<'w>,
    anchors: Query<'w, 's, &'static ScreenAnchor>,
    ships: Query<'w, 's, &'static ScreenAnchor, With<Ship>>,
    buttons: Buttons<'w, 's>,
}

impl Targets<'_, '_> {
    /// The place of the first of these that is in view; else the direction of the first that exists.
    pub fn find(&self, pointees: &[Pointee]) -> Option<Spot> {
        let spots: Vec<Spot> = pointees.iter().filter_map(|pointee| self.spot(*pointee)).collect();
        let in_view = spots.iter().find(|spot| !matches!(spot, Spot::Beyond { .. }));
        in_view.or(spots.first()).copied()
    }

    /// The area of the first of these that is a node of a panel and shown.
    pub fn row_in_view(&self, pointees: &[Pointee]) -> Option<Rect> {
        pointees.iter().find_map(|pointee| match pointee {
            Pointee::Button(button) => match self.buttons.spot(*button) {
                Some(Spot::Node(area)) => Some(area),
                _ => None,
            },
            _ => None,
        })
    }

    /// The panel that holds a node.
    pub fn panel_of(&self, spot: Spot) -> Option<Rect> {
        let Spot::Node(area) = spot else { return None };
        self.covered.0.iter().find(|panel| panel.contains(area.center())).copied()
    }

    /// Whether a body is on the screen, free of panels and of nearer bodies; a moon also beside its planet.
    pub fn is_in_view(&self, body: BodyId) -> bool {
        let is_free = self.places.0.get(body).is_some_and(|place| self.pixel_in_view(*place).is_some());
        is_free && !self.is_under_its_planet(body)
    }

    /// Whether a moon is so near to its planet on the screen that the planet is clicked instead.
    fn is_under_its_planet(&self, body: BodyId) -> bool {
        let Some(planet) = planet_of(&self.sky.system, body) else { return false };
        let pixel =
            |body: BodyId| Some(self.view.project(*self.places.0.get(body)?)?.pixel / self.ui_scale.0);
        pixel(body).zip(pixel(planet)).is_some_and(|(moon, planet)| moon.distance(planet) < MARK_ROOM)
    }

    /// Whether a ship is in the well of a body.
    pub fn is_at(&self, ship: Entity, body: BodyId) -> bool {
        let place = self.places.0.get(body).zip(self.sky.system.bodies.get(body));
        place
            .zip(self.anchors.get(ship).ok())
            .is_some_and(|((place, body), anchor)| anchor.place.distance(*place) < body.well_radius_km)
    }

    /// The first of these slots of a body that is in view and stands in the open; else the one in view that is farthest
    /// from the marks of ships.
    pub fn slots_in_view(&self, body: BodyId, slots: impl Iterator<Item = RingPlace>) -> Option<RingPlace> {
        let shown = self.ships.iter().filter(|anchor| !anchor.is_hidden);
        let marks: Vec<Vec2> = shown.filter_map(|anchor| self.pixel_in_view(anchor.place)).collect();
        let in_view = |stands: RingPlace| {
            let place = self.rings.standing_place(body, stands)?;
            Some((stands, self.pixel_in_view(place)?))
        };
        in_the_open(slots.filter_map(in_view), &marks)
    }

    fn spot(&self, pointee: Pointee) -> Option<Spot> {
        match pointee {
            Pointee::Unit(unit) => {
                let anchor = self.anchors.get(unit).ok().filter(|anchor| !anchor.is_hidden)?;
                self.spot_in_world(anchor.place, anchor.radius_km)
            }
            Pointee::Body(body) if self.is_under_its_planet(body) => None,
            Pointee::Body(body) => self.spot_of_body(body),
            Pointee::Cover { planet, moon } if self.is_under_its_planet(moon) => self.spot_of_body(planet),
            Pointee::Cover { .. } => None,
            Pointee::Slots(body, stands) => self.spot_in_world(self.rings.standing_place(body, stands)?, 0.0),
            Pointee::Button(button) => self.buttons.spot(button),
        }
    }

    fn spot_of_body(&self, body: BodyId) -> Option<Spot> {
        let radius_km = self.sky.system.bodies.get(body)?.displayed_radius_km;
        self.spot_in_world(*self.places.0.get(body)?, radius_km)
    }

    /// The spot of a thing of the world with this radius, km; `None` behind a nearer body in the picture, at which an
    /// arrow would seem to point.
    fn spot_in_world(&self, place: DVec3, radius_km: f64) -> Option<Spot> {
        let scale = self.ui_scale.0;
        if let Some(middle) = self.pixel_in_view(place) {
            let radius = self.view.outline_pixels(place, radius_km) as f32 / scale;
            return Some(Spot::Round { middle, radius: radius.max(LEAST_RADIUS) });
        }
        let room = self.room();
        let spot = match self.view.project(place).map(|projected| projected.pixel / scale) {
            // Nothing but a body hides it there.
            Some(pixel) if room.is_free(pixel) => return None,
            Some(pixel) => {
                let toward = pixel - room.middle();
                Spot::Beyond { at: room.edge(toward, toward.length()), toward }
            }
            // A place behind the eye has no pixel, only a side of the picture.
            None => {
                let offset = place - self.view.eye;
                let side = Vec2::new(offset.dot(self.view.right) as f32, -offset.dot(self.view.up) as f32);
                let toward = side.try_normalize().unwrap_or(Vec2::Y);
                Spot::Beyond { at: room.edge(toward, f32::INFINITY), toward }
            }
        };
        Some(spot)
    }

    /// The pixel of a place that is in view.
    fn pixel_in_view(&self, place: DVec3) -> Option<Vec2> {
        let pixel = self.view.project(place)?.pixel / self.ui_scale.0;
        (self.room().is_free(pixel) && !self.is_behind_a_body(place)).then_some(pixel)
    }

    fn is_behind_a_body(&self, place: DVec3) -> bool {
        let bodies = self.sky.system.bodies.iter().zip(&self.places.0);
        let mut others =
            bodies.filter(|(body, middle)| middle.distance(place) > OWN_RADII * body.displayed_radius_km);
        others.any(|(body, middle)| is_hidden(self.view.eye, place, *middle, body.displayed_radius_km))
    }

    /// The part of the screen without panels.
    pub fn room(&self) -> FreeRoom<'_> {
        FreeRoom { screen: self.view.screen(self.ui_scale.0), covered: &self.covered.0, marks: &[] }
    }
}

/// The first of these slots, each with its pixel, that stands in the open; else the one farthest from the marks of
/// ships.
fn in_the_open(slots: impl Iterator<Item = (RingPlace, Vec2)>, marks: &[Vec2]) -> Option<RingPlace> {
    let mut widest: Option<(f32, RingPlace)> = None;
    for (stands, pixel) in slots {
        let room = marks.iter().map(|mark| mark.distance(pixel)).fold(f32::INFINITY, f32::min);
        if room >= OPEN_ROOM {
            return Some(stands);
        }
        if widest.is_none_or(|(most, _)| room > most) {
            widest = Some((room, stands));
        }
    }
    widest.map(|(_, stands)| stands)
}

/// The planet that a moon circles; `None` for other bodies.
pub fn planet_of(system: &StarSystem, body: BodyId) -> Option<BodyId> {
    system.bodies.get(body).filter(|this| this.kind == BodyKind::Moon)?.parent
}

type ButtonParts = (
    &'static ComputedNode,
    &'static UiGlobalTransform,
    &'static InheritedVisibility,
    Option<&'static CalculatedClip>,
);

/// Query bundle for buttons of panels.
#[derive(SystemParam)]
struct Buttons<'w, 's> {
    clock: Query<'w, 's, (Entity, &'static PaceChange)>,
    outliner: Query<'w, 's, (Entity, &'static OutlinerAction)>,
    panel: Query<'w, 's, (Entity, &'static PanelAction)>,
    nodes: Query<'w, 's, ButtonParts>,
}

impl Buttons<'_, '_> {
    /// The spot of a button; `None` while it is not shown.
    fn spot(&self, button: PanelButton) -> Option<Spot> {
        let (computed, transform, visibility, clip) = self.nodes.get(self.entity(button)?).ok()?;
        if !visibility.get() || computed.size.min_element() <= 0.0 {
            return None;
        }
        let scale = computed.inverse_scale_factor;
        let area = Rect::from_center_size(transform.translation * scale, computed.size * scale);
        let clip = clip.map(|clip| Rect::from_corners(clip.clip.min * scale, clip.clip.max * scale));
        Some(spot_of_node(area, clip))
    }

    fn entity(&self, button: PanelButton) -> Option<Entity> {
        match button {
            PanelButton::Pause => self.clock_button(PaceChange::Pause),
            PanelButton::Faster => self.clock_button(PaceChange::Faster),
            PanelButton::FleetRow(fleet) => self.outliner_row(OutlinerAction::Fleet(fleet)),
            PanelButton::PlanetRow(body) => self.outliner_row(OutlinerAction::Look(FocusTarget::Body(body))),
            PanelButton::Structure(class) => {
                self.panel_button(|action| *action == PanelAction::Choose(class))
            }
            PanelButton::Page(page) => self.panel_button(|action| *action == PanelAction::Turn(page)),
            PanelButton::Ship(wanted) => self.panel_button(|action| {
                let PanelAction::Give(ConstructionOrder::BuildShips { class, .. }) = action else {
                    return false;
                };
                *class == wanted
            }),
        }
    }

    fn clock_button(&self, wanted: PaceChange) -> Option<Entity> {
        self.clock.iter().find(|(_, change)| **change == wanted).map(|(entity, _)| entity)
    }

    fn outliner_row(&self, wanted: OutlinerAction) -> Option<Entity> {
        self.outliner.iter().find(|(_, action)| **action == wanted).map(|(entity, _)| entity)
    }

    fn panel_button(&self, is_wanted: impl Fn(&PanelAction) -> bool) -> Option<Entity> {
        self.panel.iter().find(|(_, action)| is_wanted(action)).map(|(entity, _)| entity)
    }
}

/// The spot of a node in a column. If the node is scrolled away, the spot is at the edge of the column that hides it.
fn spot_of_node(area: Rect, clip: Option<Rect>) -> Spot {
    let Some(clip) = clip else { return Spot::Node(area) };
    let middle = area.center();
    if clip.contains(middle) {
        return Spot::Node(area.intersect(clip));
    }
    let inner = clip.inflate(-MARGIN);
    let at = if inner.is_empty() { clip.center() } else { middle.clamp(inner.min, inner.max) };
    Spot::Beyond { at, toward: middle - at }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::view::{Moment, Origin};
    use crate::sim::visibility::test_support::{EARTH, MARS, held};
    use crate::sim::{Calendar, Rings};

    #[test]
    fn a_row_that_is_scrolled_away_is_pointed_at_from_the_edge_of_its_column() {
        let row = |y: f32| Rect::new(640.0, y, 980.0, y + 20.0);
        let column = Some(Rect::new(630.0, 60.0, 990.0, 400.0));
        assert_eq!(spot_of_node(row(500.0), None), Spot::Node(row(500.0)));
        assert_eq!(spot_of_node(row(200.0), column), Spot::Node(row(200.0)));
        let Spot::Beyond { at, toward } = spot_of_node(row(500.0), column) else { panic!("it is in view") };
        assert_eq!((at, toward), (Vec2::new(810.0, 380.0), Vec2::new(0.0, 130.0)));
    }

    #[test]
    fn a_body_gets_a_ring_in_view_and_else_a_direction() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let sky = world.resource::<Sky>();
        let (place, radius_km) = (sky.now[MARS].position, sky.system.bodies[MARS].displayed_radius_km);
        let places = BodyPlaces(sky.now.iter().map(|state| state.position).collect());
        world.insert_resource(places);
        world.init_resource::<Moment>();
        world.init_resource::<Origin>();
        world.init_resource::<UiScale>();
        world.init_resource::<CoveredAreas>();
        let focal_distance = 20.0 * radius_km;
        let view =
            ViewCamera { eye: place - DVec3::Y * focal_distance, focal_distance, ..ViewCamera::default() };
        let mut look = |view: ViewCamera, covered: Vec<Rect>| {
            world.insert_resource(view);
            world.insert_resource(CoveredAreas(covered));
            let find = |targets: Targets| targets.find(&[Pointee::Body(MARS)]);
            world.run_system_once(find).expect("it runs").expect("Mars exists")
        };
        let Spot::Round { middle, radius } = look(view, Vec::new()) else { panic!("it is out of view") };
        assert!(middle.distance(Vec2::new(640.0, 360.0)) < 1.0 && (radius - 45.0).abs() < 1.0, "{middle}");
        let panel = vec![Rect::new(600.0, 300.0, 700.0, 400.0)];
        assert!(matches!(look(view, panel), Spot::Beyond { .. }), "under a panel");
        let back = ViewCamera { forward: DVec3::NEG_Y, right: DVec3::NEG_X, ..view };
        assert!(matches!(look(back, Vec::new()), Spot::Beyond { .. }), "behind the eye");
        let aside = ViewCamera { eye: view.eye - DVec3::X * 30.0 * radius_km, ..view };
        let Spot::Beyond { at, toward } = look(aside, Vec::new()) else { panic!("it is in view") };
        assert!(toward.normalize().distance(Vec2::X) < 2.0e-2 && at.x > 1200.0, "{at} {toward}");
    }

    #[test]
    fn behind_another_body_in_the_picture_there_is_nothing_to_point_at() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let sky = world.resource::<Sky>();
        let (mars, earth) = (sky.now[MARS].position, sky.now[EARTH].position);
        let radius_km = sky.system.bodies[EARTH].displayed_radius_km;
        let places = BodyPlaces(sky.now.iter().map(|state| state.position).collect());
        let forward = (mars - earth).normalize();
        let right = forward.cross(DVec3::Z).normalize();
        let (focal_distance, up) = (5.0 * radius_km, right.cross(forward));
        let eye = earth - focal_distance * forward;
        let view = ViewCamera { eye, forward, right, up, focal_distance, ..ViewCamera::default() };
        world.insert_resource(places);
        world.insert_resource(view);
        world.init_resource::<Moment>();
        world.init_resource::<Origin>();
        world.init_resource::<UiScale>();
        world.init_resource::<CoveredAreas>();
        let mut spot = |pointees: Vec<Pointee>| {
            world.run_system_once(move |targets: Targets| targets.find(&pointees)).expect("it runs")
        };
        assert_eq!(spot(vec![Pointee::Body(MARS)]), None, "the arrow would seem to mean the Earth");
        let covers = |moon: BodyId| Pointee::Cover { planet: EARTH, moon };
        assert_eq!(spot(vec![covers(MARS)]), None, "it is no moon, and no planet covers it");
        assert!(matches!(spot(vec![Pointee::Body(EARTH)]), Some(Spot::Round { .. })));
    }

    #[test]
    fn the_ring_about_slots_is_where_the_structure_will_stand() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let place = world.resource::<Sky>().now[MARS].position;
        let places = BodyPlaces(world.resource::<Sky>().now.iter().map(|state| state.position).collect());
        let rings = world.resource::<Rings>().of(MARS).expect("it has rings").clone();
        let tick = world.resource::<Calendar>().tick;
        let above = ViewCamera::above(8.0 * rings.radius_km(1));
        let view = ViewCamera { eye: above.eye + place, ..above };
        world.insert_resource(places);
        world.insert_resource(view);
        world.insert_resource(Moment { fraction: 1.0, ..Moment::default() });
        world.init_resource::<Origin>();
        world.init_resource::<UiScale>();
        world.init_resource::<CoveredAreas>();
        for slots in [1_u8, 2, 3] {
            let stands = RingPlace { ring: 1, slot: 4, slots };
            let find = move |targets: Targets| targets.find(&[Pointee::Slots(MARS, stands)]);
            let spot = world.run_system_once(find).expect("it runs");
            let structure = place + rings.run_offset(1, 4, slots, tick);
            let pixel = view.project(structure).expect("it is in sight").pixel;
            let Some(Spot::Round { middle, .. }) = spot else { panic!("{spot:?}: it is out of view") };
            assert!(middle.distance(pixel) < 0.1, "{slots} slots: {middle} beside {pixel}");
        }
    }

    #[test]
    fn a_slot_is_proposed_clear_of_the_marks_of_ships() {
        let slots: Vec<RingPlace> = (0..3_u16).map(|slot| RingPlace { ring: 1, slot, slots: 1 }).collect();
        let chosen = |marks: &[Vec2]| {
            let pixels = [100.0, 130.0, 170.0].map(|x| Vec2::new(x, 300.0));
            in_the_open(slots.iter().copied().zip(pixels), marks).map(|stands| stands.slot)
        };
        let mark = Vec2::new(95.0, 300.0);
        assert_eq!(chosen(&[]), Some(0));
        assert_eq!(chosen(&[mark]), Some(2), "the ring about the second one would touch the mark");
        assert_eq!(chosen(&[mark, Vec2::new(175.0, 300.0)]), Some(1), "none is in the open");
    }

    #[test]
    fn buttons_are_found_by_what_they_do_and_only_while_they_are_shown() {
        let mut world = World::new();
        let class = ClassId::FIRST;
        let computed = ComputedNode { size: Vec2::new(200.0, 40.0), inverse_scale_factor: 0.5, ..default() };
        let place = UiGlobalTransform::from_translation(Vec2::new(400.0, 100.0));
        let button = |action: PanelAction| (action, computed, place);
        world.spawn((button(PanelAction::Turn(Page::Yards)), InheritedVisibility::VISIBLE));
        let row = world.spawn((button(PanelAction::Choose(class)), InheritedVisibility::VISIBLE)).id();
        let spot = |world: &mut World, button: PanelButton| {
            world.run_system_once(move |buttons: Buttons| buttons.spot(button)).expect("it runs")
        };
        let area = Rect::new(150.0, 40.0, 250.0, 60.0);
        assert_eq!(spot(&mut world, PanelButton::Structure(class)), Some(Spot::Node(area)));
        assert_eq!(spot(&mut world, PanelButton::Page(Page::Build)), None);
        world.entity_mut(row).insert(InheritedVisibility::HIDDEN);
        assert_eq!(spot(&mut world, PanelButton::Structure(class)), None);
    }
}
