//! The steps that lead to the first body, by what the rules allow there: a structure claims it, or troopers capture
//! it.

use super::super::facts::{Facts, GoalState, Named};
use super::super::goal::Garrison;
use super::super::targets::{PanelButton, Pointee};
use super::{Hint, Keys, build, click, order_of_yard, send};
use crate::client::settings::Action;
use crate::client::settings::guide_step::GuideStep;
use crate::sim::BodyId;

/// How the goal becomes the player's: troopers capture it, or a structure claims it.
pub(super) fn verb(state: GoalState) -> &'static str {
    match state {
        GoalState::Resists | GoalState::Landing | GoalState::Fought => "Capture",
        _ => "Claim",
    }
}

/// What is known of the garrison, for the steps that lead to the goal. In a fight the panel has the numbers.
pub(super) fn note(step: GuideStep, facts: &Facts) -> String {
    let leads_there = matches!(step, GuideStep::Send | GuideStep::Claim);
    if !leads_there || facts.goal_state == GoalState::Fought {
        return String::new();
    }
    match facts.garrison {
        None => "Its garrison is out of your sight".to_owned(),
        Some(Garrison { defenders, needed, resists: true }) => {
            format!("Garrison about {defenders:.0}: land {needed:.0} troopers or more at once")
        }
        Some(Garrison { defenders, .. }) if defenders > 0.0 => {
            format!("Garrison about {defenders:.0}: a structure is enough to claim it")
        }
        Some(_) => "No garrison: a structure is enough to claim it".to_owned(),
    }
}

/// The next deed on the way to the goal, and to its possession by what the rules allow there.
pub(super) fn claim(facts: &Facts, goal: &Named<BodyId>, keys: &Keys) -> Option<Hint> {
    match facts.goal_state {
        GoalState::Barred | GoalState::Own => None,
        GoalState::Far => send(facts, keys),
        GoalState::UnderWay => Some(wait(&format!("A fleet is on its way to {}", goal.name), facts, keys)),
        GoalState::Resists => land(facts, goal, keys),
        GoalState::Landing => Some(wait(&format!("Your troopers fly to {}", goal.name), facts, keys)),
        GoalState::Fought => {
            Some(wait(&format!("Your troopers fight for {}, no structure is needed", goal.name), facts, keys))
        }
        GoalState::Here if facts.subject == Some(goal.what) => {
            Some(build(facts, goal, facts.outpost.as_ref()?, keys))
        }
        GoalState::Here => {
            let words = format!(
                "Your fleet is there. The first structure that you build claims {}. Click it.",
                goal.name
            );
            facts.outpost.as_ref()?;
            Some((words, vec![click("open")], vec![Pointee::Body(goal.what)]))
        }
    }
}

/// What goes on meanwhile, where there is nothing to do but to wait.
fn wait(what: &str, facts: &Facts, keys: &Keys) -> Hint {
    if facts.is_paused {
        let words = format!("{what}, but the game is paused. Resume.");
        return (words, vec![keys.cap(Action::Pause, "resume")], vec![Pointee::Button(PanelButton::Pause)]);
    }
    let words = format!("{what}. Speed the clock up if you like.");
    let caps = vec![keys.cap(Action::Faster, "faster"), keys.cap(Action::Slower, "slower")];
    (words, caps, vec![Pointee::Button(PanelButton::Faster)])
}

/// The next deed on the way to a landing: order ships with troopers, select them, land.
fn land(facts: &Facts, goal: &Named<BodyId>, keys: &Keys) -> Option<Hint> {
    let needed = facts.garrison.map_or(0.0, |garrison| garrison.needed);
    let Some(transport) = facts.transport.as_ref().filter(|_| facts.troopers >= needed) else {
        let ship = facts.lander.as_ref()?;
        let words =
            format!("You have {:.0} troopers. Click \"{}\" for more of them.", facts.troopers, ship.name);
        return order_of_yard(facts, ship, words, keys);
    };
    if facts.has_troopers_selected {
        let words = format!("Press the key of the landing, and click {}.", goal.name);
        let caps = vec![keys.cap(Action::Invade, "land"), click("there")];
        return Some((words, caps, vec![Pointee::Body(goal.what)]));
    }
    let words = format!("Click {} with its troopers, or its row in the list.", transport.name);
    let row = Pointee::Button(PanelButton::FleetRow(transport.what.fleet));
    Some((words, vec![click("select")], vec![Pointee::Unit(transport.what.ship), row]))
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{GOAL, beginning, garrison, resisting};
    use super::super::{Advice, advise};
    use super::*;
    use crate::client::hud::planet::Page;
    use crate::sim::ClassId;

    fn advice(step: GuideStep, facts: &Facts) -> Advice {
        advise(step, facts, &[]).unwrap_or_else(|| panic!("{step:?} is possible"))
    }

    /// What is pointed at first.
    fn first(step: GuideStep, facts: &Facts) -> Option<Pointee> {
        advice(step, facts).pointees.first().copied()
    }

    #[test]
    fn a_goal_that_resists_takes_troopers_and_no_structure() {
        let step = GuideStep::Claim;
        let few = Facts { page: Page::Yards, ..resisting(80.0) };
        assert_eq!(advice(step, &few).title, "Capture Ember");
        assert_eq!(advice(step, &few).note, "Garrison about 60: land 81 troopers or more at once");
        let class = PanelButton::Ship(ClassId::FIRST);
        assert_eq!(first(step, &few), Some(Pointee::Button(class)), "80 are too few");
        let enough = resisting(160.0);
        assert!(matches!(first(step, &enough), Some(Pointee::Unit(_))));
        let selected = Facts { has_troopers_selected: true, ..enough.clone() };
        assert_eq!(first(step, &selected), Some(Pointee::Body(GOAL)));
        let without_yard = Facts { yard: None, ..few };
        assert_eq!(advise(step, &without_yard, &[]), None);
        for goal_state in [GoalState::Landing, GoalState::Fought] {
            let landing = Facts { goal_state, ..enough.clone() };
            let Advice { title, words, is_waiting, .. } = advice(step, &landing);
            assert!(title.starts_with("Capture") && words.contains("Your troopers") && is_waiting, "{words}");
        }
    }

    #[test]
    fn a_fleet_is_sent_with_what_is_known_of_the_garrison() {
        let note =
            |garrison: Option<Garrison>| advice(GuideStep::Send, &Facts { garrison, ..beginning() }).note;
        assert_eq!(note(None), "Its garrison is out of your sight");
        assert!(note(Some(garrison())).contains("81 troopers"));
        let weak = Garrison { defenders: 40.0, needed: 51.0, resists: false };
        assert_eq!(note(Some(weak)), "Garrison about 40: a structure is enough to claim it");
        assert_eq!(advice(GuideStep::Pace, &beginning()).note, "", "it is about something else");
    }
}
