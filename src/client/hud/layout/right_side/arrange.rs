//! Fits the planet panel and the minimap in every frame.

use bevy::prelude::*;

use crate::client::frame::visible_if;
use crate::client::hud::layout::places::{CoversPanels, Minimap, Outliner, PlanetPanel, panel_most};
use crate::client::hud::layout::plans_place::panel_with_plans;
use crate::client::hud::layout::side_panels::SidePanels;
use crate::client::view::ViewCamera;
use crate::client::widgets::show;

type OnlyMap = (With<Minimap>, Without<PlanetPanel>, Without<Outliner>, Without<CoversPanels>);
type OnlyPages = (With<CoversPanels>, Without<Minimap>);

/// Limits the height of the panel, takes its room away where it has to give way, and hides the map under a page.
pub fn arrange(
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    panels: SidePanels,
    panel: Option<Single<&mut Node, With<PlanetPanel>>>,
    map: Single<&mut Visibility, OnlyMap>,
    pages: Query<&Visibility, OnlyPages>,
) {
    let screen = view.screen(ui_scale.0);
    let shown = panels.shown(screen);
    let most = panel_most(screen);
    let most = if shown.plans { panel_with_plans(screen, most) } else { most };
    if let Some(panel) = panel {
        fit_panel(panel.into_inner(), most, shown.panel);
    }
    let is_covered = pages.iter().any(|visibility| *visibility != Visibility::Hidden);
    map.into_inner().set_if_neq(visible_if(!is_covered));
}

/// Limits the height of the planet panel, pixels, and takes its room away where it has to give way.
fn fit_panel(mut node: Mut<Node>, most: f32, has_room: bool) {
    if node.max_height != px(most) {
        node.max_height = px(most);
    }
    show(&mut node, has_room);
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bevy::ui::ComputedNode;

    use super::*;
    use crate::client::hud::layout::places::PlansPanel;
    use crate::client::hud::layout::test_support::picture;

    /// A picture of this size with the minimap.
    fn with_map(screen: Vec2) -> (World, Entity) {
        let mut world = picture(screen);
        let map = world.spawn((Minimap, Node::default(), Visibility::Hidden)).id();
        (world, map)
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
    fn the_panel_is_shorter_while_plans_stand_below_it() {
        let screen = Vec2::new(1280.0, 720.0);
        let most = |width: f32| {
            let (mut world, _) = with_map(screen);
            let panel = world.spawn((PlanetPanel, Node::default(), Visibility::Inherited)).id();
            world.spawn((PlansPanel, sized(width)));
            world.run_system_once(arrange).expect("it runs");
            world.get::<Node>(panel).map(|node| node.max_height)
        };
        let usual = panel_most(screen);
        let shorter = panel_with_plans(screen, usual);
        // A panel that is closed has no size.
        assert_eq!((most(0.0), most(362.0)), (Some(px(usual)), Some(px(shorter))));
        assert!(shorter < usual);
    }

    /// A part of this width.
    fn sized(width: f32) -> ComputedNode {
        ComputedNode { size: Vec2::new(width, 100.0), ..default() }
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
