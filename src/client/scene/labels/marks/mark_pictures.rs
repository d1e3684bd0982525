//! The pictures of markers: icons, globes with their nights, the rings of owners, the shapes of states, and the
//! brackets about selected objects.
//! A picture has a node only while it is visible: each node costs time in each frame.

use bevy::prelude::*;

use super::brackets::{bracket_mode, brackets_about};
use super::markers::{BADGE_PIXELS, IconShape, Marker, Markers, Placement, UnitState};
use crate::client::frame::Relation;
use crate::client::models::globe::{night_part, night_size};
use crate::client::scene::labels::layer::floating;
use crate::client::widgets::STRONG;

/// Icons fainter than this are not drawn.
const LEAST_ALPHA: f32 = 0.02;
/// Size of the shape of a state, pixels.
const STATE_PIXELS: f32 = 9.0;
/// From the middle of an icon to the middle of the shape of its state, as a share of the icon's size.
const STATE_ASIDE: Vec2 = Vec2::new(-0.55, -0.5);
/// Least opacity of brackets about a hull that is seen itself.
const BRACKETS_ON_HULL: f32 = 0.6;

/// The parts of a picture that change.
pub(super) type NodeParts<'a> = (&'a mut Node, &'a mut UiTransform, &'a mut Visibility, &'a mut ImageNode);

/// What is drawn about an icon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) is_selected: bool,
    /// Whether its icon is in no stack, or comes out of one.
    pub(super) is_open: bool,
    pub(super) state: Option<UnitState>,
}

/// A picture about an icon, pixels of the UI.
#[derive(Clone, Debug)]
struct Picture<'a> {
    image: &'a Handle<Image>,
    /// The part of the image that is shown; `None`: all of it.
    part: Option<Rect>,
    corner: Vec2,
    size: Vec2,
    /// How far it is turned, clockwise.
    turn: Rot2,
    color: Color,
    mode: NodeImageMode,
}

impl<'a> Picture<'a> {
    /// A whole image that fills a square.
    fn new(image: &'a Handle<Image>, (corner, size): (Vec2, f32), color: Color) -> Self {
        let (turn, mode) = (Rot2::IDENTITY, NodeImageMode::Auto);
        Self { image, part: None, corner, size: Vec2::splat(size), turn, color, mode }
    }
}

impl Markers<'_, '_> {
    /// Draws the icon of a marker, the ring of its owner, its state and its brackets.
    pub(super) fn draw(
        &mut self,
        marker: &mut Marker,
        placement: &Placement,
        look: Look,
        ui_scale: f32,
        nodes: &mut Query<NodeParts>,
    ) {
        let size = marker.size();
        let middle = placement.pixel / ui_scale;
        let place = |size: f32| (middle - 0.5 * Vec2::splat(size), size);
        if marker.globe.is_some() {
            self.draw_globe(marker, middle, placement.icon_alpha, nodes);
        } else if let Some(image) = &marker.image {
            let color = marker.owner.map_or(marker.style.color, |owner| owner.color);
            let picture = Picture::new(image, place(size), color.with_alpha(placement.icon_alpha));
            self.show_picture(&mut marker.icon, &picture, nodes);
        }
        self.draw_ring(marker, placement.icon_alpha, place(size + BADGE_PIXELS), nodes);
        let corner = middle + STATE_ASIDE * size - Vec2::splat(0.5 * STATE_PIXELS);
        self.draw_state(marker, look.state, placement.icon_alpha, corner, nodes);
        if look.is_selected || marker.brackets.is_some() {
            // A hull that is seen has its brackets at once, and not as its icon fades in: all of a selected fleet that
            // leaves its stack is bracketed in one frame.
            let least = BRACKETS_ON_HULL * if look.is_open { 1.0 } else { marker.open };
            let alpha = if look.is_selected { placement.icon_alpha.max(least) } else { 0.0 };
            let brackets = brackets_about(size, placement.hull_in_ui(ui_scale));
            let place = (middle + brackets.min, brackets.size());
            self.draw_brackets(&mut marker.brackets, place, alpha, nodes);
        }
    }

    /// Draws a globe in its own colours, and its night on it.
    fn draw_globe(&mut self, marker: &mut Marker, middle: Vec2, alpha: f32, nodes: &mut Query<NodeParts>) {
        let Some((globe, image)) = marker.globe.zip(marker.image.as_ref()) else { return };
        let color = Color::linear_rgb(globe.light, globe.light, globe.light).with_alpha(alpha);
        let place = |size: f32| (middle - 0.5 * Vec2::splat(size), size);
        let ground = Picture { part: Some(globe.part), ..Picture::new(image, place(globe.size), color) };
        self.show_picture(&mut marker.icon, &ground, nodes);
        let image = self.icons.nights();
        let night = Picture::new(&image, place(night_size(marker.size())), color);
        let night = Picture { part: Some(night_part(globe.phase)), turn: globe.turn, ..night };
        self.show_picture(&mut marker.night, &night, nodes);
    }

    /// Draws the brackets about a selected object.
    fn draw_brackets(
        &mut self,
        brackets: &mut Option<Entity>,
        (corner, size): (Vec2, Vec2),
        alpha: f32,
        nodes: &mut Query<NodeParts>,
    ) {
        let image = self.icons.get(IconShape::Brackets, true);
        let picture = Picture::new(&image, (corner, 0.0), Color::WHITE.with_alpha(alpha));
        let picture = Picture { size, mode: bracket_mode(size), ..picture };
        self.show_picture(brackets, &picture, nodes);
    }

    /// Draws the ring of the owner about an icon: a circle for the player, a leaf for allies, a diamond for others.
    fn draw_ring(
        &mut self,
        marker: &mut Marker,
        alpha: f32,
        place: (Vec2, f32),
        nodes: &mut Query<NodeParts>,
    ) {
        let Some(owner) = marker.owner else { return self.take_away(&mut marker.ring) };
        let shape = match owner.relation {
            Relation::Own => IconShape::OwnRing,
            Relation::Ally => IconShape::AlliesRing,
            Relation::Other => IconShape::OthersRing,
        };
        let image = self.icons.get(shape, true);
        let picture = Picture::new(&image, place, owner.color.with_alpha(alpha));
        self.show_picture(&mut marker.ring, &picture, nodes);
    }

    /// Draws the shape of a state beside an icon.
    fn draw_state(
        &mut self,
        marker: &mut Marker,
        state: Option<UnitState>,
        alpha: f32,
        corner: Vec2,
        nodes: &mut Query<NodeParts>,
    ) {
        let (badge, shown) = &mut marker.badge;
        let state = state.filter(|state| badge.is_none() || *shown == Some(*state));
        let Some(state) = state else { return self.take_away(badge) };
        *shown = Some(state);
        let image = self.icons.get(state.shape(), true);
        let picture = Picture::new(&image, (corner, STATE_PIXELS), STRONG.with_alpha(alpha));
        self.show_picture(badge, &picture, nodes);
    }

    /// Shows a picture. Its node exists only while it is visible.
    fn show_picture(&mut self, node: &mut Option<Entity>, picture: &Picture, nodes: &mut Query<NodeParts>) {
        match *node {
            Some(shown) if is_visible(picture.color) => show(nodes, shown, picture),
            Some(_) => self.take_away(node),
            None if is_visible(picture.color) => {
                let image = ImageNode::new(picture.image.clone()).with_color(picture.color);
                let image = ImageNode { rect: picture.part, ..image.with_mode(picture.mode.clone()) };
                let (width, height) = (px(picture.size.x), px(picture.size.y));
                let node_of_picture = (
                    Node { width, height, ..floating() },
                    picture.transform(),
                    image,
                    Pickable::IGNORE,
                    ChildOf(*self.layer),
                );
                *node = Some(self.commands.spawn(node_of_picture).id());
            }
            None => {}
        }
    }

    fn take_away(&mut self, node: &mut Option<Entity>) {
        if let Some(node) = node.take() {
            self.commands.entity(node).try_despawn();
        }
    }

    /// Takes away all that is drawn of a marker.
    pub(super) fn hide(&mut self, marker: &mut Marker) {
        self.take_away(&mut marker.icon);
        self.take_away(&mut marker.night);
        self.take_away(&mut marker.ring);
        self.take_away(&mut marker.badge.0);
        self.take_away(&mut marker.brackets);
    }
}

fn is_visible(color: Color) -> bool {
    color.alpha() > LEAST_ALPHA
}

impl Picture<'_> {
    fn transform(&self) -> UiTransform {
        let place = UiTransform::from_translation(Val2::px(self.corner.x, self.corner.y));
        UiTransform { rotation: self.turn, ..place }
    }
}

fn show(nodes: &mut Query<NodeParts>, node: Entity, picture: &Picture) {
    let Ok((mut place, mut transform, mut visibility, mut image)) = nodes.get_mut(node) else { return };
    let (width, height) = (px(picture.size.x), px(picture.size.y));
    if (place.width, place.height) != (width, height) {
        (place.width, place.height) = (width, height);
    }
    visibility.set_if_neq(Visibility::Inherited);
    transform.set_if_neq(picture.transform());
    if image.color != picture.color {
        image.color = picture.color;
    }
    if image.image_mode != picture.mode {
        image.image_mode = picture.mode.clone();
    }
    if image.rect != picture.part {
        image.rect = picture.part;
    }
    if image.image != *picture.image {
        image.image = picture.image.clone();
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::models::Icons;
    use crate::client::scene::labels::layer::MarkerLayer;
    use crate::client::scene::labels::marks::markers::{Globe, MarkerStyle};

    fn draw_selected(mut markers: Markers, mut marked: Query<&mut Marker>, mut nodes: Query<NodeParts>) {
        for mut marker in &mut marked {
            let placement = marker.placement.expect("it is in the picture");
            let look = Look { is_selected: true, is_open: true, state: None };
            markers.draw(&mut marker, &placement, look, 1.0, &mut nodes);
        }
    }

    fn draw_plain(mut markers: Markers, mut marked: Query<&mut Marker>, mut nodes: Query<NodeParts>) {
        for mut marker in &mut marked {
            let placement = marker.placement.expect("it is in the picture");
            let look = Look { is_selected: false, is_open: true, state: None };
            markers.draw(&mut marker, &placement, look, 1.0, &mut nodes);
        }
    }

    /// Fails if each globe has a picture of its own, or if a frame makes new nodes or changes one without need.
    #[test]
    fn globes_are_parts_of_one_picture_and_cost_nothing_while_they_stay() {
        let mut world = World::new();
        world.init_resource::<Icons>();
        world.spawn(MarkerLayer);
        let all = Handle::<Image>::default();
        for at in [100.0, 200.0] {
            let placement = Placement {
                pixel: Vec2::splat(at),
                radius: 1.0,
                hull: Rect::default(),
                icon_alpha: 1.0,
                name_alpha: 1.0,
            };
            let style = MarkerStyle { size: 20.0, color: Color::srgb(1.0, 0.0, 0.0), ..default() };
            let mut marker = Marker::placed(style, 0.0, placement);
            let part = Rect::new(at, 0.0, at + 44.0, 44.0);
            marker.show_globe(
                &all,
                Globe { part, size: 22.0, share: 1.0, light: 1.0, phase: 5, turn: Rot2::IDENTITY },
            );
            world.spawn(marker);
        }
        world.run_system_once(draw_plain).expect("it runs");
        let mut pictures = world.query::<(&ImageNode, &Node)>();
        let drawn = pictures.iter(&world).map(|(picture, node)| (picture.rect, picture.color, node.width));
        let (globes, nights): (Vec<_>, Vec<_>) =
            drawn.partition(|(part, ..)| part.is_some_and(|part| part.height() < 50.0));
        assert_eq!((globes.len(), nights.len()), (2, 2));
        let is_plain =
            |(_, color, width): &(Option<Rect>, Color, Val)| *color == Color::WHITE && *width == px(22.0);
        assert!(globes.iter().all(is_plain), "the map has the colours");
        world.clear_trackers();
        world.run_system_once(draw_plain).expect("it runs");
        assert_eq!(pictures.iter(&world).count(), 4);
        let mut changed = world.query_filtered::<Entity, Or<(Changed<ImageNode>, Changed<UiTransform>)>>();
        assert_eq!(changed.iter(&world).count(), 0);
    }

    /// A large ship near the camera, without an icon.
    fn large_ship() -> Marker {
        let placement = Placement {
            pixel: Vec2::new(400.0, 300.0),
            radius: 20.0,
            hull: Rect::new(-60.0, -20.0, 60.0, 20.0),
            icon_alpha: 0.0,
            name_alpha: 1.0,
        };
        Marker::placed(MarkerStyle { size: 14.0, ..default() }, 0.0, placement)
    }

    #[test]
    fn large_brackets_are_not_stretched_in_their_first_picture() {
        let mut world = World::new();
        world.init_resource::<Icons>();
        world.spawn(MarkerLayer);
        let ship = world.spawn(large_ship()).id();
        for frame in 0..2 {
            world.run_system_once(draw_selected).expect("it runs");
            let node = world.get::<Marker>(ship).and_then(|marker| marker.brackets).expect("they are drawn");
            let mode = world.get::<ImageNode>(node).map(|picture| picture.image_mode.clone());
            assert!(matches!(mode, Some(NodeImageMode::Sliced(_))), "{frame}: {mode:?}");
        }
    }

    #[test]
    fn a_selected_hull_that_leaves_its_stack_has_brackets_in_the_same_frame() {
        let mut world = World::new();
        world.init_resource::<Icons>();
        world.spawn(MarkerLayer);
        let mut marker = large_ship();
        marker.open = 0.0;
        let ship = world.spawn(marker).id();
        world.run_system_once(draw_selected).expect("it runs");
        let node = world.get::<Marker>(ship).and_then(|marker| marker.brackets);
        let picture = node.and_then(|node| world.get::<ImageNode>(node)).expect("they are drawn");
        assert_eq!(picture.color.alpha(), BRACKETS_ON_HULL);
    }
}
