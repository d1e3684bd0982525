//! Comets and their miners.

use bevy::prelude::Entity;

use super::{Almanac, SeenShip, WorldView};
use crate::sim::BodyId;
use crate::sim::motion::wells::comet_in_reach;

impl WorldView<'_> {
    /// The comet that a ship mines, as far as known: whether a foreign ship is paid is not.
    pub fn mined_by(self, ship: &SeenShip) -> Option<BodyId> {
        let Almanac { sky, ships, economy, sides, .. } = self.almanac();
        let is_miner = ships.0.get(ship.ship.class).is_some_and(|class| class.mines > 0);
        if !is_miner || ship.is_idle {
            return None;
        }
        let is_open =
            |comet: BodyId| self.owner(comet).is_none_or(|owner| !sides.are_foes(owner, ship.owner));
        comet_in_reach(sky, ship.position, economy.0.income.mining_reach, is_open)
    }

    /// What the ships of a fleet do at a comet, in words: `mining Wisp`; `None` if none of them mines.
    pub fn mining_words(self, fleet: Entity) -> Option<String> {
        let comet = self.ships_of(fleet).iter().find_map(|ship| self.mined_by(ship))?;
        Some(format!("mining {}", self.almanac().body_in_words(comet)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::level::BodyKind;
    use crate::sim::visibility::test_support::{ARES, EARTH, TERRA, held};
    use crate::sim::visibility::{Viewer, with_view};
    use crate::sim::{EconomyChoice, Holdings, ShipClasses, Sky};

    #[test]
    fn a_miner_near_a_comet_that_no_foe_holds_mines_it() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let mut mined = |kind: BodyKind, owner, mines: u32| {
            let mut system = (*world.resource::<Sky>().system).clone();
            system.bodies[EARTH].kind = kind;
            world.resource_mut::<Sky>().system = Arc::new(system);
            world.resource_mut::<EconomyChoice>().0.income.mining_reach = 1.0;
            world.resource_mut::<Holdings>().0[EARTH].owner = owner;
            world.resource_mut::<ShipClasses>().0.iter_mut().for_each(|class| class.mines = mines);
            with_view(world, Viewer::Everything, |view| view.ships().find_map(|ship| view.mined_by(&ship)))
                .expect("there is a world")
        };
        assert_eq!(mined(BodyKind::Comet, Some(TERRA), 1), Some(EARTH));
        assert_eq!(mined(BodyKind::Comet, None, 1), Some(EARTH));
        assert_eq!(mined(BodyKind::Comet, Some(ARES), 1), None);
        assert_eq!(mined(BodyKind::Comet, None, 0), None, "it is no miner");
        assert_eq!(mined(BodyKind::Planet, None, 1), None);
    }
}
