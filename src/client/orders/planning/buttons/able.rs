//! What the selected ships can do, as the world would answer an order.

use bevy::prelude::*;

use super::kind::{OrderKind, join};
use crate::client::frame::Player;
use crate::client::orders::planning::chosen::Chosen;
use crate::client::orders::planning::fleet_settings::FleetSetting;
use crate::client::worlds::Kept;
use crate::sim::order::{Abilities, abilities, check, check_each};
use crate::sim::visibility::{LOOK_TICKS, Views};
use crate::sim::{Calendar, Command, FactionId, OrderQueue, Refusal, ShipId};

/// What the selected ships can do.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Able {
    /// The abilities for orders with a target.
    pub abilities: Abilities,
    /// The orders without a target that would be refused, and why.
    refused: Vec<(OrderKind, Refusal)>,
}

impl Able {
    /// Why an order is of no use for the selected ships; `None` if it is.
    pub fn reason(&self, kind: OrderKind) -> Option<&Refusal> {
        let able = &self.abilities;
        match kind {
            OrderKind::Attack => able.no_attack.as_ref(),
            OrderKind::Set(FleetSetting::Stance | FleetSetting::Prey) if !able.is_armed() => {
                able.no_attack.as_ref()
            }
            OrderKind::Ground(assault) => able.no_assault(assault),
            _ => {
                let refused = self.refused.iter().find(|(refused, _)| *refused == kind);
                refused.map(|(_, why)| why).or(able.no_order.as_ref())
            }
        }
    }
}

/// What the answers depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbilityInputs {
    /// Which ships are asked about, in the order of their numbers.
    ships: Vec<ShipId>,
    /// The asking faction.
    faction: FactionId,
    /// Number of looks around: between them answers change so little that asking for them is not worth its cost.
    looks: u64,
    /// Number of orders that the world has processed: while the game is paused they change it between two ticks.
    orders: u64,
}

/// Asks what the selected ships can do now, where that may have changed.
pub fn note_abilities(
    views: Views,
    chosen: Chosen,
    (player, calendar, door): (Res<Player>, Res<Calendar>, Res<OrderQueue>),
    mut last: Kept<Option<AbilityInputs>>,
    mut able: ResMut<Able>,
) {
    let looks = calendar.tick / LOOK_TICKS;
    let asked =
        AbilityInputs { ships: chosen.ids(), faction: player.faction, looks, orders: door.looked_at() };
    if last.now().as_ref() == Some(&asked) {
        return;
    }
    let view = views.of(player.faction);
    let mut now = Able::default();
    if !asked.ships.is_empty() {
        now.abilities = abilities(view, &asked.ships);
        let fleets = chosen.fleets();
        let kinds = OrderKind::ALL.into_iter();
        // A fleet whose own name is not refused may take another one.
        let named = fleets.first().map(|fleet| (OrderKind::Rename, Command::Rename(fleet.name.clone())));
        let (kinds, commands): (Vec<OrderKind>, Vec<Command>) =
            kinds.filter_map(|kind| Some((kind, kind.command(&fleets)?))).chain(named).unzip();
        let outcomes = check_each(view, &chosen.units(), &commands);
        let joined = join(&fleets).map(|order| (OrderKind::Join, check(view, &order)));
        let answers = kinds.into_iter().zip(outcomes).chain(joined);
        now.refused = answers.filter_map(|(kind, outcome)| Some((kind, outcome.err()?))).collect();
    }
    able.set_if_neq(now);
    *last.now() = Some(asked);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::orders::planning::chosen::FleetSettings;
    use crate::client::orders::planning::test_support::{landers, quiet, warships};
    use crate::level::Assault;
    use crate::sim::TaskRefusal;

    const LAND: OrderKind = OrderKind::Ground(Assault::ALL[0]);
    const BOMBARD: OrderKind = OrderKind::Ground(Assault::ALL[1]);
    const STANCE: OrderKind = OrderKind::Set(FleetSetting::Stance);
    const PREY: OrderKind = OrderKind::Set(FleetSetting::Prey);

    fn grey(able: &Able) -> Vec<OrderKind> {
        OrderKind::ALL.into_iter().filter(|kind| able.reason(*kind).is_some()).collect()
    }

    fn tip(able: &Able, kind: OrderKind) -> String {
        kind.tip(&[], able.reason(kind), FleetSettings::default())
    }

    #[test]
    fn impossible_orders_are_grey_and_say_why() {
        let of = |abilities: Abilities| Able { abilities, refused: Vec::new() };
        assert!(grey(&of(Abilities { no_assault: [None, None], ..warships() })).is_empty());
        let expected = [OrderKind::Attack, BOMBARD, STANCE, PREY];
        assert_eq!(grey(&of(landers())), expected);
        let words = "Land [D]: no troopers are aboard these ships: build troop ships";
        assert_eq!(tip(&of(warships()), LAND), words);
        assert_eq!(grey(&of(quiet())), [OrderKind::Attack, LAND, BOMBARD]);
        let words = "Attack [A]: First holds its fire: change its stance first";
        assert_eq!(tip(&of(quiet()), OrderKind::Attack), words);
        let none = Abilities { no_order: Some(Refusal::NoShips), ..warships() };
        assert!([OrderKind::Move, OrderKind::Stop].iter().all(|kind| grey(&of(none.clone())).contains(kind)));
    }

    #[test]
    fn orders_without_a_target_are_grey_where_the_world_would_refuse_them() {
        let refused = vec![(OrderKind::Retreat, TaskRefusal::NoYard.into())];
        let able = Able { abilities: Abilities { no_assault: [None, None], ..warships() }, refused };
        assert_eq!(grey(&able), [OrderKind::Retreat]);
        let words = "Retreat [Z]: you know of no finished shipyard of your side to retreat to";
        assert!(tip(&able, OrderKind::Retreat).ends_with(words));
    }
}
