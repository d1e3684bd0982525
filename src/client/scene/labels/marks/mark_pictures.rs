//! The pictures of markers: icons, the rings of owners, the shapes of states, and the brackets about selected objects.
//! A picture has a node only while it is visible: each node costs time in each frame.

use bevy::prelude::*;

use super::brackets::{bracket_mode, brackets_about};
use super::markers::{BADGE_PIXELS, IconShape, Marker, Markers, Placement, UnitState};
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
    pub(super) state: Option<UnitState>,
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
        let size = marker.style.size;
        let color = marker.owner().map_or(marker.style.color, |owner| owner.color);
        let middle = placement.pixel / ui_scale;
        let place = |size: Vec2| (middle - 0.5 * size, size);
        if let Some(image) = &marker.image {
            let look = (color.with_alpha(placement.icon_alpha), NodeImageMode::Auto);
            self.show_picture(&mut marker.icon, image, place(Vec2::splat(size)), look, nodes);
        }
        self.draw_ring(marker, placement.icon_alpha, place(Vec2::splat(size + BADGE_PIXELS)), nodes);
        let corner = middle + STATE_ASIDE * size - Vec2::splat(0.5 * STATE_PIXELS);
        self.draw_state(marker, look.state, placement.icon_alpha, corner, nodes);
        if look.is_selected || marker.brackets.is_some() {
            let least = BRACKETS_ON_HULL * marker.open;
            let alpha = if look.is_selected { placement.icon_alpha.max(least) } else { 0.0 };
            let brackets = brackets_about(size, placement.hull_in_ui(ui_scale));
            let place = (middle + brackets.min, brackets.size());
            self.draw_brackets(&mut marker.brackets, place, alpha, nodes);
        }
    }

    /// Draws the brackets about a selected object.
    fn draw_brackets(
        &mut self,
        brackets: &mut Option<Entity>,
        place: (Vec2, Vec2),
        alpha: f32,
        nodes: &mut Query<NodeParts>,
    ) {
        let image = self.icons.get(IconShape::Brackets, true);
        let look = (Color::WHITE.with_alpha(alpha), bracket_mode(place.1));
        self.show_picture(brackets, &image, place, look, nodes);
    }

    /// Draws the ring of the owner about an icon: a circle for the player, a diamond for others.
    fn draw_ring(
        &mut self,
        marker: &mut Marker,
        alpha: f32,
        place: (Vec2, Vec2),
        nodes: &mut Query<NodeParts>,
    ) {
        let owner = marker.owner();
        let (ring, is_mine) = &mut marker.ring;
        let owner = owner.filter(|owner| ring.is_none() || owner.is_me == *is_mine);
        let Some(owner) = owner else { return self.take_away(ring) };
        *is_mine = owner.is_me;
        let shape = if owner.is_me { IconShape::OwnRing } else { IconShape::OthersRing };
        let image = self.icons.get(shape, true);
        let look = (owner.color.with_alpha(alpha), NodeImageMode::Auto);
        self.show_picture(ring, &image, place, look, nodes);
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
        let look = (STRONG.with_alpha(alpha), NodeImageMode::Auto);
        self.show_picture(badge, &image, (corner, Vec2::splat(STATE_PIXELS)), look, nodes);
    }

    /// Shows a picture in a colour and in its way to fill its size. Its node exists only while it is visible.
    fn show_picture(
        &mut self,
        node: &mut Option<Entity>,
        image: &Handle<Image>,
        (corner, size): (Vec2, Vec2),
        (color, mode): (Color, NodeImageMode),
        nodes: &mut Query<NodeParts>,
    ) {
        match *node {
            Some(shown) if is_visible(color) => show(nodes, shown, (corner, size), (color, mode)),
            Some(_) => self.take_away(node),
            None if is_visible(color) => {
                let picture = (
                    Node { width: px(size.x), height: px(size.y), ..floating() },
                    UiTransform::from_translation(Val2::px(corner.x, corner.y)),
                    ImageNode::new(image.clone()).with_color(color).with_mode(mode),
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

    /// Takes away all that is drawn of a marker.
    pub(super) fn hide(&mut self, marker: &mut Marker) {
        self.take_away(&mut marker.icon);
        self.take_away(&mut marker.ring.0);
        self.take_away(&mut marker.badge.0);
        self.take_away(&mut marker.brackets);
    }
}

fn is_visible(color: Color) -> bool {
    color.alpha() > LEAST_ALPHA
}

fn show(
    nodes: &mut Query<NodeParts>,
    node: Entity,
    (corner, size): (Vec2, Vec2),
    (color, mode): (Color, NodeImageMode),
) {
    let Ok((mut place, mut transform, mut visibility, mut image)) = nodes.get_mut(node) else { return };
    if (place.width, place.height) != (px(size.x), px(size.y)) {
        (place.width, place.height) = (px(size.x), px(size.y));
    }
    visibility.set_if_neq(Visibility::Inherited);
    transform.set_if_neq(UiTransform::from_translation(Val2::px(corner.x, corner.y)));
    if image.color != color {
        image.color = color;
    }
    if image.image_mode != mode {
        image.image_mode = mode;
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::models::Icons;
    use crate::client::scene::labels::layer::MarkerLayer;
    use crate::client::scene::labels::marks::markers::MarkerStyle;

    fn draw_selected(mut markers: Markers, mut marked: Query<&mut Marker>, mut nodes: Query<NodeParts>) {
        for mut marker in &mut marked {
            let placement = marker.placement.expect("it is in the picture");
            let look = Look { is_selected: true, state: None };
            markers.draw(&mut marker, &placement, look, 1.0, &mut nodes);
        }
    }

    #[test]
    fn large_brackets_are_not_stretched_in_their_first_picture() {
        let mut world = World::new();
        world.init_resource::<Icons>();
        world.spawn(MarkerLayer);
        let placement = Placement {
            pixel: Vec2::new(400.0, 300.0),
            radius: 20.0,
            hull: Rect::new(-60.0, -20.0, 60.0, 20.0),
            icon_alpha: 0.0,
            name_alpha: 1.0,
        };
        let marker = Marker::placed(MarkerStyle { size: 14.0, ..default() }, 0.0, placement);
        let ship = world.spawn(marker).id();
        for frame in 0..2 {
            world.run_system_once(draw_selected).expect("it runs");
            let node = world.get::<Marker>(ship).and_then(|marker| marker.brackets).expect("they are drawn");
            let mode = world.get::<ImageNode>(node).map(|picture| picture.image_mode.clone());
            assert!(matches!(mode, Some(NodeImageMode::Sliced(_))), "{frame}: {mode:?}");
        }
    }
}
