//! The figures of every faction of a world, however many there are, at the end of its game.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::level::Faction;
use crate::sim::outcome::History;
use crate::sim::{FactionId, Factions, Holdings, Sides, Verdict};

/// The figures of a faction at the end of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatFigures {
    /// Its name in the level.
    pub faction: String,
    /// The name of its home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    /// The number of its side, which allies share.
    pub side: u16,
    /// Whether its side has won.
    pub won: bool,
    /// Bodies that it holds.
    pub bodies: u32,
    /// Whether it has surrendered.
    pub gave_up: bool,
}

impl SeatFigures {
    /// The figures of all factions, in their order.
    pub fn all(world: &World) -> Vec<Self> {
        let (sides, history) = (world.resource::<Sides>(), world.resource::<History>());
        let winner = world.resource::<Verdict>().0.as_ref().map(|decision| decision.side);
        let owners = || world.resource::<Holdings>().0.iter().filter_map(|holding| holding.owner);
        let seat = |(id, faction): (FactionId, &Faction)| {
            let side = sides.side(id);
            Self {
                faction: faction.name.clone(),
                home: faction.home.clone(),
                side,
                won: winner == Some(side),
                bodies: owners().filter(|owner| *owner == id).count() as u32,
                gave_up: history.has_surrendered(id),
            }
        };
        world.resource::<Factions>().0.iter_enumerated().map(seat).collect()
    }

    /// The name for people: `Terra (Earth)`.
    pub fn name(&self) -> String {
        let home = self.home.as_ref().map(|home| format!(" ({home})"));
        format!("{}{}", self.faction, home.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::faction_of;
    use crate::sim::outcome::history::{Past, Surrender};
    use crate::sim::outcome::test_support::decision_for;
    use crate::sim::{Decision, Holding};

    #[test]
    fn all_members_of_the_side_that_won_have_won() {
        let mut factions = [Some("red"), None, Some("red")].map(faction_of);
        factions[0].home = Some("Earth".to_owned());
        let mut world = World::new();
        world.insert_resource(Sides::of(&factions));
        world.insert_resource(Factions(factions.into_iter().collect()));
        let owners = [Some(FactionId(0)), None, Some(FactionId(0))];
        let holdings = owners.map(|owner| Holding { owner, ..Holding::default() });
        world.insert_resource(Holdings(holdings.into_iter().collect()));
        let surrender = Surrender { faction: FactionId(1), tick: 9 };
        world.insert_resource(History::from(Past { surrenders: vec![surrender], ..Past::default() }));
        world.insert_resource(Verdict::default());
        let seats = SeatFigures::all(&world);
        assert!(seats.iter().all(|seat| !seat.won), "it is not decided yet");
        assert_eq!(seats.iter().map(|seat| seat.bodies).collect::<Vec<_>>(), [2, 0, 0]);
        assert_eq!(seats.iter().map(|seat| seat.gave_up).collect::<Vec<_>>(), [false, true, false]);
        assert_eq!([&seats[0], &seats[1]].map(SeatFigures::name), ["a (Earth)", "a"]);
        let surrendered = vec![FactionId(1)];
        world.insert_resource(Verdict(Some(Decision { surrendered, ..decision_for(0) })));
        let won: Vec<(u16, bool)> =
            SeatFigures::all(&world).iter().map(|seat| (seat.side, seat.won)).collect();
        assert_eq!(won, [(0, true), (1, false), (0, true)]);
    }
}
