//! Which panels are shown at the sides of the picture.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::places::{BattleCard, Outliner, PlanetPanel, PlansPanel};

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

/// Query bundle for the panels at the sides.
#[derive(SystemParam)]
pub struct SidePanels<'w, 's> {
    outliner: Option<Single<'w, 's, &'static Visibility, With<Outliner>>>,
    panel: Option<Single<'w, 's, &'static Visibility, With<PlanetPanel>>>,
    plans: Option<Single<'w, 's, &'static ComputedNode, With<PlansPanel>>>,
    battle: Option<Single<'w, 's, &'static ComputedNode, With<BattleCard>>>,
}

impl SidePanels<'_, '_> {
    /// Those that are shown.
    pub fn shown(&self) -> ShownPanels {
        ShownPanels {
            outliner: self.outliner.as_ref().is_some_and(|outliner| ***outliner != Visibility::Hidden),
            panel: self.panel.as_ref().is_some_and(|panel| ***panel != Visibility::Hidden),
            plans: self.plans.as_ref().is_some_and(|plans| plans.size.x > 0.0),
            battle: self.battle.as_ref().is_some_and(|battle| battle.size.x > 0.0),
        }
    }
}
