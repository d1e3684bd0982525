//! Puts the planet panel, the minimap and the guide in their places in every frame.

use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::place::lay_out;
use crate::client::frame::visible_if;
use crate::client::hud::layout::places::{
    CoversPanels, GuideRow, MapSeat, Minimap, Outliner, PanelFolded, PlanetPanel, SelectionCard,
};
use crate::client::hud::layout::plans_place::panel_with_plans;
use crate::client::hud::layout::side_panels::SidePanels;
use crate::client::view::ViewCamera;
use crate::client::widgets::show;

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
    use crate::client::hud::layout::places::{
        BattleCard, CARD_WIDTH, MAP_CORNER, PANEL_ROOM, PlansPanel, SIDE_GAP as GAP, above_map, beside_map,
    };
    use crate::client::hud::layout::test_support::picture;

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
}
