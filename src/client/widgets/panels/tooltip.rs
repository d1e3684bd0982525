//! Tips: the action of a button and its keys, on a plate beside the pointer that rests on the button, or beside
//! its panel. Below the words may be rows: facts with their names, and small tables. What the pointer rests on in the
//! sky has a tip by [`PointerTip`](super::tip_place::PointerTip).
//!
//! Give a node [`Tip`] or [`KeyTip`]. A node counts as hovered while nothing lies over it: what is behind an open page
//! has no tips. `tip_place.rs` has the marks of panels and pages that tips must not cover.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::ComputedNode;
use bevy::window::PrimaryWindow;

use super::tip_place::TipPlaces;
use super::tip_texts::{TipPlate, TipRows, TipTextNodes, TipTexts, TipTitle, TipWords, text_nodes};
use crate::client::settings::{Binding, Settings};
use crate::client::widgets::theme::{EDGE, PANEL};
use crate::client::worlds::{Kept, Lasting};

/// Seconds for which the pointer rests before a tip appears. A press of the button hides the tip until
/// the pointer comes back. A node that comes under a resting pointer, because a page closes or a game begins, has no
/// tip before the pointer moves.
const REST_SECONDS: f64 = 0.45;
/// Padding of the words, pixels.
const PADDING: Vec2 = Vec2::new(8.0, 4.0);

/// Words about a button; those in the first line may have a title (see [`titled`](super::tip_texts::titled)). From the
/// second line on they are rows: further words, a name and its words, or a name and the columns of a table, with
/// [`PARTS`](super::tip_texts::PARTS) between them.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Hovered)]
pub struct Tip(pub String);

/// A text about a button that names the player's keys, by the bindings of the settings. It follows the text of
/// [`Tip`] and its rows, if there are both.
#[derive(Component, Clone, Copy)]
#[require(Hovered)]
pub struct KeyTip(pub fn(&[Binding]) -> String);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_plate);
    app.add_systems(Update, show_tip);
}

fn spawn_plate(mut commands: Commands) {
    let node = Node {
        position_type: PositionType::Absolute,
        padding: UiRect::axes(px(PADDING.x), px(PADDING.y)),
        border: UiRect::all(px(1)),
        flex_direction: FlexDirection::Column,
        row_gap: px(PADDING.y),
        border_radius: BorderRadius::all(px(4)),
        ..default()
    };
    commands.spawn((
        TipPlate,
        Lasting,
        node,
        (BackgroundColor(PANEL), BorderColor::all(EDGE)),
        GlobalZIndex(60),
        Visibility::Hidden,
        Pickable::IGNORE,
        text_nodes(),
    ));
}

// `Interaction` reaches through everything that is no button, so it cannot tell what lies behind a page.
type TipParts = (Entity, &'static Hovered, Option<&'static KeyTip>, Option<&'static Tip>);

type HasTip = Or<(With<KeyTip>, With<Tip>)>;
type PlateParts = (&'static mut Node, &'static mut Visibility, &'static ComputedNode);
type OnlyPlate = (With<TipPlate>, Without<TipTitle>, Without<TipWords>, Without<TipRows>);

/// Shows the tip of the hovered node, or else that of what the pointer rests on in the sky.
fn show_tip(
    tips: Query<TipParts, HasTip>,
    places: TipPlaces,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    ui_scale: Res<UiScale>,
    mut rest: Kept<PointerRest>,
    plate: Single<PlateParts, OnlyPlate>,
    mut shown: TipTextNodes,
) {
    let (mut node, mut visibility, computed) = plate.into_inner();
    let pointer = window.and_then(|window| {
        let screen = Vec2::new(window.width(), window.height()) / ui_scale.0;
        window.cursor_position().map(|cursor| (cursor / ui_scale.0, screen))
    });
    let hovered = hovered_node(&tips, &places.parents)
        .filter(|node| !places.is_behind_pages(*node))
        .filter(|node| pointer.is_none_or(|(cursor, _)| places.is_under(*node, cursor)));
    let is_pressed = buttons.is_some_and(|buttons| buttons.just_pressed(MouseButton::Left));
    let cursor = pointer.map(|(cursor, _)| cursor);
    let has_rested = rest.now().note(hovered, cursor, is_pressed, time.elapsed_secs_f64());
    let tip = hovered.filter(|_| has_rested).and_then(|hovered| {
        let (_, _, keys, tip) = tips.get(hovered).ok()?;
        let keys = keys.map(|keys| keys.0(&settings.keys));
        Some((Some(hovered), TipTexts::of(tip.map_or("", |tip| tip.0.as_str()), keys)))
    });
    let tip =
        tip.or_else(|| hovered.is_none().then(|| (None, TipTexts::of(places.words_at_pointer(), None))));
    let (Some((hovered, texts)), Some((cursor, screen))) =
        (tip.filter(|(_, texts)| *texts != TipTexts::default()), pointer)
    else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    // The size of the plate for new words is known in the next frame. A plate that is shown stays: words of the
    // same node change with the world.
    if shown.write(&texts) && *visibility == Visibility::Hidden {
        return;
    }
    let size = computed.size * computed.inverse_scale_factor;
    let corner = match hovered {
        Some(hovered) => places.corner(hovered, size, cursor, screen),
        None => places.corner_at_pointer(size, cursor, screen),
    };
    if node.left != px(corner.x) || node.top != px(corner.y) {
        node.left = px(corner.x);
        node.top = px(corner.y);
    }
    visibility.set_if_neq(Visibility::Inherited);
}

/// The hovered node with a tip. Of nested ones the outermost: the tip of a cell comes before those of its columns.
fn hovered_node(tips: &Query<TipParts, HasTip>, parents: &Query<&ChildOf>) -> Option<Entity> {
    let (inner, ..) = tips.iter().find(|(_, hovered, ..)| hovered.get())?;
    let outermost = parents.iter_ancestors(inner).filter(|outer| tips.contains(*outer)).last();
    outermost.or(Some(inner))
}

/// What the pointer does on a node.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stay {
    /// The node came under the pointer, which has not moved since.
    Unmoved,
    /// It rests there since this time, s.
    Since(f64),
    /// It has pressed there.
    Pressed,
}

/// Where the pointer was in the frame before, and on which node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct PointerRest {
    cursor: Option<Vec2>,
    on: Option<(Entity, Stay)>,
}

impl PointerRest {
    /// Notes the hovered node and the place of the pointer; returns whether the pointer has rested there for long
    /// enough for a tip. `now` is in s.
    fn note(&mut self, hovered: Option<Entity>, cursor: Option<Vec2>, is_pressed: bool, now: f64) -> bool {
        let has_moved = self.cursor.is_some() && self.cursor != cursor;
        let before = self.on;
        self.cursor = cursor;
        self.on = hovered.map(|node| {
            let stay = before.filter(|(other, _)| *other == node).map_or(Stay::Unmoved, |(_, stay)| stay);
            let stay = match stay {
                _ if is_pressed => Stay::Pressed,
                Stay::Unmoved if has_moved => Stay::Since(now),
                _ => stay,
            };
            (node, stay)
        });
        matches!(self.on, Some((_, Stay::Since(since))) if now - since >= REST_SECONDS)
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::widgets::tip_texts::MOST_WIDTH;

    #[test]
    fn the_plate_is_at_most_340_pixels_wide() {
        const { assert!(MOST_WIDTH + 2.0 * (PADDING.x + 1.0) <= 340.0) };
    }

    #[test]
    fn the_tip_of_a_cell_comes_before_those_of_its_columns() {
        let find = |tips: Query<TipParts, HasTip>, parents: Query<&ChildOf>| hovered_node(&tips, &parents);
        let mut world = World::new();
        let cell = world.spawn(Tip("Opens it.".to_owned())).id();
        let column = world.spawn((Tip("Its price.".to_owned()), ChildOf(cell))).id();
        assert_eq!(world.run_system_once(find).expect("it runs"), None);
        for hovered in [column, cell] {
            world.entity_mut(hovered).insert(Hovered(true));
            assert_eq!(world.run_system_once(find).expect("it runs"), Some(cell));
        }
    }

    #[test]
    fn what_lies_behind_a_page_has_no_tip() {
        let find = |tips: Query<TipParts, HasTip>, parents: Query<&ChildOf>| hovered_node(&tips, &parents);
        let mut world = World::new();
        // A page over a button takes the pointer, but lets the older kind of hovering through.
        let line = world.spawn((KeyTip(|_| "Click: look there.".to_owned()), Interaction::Hovered)).id();
        assert_eq!(world.run_system_once(find).expect("it runs"), None);
        world.entity_mut(line).insert(Hovered(true));
        assert_eq!(world.run_system_once(find).expect("it runs"), Some(line));
    }

    #[test]
    fn a_tip_comes_once_the_pointer_has_rested_on_one_thing() {
        let (one, other) = (Entity::from_raw_u32(1), Entity::from_raw_u32(2));
        let mut rest = PointerRest { cursor: Some(Vec2::ZERO), ..default() };
        // The pointer is at such a place, and comes to a node by its own motion.
        let mut note = |node: Option<Entity>, x: f32, is_pressed: bool, now: f64| {
            rest.note(node, Some(Vec2::new(x, 0.0)), is_pressed, now)
        };
        assert!(!note(one, 1.0, false, 0.0));
        assert!(note(one, 1.0, false, REST_SECONDS));
        assert!(note(one, 2.0, false, REST_SECONDS), "it moves within the node");
        assert!(!note(other, 3.0, false, REST_SECONDS), "it moved on");
        assert!(!note(None, 4.0, false, 9.0));
        note(one, 1.0, false, 10.0);
        assert!(!note(one, 1.0, true, 12.0), "it was pressed");
        assert!(!note(one, 1.0, false, 99.0), "and the pointer stayed");
        note(other, 3.0, false, 100.0);
        note(one, 1.0, false, 101.0);
        assert!(note(one, 1.0, false, 102.0), "the pointer came back");
    }

    #[test]
    fn what_comes_under_a_resting_pointer_has_no_tip_before_the_pointer_moves() {
        let node = Entity::from_raw_u32(1);
        let at = |x: f32| Some(Vec2::new(x, 0.0));
        // A world that is entered, and a page that closes over a node.
        for before in [PointerRest::default(), PointerRest { cursor: at(1.0), on: None }] {
            let mut rest = before;
            assert!(!rest.note(node, at(1.0), false, 0.0));
            assert!(!rest.note(node, at(1.0), false, 99.0), "nobody has asked");
            assert!(!rest.note(node, at(2.0), false, 100.0));
            assert!(rest.note(node, at(2.0), false, 100.0 + REST_SECONDS));
        }
    }
}
