//! The card with the report on a battle: what destroyed the player's units, and what does better against it. It opens
//! over the sky and leaves the camera where it is; a button of its own looks there. It closes by its button, by Esc,
//! with the player's next order, and after a while.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::super::EventLog;
use super::super::looks::EventLooks;
use super::super::names::LogNames;
use super::super::panel::write_lines;
use super::super::queries::Sources;
use super::battle_reports::{Attacker, BattleReport, UnitKind};
use super::best_class::{BestClass, Foes, best_class, buildable, foes_of, greatest, name_of, weakest_layer};
use crate::client::frame::{NewsSystems, Player, PollTimer, capital, duration};
use crate::client::hud::help::encyclopedia::topics::lines::icon_of;
use crate::client::hud::layout::top_middle::{Slot, furnish};
use crate::client::hud::planet::classes::numbers::plain;
use crate::client::input::{EscapeLadder, Rung};
use crate::client::widgets::{
    Cell, HeadedRows, Icon, LOSS, Pressed, QUIET, Row, Rows, TITLE, WORDS, presses, show,
};
use crate::client::worlds::{AppState, Kept, SetUpSystems, WhilePlaying};
use crate::level::{DamageKind, counted, named_together, plural};
use crate::sim::{ArmsTable, ClassId, Order, OrderQueue};

/// The most rows of attackers; the others share one.
const MOST_ATTACKERS: usize = 4;
/// The most classes in a list.
const MOST_CLASSES: usize = 5;
/// Widths of the columns for the kind of damage and its share, pixels.
const COLUMNS: (f32, f32) = (60.0, 48.0);

/// The time for which the card stays, seconds of real time in which the clock runs and the pointer is not over it.
const SHOWN_S: f64 = 60.0;

/// The effects of the card's buttons.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
enum ReportAction {
    /// Closes the card.
    Close,
    /// Looks at the battle, or at its place.
    Look,
}

/// Adds the card. It rests until there is a world.
pub fn plugin(app: &mut App) {
    app.add_plugins(presses::<ReportAction>).on_escape(Rung::Report, put_away);
    app.add_systems(OnEnter(AppState::Playing), furnish_slot.in_set(SetUpSystems::Rows));
    app.add_systems(
        Update,
        (act, end, write).chain().after(write_lines).in_set(NewsSystems::Report).in_set(WhilePlaying),
    );
}

/// Makes the slot of the report a plate with rows.
fn furnish_slot(mut commands: Commands, slots: Query<(Entity, &Slot, &Node)>) {
    let Some(card) = furnish(&mut commands, &slots, Slot::Report, card_node) else { return };
    let rows = HeadedRows::spawn::<ReportAction>(&mut commands, card);
    commands.entity(card).insert((rows, RelativeCursorPosition::default()));
}

/// The node of a card: its size and padding. It gives way to the limit of its column, and its rows scroll.
fn card_node(node: Node) -> Node {
    Node {
        padding: UiRect::axes(px(10), px(6)),
        align_items: AlignItems::Stretch,
        flex_shrink: 1.0,
        min_height: px(0),
        overflow: Overflow::clip(),
        ..node
    }
}

/// What the buttons do.
fn act(mut pressed: MessageReader<Pressed<ReportAction>>, mut log: ResMut<EventLog>, mut looks: EventLooks) {
    for Pressed(action) in pressed.read() {
        match *action {
            ReportAction::Close => {
                log.reports.close();
            }
            ReportAction::Look => {
                if let Some(report) = log.reports.open() {
                    looks.look_at_battle(report.battle, report.body);
                }
            }
        }
    }
}

/// Esc closes the card.
fn put_away(mut log: ResMut<EventLog>) -> bool {
    log.reports.close()
}

/// How long the card has been open.
#[derive(Debug, Default)]
struct CardAge {
    /// The battle on it.
    battle: Option<u64>,
    /// For how long, s.
    shown_s: f64,
    /// The orders of the player that waited for the next tick in the last frame.
    waiting: usize,
}

impl CardAge {
    /// Lets time pass, s, for the report on a battle, while so many orders of the player wait; returns whether the card
    /// has had its time: another order has come, or it was shown for long.
    fn is_over(&mut self, battle: Option<u64>, waiting: usize, passed_s: f64) -> bool {
        let before = std::mem::replace(&mut self.waiting, waiting);
        if self.battle != battle {
            (self.battle, self.shown_s) = (battle, 0.0);
            return false;
        }
        self.shown_s += passed_s;
        battle.is_some() && (waiting > before || self.shown_s >= SHOWN_S)
    }
}

/// Closes the card once it has had its time: a player who gives an order has read it.
fn end(
    (door, player): (Res<OrderQueue>, Res<Player>),
    (clock, real): (Res<Time<Virtual>>, Res<Time<Real>>),
    cards: Query<(&Slot, &RelativeCursorPosition)>,
    mut log: ResMut<EventLog>,
    mut age: Kept<CardAge>,
) {
    let is_read = cards.iter().any(|(slot, pointer)| *slot == Slot::Report && pointer.cursor_over());
    let passed_s = if clock.is_paused() || is_read { 0.0 } else { real.delta_secs_f64() };
    // A change of seats is not a command of the player.
    let is_command = |order: &&Order| !matches!(order, Order::Seat(_));
    let waiting = door.waiting(player.faction).filter(is_command).count();
    let battle = log.reports.open().map(|report| report.battle);
    if age.now().is_over(battle, waiting, passed_s) {
        log.reports.close();
    }
}

/// State kept from frame to frame.
#[derive(Default)]
struct CardMemory {
    beat: PollTimer,
    /// The battle on the card.
    battle: Option<u64>,
    /// The last foes, the classes that can be built, and the best of these: to find that takes a while.
    advice: Option<(Foes, Vec<ClassId>, Option<BestClass>)>,
}

/// Writes the card, a few times a second, and at once when it is opened.
fn write(
    mut commands: Commands,
    log: Res<EventLog>,
    sources: Sources,
    time: Res<Time<Real>>,
    mut cards: Query<(&mut Node, &HeadedRows), With<Slot>>,
    mut columns: Query<&mut Rows<ReportAction>>,
    mut memory: Kept<CardMemory>,
) {
    let memory = memory.now();
    let report = log.reports.open();
    let is_new = memory.battle != report.map(|report| report.battle);
    if !memory.beat.is_due(time.elapsed_secs_f64()) && !is_new {
        return;
    }
    memory.battle = report.map(|report| report.battle);
    for (mut node, headed) in &mut cards {
        show(&mut node, report.is_some());
        let Some(report) = report else { continue };
        let (arms, places) = (&*sources.planet_data.arms_table, sources.places());
        let names = sources.names(&places);
        let (foes, classes) = (foes_of(report), buildable(&sources.planet_data));
        let known = memory.advice.take().filter(|(of, from, _)| (of, from) == (&foes, &classes));
        let (.., best) = memory.advice.insert(known.unwrap_or_else(|| {
            let best = best_class(&foes, &classes, arms);
            (foes, classes, best)
        }));
        if is_new {
            headed.begin_at_top(&mut commands);
        }
        let mut head = card_rows(report, &names, arms, *best);
        let body = head.split_off(1);
        headed.show(&mut commands, &mut columns, head, body);
    }
}

/// All rows; the first one is the title. `best`: what does best against those who did it.
fn card_rows(
    report: &BattleReport,
    names: &LogNames,
    arms: &ArmsTable,
    best: Option<BestClass>,
) -> Vec<Row<ReportAction>> {
    let told = |words: String, icon: Icon| Row::of(vec![Cell::words(words, WORDS).wrapped().with_icon(icon)]);
    let title = Cell::words(title(report, names), TITLE).titled().wrapped();
    let close = Cell::button("×", ReportAction::Close).at_top().with_tip("Close");
    // Without a body the place is gone with the battle.
    let look = report.body.map(|_| Cell::button("Look there", ReportAction::Look).at_top());
    let mut rows = vec![Row::of(std::iter::once(title).chain(look).chain([close]).collect())];
    let lost = format!("Lost: {}, in {}", listed(&report.lost, names), duration(report.seconds()));
    rows.push(told(lost, Icon::Loss));
    rows.extend(ended_fleets(report).map(|words| told(words, Icon::Loss)));
    rows.extend(attacker_rows(report, names));
    rows.extend(weakness(report, names, arms).map(|words| told(words, Icon::Armour)));
    let kills = listed(&report.destroyed, names);
    let kills = if kills.is_empty() { "nothing".to_owned() } else { kills };
    rows.push(told(format!("Destroyed in return: {kills}"), Icon::Attack));
    rows.extend(best.map(|best| told(best.words(names), Icon::Help)));
    rows
}

/// Where units were lost: those of fleets that fight on are among them.
fn title(report: &BattleReport, names: &LogNames) -> String {
    report
        .body
        .map_or_else(|| "Losses in open space".to_owned(), |body| format!("Losses at {}", names.body(body)))
}

/// The fleets of which nothing is left; `None` without any.
fn ended_fleets(report: &BattleReport) -> Option<String> {
    let fleets: Vec<&str> = report.fleets.iter().map(|(_, name)| name.as_str()).collect();
    // Names of fleets may be plural: no verb may follow them.
    (!fleets.is_empty()).then(|| format!("No ship is left of {}", named_together(&fleets)))
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
fn attacker_rows(report: &BattleReport, names: &LogNames) -> Vec<Row<ReportAction>> {
    let whole: f64 = report.damage.values().sum();
    if whole <= 0.0 {
        return Vec::new();
    }
    let row = |words: String, kind: Option<DamageKind>, percent: u32| {
        let words = Cell::words(words, WORDS).wrapped();
        let words = match kind {
            Some(kind) => words.with_icon(icon_of(kind)),
            None => words,
        };
        let kind = kind.map_or_else(String::new, |kind| capital(kind.name()));
        let percent = Cell::column(format!("{percent} %"), LOSS, COLUMNS.1);
        Row::of(vec![words, Cell::column(kind, QUIET, COLUMNS.0), percent])
    };
    let mut sorted: Vec<(Attacker, DamageKind, f64)> =
        report.damage.iter().map(|((attacker, kind), points)| (*attacker, *kind, *points)).collect();
    sorted.sort_by(|one, other| other.2.total_cmp(&one.2));
    let rest = sorted.split_off(sorted.len().min(MOST_ATTACKERS));
    let others: f64 = rest.iter().map(|(.., points)| points).sum();
    let shown = sorted.iter().map(|(.., points)| *points).chain([others]);
    let parts: Vec<u32> = percents(&shown.collect::<Vec<f64>>());
    let known = sorted.iter().zip(&parts);
    let known = known
        .map(|((attacker, kind, _), percent)| row(attacker_words(*attacker, names), Some(*kind), *percent));
    let others = parts.last().filter(|_| others > 0.0);
    let others = others.map(|percent| row("Others".to_owned(), None, *percent));
    let head = Row::words("Damage by:", QUIET);
    std::iter::once(head).chain(known).chain(others).collect()
}

/// Parts of a whole as whole percents that sum to 100: those are rounded up that lose most if they are rounded down.
fn percents(parts: &[f64]) -> Vec<u32> {
    let whole: f64 = parts.iter().sum();
    let exact: Vec<f64> = parts.iter().map(|part| 100.0 * part / whole).collect();
    let mut rounded: Vec<u32> = exact.iter().map(|percent| *percent as u32).collect();
    let missing = 100_u32.saturating_sub(rounded.iter().sum());
    let mut order: Vec<usize> = (0..exact.len()).collect();
    order.sort_by(|one, other| exact[*other].fract().total_cmp(&exact[*one].fract()));
    order.into_iter().take(missing as usize).for_each(|index| rounded[index] += 1);
    rounded
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

/// How the class that was lost most is weak against the main kind of damage; `None` if it is not.
fn weakness(report: &BattleReport, names: &LogNames, arms: &ArmsTable) -> Option<String> {
    let kind = greatest(report.damage.iter().map(|((_, kind), points)| (*kind, *points)))?;
    let lost = greatest(report.lost.iter().map(|(class, count)| (*class, *count as f64)))?;
    let (layer, times) = weakest_layer(lost.armed(arms)?, kind)?;
    let (kind, units) = (capital(kind.name()), plural(name_of(lost, names)));
    Some(format!("{kind} damage counts {} times against the {layer} of {units}", plain(times)))
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bevy::ui_widgets::ScrollArea;

    use super::*;
    use crate::client::hud::help::encyclopedia::test_support::shipped;
    use crate::sim::combat::test_support::unarmed;
    use crate::sim::ids::{FactionId, FleetId};
    use crate::sim::{ArmedClass, BodyId};

    /// The words of the card after a battle of Terra against Ares.
    fn words(report: &BattleReport, arms: &ArmsTable, best: Option<BestClass>) -> Vec<String> {
        let names = LogNames::of_factions(&["Terra", "Ares"]);
        let rows = card_rows(report, &names, arms, best);
        let row_words = |row: &Row<ReportAction>| {
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
            "Losses in open space|×",
            "Lost: 3 ships, in 1 min 12 s",
            "Damage by:",
            "Ships of Ares|Kinetic|50 %",
            "Structures of Ares|Heat|30 %",
            "Unseen attackers|EM|15 %",
            "Your own fire|Heat|5 %",
            "Kinetic damage counts 1.4 times against the armour of ships",
            "Destroyed in return: nothing",
        ];
        assert_eq!(words(&report(), &arms, None), expected);
    }

    #[test]
    fn names_of_attackers_that_are_too_long_are_wrapped() {
        let names = LogNames::of_factions(&["Terra", "Ares"]);
        let rows = attacker_rows(&report(), &names);
        assert!(rows.len() > 1 && rows[1..].iter().all(|row| row.cells[0].wraps));
    }

    #[test]
    fn the_card_looks_there_only_by_a_button_of_its_own() {
        let at_body =
            |body: Option<BodyId>| words(&BattleReport { body, ..report() }, &ArmsTable::default(), None);
        assert!(at_body(Some(BodyId(3)))[0].ends_with("|Look there|×"));
        assert!(!at_body(None)[0].contains("Look there"), "the place may be gone");
    }

    #[test]
    fn the_card_closes_with_the_next_order_and_after_a_while() {
        let opened = || {
            let mut age = CardAge::default();
            assert!(!age.is_over(Some(7), 2, 0.1), "the orders that wait are older");
            age
        };
        let mut age = opened();
        assert!(!age.is_over(Some(7), 2, 1.0) && !age.is_over(Some(7), 0, 1.0), "the world took them");
        assert!(age.is_over(Some(7), 1, 0.0));
        let mut age = opened();
        assert!(!age.is_over(Some(7), 2, SHOWN_S - 1.0));
        assert!(!age.is_over(Some(8), 2, 2.0), "another report");
        assert!(!age.is_over(Some(8), 2, SHOWN_S - 1.0) && age.is_over(Some(8), 2, 2.0));
        assert!(!age.is_over(None, 3, SHOWN_S) && !age.is_over(None, 4, SHOWN_S), "nothing is open");
    }

    #[test]
    fn the_title_stays_above_the_rows_that_scroll() {
        let mut world = World::new();
        let slot = world.spawn((Slot::Report, Node { flex_shrink: 0.0, ..default() })).id();
        world.run_system_once(furnish_slot).expect("it runs");
        let node = world.get::<Node>(slot).expect("it is a node");
        assert_eq!((node.flex_shrink, node.min_height), (1.0, px(0)), "it is as high as its room");
        let parts = *world.get::<HeadedRows>(slot).expect("it has parts");
        let scrolls = [parts.head, parts.body].map(|column| world.get::<ScrollArea>(column).is_some());
        assert_eq!(scrolls, [false, true]);
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
            words(&report, &ArmsTable::default(), None)[2].clone()
        };
        assert_eq!(names(&["First"]), "No ship is left of First");
        assert_eq!(names(&["First", "Second", "Third"]), "No ship is left of First, Second and Third");
        assert_eq!(names(&[]), "Damage by:");
    }

    #[test]
    fn shares_of_the_damage_sum_to_the_whole() {
        assert_eq!(percents(&[40.4, 24.4, 20.6, 14.6]), [40, 24, 21, 15]);
        assert_eq!(percents(&[1.0, 1.0, 1.0]), [34, 33, 33]);
        assert_eq!(percents(&[7.0, 0.0]), [100, 0]);
    }

    #[test]
    fn the_card_ends_with_the_class_that_does_best() {
        let game = shipped();
        let built = game.ships.0.iter_enumerated().filter(|(_, class)| class.is_built_in_yards());
        let classes: Vec<ClassId> = built.map(|(class, _)| class).collect();
        let against = |foe: &ClassId| best_class(&[(UnitKind::Ship(*foe), 10)], &classes, &game.arms);
        let best = classes.iter().find_map(against);
        assert!(best.is_some());
        let rows = words(&report(), &game.arms, best);
        assert!(rows.last().is_some_and(|row| row.starts_with("Best against them: ships. ")), "{rows:?}");
    }
}
