//! The places of the icons of markers, and the stacks that they make. `mark_pictures.rs` draws them.

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use glam::DVec3;

use super::beside_bodies::{BodyIcon, corner_of, place_beside};
use super::brackets::BracketBoxes;
use super::closeness::{about_hull, mark_of_hull, ramp};
use super::fan::Fan;
use super::fan::stack_words::reach_of_count;
use super::fights::FightPlaces;
use super::fights::knot_sides::KnotMark;
use super::fights::knots::Knots;
use super::mark_pictures::{Look, NodeParts};
use super::markers::{Marker, Markers, Placement, UnitState};
use super::stacks::{StackedIcon, collapse, pixel_in_stack};
use crate::client::input::{Pick, Selected};
use crate::client::scene::labels::room::declutter::SkyMarks;
use crate::client::view::{BodyPlaces, NearBodies, ScreenAnchor, ViewCamera};
use crate::sim::{Body, BodyId, MemberOf, Sky};

/// Sizes on the screen between which an icon takes a thing's place that is as wide as high, pixels of its radius.
const ICON_FADES: (f32, f32) = (3.0, 8.0);
/// The globe of a body begins to fade where the body itself is as large on the screen, and has faded away where that is
/// larger by this factor.
const GLOBE_FADES: f32 = 1.35;
/// Size on the screen beyond which a thing needs no name, pixels of its radius.
const NAME_FADES: (f32, f32) = (160.0, 320.0);
/// Distance on the screen from its planet at which a moon gets its own icon, pixels.
const MOON_APPEARS: (f32, f32) = (20.0, 32.0);
/// Fading rate of icons that join a stack or leave it, per second.
const FADE_SPEED: f32 = 6.0;
/// An icon can be clicked, and is in the way of words, from this strength on.
const SOLID_ALPHA: f32 = 0.3;
/// An object whose radius is larger can be clicked, with or without an icon, pixels.
const LEAST_HULL: f32 = 1.0;
/// Markers are placed up to this far beyond the edges of the picture, and those of objects that are larger than this
/// wherever they are, pixels.
const PICTURE_MARGIN: f32 = 50.0;
/// A disc of this radius is bright beneath words, pixels.
const LEAST_DISC: f32 = 8.0;
/// The largest disc that the names of other objects keep clear of, pixels of its radius: before a larger one there
/// would be no place for those of ships and moons.
const LARGEST_OBSTACLE: f32 = 40.0;

/// Query bundle for the places of markers in the picture.
#[derive(SystemParam)]
pub struct MarkScreen<'w> {
    view: Res<'w, ViewCamera>,
    sky: Res<'w, Sky>,
    places: Res<'w, BodyPlaces>,
    near: Res<'w, NearBodies>,
    ui_scale: Res<'w, UiScale>,
    fan: Res<'w, Fan>,
    fights: Res<'w, FightPlaces>,
}

impl MarkScreen<'_> {
    /// The place of a marker; `None` out of the picture, and behind a body that is near.
    fn placement(
        &self,
        seen: &ScreenAnchor,
        marker: &Marker,
        (body, is_selected): (Option<&Body>, bool),
    ) -> Option<Placement> {
        let mut placement = placement(&self.view, seen, marker.hull_km, marker.reach)?;
        if marker.is_globe() {
            placement.icon_alpha = globe_alpha(placement.radius, 0.5 * marker.size() * self.ui_scale.0);
        }
        let nearness = body.map_or(1.0, |body| self.moon_alpha(body.0, placement.pixel));
        let seen_share = self.seen_share(seen.place, is_selected);
        placement.icon_alpha *= nearness * seen_share;
        placement.name_alpha *= nearness * seen_share;
        (seen_share > 0.0).then_some(placement)
    }

    /// The share of a thing that is seen past the bodies that are near. What is selected is shown before them, and so
    /// are the marks of a battle, which its sign counts.
    fn seen_share(&self, place: DVec3, is_selected: bool) -> f32 {
        let share = self.near.seen_share(place);
        if share < 1.0 && (is_selected || self.fights.hold(place)) { 1.0 } else { share }
    }

    /// A moon that is drawn on top of its planet has no icon.
    fn moon_alpha(&self, body: BodyId, pixel: Vec2) -> f32 {
        let this = &self.sky.system.bodies[body];
        let Some(parent) = this.parent.filter(|_| this.kind == crate::level::BodyKind::Moon) else {
            return 1.0;
        };
        let Some(planet) = self.view.project(self.places.0[parent]) else { return 1.0 };
        ramp(MOON_APPEARS, planet.pixel.distance(pixel))
    }

    /// The icons of the ships that are in fights.
    fn in_fights(&self, icons: &[StackedIcon]) -> impl Iterator<Item = KnotMark> {
        icons.iter().filter_map(move |icon| {
            let fighter = self.fights.fighter(icon.entity)?;
            let place = self.to_ui(icon.pixel);
            Some(KnotMark { ship: icon.entity, place, weight: icon.weight, fighter, is_hull: false })
        })
    }

    /// A ship in a fight whose hull is seen itself, without an icon; `None` for all that is in no fight.
    fn hull_in_fight(&self, ship: Entity, marker: &Marker, placement: &Placement) -> Option<KnotMark> {
        let (fighter, place) = (self.fights.fighter(ship)?, self.to_ui(placement.pixel));
        Some(KnotMark { ship, place, weight: marker.size(), fighter, is_hull: true })
    }

    /// A length or a place of logical pixels, in pixels of the UI.
    fn to_ui(&self, pixel: Vec2) -> Vec2 {
        pixel / self.ui_scale.0
    }
}

type MarkedParts<'a> = (
    Entity,
    &'a ScreenAnchor,
    &'a mut Marker,
    &'a mut Pick,
    Option<&'a Body>,
    Has<Selected>,
    Option<&'a MemberOf>,
);

/// What the members of a stack say of it.
#[derive(Clone, Copy, Debug, Default)]
struct StackNote {
    is_selected: bool,
    state: Option<UnitState>,
    /// Where its representative is, logical pixels.
    pixel: Vec2,
}

/// The stacks of a frame, by representative.
type Stacks = HashMap<Entity, StackNote>;

/// Puts the icons in their places, and fills in the [`Pick`]s for the mouse.
pub fn place_markers(
    screen: MarkScreen,
    time: Res<Time<Real>>,
    (mut sky_marks, mut knots): (ResMut<SkyMarks>, ResMut<Knots>),
    mut marked: Query<MarkedParts>,
    mut nodes: Query<NodeParts>,
    mut markers: Markers,
) {
    let (icons, hulls) = place_in_picture(&screen, &mut marked, &mut markers);
    let fighters = screen.in_fights(&icons).chain(hulls);
    knots.gather(fighters, |battle| screen.fights.structures_of(battle));
    join_stacks(&icons, &knots, &mut marked);
    let in_picture = marked.iter().filter(|(_, _, marker, ..)| marker.placement.is_some());
    knots.note_fleets(in_picture.filter_map(|(ship, .., fleet)| Some((ship, fleet?.0))));
    let stacks = note_stacks(&marked);
    sky_marks.marks.clear();
    sky_marks.discs.clear();
    let fade = (time.delta_secs() * FADE_SPEED).min(1.0);
    let mut boxes = BracketBoxes::default();
    for (entity, _, mut marker, mut pick, body, is_selected, fleet) in &mut marked {
        let Some(mut shown) = ShownMark::of(entity, &marker, &stacks, &screen.fan) else { continue };
        shown.aim(&mut pick);
        let area = screen.area_of(&marker, &shown).or_else(|| {
            let (middle, radius) = screen.to_ui_disc(&shown.placement);
            disc_in_the_way(middle, radius).filter(|_| body.is_some())
        });
        sky_marks.marks.extend(area.map(|area| (entity, area)));
        sky_marks.discs.extend(screen.disc_of(&shown.placement).filter(|_| body.is_some()));
        marker.fade_open(shown.is_open, fade);
        shown.placement.icon_alpha *= marker.open;
        let look = shown.look(&marker, is_selected);
        markers.draw(&mut marker, &shown.placement, look, screen.ui_scale.0, &mut nodes);
        if let Some(fleet) = fleet.filter(|_| look.is_selected && shown.is_open) {
            let hull = shown.placement.hull_in_ui(screen.ui_scale.0);
            boxes.add(fleet.0, screen.to_ui(shown.placement.pixel), marker.style.size, hull);
        }
    }
    for (entity, _, mut marker, ..) in &mut marked {
        marker.bracketed = boxes.of(entity);
    }
}

/// Finds the place of every marker in the picture. Returns the icons that may join a stack, for the others are in none;
/// and the ships in fights that have no icon.
fn place_in_picture(
    screen: &MarkScreen,
    marked: &mut Query<MarkedParts>,
    markers: &mut Markers,
) -> (Vec<StackedIcon>, Vec<KnotMark>) {
    let (mut icons, mut hulls): (Vec<StackedIcon>, Vec<KnotMark>) = default();
    let mut bodies: Vec<BodyIcon> = Vec::new();
    for (entity, seen, mut marker, mut pick, body, is_selected, _) in marked.iter_mut() {
        marker.placement = screen.placement(seen, &marker, (body, is_selected));
        pick.name = None;
        marker.is_in_knot = false;
        marker.aside = Vec2::ZERO;
        let Some(placement) = marker.placement else {
            (pick.pixel, pick.radius) = (None, 0.0);
            markers.hide(&mut marker);
            marker.stack = None;
            continue;
        };
        // Bodies stay apart: their icons are their names' anchors.
        if body.is_none() && marker.has_solid_icon(&placement) {
            let is_in_fight = screen.fights.hold(seen.place);
            icons.push(marker.as_stacked(entity, placement.pixel, (is_selected, is_in_fight)));
        } else {
            marker.stack = None;
            hulls.extend(screen.hull_in_fight(entity, &marker, &placement));
        }
        if body.is_some() && marker.has_solid_icon(&placement) {
            bodies.push(marker.as_body_icon(&placement, screen.ui_scale.0));
        }
    }
    move_beside_bodies(&mut icons, &bodies, screen.ui_scale.0, marked);
    (icons, hulls)
}

/// Moves the icons that lie across the icon of a body beside it. Those in fights stay: the sign of their battle says
/// where they are.
fn move_beside_bodies(
    icons: &mut [StackedIcon],
    bodies: &[BodyIcon],
    ui_scale: f32,
    marked: &mut Query<MarkedParts>,
) {
    if bodies.is_empty() {
        return;
    }
    let sides = groups_of(icons);
    for icon in icons.iter_mut().filter(|icon| !icon.is_in_fight) {
        let side = sides.iter().position(|group| *group == icon.group);
        let corner = side.map_or(Vec2::X, corner_of);
        // An icon weighs as much as it is wide.
        let half = 0.5 * icon.weight * ui_scale;
        let Some(pixel) = place_beside(bodies, icon.pixel, half, corner, ui_scale) else { continue };
        if let Ok((_, _, mut marker, ..)) = marked.get_mut(icon.entity) {
            marker.aside = pixel - icon.pixel;
            icon.pixel = pixel;
            marker.placement = marker.placement.map(|placement| Placement { pixel, ..placement });
        }
    }
}

/// The groups of icons, which are few, in their order.
fn groups_of(icons: &[StackedIcon]) -> Vec<u32> {
    let mut groups: Vec<u32> = Vec::new();
    for icon in icons {
        if !groups.contains(&icon.group) {
            groups.push(icon.group);
        }
    }
    groups.sort_unstable();
    groups
}

/// Sets the representative of each of these icons: in a knot that of its side, else the one that it lies on.
fn join_stacks(icons: &[StackedIcon], knots: &Knots, marked: &mut Query<MarkedParts>) {
    let mut loose: Vec<StackedIcon> = Vec::new();
    for icon in icons {
        let Some(side) = knots.side_of(icon.entity) else {
            loose.push(*icon);
            continue;
        };
        if let Ok((_, _, mut marker, ..)) = marked.get_mut(icon.entity) {
            marker.stack = side.head.filter(|head| *head != icon.entity);
            marker.is_in_knot = true;
        }
    }
    for (icon, head) in loose.iter().zip(collapse(&loose)) {
        if let Ok((_, _, mut marker, ..)) = marked.get_mut(icon.entity) {
            marker.stack = head;
        }
    }
}

/// What the members of each stack say of it.
fn note_stacks(marked: &Query<MarkedParts>) -> Stacks {
    let mut stacks = Stacks::default();
    for (_, _, marker, _, _, is_selected, _) in marked.iter() {
        let Some(head) = marker.stack else { continue };
        let note = stacks.entry(head).or_insert_with(|| {
            let seen = marked.get(head).ok().and_then(|(_, _, head, ..)| head.placement);
            StackNote { pixel: seen.map_or(Vec2::ZERO, |seen| seen.pixel), ..default() }
        });
        note.is_selected |= is_selected;
        note.state = note.state.max(marker.state());
    }
    stacks
}

/// How a marker is shown in a frame.
struct ShownMark {
    /// Its place, in the fan while it is fanned out.
    placement: Placement,
    /// Whether it is fanned out of a stack.
    is_fanned: bool,
    /// Whether its icon is shown itself: it has joined no stack and no knot, or is fanned out.
    is_open: bool,
    /// The stack that its icon has joined.
    joined: Option<StackNote>,
    /// The stack that its icon represents.
    represented: Option<StackNote>,
}

impl ShownMark {
    /// A marker in the picture; `None` for one that is out of it.
    fn of(entity: Entity, marker: &Marker, stacks: &Stacks, fan: &Fan) -> Option<Self> {
        let mut placement = marker.placement?;
        let fanned = fan.pixel_of(entity);
        placement.pixel = fanned.unwrap_or(placement.pixel);
        let head = marker.stack.filter(|_| fanned.is_none());
        Some(Self {
            placement,
            is_fanned: fanned.is_some(),
            is_open: fanned.is_some() || (head.is_none() && !marker.is_in_knot),
            joined: head.and_then(|head| stacks.get(&head)).copied(),
            represented: stacks.get(&entity).copied(),
        })
    }

    /// Tells the mouse where the object is hit.
    fn aim(&self, pick: &mut Pick) {
        let own = self.placement.pixel;
        let hit = self.joined.map_or(own, |stack| pixel_in_stack(own, stack.pixel));
        pick.pixel = self.placement.is_pickable().then_some(hit);
        pick.radius = self.placement.radius;
    }

    /// What is drawn about its icon. A representative speaks for its stack, unless that is fanned out.
    fn look(&self, marker: &Marker, is_selected: bool) -> Look {
        let stack = self.represented.filter(|_| !self.is_fanned).unwrap_or_default();
        let is_selected = is_selected || stack.is_selected;
        Look { is_selected, is_open: self.is_open, state: marker.state().max(stack.state) }
    }
}

impl MarkScreen<'_> {
    /// The area of an icon, with the count of the stack that it represents, pixels of the UI; `None` while the icon is
    /// not seen itself.
    fn area_of(&self, marker: &Marker, shown: &ShownMark) -> Option<Rect> {
        if !shown.is_open || !marker.has_solid_icon(&shown.placement) {
            return None;
        }
        let middle = self.to_ui(shown.placement.pixel);
        let mut area = Rect::from_center_size(middle, Vec2::splat(marker.mark_size()));
        let reach = || reach_of_count(marker.size(), marker.brackets.is_some());
        area.max.x += shown.represented.map_or(0.0, |_| reach());
        Some(area)
    }

    /// Middle and radius of a body that is bright beneath words, pixels of the UI; `None` for a smaller one.
    fn disc_of(&self, placement: &Placement) -> Option<(Vec2, f32)> {
        (placement.radius > LEAST_DISC).then_some(self.to_ui_disc(placement))
    }

    /// Middle and radius of an object, pixels of the UI.
    fn to_ui_disc(&self, placement: &Placement) -> (Vec2, f32) {
        (self.to_ui(placement.pixel), placement.radius / self.ui_scale.0)
    }
}

/// The area of a body that is seen itself, without an icon, pixels of the UI; `None` if words may stand there.
fn disc_in_the_way(middle: Vec2, radius: f32) -> Option<Rect> {
    let is_in_the_way = (ICON_FADES.0..=LARGEST_OBSTACLE).contains(&radius);
    is_in_the_way.then(|| Rect::from_center_half_size(middle, Vec2::splat(radius)))
}

impl Marker {
    /// Whether its icon, in this place, is strong enough to be in the way of words.
    fn has_solid_icon(&self, placement: &Placement) -> bool {
        self.image.is_some() && placement.icon_alpha > SOLID_ALPHA
    }

    /// The icon of a body, for the marks beside it.
    fn as_body_icon(&self, placement: &Placement, ui_scale: f32) -> BodyIcon {
        let reach = 0.5 * self.mark_size() * ui_scale;
        BodyIcon { pixel: placement.pixel, reach, alpha: placement.icon_alpha }
    }

    /// Fades its icon in or out by this share of the rest of the way.
    fn fade_open(&mut self, is_open: bool, share: f32) {
        self.open += (if is_open { 1.0 } else { 0.0 } - self.open) * share;
    }
}

/// A rectangle that is larger by a factor.
fn scaled(area: Rect, factor: f32) -> Rect {
    Rect { min: area.min * factor, max: area.max * factor }
}

impl Placement {
    /// The area of its hull about its point, pixels of the UI.
    pub(super) fn hull_in_ui(&self, ui_scale: f32) -> Rect {
        scaled(self.hull, 1.0 / ui_scale)
    }

    fn is_pickable(&self) -> bool {
        self.radius > LEAST_HULL || self.icon_alpha > SOLID_ALPHA
    }
}

/// The place of an object in the picture of a camera; `None` out of it. Hulls at its name are `hull_km` long. A hull
/// reaches so far from its middle, in its radii; 0 for what is none.
fn placement(view: &ViewCamera, seen: &ScreenAnchor, hull_km: f64, reach: f32) -> Option<Placement> {
    let projected = view.project(seen.place).filter(|_| !seen.is_hidden)?;
    let picture = view.picture();
    let radius = view.outline_pixels(seen.place, seen.radius_km) as f32;
    let is_near = picture.inflate(PICTURE_MARGIN).contains(projected.pixel) || radius > PICTURE_MARGIN;
    is_near.then(|| Placement {
        pixel: projected.pixel,
        radius,
        hull: scaled(seen.hull_km, projected.pixels_per_km as f32),
        icon_alpha: if reach > 0.0 { mark_of_hull(radius * reach) } else { 1.0 - ramp(ICON_FADES, radius) },
        name_alpha: (1.0 - ramp(NAME_FADES, radius))
            * about_hull((hull_km * projected.pixels_per_km) as f32, false),
    })
}

/// Opacity of the globe of a body, by the radii of the body and of the globe on the screen.
fn globe_alpha(body: f32, globe: f32) -> f32 {
    1.0 - ramp((globe, GLOBE_FADES * globe), body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::labels::marks::markers::MarkerStyle;

    const PLACE: Placement = Placement {
        pixel: Vec2::ZERO,
        radius: 1.0,
        hull: Rect { min: Vec2::ZERO, max: Vec2::ZERO },
        icon_alpha: 1.0,
        name_alpha: 1.0,
    };

    #[test]
    fn names_of_fleets_give_way_to_large_hulls() {
        let view = ViewCamera { eye: DVec3::NEG_Y * 1000.0, ..ViewCamera::default() };
        let seen = ScreenAnchor::default();
        let per_km = view.project(seen.place).expect("it is ahead").pixels_per_km;
        let alpha = |pixels: f64| placement(&view, &seen, pixels / per_km, 0.0).map(|found| found.name_alpha);
        assert_eq!([0.0, 50.0, 200.0].map(alpha), [Some(1.0), Some(1.0), Some(0.0)]);
    }

    #[test]
    fn the_mark_of_a_slim_hull_gives_way_to_its_length() {
        let view = ViewCamera { eye: DVec3::NEG_Y * 1000.0, ..ViewCamera::default() };
        let per_km = view.project(DVec3::ZERO).expect("it is ahead").pixels_per_km;
        let seen = ScreenAnchor { radius_km: 2.5 / per_km, ..default() };
        let alpha = |reach: f32| placement(&view, &seen, 0.0, reach).map(|found| found.icon_alpha);
        assert_eq!([0.0, 3.0, 5.0].map(alpha), [Some(1.0), Some(1.0), Some(0.0)]);
        let hull_km = scaled(Rect::new(-10.0, -3.0, 12.0, 2.0), 1.0 / per_km as f32);
        let found = placement(&view, &ScreenAnchor { hull_km, ..seen }, 0.0, 5.0).expect("it is seen");
        let brackets = found.hull_in_ui(2.0);
        assert!(brackets.min.distance(Vec2::new(-5.0, -1.5)) < 0.1, "{brackets:?}");
        assert!(brackets.max.distance(Vec2::new(6.0, 1.0)) < 0.1, "{brackets:?}");
    }

    #[test]
    fn an_icon_fades_without_a_jump() {
        for step in 0..100 {
            let radius = step as f32 * 0.1;
            assert!((ramp(ICON_FADES, radius) - ramp(ICON_FADES, radius + 0.1)).abs() < 0.05);
        }
    }

    #[test]
    fn a_globe_hides_its_body_until_that_is_as_large() {
        assert_eq!([0.1, 9.9, 13.6, 400.0].map(|body| globe_alpha(body, 10.0)), [1.0, 1.0, 0.0, 0.0]);
        assert!((0.2..0.8).contains(&globe_alpha(11.75, 10.0)));
    }

    #[test]
    fn a_body_that_is_seen_as_a_small_disc_is_in_the_way_of_words() {
        let middle = Vec2::new(400.0, 300.0);
        let area = |radius: f32| disc_in_the_way(middle, radius);
        assert_eq!(area(8.0), Some(Rect::new(392.0, 292.0, 408.0, 308.0)), "the Sun from afar");
        assert_eq!(area(0.5), None, "a moon before its planet, without an icon");
        assert_eq!(area(300.0), None, "a planet that fills the picture");
        let solid_until = ICON_FADES.0 + (1.0 - SOLID_ALPHA) * (ICON_FADES.1 - ICON_FADES.0);
        assert!(area(solid_until).is_some(), "where the icon gives way the disc takes over");
    }

    #[test]
    fn the_groups_of_icons_are_in_order_whatever_the_order_of_the_icons() {
        let icon = |group: u32| {
            let (entity, pixel) = (Entity::PLACEHOLDER, Vec2::ZERO);
            let style = MarkerStyle { size: 14.0, ..default() };
            let marker = Marker::placed(style, 0.0, PLACE);
            let icon = marker.as_stacked(entity, pixel, (false, false));
            assert_eq!(icon.weight, style.size, "the place beside a body depends on it");
            StackedIcon { group, ..icon }
        };
        assert_eq!(groups_of(&[7, 3, 7, 7, 1, 3].map(icon)), [1, 3, 7]);
    }

    #[test]
    fn damage_is_shown_before_rest() {
        assert!(Some(UnitState::Damaged) > Some(UnitState::Idle) && Some(UnitState::Idle) > None);
        assert_ne!(UnitState::Damaged.shape(), UnitState::Idle.shape());
    }
}
