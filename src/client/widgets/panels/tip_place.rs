//! The places of tips: beside the pointer, or beside a panel; and the tip about what the pointer rests on in the sky,
//! which stands off what is looked at there.
//!
//! Mark a panel with [`TipsBeside`] so that the tips of its content do not cover it; they also cover as little as they
//! can of [`TipsAvoid`], and nothing of a panel with [`ClearOfTips`] if they have room elsewhere. Mark a bar with
//! [`TipsClearOfPanels`] so that its tips cover no panel below it. Mark a page over the panels with [`OnlyOwnTips`], so
//! that no tip of what is beside it covers it.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::ComputedNode;

/// From the pointer to the plate: to the right and below, or above, pixels.
const BESIDE_POINTER: (Vec2, f32) = (Vec2::new(14.0, 18.0), 8.0);
/// The same for what is drawn about the pointer in the sky, which the plate does not cover.
const BESIDE_THING: (Vec2, f32) = (Vec2::splat(36.0), 36.0);
/// The pointer is over a node up to this far outside of it, for the rounding of places, pixels.
const SLACK: f32 = 1.0;
/// Between a panel and the plate beside it, pixels.
const BESIDE_PANEL: f32 = 8.0;

/// Marks a panel. Tips of the panel and of its content stand to the left of it, level with the hovered node; to the
/// right where the left has no room, and beside the pointer where neither has. Where they cover less of [`TipsAvoid`]
/// they stand higher, but still beside the node.
#[derive(Component)]
pub struct TipsBeside;

/// Marks a panel that is read while the pointer is on another one. Tips beside other panels stand clear of it where
/// there is room that no panel takes.
#[derive(Component)]
pub struct ClearOfTips;

/// Marks a bar. Tips of its content stand beside the pointer, but clear of the panels with [`TipsBeside`] where there
/// is room.
#[derive(Component)]
pub struct TipsClearOfPanels;

/// The area of the screen that is looked at, pixels of the UI.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct TipsAvoid(pub Option<Rect>);

/// A tip about what the pointer rests on in the sky, where there is no node. It appears at once, while no node with a
/// tip is under the pointer.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct PointerTip {
    /// Written like a [`Tip`](super::tooltip::Tip); empty for none.
    pub words: String,
    /// The area in which its plate stands, pixels of the UI; `None`: the whole screen.
    pub room: Option<Rect>,
    /// Points of what is looked at meanwhile, pixels of the UI: the plate stands where it covers fewest of them.
    pub keeps_clear: Vec<Vec2>,
}

/// Marks a page over the panels. While it is shown, only its own content has tips.
#[derive(Component)]
pub struct OnlyOwnTips;

/// Query bundle for the place of the plate.
#[derive(SystemParam)]
pub(super) struct TipPlaces<'w, 's> {
    pub(super) parents: Query<'w, 's, &'static ChildOf>,
    panels: Query<'w, 's, Entity, With<TipsBeside>>,
    read: Query<'w, 's, Entity, With<ClearOfTips>>,
    bars: Query<'w, 's, Entity, With<TipsClearOfPanels>>,
    nodes: Query<'w, 's, (&'static ComputedNode, &'static UiGlobalTransform)>,
    pages: Query<'w, 's, (Entity, &'static ComputedNode, &'static InheritedVisibility), With<OnlyOwnTips>>,
    children: Query<'w, 's, &'static Children>,
    visibilities: Query<'w, 's, &'static InheritedVisibility>,
    avoided: Option<Res<'w, TipsAvoid>>,
    at_pointer: Option<Res<'w, PointerTip>>,
}

impl TipPlaces<'_, '_> {
    /// The upper left corner of a plate of this size about a node.
    pub(super) fn corner(&self, about: Entity, size: Vec2, cursor: Vec2, screen: Vec2) -> Vec2 {
        let chain = || std::iter::once(about).chain(self.parents.iter_ancestors(about));
        let panel = chain().find(|node| self.panels.contains(*node)).and_then(|panel| self.area(panel));
        let avoided = self.avoided.as_ref().and_then(|avoided| avoided.0);
        panel
            .zip(self.area(about))
            .and_then(|(panel, row)| beside_panel(panel, row, size, screen, avoided))
            .map(|corner| self.clear(corner, size, screen))
            .unwrap_or_else(|| {
                let room = Rect::from_corners(Vec2::ZERO, screen);
                let corner = beside_pointer(cursor, BESIDE_POINTER, size, room);
                let is_of_bar = chain().any(|node| self.bars.contains(node));
                let panels = if is_of_bar { self.shown(self.panels.iter()) } else { Vec::new() };
                clear_of(&panels, &[], corner, size, screen)
            })
    }

    /// The areas of the panels that are shown.
    fn shown(&self, panels: impl Iterator<Item = Entity>) -> Vec<Rect> {
        let is_hidden = |panel: Entity| self.visibilities.get(panel).is_ok_and(|shown| !shown.get());
        let area = |panel: Entity| self.area(panel).filter(|area| !area.is_empty() && !is_hidden(panel));
        panels.filter_map(area).collect()
    }

    /// The upper left corner of a plate beside a panel, moved if the plate would cover what is read meanwhile.
    fn clear(&self, corner: Vec2, size: Vec2, screen: Vec2) -> Vec2 {
        let (read, others) = (self.shown(self.read.iter()), self.shown(self.panels.iter()));
        clear_of(&read, &others, corner, size, screen)
    }

    /// The tip about what the pointer rests on in the sky; may be empty.
    pub(super) fn words_at_pointer(&self) -> &str {
        self.at_pointer.as_ref().map_or("", |tip| tip.words.as_str())
    }

    /// The upper left corner of a plate of this size about what the pointer rests on in the sky.
    pub(super) fn corner_at_pointer(&self, size: Vec2, cursor: Vec2, screen: Vec2) -> Vec2 {
        let room = self.at_pointer.as_ref().and_then(|tip| tip.room);
        let room = room.filter(|room| room.contains(cursor) && room.size().cmpge(size).all());
        let room = room.unwrap_or(Rect::from_corners(Vec2::ZERO, screen));
        let kept = self.at_pointer.as_ref().map_or(&[][..], |tip| tip.keeps_clear.as_slice());
        let covered = |corner: &Vec2| {
            let plate = Rect::from_corners(*corner, *corner + size);
            kept.iter().filter(|point| plate.contains(**point)).count()
        };
        let best = corners_about_thing(cursor, size, room).min_by_key(covered);
        best.unwrap_or_else(|| beside_pointer(cursor, BESIDE_THING, size, room))
    }

    /// Whether pages are shown over the panels, and a node is in none of them.
    pub(super) fn is_behind_pages(&self, node: Entity) -> bool {
        let is_in =
            |page: Entity| page == node || self.parents.iter_ancestors(node).any(|outer| outer == page);
        let is_shown = |size: Vec2, visibility: &InheritedVisibility| visibility.get() && size != Vec2::ZERO;
        let mut shown =
            self.pages.iter().filter(|(_, page, visibility)| is_shown(page.size, visibility)).peekable();
        shown.peek().is_some() && !shown.any(|(page, ..)| is_in(page))
    }

    /// Whether a node is shown, and the pointer over it or over one within it. A node that was hidden or moved by a key
    /// may count as hovered until the pointer moves.
    pub(super) fn is_under(&self, node: Entity, cursor: Vec2) -> bool {
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

/// The upper left corner of a plate beside the pointer, within an area and not under the pointer. `gap`: the way to
/// the plate, to the right and below, or above.
fn beside_pointer(cursor: Vec2, gap: (Vec2, f32), size: Vec2, room: Rect) -> Vec2 {
    let (Vec2 { x: aside, y: down }, up) = gap;
    let x = (cursor.x + aside).min(room.max.x - size.x).max(room.min.x);
    let below = cursor.y + down;
    let y = if below + size.y <= room.max.y { below } else { (cursor.y - up - size.y).max(room.min.y) };
    Vec2::new(x, y)
}

/// The upper left corners of a plate about what is under the pointer, within an area, the preferred one first: to the
/// right and below of it, at its other sides, and in the corners of the area.
fn corners_about_thing(cursor: Vec2, size: Vec2, room: Rect) -> impl Iterator<Item = Vec2> {
    let (gap, _) = BESIDE_THING;
    let most = room.max - size;
    let within = move |corner: Vec2| corner.min(most).max(room.min);
    let heights = [cursor.y + gap.y, cursor.y - gap.y - size.y];
    let heights = heights.into_iter().filter(move |top| (room.min.y..=most.y).contains(top));
    let lefts = [cursor.x + gap.x, cursor.x - gap.x - size.x];
    let near = heights.flat_map(move |top| lefts.map(|left| within(Vec2::new(left, top))));
    let far = [most, Vec2::new(room.min.x, most.y), Vec2::new(most.x, room.min.y), room.min];
    let is_apart =
        move |corner: &Vec2| !Rect::from_corners(*corner - gap, *corner + size + gap).contains(cursor);
    near.chain(far.map(within).into_iter().filter(is_apart))
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

/// The upper left corner of a plate that covers none of the panels `read`: the given one if it is so, else the nearest
/// one to the left of a panel or above one at which the plate is within the picture and covers neither these nor the
/// other panels. Without such a corner the plate stays.
fn clear_of(read: &[Rect], others: &[Rect], corner: Vec2, size: Vec2, screen: Vec2) -> Vec2 {
    let covers = |panels: &[Rect], at: Vec2| {
        let plate = Rect::from_corners(at, at + size);
        panels.iter().any(|panel| !panel.intersect(plate).is_empty())
    };
    if !covers(read, corner) {
        return corner;
    }
    let all = [read, others].concat();
    let beyond = |panel: &Rect| panel.min - BESIDE_PANEL - size;
    let tops: Vec<f32> = all.iter().map(|panel| beyond(panel).y).chain([corner.y]).collect();
    let lefts = all.iter().map(|panel| beyond(panel).x).chain([corner.x]);
    let corners = lefts.flat_map(|left| tops.iter().map(move |top| Vec2::new(left, *top)));
    let is_free =
        |at: &Vec2| at.cmpge(Vec2::ZERO).all() && (*at + size).cmple(screen).all() && !covers(&all, *at);
    let way = |at: &Vec2| at.distance_squared(corner);
    corners.filter(is_free).min_by(|one, other| way(one).total_cmp(&way(other))).unwrap_or(corner)
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::widgets::tooltip::Tip;

    const POINTER: Vec2 = Vec2::new(300.0, 200.0);

    #[test]
    fn the_plate_stays_in_the_picture() {
        let (screen, size) = (Rect::new(0.0, 0.0, 1000.0, 600.0), Vec2::new(200.0, 40.0));
        let corner = |x: f32, y: f32| beside_pointer(Vec2::new(x, y), BESIDE_POINTER, size, screen);
        assert_eq!(corner(100.0, 100.0), Vec2::new(114.0, 118.0));
        assert_eq!(corner(950.0, 100.0), Vec2::new(800.0, 118.0));
        assert!(corner(100.0, 590.0).y + size.y < 590.0, "above the pointer");
    }

    #[test]
    fn the_tip_about_the_sky_keeps_clear_of_the_panels_where_it_can() {
        let (screen, cursor) = (Vec2::new(1000.0, 600.0), Vec2::new(600.0, 200.0));
        let mut world = World::new();
        let mut corner = |room: Option<Rect>, width: f32| {
            world.insert_resource(PointerTip { words: "Here.".to_owned(), room, ..default() });
            let ask = move |places: TipPlaces| {
                assert_eq!(places.words_at_pointer(), "Here.");
                places.corner_at_pointer(Vec2::new(width, 100.0), cursor, screen)
            };
            world.run_system_once(ask).expect("it runs")
        };
        let beside_panel = Some(Rect::new(300.0, 40.0, 620.0, 560.0));
        assert_eq!(corner(None, 300.0), Vec2::new(636.0, 236.0));
        assert_eq!(corner(beside_panel, 300.0), Vec2::new(320.0, 236.0));
        assert_eq!(corner(beside_panel, 330.0), Vec2::new(636.0, 236.0), "it has no room there");
    }

    #[test]
    fn the_tip_about_the_sky_stands_off_what_is_looked_at() {
        let (screen, size) = (Vec2::new(1000.0, 600.0), Vec2::new(300.0, 100.0));
        let corner = |cursor: Vec2, keeps_clear: Vec<Vec2>| {
            let mut world = World::new();
            world.insert_resource(PointerTip { words: "Here.".to_owned(), room: None, keeps_clear });
            let ask = move |places: TipPlaces| places.corner_at_pointer(size, cursor, screen);
            world.run_system_once(ask).expect("it runs")
        };
        let planet = Vec2::new(500.0, 300.0);
        let turns = [0.0, 0.25, 0.5, 0.75].map(|turn: f32| Vec2::from_angle(turn * std::f32::consts::TAU));
        let ring: Vec<Vec2> = turns.iter().map(|way| planet + 120.0 * *way).chain([planet]).collect();
        for way in [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0), Vec2::new(-1.0, 1.0)] {
            let cursor = planet + 85.0 * way;
            let at = corner(cursor, ring.clone());
            let plate = Rect::from_corners(at, at + size);
            assert!(plate.min.cmpge(Vec2::ZERO).all() && plate.max.cmple(screen).all(), "{way}: {plate:?}");
            assert!(!ring.iter().any(|point| plate.contains(*point)), "{way}: {plate:?}");
            assert!(!plate.contains(cursor), "{way}: {plate:?}");
        }
        let everywhere: Vec<Vec2> =
            (0..100_u8).map(|step| Vec2::new(10.0 * f32::from(step), 300.0)).collect();
        let at = corner(Vec2::new(500.0, 250.0), everywhere);
        assert_eq!(at, Vec2::new(536.0, 114.0), "above the line, not on it");
        assert_eq!(corner(planet, Vec::new()), Vec2::new(536.0, 336.0), "the usual place");
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
    fn the_plate_stands_clear_of_a_panel_that_is_read() {
        let (screen, size) = (Vec2::new(1280.0, 720.0), Vec2::new(235.0, 76.0));
        let map = Rect::new(1080.0, 520.0, 1280.0, 720.0);
        let battle = Rect::new(710.0, 520.0, 1072.0, 678.0);
        let beside = beside_panel(map, map, size, screen, None).expect("there is room at its left");
        assert!(beside.x < battle.max.x, "the card of a battle stands there");
        let corner = |panel_foot: f32| {
            let others = [map, Rect::new(918.0, 36.0, 1280.0, panel_foot)];
            clear_of(&[battle], &others, beside, size, screen)
        };
        assert_eq!(corner(300.0), Vec2::new(837.0, 436.0), "above the card");
        assert_eq!(corner(512.0), Vec2::new(675.0, 436.0), "beside the panel above the map, too");
        assert_eq!(clear_of(&[], &[map], beside, size, screen), beside, "nothing is read");
        let everything = [Rect::from_corners(Vec2::ZERO, screen)];
        assert_eq!(clear_of(&[battle], &everything, beside, size, screen), beside, "there is no room");
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
        assert_eq!(corner_about(&mut world, row), POINTER + BESIDE_POINTER.0);
        world.entity_mut(panel).insert(TipsBeside);
        assert_eq!(corner_about(&mut world, row), Vec2::new(412.0, 100.0));
        assert_eq!(corner_about(&mut world, panel), Vec2::new(412.0, 50.0), "the tip of the panel itself");
        world.insert_resource(TipsAvoid(Some(Rect::new(400.0, 110.0, 560.0, 300.0))));
        assert_eq!(corner_about(&mut world, row), Vec2::new(412.0, 80.0), "it is looked past");
        let card = laid_out(Vec2::new(500.0, 150.0), Vec2::new(200.0, 200.0));
        let card = world.spawn((card, ClearOfTips, InheritedVisibility::VISIBLE)).id();
        assert_eq!(corner_about(&mut world, row), Vec2::new(412.0, 2.0), "above the card");
        world.entity_mut(card).insert(InheritedVisibility::HIDDEN);
        assert_eq!(corner_about(&mut world, row), Vec2::new(412.0, 80.0), "which is closed");
    }

    #[test]
    fn tips_of_a_bar_cover_no_panel_below_it() {
        let mut world = World::new();
        let bar = world.spawn_empty().id();
        let button = world.spawn(ChildOf(bar)).id();
        let panel = laid_out(Vec2::new(500.0, 400.0), Vec2::new(500.0, 400.0));
        let panel = world.spawn((panel, TipsBeside, InheritedVisibility::VISIBLE)).id();
        let beside = POINTER + BESIDE_POINTER.0;
        assert_eq!(corner_about(&mut world, button), beside, "it is over the panel");
        world.entity_mut(bar).insert(TipsClearOfPanels);
        assert_eq!(corner_about(&mut world, button), Vec2::new(beside.x, 152.0));
        world.entity_mut(panel).insert(InheritedVisibility::HIDDEN);
        assert_eq!(corner_about(&mut world, button), beside, "it is closed");
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
}
