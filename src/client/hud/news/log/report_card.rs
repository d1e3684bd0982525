//! The card with the report on a battle: what destroyed the player's units, and what does better against it.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use typed_index_collections::TiSlice;

use super::EventLog;
use super::battle_reports::{Attacker, BattleReport, UnitKind};
use super::names::LogNames;
use super::queries::Sources;
use crate::client::frame::{NewsSystems, PollTimer, capital, duration};
use crate::client::hud::help::encyclopedia::topics::lines::icon_of;
use crate::client::hud::layout::places::TOP_CHIPS_WIDTH;
use crate::client::hud::layout::top_middle::{Slot, furnish};
use crate::client::hud::planet::classes::numbers::plain;
use crate::client::input::{EscapeLadder, Rung};
use crate::client::scene::labels::stacks::{counted, plural};
use crate::client::widgets::{Cell, Icon, LOSS, QUIET, Row, Rows, STRONG, WORDS, show};
use crate::client::worlds::{AppState, Kept, SetUpSystems, WhilePlaying};
use crate::duels::USUAL_COST;
use crate::level::{DamageKind, ShipClass};
use crate::sim::combat::estimate::{Contingent, duel_estimate};
use crate::sim::{ArmedClass, ArmsTable, ClassId};

/// The most rows of attackers; the others share one.
const MOST_ATTACKERS: usize = 4;
/// The most classes in a list.
const MOST_CLASSES: usize = 5;
/// A share of a hit from which on a material counts as weak against it.
const WEAK: f64 = 1.05;
/// Widths of the columns for the kind of damage and its share, pixels.
const COLUMNS: (f32, f32) = (60.0, 48.0);

/// The action of the card's button: it closes the card.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct CloseCard;

/// Adds the card. It rests until there is a world.
pub fn plugin(app: &mut App) {
    app.add_observer(close).on_escape(Rung::Report, put_away);
    app.add_systems(OnEnter(AppState::Playing), furnish_slot.in_set(SetUpSystems::Rows));
    app.add_systems(
        Update,
        write.after(super::panel::write_lines).in_set(NewsSystems::Tell).in_set(WhilePlaying),
    );
}

/// Makes the slot of the report a plate with rows.
fn furnish_slot(mut commands: Commands, slots: Query<(Entity, &Slot, &Node)>) {
    furnish::<CloseCard>(&mut commands, &slots, Slot::Report, card_node);
}

/// The node of a card: its size and padding.
pub(super) fn card_node(node: Node) -> Node {
    Node {
        width: px(TOP_CHIPS_WIDTH),
        max_width: percent(100),
        margin: UiRect::top(px(6)),
        padding: UiRect::axes(px(10), px(6)),
        align_items: AlignItems::Stretch,
        ..node
    }
}

fn close(press: On<Activate>, buttons: Query<(), With<CloseCard>>, mut log: ResMut<EventLog>) {
    if buttons.contains(press.entity) {
        log.reports.close();
    }
}

/// Esc closes the card.
fn put_away(mut log: ResMut<EventLog>) -> bool {
    log.reports.close()
}

/// State kept from frame to frame.
#[derive(Default)]
struct CardMemory {
    beat: PollTimer,
    /// The battle on the card.
    battle: Option<u64>,
    /// The last main attacker, and the best class against it: to find that takes a while.
    advice: Option<(ClassId, Option<ClassId>)>,
}

/// Writes the card, a few times a second, and at once when it is opened.
fn write(
    mut commands: Commands,
    log: Res<EventLog>,
    sources: Sources,
    time: Res<Time<Real>>,
    mut cards: Query<(Entity, &mut Node, &mut Rows<CloseCard>)>,
    mut memory: Kept<CardMemory>,
) {
    let memory = memory.now();
    let report = log.reports.open();
    let is_new = memory.battle != report.map(|report| report.battle);
    if !memory.beat.is_due(time.elapsed_secs_f64()) && !is_new {
        return;
    }
    memory.battle = report.map(|report| report.battle);
    for (card, mut node, mut rows) in &mut cards {
        show(&mut node, report.is_some());
        let Some(report) = report else { continue };
        let (arms, places) = (&*sources.planet_data.arms_table, sources.places());
        let names = sources.names(&places);
        let best = main_ships(report).and_then(|foe| {
            let known = memory.advice.filter(|(class, _)| *class == foe);
            let (_, best) = known.unwrap_or_else(|| (foe, best_against(foe, arms, names.ships)));
            memory.advice = Some((foe, best));
            best.map(|best| (best, foe))
        });
        rows.show(&mut commands, card, card_rows(report, &names, arms, best));
    }
}

/// All rows. `best`: a class, and the one against which it does best.
fn card_rows(
    report: &BattleReport,
    names: &LogNames,
    arms: &ArmsTable,
    best: Option<(ClassId, ClassId)>,
) -> Vec<Row<CloseCard>> {
    let told = |words: String, icon: Icon| Row::of(vec![Cell::words(words, WORDS).wrapped().with_icon(icon)]);
    let title = Cell::words(title(report, names), STRONG).titled().wrapped();
    let mut rows = vec![Row::of(vec![title, Cell::button("×", CloseCard).at_top().with_tip("Close")])];
    let lost = format!("Lost: {}, in {}", listed(&report.lost, names), duration(report.seconds()));
    rows.push(told(lost, Icon::Loss));
    rows.extend(attacker_rows(report, names));
    rows.extend(weakness(report, names, arms).map(|words| told(words, Icon::Armour)));
    let kills = listed(&report.destroyed, names);
    let kills = if kills.is_empty() { "nothing".to_owned() } else { kills };
    rows.push(told(format!("Destroyed in return: {kills}"), Icon::Attack));
    rows.extend(best.map(|(best, foe)| {
        let (best, foe) = (plural(names.ship(best)), plural(names.ship(foe)));
        told(format!("Advice: at equal cost {best} are forecast to do best against {foe}"), Icon::Help)
    }));
    rows
}

/// What was lost, and where.
fn title(report: &BattleReport, names: &LogNames) -> String {
    let at = report.body.map_or_else(String::new, |body| format!(" at {}", names.body(body)));
    let fleets: Vec<&str> = report.fleets.iter().map(|(_, name)| name.as_str()).collect();
    match fleets.as_slice() {
        [] => {
            let are_ships = report.lost.keys().all(|kind| matches!(kind, UnitKind::Ship(_)));
            let noun = if are_ships { "ship" } else { "unit" };
            format!("{} lost{at}", counted(report.lost.values().sum(), noun))
        }
        // Names of fleets may be plural: no verb may follow them.
        [one] => format!("Lost{at}: {one}"),
        [first @ .., last] => format!("Lost{at}: {} and {last}", first.join(", ")),
    }
}

pub(super) fn name_of<'a>(kind: UnitKind, names: &'a LogNames) -> &'a str {
    match kind {
        UnitKind::Ship(class) => names.ship(class),
        UnitKind::Structure(class) => names.structure(class),
    }
}

/// Units by class, the most first.
pub(super) fn listed(units: &BTreeMap<UnitKind, usize>, names: &LogNames) -> String {
    let mut sorted: Vec<(UnitKind, usize)> = units.iter().map(|(kind, count)| (*kind, *count)).collect();
    sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let more: usize = sorted.iter().skip(MOST_CLASSES).map(|(_, count)| count).sum();
    let known = sorted.iter().take(MOST_CLASSES).map(|(kind, count)| counted(*count, name_of(*kind, names)));
    let more = (more > 0).then(|| format!("{more} more"));
    known.chain(more).collect::<Vec<String>>().join(", ")
}

/// The attackers with their shares of the damage, the worst first.
fn attacker_rows(report: &BattleReport, names: &LogNames) -> Vec<Row<CloseCard>> {
    let whole: f64 = report.damage.values().sum();
    if whole <= 0.0 {
        return Vec::new();
    }
    let row = |words: String, kind: Option<DamageKind>, points: f64| {
        let words = Cell::words(words, WORDS);
        let words = match kind {
            Some(kind) => words.with_icon(icon_of(kind)),
            None => words,
        };
        let kind = kind.map_or_else(String::new, |kind| capital(kind.name()));
        let percent = format!("{:.0} %", 100.0 * points / whole);
        Row::of(vec![words, Cell::column(kind, QUIET, COLUMNS.0), Cell::column(percent, LOSS, COLUMNS.1)])
    };
    let mut sorted: Vec<(Attacker, DamageKind, f64)> =
        report.damage.iter().map(|((attacker, kind), points)| (*attacker, *kind, *points)).collect();
    sorted.sort_by(|one, other| other.2.total_cmp(&one.2));
    let others: f64 = sorted.iter().skip(MOST_ATTACKERS).map(|(.., points)| points).sum();
    let known = sorted.iter().take(MOST_ATTACKERS);
    let known =
        known.map(|(attacker, kind, points)| row(attacker_words(*attacker, names), Some(*kind), *points));
    let others = (others > 0.0).then(|| row("Others".to_owned(), None, others));
    let head = Row::words("Damage by:", QUIET);
    std::iter::once(head).chain(known).chain(others).collect()
}

fn attacker_words(attacker: Attacker, names: &LogNames) -> String {
    match attacker {
        Attacker::Known(faction, kind) => {
            format!("{} of {}", capital(&plural(name_of(kind, names))), names.faction(faction))
        }
        Attacker::Own => "Your own fire".to_owned(),
        Attacker::Unseen => "Unseen attackers".to_owned(),
    }
}

/// The key with the greatest sum.
pub(super) fn greatest<K: Ord + Copy>(parts: impl Iterator<Item = (K, f64)>) -> Option<K> {
    let mut sums: BTreeMap<K, f64> = BTreeMap::new();
    for (key, part) in parts {
        *sums.entry(key).or_default() += part;
    }
    sums.into_iter().max_by(|one, other| one.1.total_cmp(&other.1)).map(|(key, _)| key)
}

/// The ship class that did most of the damage; `None` if something else did.
fn main_ships(report: &BattleReport) -> Option<ClassId> {
    let main = greatest(report.damage.iter().map(|((attacker, _), points)| (*attacker, *points)));
    match main? {
        Attacker::Known(_, UnitKind::Ship(class)) => Some(class),
        _ => None,
    }
}

/// How the class that was lost most is weak against the main kind of damage; `None` if it is not.
fn weakness(report: &BattleReport, names: &LogNames, arms: &ArmsTable) -> Option<String> {
    let kind = greatest(report.damage.iter().map(|((_, kind), points)| (*kind, *points)))?;
    let lost = greatest(report.lost.iter().map(|(class, count)| (*class, *count as f64)))?;
    let class = match lost {
        UnitKind::Ship(class) => arms.ships.get(class),
        UnitKind::Structure(class) => arms.structures.get(class),
    };
    let (layer, times) = weakest_layer(class?, kind)?;
    let (kind, units) = (capital(kind.name()), plural(name_of(lost, names)));
    Some(format!("{kind} damage counts {} times against the {layer} of {units}", plain(times)))
}

/// The layer of a hull that suffers more than a plain hit of a kind, and how much; of two the weaker one.
pub(super) fn weakest_layer(class: &ArmedClass, kind: DamageKind) -> Option<(&'static str, f64)> {
    let shield = if class.shield > 0.0 { class.shield_shares[kind as usize] } else { 0.0 };
    let armour = class.armour_shares[kind as usize];
    let weakest = if shield > armour { ("shields", shield) } else { ("armour", armour) };
    (weakest.1 >= WEAK).then_some(weakest)
}

/// The ship class that is forecast to beat a class at equal cost, with most left; `None` if none beats it, or if
/// yards do not build it.
fn best_against(foe: ClassId, arms: &ArmsTable, ships: &TiSlice<ClassId, ShipClass>) -> Option<ClassId> {
    let side = |class: ClassId| {
        let class = arms.ships.get(class).filter(|class| class.worth > 0.0)?;
        let count = (f64::from(USUAL_COST) / class.worth).max(1.0) as u32;
        Some(Contingent { class, count, armour: 1.0, shield: 1.0, level: 0 })
    };
    let is_built = |class: &ClassId| ships.get(*class).is_some_and(ShipClass::is_built_in_yards);
    let foes = [Some(foe).filter(is_built).and_then(side)?];
    let winners = ships.keys().filter(is_built).filter_map(|class| {
        let own = side(class).filter(|own| own.class.is_armed())?;
        let result = duel_estimate(&[own], &foes, arms);
        let wins = result.share_left_one > 0.0 && result.share_left_other <= 0.0;
        wins.then_some((class, result.share_left_one))
    });
    winners.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(class, _)| class)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::help::encyclopedia::test_support::shipped;
    use crate::level::StarSystem;
    use crate::level::test_support::faction;
    use crate::orbit::{GameClock, J2000_JD};
    use crate::sim::combat::test_support::unarmed;
    use crate::sim::ids::{FactionId, FleetId};

    /// The words of the card after a battle of Terra against Ares.
    fn words(report: &BattleReport, arms: &ArmsTable, best: Option<(ClassId, ClassId)>) -> Vec<String> {
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        let system = StarSystem { bodies: Vec::new().into(), epoch_jd: J2000_JD, clock };
        let factions = [faction("Terra"), faction("Ares")];
        let names = LogNames::without_things(&system, TiSlice::from_ref(&factions));
        let rows = card_rows(report, &names, arms, best);
        let row_words = |row: &Row<CloseCard>| {
            let cells: Vec<&str> = row.cells.iter().map(|cell| cell.words.as_str()).collect();
            cells.join("|")
        };
        rows.iter().map(row_words).collect()
    }

    const SHIP: UnitKind = UnitKind::Ship(ClassId::FIRST);

    fn report() -> BattleReport {
        let known = |kind: UnitKind| Attacker::Known(FactionId(1), kind);
        let station = known(UnitKind::Structure(ClassId::FIRST));
        BattleReport {
            ticks: (100, 2259),
            damage: BTreeMap::from([
                ((known(SHIP), DamageKind::Kinetic), 50.0),
                ((station, DamageKind::Heat), 30.0),
                ((Attacker::Unseen, DamageKind::Em), 15.0),
                ((Attacker::Own, DamageKind::Heat), 5.0),
            ]),
            lost: BTreeMap::from([(SHIP, 3)]),
            ..BattleReport::default()
        }
    }

    #[test]
    fn the_card_says_what_did_it() {
        let mut arms = ArmsTable::default();
        arms.ships.push(ArmedClass { armour_shares: [1.4, 1.0, 1.0, 1.0], ..unarmed() });
        let expected = [
            "3 ships lost|×",
            "Lost: 3 ships, in 1 min 12 s",
            "Damage by:",
            "Ships of Ares|Kinetic|50 %",
            "Structures of Ares|Heat|30 %",
            "Unseen attackers|EM|15 %",
            "Your own fire|Heat|5 %",
            "Kinetic damage counts 1.4 times against the armour of ships",
            "Destroyed in return: nothing",
            "Advice: at equal cost ships are forecast to do best against ships",
        ];
        assert_eq!(words(&report(), &arms, Some((ClassId::FIRST, ClassId::FIRST))), expected);
    }

    #[test]
    fn many_attackers_share_a_row_and_plain_materials_are_no_weakness() {
        let mut arms = ArmsTable::default();
        arms.ships.push(unarmed());
        let mut many = report();
        many.damage.insert((Attacker::Own, DamageKind::Electric), 2.0);
        many.damage.insert((Attacker::Unseen, DamageKind::Electric), 3.0);
        many.destroyed.insert(SHIP, 2);
        let rows = words(&many, &arms, None);
        assert_eq!(rows[7], "Others||5 %");
        assert_eq!(rows[8..], ["Destroyed in return: 2 ships"]);
    }

    #[test]
    fn destroyed_fleets_are_named() {
        let names = |fleets: &[&str]| {
            let fleets = (0..).zip(fleets).map(|(id, name)| (FleetId(id), (*name).to_owned()));
            let report = BattleReport { fleets: fleets.collect(), ..report() };
            words(&report, &ArmsTable::default(), None)[0].clone()
        };
        assert_eq!(names(&["First"]), "Lost: First|×");
        assert_eq!(names(&["First", "Second", "Third"]), "Lost: First, Second and Third|×");
    }

    #[test]
    fn the_weaker_of_two_layers_counts() {
        let class = ArmedClass {
            shield: 50.0,
            shield_shares: [0.5, 1.6, 1.0, 1.0],
            armour_shares: [1.2, 1.3, 0.4, 1.0],
            ..unarmed()
        };
        assert_eq!(weakest_layer(&class, DamageKind::Kinetic), Some(("armour", 1.2)));
        assert_eq!(weakest_layer(&class, DamageKind::Em), Some(("shields", 1.6)));
        assert_eq!(weakest_layer(&class, DamageKind::Heat), None);
        let bare = ArmedClass { shield: 0.0, ..class };
        assert_eq!(weakest_layer(&bare, DamageKind::Em), Some(("armour", 1.3)));
    }

    #[test]
    fn advice_is_a_class_that_is_forecast_to_win() {
        let game = shipped();
        let mut found = 0;
        for foe in game.ships.0.keys() {
            let Some(best) = best_against(foe, &game.arms, &game.ships.0) else { continue };
            found += 1;
            assert!(best != foe, "equals do not beat each other");
            assert!(game.ships.0[best].is_built_in_yards() && game.arms.ships[best].is_armed());
        }
        assert!(found > 2, "advice against {found} classes only");
        let wing = game.ships.0.iter_enumerated().find(|(_, class)| !class.is_built_in_yards());
        let (wing, _) = wing.expect("there are wings");
        assert_eq!(best_against(wing, &game.arms, &game.ships.0), None, "it comes with its carrier");
    }

    #[test]
    fn only_ships_that_did_most_are_named_as_the_main_attacker() {
        assert_eq!(main_ships(&report()), Some(ClassId::FIRST));
        let mut unseen = report();
        unseen.damage.insert((Attacker::Unseen, DamageKind::Heat), 60.0);
        assert_eq!(main_ships(&unseen), None);
    }
}
