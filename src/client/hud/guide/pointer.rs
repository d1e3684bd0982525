//! The ring about the thing that the guide points at, and the arrow to it, over all panels. If a thing of the world
//! also has a row in a panel, the row gets a second ring.

use std::f32::consts::{FRAC_PI_4, TAU};

use bevy::prelude::*;

use super::free_room::FreeRoom;
use super::progress::Guide;
use super::targets::{Pointee, Spot, Targets};
use crate::client::hud::layout::places::TOP_BAR;
use crate::client::scene::battle::wings::SkyMark;
use crate::client::scene::labels::declutter::SkyMarks;
use crate::client::scene::labels::sky_label::SkyLabel;
use crate::client::scene::rings::PlannedStructure;
use crate::client::settings::Settings;
use crate::client::widgets::{STRONG, covering, show};

/// Its layer: over the panels, below the encyclopedia and the page of keys.
const LAYER: i32 = 8;
/// Seconds of a pulse.
const PULSE_S: f32 = 1.3;
/// How far a pulse moves ring and arrow, pixels.
const PULSE_PIXELS: f32 = 5.0;
/// From a thing to the ring about it, and from the ring to the arrow's middle, pixels.
const GAPS: (f32, f32) = (3.0, 20.0);
/// A thing with a larger radius has a ring only where that lies on no panel and in the picture, pixels: the arrow alone
/// says enough about what fills the view.
const LARGE: f32 = 130.0;
/// Width of a ring, pixels: a wider one would cut the words beside a node, and hide the marks about a thing.
const RING_LINE: f32 = 2.0;
/// Radius of the corners of a ring about a node, and how far it reaches beyond the node, pixels: neighbours are so
/// close that a larger ring would cut their words, and a smaller one those of the node.
const CORNER: f32 = 4.0;
const OUTSET: f32 = 1.0;
/// Width of the lines of the arrow, pixels.
const LINE: f32 = 3.0;
/// Width and height of the arrow, pixels.
const ARROW: Vec2 = Vec2::new(26.0, 18.0);
/// Steps back from the edge of the picture, to leave other arrows free, pixels, and the most of them.
const STEP: f32 = 6.0;
const MOST_STEPS: usize = 20;
/// Side of a chevron of the arrow, and the places of both in it, pixels.
const CHEVRON: (f32, [f32; 2]) = (12.0, [2.0, 11.0]);

/// A mark of the guide.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The ring.
    Ring,
    /// The ring about the row of a thing that is pointed at elsewhere.
    Row,
    /// The arrow.
    Arrow,
}

/// Spawns ring and arrow, hidden.
pub fn spawn(mut commands: Commands) {
    let hidden = Node { display: Display::None, position_type: PositionType::Absolute, ..default() };
    let ring = Node { border: UiRect::all(px(RING_LINE)), ..hidden.clone() };
    let arrow = Node { width: px(ARROW.x), height: px(ARROW.y), ..hidden };
    // Dark outlines keep the lines visible before a bright planet.
    let outline = Outline::new(px(1), px(0), Color::BLACK);
    commands.spawn((
        covering(),
        Pickable::IGNORE,
        GlobalZIndex(LAYER),
        children![
            (Mark::Ring, ring.clone(), BorderColor::all(STRONG), outline, Pickable::IGNORE),
            (Mark::Row, ring, BorderColor::all(STRONG), outline, Pickable::IGNORE),
            (
                Mark::Arrow,
                arrow,
                UiTransform::IDENTITY,
                Pickable::IGNORE,
                children![chevron(CHEVRON.1[0]), chevron(CHEVRON.1[1])]
            ),
        ],
    ));
}

/// Two sides of a square on its corner, which points to the right.
fn chevron(left: f32) -> impl Bundle {
    let side = CHEVRON.0;
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(left),
        top: px(0.5 * (ARROW.y - side)),
        width: px(side),
        height: px(side),
        border: UiRect { top: px(LINE), right: px(LINE), ..default() },
        ..default()
    };
    let turn = UiTransform::from_rotation(Rot2::radians(FRAC_PI_4));
    (node, turn, BorderColor::all(STRONG), Pickable::IGNORE)
}

/// A ring, pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ring {
    area: Rect,
    /// Radius of its corners.
    corner: f32,
}

impl Ring {
    /// The ring about a middle.
    fn round(middle: Vec2, radius: f32) -> Self {
        Self { area: Rect::from_center_half_size(middle, Vec2::splat(radius)), corner: radius }
    }

    /// The ring about a node.
    fn about(node: Rect) -> Self {
        Self { area: node.inflate(OUTSET), corner: CORNER }
    }
}

/// The ring and the arrow for a spot.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Marks {
    /// The ring.
    ring: Option<Ring>,
    /// Middle of the arrow.
    arrow: Vec2,
    /// Whether the arrow is shown.
    has_arrow: bool,
    /// Unit vector along the arrow.
    toward: Vec2,
}

/// Places the marks at the thing that the guide points at, or hides them, also where they would lie on the sign of a
/// battle. From the next frame on, words on the sky stand clear of the marks, and the name of the body there comes
/// first.
pub fn point(
    guide: Res<Guide>,
    planned: Res<PlannedStructure>,
    targets: Targets,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    signs: Query<&SkyLabel, With<SkyMark>>,
    mut sky_marks: ResMut<SkyMarks>,
    mut marks: Query<(&Mark, &mut Node, Option<&mut UiTransform>)>,
) {
    let push = pulse(time.elapsed_secs(), settings.reduced_motion);
    let pointees = pointees_now(guide.pointees(), planned.allowed().is_some());
    let spot = targets.find(pointees);
    let panel = spot.and_then(|spot| targets.panel_of(spot));
    let things: Vec<Rect> = match spot {
        Some(Spot::Round { .. }) => {
            let SkyMarks { marks, structures, .. } = &*sky_marks;
            marks.iter().chain(structures).map(|(_, area)| *area).collect()
        }
        // Those of alerts and of the selection stand where this one would.
        Some(Spot::Beyond { .. }) => sky_marks.arrows.clone(),
        _ => Vec::new(),
    };
    let room = FreeRoom { marks: &things, ..targets.room() };
    let marks_at = |push: f32| spot.map(|spot| marks_of(spot, panel, &room, push));
    // The room of the widest pulse: words do not follow the beat.
    let widest = marks_at(PULSE_PIXELS);
    let widest = widest.filter(|marks| marks.are_clear_of(signs.iter().filter_map(SkyLabel::legible_area)));
    let wanted = marks_at(push).filter(|_| widest.is_some());
    sky_marks.pointers = widest.map(Marks::areas).unwrap_or_default();
    sky_marks.meant.clear();
    sky_marks.meant.extend(pointees.iter().filter_map(|pointee| match pointee {
        Pointee::Body(body) | Pointee::Cover { planet: body, .. } => Some(*body),
        _ => None,
    }));
    let row = targets.row_in_view(pointees).filter(|row| spot != Some(Spot::Node(*row)));
    for (mark, mut node, transform) in &mut marks {
        match (mark, wanted) {
            (Mark::Ring, Some(Marks { ring: Some(ring), .. })) => put_ring(&mut node, ring),
            (Mark::Row, _) if row.is_some() => put_ring(&mut node, Ring::about(row.unwrap_or_default())),
            (Mark::Arrow, Some(Marks { arrow, has_arrow: true, toward, .. })) => {
                show(&mut node, true);
                put(&mut node, Rect::from_center_size(arrow, ARROW));
                if let Some(mut transform) = transform {
                    let turn = Rot2::radians(toward.to_angle());
                    transform.set_if_neq(UiTransform::from_rotation(turn));
                }
            }
            _ => show(&mut node, false),
        }
    }
}

/// What is pointed at, of these: no slots while a structure is shown in one, which is the player's choice.
fn pointees_now(pointees: &[Pointee], is_planned: bool) -> &[Pointee] {
    let are_slots = pointees.iter().any(|pointee| matches!(pointee, Pointee::Slots(..)));
    if is_planned && are_slots { &[] } else { pointees }
}

/// Shows a ring.
fn put_ring(node: &mut Mut<Node>, ring: Ring) {
    show(node, true);
    put(node, ring.area);
    let corners = BorderRadius::all(px(ring.corner));
    if node.border_radius != corners {
        node.border_radius = corners;
    }
}

/// Gives a node a place and a size.
fn put(node: &mut Mut<Node>, area: Rect) {
    let wanted = [area.min.x, area.min.y, area.width(), area.height()].map(|pixels| -> Val { px(pixels) });
    if [node.left, node.top, node.width, node.height] != wanted {
        [node.left, node.top, node.width, node.height] = wanted;
    }
}

/// The displacement by the pulse, pixels; none with reduced motion.
fn pulse(seconds: f32, is_still: bool) -> f32 {
    if is_still { 0.0 } else { 0.5 * PULSE_PIXELS * (1.0 - (seconds * TAU / PULSE_S).cos()) }
}

impl Marks {
    /// The areas of ring and arrow, as far as they are shown.
    fn areas(self) -> Vec<Rect> {
        let arrow = Rect::from_center_size(self.arrow, Vec2::splat(ARROW.max_element()));
        let arrow = self.has_arrow.then_some(arrow);
        self.ring.map(|ring| ring.area).into_iter().chain(arrow).collect()
    }

    /// Whether they lie on none of these areas.
    fn are_clear_of(self, mut others: impl Iterator<Item = Rect>) -> bool {
        let own = self.areas();
        others.all(|other| own.iter().all(|area| area.intersect(other).is_empty()))
    }
}

/// The marks for a spot on a screen with this free room; `push` moves them away from the thing, pixels. The arrow to a
/// node stands beside the panel that holds it, so that it covers no other words of the panel, and gives way to the
/// notices below the bar at the top; the arrow to a thing of the world stands at a side of it where it covers no panel,
/// and no mark of another thing if it can; that to a thing out of view stands farther from the edge than other arrows.
fn marks_of(spot: Spot, panel: Option<Rect>, room: &FreeRoom, push: f32) -> Marks {
    let (gap, to_arrow) = GAPS;
    match spot {
        Spot::Round { middle, radius } => {
            let ring_of = |push: f32| Ring::round(middle, radius + gap + push);
            // Whatever the beat, so that it does not come and go.
            if radius > LARGE && !room.holds(ring_of(PULSE_PIXELS).area) {
                let arrow = middle - Vec2::Y * (to_arrow + push);
                return Marks { ring: None, arrow, has_arrow: true, toward: Vec2::Y };
            }
            let toward = side_of_arrow(middle, radius + gap, room);
            let ring = ring_of(push);
            let arrow = middle - toward * (ring.corner + to_arrow);
            Marks { ring: Some(ring), arrow, has_arrow: true, toward }
        }
        Spot::Node(area) => {
            // The ring is still: neighbours are close.
            let ring = Ring::about(area);
            let middle = area.center();
            let toward = match middle {
                // What is in the bar at the top is pointed at from below.
                middle if middle.y < TOP_BAR => Vec2::NEG_Y,
                middle if middle.x > 0.5 * room.screen.x => Vec2::X,
                _ => Vec2::NEG_X,
            };
            let from = panel.filter(|_| toward.y == 0.0).map_or(ring.area, |panel| panel.union(ring.area));
            let edge = Vec2::new(if toward.x > 0.0 { from.min.x } else { from.max.x }, ring.area.max.y);
            let beside =
                if toward.y == 0.0 { Vec2::new(edge.x, middle.y) } else { Vec2::new(middle.x, edge.y) };
            // Whatever the beat, so that it does not come and go.
            let reach = to_arrow + PULSE_PIXELS + 0.5 * ARROW.x;
            let half = 0.5 * ARROW.y;
            let below = Rect::new(beside.x - half, TOP_BAR, beside.x + half, beside.y + reach);
            let has_arrow = toward != Vec2::NEG_Y || room.leaves_free(below);
            Marks { ring: Some(ring), arrow: beside - toward * (to_arrow + push), has_arrow, toward }
        }
        Spot::Beyond { at, toward } => {
            let toward = toward.normalize_or(Vec2::Y);
            let at = clear_of_marks(at, toward, room);
            Marks { ring: None, arrow: at - toward * push, has_arrow: true, toward }
        }
    }
}

/// The way of the arrow to a ring of this radius: from above where it lies on no panel and no mark there, else from
/// another side.
fn side_of_arrow(middle: Vec2, radius: f32, room: &FreeRoom) -> Vec2 {
    let (_, to_arrow) = GAPS;
    let ways = [Vec2::Y, Vec2::NEG_Y, Vec2::X, Vec2::NEG_X];
    let is_free = |way: &&Vec2| room.is_free(middle - **way * (radius + PULSE_PIXELS + to_arrow));
    let is_clear = |way: &&Vec2| {
        let place = middle - **way * (radius + to_arrow + 0.5 * PULSE_PIXELS);
        room.is_clear_of_marks(Rect::from_center_size(place, Vec2::splat(ARROW.x + PULSE_PIXELS)))
    };
    let best = ways.iter().find(|way| is_free(way) && is_clear(way)).or_else(|| ways.iter().find(is_free));
    best.copied().unwrap_or(Vec2::Y)
}

/// The first place, from this one back against the direction of the arrow, at which it covers no mark; this one if none
/// is near.
fn clear_of_marks(at: Vec2, toward: Vec2, room: &FreeRoom) -> Vec2 {
    let is_clear = |place: &Vec2| {
        let swept = *place - 0.5 * PULSE_PIXELS * toward;
        room.is_clear_of_marks(Rect::from_center_size(swept, Vec2::splat(ARROW.x + PULSE_PIXELS)))
    };
    let places = std::iter::successors(Some(at), |place| Some(*place - STEP * toward));
    places.take(MOST_STEPS).find(is_clear).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::super::targets::LEAST_RADIUS;
    use super::*;
    use crate::client::scene::labels::markers::BADGE_PIXELS;
    use crate::sim::{BodyId, RingPlace};

    /// A screen without panels.
    const ROOM: FreeRoom = FreeRoom { screen: Vec2::new(1000.0, 600.0), covered: &[], marks: &[] };

    #[test]
    fn the_arrow_points_at_the_thing_and_stands_clear_of_it() {
        let planet = Spot::Round { middle: Vec2::new(500.0, 300.0), radius: 40.0 };
        let row = Spot::Node(Rect::new(640.0, 200.0, 980.0, 220.0));
        let list = Spot::Node(Rect::new(20.0, 200.0, 290.0, 220.0));
        let clock = Spot::Node(Rect::new(900.0, 10.0, 920.0, 32.0));
        let ways = [(planet, Vec2::Y), (row, Vec2::X), (list, Vec2::NEG_X), (clock, Vec2::NEG_Y)];
        for (spot, toward) in ways {
            for push in [0.0, PULSE_PIXELS] {
                let marks = marks_of(spot, None, &ROOM, push);
                assert_eq!(marks.toward, toward, "{spot:?}");
                let area = marks.ring.expect("it is in view").area;
                let reach = Rect::from_center_size(marks.arrow, Vec2::splat(ARROW.x));
                assert!(area.intersect(reach).is_empty(), "{spot:?}: {marks:?}");
                assert!((area.center() - marks.arrow).normalize().distance(toward) < 1.0e-3, "{marks:?}");
            }
        }
    }

    #[test]
    fn no_other_slot_is_pointed_at_while_a_structure_is_shown_in_one() {
        let slots = [Pointee::Slots(BodyId(2), RingPlace { ring: 1, slot: 4, slots: 2 })];
        assert_eq!(pointees_now(&slots, false), slots);
        assert!(pointees_now(&slots, true).is_empty());
        let body = [Pointee::Body(BodyId(2))];
        assert_eq!(pointees_now(&body, true), body, "another step");
    }

    #[test]
    fn marks_lie_on_no_sign_of_a_battle() {
        let spot = Spot::Round { middle: Vec2::splat(300.0), radius: 30.0 };
        let marks = marks_of(spot, None, &ROOM, PULSE_PIXELS);
        let clear_of = |x: f32, y: f32| {
            let sign = Rect::from_center_size(Vec2::new(x, y), Vec2::new(46.0, 36.0));
            marks.are_clear_of([sign].into_iter())
        };
        assert!(marks.are_clear_of(std::iter::empty()));
        assert!(!clear_of(300.0, 300.0) && !clear_of(340.0, 300.0), "on the ring");
        assert!(!clear_of(marks.arrow.x, marks.arrow.y), "on the arrow");
        assert!(clear_of(400.0, 300.0));
    }

    #[test]
    fn the_ring_leaves_the_mark_of_a_planet_with_an_owner_free() {
        let spot = Spot::Round { middle: Vec2::splat(300.0), radius: LEAST_RADIUS };
        let ring = marks_of(spot, None, &ROOM, 0.0).ring.expect("it is in view");
        let (planet, beside) = (12.0 + BADGE_PIXELS, 7.0);
        assert!(ring.area.width() - 2.0 * RING_LINE >= planet + 2.0 * beside, "{ring:?}");
    }

    #[test]
    fn the_arrow_to_a_thing_covers_no_panel() {
        let panels = [Rect::new(0.0, 42.0, 440.0, 120.0), Rect::new(624.0, 42.0, 1000.0, 560.0)];
        let room = FreeRoom { covered: &panels, ..ROOM };
        let below_a_panel = Spot::Round { middle: Vec2::new(300.0, 170.0), radius: 30.0 };
        let beside_a_panel = Spot::Round { middle: Vec2::new(600.0, 300.0), radius: 130.0 };
        let on_top = Spot::Round { middle: Vec2::new(520.0, 80.0), radius: 30.0 };
        let ways = [(below_a_panel, Vec2::NEG_Y), (beside_a_panel, Vec2::Y), (on_top, Vec2::NEG_Y)];
        for (spot, toward) in ways {
            for push in [0.0, PULSE_PIXELS] {
                let marks = marks_of(spot, None, &room, push);
                let reach = Rect::from_center_size(marks.arrow, Vec2::splat(ARROW.x));
                assert_eq!(marks.toward, toward, "{spot:?}");
                assert!(panels.iter().all(|panel| panel.intersect(reach).is_empty()), "{spot:?}: {marks:?}");
            }
        }
    }

    #[test]
    fn the_ring_lies_about_a_near_body_and_not_on_it() {
        let near = Spot::Round { middle: Vec2::new(500.0, 300.0), radius: 190.0 };
        let ring = marks_of(near, None, &ROOM, 0.0).ring.expect("there is room for it");
        assert!(ring.area.width() > 2.0 * 190.0, "{ring:?}");
        let panel = [Rect::new(650.0, 42.0, 1000.0, 560.0)];
        let filling = Spot::Round { middle: Vec2::new(500.0, 300.0), radius: 400.0 };
        for (spot, covered) in [(near, &panel[..]), (filling, &panel[..0])] {
            let marks = marks_of(spot, None, &FreeRoom { covered, ..ROOM }, 0.0);
            assert!(marks.ring.is_none() && marks.has_arrow, "it lies on a panel, or out of the picture");
            assert!(marks.arrow.distance(Vec2::new(500.0, 300.0)) < 40.0, "before the body itself");
        }
    }

    #[test]
    fn the_arrow_to_a_thing_covers_no_mark_of_another_one() {
        let spot = Spot::Round { middle: Vec2::new(500.0, 300.0), radius: 40.0 };
        let above = marks_of(spot, None, &ROOM, 0.0).arrow;
        for aside in [0.0, 15.0] {
            let yard = [Rect::from_center_size(above + Vec2::X * aside, Vec2::splat(14.0))];
            for push in [0.0, PULSE_PIXELS] {
                let marks = marks_of(spot, None, &FreeRoom { marks: &yard, ..ROOM }, push);
                assert_eq!(marks.toward, Vec2::NEG_Y, "it stands below");
            }
        }
        let everywhere = [Rect::new(0.0, 0.0, 1000.0, 600.0)];
        let marks = marks_of(spot, None, &FreeRoom { marks: &everywhere, ..ROOM }, 0.0);
        assert_eq!(marks.toward, Vec2::Y, "better than none");
    }

    #[test]
    fn the_arrow_to_a_row_covers_no_words_of_its_panel() {
        let panel = Rect::new(630.0, 42.0, 990.0, 500.0);
        let tab = Rect::new(800.0, 80.0, 900.0, 104.0);
        for push in [0.0, PULSE_PIXELS] {
            let marks = marks_of(Spot::Node(tab), Some(panel), &ROOM, push);
            let reach = Rect::from_center_size(marks.arrow, Vec2::splat(ARROW.x));
            assert!(panel.intersect(reach).is_empty(), "{marks:?}");
            assert_eq!((marks.ring, marks.arrow.y), (Some(Ring::about(tab)), tab.center().y), "it is still");
        }
    }

    #[test]
    fn the_arrow_to_the_bar_gives_way_to_notices() {
        let clock = Spot::Node(Rect::new(480.0, 10.0, 510.0, 32.0));
        let notices = [Rect::new(260.0, TOP_BAR + 8.0, 740.0, TOP_BAR + 40.0)];
        let beside = [Rect::new(0.0, TOP_BAR, 440.0, 300.0)];
        let has_arrow = |covered: &[Rect]| {
            let room = FreeRoom { covered, ..ROOM };
            [0.0, PULSE_PIXELS].map(|push| marks_of(clock, None, &room, push).has_arrow)
        };
        assert_eq!(has_arrow(&notices), [false; 2]);
        assert_eq!((has_arrow(&beside), has_arrow(&[])), ([true; 2], [true; 2]));
        let hidden = marks_of(clock, None, &FreeRoom { covered: &notices, ..ROOM }, 0.0);
        assert_eq!(hidden.areas().len(), 1, "words need not make room for it");
    }

    #[test]
    fn beyond_the_edge_there_is_no_ring() {
        let spot = Spot::Beyond { at: Vec2::new(980.0, 300.0), toward: Vec2::X * 400.0 };
        let marks = marks_of(spot, None, &ROOM, 0.0);
        assert_eq!((marks.ring, marks.arrow, marks.toward), (None, Vec2::new(980.0, 300.0), Vec2::X));
    }

    #[test]
    fn the_arrow_beyond_the_edge_stands_before_the_signs_of_others() {
        let at = Vec2::new(980.0, 300.0);
        let arrow = |toward: Vec2, signs: &[Rect], push: f32| {
            marks_of(Spot::Beyond { at, toward }, None, &FreeRoom { marks: signs, ..ROOM }, push).arrow
        };
        let sign = [Rect::from_center_size(at, Vec2::splat(43.0))];
        for toward in [Vec2::X, Vec2::new(0.8, -0.6)] {
            for push in [0.0, PULSE_PIXELS] {
                let place = arrow(toward, &sign, push);
                let reach = Rect::from_center_size(place, Vec2::splat(ARROW.x));
                assert!(sign[0].intersect(reach).is_empty() && place.distance(at) < 80.0, "{place}");
                assert!((at - place).normalize().distance(toward) < 1.0e-3, "in the same direction");
            }
        }
        let everywhere = [Rect::new(0.0, 0.0, 1000.0, 600.0)];
        assert_eq!(arrow(Vec2::X, &everywhere, 0.0), at, "better than none");
    }

    #[test]
    fn with_reduced_motion_nothing_pulses() {
        assert!((0..20_u8).all(|step| pulse(0.1 * f32::from(step), true) == 0.0));
        assert!(pulse(0.0, false) < 1.0e-3 && (pulse(0.5 * PULSE_S, false) - PULSE_PIXELS).abs() < 1.0e-3);
    }
}
