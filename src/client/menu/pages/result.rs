//! The page of the result: the room of the charts, ways on and out, battles, and the deeds and plans of minds.

use super::items::{Item, MenuAction};
use super::rewind::rewind_a_minute;
use super::{SAVE, load, loss_or, main_menu, quit, restart, resume};
use crate::client::frame::capital;
use crate::client::menu::result::{BattleEntry, PlanEntry};
use crate::client::menu::{KEEP_WATCHING, Menu, Page};
use crate::record::{Mark, MarkKind};
use crate::sim::visibility::Viewer;

/// The note of a row of losses, which came soon after each other: a battle on the sky goes on as long as units are hit,
/// and may have several such rows.
const WATCH_LOSSES: &str = "Ships and structures, each lost soon after the one before. Shows the replay of this game, \
                            from shortly before the first of these losses";
/// The same over a replay.
const SEEK_LOSSES: &str = "Ships and structures, each lost soon after the one before. Goes to shortly before the first \
                           of these losses";
/// The reason why the log does not have some losses.
const BEFORE_LOG: &str = "This game was loaded after that: its replay begins there";
/// The same over a replay.
const BEFORE_REPLAY: &str = "This replay begins after that";
/// The ends of the notes of what minds did and planned: what Enter and a click do.
const WATCH_DEED: &str = "Enter: the replay, from shortly before that";
const LOOK_AT_PLACE: &str = "Enter: a look at the place as it is now";

/// The heading of the losses.
const LOSSES: &str = "Losses in battle";
/// The heading of the operations of minds that have ended.
const DEEDS: &str = "What the opponents did";
/// The heading of what minds had built.
const BUILDS: &str = "What the opponents had built last";
/// The heading of the plans of minds.
const PLANS: &str = "What the opponents were doing when the war ended";

/// The room of the charts, the buttons, the battles, and the deeds and plans of minds. The buttons stand side by side,
/// so that they are in view on a low screen.
pub(super) fn result_page(menu: &Menu) -> Vec<Item> {
    // The last battle comes first.
    let battles = menu.battles.iter().rev().filter_map(|battle| losses_row(menu, battle));
    let plan = |plan: &PlanEntry| plan_row(menu, plan);
    let sections = [
        Item::headed(LOSSES, battles.collect()),
        Item::headed(DEEDS, menu.ended.iter().map(plan).collect()),
        Item::headed(PLANS, menu.plans.iter().map(plan).collect()),
        Item::headed(BUILDS, menu.builds.iter().map(plan).collect()),
    ];
    let buttons = if menu.offers_next_game() { after_verdict(menu) } else { meanwhile(menu) };
    let easier = easier(menu).filter(|_| menu.is_decided);
    let buttons = buttons.into_iter().map(|button| Item { is_beside: true, ..button });
    [Item::room()].into_iter().chain(buttons).chain(easier).chain(sections.into_iter().flatten()).collect()
}

/// The row that plays the level again on a lower difficulty.
pub(super) fn easier(menu: &Menu) -> Option<Item> {
    let skill = menu.easier.as_ref().filter(|_| menu.watched.is_none())?;
    let note = "Two losses in a row: play the level again on the next lower difficulty";
    let words = format!("Play again, difficulty {}", capital(skill));
    Some(Item::new(words, note, MenuAction::Easier(skill.clone())))
}

/// The buttons once the war is decided, or the player is out of it. The page opens by itself, and the first button has
/// the focus: Enter, pressed for something else, must not begin another game.
fn after_verdict(menu: &Menu) -> Vec<Item> {
    let again = Item::new("Play again", "The same level, from its beginning", MenuAction::Restart);
    let note = "The world goes on; the menu leads back to this page";
    let on = Item::new(KEEP_WATCHING, note, MenuAction::GoOn);
    let first = [on, again, main_menu(menu)].into_iter();
    first.chain(replay(menu)).chain(rewind_a_minute(menu)).chain([load(menu), quit(menu)]).collect()
}

/// The buttons while the war goes on, and over a replay, which is neither saved nor begun again.
fn meanwhile(menu: &Menu) -> Vec<Item> {
    let save = Item::new("Save game", SAVE, MenuAction::Turn(Page::Save));
    let of_games = if menu.watched.is_none() { vec![save, load(menu), restart(menu)] } else { Vec::new() };
    let first = [resume()].into_iter().chain(replay(menu)).chain(rewind_a_minute(menu));
    first.chain(of_games).chain([main_menu(menu), quit(menu)]).collect()
}

/// The row that watches the war so far.
fn replay(menu: &Menu) -> Option<Item> {
    own_replay(menu, "Watch the replay", "The war so far, from its beginning", None)
}

/// A plan or a deed with its course. What is past is shown in the replay where that has it; for the rest, and without
/// a replay, its place is shown.
fn plan_row(menu: &Menu, plan: &PlanEntry) -> Item {
    // Who goes to a mark needs its moment and its place; its kind is told by the row.
    let mark = plan.tick.map(|tick| Mark::known_to_all(tick, plan.body, MarkKind::Battle));
    let shown = mark.and_then(|mark| row_to_mark(menu, &plan.plan, [WATCH_DEED; 2], mark));
    let (enter, end) = match shown.filter(|row| row.why_not.is_empty()).map(|row| row.enter) {
        // The war is decided, and the player may not have seen what the opponents did.
        Some(MenuAction::Watch(path, _, mark)) => {
            (MenuAction::Watch(path, Viewer::Everything, mark), WATCH_DEED)
        }
        Some(enter) => (enter, WATCH_DEED),
        None => (MenuAction::LookAt(plan.body), LOOK_AT_PLACE),
    };
    let note = format!("{}. {end}", capital(&plan.why));
    Item { value: capital(&plan.course), ..Item::new(plan.plan.clone(), note, enter) }
}

/// The losses of a battle: they are shown in the replay that is watched, or in that of the present game. Of those that
/// it does not have the place is shown, and the note says why.
fn losses_row(menu: &Menu, battle: &BattleEntry) -> Option<Item> {
    let words = format!("{}  Losses at {}", battle.date, battle.place);
    let mark = Mark::known_to_all(battle.tick, battle.body, MarkKind::Battle);
    let mut row = row_to_mark(menu, &words, [SEEK_LOSSES, WATCH_LOSSES], mark)?;
    if !row.why_not.is_empty() {
        let why = row.why_not.trim_end_matches('.');
        let note = format!("{}. {LOOK_AT_PLACE}", capital(why));
        row = Item::new(words, note, MenuAction::LookAt(battle.body));
    }
    Some(Item { value: battle.losses.clone(), ..row })
}

/// A row that goes to a mark in the replay that is watched, or in that of the present game, with the note for either;
/// `None` without a game.
fn row_to_mark(menu: &Menu, words: &str, [seek, watch]: [&'static str; 2], mark: Mark) -> Option<Item> {
    if menu.watched.is_none() {
        return own_replay(menu, words, watch, Some(mark));
    }
    let why_not = if mark.tick < menu.first_watched { BEFORE_REPLAY } else { "" };
    Some(Item { why_not: why_not.to_owned(), ..Item::new(words, seek, MenuAction::ShowMark(mark)) })
}

/// A row that watches the replay of the present game, from shortly before a mark or from its beginning; `None` without
/// a game.
fn own_replay(menu: &Menu, words: impl Into<String>, note: &'static str, mark: Option<Mark>) -> Option<Item> {
    let log = match &menu.past.as_ref()?.log {
        Ok(log) => log,
        Err(why) => return Some(Item { why_not: why.clone(), ..Item::new(words, "", MenuAction::Stay) }),
    };
    let is_before = mark.is_some_and(|mark| mark.tick < log.first);
    let why_not = if is_before { BEFORE_LOG } else { "" };
    let deed = MenuAction::Watch(log.path.clone(), log.eyes, mark);
    Some(Item { why_not: why_not.to_owned(), ..Item::new(words, loss_or(menu, note), deed) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::past::Past;
    use crate::client::menu::past::test_support::{log, past};
    use crate::sim::ids::{BodyId, FactionId};

    fn battle(body: usize, tick: u64) -> BattleEntry {
        BattleEntry {
            body: BodyId(body),
            place: format!("Body {body}"),
            tick,
            date: String::new(),
            losses: String::new(),
        }
    }

    fn mark(body: usize, tick: u64) -> Mark {
        Mark::known_to_all(tick, BodyId(body), MarkKind::Battle)
    }

    /// The rows of the battles on the page.
    fn battles(menu: &Menu) -> Vec<Item> {
        result_page(menu).into_iter().filter(|row| row.words.contains("Losses at")).collect()
    }

    #[test]
    fn a_lost_war_can_be_rewound_from_the_page_of_the_result() {
        let rewinds = |past: Option<Past>| {
            let rows = result_page(&Menu { past, ..Menu::default() });
            rows.iter().any(|row| row.enter == MenuAction::Rewind(1_800))
        };
        assert!(rewinds(Some(past())) && !rewinds(None));
    }

    #[test]
    fn the_result_and_each_battle_lead_to_the_replay_of_this_game() {
        let fought = vec![battle(3, 700), battle(7, 900)];
        let menu = Menu { battles: fought, past: Some(past()), ..Menu::default() };
        let rows = result_page(&menu);
        assert_eq!(rows[1].enter, MenuAction::GoOn);
        let watch = |mark: Option<Mark>| MenuAction::Watch(log(0).path, log(0).eyes, mark);
        assert_eq!((rows[2].words.as_str(), &rows[2].enter), ("Watch the replay", &watch(None)));
        let shown: Vec<MenuAction> = battles(&menu).into_iter().map(|row| row.enter).collect();
        assert_eq!(shown, [watch(Some(mark(7, 900))), watch(Some(mark(3, 700)))], "the last one first");
        let loaded = Past { log: Ok(log(800)), ..past() };
        let rows = battles(&Menu { past: Some(loaded), ..menu });
        let [shown, unknown] = &rows[..] else { panic!("{}", rows.len()) };
        assert_eq!((&shown.enter, shown.note.as_str()), (&watch(Some(mark(7, 900))), WATCH_LOSSES));
        assert_eq!(unknown.enter, MenuAction::LookAt(BodyId(3)), "it is in no log");
        assert_eq!((unknown.note.clone(), unknown.why_not.as_str()), (place_after(BEFORE_LOG), ""));
    }

    /// The note of losses whose place is shown, for a reason.
    fn place_after(why: &str) -> String {
        format!("{why}. {LOOK_AT_PLACE}")
    }

    #[test]
    fn without_a_log_the_rows_say_why_nothing_can_be_watched() {
        let past = Past { log: Err("The disk is full.".to_owned()), ..past() };
        let menu = Menu { battles: vec![battle(3, 700)], past: Some(past), ..Menu::default() };
        let watch = result_page(&menu).remove(2);
        assert_eq!((watch.words.as_str(), watch.why_not.as_str()), ("Watch the replay", "The disk is full."));
        let losses = battles(&menu).remove(0);
        assert_eq!((losses.note, losses.why_not), (place_after("The disk is full"), String::new()));
    }

    #[test]
    fn in_a_replay_a_battle_is_sought_and_nothing_is_saved() {
        let watched = Some(vec![(FactionId(0), "Terra".to_owned())]);
        let easier = Some("cadet".to_owned());
        let menu = Menu { battles: vec![battle(3, 700)], watched, easier, ..Menu::default() };
        let deeds: Vec<MenuAction> = result_page(&menu).into_iter().map(|row| row.enter).collect();
        let shown = MenuAction::ShowMark(mark(3, 700));
        let (charts, heading) = (MenuAction::Stay, MenuAction::Stay);
        assert_eq!(deeds, [charts, MenuAction::GoOn, MenuAction::MainMenu, MenuAction::Quit, heading, shown]);
        assert_eq!(battles(&menu)[0].why_not, "");
        let later = Menu { first_watched: 800, ..menu };
        let losses = battles(&later).remove(0);
        assert_eq!((losses.note, losses.enter), (place_after(BEFORE_REPLAY), MenuAction::LookAt(BodyId(3))));
    }

    #[test]
    fn after_the_verdict_enter_begins_no_other_game() {
        let menu = Menu { is_decided: true, past: Some(past()), ..Menu::default() };
        let rows = result_page(&menu);
        let words: Vec<&str> = rows.iter().map(|row| row.words.as_str()).collect();
        let first =
            ["Keep watching", "Play again", "Quit to main menu", "Watch the replay", "Rewind a minute"];
        assert_eq!(words[1..6], first);
        assert_eq!((&rows[1].enter, &rows[2].enter), (&MenuAction::GoOn, &MenuAction::Restart));
        let shown = Menu { page: Some(Page::Result), ..menu };
        assert_eq!(shown.words_of_way_back(), words[1], "the button at the foot does the same");
        let menu = Menu { is_decided: false, ..shown };
        assert_eq!(menu.words_of_way_back(), "Resume");
        let meanwhile = result_page(&menu);
        assert_eq!((meanwhile[1].words.as_str(), &meanwhile[1].enter), ("Resume", &MenuAction::GoOn));
    }

    #[test]
    fn the_charts_come_before_the_buttons_and_these_side_by_side_before_the_lists() {
        let menu = Menu { battles: vec![battle(3, 700)], past: Some(past()), ..Menu::default() };
        let rows = result_page(&menu);
        assert!(rows[0].is_room && !rows[0].is_beside);
        let lists = rows.iter().position(|row| row.is_heading).expect("there is a battle");
        assert!(lists > 6 && rows[1..lists].iter().all(|row| row.is_beside && !row.is_note));
        assert_eq!(rows[lists].words, LOSSES);
        assert!(rows[lists..].iter().all(|row| !row.is_beside));
    }

    fn plan() -> PlanEntry {
        PlanEntry {
            body: BodyId(5),
            tick: None,
            plan: "Ferrum: take Alder".to_owned(),
            course: "under way".to_owned(),
            why: "it is weak".to_owned(),
        }
    }

    #[test]
    fn the_result_offers_a_lower_skill_and_lists_plans() {
        let ended = vec![PlanEntry { course: "failed on a day".to_owned(), ..plan() }];
        let easier = Some("cadet".to_owned());
        let menu = Menu { is_decided: true, easier, plans: vec![plan()], ended, ..Menu::default() };
        let rows = result_page(&menu);
        assert_eq!(rows[1].enter, MenuAction::GoOn);
        assert!(rows.iter().any(|row| row.enter == MenuAction::Easier("cadet".to_owned())));
        let last = rows.last().unwrap();
        assert_eq!(last.enter, MenuAction::LookAt(BodyId(5)));
        assert_eq!(last.note, format!("It is weak. {LOOK_AT_PLACE}"));
        let headings: Vec<&str> =
            rows.iter().filter(|row| row.is_heading).map(|row| row.words.as_str()).collect();
        assert_eq!(headings, [DEEDS, PLANS], "there was no battle, and nothing was built");
        assert_eq!(rows[rows.len() - 3].value, "Failed on a day");
        let built = PlanEntry { why: "pays itself back in 40 s".to_owned(), ..plan() };
        let rows = result_page(&Menu { builds: vec![built], ..menu });
        let [.., heading, last] = &rows[..] else { panic!("{}", rows.len()) };
        assert_eq!(heading.words, BUILDS);
        assert!(last.note.starts_with("Pays itself back in 40 s. "), "{}", last.note);
    }

    #[test]
    fn what_minds_did_is_shown_in_the_replay_at_its_date() {
        let last = |menu: &Menu| {
            let row = result_page(menu).pop().unwrap();
            (row.enter, row.note)
        };
        let ended = vec![PlanEntry { tick: Some(700), ..plan() }];
        let menu = Menu { is_decided: true, ended, past: Some(past()), ..Menu::default() };
        let (enter, note) = last(&menu);
        assert_eq!(enter, MenuAction::Watch(log(0).path, Viewer::Everything, Some(mark(5, 700))));
        assert_eq!(note, format!("It is weak. {WATCH_DEED}"));
        let (place, look) = (MenuAction::LookAt(BodyId(5)), format!("It is weak. {LOOK_AT_PLACE}"));
        let loaded = Past { log: Ok(log(800)), ..past() };
        for past in [None, Some(loaded)] {
            let menu = Menu { ended: menu.ended.clone(), past, ..Menu::default() };
            assert_eq!(last(&menu), (place.clone(), look.clone()), "the replay does not have it");
        }
        let watched = Some(vec![(FactionId(0), "Terra".to_owned())]);
        let mut menu = Menu { watched, first_watched: 700, ..menu };
        let sought = (MenuAction::ShowMark(mark(5, 700)), format!("It is weak. {WATCH_DEED}"));
        assert_eq!(last(&menu), sought);
        menu.first_watched = 800;
        assert_eq!(last(&menu), (place, look), "the replay begins later");
    }
}
