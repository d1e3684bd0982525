//! Tips: the action of a button and its keys, on a plate beside the pointer that rests on the button, or beside
//! its panel. Below the words may be rows: facts with their names, and small tables.
//!
//! Give a node [`Tip`] or [`KeyTip`]. Mark a panel with [`TipsBeside`] so that the tips of its content do not cover
//! it; they also cover as little as they can of [`TipsAvoid`]. A node counts as hovered while nothing lies over it:
//! what is behind an open page has no tips. Mark a page over the panels with [`OnlyOwnTips`], so that no tip of what is
//! beside it covers it.

use bevy::ecs::system::SystemParam;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::ComputedNode;
use bevy::window::PrimaryWindow;

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
/// From the pointer to the plate: to the right and below, pixels.
const BESIDE_POINTER: Vec2 = Vec2::new(14.0, 18.0);
/// The pointer is over a node up to this far outside of it, for the rounding of places, pixels.
const SLACK: f32 = 1.0;
/// Between a panel and the plate beside it, pixels.
const BESIDE_PANEL: f32 = 8.0;

/// Words about a button; those in the first line may have a title (see [`titled`](super::tip_texts::titled)). From the
/// second line on they are rows: further words, a name and its words, or a name and the columns of a table, with
/// [`PARTS`](super::tip_texts::PARTS) between them.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Hovered)]
pub struct Tip(pub String);

/// A text about a button that names the player's keys, by the bindings of the settings. It follows the text of
/// [`Tip`], if there are both.
#[derive(Component, Clone, Copy)]
#[require(Hovered)]
pub struct KeyTip(pub fn(&[Binding]) -> String);

/// Marks a panel. Tips of the panel and of its content stand to the left of it, level with the hovered node; to the
/// right where the left has no room, and beside the pointer where neither has. Where they cover less of [`TipsAvoid`]
/// they stand higher, but still beside the node.
#[derive(Component)]
pub struct TipsBeside;

/// The area of the screen that is looked at, pixels of the UI.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct TipsAvoid(pub Option<Rect>);

/// Marks a page over the panels. While it is shown, only its own content has tips.
#[derive(Component)]
pub struct OnlyOwnTips;

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

/// Query bundle for the place of the plate.
#[derive(SystemParam)]
struct TipPlaces<'w, 's> {
    parents: Query<'w, 's, &'static ChildOf>,
    panels: Query<'w, 's, (), With<TipsBeside>>,
    nodes: Query<'w, 's, (&'static ComputedNode, &'static UiGlobalTransform)>,
    pages: Query<'w, 's, (Entity, &'static ComputedNode, &'static InheritedVisibility), With<OnlyOwnTips>>,
    children: Query<'w, 's, &'static Children>,
    visibilities: Query<'w, 's, &'static InheritedVisibility>,
    avoided: Option<Res<'w, TipsAvoid>>,
}

impl TipPlaces<'_, '_> {
    /// The upper left corner of a plate of this size about a node.
    fn corner(&self, about: Entity, size: Vec2, cursor: Vec2, screen: Vec2) -> Vec2 {
        let mut chain = std::iter::once(about).chain(self.parents.iter_ancestors(about));
        let panel = chain.find(|node| self.panels.contains(*node)).and_then(|panel| self.area(panel));
        let avoided = self.avoided.as_ref().and_then(|avoided| avoided.0);
        panel
            .zip(self.area(about))
            .and_then(|(panel, row)| beside_panel(panel, row, size, screen, avoided))
            .unwrap_or_else(|| beside_pointer(cursor, size, screen))
    }

    /// Whether pages are shown over the panels, and a node is in none of them.
    fn is_behind_pages(&self, node: Entity) -> bool {
        let is_in =
            |page: Entity| page == node || self.parents.iter_ancestors(node).any(|outer| outer == page);
        let is_shown = |size: Vec2, visibility: &InheritedVisibility| visibility.get() && size != Vec2::ZERO;
        let mut shown =
            self.pages.iter().filter(|(_, page, visibility)| is_shown(page.size, visibility)).peekable();
        shown.peek().is_some() && !shown.any(|(page, ..)| is_in(page))
    }

    /// Whether a node is shown, and the pointer over it or over one within it. A node that was hidden or moved by a key
    /// may count as hovered until the pointer moves.
    fn is_under(&self, node: Entity, cursor: Vec2) -> bool {
        if self.visibilities.get(node).is_ok_and(|visibility| !visibility.get()) {
            return false;
        }
        let all = std::iter::once(node).chain(self.children.iter_descendants(node));
        let mut areas = all.filter_map(|one| self.area(one)).peekable();
        areas.peek().is_none() || areas.any(|area| area.inflate(SLACK).contains(cursor))
    }

    /// The area of a node, pixels of the UI.
    fn area(&self, node: Entity) -> Option<Rect> {
        let (computed, transform) = self.nodes.get(node).ok()?;
        let scale = computed.inverse_scale_factor;
        Some(Rect::from_center_size(transform.translation * scale, computed.size * scale))
    }
}

/// Shows the tip of the hovered node.
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
        Some((hovered, TipTexts::of(tip.map_or("", |tip| tip.0.as_str()), keys)))
    });
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
    let corner = places.corner(hovered, size, cursor, screen);
    if node.left != px(corner.x) || node.top != px(corner.y) {
        node.left = px(corner.x);
        node.top = px(corner.y);
    }
    visibility.set_if_neq(Visibility::Inherited);
}

/// The hovered node with a tip. Of nested ones the outermost: the reason why a row cannot be pressed comes before
/// the tips of its cells.
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

/// The upper left corner of a plate beside the pointer, within the picture and not under the pointer.
fn beside_pointer(cursor: Vec2, size: Vec2, screen: Vec2) -> Vec2 {
    let x = (cursor.x + BESIDE_POINTER.x).min(screen.x - size.x).max(0.0);
    let below = cursor.y + BESIDE_POINTER.y;
    let y = if below + size.y <= screen.y { below } else { (cursor.y - 8.0 - size.y).max(0.0) };
    Vec2::new(x, y)
}

/// The upper left corner of a plate beside a panel, within the picture and beside a row of the panel, where it covers
/// least of an area; level with the row if nothing is better. `None` if neither side of the panel has room.
fn beside_panel(panel: Rect, row: Rect, size: Vec2, screen: Vec2, avoided: Option<Rect>) -> Option<Vec2> {
    let sides = [panel.min.x - BESIDE_PANEL - size.x, panel.max.x + BESIDE_PANEL];
    let sides = sides.into_iter().filter(|left| *left >= 0.0 && left + size.x <= screen.x);
    let highest = (row.max.y - size.y).min(row.min.y);
    let clear = avoided.map(|area| [area.min.y - BESIDE_PANEL - size.y, highest]);
    let tops = std::iter::once(row.min.y).chain(clear.into_iter().flatten());
    let tops = tops.map(|top| top.clamp(highest, row.min.y).min(screen.y - size.y).max(0.0));
    let corners = sides.flat_map(|left| tops.clone().map(move |top| Vec2::new(left, top)));
    let covered = |corner: &Vec2| {
        let plate = Rect::from_corners(*corner, *corner + size);
        avoided.map_or(0.0, |area| area.intersect(plate).size().element_product())
    };
    corners.min_by(|one, other| covered(one).total_cmp(&covered(other)))
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::widgets::tip_texts::MOST_WIDTH;

    const POINTER: Vec2 = Vec2::new(300.0, 200.0);

    #[test]
    fn the_plate_stays_in_the_picture() {
        let (screen, size) = (Vec2::new(1000.0, 600.0), Vec2::new(200.0, 40.0));
        assert_eq!(beside_pointer(Vec2::new(100.0, 100.0), size, screen), Vec2::new(114.0, 118.0));
        assert_eq!(beside_pointer(Vec2::new(950.0, 100.0), size, screen), Vec2::new(800.0, 118.0));
        let low = beside_pointer(Vec2::new(100.0, 590.0), size, screen);
        assert!(low.y + size.y < 590.0, "above the pointer");
    }

    /// A row of a panel with its upper edge at this height.
    fn row_at(top: f32) -> Rect {
        Rect::new(640.0, top, 960.0, top + 20.0)
    }

    #[test]
    fn the_plate_stands_beside_a_panel_and_level_with_its_row() {
        let (screen, size) = (Vec2::new(1000.0, 600.0), Vec2::new(200.0, 40.0));
        let panel = Rect::new(626.0, 42.0, 986.0, 590.0);
        let corner = |panel: Rect, top: f32| beside_panel(panel, row_at(top), size, screen, None);
        assert_eq!(corner(panel, 100.0), Some(Vec2::new(418.0, 100.0)));
        assert_eq!(corner(panel, 580.0), Some(Vec2::new(418.0, 560.0)), "within the picture");
        assert_eq!(corner(panel, -5.0), Some(Vec2::new(418.0, 0.0)));
        let at_the_left = Rect::new(14.0, 42.0, 374.0, 590.0);
        assert_eq!(corner(at_the_left, 100.0), Some(Vec2::new(382.0, 100.0)));
        assert_eq!(corner(Rect::new(100.0, 42.0, 900.0, 590.0), 100.0), None, "no room on either side");
    }

    #[test]
    fn the_plate_covers_no_panel_that_has_room_beside_it() {
        let (screen, size) = (Vec2::new(1000.0, 600.0), Vec2::new(300.0, 200.0));
        for step in 0..=64_u8 {
            let min = Vec2::new(10.0 * f32::from(step), 42.0);
            let panel = Rect::from_corners(min, min + Vec2::new(360.0, 500.0));
            let has_room = min.x >= 308.0 || panel.max.x <= 692.0;
            for top in [-20.0, 42.0, 300.0, 590.0] {
                let corner = beside_panel(panel, row_at(top), size, screen, None);
                assert_eq!(corner.is_some(), has_room, "{panel:?}");
                let Some(corner) = corner else { continue };
                let plate = Rect::from_corners(corner, corner + size);
                assert!(plate.min.cmpge(Vec2::ZERO).all() && plate.max.cmple(screen).all(), "{plate:?}");
                assert!(plate.intersect(panel).is_empty(), "{plate:?} over {panel:?}");
            }
        }
    }

    #[test]
    fn the_plate_covers_as_little_as_it_can_of_what_is_looked_at() {
        let (screen, panel) = (Vec2::new(1000.0, 600.0), Rect::new(626.0, 42.0, 986.0, 590.0));
        let looked_at = Some(Rect::new(400.0, 250.0, 560.0, 400.0));
        let top_of = |height: f32, top: f32| {
            let size = Vec2::new(200.0, height);
            beside_panel(panel, row_at(top), size, screen, looked_at).map(|corner| corner.y)
        };
        assert_eq!(top_of(100.0, 60.0), Some(60.0), "it is clear of it already");
        assert_eq!(top_of(100.0, 450.0), Some(450.0));
        assert_eq!(top_of(200.0, 200.0), Some(42.0), "above it");
        assert_eq!(top_of(200.0, 260.0), Some(80.0), "as high as it is still beside its row");
        assert_eq!(top_of(100.0, 390.0), Some(390.0), "a corner of it is covered rather than its middle");
        let both = Rect::new(300.0, 42.0, 700.0, 590.0);
        let left = Some(Rect::new(100.0, 250.0, 260.0, 400.0));
        let corner = |avoided| beside_panel(both, row_at(300.0), Vec2::new(200.0, 100.0), screen, avoided);
        assert_eq!(corner(left), Some(Vec2::new(708.0, 300.0)), "at the other side");
        assert_eq!(corner(None), Some(Vec2::new(92.0, 300.0)));
    }

    #[test]
    fn the_plate_is_at_most_340_pixels_wide() {
        const { assert!(MOST_WIDTH + 2.0 * (PADDING.x + 1.0) <= 340.0) };
    }

    /// The corner of a plate of 200x40 about a node, on a screen of 1000x600.
    fn corner_about(world: &mut World, about: Entity) -> Vec2 {
        let (size, screen) = (Vec2::new(200.0, 40.0), Vec2::new(1000.0, 600.0));
        let place = move |places: TipPlaces| places.corner(about, size, POINTER, screen);
        world.run_system_once(place).expect("it runs")
    }

    /// A node with two physical pixels for each of the UI.
    fn laid_out(middle: Vec2, size: Vec2) -> impl Bundle {
        let computed = ComputedNode { size: 2.0 * size, inverse_scale_factor: 0.5, ..default() };
        (computed, UiGlobalTransform::from_translation(2.0 * middle))
    }

    #[test]
    fn tips_of_the_content_of_a_marked_panel_stand_beside_it() {
        let mut world = World::new();
        let panel = world.spawn(laid_out(Vec2::new(800.0, 300.0), Vec2::new(360.0, 500.0))).id();
        let row = laid_out(Vec2::new(800.0, 110.0), Vec2::new(340.0, 20.0));
        let row = world.spawn((row, ChildOf(panel))).id();
        assert_eq!(corner_about(&mut world, row), POINTER + BESIDE_POINTER);
        world.entity_mut(panel).insert(TipsBeside);
        assert_eq!(corner_about(&mut world, row), Vec2::new(412.0, 100.0));
        assert_eq!(corner_about(&mut world, panel), Vec2::new(412.0, 50.0), "the tip of the panel itself");
        world.insert_resource(TipsAvoid(Some(Rect::new(400.0, 110.0, 560.0, 300.0))));
        assert_eq!(corner_about(&mut world, row), Vec2::new(412.0, 80.0), "it is looked past");
    }

    #[test]
    fn a_row_that_cannot_be_pressed_says_why() {
        let find = |tips: Query<TipParts, HasTip>, parents: Query<&ChildOf>| hovered_node(&tips, &parents);
        let mut world = World::new();
        let row = world.spawn(Tip("There are no saves.".to_owned())).id();
        let cell = world.spawn((Tip("Opens it.".to_owned()), ChildOf(row))).id();
        assert_eq!(world.run_system_once(find).expect("it runs"), None);
        for hovered in [cell, row] {
            world.entity_mut(hovered).insert(Hovered(true));
            assert_eq!(world.run_system_once(find).expect("it runs"), Some(row));
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
    fn a_page_over_the_panels_leaves_no_tips_but_its_own() {
        let mut world = World::new();
        let row = world.spawn_empty().id();
        let page = laid_out(Vec2::new(500.0, 300.0), Vec2::new(900.0, 500.0));
        let page = world.spawn((page, OnlyOwnTips, InheritedVisibility::VISIBLE)).id();
        let own = world.spawn(ChildOf(page)).id();
        let are_behind = |world: &mut World| {
            let ask = move |places: TipPlaces| [row, own, page].map(|node| places.is_behind_pages(node));
            world.run_system_once(ask).expect("it runs")
        };
        assert_eq!(are_behind(&mut world), [true, false, false]);
        world.entity_mut(page).insert(InheritedVisibility::HIDDEN);
        assert_eq!(are_behind(&mut world), [false; 3], "it is closed");
        world.entity_mut(page).insert((InheritedVisibility::VISIBLE, ComputedNode::default()));
        assert_eq!(are_behind(&mut world), [false; 3], "it has no room");
    }

    #[test]
    fn a_tip_ends_when_its_node_is_hidden_or_leaves_the_pointer() {
        let mut world = World::new();
        let row = laid_out(POINTER, Vec2::new(340.0, 20.0));
        let row = world.spawn((row, Tip("Here.".to_owned()), InheritedVisibility::VISIBLE)).id();
        let is_under = |world: &mut World| {
            let ask = move |places: TipPlaces| places.is_under(row, POINTER);
            world.run_system_once(ask).expect("it runs")
        };
        assert!(is_under(&mut world));
        world.entity_mut(row).insert(InheritedVisibility::HIDDEN);
        assert!(!is_under(&mut world), "it is hidden");
        world.entity_mut(row).insert(InheritedVisibility::VISIBLE);
        world.entity_mut(row).insert(laid_out(POINTER + Vec2::Y * 30.0, Vec2::new(340.0, 20.0)));
        assert!(!is_under(&mut world), "it has moved");
        world.spawn((laid_out(POINTER, Vec2::new(40.0, 20.0)), ChildOf(row)));
        assert!(is_under(&mut world), "a part of it is there");
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
