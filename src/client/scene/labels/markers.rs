//! Icons and names on the screen.
//!
//! An object too small to be visible has an icon, which fades in as the object shrinks. Where names overlap, the
//! more important ones stay and the others fade. Every object with a [`Marker`] gives its place by its [`ScreenAnchor`];
//! this file places icons and names, and fills in the [`Pick`]s for the mouse.

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::{HashMap, HashSet};
use bevy::prelude::*;

use crate::client::input::{Pick, Selected};
use crate::client::models::Icons;
pub use crate::client::models::icons::IconShape;
use crate::client::scene::labels::closeness::{about_hull, ramp};
use crate::client::scene::labels::stacks::{StackedIcon, collapse};
use crate::client::settings::{LabelDensity, Settings};
use crate::client::view::{ScreenAnchor, ViewCamera};
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::text;
use crate::sim::{Body, BodyId, Sky};

/// Sizes on the screen between which an icon takes a thing's place, pixels of its radius.
const ICON_FADES: (f32, f32) = (3.0, 8.0);
/// Size on the screen beyond which a thing needs no name, pixels of its radius.
const NAME_FADES: (f32, f32) = (160.0, 320.0);
/// Distance on the screen from its planet at which a moon gets its own icon, pixels.
const MOON_APPEARS: (f32, f32) = (14.0, 26.0);
/// Fading rate of names, per second.
const FADE_SPEED: f32 = 6.0;
/// Icons and names fainter than this are not drawn.
const LEAST_ALPHA: f32 = 0.02;
/// A name can be clicked from this strength on.
const LEGIBLE_ALPHA: f32 = 0.3;
/// Bonus in importance for names already shown, so that names do not flicker.
const SHOWN_BONUS: f32 = 0.5;
/// The least importance of a name where few are wanted: fleets, planets and stars reach it, smaller bodies do not,
/// even with [`SHOWN_BONUS`].
const IMPORTANT: f32 = 6.0;
/// How much larger the ring of an owner is than the icon in it, pixels.
pub const BADGE_PIXELS: f32 = 11.0;
/// Size of the names, pixels.
const NAME_PIXELS: f32 = 15.0;
/// Side of the cells in the grid of occupied areas, pixels.
const CELL_PIXELS: f32 = 64.0;

/// The look of a marker.
#[derive(Clone, Copy, Debug, Default)]
pub struct MarkerStyle {
    /// The icon; `None` for a fleet, whose ships have icons.
    pub shape: Option<IconShape>,
    /// Colour.
    pub color: Color,
    /// Size, pixels.
    pub size: f32,
    /// Importance in a crowd.
    pub weight: f32,
}

/// The icon and the name of an object.
#[derive(Component, Clone, Debug, Default)]
pub struct Marker {
    /// The picture of its icon.
    image: Option<Handle<Image>>,
    /// The node of the icon, while it is visible: every node costs time in every frame, and there may be thousands
    /// of ships.
    icon: Option<Entity>,
    /// `None` for an icon without a name.
    name: Option<Entity>,
    /// The brackets of a selected object, while they are visible.
    brackets: Option<Entity>,
    /// The owner of a body; its name has the owner's colour, and a ring about its icon.
    owner: Option<Owner>,
    /// That ring, while it is visible, and whether it is the player's.
    badge: (Option<Entity>, bool),
    style: MarkerStyle,
    name_width: f32,
    name_alpha: f32,
    wanted_name_alpha: f32,
    /// Whether the name is on the left, because there is no room on the right.
    is_left: bool,
    /// The icon that represents this one in a stack; see `stacks.rs`.
    stack: Option<Entity>,
    /// Length of the hulls at its name, km; 0 if the name stays about them.
    hull_km: f64,
    /// Visible share of the icon itself, 1 while it is in no stack.
    open: f32,
}

/// The owner of a body, for its marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Owner {
    /// The colour of the faction.
    pub color: Color,
    /// Whether it is the player.
    pub is_me: bool,
}

/// Makes markers.
#[derive(SystemParam)]
pub struct Markers<'w, 's> {
    commands: Commands<'w, 's>,
    icons: Res<'w, Icons>,
    layer: Single<'w, 's, Entity, With<MarkerLayer>>,
}

/// The part of the screen's tree that holds all markers, under everything else.
#[derive(Component)]
pub struct MarkerLayer;

/// Spawns the layer for the markers.
pub fn spawn_layer(mut commands: Commands) {
    let node = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        ..default()
    };
    commands.spawn((MarkerLayer, node, Pickable::IGNORE, GlobalZIndex(-10)));
}

impl Markers<'_, '_> {
    /// Spawns an icon and a name; an empty name stays hidden.
    pub fn spawn(&mut self, name: &str, style: MarkerStyle) -> Marker {
        self.spawn_with_fill(name, style, true)
    }

    /// Spawns a marker whose icon is filled or, for foreign units, an outline.
    pub fn spawn_with_fill(&mut self, name: &str, style: MarkerStyle, is_filled: bool) -> Marker {
        let image = style.shape.map(|shape| self.icons.get(shape, is_filled));
        let has_words = image.is_none() || !name.is_empty();
        Marker {
            image,
            name: has_words.then(|| self.words(name, style.color)),
            style,
            name_width: words_width(name, NAME_PIXELS),
            open: 1.0,
            ..default()
        }
    }

    fn words(&mut self, name: &str, color: Color) -> Entity {
        self.commands.spawn(floating_words(*self.layer, name, NAME_PIXELS, color)).id()
    }

    /// Shows a picture, whose node exists only while the picture is visible.
    fn show_picture(
        &mut self,
        node: &mut Option<Entity>,
        image: &Handle<Image>,
        (corner, size): (Vec2, f32),
        color: Color,
        nodes: &mut Query<NodeParts>,
    ) {
        match *node {
            Some(shown) if is_visible(color) => show(nodes, shown, corner, color),
            Some(_) => self.take_away(node),
            None if is_visible(color) => {
                let picture = (
                    Node { width: px(size), height: px(size), ..floating() },
                    UiTransform::from_translation(Val2::px(corner.x, corner.y)),
                    ImageNode::new(image.clone()).with_color(color),
                    Pickable::IGNORE,
                    ChildOf(*self.layer),
                );
                *node = Some(self.commands.spawn(picture).id());
            }
            None => {}
        }
    }

    fn take_away(&mut self, node: &mut Option<Entity>) {
        if let Some(node) = node.take() {
            self.commands.entity(node).try_despawn();
        }
    }
}

/// A node that is placed by its `UiTransform`.
pub fn floating() -> Node {
    Node { position_type: PositionType::Absolute, left: px(0), top: px(0), ..default() }
}

/// Words in one line, with a shadow so that they are legible before a bright planet.
pub fn legible(words: &str, pixels: f32, color: Color) -> impl Bundle + use<> {
    let shadow = TextShadow { offset: Vec2::splat(1.0), color: Color::BLACK };
    (text(words, pixels, color), shadow, TextLayout::no_wrap())
}

/// Words of the layer of markers, hidden until they are put in their place.
pub fn floating_words(layer: Entity, words: &str, pixels: f32, color: Color) -> impl Bundle + use<> {
    (floating(), legible(words, pixels, color), Visibility::Hidden, Pickable::IGNORE, ChildOf(layer))
}

/// The place of a marker in this frame.
struct Placement {
    pixel: Vec2,
    radius: f32,
    icon_alpha: f32,
    name_alpha: f32,
}

type MarkedParts<'a> =
    (Entity, &'a ScreenAnchor, &'a mut Marker, &'a mut Pick, Option<&'a Body>, Has<Selected>);
type NodeParts<'a> =
    (&'a mut UiTransform, &'a mut Visibility, Option<&'a mut ImageNode>, Option<&'a mut TextColor>);

/// Puts icons and names in their places.
pub fn place_markers(
    view: Res<ViewCamera>,
    sky: Res<Sky>,
    places: Res<crate::client::view::interpolation::BodyPlaces>,
    time: Res<Time<Real>>,
    ui_scale: Res<UiScale>,
    settings: Res<Settings>,
    mut marked: Query<MarkedParts>,
    mut nodes: Query<NodeParts>,
    mut markers: Markers,
) {
    let mut crowd: Vec<Name> = Vec::new();
    let mut taken: Vec<(Entity, Rect)> = Vec::new();
    let mut placements: Vec<(Entity, Placement)> = Vec::new();
    let mut icons: Vec<StackedIcon> = Vec::new();
    let mut selected_stacks: HashSet<Entity> = HashSet::default();
    for (entity, seen, mut marker, mut pick, body, is_selected) in &mut marked {
        let placement = placement(&view, seen, marker.hull_km).map(|mut placement| {
            let nearness = body.map_or(1.0, |body| moon_alpha(&view, &sky, &places, body.0, placement.pixel));
            placement.icon_alpha *= nearness;
            placement.name_alpha *= nearness;
            placement
        });
        pick.pixel =
            placement.as_ref().filter(|placement| placement.is_pickable()).map(|placement| placement.pixel);
        pick.radius = placement.as_ref().map_or(0.0, |placement| placement.radius);
        pick.name = None;
        let Some(placement) = placement else {
            markers.hide(&mut marker, &mut nodes);
            marker.name_alpha = 0.0;
            marker.stack = None;
            continue;
        };
        // Bodies stay apart: their icons are their names' anchors.
        if body.is_none() && marker.image.is_some() && placement.icon_alpha > 0.3 {
            icons.push(marker.as_stacked(entity, placement.pixel));
        } else {
            marker.stack = None;
        }
        if let Some(head) = marker.stack.filter(|_| is_selected) {
            selected_stacks.insert(head);
        }
        let shown = if marker.name_alpha > 0.5 { SHOWN_BONUS } else { 0.0 };
        let selected = if is_selected { 20.0 } else { 0.0 };
        if placement.name_alpha > 0.0 && marker.name_width > 0.0 {
            let weight = marker.style.weight + shown + selected;
            // The present side is tried first, so that names do not jump to and fro.
            let sides = [marker.is_left, !marker.is_left];
            let places = sides.map(|is_left| (is_left, name_rect(&marker, &placement, is_left, ui_scale.0)));
            crowd.push(Name { weight, entity, places });
        }
        if placement.icon_alpha > 0.3 && marker.image.is_some() && marker.stack.is_none() {
            taken.push((
                entity,
                Rect::from_center_size(placement.pixel, Vec2::splat(ui_scale.0 * marker.style.size)),
            ));
        }
        marker.wanted_name_alpha = 0.0;
        placements.push((entity, placement));
    }
    for (icon, head) in icons.iter().zip(collapse(&icons)) {
        if let Ok((_, _, mut marker, ..)) = marked.get_mut(icon.entity) {
            marker.stack = head;
        }
    }
    for (entity, is_left) in names_with_room(crowd, taken, settings.labels) {
        if let Ok((_, _, mut marker, ..)) = marked.get_mut(entity) {
            marker.wanted_name_alpha = 1.0;
            marker.is_left = is_left;
        }
    }
    let fade = (time.delta_secs() * FADE_SPEED).min(1.0);
    for (entity, mut placement) in placements {
        let Ok((_, _, mut marker, mut pick, _, is_selected)) = marked.get_mut(entity) else { continue };
        let is_selected = is_selected || selected_stacks.contains(&entity);
        marker.name_alpha += (marker.wanted_name_alpha - marker.name_alpha) * fade;
        let is_legible = placement.name_alpha * marker.name_alpha > LEGIBLE_ALPHA;
        pick.name = is_legible.then(|| name_rect(&marker, &placement, marker.is_left, ui_scale.0));
        let wanted_open = if marker.stack.is_none() { 1.0 } else { 0.0 };
        marker.open += (wanted_open - marker.open) * fade;
        placement.icon_alpha *= marker.open;
        markers.draw(&mut marker, &placement, is_selected, ui_scale.0, &mut nodes);
    }
}

impl Placement {
    fn is_pickable(&self) -> bool {
        self.radius > 1.0 || self.icon_alpha > 0.3
    }
}

/// The place of a marker at hulls of a length, km.
fn placement(view: &ViewCamera, seen: &ScreenAnchor, hull_km: f64) -> Option<Placement> {
    let projected = view.project(seen.place).filter(|_| !seen.is_hidden)?;
    let margin = 50.0;
    let inside =
        Rect::new(-margin, -margin, view.viewport.x as f32 + margin, view.viewport.y as f32 + margin);
    let radius = (seen.radius_km * projected.pixels_per_km) as f32;
    let is_near = inside.contains(projected.pixel) || radius > margin;
    is_near.then(|| Placement {
        pixel: projected.pixel,
        radius,
        icon_alpha: 1.0 - ramp(ICON_FADES, radius),
        name_alpha: (1.0 - ramp(NAME_FADES, radius))
            * about_hull((hull_km * projected.pixels_per_km) as f32, false),
    })
}

/// Removes the icon and the name of a removed marker.
pub fn clear_away(removed: On<Remove, Marker>, markers: Query<&Marker>, mut commands: Commands) {
    let Ok(marker) = markers.get(removed.entity) else { return };
    for node in marker.nodes() {
        commands.entity(node).try_despawn();
    }
}

/// A moon that is drawn on top of its planet has no icon.
fn moon_alpha(
    view: &ViewCamera,
    sky: &Sky,
    places: &crate::client::view::interpolation::BodyPlaces,
    body: BodyId,
    pixel: Vec2,
) -> f32 {
    let this = &sky.system.bodies[body];
    let Some(parent) = this.parent.filter(|_| this.kind == crate::level::BodyKind::Moon) else { return 1.0 };
    let Some(planet) = view.project(places.0[parent]) else { return 1.0 };
    ramp(MOON_APPEARS, planet.pixel.distance(pixel))
}

/// The area of a name beside its icon, logical pixels: words and icons are larger by the scale of the interface.
fn name_rect(marker: &Marker, placement: &Placement, is_left: bool, ui_scale: f32) -> Rect {
    let size = ui_scale * Vec2::new(marker.name_width, NAME_PIXELS * 1.2);
    let badge = if marker.owner.is_some() { BADGE_PIXELS } else { 0.0 };
    let icon = 0.5 * ui_scale * (marker.style.size + badge);
    let beside = placement.radius.max(icon) + 5.0 * ui_scale;
    let x = if is_left { -beside - size.x } else { beside };
    let corner = placement.pixel + Vec2::new(x, -0.65 * ui_scale * NAME_PIXELS);
    Rect::from_corners(corner, corner + size)
}

/// A name to be shown.
struct Name {
    weight: f32,
    entity: Entity,
    /// The possible places, the better one first: whether on the left, and the occupied area.
    places: [(bool, Rect); 2],
}

/// The names that are shown, and whether on the left: the most important first, each without overlap of another
/// name or a foreign icon, unless all are wanted.
fn names_with_room(
    mut crowd: Vec<Name>,
    icons: Vec<(Entity, Rect)>,
    density: LabelDensity,
) -> Vec<(Entity, bool)> {
    let mut taken = Taken::default();
    for (owner, rect) in icons {
        taken.add(owner, rect);
    }
    crowd.retain(|name| density != LabelDensity::Few || name.weight >= IMPORTANT);
    crowd.sort_by(|one, other| other.weight.total_cmp(&one.weight).then(one.entity.cmp(&other.entity)));
    let mut shown = Vec::new();
    for name in crowd {
        let free = name.places.into_iter().find(|(_, rect)| taken.is_free_for(name.entity, rect));
        let crowded = (density == LabelDensity::All).then_some(name.places[0]);
        if let Some((is_left, rect)) = free.or(crowded) {
            taken.add(name.entity, rect);
            shown.push((name.entity, is_left));
        }
    }
    shown
}

/// Occupied areas of the screen and their owners, by the cells of a grid: a search for room looks only at
/// neighbours.
#[derive(Default)]
struct Taken(HashMap<(i32, i32), Vec<(Entity, Rect)>>);

impl Taken {
    fn add(&mut self, owner: Entity, rect: Rect) {
        for cell in cells_of(&rect) {
            self.0.entry(cell).or_default().push((owner, rect));
        }
    }

    /// Whether an area is free, or occupied by the owner's own parts alone.
    fn is_free_for(&self, owner: Entity, rect: &Rect) -> bool {
        let mut near = cells_of(rect).filter_map(|cell| self.0.get(&cell)).flatten();
        near.all(|(other, place)| *other == owner || place.intersect(*rect).is_empty())
    }
}

/// The cells that a place touches.
fn cells_of(rect: &Rect) -> impl Iterator<Item = (i32, i32)> + use<> {
    let cell = |pixel: f32| (pixel / CELL_PIXELS).floor() as i32;
    let (left, right) = (cell(rect.min.x), cell(rect.max.x));
    let (top, bottom) = (cell(rect.min.y), cell(rect.max.y));
    (left..=right).flat_map(move |column| (top..=bottom).map(move |row| (column, row)))
}

impl Markers<'_, '_> {
    fn draw(
        &mut self,
        marker: &mut Marker,
        placement: &Placement,
        is_selected: bool,
        ui_scale: f32,
        nodes: &mut Query<NodeParts>,
    ) {
        let (size, color) = (marker.style.size, marker.style.color);
        let place = |size: f32| ((placement.pixel - Vec2::splat(0.5 * size * ui_scale)) / ui_scale, size);
        if let Some(image) = &marker.image {
            let color = color.with_alpha(placement.icon_alpha);
            self.show_picture(&mut marker.icon, image, place(size), color, nodes);
        }
        if let Some(name) = marker.name {
            let name_alpha = placement.name_alpha * marker.name_alpha;
            let corner = name_rect(marker, placement, marker.is_left, ui_scale).min;
            let color = marker.owner.map_or(color, |owner| owner.color);
            show(nodes, name, corner / ui_scale, color.with_alpha(name_alpha * 0.95));
        }
        self.draw_badge(marker, placement.icon_alpha, place(size + BADGE_PIXELS), nodes);
        if is_selected || marker.brackets.is_some() {
            let alpha = if is_selected { placement.icon_alpha.max(0.25 * marker.open) } else { 0.0 };
            let (image, color) = (self.icons.get(IconShape::Brackets, true), Color::WHITE.with_alpha(alpha));
            self.show_picture(&mut marker.brackets, &image, place(size + 10.0), color, nodes);
        }
    }

    /// Draws the ring of the owner about an icon: a circle for the player, a diamond for others.
    fn draw_badge(
        &mut self,
        marker: &mut Marker,
        alpha: f32,
        place: (Vec2, f32),
        nodes: &mut Query<NodeParts>,
    ) {
        let (badge, is_mine) = &mut marker.badge;
        let owner = marker.owner.filter(|owner| badge.is_none() || owner.is_me == *is_mine);
        let Some(owner) = owner else { return self.take_away(badge) };
        *is_mine = owner.is_me;
        let shape = if owner.is_me { IconShape::OwnRing } else { IconShape::OthersRing };
        let image = self.icons.get(shape, true);
        self.show_picture(badge, &image, place, owner.color.with_alpha(alpha), nodes);
    }

    fn hide(&mut self, marker: &mut Marker, nodes: &mut Query<NodeParts>) {
        self.take_away(&mut marker.icon);
        self.take_away(&mut marker.badge.0);
        self.take_away(&mut marker.brackets);
        if let Some((_, mut visibility, ..)) = marker.name.and_then(|name| nodes.get_mut(name).ok()) {
            visibility.set_if_neq(Visibility::Hidden);
        }
    }
}

fn is_visible(color: Color) -> bool {
    color.alpha() > LEAST_ALPHA
}

fn show(nodes: &mut Query<NodeParts>, node: Entity, corner: Vec2, color: Color) {
    let Ok((mut transform, mut visibility, image, text)) = nodes.get_mut(node) else { return };
    let is_shown = is_visible(color);
    visibility.set_if_neq(if is_shown { Visibility::Inherited } else { Visibility::Hidden });
    if !is_shown {
        return;
    }
    transform.set_if_neq(UiTransform::from_translation(Val2::px(corner.x, corner.y)));
    if let Some(mut image) = image
        && image.color != color
    {
        image.color = color;
    }
    if let Some(mut text) = text {
        text.set_if_neq(TextColor(color));
    }
}

impl Marker {
    /// The icon that represents this one in a stack; `None` while it is shown itself.
    pub fn stack(&self) -> Option<Entity> {
        self.stack
    }

    /// The colour of its icon and name.
    pub fn color(&self) -> Color {
        self.style.color
    }

    /// The size of its icon, pixels.
    pub fn size(&self) -> f32 {
        self.style.size
    }

    /// Its icon for `stacks.rs`: icons of one owner have one colour, the larger class weighs more.
    fn as_stacked(&self, entity: Entity, pixel: Vec2) -> StackedIcon {
        let color = self.style.color.to_srgba();
        let part = |share: f32| (share.clamp(0.0, 1.0) * 255.0) as u32;
        let group = (part(color.red) << 16) | (part(color.green) << 8) | part(color.blue);
        StackedIcon { entity, pixel, weight: self.style.size, group, head: self.stack }
    }

    /// Sets the owner.
    pub fn set_owner(&mut self, owner: Option<Owner>) {
        self.owner = owner;
    }

    /// The owner.
    pub fn owner(&self) -> Option<Owner> {
        self.owner
    }

    /// Lets the name fade where hulls of this length are large, km; 0: it stays.
    pub fn stand_back(&mut self, hull_km: f64) {
        self.hull_km = hull_km;
    }

    /// Changes the name.
    pub fn rename(&mut self, name: &str, texts: &mut Query<&mut Text>) {
        if let Some(node) = self.name
            && let Ok(mut text) = texts.get_mut(node)
            && text.0 != name
        {
            text.0 = name.to_owned();
            self.name_width = words_width(name, NAME_PIXELS);
        }
    }

    /// The nodes on the screen, to be despawned together with the thing itself.
    pub fn nodes(&self) -> impl Iterator<Item = Entity> {
        self.icon.into_iter().chain(self.name).chain(self.brackets).chain(self.badge.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_important_of_two_names_stays() {
        let mut world = World::new();
        let (sun, moon, far) = (world.spawn_empty().id(), world.spawn_empty().id(), world.spawn_empty().id());
        let name = |weight, entity, x: f32| {
            let place = |x: f32| Rect::new(x, 0.0, x + 50.0, 15.0);
            Name { weight, entity, places: [(false, place(x)), (true, place(x - 60.0))] }
        };
        let crowd = || vec![name(1.0, moon, 0.0), name(9.0, sun, 0.0)];
        let shown = names_with_room(crowd(), vec![], LabelDensity::Usual);
        assert_eq!(shown, vec![(sun, false), (moon, true)], "the moon yields to the left");
        let icon = (far, Rect::new(-20.0, 0.0, -10.0, 10.0));
        let shown = |density| names_with_room(crowd(), vec![icon], density);
        let in_its_way = "an icon stands where the moon's name would go";
        assert_eq!(shown(LabelDensity::Usual), vec![(sun, false)], "{in_its_way}");
        assert_eq!(shown(LabelDensity::All), vec![(sun, false), (moon, false)]);
        let few = names_with_room(crowd(), vec![], LabelDensity::Few);
        assert_eq!(few, vec![(sun, false)], "there is room, but the moon is of no importance");
    }

    #[test]
    fn names_stand_clear_of_their_icons_at_every_scale() {
        let placement =
            Placement { pixel: Vec2::new(400.0, 300.0), radius: 1.0, icon_alpha: 1.0, name_alpha: 1.0 };
        let owner = Some(Owner { color: Color::WHITE, is_me: true });
        for (owner, ui_scale) in [(None, 1.0), (owner, 1.0), (None, 2.0), (owner, 2.0)] {
            let style = MarkerStyle { size: 12.0, ..default() };
            let marker = Marker { style, name_width: 50.0, owner, ..default() };
            let reach = 0.5 * ui_scale * (12.0 + if owner.is_some() { BADGE_PIXELS } else { 0.0 });
            let [right, left] =
                [false, true].map(|is_left| name_rect(&marker, &placement, is_left, ui_scale));
            assert!(right.min.x > 400.0 + reach && left.max.x < 400.0 - reach, "{left:?} {right:?}");
            assert_eq!((right.width(), left.width()), (50.0 * ui_scale, 50.0 * ui_scale));
        }
    }

    #[test]
    fn names_of_fleets_give_way_to_large_hulls() {
        let view = ViewCamera { eye: glam::DVec3::NEG_Y * 1000.0, ..ViewCamera::default() };
        let seen = ScreenAnchor::default();
        let per_km = view.project(seen.place).expect("it is ahead").pixels_per_km;
        let alpha = |pixels: f64| placement(&view, &seen, pixels / per_km).map(|found| found.name_alpha);
        assert_eq!([0.0, 50.0, 200.0].map(alpha), [Some(1.0), Some(1.0), Some(0.0)]);
    }

    #[test]
    fn icons_are_found_across_the_edges_of_cells() {
        let mut world = World::new();
        let (own, other) = (world.spawn_empty().id(), world.spawn_empty().id());
        let edge = 3.0 * CELL_PIXELS;
        let mut taken = Taken::default();
        taken.add(other, Rect::new(-edge - 10.0, edge - 5.0, -edge - 1.0, edge + 5.0));
        assert!(!taken.is_free_for(own, &Rect::new(-edge - 2.0, edge, -edge + 200.0, edge + 15.0)));
        assert!(taken.is_free_for(own, &Rect::new(-edge, edge, -edge + 200.0, edge + 15.0)));
        assert!(taken.is_free_for(other, &Rect::new(-edge - 2.0, edge, -edge + 200.0, edge + 15.0)));
    }

    #[test]
    fn an_icon_fades_without_a_jump() {
        for step in 0..100 {
            let radius = step as f32 * 0.1;
            assert!((ramp(ICON_FADES, radius) - ramp(ICON_FADES, radius + 0.1)).abs() < 0.05);
        }
    }
}
