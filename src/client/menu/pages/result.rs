//! The page of the result: ways on and out, battles, and the plans of minds.

use super::items::{Item, MenuAction};
use super::rewind::rewind_a_minute;
use super::{SAVE, load, main_menu, quit, restart};
use crate::client::frame::capital;
use crate::client::menu::result::{BattleTold, PlanTold};
use crate::client::menu::{Menu, Page};

/// The rows that go on, the battles, and the plans of minds; the rest of the result is above the rows.
pub(super) fn result_page(menu: &Menu) -> Vec<Item> {
    let battle = |battle: &BattleTold| Item {
        value: battle.losses.clone(),
        ..Item::new(
            format!("{}  Battle at {}", battle.date, battle.place),
            "Go to this place",
            MenuAction::LookAt(battle.body),
        )
    };
    let plan = |plan: &PlanTold| Item {
        value: capital(&plan.course),
        ..Item::new(plan.plan.clone(), capital(&plan.why), MenuAction::LookAt(plan.body))
    };
    let easier = menu.easier.as_ref().map(|skill| {
        let note = "Two losses in a row: play the level again on the next lower difficulty";
        Item::new(
            format!("Play again, difficulty {}", capital(skill)),
            note,
            MenuAction::Easier(skill.clone()),
        )
    });
    let on = Item::new("Resume", "Esc does the same; the menu leads back to this page", MenuAction::GoOn);
    let ways = [
        Item::new("Save game", SAVE, MenuAction::Turn(Page::Save)),
        load(menu),
        restart(menu),
        main_menu(menu),
        quit(menu),
    ];
    // The last battle comes first.
    let told = menu.battles.iter().rev().map(battle).chain(menu.plans.iter().map(plan));
    let first = easier.into_iter().chain([on]).chain(rewind_a_minute(menu));
    first.chain(ways).chain(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::past::Past;
    use crate::client::menu::past::test_support::past;
    use crate::sim::ids::BodyId;

    #[test]
    fn a_lost_war_can_be_rewound_from_the_page_of_the_result() {
        let rewinds = |past: Option<Past>| {
            let rows = result_page(&Menu { past, ..Menu::default() });
            rows.iter().any(|row| row.enter == MenuAction::Rewind(1_800))
        };
        assert!(rewinds(Some(past())) && !rewinds(None));
    }

    #[test]
    fn battles_lead_to_their_places() {
        let battle = |body: BodyId| BattleTold {
            body,
            place: format!("Body {}", body.0),
            date: String::new(),
            losses: String::new(),
        };
        let menu = Menu { battles: vec![battle(BodyId(3)), battle(BodyId(7))], ..Menu::default() };
        let rows = result_page(&menu);
        let deeds: Vec<&MenuAction> = rows.iter().map(|row| &row.enter).collect();
        assert_eq!(deeds[0], &MenuAction::GoOn);
        assert_eq!(
            deeds[6..],
            [&MenuAction::LookAt(BodyId(7)), &MenuAction::LookAt(BodyId(3))],
            "the last one first"
        );
    }

    #[test]
    fn the_result_offers_a_lower_skill_and_lists_plans() {
        let plan = PlanTold {
            body: BodyId(5),
            plan: "Ferrum: take Alder".to_owned(),
            course: "under way".to_owned(),
            why: "it is weak".to_owned(),
        };
        let menu = Menu { easier: Some("cadet".to_owned()), plans: vec![plan], ..Menu::default() };
        let rows = result_page(&menu);
        assert_eq!(rows[0].enter, MenuAction::Easier("cadet".to_owned()));
        let last = rows.last().unwrap();
        assert_eq!((last.note.as_str(), &last.enter), ("It is weak", &MenuAction::LookAt(BodyId(5))));
    }
}
