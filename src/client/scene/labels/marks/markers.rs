//! Icons and names on the screen: what they are. `mark_icons.rs` places the icons, `names/` asks for the names.
//!
//! An object too small to be visible has an icon, which fades in as the object shrinks. Every object with a [`Marker`]
//! gives its place by its [`ScreenAnchor`](crate::client::view::ScreenAnchor).

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::brackets::FleetBrackets;
use super::stacks::StackedIcon;
use crate::client::frame::Relation;
use crate::client::models::Icons;
pub use crate::client::models::icons::IconShape;
pub use crate::client::scene::labels::layer::{MarkerLayer, floating, floating_words, legible};
use crate::client::scene::labels::room::sky_label::{LINE_HEIGHT, SkyLabel, padded, padded_size};
use crate::client::widgets::fonts::words_width;

/// Size of the names, pixels.
const NAME_PIXELS: f32 = 15.0;
/// How much larger the ring of an owner is than the icon in it, pixels.
pub const BADGE_PIXELS: f32 = 11.0;
/// Gap between the disc or the icon of a body and the ring about it while it is under the pointer, pixels of the UI.
pub const HOVER_GAP: f32 = 5.0;

/// From this opacity on an icon is in the place of its object.
const HALF: f32 = 0.5;

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

/// The place of a marker in a frame, logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Its point.
    pub pixel: Vec2,
    /// Radius of the object.
    pub radius: f32,
    /// The area of its hull about its point; empty for what has none.
    pub hull: Rect,
    /// Opacity of its icon.
    pub icon_alpha: f32,
    /// Opacity of its name, if it has room.
    pub name_alpha: f32,
}

/// The state of a ship or of a stack of them, for a small shape beside its mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnitState {
    /// It does nothing, for want of upkeep.
    Idle,
    /// It is damaged.
    Damaged,
}

impl UnitState {
    /// Its shape.
    pub fn shape(self) -> IconShape {
        match self {
            Self::Idle => IconShape::Idle,
            Self::Damaged => IconShape::Damaged,
        }
    }
}

/// The icon and the name of an object.
#[derive(Component, Clone, Debug, Default)]
pub struct Marker {
    /// The picture of its icon.
    pub(super) image: Option<Handle<Image>>,
    /// The node of the icon, while it is visible: every node costs time in every frame, and there may be thousands
    /// of ships.
    pub(super) icon: Option<Entity>,
    /// The globe that its icon is; `None` for a sign.
    pub(super) globe: Option<Globe>,
    /// The node of the night on the globe, while it is visible.
    pub(super) night: Option<Entity>,
    /// `None` for an icon without a name.
    pub(super) name: Option<Entity>,
    /// The brackets of a selected object, while they are visible.
    pub(super) brackets: Option<Entity>,
    /// The owner of a body; its name has the owner's colour, and a ring about its icon.
    pub(super) owner: Option<Owner>,
    /// That ring, while it is visible.
    pub(super) ring: Option<Entity>,
    /// The state of the ship, and the shape that shows it, with its node.
    state: Option<UnitState>,
    pub(super) badge: (Option<Entity>, Option<UnitState>),
    pub(super) style: MarkerStyle,
    /// The place in this frame; `None` out of the picture.
    pub(super) placement: Option<Placement>,
    /// From the object to its icon, logical pixels: beside a body that it would hide; see `beside_bodies.rs`.
    pub(super) aside: Vec2,
    name_width: f32,
    /// The icon that represents this one in a stack; see `stacks.rs`.
    pub(super) stack: Option<Entity>,
    /// Whether it is folded into the sign of its battle; see `knots.rs`.
    pub(super) is_in_knot: bool,
    /// Length of the hulls at its name, km; 0 if the name stays about them.
    pub(super) hull_km: f64,
    /// How far the object reaches from its middle, in its radii; 0 if nothing stands about it.
    pub(super) reach: f32,
    /// The brackets of a fleet's outermost hulls, pixels of the UI; `None` without any.
    pub(super) bracketed: Option<FleetBrackets>,
    /// Visible share of the icon itself, 1 while it is in no stack.
    pub(super) open: f32,
}

/// The globe that is the icon of a body: the place of its night on it, and its part of a picture of all globes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Globe {
    /// Its part of the picture.
    pub part: Rect,
    /// The size of that part on the screen, pixels of the UI.
    pub size: f32,
    /// The share of its usual size: less far beyond what is looked at.
    pub share: f32,
    /// The share of its light, likewise.
    pub light: f32,
    /// Its phase: see `phase_of` of `models/pictures/globe.rs`.
    pub phase: u16,
    /// From the right to the direction of its star, clockwise.
    pub turn: Rot2,
}

/// The owner of a body, for its marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Owner {
    /// The colour of the faction.
    pub color: Color,
    /// What it is to the player.
    pub relation: Relation,
}

/// The room of a line of words with their padding, for their width and the size of their letters, pixels of the UI.
pub fn words_size(width: f32, pixels: f32) -> Vec2 {
    padded_size(Vec2::new(width, LINE_HEIGHT * pixels))
}

/// Makes markers.
#[derive(SystemParam)]
pub struct Markers<'w, 's> {
    pub(super) commands: Commands<'w, 's>,
    pub(super) icons: Res<'w, Icons>,
    pub(super) layer: Single<'w, 's, Entity, With<MarkerLayer>>,
}

impl Markers<'_, '_> {
    /// Spawns an icon and a name; an empty name stays hidden.
    pub fn spawn(&mut self, name: &str, style: MarkerStyle) -> Marker {
        self.spawn_of(name, style, Relation::Own)
    }

    /// Spawns a marker whose icon says what its owner is to the player.
    pub fn spawn_of(&mut self, name: &str, style: MarkerStyle, owner: Relation) -> Marker {
        let image = style.shape.map(|shape| self.icons.of(shape, owner));
        let has_words = image.is_none() || !name.is_empty();
        Marker {
            image,
            name: has_words.then(|| self.words(name, style)),
            style,
            name_width: words_width(name, NAME_PIXELS),
            open: 1.0,
            ..default()
        }
    }

    fn words(&mut self, name: &str, style: MarkerStyle) -> Entity {
        let words = legible(name, NAME_PIXELS, style.color);
        let hidden = (Visibility::Hidden, Pickable::IGNORE, ChildOf(*self.layer));
        self.commands.spawn((SkyLabel::new(style.weight), padded(), words, hidden)).id()
    }
}

/// Removes the icon and the name of a removed marker.
pub fn clear_away(removed: On<Remove, Marker>, markers: Query<&Marker>, mut commands: Commands) {
    let Ok(marker) = markers.get(removed.entity) else { return };
    for node in marker.nodes() {
        commands.entity(node).try_despawn();
    }
}

impl Marker {
    /// The icon that represents this one in a stack; `None` while it is shown itself.
    pub fn stack(&self) -> Option<Entity> {
        self.stack
    }

    /// Whether it is folded into the sign of its battle, with the icon that represents it.
    pub fn is_in_knot(&self) -> bool {
        self.is_in_knot
    }

    /// Whether its icon, or that of its stack, is in the place of the object itself, which is too small to be seen. The
    /// sign of a battle stands beside the objects.
    pub fn stands_for_object(&self) -> bool {
        !self.is_in_knot && self.placement.is_some_and(|placement| placement.icon_alpha > HALF)
    }

    /// Makes its icon a globe, a part of a picture of all globes.
    pub fn show_globe(&mut self, all: &Handle<Image>, globe: Globe) {
        if self.globe.is_none() {
            self.image = Some(all.clone());
        }
        self.globe = Some(globe);
    }

    /// Whether its icon is a globe.
    pub(super) fn is_globe(&self) -> bool {
        self.globe.is_some()
    }

    /// The picture of its icon.
    pub fn image(&self) -> Option<&Handle<Image>> {
        self.image.as_ref()
    }

    /// The colour of its icon and name.
    pub fn color(&self) -> Color {
        self.style.color
    }

    /// The size of its icon, pixels.
    pub fn size(&self) -> f32 {
        self.style.size * self.globe.map_or(1.0, |globe| globe.share)
    }

    /// The size of its name, pixels of the UI; `None` for an empty one.
    pub(super) fn name_size(&self) -> Option<Vec2> {
        (self.name_width > 0.0).then(|| words_size(self.name_width, NAME_PIXELS))
    }

    /// The size of the icon with the ring of its owner, pixels of the UI.
    pub(super) fn mark_size(&self) -> f32 {
        self.size() + if self.owner.is_some() { BADGE_PIXELS } else { 0.0 }
    }

    /// Its icon for `stacks.rs`: icons of one owner have one colour, the larger class weighs more.
    pub(super) fn as_stacked(
        &self,
        entity: Entity,
        pixel: Vec2,
        (is_selected, is_in_fight): (bool, bool),
    ) -> StackedIcon {
        let color = self.style.color.to_srgba();
        let part = |share: f32| (share.clamp(0.0, 1.0) * 255.0) as u32;
        let group = (part(color.red) << 16) | (part(color.green) << 8) | part(color.blue);
        let (weight, head) = (self.style.size, self.stack);
        StackedIcon { entity, pixel, weight, is_selected, group, is_in_fight, head }
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

    /// Sets how far the object reaches from its middle, in its radii: where that is seen, its icon gives way.
    pub fn set_reach(&mut self, reach: f32) {
        self.reach = reach;
    }

    /// How far the object reaches from its middle in a place, pixels of the UI.
    pub(super) fn reach_at(&self, placement: &Placement, ui_scale: f32) -> f32 {
        placement.radius * self.reach / ui_scale
    }

    /// Sets the state.
    pub fn set_state(&mut self, state: Option<UnitState>) {
        self.state = state;
    }

    /// The state of the object itself, not of its stack.
    pub fn state(&self) -> Option<UnitState> {
        self.state
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
        let shapes = self.brackets.into_iter().chain(self.ring).chain(self.badge.0).chain(self.night);
        self.icon.into_iter().chain(self.name).chain(shapes)
    }

    /// A marker in a place, without nodes.
    #[cfg(test)]
    pub(super) fn placed(style: MarkerStyle, name_width: f32, placement: Placement) -> Self {
        Self { style, name_width, placement: Some(placement), open: 1.0, ..default() }
    }
}
