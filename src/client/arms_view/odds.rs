//! What a click on a foe does, and what would come of it: this fleet against that one, and a table of what
//! armour and shield of the foe suffer.
//!
//! - Enters: the selected ships, and what is seen of the foe under the pointer.
//! - Leaves: words at the pointer.
//! - Must never: count foes that are out of sight, or reckon the same estimate anew in every frame.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::estate::Choosing;
use crate::client::gestures::UnderPointer;
use crate::client::markers::Seen;
use crate::client::ordering::Pointed;
use crate::client::planning::aim::STRIKE;
use crate::client::planning::front::{Adversary, FoeThere};
use crate::client::planning::{Aim, Armed, Front};
use crate::client::routes::PointLabels;
use crate::client::seen::SeenShips;
use crate::client::selection::Selected;
use crate::client::stacks::counted;
use crate::level::DamageKind;
use crate::sim::fight::estimate::{Estimate, duel_estimate};
use crate::sim::fight::{ArmedClass, Armoury};
use crate::sim::ships::{Ship, ShipClasses};

/// The most classes of a foe that are listed.
const MOST_CLASSES: usize = 4;
/// Letters of a column of the table, and of what stands before the columns.
const COLUMN: usize = 9;
const HEAD: usize = 7;

/// Classes with how many there are of each, in the order of the classes.
type Counts = Vec<(usize, u32)>;

/// Two sides whose fight has been estimated.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sides {
    own: Counts,
    foes: Counts,
    /// The class of the foe that is pointed at.
    class: usize,
    is_structure: bool,
}

/// What was told last, and of whom.
#[derive(Debug, Default)]
pub struct LastOdds(Option<(Sides, String)>);

/// What is compared.
#[derive(SystemParam)]
pub struct Comparison<'w, 's> {
    ships: SeenShips<'w, 's>,
    own: Query<'w, 's, &'static Ship, With<Selected>>,
    armoury: Res<'w, Armoury>,
    classes: Res<'w, ShipClasses>,
}

impl Comparison<'_, '_> {
    /// The selected ships, and what is seen of a foe: the ship's whole fleet, or the structure.
    fn sides(&self, foe: &FoeThere) -> Sides {
        let own = counts(self.own.iter().map(|ship| ship.class));
        let is_structure = matches!(foe.who, Adversary::Structure(_));
        let of_fleet = self.ships.iter().filter(|seen| Some(seen.fleet) == foe.fleet);
        let foes =
            if is_structure { vec![(foe.class, 1)] } else { counts(of_fleet.map(|seen| seen.ship.class)) };
        Sides { own, foes, class: foe.class, is_structure }
    }

    /// What would come of it, and the table of the foe that is pointed at.
    fn words(&self, sides: &Sides) -> String {
        let foe_classes = if sides.is_structure { &self.armoury.structures } else { &self.armoury.ships };
        let own = side_of(&self.armoury.ships, &sides.own);
        let foes = side_of(foe_classes, &sides.foes);
        let mut lines = Vec::new();
        if !sides.is_structure {
            lines.push(self.list(&sides.foes));
        }
        lines.push(odds_words(&duel_estimate(&own, &foes, &self.armoury)));
        lines.extend(foe_classes.get(sides.class).map(table_words));
        lines.join("\n")
    }

    fn list(&self, foes: &[(usize, u32)]) -> String {
        let name = |class: usize| self.classes.0.get(class).map_or("ship", |class| class.name.as_str());
        let listed = foes.iter().take(MOST_CLASSES);
        let parts: Vec<String> =
            listed.map(|(class, count)| counted(*count as usize, name(*class))).collect();
        let more = if foes.len() > MOST_CLASSES { " and others" } else { "" };
        format!("seen: {}{more}", parts.join(", "))
    }
}

/// How many there are of each class.
fn counts(classes: impl Iterator<Item = usize>) -> Counts {
    let mut found: BTreeMap<usize, u32> = BTreeMap::new();
    for class in classes {
        *found.entry(class).or_default() += 1;
    }
    found.into_iter().collect()
}

fn side_of<'a>(classes: &'a [ArmedClass], counts: &[(usize, u32)]) -> Vec<(&'a ArmedClass, u32)> {
    counts.iter().filter_map(|(class, count)| Some((classes.get(*class)?, *count))).collect()
}

/// An estimate in words, for the one side of it.
fn odds_words(estimate: &Estimate) -> String {
    let Estimate { share_left_one: own, share_left_other: foes, seconds } = *estimate;
    let hundredths = |share: f64| format!("{:.0} %", 100.0 * share);
    match (own > 0.0, foes > 0.0) {
        (true, false) => format!("likely won, {} left, {seconds:.0} s", hundredths(own)),
        (false, true) => format!("likely lost, {} of them left, {seconds:.0} s", hundredths(foes)),
        (false, false) => format!("nobody would be left, {seconds:.0} s"),
        (true, true) if own >= 1.0 && foes >= 1.0 => "neither can hurt the other".to_owned(),
        (true, true) => format!("undecided: {} left, and {} of them", hundredths(own), hundredths(foes)),
    }
}

/// How much armour and shield of a class suffer of each kind of damage, hundredths.
fn table_words(class: &ArmedClass) -> String {
    let row = |head: &str, cells: [String; 4]| {
        let cells: Vec<String> = cells.into_iter().map(|cell| format!("{cell:>COLUMN$}")).collect();
        format!("{head:<HEAD$}{}", cells.concat())
    };
    let shares = |shares: [f64; 4]| shares.map(|share| format!("{:.0} %", 100.0 * share));
    let shield =
        if class.shield > 0.0 { row("shield", shares(class.shield_shares)) } else { "no shield".to_owned() };
    let head = row("takes", DamageKind::ALL.map(|kind| kind.name().to_owned()));
    [head, row("armour", shares(class.armour_shares)), shield].join("\n")
}

/// Says what a click on what is under the pointer does in a war, and what would come of it.
pub fn tell_front(
    front: Res<Front>,
    armed: Res<Armed>,
    choosing: Res<Choosing>,
    pointed: Res<Pointed>,
    under: Res<UnderPointer>,
    places: Query<&Seen>,
    comparison: Comparison,
    mut last: Local<LastOdds>,
    mut labels: ResMut<PointLabels>,
) {
    if front.might.ships == 0 || choosing.is_active() || pointed.is_drag() || under.is_panel {
        return;
    }
    let words = match armed.0 {
        None => front.strike_words(),
        Some(Aim::Attack) => Some(front.attack_words()),
        Some(_) => None,
    };
    let on = under.entity.and_then(|entity| places.get(entity).ok()).map(|seen| seen.place);
    let Some((mut words, place)) = words.zip(on.or(pointed.point)) else { return };
    if let Some(foe) = &front.foe {
        words.push('\n');
        words.push_str(&odds_of(&comparison, foe, &mut last));
    }
    labels.say(place, words, STRIKE);
}

/// What would come of a fight, reckoned anew only when the sides have changed.
fn odds_of(comparison: &Comparison, foe: &FoeThere, last: &mut LastOdds) -> String {
    let sides = comparison.sides(foe);
    if let Some((_, words)) = last.0.as_ref().filter(|(known, _)| *known == sides) {
        return words.clone();
    }
    let words = comparison.words(&sides);
    last.0 = Some((sides, words.clone()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::fight::trial;

    fn estimate(own: f64, foes: f64) -> String {
        odds_words(&Estimate { share_left_one: own, share_left_other: foes, seconds: 20.2 })
    }

    #[test]
    fn odds_are_told_for_the_own_side() {
        assert_eq!(estimate(0.7, 0.0), "likely won, 70 % left, 20 s");
        assert_eq!(estimate(0.0, 0.25), "likely lost, 25 % of them left, 20 s");
        assert_eq!(estimate(0.0, 0.0), "nobody would be left, 20 s");
        assert_eq!(estimate(1.0, 1.0), "neither can hurt the other");
        assert_eq!(estimate(0.5, 0.4), "undecided: 50 % left, and 40 % of them");
    }

    #[test]
    fn the_table_has_a_column_for_every_kind_of_damage() {
        let class = ArmedClass { armour: 10.0, armour_shares: [1.2, 0.5, 0.0, 1.0], ..trial::unarmed() };
        let table = table_words(&class);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[0], "takes    kinetic       EM     heat electric");
        assert_eq!(lines[1], "armour     120 %     50 %      0 %    100 %");
        assert_eq!(lines[2], "no shield");
        let shielded = ArmedClass { shield: 5.0, ..class };
        assert!(table_words(&shielded).ends_with("shield     100 %    100 %    100 %    100 %"));
    }

    #[test]
    fn classes_are_counted_in_their_order() {
        assert_eq!(counts([3, 1, 3, 3].into_iter()), [(1, 1), (3, 3)]);
    }
}
