//! The steps of this game, and the present one.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::advice::{Advice, advise, is_met};
use super::facts::{Facts, GoalState};
use super::targets::Pointee;
use crate::client::frame::{Player, SPECTATOR};
use crate::client::settings::guide_step::GuideStep;
use crate::client::settings::{Binding, Settings};
use crate::sim::BodyId;

/// Seconds for which a step that was done stays on the plate, with a tick.
const CHEER_S: f64 = 1.2;
/// Seconds for which the last step stays, while no page covers it, and its words.
const END_S: f64 = 12.0;
const END: &str = "That was the last hint. Take more worlds, build fleets, and look for the others. The tip of the date \
                   has the aims of this level.";

/// The present step was done.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepDone;

/// The guide in this game.
#[derive(Resource, Clone, Debug, Default)]
pub struct Guide {
    /// The steps that had never been done before this game; `None` until it looks for the first time.
    plan: Option<Vec<GuideStep>>,
    /// Steps that are passed over in this game: skipped by the player, or unnecessary when their turn came.
    passed: Vec<GuideStep>,
    /// Those of them that were unnecessary.
    unneeded: Vec<GuideStep>,
    /// The steps that were on the plate in this game, in their order.
    told: Vec<GuideStep>,
    /// The body to which a fleet is to be sent.
    goal: Option<BodyId>,
    /// How far the player has got with it.
    goal_state: GoalState,
    /// The present step.
    advice: Option<Advice>,
    /// The steps whose deeds are ordered, by orders that wait for their tick.
    ordered: Vec<GuideStep>,
    /// The step that was done last, and when, seconds of real time.
    cheer: Option<(Advice, f64)>,
    /// Whether the step that was done last was the last one.
    has_ended: bool,
    /// Whether the present step has to be found again.
    is_stale: bool,
    /// Whether it points at things now.
    is_pointing: bool,
}

impl Guide {
    /// The step on the plate, and whether its deed is done or ordered.
    pub(super) fn shown(&self) -> Option<(&Advice, bool)> {
        let cheered = self.cheer.as_ref().map(|(advice, _)| (advice, true));
        cheered.or(self.advice.as_ref().map(|advice| (advice, self.is_ordered(advice.step))))
    }

    /// Whether the deed of a step is ordered, and the world has not answered yet.
    pub(super) fn is_ordered(&self, step: GuideStep) -> bool {
        self.ordered.contains(&step)
    }

    /// Notes the steps whose deeds are ordered. One that is no longer among them was answered: it is done, or told
    /// again after a refusal.
    pub(super) fn note_ordered(&mut self, steps: Vec<GuideStep>) {
        if self.ordered != steps {
            self.ordered = steps;
            self.is_stale = true;
        }
    }

    /// The title of a step, with its number among the steps that were shown. Steps that the player does unasked have
    /// no number.
    pub(super) fn title(&self, advice: &Advice) -> String {
        let told = self.told.iter().position(|step| *step == advice.step).unwrap_or(self.told.len());
        format!("{} - {}", told + 1, advice.title)
    }

    /// Counts the step on the plate.
    fn count(&mut self) {
        let shown = self.shown().map(|(advice, _)| advice.step).filter(|_| self.is_pointing);
        self.told.extend(shown.filter(|step| !self.told.contains(step)));
    }

    /// The things to point at; empty while it does not point.
    pub(super) fn pointees(&self) -> &[Pointee] {
        let is_open = |advice: &&Advice| self.cheer.is_none() && !self.is_ordered(advice.step);
        let advice = self.advice.as_ref().filter(|_| self.is_pointing).filter(is_open);
        advice.map_or(&[], |advice| advice.pointees.as_slice())
    }

    /// Sets whether it may point at things.
    pub(super) fn set_pointing(&mut self, is_pointing: bool) {
        self.is_pointing = is_pointing;
    }

    pub(super) fn goal(&self) -> Option<BodyId> {
        self.goal
    }

    /// The player sends ships to this body. It is as good a goal as the proposed one, while nobody is about that.
    pub(super) fn propose(&mut self, goal: BodyId) {
        if self.goal_state == GoalState::Far {
            self.goal = Some(goal);
        }
    }

    /// Passes the step on the plate over.
    pub(super) fn skip(&mut self) {
        self.is_stale = true;
        if self.cheer.take().is_none() {
            self.passed.extend(self.advice.take().map(|advice| advice.step));
        }
    }

    pub(super) fn take_stale(&mut self) -> bool {
        std::mem::take(&mut self.is_stale)
    }

    fn present(&self) -> Option<GuideStep> {
        self.advice.as_ref().map(|advice| advice.step)
    }

    /// Ticks the present step off.
    fn tick_off(&mut self, now: f64) {
        self.cheer = self.advice.take().map(|advice| (advice, now));
    }

    /// Lets the step that was done last go after its time. The last one of all takes leave.
    fn let_go(&mut self, is_last: bool, now: f64) {
        let Some((advice, since)) = &mut self.cheer else { return };
        if is_last && !self.has_ended {
            self.has_ended = true;
            END.clone_into(&mut advice.words);
            advice.caps.clear();
        }
        if self.has_ended && !self.is_pointing {
            *since = now;
        }
        let lasts_s = if self.has_ended { END_S } else { CHEER_S };
        if now - *since >= lasts_s {
            self.cheer = None;
        }
    }

    /// The present step while its deed is ordered, with the words that led to the order: an order changes a panel
    /// before the world answers. Otherwise the first possible step that is neither done nor skipped. Steps that only
    /// wait come last.
    fn next(&self, done: &[GuideStep], facts: &Facts, bindings: &[Binding]) -> Option<Advice> {
        if let Some(ordered) = self.advice.as_ref().filter(|advice| self.is_ordered(advice.step)) {
            return Some(ordered.clone());
        }
        let plan = self.plan.as_deref().unwrap_or_default();
        let is_open =
            |step: &&GuideStep| !done.contains(step) && !self.passed.contains(step) && !is_met(**step, facts);
        let mut possible: Vec<Advice> =
            plan.iter().filter(is_open).filter_map(|step| advise(*step, facts, bindings)).collect();
        possible.sort_by_key(|advice| advice.is_waiting || self.is_ordered(advice.step));
        possible.into_iter().next()
    }

    /// Leaves the steps behind that the facts make unnecessary before the next one: a later deed may undo what they are
    /// about, and they must not come back then.
    fn leave_behind(&mut self, next: Option<GuideStep>, facts: &Facts) {
        let before = self.plan.iter().flatten().copied().take_while(|step| Some(*step) != next);
        let met: Vec<GuideStep> =
            before.filter(|step| is_met(*step, facts) && !self.passed.contains(step)).collect();
        self.unneeded.extend(&met);
        self.passed.extend(met);
    }
}

/// Query bundle for what was done.
#[derive(SystemParam)]
pub struct Progress<'w> {
    /// The guide.
    pub guide: ResMut<'w, Guide>,
    settings: ResMut<'w, Settings>,
    time: Res<'w, Time<Real>>,
    done: MessageWriter<'w, StepDone>,
}

impl Progress<'_> {
    /// Seconds of real time.
    pub fn now(&self) -> f64 {
        self.time.elapsed_secs_f64()
    }

    /// Whether a step was done, in this game or before.
    pub fn is_done(&self, step: GuideStep) -> bool {
        self.settings.guide_done.contains(&step)
    }

    /// Notes that a step was done; the present step gets a tick and a sound, if it is on the screen.
    pub fn finish(&mut self, step: GuideStep) {
        if self.is_done(step) {
            return;
        }
        self.settings.guide_done.push(step);
        self.guide.is_stale = true;
        if self.guide.present() == Some(step) && self.guide.is_pointing {
            let now = self.now();
            self.guide.tick_off(now);
            self.done.write(StepDone);
        }
    }

    /// At the end of the guide: the next game, and this one after loading, leave out what was unnecessary here.
    fn forget_unneeded(&mut self) {
        for step in std::mem::take(&mut self.guide.unneeded) {
            if !self.is_done(step) {
                self.settings.guide_done.push(step);
            }
        }
    }

    /// Goes on to the step that suits the facts.
    pub fn follow(&mut self, facts: &Facts) {
        self.guide.goal = facts.goal.as_ref().map(|goal| goal.what);
        self.guide.goal_state = facts.goal_state;
        if let Some(step) = self.guide.present().filter(|step| is_met(*step, facts)) {
            self.finish(step);
        }
        if self.guide.plan.is_none() {
            let open = GuideStep::ALL.into_iter().filter(|step| !self.is_done(*step));
            self.guide.plan = Some(open.collect());
        }
        let now = self.now();
        let next = self.guide.next(&self.settings.guide_done, facts, &self.settings.keys);
        self.guide.let_go(next.is_none(), now);
        self.guide.leave_behind(next.as_ref().map(|advice| advice.step), facts);
        if next.is_none() {
            self.forget_unneeded();
        }
        self.guide.advice = next;
        self.guide.count();
    }
}

/// Run condition: the guide is switched on, and somebody plays.
pub fn is_wanted(settings: Res<Settings>, player: Option<Res<Player>>) -> bool {
    is_on(&settings, player.as_deref())
}

/// Whether the guide is switched on, and somebody plays.
pub fn is_on(settings: &Settings, player: Option<&Player>) -> bool {
    !settings.guide_off && player.is_some_and(|player| player.faction != SPECTATOR)
}

/// Whether one of the steps to come is that the player starts the clock, which stands until then.
pub fn starts_clock(settings: &Settings, player: Option<&Player>) -> bool {
    is_on(settings, player) && !settings.guide_done.contains(&GuideStep::Pace)
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::super::advice::test_support::{GOAL, HOME, beginning, outpost};
    use super::*;
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

    fn title(world: &World) -> Option<String> {
        let guide = world.resource::<Guide>();
        guide.advice.as_ref().map(|advice| guide.title(advice))
    }

    fn sounds(world: &World) -> usize {
        world.resource::<Messages<StepDone>>().len()
    }

    #[test]
    fn the_goal_stays_while_a_fleet_is_about_it() {
        let goal_after = |goal_state| {
            let mut guide = Guide { goal: Some(HOME), goal_state, ..Guide::default() };
            guide.propose(GOAL);
            guide.goal()
        };
        assert_eq!(goal_after(GoalState::Far), Some(GOAL));
        assert_eq!([GoalState::UnderWay, GoalState::Here].map(goal_after), [Some(HOME); 2]);
    }

    #[test]
    fn one_step_follows_the_other_from_the_first_look_to_the_claim() {
        use GuideStep::{Claim, Class, Help, Look, Overview, Pace, Place, Planet, Select, Send, Ships};
        let mut world = world(&[]);
        let start = Facts { subject: None, ..beginning() };
        assert_eq!(step(&mut world, &[], &start), Some(Look));
        assert_eq!(title(&world).as_deref(), Some("1 - Look around"));
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
        let shown = |world: &World| world.resource::<Guide>().shown().map(|(advice, _)| advice.words.clone());
        assert_eq!(shown(&world).as_deref(), Some(END), "it takes leave");
        let wait = |world: &mut World, is_pointing: bool| {
            world.resource_mut::<Guide>().is_pointing = is_pointing;
            for _ in 0..2 {
                let time = std::time::Duration::from_secs_f64(END_S);
                world.resource_mut::<Time<Real>>().update_with_duration(time);
            }
            step(world, &[], &own);
            shown(world)
        };
        assert!(wait(&mut world, false).is_some(), "a page covers it");
        assert_eq!(wait(&mut world, true), None);
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
        let time = std::time::Duration::from_secs_f64(2.0 * CHEER_S);
        world.resource_mut::<Time<Real>>().update_with_duration(time);
        world.resource_mut::<Time<Real>>().update_with_duration(time);
        assert_eq!(step(&mut world, &[], &facts), Some(GuideStep::Send));
        assert_eq!(world.resource::<Guide>().pointees().len(), 1);
        let title = title(&world).unwrap_or_default();
        assert!(title.starts_with("2 - "), "no number is left out: {title}");
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
        assert_eq!(title(&world).as_deref(), Some("1 - Look around"));
        assert_eq!(step(&mut world, &[Look], &beginning()), Some(Help));
        assert_eq!(title(&world).as_deref(), Some("2 - Look things up"));
    }

    #[test]
    fn the_clock_waits_for_a_guide_that_is_on_and_has_not_shown_the_pace() {
        let player = Player { faction: FactionId(0), home: None };
        let with = |guide_off: bool, guide_done: &[GuideStep]| {
            let mut settings = Settings::default();
            settings.guide_done.extend_from_slice(guide_done);
            settings.guide_off = guide_off;
            starts_clock(&settings, Some(&player))
        };
        assert!(with(false, &[]) && with(false, &[GuideStep::Look]));
        assert!(!with(true, &[]) && !with(false, &[GuideStep::Pace]));
        let spectator = Player { faction: SPECTATOR, home: None };
        assert!(!starts_clock(&Settings::default(), Some(&spectator)), "nobody guides them");
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
}
