//! The steps of a game, one after the other.

use std::time::Duration;

use bevy::ecs::system::RunSystemOnce;

use super::super::advice::test_support::{GOAL, HOME, beginning, garrison, outpost, states};
use super::super::facts::GoalState;
use super::*;
use crate::rules::test_support::shipped_level;
use crate::sim::FactionId;

fn world(done: &[GuideStep]) -> World {
    let mut world = World::new();
    world.init_resource::<Settings>();
    world.resource_mut::<Settings>().guide_done = done.to_vec();
    world.insert_resource(Guide { is_pointing: true, ..Guide::default() });
    world.init_resource::<Time<Real>>();
    world.init_resource::<Messages<StepDone>>();
    world
}

/// The step after these deeds.
fn step(world: &mut World, deeds: &[GuideStep], facts: &Facts) -> Option<GuideStep> {
    let (deeds, facts) = (deeds.to_vec(), facts.clone());
    let act = move |mut progress: Progress| {
        deeds.iter().for_each(|step| progress.finish(*step));
        progress.follow(&facts);
        progress.guide.present()
    };
    world.run_system_once(act).expect("it runs")
}

/// Lets this many seconds of real time pass.
fn pass(world: &mut World, seconds: f64) {
    // The first update of a clock only starts it.
    for _ in 0..2 {
        world.resource_mut::<Time<Real>>().update_with_duration(Duration::from_secs_f64(seconds));
    }
}

fn title(world: &World) -> Option<String> {
    let guide = world.resource::<Guide>();
    guide.advice.as_ref().map(|advice| titled(world, advice))
}

fn titled(world: &World, advice: &Advice) -> String {
    world.resource::<Guide>().title(advice)
}

fn sounds(world: &World) -> usize {
    world.resource::<Messages<StepDone>>().len()
}

#[test]
fn one_step_follows_the_other_from_the_first_look_to_the_claim() {
    use GuideStep::{Claim, Class, Help, Look, Overview, Pace, Place, Planet, Select, Send, Ships};
    let mut world = world(&[]);
    let start = Facts { subject: None, ..beginning() };
    assert_eq!(step(&mut world, &[], &start), Some(Look));
    assert_eq!(title(&world).as_deref(), Some("1 of 11: Look around"));
    assert_eq!(step(&mut world, &[Look], &start), Some(Select));
    let selected = Facts { has_selection: true, ..start };
    assert_eq!(step(&mut world, &[Select], &selected), Some(Overview));
    let far = Facts { sees_goal: true, ..selected };
    assert_eq!(step(&mut world, &[], &far), Some(Send), "it comes into view");
    let sent = Facts { goal_state: GoalState::UnderWay, ..far };
    assert_eq!(step(&mut world, &[Send], &sent), Some(Pace));
    assert_eq!(step(&mut world, &[Pace], &sent), Some(Planet));
    let open = Facts { subject: Some(HOME), ..sent };
    assert_eq!(step(&mut world, &[], &open), Some(Class));
    let chosen = Facts { chosen: open.station.clone(), ..open.clone() };
    assert_eq!(step(&mut world, &[], &chosen), Some(Place));
    assert_eq!(step(&mut world, &[Place], &open), Some(Ships));
    assert_eq!(step(&mut world, &[Ships], &open), Some(Help), "meanwhile the fleet flies");
    assert_eq!(step(&mut world, &[Help], &open), Some(Claim));
    let arrived = Facts { goal_state: GoalState::Here, outpost: Some(outpost()), ..open.clone() };
    assert_eq!(step(&mut world, &[], &arrived), Some(Claim));
    let own = Facts { goal_state: GoalState::Own, ..open };
    assert_eq!(step(&mut world, &[], &own), None);
    assert_eq!(world.resource::<Settings>().guide_done.len(), 11);
    assert_eq!(sounds(&world), 11);
    assert!(!world.resource::<Guide>().says_farewell(), "the last step has its tick first");
    let wait = |world: &mut World, seconds: f64| {
        pass(world, seconds);
        step(world, &[], &own);
        told(world)
    };
    let farewell = wait(&mut world, CHEER_S);
    assert_eq!(farewell.as_deref(), Some(NO_END), "it takes leave");
    assert!(world.resource::<Guide>().offers_war(), "the level has none");
    assert_eq!(wait(&mut world, 1000.0), farewell, "until it is closed");
    assert!(world.run_system_once(close_hint).expect("it runs"), "by Esc, too");
    assert_eq!(wait(&mut world, 0.0), None);
}

/// The words on the plate.
fn told(world: &World) -> Option<String> {
    world.resource::<Guide>().shown().map(|(advice, _)| advice.words.clone())
}

#[test]
fn the_farewell_tells_the_aims_of_the_level_and_nothing_of_the_last_step() {
    let others: Vec<GuideStep> =
        GuideStep::ALL.into_iter().filter(|step| *step != GuideStep::Claim).collect();
    let mut world = world(&others);
    let aims = vec!["Victory: hold 4 bodies (no comets) for 60 s, 1 of 4".to_owned()];
    let offers = vec!["Mine.".to_owned()];
    let far = Facts { aims, offers, garrison: Some(garrison()), ..beginning() };
    assert_eq!(step(&mut world, &[], &far), Some(GuideStep::Claim));
    let own = Facts { goal_state: GoalState::Own, ..far };
    assert_eq!(step(&mut world, &[], &own), None);
    pass(&mut world, 2.0 * CHEER_S);
    assert_eq!(step(&mut world, &[], &own), None);
    let guide = world.resource::<Guide>();
    let (advice, is_done) = guide.shown().expect("it takes leave");
    let words =
        "Victory: hold 4 bodies (no comets) for 60 s, 1 of 4. The list at the left has your objectives.";
    assert_eq!((advice.words.as_str(), advice.note.as_str(), advice.caps.len()), (words, "", 0));
    assert!(!is_done && guide.says_farewell() && guide.pointees().is_empty() && !guide.offers_war());
    assert_eq!(titled(&world, advice), "That was the last hint", "it is no step");
    world.resource_mut::<Guide>().skip();
    assert_eq!(step(&mut world, &[], &own), None);
    assert_eq!(told(&world), None, "it is closed for good");
}

#[test]
fn the_farewell_comes_after_a_tick_that_is_passed_over() {
    use GuideStep::{Help, Look};
    let done: Vec<GuideStep> =
        GuideStep::ALL.into_iter().filter(|step| ![Look, Help].contains(step)).collect();
    let mut world = world(&done);
    assert_eq!(step(&mut world, &[], &beginning()), Some(Look));
    assert_eq!(step(&mut world, &[Look], &beginning()), Some(Help));
    world.resource_mut::<Guide>().skip();
    assert_eq!(step(&mut world, &[], &beginning()), Some(Help));
    assert!(
        world.resource::<Guide>().shown().is_some_and(|(advice, is_done)| advice.step == Help && !is_done)
    );
    assert_eq!(step(&mut world, &[Help], &beginning()), None);
    world.resource_mut::<Guide>().skip();
    assert_eq!(step(&mut world, &[], &beginning()), None);
    assert!(world.resource::<Guide>().says_farewell());
}

#[test]
fn nothing_is_looked_for_once_all_is_told() {
    let is_over =
        |world: &mut World| world.run_system_once(|progress: Progress| progress.is_over()).expect("it runs");
    let mut veteran = world(&GuideStep::ALL);
    assert!(!is_over(&mut veteran), "it has not looked yet");
    assert_eq!(step(&mut veteran, &[], &beginning()), None);
    assert!(is_over(&mut veteran));
    let others: Vec<GuideStep> = GuideStep::ALL.into_iter().filter(|step| *step != GuideStep::Help).collect();
    let mut world = world(&others);
    assert_eq!(step(&mut world, &[], &beginning()), Some(GuideStep::Help));
    assert!(!is_over(&mut world));
    assert_eq!(step(&mut world, &[GuideStep::Help], &beginning()), None);
    assert!(!is_over(&mut world), "it has to take leave");
    world.resource_mut::<Guide>().skip();
    step(&mut world, &[], &beginning());
    world.resource_mut::<Guide>().skip();
    assert!(is_over(&mut world));
}

/// A game in which only the last step is left, which asks for nothing.
fn last_step() -> World {
    let others: Vec<GuideStep> = GuideStep::ALL.into_iter().filter(|step| *step != GuideStep::Help).collect();
    let mut world = world(&others);
    assert_eq!(step(&mut world, &[], &beginning()), Some(GuideStep::Help));
    world
}

#[test]
fn the_last_step_leaves_by_itself_after_its_time_on_the_plate() {
    let mut world = last_step();
    let wait = |world: &mut World, is_pointing: bool| {
        world.resource_mut::<Guide>().is_pointing = is_pointing;
        pass(world, 0.4 * OFFER_S);
        step(world, &[], &beginning())
    };
    assert_eq!(wait(&mut world, true), Some(GuideStep::Help));
    for _ in 0..3 {
        assert_eq!(wait(&mut world, false), Some(GuideStep::Help), "a page covers it");
    }
    assert_eq!(wait(&mut world, true), None);
    assert_eq!(sounds(&world), 0, "nobody has done it");
    assert!(world.resource::<Settings>().guide_done.contains(&GuideStep::Help), "nor in the next game");
}

#[test]
fn esc_closes_the_last_step_and_no_other() {
    let escape = |world: &mut World| world.run_system_once(close_hint).expect("it runs");
    let mut beginner = world(&[]);
    assert_eq!(step(&mut beginner, &[], &beginning()), Some(GuideStep::Look));
    assert!(!escape(&mut beginner));
    let mut world = last_step();
    world.resource_mut::<Guide>().is_pointing = false;
    assert!(!escape(&mut world), "a page covers it");
    world.resource_mut::<Guide>().is_pointing = true;
    assert!(escape(&mut world) && !escape(&mut world), "once");
    assert_eq!(step(&mut world, &[], &beginning()), None);
}

/// Lets orders for these steps wait.
fn order(world: &mut World, steps: &[GuideStep]) {
    world.resource_mut::<Guide>().note_ordered(steps.to_vec());
}

#[test]
fn a_step_that_is_ordered_keeps_its_words_with_a_tick_until_the_answer() {
    use GuideStep::{Help, Place};
    let is_other = |step: &GuideStep| ![Place, Help].contains(step);
    let others: Vec<GuideStep> = GuideStep::ALL.into_iter().filter(is_other).collect();
    let mut world = world(&others);
    let shown = |world: &World| {
        let guide = world.resource::<Guide>();
        let (advice, is_done) = guide.shown().expect("a step is on the plate");
        (advice.words.clone(), is_done, guide.pointees().len())
    };
    let open = Facts { subject: Some(HOME), ..beginning() };
    let chosen = Facts { chosen: open.station.clone(), ..open.clone() };
    assert_eq!(step(&mut world, &[], &chosen), Some(Place));
    let (told, ..) = shown(&world);
    order(&mut world, &[Place]);
    assert_eq!(step(&mut world, &[], &open), Some(Place), "the slot is clicked, nobody has answered yet");
    assert_eq!(shown(&world), (told.clone(), true, 0), "it asks for nothing again");
    order(&mut world, &[]);
    assert_eq!(step(&mut world, &[], &open), Some(Place), "the order was refused");
    let (again, is_done, pointees) = shown(&world);
    assert!(again.contains("\"Trade station\"") && !is_done && pointees == 1, "{again}");
    assert_eq!(step(&mut world, &[], &chosen), Some(Place));
    order(&mut world, &[Place]);
    assert_eq!(step(&mut world, &[], &open), Some(Place));
    assert_eq!(step(&mut world, &[Place], &open), Some(Help), "the order was accepted");
    assert_eq!(shown(&world), (told, true, 0));
}

#[test]
fn a_step_that_is_ordered_before_its_turn_is_not_told_meanwhile() {
    use GuideStep::{Look, Pace, Select, Send};
    let mut world = world(&[Look]);
    let facts = Facts { sees_goal: true, ..beginning() };
    assert_eq!(step(&mut world, &[], &facts), Some(Select));
    let selected = Facts { has_selection: true, ..facts };
    order(&mut world, &[Send]);
    assert_eq!(step(&mut world, &[Select], &selected), Some(Pace));
    order(&mut world, &[]);
    assert_eq!(step(&mut world, &[], &selected), Some(Send), "the order was refused");
}

#[test]
fn what_was_done_before_its_turn_is_not_told() {
    use GuideStep::{Look, Pace, Select};
    let mut world = world(&[]);
    let facts = Facts { sees_goal: true, has_selection: true, ..beginning() };
    assert_eq!(step(&mut world, &[], &facts), Some(Look));
    assert_eq!(step(&mut world, &[Select, Pace], &facts), Some(Look));
    assert_eq!(sounds(&world), 0, "only the present step is ticked off");
    assert_eq!(step(&mut world, &[Look], &facts), Some(GuideStep::Send));
    let guide = world.resource::<Guide>();
    assert!(guide.shown().is_some_and(|(advice, is_done)| advice.step == Look && is_done));
    assert!(guide.pointees().is_empty(), "it does not point while it ticks off");
    pass(&mut world, 2.0 * CHEER_S);
    assert_eq!(step(&mut world, &[], &facts), Some(GuideStep::Send));
    assert_eq!(world.resource::<Guide>().pointees().len(), 1);
    let title = title(&world).unwrap_or_default();
    assert!(title.starts_with("5 of 11: "), "the goal is in view, and three steps are done: {title}");
    assert_eq!(step(&mut world, &[GuideStep::Send], &facts), Some(GuideStep::Class));
}

#[test]
fn a_step_whose_condition_was_met_at_its_turn_does_not_come_back() {
    use GuideStep::{Claim, Help, Look, Pace, Place, Planet, Select, Send, Ships};
    let mut world = world(&[Look, Select, Send, Pace]);
    let away = Facts { subject: None, sees_goal: true, ..beginning() };
    let open = Facts { subject: Some(HOME), ..away.clone() };
    assert_eq!(step(&mut world, &[], &away), Some(Planet), "the goal is in view");
    let mut world = self::world(&[Look, Select, Send, Pace]);
    assert_eq!(step(&mut world, &[], &open), Some(GuideStep::Class), "the panel is open");
    let unseen = Facts { sees_goal: false, ..open.clone() };
    assert_eq!(step(&mut world, &[], &unseen), Some(GuideStep::Class), "the goal has left the view");
    let chosen = Facts { chosen: open.station.clone(), ..open };
    assert_eq!(step(&mut world, &[], &chosen), Some(Place));
    let here = Facts { goal_state: GoalState::Here, outpost: Some(outpost()), ..away };
    assert_eq!(step(&mut world, &[Place, Ships, Help], &here), Some(Claim));
    let at_goal = Facts { subject: Some(GOAL), ..here };
    assert_eq!(step(&mut world, &[], &at_goal), Some(Claim), "the other panel closes that of home");
    let is_noted = |world: &World| world.resource::<Settings>().guide_done.contains(&Planet);
    assert!(!is_noted(&world));
    let own = Facts { goal_state: GoalState::Own, ..at_goal };
    assert_eq!(step(&mut world, &[], &own), None);
    assert!(is_noted(&world), "nor in the next game");
}

#[test]
fn a_step_before_whose_turn_its_condition_has_ended_is_told() {
    use GuideStep::{Look, Pace, Planet, Select, Send};
    let mut world = world(&[Select, Send, Pace]);
    let open = Facts { sees_goal: true, ..beginning() };
    assert_eq!(step(&mut world, &[], &open), Some(Look), "the panel is open");
    let closed = Facts { subject: None, ..open };
    assert_eq!(step(&mut world, &[Look], &closed), Some(Planet));
}

#[test]
fn later_games_have_only_the_steps_that_were_never_done() {
    use GuideStep::{Help, Look};
    let done: Vec<GuideStep> =
        GuideStep::ALL.into_iter().filter(|step| ![Look, Help].contains(step)).collect();
    let mut world = world(&done);
    assert_eq!(step(&mut world, &[], &beginning()), Some(Look));
    assert_eq!(title(&world).as_deref(), Some("1 of 2: Look around"));
    assert_eq!(step(&mut world, &[Look], &beginning()), Some(Help));
    assert_eq!(title(&world).as_deref(), Some("2 of 2: Look things up"));
}

/// Begins a game of a shipped level; returns its first step.
fn begin_level(world: &mut World, file: &str) -> Option<GuideStep> {
    world.insert_resource(SourceLevel(shipped_level(file)));
    world.insert_resource(Guide { is_pointing: true, ..Guide::default() });
    step(world, &[], &beginning())
}

#[test]
fn what_is_left_of_the_guide_stays_in_the_level_in_which_it_began() {
    use GuideStep::{Look, Select};
    let mut world = world(&[]);
    assert_eq!(begin_level(&mut world, "first-light.ron"), Some(Look));
    assert_eq!(begin_level(&mut world, "duel.ron"), Some(Look), "nothing of it was done");
    assert_eq!(begin_level(&mut world, "first-light.ron"), Some(Look));
    assert_eq!(step(&mut world, &[Look], &beginning()), Some(Select));
    assert_eq!(begin_level(&mut world, "duel.ron"), None);
    let player = Player { faction: FactionId(0), home: None };
    let (settings, guide) = (world.resource::<Settings>(), world.resource::<Guide>());
    assert!(guide.is_over(&settings.guide_done), "the menu says so");
    assert!(!starts_clock(settings, Some(&player), guide), "nobody would say that it stands");
    assert_eq!(begin_level(&mut world, "first-light.ron"), Some(Select), "it goes on there");
    world.resource_mut::<Settings>().guide_done.clear();
    assert_eq!(begin_level(&mut world, "duel.ron"), Some(Look), "the player has called it again");
}

#[test]
fn the_number_of_a_step_never_falls_and_that_of_all_stays() {
    let all = GuideStep::ALL;
    let facts: Vec<Facts> = states().into_iter().chain([beginning(), Facts::default()]).collect();
    for seed in 0..30_u64 {
        let mut state = seed;
        let mut draw = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let (mut world, mut last) = (world(&[]), 0);
        step(&mut world, &[], &beginning());
        for _ in 0..40 {
            let deeds: Vec<GuideStep> = (0..draw(2)).map(|_| all[draw(all.len())]).collect();
            let ordered: Vec<GuideStep> = (0..draw(2)).map(|_| all[draw(all.len())]).collect();
            order(&mut world, &ordered);
            if draw(6) == 0 {
                world.resource_mut::<Guide>().skip();
            }
            world.resource_mut::<Guide>().is_pointing = draw(4) > 0;
            pass(&mut world, draw(2) as f64);
            step(&mut world, &deeds, &facts[draw(facts.len())]);
            let guide = world.resource::<Guide>();
            let Some((advice, _)) = guide.shown().filter(|_| !guide.says_farewell()) else { continue };
            let title = titled(&world, advice);
            let (number, rest) = title.split_once(" of ").expect("it has a number");
            let number: usize = number.parse().expect("it is a number");
            assert!(
                (last..=all.len()).contains(&number) && rest.starts_with("11: "),
                "{seed}: {title}, {last}"
            );
            last = number;
        }
    }
}

#[test]
fn a_step_that_stays_keeps_its_number() {
    use GuideStep::{Class, Help, Look, Overview, Pace, Place, Planet, Select, Send};
    let mut world = world(&[]);
    let far = Facts { subject: None, ..beginning() };
    assert_eq!(step(&mut world, &[], &far), Some(Look));
    assert_eq!(step(&mut world, &[Look, Select], &far), Some(Overview));
    let third = Some("3 of 11: Find Ember");
    assert_eq!(title(&world).as_deref(), third);
    for deeds in [&[Planet, Class][..], &[Place, Help], &[Pace]] {
        assert_eq!(step(&mut world, deeds, &far), Some(Overview));
        assert_eq!(title(&world).as_deref(), third, "after {deeds:?}");
    }
    pass(&mut world, 2.0 * CHEER_S);
    let seen = Facts { sees_goal: true, has_selection: true, ..far };
    assert_eq!(step(&mut world, &[], &seen), Some(Send));
    let cheered = world.resource::<Guide>().shown().map(|(advice, _)| titled(&world, advice));
    assert_eq!(cheered.as_deref(), third, "with its tick, too");
    assert_eq!(title(&world).as_deref(), Some("9 of 11: Send a fleet to Ember"));
}

#[test]
fn the_clock_waits_for_a_guide_that_is_on_and_has_not_shown_the_pace() {
    let player = Player { faction: FactionId(0), home: None };
    let with = |guide_off: bool, guide_done: &[GuideStep]| {
        let mut settings = Settings::default();
        settings.guide_done.extend_from_slice(guide_done);
        settings.guide_off = guide_off;
        starts_clock(&settings, Some(&player), &Guide::default())
    };
    assert!(with(false, &[]) && with(false, &[GuideStep::Look]));
    assert!(!with(true, &[]) && !with(false, &[GuideStep::Pace]));
    let spectator = Player { faction: SPECTATOR, home: None };
    let is_guided = starts_clock(&Settings::default(), Some(&spectator), &Guide::default());
    assert!(!is_guided, "nobody guides them");
}

#[test]
fn the_start_of_the_clock_is_to_come_until_it_is_done_or_skipped() {
    let is_to_come = |world: &World| {
        let done = &world.resource::<Settings>().guide_done;
        world.resource::<Guide>().is_to_come(GuideStep::Pace, done)
    };
    let before = GuideStep::ALL.into_iter().take_while(|step| *step != GuideStep::Pace);
    let before: Vec<GuideStep> = before.collect();
    let mut skipped = world(&before);
    assert!(!is_to_come(&skipped), "it has not looked yet");
    assert_eq!(step(&mut skipped, &[], &beginning()), Some(GuideStep::Pace));
    assert!(is_to_come(&skipped));
    skipped.resource_mut::<Guide>().skip();
    assert!(!is_to_come(&skipped));
    let mut done = world(&[]);
    step(&mut done, &[], &beginning());
    assert!(is_to_come(&done), "steps before it come first");
    step(&mut done, &[GuideStep::Pace], &beginning());
    assert!(!is_to_come(&done));
}

#[test]
fn a_step_is_passed_over_for_this_game_only() {
    let mut world = world(&[]);
    assert_eq!(step(&mut world, &[], &beginning()), Some(GuideStep::Look));
    world.resource_mut::<Guide>().skip();
    assert_eq!(step(&mut world, &[], &beginning()), Some(GuideStep::Select));
    assert!(world.resource::<Settings>().guide_done.is_empty());
    *world.resource_mut::<Guide>() = Guide::default();
    assert_eq!(step(&mut world, &[], &beginning()), Some(GuideStep::Look));
}
