//! The pages of the minds of the game, and of their skills.

use super::items::{Item, MenuAction, back};
use crate::client::frame::capital;
use crate::client::menu::{Menu, Opponent, Page};
use crate::level::{MindChoice, Skill};
use crate::sim::FactionId;

/// The minds of the game; a row leads to the question about its skill.
pub(super) fn minds_page(menu: &Menu) -> Vec<Item> {
    let mind = |opponent: &Opponent| {
        let words = opponent.seat.mind.as_ref().map(MindChoice::words).unwrap_or_default();
        let words = capital(&words);
        let value = if opponent.seat.suspended { format!("{words}, waiting") } else { words };
        let choice = opponent.seat.mind.as_ref();
        let personality = choice.and_then(|choice| menu.minds.personality(&choice.personality));
        let role = personality.map_or("", |personality| &personality.role);
        let note = format!("{role} Enter: another difficulty");
        let note = note.trim_start().to_owned();
        Item {
            value,
            ..Item::new(opponent.name.clone(), note, MenuAction::Turn(Page::Reskill(opponent.faction)))
        }
    };
    menu.opponents.iter().map(mind).collect()
}

/// The question which skill a mind should have. The row that leads back comes first, so that a second Enter changes
/// nothing.
pub(super) fn reskill_page(menu: &Menu, faction: FactionId) -> Vec<Item> {
    let opponent = menu.opponents.iter().find(|opponent| opponent.faction == faction);
    let name = opponent.map_or("it", |opponent| opponent.name.as_str());
    let present = opponent.and_then(|opponent| opponent.seat.mind.as_ref()).map(|mind| mind.skill.as_str());
    let question = Item::words_alone(format!(
        "Which difficulty should {name} have from now on? It keeps its plans; everybody sees the change."
    ));
    let skill = |skill: &Skill| {
        let is_present = present == Some(&skill.name);
        Item {
            why_not: if is_present { "This is the present difficulty".to_owned() } else { String::new() },
            ..Item::new(
                capital(&skill.name),
                skill.role.clone(),
                MenuAction::Reskill(faction, skill.name.clone()),
            )
        }
    };
    [question, back(menu)].into_iter().chain(menu.minds.skills.iter().map(skill)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::pages::items;
    use crate::client::settings::{Quality, Settings};

    #[test]
    fn a_change_of_skill_asks_first() {
        let mind = Some(MindChoice::new("captain", "corsair"));
        let ferrum = FactionId(1);
        let seat = crate::sim::Seat { mind, suspended: false };
        let opponents = vec![Opponent { faction: ferrum, name: "Ferrum".to_owned(), seat }];
        let minds = crate::rules::test_support::shipped().minds.clone();
        let rows = |page: Page| {
            let (opponents, minds) = (opponents.clone(), minds.clone());
            let menu = Menu { page: Some(page), opponents, minds, ..Menu::default() };
            items(&menu, &Settings::default(), Quality::High)
        };
        assert!(rows(Page::Pause).iter().any(|row| row.enter == MenuAction::Turn(Page::Minds)));
        let listed = rows(Page::Minds);
        assert_eq!(
            (listed[0].value.as_str(), &listed[0].enter),
            ("Captain, corsair", &MenuAction::Turn(Page::Reskill(ferrum)))
        );
        let role = &minds.personality("corsair").expect("it is there").role;
        assert!(listed[0].note.starts_with(role.as_str()), "{}", listed[0].note);
        let asked = rows(Page::Reskill(ferrum));
        assert!(asked[0].is_note, "the question is no choice");
        assert_eq!(asked[1].enter, MenuAction::Turn(Page::Minds), "a second Enter changes nothing");
        assert_eq!(asked.len(), 2 + minds.skills.len());
        assert_eq!(asked.iter().filter(|row| !row.why_not.is_empty()).count(), 1, "the present skill");
    }
}
