//! Which panels are shown at the sides of the picture.
//!
//! No panel lies over another one. A long one is as high as its room, and scrolls; the chart of departures moves into
//! free room (`free_area.rs`). Where there is no room beside what the player has opened, the other panel gives way: the
//! planet panel to the plans of minds, and the guide to the report on a battle (`top_middle/`).

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::places::{BattleCard, Outliner, PlanetPanel, PlansPanel};
use super::plans_place::plans_cover_panel;

/// The panels that are shown at the sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownPanels {
    /// The outliner.
    pub outliner: bool,
    /// The planet panel.
    pub panel: bool,
    /// The plans of minds.
    pub plans: bool,
    /// The card of a battle.
    pub battle: bool,
}

impl ShownPanels {
    /// Those that have room on a screen of this size: where the plans of minds would lie over the planet panel, they
    /// are shown in its place.
    pub fn with_room(self, screen: Vec2) -> Self {
        let gives_way = self.plans && plans_cover_panel(screen);
        Self { panel: self.panel && !gives_way, ..self }
    }
}

/// Query bundle for the panels at the sides.
#[derive(SystemParam)]
pub struct SidePanels<'w, 's> {
    outliner: Option<Single<'w, 's, &'static Visibility, With<Outliner>>>,
    panel: Option<Single<'w, 's, &'static Visibility, With<PlanetPanel>>>,
    plans: Option<Single<'w, 's, &'static ComputedNode, With<PlansPanel>>>,
    battle: Option<Single<'w, 's, &'static ComputedNode, With<BattleCard>>>,
}

impl SidePanels<'_, '_> {
    /// Those that are shown on a screen of this size.
    pub fn shown(&self, screen: Vec2) -> ShownPanels {
        let wanted = ShownPanels {
            outliner: self.outliner.as_ref().is_some_and(|outliner| ***outliner != Visibility::Hidden),
            panel: self.panel.as_ref().is_some_and(|panel| ***panel != Visibility::Hidden),
            plans: self.plans.as_ref().is_some_and(|plans| plans.size.x > 0.0),
            battle: self.battle.as_ref().is_some_and(|battle| battle.size.x > 0.0),
        };
        wanted.with_room(screen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::layout::battle_place::battle_place;
    use crate::client::hud::layout::places::PANEL_WIDTH;
    use crate::client::hud::layout::plans_place::plans_place;
    use crate::client::hud::layout::test_support::screens_in;

    const BOTH: ShownPanels = ShownPanels { outliner: true, panel: true, plans: true, battle: false };

    #[test]
    fn plans_take_the_place_of_a_planet_panel_that_leaves_them_no_room() {
        for low in [Vec2::new(1024.0, 600.0), Vec2::new(1024.0, 576.0)] {
            let shown = BOTH.with_room(low);
            assert_eq!(shown, ShownPanels { panel: false, ..BOTH }, "{low}");
            let alone = ShownPanels { plans: false, ..BOTH };
            assert_eq!(alone.with_room(low), alone, "{low}");
        }
        for roomy in [Vec2::new(1280.0, 720.0), Vec2::new(1365.0, 800.0), Vec2::new(2560.0, 1440.0)] {
            assert_eq!(BOTH.with_room(roomy), BOTH, "{roomy}");
        }
    }

    #[test]
    fn the_card_of_a_battle_lies_over_no_plans() {
        let windows = [(1024.0, 600.0), (1024.0, 640.0), (1280.0, 580.0), (1280.0, 720.0), (1920.0, 1080.0)];
        for screen in screens_in(&windows) {
            for panel in [false, true] {
                let shown = ShownPanels { panel, battle: true, ..BOTH }.with_room(screen);
                let (plans, card) = (plans_place(screen, shown.panel), battle_place(screen, shown));
                let area = |right: f32, top: f32, most: f32| {
                    let right = screen.x - right;
                    Rect::new(right - PANEL_WIDTH, top, right, top + most)
                };
                let plans = area(plans.right, plans.top, plans.most);
                let card = area(card.right, card.top, card.most);
                assert!(plans.intersect(card).is_empty(), "{plans:?} and {card:?} on {screen}, {shown:?}");
            }
        }
    }
}
