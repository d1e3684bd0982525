//! Panels that come and go, laid out in the smallest and the largest windows by the rules of `layouts.rs`.

use bevy::ui_widgets::Activate;

use super::layouts::{Case, faults, faults_in, faults_with, plates_at, settle};
use super::orders::select_one_fleet;
use super::*;
use crate::client::frame::SPECTATOR;
use crate::client::hud::layout::places::{BattleCard, PanelFolded, PlansPanel, Slot};
use crate::client::hud::log::battles::battle_reports::{Attacker, BattleReport, BattleReports, UnitKind};
use crate::client::hud::log::whole::LogPanel;
use crate::client::hud::log::{Event, EventKind, EventLog};
use crate::client::hud::planet::Subject;
use crate::client::hud::planet::planet_list::PlanetList;
use crate::client::hud::planet::treasury::TreasuryParts;
use crate::client::hud::search::Search;
use crate::client::hud::selection::SelectionRow;
use crate::client::hud::timeline::chart::ChartPanel;
use crate::client::hud::warnings::words::Warning;
use crate::client::hud::warnings::{Warnings, panel, survey};
use crate::client::orders::planning::renaming::Renaming;
use crate::client::orders::planning::waiting::WaitList;
use crate::client::scene::battle::battle_marks::BattleMark;
use crate::client::widgets::tip_texts::TipPlate;
use crate::level::{Beside, DamageKind, Fleet, Holding, MindChoice, StartPlace};
use crate::sim::forecast::encounters::{ComingEncounter, Topic};
use crate::sim::outcome::test_support::decision_for;
use crate::sim::{BodyId, ClassId, Decision, FleetId, Verdict};

/// Windows and scales with the least and the most room, and some between.
const FEW: [Case; 5] =
    [(1024, 600, 0.75), (1024, 600, 1.0), (1280, 720, 1.0), (1280, 720, 1.5), (3840, 2160, 0.75)];
/// A point on the bar of the treasury in all of them, logical pixels.
const ON_TREASURY: Vec2 = Vec2::new(100.0, 25.0);
/// A point on the sky.
const ON_SKY: Vec2 = Vec2::new(520.0, 200.0);
/// Frames in which the pointer has rested for long enough for a tip.
const TIP_FRAMES: u32 = 24;
/// The number of a battle that was lost.
const BATTLE: u64 = 7;

/// The duel, some ticks old, with its clock stopped.
fn paused_duel() -> App {
    paused(&opened("duel.ron"))
}

/// A game, some ticks old, with its clock stopped.
fn paused(game: &Opened) -> App {
    let mut app = client(game);
    start(&mut app);
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    app
}

/// A duel in which the player has many planets and fleets: its lists are longer than their room.
fn crowded_duel() -> Opened {
    let mut duel = opened("duel.ron");
    let level = &mut duel.level;
    let scouts = level.fleets[1].clone();
    level.fleets.extend((4..13_u32).map(|number| {
        let bearing_deg = 30.0 * f64::from(number);
        let at = StartPlace::Beside(Beside { body: "Alder".to_owned(), radii: 6.0, bearing_deg });
        Fleet { name: format!("{number}th Verdant Squadron"), at: Some(at), ..scouts.clone() }
    }));
    level.holdings.retain(|holding| holding.body != "Lantern");
    level.holdings.extend(["Tinder", "Burr", "Mere", "Haven", "Lantern"].map(|body| Holding {
        body: body.to_owned(),
        owner: Some(scouts.faction.clone()),
        ..Holding::default()
    }));
    duel
}

fn home(app: &App) -> BodyId {
    app.world().resource::<Player>().home.expect("there is one").0
}

/// Selects all ships. The planet panel stays as large as it is.
fn select_all_beside_panel(app: &mut App) {
    app.world_mut().run_system_once(select_all).unwrap();
    app.update();
    app.world_mut().resource_mut::<PanelFolded>().0 = false;
}

/// Points at the first class of the selection, and waits for its tip.
fn rest_on_class(app: &mut App) {
    let Some(at) = middle_of::<SelectionRow>(app, |_, _| true) else { return };
    point_at(app, at);
    // A tip comes only after the pointer has moved on its button.
    point_at(app, at + Vec2::X);
    (0..TIP_FRAMES).for_each(|_| app.update());
}

#[test]
fn lists_at_the_treasury_and_tips_of_classes_are_laid_out() {
    let mut app = paused(&crowded_duel());
    let mut found = faults_in(&mut app, &FEW, "parts of the treasury", |app| {
        point_at(app, ON_TREASURY);
        settle(app);
        faults_with::<With<TreasuryParts>>(app)
    });
    point_at(&mut app, ON_SKY);
    found.extend(faults_in(&mut app, &FEW, "list of planets", |app| {
        // It stays for some seconds only.
        press(app, KeyCode::Period);
        settle(app);
        faults_with::<With<PlanetList>>(app)
    }));
    select_all_beside_panel(&mut app);
    found.extend(faults_in(&mut app, &FEW, "tip of a class", |app| {
        rest_on_class(app);
        faults_with::<With<TipPlate>>(app)
    }));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn fields_departures_and_the_list_of_what_a_fleet_can_wait_for_are_laid_out() {
    let mut app = paused_duel();
    select_all_beside_panel(&mut app);
    select_one_fleet(&mut app);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyF);
    let mut found = faults_in(&mut app, &FEW, "search", faults);
    assert!(app.world().resource::<Search>().is_open());
    press(&mut app, KeyCode::Escape);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyR);
    found.extend(faults_in(&mut app, &FEW, "name of a fleet", faults));
    assert!(app.world().resource::<Renaming>().is_open());
    press(&mut app, KeyCode::Escape);
    assert!(!app.world().resource::<Renaming>().is_open());
    let home = home(&app);
    let bodies = &app.world().resource::<Sky>().system.bodies;
    let other = bodies.iter_enumerated().find(|(id, body)| *id != home && body.parent.is_some());
    let other = other.map(|(id, _)| id);
    app.world_mut().resource_mut::<Subject>().0 = other;
    press(&mut app, KeyCode::KeyU);
    found.extend(faults_in(&mut app, &FEW, "departures", faults_with::<With<ChartPanel>>));
    press(&mut app, KeyCode::KeyU);
    press(&mut app, KeyCode::KeyW);
    found.extend(faults_in(&mut app, &FEW, "list to wait for", faults_with::<With<WaitList>>));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What is wrong with the present layout, in which a part of the column at the top is shown.
fn faults_with_slot(app: &mut App, slot: Slot) -> Vec<String> {
    let mut found = faults(app);
    let world = app.world_mut();
    let mut slots = world.query::<(&Slot, &ComputedNode)>();
    if !slots.iter(world).any(|(other, node)| *other == slot && !node.is_empty()) {
        found.push("it is not shown".to_owned());
    }
    found
}

/// A report with all that one can have.
fn full_report(body: BodyId) -> BattleReport {
    let kind = |index: usize| UnitKind::Ship(ClassId::from(index));
    let by = |index: usize| Attacker::Known(FactionId(1), kind(index));
    let damage = [
        ((by(0), DamageKind::Kinetic), 420.0),
        ((by(1), DamageKind::Em), 310.0),
        ((by(2), DamageKind::Heat), 220.0),
        ((by(3), DamageKind::Electric), 140.0),
        ((Attacker::Unseen, DamageKind::Kinetic), 90.0),
    ];
    let fleets = ["Verdant guard", "Verdant scouts", "The third squadron"];
    let fleets = fleets.into_iter().zip(1..).map(|(name, number)| (FleetId(number), name.to_owned()));
    BattleReport {
        battle: BATTLE,
        body: Some(body),
        ticks: (0, 4_000),
        damage: damage.into(),
        lost: (0..6).map(|index| (kind(index), 12 - index)).collect(),
        destroyed: (0..6).map(|index| (kind(index), 2 + index)).collect(),
        fleets: fleets.collect(),
        paid_losses: 40,
        ..BattleReport::default()
    }
}

#[test]
fn the_report_on_a_battle_and_many_alerts_are_laid_out() {
    let mut app = paused_duel();
    let report = full_report(home(&app));
    app.world_mut().resource_mut::<EventLog>().reports = BattleReports::reading(report);
    let mut found = faults_in(&mut app, &FEW, "report", |app| faults_with_slot(app, Slot::Report));
    let mut log = app.world_mut().resource_mut::<EventLog>();
    log.reports.close();
    for (kind, words) in [
        (EventKind::Rival, "Ferrum holds four of five worlds and wins in 2 min 10 s"),
        (EventKind::Captured, "Ferrum has captured Burr"),
        (EventKind::Loss, "Verdant guard, Verdant scouts and The third squadron are lost at Alder"),
        (EventKind::Sighted, "Two shipyards and a trade station of Ferrum at Rowan"),
    ] {
        let event = Event { jd: 0.0, words: words.to_owned(), spot: None, kind };
        log.note_of_battle(event, Some(BATTLE));
    }
    found.extend(faults_in(&mut app, &FEW, "alerts", |app| faults_with_slot(app, Slot::Alerts)));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn all_events_are_laid_out_above_the_card_of_a_fleet() {
    let mut app = paused_duel();
    let mut log = app.world_mut().resource_mut::<EventLog>();
    for number in 0..60 {
        let words =
            format!("Verdant guard, fleet {number}, has lost 2 corvettes at Rowan, destroyed by Ferrum");
        log.note(Event { jd: 0.0, words, spot: None, kind: EventKind::Note });
    }
    select_all_beside_panel(&mut app);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyE);
    let found = faults_in(&mut app, &FEW, "all events", faults_with::<With<LogPanel>>);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The sign of a battle.
fn sign_of_battle(app: &mut App) -> Option<Entity> {
    let world = app.world_mut();
    let mut signs = world.query::<(Entity, &BattleMark)>();
    signs.iter(world).find(|(_, sign)| sign.battle.is_some()).map(|(entity, _)| entity)
}

#[test]
fn the_card_of_a_battle_is_laid_out() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scenes/battle-at-saturn.ron");
    let battle = read(&Source::Files(vec![path]), &assets_dir()).unwrap().0;
    let mut app = client(&battle);
    start(&mut app);
    let sign = (0..MOST_FRAMES).find_map(|_| {
        app.update();
        sign_of_battle(&mut app)
    });
    let sign = sign.expect("a battle has begun");
    app.world_mut().trigger(Activate { entity: sign });
    settle(&mut app);
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    select_all_beside_panel(&mut app);
    let found = faults_in(&mut app, &FEW, "card of a battle", |app| {
        let mut found = faults_with::<With<BattleCard>>(app);
        found.extend(plates_at::<With<BattleCard>>(app));
        found
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_plans_of_minds_are_laid_out() {
    let mut duel = opened("duel.ron");
    duel.level.factions[1].mind = Some(MindChoice::new("captain", "corsair"));
    duel.level.settings.reveal = true;
    let mut app = client(&duel);
    start(&mut app);
    update_until(&mut app, |app| tick(app) > 60);
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    press(&mut app, KeyCode::F3);
    let found = faults_in(&mut app, &FEW, "plans", |app| {
        let mut found = faults_with::<With<PlansPanel>>(app);
        found.extend(plates_at::<With<PlansPanel>>(app));
        found
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Shows warnings of all kinds in place of those that there are, until the war is decided.
fn warn_of_all_kinds(calendar: Res<Calendar>, verdict: Res<Verdict>, mut warnings: ResMut<Warnings>) {
    if verdict.0.is_some() {
        return;
    }
    let (first, second) = (BodyId(1), BodyId(2));
    let rows = [
        (
            Topic::Well { fleet: FleetId(1), body: first },
            "Westmark (Amber) will pass The third squadron of the guard and carry it along",
        ),
        (Topic::Comet { comet: second, body: first }, "Dart comes within 0.0312 AU of Westmark"),
        (Topic::Pair { first, second }, "Norrow and Westmark pass at 0.1273 AU"),
    ];
    let warning = |(topic, words): (Topic, &str)| Warning {
        encounter: ComingEncounter {
            topic,
            jd: calendar.now_jd() + 9.0,
            place: glam::DVec3::ZERO,
            size_km: 1.0,
            nearest_km: 1.0,
            foe: None,
        },
        words: words.to_owned(),
    };
    warnings.fill(rows.into_iter().map(warning).collect());
}

#[test]
fn what_a_spectator_sees_warnings_and_the_verdict_are_laid_out() {
    let mut app = paused(&opened("four-corners.ron"));
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::F11);
    assert_eq!(app.world().resource::<Player>().faction, SPECTATOR);
    let mut found = faults_in(&mut app, &FEW, "spectator", |app| faults_with_slot(app, Slot::Seat));
    found.extend(faults_in(&mut app, &FEW, "table of all sides", |app| {
        point_at(app, ON_TREASURY);
        settle(app);
        faults_with::<With<TreasuryParts>>(app)
    }));
    point_at(&mut app, ON_SKY);
    press(&mut app, KeyCode::F11);
    assert_eq!(app.world().resource::<Player>().faction, FactionId(0), "back to the own seat");
    app.add_systems(Update, warn_of_all_kinds.after(survey::survey).before(panel::write_rows));
    found.extend(faults_in(&mut app, &FEW, "warnings", |app| faults_with_slot(app, Slot::Warnings)));
    let (winners, surrendered) = (vec!["Azure".to_owned()], vec![FactionId(1)]);
    app.insert_resource(Verdict(Some(Decision { winners, surrendered, ..decision_for(0) })));
    found.extend(faults_in(&mut app, &FEW, "verdict", |app| faults_with_slot(app, Slot::Verdict)));
    assert!(found.is_empty(), "{}", found.join("\n"));
}
