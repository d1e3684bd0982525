//! The facts that every faction knows: the sky and its rings, the date, the factions and their sides, the winner,
//! classes and rules.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::sim::{
    ArmsTable, BodyId, Calendar, EconomyChoice, FactionId, Factions, MindCatalog, Rings, Seats, ShipClasses,
    Sides, Sky, StructureClasses, Verdict,
};

/// The facts that every faction knows.
#[derive(SystemParam)]
pub struct Almanac<'w> {
    /// Bodies and their places.
    pub sky: Res<'w, Sky>,
    /// The date.
    pub calendar: Res<'w, Calendar>,
    /// The rings of bodies.
    pub rings: Res<'w, Rings>,
    /// The factions.
    pub factions: Res<'w, Factions>,
    /// The sides of the factions.
    pub sides: Res<'w, Sides>,
    /// The winner, once the war is decided.
    pub verdict: Res<'w, Verdict>,
    /// Ship classes.
    pub ships: Res<'w, ShipClasses>,
    /// Structure classes.
    pub structures: Res<'w, StructureClasses>,
    /// Combat numbers of all classes.
    pub arms_table: Res<'w, ArmsTable>,
    /// The numbers of the economy.
    pub economy: Res<'w, EconomyChoice>,
    /// The skills and personalities of minds.
    pub minds: Res<'w, MindCatalog>,
    /// Which factions are played by minds.
    pub seats: Res<'w, Seats>,
}

impl Almanac<'_> {
    /// The name of a body; empty for an unknown body.
    pub fn body_name(&self, body: BodyId) -> String {
        self.sky.system.bodies.get(body).map(|body| body.name.clone()).unwrap_or_default()
    }

    /// The name of a body within a sentence, `the Moon`; empty for an unknown body.
    pub fn body_in_words(&self, body: BodyId) -> String {
        self.sky.system.bodies.get(body).map(|body| body.in_words.clone()).unwrap_or_default()
    }

    /// The present place of a body, heliocentric km; the origin for an unknown body.
    pub fn body_place(&self, body: BodyId) -> DVec3 {
        self.sky.now.get(body).map_or(DVec3::ZERO, |state| state.position)
    }

    /// The name of a faction.
    pub fn faction_name(&self, faction: FactionId) -> &str {
        self.factions.0.get(faction).map_or("others", |faction| faction.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use crate::sim::visibility::test_support::{EARTH, SUN, TERRA, held};
    use crate::sim::visibility::{Viewer, with_view};

    #[test]
    fn a_name_has_its_article_only_within_a_sentence() {
        let names = with_view(held().world_mut(), Viewer::Faction(TERRA), |view| {
            let almanac = view.almanac();
            [SUN, EARTH].map(|body| [almanac.body_name(body), almanac.body_in_words(body)])
        });
        assert_eq!(names.expect("there is a world"), [["Sun", "the Sun"], ["Earth", "Earth"]]);
    }
}
