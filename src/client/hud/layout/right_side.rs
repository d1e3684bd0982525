//! Layout of the right and lower side: the planet panel, the plans of minds, the minimap and, left of them, the guide.
//!
//! The map is in the lower right corner, and a long panel ends above it: the wheel scrolls the rest. If that would
//! leave too little of the panel, the map stands to the left of it. In a window too narrow for that, in which the map
//! would cover the middle of the picture, the panel is shorter while something is selected; else it takes the height
//! of the map, which is hidden unless the panel is folded. If almost nothing of the panel would be left, the map is
//! hidden while the panel is shown; on a screen that is too low for the map it is always hidden, and so it is under a
//! page. The place of the map does not depend on the height of the panel, which is known a frame later and changes with
//! its page. The plans of minds may stand below the panel, which is then shorter (`plans_place.rs`). So may the card of
//! a battle (`battle_place.rs`): the panel and the card then take the height of the map as well.
//!
//! The height of the guide is not set here: it stacks up in the column at the lower left (`LeftColumn`), above
//! the rows of orders. It is narrow enough to meet neither the panel nor the map at any height. All lengths are
//! pixels of the user interface, logical ones divided by its scale.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::battle_place::panel_above_card;
use super::free_area::free_area;
use super::places::{
    CARD_WIDTH, CoversPanels, CoversSky, GOOD_PANEL, GuideRow, LEFT_COLUMN_CORNER, LeftColumn, MAP_CORNER,
    MAP_RADIUS, MapSeat, Minimap, OUTLINER_CORNER, Outliner, PANEL_CORNER, PANEL_ROOM, PanelFolded,
    PlanetPanel, SIDE_GAP as GAP, STATUS_HEIGHT, SelectionCard, above_map, beside_map,
};
use super::plans_place::panel_with_plans;
use super::side_panels::SidePanels;
use crate::client::frame::visible_if;
use crate::client::scene::labels::declutter::CoveredAreas;
use crate::client::view::ViewCamera;
use crate::client::view::framing::FreeArea;
use crate::client::widgets::show;

/// Distance from the left edge to the right of the column with the orders and the guide, pixels.
const BESIDE_LEFT_COLUMN: f32 = LEFT_COLUMN_CORNER.x + CARD_WIDTH + 2.0;
/// Gap between the guide and its neighbours, pixels.
const GUIDE_GAP: f32 = 16.0;
/// Least height of a panel that ends above the map, pixels, if the map cannot move aside.
const LEAST_PANEL: f32 = 220.0;
/// From the middle of the picture to a map beside the panel, pixels, at least: what is looked at stays in sight.
const LEAST_MIDDLE: f32 = 40.0;
/// Greatest and least width of the guide, pixels: the greatest is that of the card below it; panel and map may leave
/// less.
const GUIDE_WIDTHS: (f32, f32) = (CARD_WIDTH, 160.0);

/// The places of all parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RightSide {
    /// The greatest height of the planet panel; the wheel scrolls a longer one.
    pub panel_most: f32,
    /// Distance of the map from the right edge; `None` while there is no room for it.
    pub map_right: Option<f32>,
    /// Width of the guide; `None` without room for it.
    pub guide_width: Option<f32>,
}

/// The layout on a screen of this size, with or without the planet panel, or the plans of minds in its place above the
/// card of a battle, and that card.
pub fn lay_out(screen: Vec2, has_panel: bool, has_card: bool) -> RightSide {
    let above_map = above_map(screen);
    let map_left = screen.x - PANEL_ROOM - GAP - 2.0 * MAP_RADIUS;
    let has_room_beside = map_left >= BESIDE_LEFT_COLUMN && map_left >= 0.5 * screen.x + LEAST_MIDDLE;
    let above_card = panel_above_card(screen).filter(|_| has_panel && has_card);
    let good = if has_room_beside { GOOD_PANEL } else { LEAST_PANEL };
    let ends_above = above_card.is_none() && above_map >= good;
    let panel_most = above_card.unwrap_or(if ends_above { above_map } else { beside_map(screen) });
    let map_right = match (has_panel && !ends_above, has_room_beside) {
        (false, _) => Some(MAP_CORNER.x),
        (true, true) => Some(PANEL_ROOM + GAP),
        (true, false) => None,
    };
    let map_right = map_right.filter(|_| above_map >= 0.0);
    RightSide { panel_most, map_right, guide_width: guide_width(screen, has_panel, map_right) }
}

impl RightSide {
    /// This layout with a panel that takes the height of the map, where that is in the way of a good one.
    fn with_tall_panel(self, screen: Vec2) -> Self {
        if self.map_right == Some(MAP_CORNER.x) && self.panel_most < GOOD_PANEL {
            Self { panel_most: beside_map(screen), map_right: None, ..self }
        } else {
            self
        }
    }
}

/// Width of the guide in the column at the lower left, clear of the panel and the map at any height.
fn guide_width(screen: Vec2, panel_is_shown: bool, map_right: Option<f32>) -> Option<f32> {
    let beside_panel = if panel_is_shown { PANEL_ROOM + GUIDE_GAP } else { MAP_CORNER.x };
    let beside_map = map_right.map_or(beside_panel, |right| right + 2.0 * MAP_RADIUS + GUIDE_GAP);
    let (most, least) = GUIDE_WIDTHS;
    let width = (screen.x - LEFT_COLUMN_CORNER.x - beside_map.max(beside_panel)).min(most);
    (width >= least).then_some(width)
}

/// Areas covered for labels at points of the world: the planet panel, the minimap, the outliner, the status line,
/// the column at the lower left, and all plates that say so.
#[derive(SystemParam)]
pub struct Covers<'w, 's> {
    panel: Option<Single<'w, 's, (&'static ComputedNode, &'static Visibility), With<PlanetPanel>>>,
    map: Option<Single<'w, 's, &'static Visibility, With<Minimap>>>,
    outliner: Option<Single<'w, 's, (&'static ComputedNode, &'static Visibility), With<Outliner>>>,
    column: Option<Single<'w, 's, &'static ComputedNode, With<LeftColumn>>>,
    plates: Query<'w, 's, (Entity, PlateParts), With<CoversSky>>,
    seat: Res<'w, MapSeat>,
}

type PlateParts = (&'static ComputedNode, &'static UiGlobalTransform, &'static InheritedVisibility);

impl Covers<'_, '_> {
    /// All these areas on a screen of this size, except for that of one of the plates.
    pub fn on(&self, screen: Vec2, except: Option<Entity>) -> Vec<Rect> {
        let panel = self.panel.as_ref().and_then(|panel| {
            let (computed, visibility) = **panel;
            let bottom = PANEL_CORNER.y + computed.size.y * computed.inverse_scale_factor;
            let is_shown = *visibility != Visibility::Hidden;
            is_shown.then(|| Rect::new(screen.x - PANEL_ROOM, PANEL_CORNER.y, screen.x, bottom))
        });
        let has_map = self.map.as_ref().is_some_and(|map| ***map != Visibility::Hidden);
        let map = has_map.then(|| {
            let corner = screen - Vec2::new(self.seat.right, MAP_CORNER.y);
            Rect::from_corners(corner - Vec2::splat(2.0 * MAP_RADIUS), corner)
        });
        let line = Rect::new(0.0, screen.y - STATUS_HEIGHT, screen.x, screen.y);
        let column = self.column.as_ref().and_then(|column| column_on(screen, column));
        let outliner = self.outliner.as_ref().and_then(|outliner| {
            let (computed, visibility) = **outliner;
            let size = computed.size * computed.inverse_scale_factor;
            let is_shown = *visibility != Visibility::Hidden;
            is_shown.then(|| Rect::from_corners(OUTLINER_CORNER, OUTLINER_CORNER + size))
        });
        let parts = [panel, map, outliner, Some(line), column].into_iter().flatten();
        let plates = self.plates.iter().filter(|(plate, _)| Some(*plate) != except);
        parts.chain(plates.filter_map(|(_, plate)| plate_area(plate))).collect()
    }
}

/// Records the areas of the screen covered by panels, and the one between them.
pub fn note_covered(
    covers: Covers,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    mut covered: ResMut<CoveredAreas>,
    mut free: ResMut<FreeArea>,
) {
    let screen = view.screen(ui_scale.0);
    covered.0 = covers.on(screen, None);
    let Rect { min, max } = free_area(screen, &covered.0);
    free.0 = Some(Rect { min: min * ui_scale.0, max: max * ui_scale.0 });
}

/// The area of a plate; `None` while it is hidden.
fn plate_area(
    (node, place, visibility): (&ComputedNode, &UiGlobalTransform, &InheritedVisibility),
) -> Option<Rect> {
    let scale = node.inverse_scale_factor;
    let is_shown = visibility.get() && node.size.min_element() > 0.0;
    is_shown.then(|| Rect::from_center_size(place.translation * scale, node.size * scale))
}

/// The area of the column at the lower left on a screen of this size; `None` while it is empty.
fn column_on(screen: Vec2, column: &ComputedNode) -> Option<Rect> {
    let Vec2 { x: left, y: from_bottom } = LEFT_COLUMN_CORNER;
    let Vec2 { x: width, y: height } = column.size * column.inverse_scale_factor;
    let bottom = screen.y - from_bottom;
    (width > 0.0).then(|| Rect::new(left, bottom - height, left + width, bottom))
}

type OnlyPanel = (With<PlanetPanel>, Without<Minimap>, Without<GuideRow>);
type OnlyMap = (With<Minimap>, Without<PlanetPanel>, Without<Outliner>, Without<GuideRow>);
type OnlyGuide = (With<GuideRow>, Without<PlanetPanel>, Without<Outliner>, Without<Minimap>);
type OnlyPages = (With<CoversPanels>, Without<Minimap>, Without<GuideRow>);

/// Places all parts.
pub fn arrange(
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    panels: SidePanels,
    panel: Option<Single<&mut Node, OnlyPanel>>,
    map: Single<(&mut Node, &mut Visibility), OnlyMap>,
    guide: Option<Single<(&mut Node, &mut Visibility), OnlyGuide>>,
    pages: Query<&Visibility, OnlyPages>,
    card: Option<Single<&ComputedNode, With<SelectionCard>>>,
    folded: Res<PanelFolded>,
    mut seat: ResMut<MapSeat>,
) {
    let (mut map_node, mut map_visibility) = map.into_inner();
    let screen = view.screen(ui_scale.0);
    let shown = panels.shown(screen);
    let side = lay_out(screen, shown.has_above_card(), shown.battle);
    // Orders need the map, and the chart of departures room below the panel.
    let has_orders = card.is_some_and(|card| card.size.y > 0.0);
    let is_alone = shown.panel && !shown.plans && !shown.battle && !has_orders;
    // A folded panel leaves the map its room.
    let side = if is_alone && !folded.0 { side.with_tall_panel(screen) } else { side };
    let panel_most = if shown.plans { panel_with_plans(screen, side.panel_most) } else { side.panel_most };
    if let Some(panel) = panel {
        fit_panel(panel.into_inner(), panel_most, shown.panel);
    }
    let is_covered = pages.iter().any(|visibility| *visibility != Visibility::Hidden);
    let has_map = side.map_right.is_some() && !is_covered;
    map_visibility.set_if_neq(visible_if(has_map));
    if let Some(right) = side.map_right
        && (seat.set_if_neq(MapSeat { right }) || map_node.right != px(right))
    {
        map_node.right = px(right);
    }
    if let Some(guide) = guide {
        let (node, visibility) = guide.into_inner();
        fit_guide(node, visibility, side.guide_width);
    }
}

/// Limits the height of the planet panel, pixels, and takes its room away where it has to give way.
fn fit_panel(mut node: Mut<Node>, most: f32, has_room: bool) {
    if node.max_height != px(most) {
        node.max_height = px(most);
    }
    show(&mut node, has_room);
}

/// Sets the width of the row of the guide, and hides it without enough room. The plates in it take all of it: a limit
/// beside a width of their own would come too late for their height (see `TopPlate`).
fn fit_guide(mut node: Mut<Node>, mut visibility: Mut<Visibility>, width: Option<f32>) {
    visibility.set_if_neq(visible_if(width.is_some()));
    let width: Val = width.map_or(Val::Auto, px);
    if node.width != width {
        node.width = width;
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::hud::layout::places::{BattleCard, PlansPanel};
    use crate::client::hud::layout::test_support::{picture, screens_in};

    /// Larger windows than the least.
    const LARGER: [(f32, f32); 3] = [(1920.0, 1080.0), (2560.0, 1440.0), (3440.0, 1440.0)];

    /// The areas of panel, map and guide (over all heights of the latter), from the upper left corner of the
    /// screen.
    fn places(screen: Vec2, panel_height: Option<f32>) -> [Option<Rect>; 3] {
        let side = lay_out(screen, panel_height.is_some(), false);
        let panel = panel_height.map(|height| {
            let bottom = PANEL_CORNER.y + height.min(side.panel_most);
            Rect::new(screen.x - PANEL_ROOM, PANEL_CORNER.y, screen.x - 14.0, bottom)
        });
        let map = side.map_right.map(|right| {
            let corner = screen - Vec2::new(right, MAP_CORNER.y);
            Rect::from_corners(corner - Vec2::splat(2.0 * MAP_RADIUS), corner)
        });
        let guide = side.guide_width.map(|width| {
            let Vec2 { x: left, y: from_bottom } = LEFT_COLUMN_CORNER;
            Rect::new(left, PANEL_CORNER.y, left + width, screen.y - from_bottom)
        });
        [panel, map, guide]
    }

    /// Sizes of the user interface, in windows from 1024x640 up.
    fn screens() -> Vec<Vec2> {
        let small = [(1024.0, 640.0), (1280.0, 720.0), (1280.0, 1024.0), (1366.0, 768.0), (1600.0, 900.0)];
        screens_in(&[&small[..], &LARGER].concat())
    }

    #[test]
    fn nothing_lies_over_anything_else() {
        for screen in screens() {
            for height in [None, Some(120.0), Some(260.0), Some(420.0), Some(640.0), Some(2000.0)] {
                let found: Vec<Rect> = places(screen, height).into_iter().flatten().collect();
                for (index, one) in found.iter().enumerate() {
                    let is_inside = one.min.cmpge(Vec2::ZERO).all() && one.max.cmple(screen).all();
                    assert!(is_inside && !one.is_empty(), "{one:?} on {screen}, panel {height:?}");
                    let over = found[..index].iter().find(|other| !other.intersect(*one).is_empty());
                    assert_eq!(over, None, "under {one:?} on {screen}, panel {height:?}");
                }
            }
        }
    }

    #[test]
    fn the_panel_and_the_guide_always_have_room() {
        for screen in screens() {
            let usual = lay_out(screen, false, false);
            assert!(usual.panel_most >= 200.0, "{screen}");
            assert_eq!(usual.map_right, Some(MAP_CORNER.x), "{screen}");
            assert!(usual.guide_width.is_some(), "{screen}");
        }
    }

    #[test]
    fn the_map_and_the_guide_make_room_for_the_panel() {
        let screen = Vec2::new(1280.0, 720.0);
        let above_map = lay_out(screen, true, false);
        assert_eq!(above_map.map_right, Some(MAP_CORNER.x));
        assert!(above_map.panel_most >= 400.0, "{above_map:?}");
        let low = Vec2::new(1280.0, 560.0);
        assert_eq!(lay_out(low, false, false).map_right, Some(MAP_CORNER.x));
        let beside_map = lay_out(low, true, false);
        assert_eq!(beside_map.map_right, Some(PANEL_ROOM + GAP));
        assert!(beside_map.panel_most >= 400.0 && beside_map.guide_width.is_some(), "{beside_map:?}");
    }

    #[test]
    fn the_map_never_covers_the_middle_of_the_picture() {
        let small = lay_out(Vec2::new(1024.0, 576.0), true, false);
        assert_eq!(small.map_right, Some(MAP_CORNER.x));
        assert!(small.panel_most >= 280.0 && small.guide_width.is_some(), "{small:?}");
        for screen in screens_in(&[&LARGER[..], &[(1024.0, 600.0), (1280.0, 720.0)]].concat()) {
            for (has_panel, has_card) in [(false, false), (true, false), (true, true)] {
                let side = lay_out(screen, has_panel, has_card);
                let left = side.map_right.map(|right| screen.x - right - 2.0 * MAP_RADIUS);
                assert!(left.is_none_or(|left| left > 0.5 * screen.x), "{side:?} on {screen}");
            }
        }
    }

    /// A picture of this size with the minimap.
    fn with_map(screen: Vec2) -> (World, Entity) {
        let mut world = picture(screen);
        world.init_resource::<MapSeat>();
        world.init_resource::<PanelFolded>();
        let map = world.spawn((Minimap, Node::default(), Visibility::Hidden)).id();
        (world, map)
    }

    fn seat_of(visibility: Visibility, screen: Vec2) -> (f32, Val) {
        let (mut world, map) = with_map(screen);
        // It has just been shown: it is laid out later in the frame.
        world.spawn((PlanetPanel, Node::default(), visibility));
        world.run_system_once(arrange).expect("it runs");
        let node = world.get::<Node>(map).expect("it has a place");
        (world.resource::<MapSeat>().right, node.right)
    }

    #[test]
    fn the_map_moves_in_the_frame_in_which_the_panel_is_shown() {
        let screen = Vec2::new(1280.0, 560.0);
        let beside = PANEL_ROOM + GAP;
        assert_eq!(seat_of(Visibility::Inherited, screen), (beside, px(beside)));
        assert_eq!(seat_of(Visibility::Hidden, screen), (MAP_CORNER.x, px(MAP_CORNER.x)));
    }

    #[test]
    fn the_map_is_hidden_under_a_page() {
        let map_under = |page: Visibility| {
            let (mut world, map) = with_map(ViewCamera::default().viewport.as_vec2());
            world.spawn((CoversPanels, page));
            world.run_system_once(arrange).expect("it runs");
            world.get::<Visibility>(map).copied()
        };
        assert_eq!(map_under(Visibility::Inherited), Some(Visibility::Hidden));
        assert_eq!(map_under(Visibility::Hidden), Some(Visibility::Inherited));
    }

    #[test]
    fn the_row_of_the_guide_is_as_wide_as_its_room() {
        let screen = Vec2::new(512.0, 400.0);
        let (mut world, _) = with_map(screen);
        let row = world.spawn((GuideRow, Node::default(), Visibility::Inherited)).id();
        world.run_system_once(arrange).expect("it runs");
        let width = lay_out(screen, false, false).guide_width.expect("there is room");
        assert!(width < CARD_WIDTH);
        assert_eq!(world.get::<Node>(row).map(|node| node.width), Some(px(width)));
    }

    /// The greatest height of the planet panel beside another part on a screen of this size.
    fn panel_most_beside(part: impl Bundle, screen: Vec2) -> Option<Val> {
        let (mut world, _) = with_map(screen);
        let panel = world.spawn((PlanetPanel, Node::default(), Visibility::Inherited)).id();
        world.spawn(part);
        world.run_system_once(arrange).expect("it runs");
        world.get::<Node>(panel).map(|node| node.max_height)
    }

    /// A part of this width.
    fn sized(width: f32) -> ComputedNode {
        ComputedNode { size: Vec2::new(width, 100.0), ..default() }
    }

    #[test]
    fn the_panel_is_shorter_while_plans_stand_below_it() {
        let screen = Vec2::new(1280.0, 720.0);
        let most = |width: f32| panel_most_beside((PlansPanel, sized(width)), screen);
        let usual = lay_out(screen, true, false).panel_most;
        let shorter = panel_with_plans(screen, usual);
        assert_eq!((most(0.0), most(362.0)), (Some(px(usual)), Some(px(shorter))));
        assert!(shorter < usual);
    }

    #[test]
    fn the_panel_is_shorter_above_the_card_of_a_battle() {
        let screen = Vec2::new(1280.0, 560.0);
        let most = |width: f32| panel_most_beside((BattleCard, sized(width)), screen);
        let alone = lay_out(screen, true, false).panel_most;
        let above_card = lay_out(screen, true, true).panel_most;
        // A card that is closed has no size.
        assert_eq!((most(0.0), most(362.0)), (Some(px(alone)), Some(px(above_card))));
        assert!(above_card < alone);
    }

    #[test]
    fn without_a_selection_a_low_narrow_screen_has_the_panel_in_place_of_the_map() {
        let seen = |screen: Vec2, card_height: f32, is_folded: bool| {
            let (mut world, map) = with_map(screen);
            world.insert_resource(PanelFolded(is_folded));
            let panel = world.spawn((PlanetPanel, Node::default(), Visibility::Inherited)).id();
            let card = ComputedNode { size: Vec2::new(424.0, card_height), ..default() };
            world.spawn((SelectionCard, card));
            world.run_system_once(arrange).expect("it runs");
            let has_map = world.get::<Visibility>(map).is_some_and(|map| *map != Visibility::Hidden);
            (world.get::<Node>(panel).map(|node| node.max_height), has_map)
        };
        let low = Vec2::new(1024.0, 576.0);
        assert_eq!(seen(low, 0.0, false), (Some(px(beside_map(low))), false));
        assert_eq!(seen(low, 0.0, true), (Some(px(above_map(low))), true), "only its head is there");
        assert_eq!(seen(low, 200.0, false), (Some(px(above_map(low))), true), "orders need the map");
        let roomy = Vec2::new(1280.0, 720.0);
        assert_eq!(seen(roomy, 0.0, false), (Some(px(above_map(roomy))), true));
    }

    #[test]
    fn the_panel_gives_way_to_plans_without_room_beside_it() {
        let display = |screen: Vec2| {
            let (mut world, _) = with_map(screen);
            let panel = world.spawn((PlanetPanel, Node::default(), Visibility::Inherited)).id();
            let plans = world.spawn((PlansPanel, sized(362.0))).id();
            [sized(362.0), sized(0.0)].map(|plans_size| {
                world.entity_mut(plans).insert(plans_size);
                world.run_system_once(arrange).expect("it runs");
                world.get::<Node>(panel).map(|node| node.display)
            })
        };
        let (shown, hidden) = (Some(Display::Flex), Some(Display::None));
        assert_eq!(display(Vec2::new(1024.0, 576.0)), [hidden, shown], "it comes back when they are closed");
        assert_eq!(display(Vec2::new(1280.0, 720.0)), [shown, shown]);
    }

    #[test]
    fn in_a_narrow_window_the_panel_ends_above_the_map() {
        let side = lay_out(Vec2::new(900.0, 700.0), true, false);
        assert_eq!((side.panel_most, side.map_right), (406.0, Some(MAP_CORNER.x)));
        let tiny = lay_out(Vec2::new(512.0, 320.0), true, false);
        assert_eq!((tiny.panel_most, tiny.map_right, tiny.guide_width), (234.0, None, None));
        assert_eq!(
            lay_out(Vec2::new(320.0, 180.0), false, false).map_right,
            None,
            "a picture lower than the map"
        );
    }

    #[test]
    fn words_stay_clear_of_the_plates_that_say_so() {
        let mut world = World::new();
        world.insert_resource(ViewCamera::default());
        world.insert_resource(UiScale(2.0));
        world.init_resource::<CoveredAreas>();
        world.init_resource::<FreeArea>();
        world.init_resource::<MapSeat>();
        // Two physical pixels for each of the UI.
        let laid_out = |size: Vec2, visibility: InheritedVisibility| {
            let node = ComputedNode { size, inverse_scale_factor: 0.5, ..default() };
            (CoversSky, node, UiGlobalTransform::from_translation(Vec2::new(200.0, 40.0)), visibility)
        };
        let size = Vec2::new(300.0, 60.0);
        world.spawn(laid_out(size, InheritedVisibility::HIDDEN));
        world.spawn(laid_out(Vec2::new(300.0, 0.0), InheritedVisibility::VISIBLE));
        world.run_system_once(note_covered).expect("it runs");
        let line = world.resource::<CoveredAreas>().0.clone();
        assert_eq!(line.len(), 1, "the status line alone: {line:?}");
        world.spawn(laid_out(size, InheritedVisibility::VISIBLE));
        world.run_system_once(note_covered).expect("it runs");
        let covered = &world.resource::<CoveredAreas>().0;
        assert_eq!(covered[1..], [Rect::new(25.0, 5.0, 175.0, 35.0)]);
    }

    #[test]
    fn words_stay_clear_of_the_column_at_the_lower_left() {
        let column = ComputedNode { size: Vec2::new(840.0, 200.0), inverse_scale_factor: 0.5, ..default() };
        let rect = column_on(Vec2::new(1280.0, 720.0), &column);
        assert_eq!(rect, Some(Rect::new(14.0, 572.0, 434.0, 672.0)));
        assert_eq!(column_on(Vec2::new(1280.0, 720.0), &ComputedNode::default()), None);
    }
}
