//! How long before its first shot an attack could be seen by the side that it met.

use std::collections::{BTreeMap, BTreeSet};

use crate::sim::visibility::Knowledge;
use crate::sim::{BodyId, FactionId, Operation, ShipId, Stage};

/// An attack that follows another one on the same body with the same ships within this time is a part of it, seconds of
/// play: the ships are still there.
const GOES_ON_S: f64 = 10.0;

/// An attack of a mind on a body that has departed.
#[derive(Clone, Debug)]
struct Attack {
    target: BodyId,
    ships: BTreeSet<ShipId>,
    /// When the other side first saw a ship of it after its departure, seconds of play.
    seen_s: Option<f64>,
    /// Whether anybody has fired.
    is_open: bool,
    /// When its operation was there for the last time, seconds of play.
    last_s: f64,
    /// Whether its operation has ended.
    has_ended: bool,
}

/// The attacks of both contestants that go on, by contestant and number of the operation.
#[derive(Clone, Debug, Default)]
pub struct Warnings(BTreeMap<(usize, u32), Attack>);

impl Warnings {
    /// Looks at the operations of a contestant's mind. `foe`: the other side.
    pub fn look(
        &mut self,
        contestant: usize,
        operations: &[Operation],
        (foe, knowledge): (FactionId, &Knowledge),
        now_s: f64,
    ) {
        self.follow(contestant, operations, |ship| knowledge.sees_ship(foe, ship), now_s);
    }

    fn follow(
        &mut self,
        contestant: usize,
        operations: &[Operation],
        is_seen: impl Fn(ShipId) -> bool,
        now_s: f64,
    ) {
        for ((_, id), attack) in self.0.iter_mut().filter(|((one, _), _)| *one == contestant) {
            attack.has_ended = !operations.iter().any(|own| own.id == *id);
        }
        // Ships of an attack that has ended may come again in another one.
        self.0.retain(|_, attack| !attack.has_ended || now_s - attack.last_s <= GOES_ON_S);
        let is_attack = |one: &&Operation| one.kind.is_attack_on_body();
        let departed = operations.iter().filter(is_attack).filter(|one| one.stage >= Stage::Advance);
        for one in departed {
            let before = self.continued_by(contestant, one);
            let attack = self.0.entry((contestant, one.id)).or_insert_with(|| Attack {
                target: one.target,
                ships: BTreeSet::new(),
                seen_s: before.and_then(|(seen_s, _)| seen_s),
                is_open: before.is_some_and(|(_, is_open)| is_open),
                last_s: now_s,
                has_ended: false,
            });
            attack.last_s = now_s;
            attack.ships.extend(&one.ships);
            if attack.seen_s.is_none() && attack.ships.iter().any(|ship| is_seen(*ship)) {
                attack.seen_s = Some(now_s);
            }
        }
    }

    /// Since when the attack was seen that an operation goes on with, seconds of play, and whether anybody has fired;
    /// `None` if it goes on with none.
    fn continued_by(&self, contestant: usize, operation: &Operation) -> Option<(Option<f64>, bool)> {
        let ended = self.0.iter().filter(|((one, _), attack)| *one == contestant && attack.has_ended);
        let is_same = |attack: &&Attack| {
            attack.target == operation.target
                && operation.ships.iter().any(|ship| attack.ships.contains(ship))
        };
        ended.map(|(_, attack)| attack).rfind(is_same).map(|attack| (attack.seen_s, attack.is_open))
    }

    /// Notes a shot of a contestant's ship, `is_at`: whether it was fired at a body or hit there. Returns for how long
    /// the attack had been seen before, seconds of play, if this was the first shot of it.
    pub fn shot_by(
        &mut self,
        contestant: usize,
        ship: ShipId,
        is_at: impl Fn(BodyId) -> bool,
        now_s: f64,
    ) -> Option<f64> {
        let attack = self.opened(contestant, ship, is_at)?;
        Some(attack.seen_s.map_or(0.0, |seen_s| now_s - seen_s))
    }

    /// Notes a shot at a contestant's ship. An attack at which the foe fires first is left out: it needs no warning.
    pub fn shot_at(&mut self, contestant: usize, ship: ShipId, is_at: impl Fn(BodyId) -> bool) {
        self.opened(contestant, ship, is_at);
    }

    /// The attack of a ship that opens with a shot about its target.
    fn opened(&mut self, contestant: usize, ship: ShipId, is_at: impl Fn(BodyId) -> bool) -> Option<&Attack> {
        let own = self.0.iter_mut().filter(|((one, _), _)| *one == contestant).map(|(_, attack)| attack);
        let is_closed = |attack: &Attack| !attack.is_open && !attack.has_ended;
        let mut closed = own.filter(|attack| is_closed(attack) && attack.ships.contains(&ship));
        let attack = closed.find(|attack| is_at(attack.target))?;
        attack.is_open = true;
        Some(&*attack)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::OperationKind;

    fn attack(id: u32, stage: Stage) -> Operation {
        Operation {
            stage,
            ships: vec![ShipId(id), ShipId(id + 1)],
            ..Operation::begun(id, OperationKind::Take, BodyId(3), 0)
        }
    }

    #[test]
    fn an_attack_is_seen_from_its_departure_to_its_first_shot_at_its_target() {
        let mut warnings = Warnings::default();
        warnings.follow(0, &[attack(1, Stage::Gather)], |_| true, 10.0);
        warnings.follow(0, &[attack(1, Stage::Advance)], |_| false, 20.0);
        warnings.follow(0, &[attack(1, Stage::Advance)], |ship| ship == ShipId(2), 30.0);
        warnings.follow(0, &[attack(1, Stage::Act)], |_| true, 40.0);
        let shot = |warnings: &mut Warnings, one: usize, ship: u32, body: usize| {
            warnings.shot_by(one, ShipId(ship), |at| at == BodyId(body), 65.0)
        };
        assert_eq!(shot(&mut warnings, 0, 1, 4), None, "elsewhere");
        assert_eq!(shot(&mut warnings, 1, 1, 3), None, "by the other side");
        assert_eq!(shot(&mut warnings, 0, 9, 3), None, "by a ship of no attack");
        assert_eq!(shot(&mut warnings, 0, 1, 3), Some(35.0));
        assert_eq!(shot(&mut warnings, 0, 2, 3), None, "not the first one");
    }

    #[test]
    fn an_attack_is_forgotten_when_it_ends() {
        let mut warnings = Warnings::default();
        warnings.follow(0, &[attack(1, Stage::Advance)], |_| true, 10.0);
        warnings.follow(1, &[attack(1, Stage::Advance)], |_| true, 10.0);
        warnings.follow(0, &[], |_| true, 20.0);
        assert_eq!(warnings.shot_by(0, ShipId(1), |_| true, 30.0), None, "it has ended");
        // The same ships come again.
        let again = Operation { id: 7, ..attack(1, Stage::Advance) };
        warnings.follow(0, &[again], |_| true, 40.0);
        assert_eq!(warnings.shot_by(0, ShipId(1), |_| true, 75.0), Some(35.0));
        assert_eq!(warnings.shot_by(1, ShipId(1), |_| true, 75.0), Some(65.0), "the other side's goes on");
    }

    #[test]
    fn an_attack_goes_on_where_the_next_one_has_its_ships_and_its_target() {
        let again = Operation { id: 7, ..attack(1, Stage::Advance) };
        let elsewhere = Operation { target: BodyId(4), ..again.clone() };
        let seen_s = |again: &Operation, is_met: bool| {
            let mut warnings = Warnings::default();
            warnings.follow(0, &[attack(1, Stage::Advance)], |_| true, 10.0);
            if is_met {
                warnings.shot_at(0, ShipId(1), |_| true);
            }
            warnings.follow(0, &[], |_| true, 11.0);
            warnings.follow(0, std::slice::from_ref(again), |_| true, 12.0);
            warnings.shot_by(0, ShipId(1), |_| true, 45.0)
        };
        assert_eq!(seen_s(&again, false), Some(35.0), "it is seen since the first departure");
        assert_eq!(seen_s(&again, true), None, "there is fire already");
        assert_eq!(seen_s(&elsewhere, true), Some(33.0), "another target");
    }

    #[test]
    fn an_attack_that_nobody_saw_came_without_warning_and_one_that_was_met_is_left_out() {
        let mut warnings = Warnings::default();
        warnings.follow(1, &[attack(1, Stage::Advance), attack(5, Stage::Advance)], |_| false, 20.0);
        assert_eq!(warnings.shot_by(1, ShipId(1), |_| true, 50.0), Some(0.0));
        warnings.shot_at(1, ShipId(5), |_| true);
        assert_eq!(warnings.shot_by(1, ShipId(5), |_| true, 50.0), None);
    }
}
