//! The rows of the card of a battle.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::super::names::LogNames;
use super::battle_reports::{BattleReport, UnitKind};
use super::best_class::{greatest, name_of, weakest_layer};
use super::report_card::listed;
use crate::client::frame::capital;
use crate::client::hud::help::encyclopedia::topics::lines::icon_of;
use crate::client::hud::odds_words::{odds_words, part_words};
use crate::client::hud::planet::classes::numbers::plain;
use crate::client::models::ShipMark;
use crate::client::scene::battle::sources::site::Site;
use crate::client::widgets::{Cell, GAIN, Icon, LOSS, QUIET, Row, TITLE, WORDS};
use crate::level::{DamageKind, counted, plural};
use crate::sim::combat::estimate::Estimate;
use crate::sim::forecast::{Force, UnitCount, contingents};
use crate::sim::{ArmedClass, ArmsTable, ClassId};

/// The most classes of ships of a side; the others share a number.
const MOST_CLASSES: usize = 6;
/// Width of the column with the share of the strength, pixels.
const SHARE_WIDTH: f32 = 44.0;

/// The action of a button of the card.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(super) enum CardAction {
    /// Looks at a battle, and opens its card.
    Open(u64),
    /// Closes the card.
    Close,
}

/// A battle for the card.
pub(super) struct ShownBattle<'a> {
    /// The battle when it was last seen.
    pub site: &'a Site,
    /// Whether nobody fights any more.
    pub is_over: bool,
    /// What the player's units have done and suffered.
    pub report: Option<&'a BattleReport>,
    /// The forecast for both sides; `None` if no foe is in sight, or in a battle of others.
    pub estimate: Option<Estimate>,
    /// The colours of both sides, and the signs of their lines in the chart.
    pub looks: [(Color, Handle<Image>); 2],
    /// The icons of ships, filled and hollow.
    pub icon: &'a dyn Fn(ShipMark, bool) -> Handle<Image>,
    /// Names.
    pub names: &'a LogNames<'a>,
    /// The classes as fighters.
    pub arms: &'a ArmsTable,
}

type Cells = Vec<Cell<CardAction>>;

impl ShownBattle<'_> {
    /// The title, and a row for each side.
    pub(super) fn head(&self) -> Vec<Row<CardAction>> {
        let at = self
            .site
            .body
            .map_or_else(|| "in open space".to_owned(), |body| format!("at {}", self.names.body(body)));
        let title = Cell::words(format!("Battle {at}"), TITLE).titled().wrapped();
        let look = Cell::button("Look there", CardAction::Open(self.site.number)).at_top();
        let close = Cell::button("×", CardAction::Close).at_top().with_tip("Close");
        let mut rows = vec![Row::of(vec![title, look, close])];
        if let Some(forces) = &self.site.forces {
            let share = forces.share().map(|share| 100.0 * share);
            let shares = [share, share.map(|share| 100.0 - share)];
            for (index, (force, share)) in forces.sides.iter().zip(shares).enumerate() {
                rows.push(Row::of(self.side(index, force, share)));
            }
        }
        rows
    }

    /// The name of a side, its units, and its share of the strength, percent.
    fn side(&self, index: usize, force: &Force, share: Option<f64>) -> Cells {
        let (color, sign) = self.looks[index].clone();
        let is_first = index == 0;
        let name = match force.faction {
            Some(faction) => self.names.faction(faction),
            None if is_first => "Nobody left",
            None => "No enemy in sight",
        };
        let mut cells = vec![Cell::words(name, color).with_shape(sign)];
        if is_first && force.faction.is_some() && force.is_empty() {
            cells.push(Cell::label("Nobody left", QUIET));
        }
        cells.extend(self.ships(&force.ships, is_first, color));
        cells.extend(self.structures(&force.structures, color));
        let share = share.map_or_else(String::new, |share| format!("{share:.0} %"));
        cells.push(Cell::column(share, color, SHARE_WIDTH).with_tip("Share of the strength here"));
        cells
    }

    /// The number of ships of each class beside its icon.
    fn ships(&self, ships: &[UnitCount], is_filled: bool, color: Color) -> Cells {
        let mut classes: BTreeMap<ClassId, (u32, Vec<String>)> = BTreeMap::new();
        for part in ships {
            let (count, words) = classes.entry(part.class).or_default();
            *count += part.count;
            let name = self.names.ship(part.class);
            words.extend(
                contingents(&self.arms.ships, std::slice::from_ref(part)).map(|some| part_words(&some, name)),
            );
        }
        let more: u32 = classes.values().skip(MOST_CLASSES).map(|(count, _)| count).sum();
        let known = classes.into_iter().take(MOST_CLASSES).map(|(class, (count, words))| {
            let mark = self.names.ships.get(class).map_or(ShipMark::default(), ShipMark::of);
            let icon = (self.icon)(mark, is_filled);
            Cell::label(count.to_string(), color).with_shape(icon).with_tip(words.join(", "))
        });
        let more = (more > 0).then(|| Cell::label(format!("+{more}"), color).with_tip("Further ships"));
        known.chain(more).collect()
    }

    /// The number of all structures.
    fn structures(&self, structures: &[UnitCount], color: Color) -> Option<Cell<CardAction>> {
        let count: u32 = structures.iter().map(|part| part.count).sum();
        let words =
            structures.iter().map(|part| counted(part.count as usize, self.names.structure(part.class)));
        let tip = words.collect::<Vec<String>>().join(", ");
        (count > 0).then(|| Cell::label(count.to_string(), color).with_icon(Icon::Yard).with_tip(tip))
    }

    /// The forecast, the losses, and what works.
    pub(super) fn body(&self) -> Vec<Row<CardAction>> {
        let told = |words: String, icon: Icon, color: Color| {
            Row::of(vec![Cell::words(words, color).wrapped().with_icon(icon)])
        };
        let mut rows = Vec::new();
        if self.is_over {
            rows.push(told("The battle is over".to_owned(), Icon::Done, QUIET));
        } else if let Some(estimate) = &self.estimate {
            rows.push(told(odds_words(estimate), Icon::Objective, color_of(estimate)));
        }
        if let Some(report) = self.report {
            let or_nothing = |units: &BTreeMap<UnitKind, usize>| {
                if units.is_empty() { "nothing".to_owned() } else { listed(units, self.names) }
            };
            rows.push(told(format!("Lost: {}", or_nothing(&report.lost)), Icon::Loss, WORDS));
            rows.push(told(format!("Destroyed: {}", or_nothing(&report.destroyed)), Icon::Attack, WORDS));
            if let Some((kind, share)) =
                main_share(report.dealt.iter().map(|(kind, points)| (*kind, *points)))
            {
                let words = format!("{} does {share:.0} % of your damage", capital(kind.name()));
                rows.push(told(words, icon_of(kind), WORDS));
            }
        }
        if let Some((kind, words)) = self.weakness() {
            rows.push(told(words, icon_of(kind), GAIN));
        }
        let taken = self.report.iter().flat_map(|report| &report.damage);
        if let Some((kind, share)) = main_share(taken.map(|((_, kind), points)| (*kind, *points))) {
            let words = format!("{} does {share:.0} % of the damage to you", capital(kind.name()));
            rows.push(told(words, icon_of(kind), LOSS));
        }
        rows
    }

    /// The kind of damage that the strongest class of the foes takes worst; `None` in a battle of others.
    fn weakness(&self) -> Option<(DamageKind, String)> {
        let forces = self.site.forces.as_ref().filter(|forces| forces.has_own)?;
        let [_, foes] = &forces.sides;
        let worth = |class: Option<&ArmedClass>, part: &UnitCount| {
            f64::from(part.count) * class.map_or(0.0, |class| class.worth)
        };
        let ships = foes
            .ships
            .iter()
            .map(|part| (UnitKind::Ship(part.class), worth(self.arms.ships.get(part.class), part)));
        let structures = foes
            .structures
            .iter()
            .map(|part| (UnitKind::Structure(part.class), worth(self.arms.structures.get(part.class), part)));
        let strongest = greatest(ships.chain(structures))?;
        let class = strongest.armed(self.arms);
        let layers = DamageKind::ALL.into_iter().map(|kind| Some((kind, weakest_layer(class?, kind)?)));
        let worst = layers.flatten().max_by(|(_, one), (_, other)| one.1.total_cmp(&other.1));
        let (kind, (layer, times)) = worst?;
        let units = capital(&plural(name_of(strongest, self.names)));
        Some((kind, format!("{units} take {} badly: ×{} on their {layer}", kind.name(), plain(times))))
    }
}

/// The colour of a forecast for the first side.
fn color_of(estimate: &Estimate) -> Color {
    match (estimate.share_left_one > 0.0, estimate.share_left_other > 0.0) {
        (true, false) => GAIN,
        (false, true) => LOSS,
        _ => WORDS,
    }
}

/// The kind of damage with the greatest sum, and its share of all, percent.
fn main_share(parts: impl Iterator<Item = (DamageKind, f64)> + Clone) -> Option<(DamageKind, f64)> {
    let whole: f64 = parts.clone().map(|(_, points)| points).sum();
    let kind = greatest(parts.clone())?;
    let points: f64 = parts.filter(|(other, _)| *other == kind).map(|(_, points)| points).sum();
    (whole > 0.0).then(|| (kind, 100.0 * points / whole))
}

#[cfg(test)]
mod tests {
    use super::super::battle_reports::Attacker;
    use super::*;
    use crate::client::scene::battle::sources::site::example;
    use crate::sim::combat::test_support::unarmed;
    use crate::sim::forecast::BattleForces;
    use crate::sim::ids::FactionId;
    use glam::DVec3;

    fn part(class: usize, level: u32, count: u32) -> UnitCount {
        UnitCount { class: ClassId::from(class), level, count, armour: 100, shield: 100 }
    }

    /// Terra with 5 ships of two classes, against 2 ships and a structure of Ares.
    fn forces() -> BattleForces {
        let terra = Force {
            faction: Some(FactionId(0)),
            ships: vec![part(0, 0, 3), part(0, 2, 1), part(1, 0, 1)],
            structures: Vec::new(),
            armed_structures: 0,
            strength: 300.0,
        };
        let ares = Force {
            faction: Some(FactionId(1)),
            ships: vec![part(0, 0, 2)],
            structures: vec![part(0, 0, 1)],
            armed_structures: 1,
            strength: 100.0,
        };
        BattleForces { sides: [terra, ares], has_own: true, ..BattleForces::default() }
    }

    fn arms() -> ArmsTable {
        let mut arms = ArmsTable::default();
        let class = ArmedClass { armour: 10.0, worth: 5.0, armour_shares: [1.0, 1.0, 1.4, 1.2], ..unarmed() };
        arms.ships.extend([class.clone(), class]);
        arms.structures.push(unarmed());
        arms
    }

    /// The words of the rows: of the head, and of the body.
    fn words(
        forces: Option<BattleForces>,
        report: Option<&BattleReport>,
        is_over: bool,
    ) -> (Vec<String>, Vec<String>) {
        let names = LogNames::of_factions(&["Terra", "Ares"]);
        let (site, arms) = (example(DVec3::ZERO, forces), arms());
        let estimate = Some(Estimate { share_left_one: 0.7, share_left_other: 0.0, seconds: 20.0 });
        let looks = [(GAIN, Handle::default()), (LOSS, Handle::default())];
        let icon = |_: ShipMark, _: bool| Handle::default();
        let (names, arms) = (&names, &arms);
        let shown = ShownBattle { site: &site, is_over, report, estimate, looks, icon: &icon, names, arms };
        let told = |rows: Vec<Row<CardAction>>| {
            let row = |row: &Row<CardAction>| {
                let cells: Vec<&str> = row.cells.iter().map(|cell| cell.words.as_str()).collect();
                cells.join("|")
            };
            rows.iter().map(row).collect::<Vec<String>>()
        };
        (told(shown.head()), told(shown.body()))
    }

    #[test]
    fn the_head_counts_both_sides() {
        let (head, _) = words(Some(forces()), None, false);
        assert_eq!(head, ["Battle in open space|Look there|×", "Terra|4|1|75 %", "Ares|2|1|25 %"]);
        assert_eq!(words(None, None, false).0.len(), 1, "not counted yet");
        let mut alone = forces();
        alone.sides[1] = Force::default();
        assert_eq!(words(Some(alone), None, false).0[2], "No enemy in sight|");
        let mut beaten = forces();
        beaten.sides[0] = Force { faction: beaten.sides[0].faction, ..Force::default() };
        assert_eq!(words(Some(beaten), None, false).0[1..], ["Terra|Nobody left|0 %", "Ares|2|1|100 %"]);
    }

    #[test]
    fn the_body_says_who_wins_and_what_works() {
        let cruiser = Attacker::Known(FactionId(1), UnitKind::Ship(ClassId::FIRST));
        let report = BattleReport {
            damage: BTreeMap::from([
                ((cruiser, DamageKind::Em), 30.0),
                ((Attacker::Unseen, DamageKind::Em), 30.0),
                ((cruiser, DamageKind::Heat), 40.0),
            ]),
            dealt: BTreeMap::from([(DamageKind::Kinetic, 80.0), (DamageKind::Heat, 20.0)]),
            destroyed: BTreeMap::from([(UnitKind::Ship(ClassId::FIRST), 2)]),
            ..BattleReport::default()
        };
        let (_, body) = words(Some(forces()), Some(&report), false);
        let expected = [
            "Win likely, 70 % of fleet survives, 20 s",
            "Lost: nothing",
            "Destroyed: 2 ships",
            "Kinetic does 80 % of your damage",
            "Ships take heat badly: ×1.4 on their armour",
            "EM does 60 % of the damage to you",
        ];
        assert_eq!(body, expected);
        let (_, over) = words(None, Some(&report), true);
        assert_eq!(over[0], "The battle is over");
        let mut of_others = forces();
        of_others.has_own = false;
        assert_eq!(words(Some(of_others), None, false).1, expected[..1], "what works is the player's matter");
    }

    #[test]
    fn forecasts_have_the_colour_of_their_news() {
        let color = |own: f64, foes: f64| {
            color_of(&Estimate { share_left_one: own, share_left_other: foes, seconds: 1.0 })
        };
        assert_eq!([color(0.5, 0.0), color(0.0, 0.5), color(0.5, 0.5)], [GAIN, LOSS, WORDS]);
    }
}
