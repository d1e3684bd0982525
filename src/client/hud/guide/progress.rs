//! The steps of this game, and the present one.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::advice::{Advice, advise, is_met};
use super::facts::Facts;
use super::targets::Pointee;
use crate::client::frame::{Player, SPECTATOR};
use crate::client::settings::guide_step::GuideStep;
use crate::client::settings::{Binding, Settings};
use crate::sim::{BodyId, SourceLevel};

/// Seconds for which a step that was done stays on the plate, with a tick.
const CHEER_S: f64 = 1.2;
/// Seconds on the plate after which a step without a deed leaves.
const OFFER_S: f64 = 60.0;
/// The farewell of a level that nobody can win, before what there is to do.
const NO_END: &str = "This level has no end: explore it freely.";

/// The present step was done.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepDone;

/// The player wants to choose a skirmish.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkirmishWanted;

/// What stays on the plate for a while, or until it is closed, and asks for nothing.
#[derive(Clone, Debug)]
struct Cheer {
    /// The step that was done last, or the farewell.
    advice: Advice,
    /// The number of the step.
    number: usize,
    /// Since when it is there, seconds of real time.
    since: f64,
    /// Whether it is the farewell.
    is_farewell: bool,
    /// Whether it offers a war: the level has none.
    offers_war: bool,
}

impl Cheer {
    /// The farewell after the last step: what there is to do from now on.
    fn farewell(step: GuideStep, facts: &Facts, now: f64) -> Self {
        let advice = Advice {
            step,
            title: "That was the last hint".to_owned(),
            words: farewell_words(&facts.aims, &facts.offers),
            note: String::new(),
            caps: Vec::new(),
            pointees: Vec::new(),
            is_waiting: false,
        };
        Self { advice, number: 0, since: now, is_farewell: true, offers_war: facts.aims.is_empty() }
    }
}

/// The aims of the level in sentences, or that it has none, and what there is to do.
pub(super) fn farewell_words(aims: &[String], offers: &[String]) -> String {
    if aims.is_empty() {
        let sentences = std::iter::once(NO_END).chain(offers.iter().map(String::as_str));
        return sentences.collect::<Vec<&str>>().join(" ");
    }
    format!("{}. The list at the left has your objectives.", aims.join(". "))
}

/// How long a step that nobody has to do was on the plate.
#[derive(Clone, Copy, Debug, Default)]
struct Offer {
    /// Its time there, seconds of real time.
    shown_s: f64,
    /// The last look, seconds of real time.
    looked_at: f64,
}

impl Offer {
    /// Counts the time since the last look if it is on the plate, and returns whether it was there long enough.
    fn has_passed(&mut self, is_shown: bool, now: f64) -> bool {
        let since_s = now - std::mem::replace(&mut self.looked_at, now);
        self.shown_s += if is_shown { since_s } else { 0.0 };
        self.shown_s >= OFFER_S
    }
}

/// The guide in this game.
#[derive(Resource, Clone, Debug, Default)]
pub struct Guide {
    /// The steps that had never been done before this game, none in another level than that in which the guide began;
    /// `None` until it looks for the first time.
    plan: Option<Vec<GuideStep>>,
    /// Steps that are passed over in this game: skipped by the player, or unnecessary when their turn came.
    passed: Vec<GuideStep>,
    /// Those of them that were unnecessary.
    unneeded: Vec<GuideStep>,
    /// The body to which a fleet is to be sent.
    goal: Option<BodyId>,
    /// The body to which the player has sent ships last.
    sent_to: Option<BodyId>,
    /// The present step.
    advice: Option<Advice>,
    /// The step that came last, with the number that it has as long as it stays.
    numbered: Option<(GuideStep, usize)>,
    /// The steps whose deeds are ordered, by orders that wait for their tick.
    ordered: Vec<GuideStep>,
    /// The step that was done last, or the farewell.
    cheer: Option<Cheer>,
    /// The time of the step that nobody has to do.
    offer: Offer,
    /// Whether it has taken leave.
    has_ended: bool,
    /// Whether the present step has to be found again.
    is_stale: bool,
    /// Whether it points at things now.
    is_pointing: bool,
    /// Whether the player has folded the plate to its title.
    is_folded: bool,
}

impl Guide {
    /// The step on the plate, and whether its deed is done or ordered.
    pub(super) fn shown(&self) -> Option<(&Advice, bool)> {
        let cheered = self.cheer.as_ref().map(|cheer| (&cheer.advice, !cheer.is_farewell));
        cheered.or(self.advice.as_ref().map(|advice| (advice, self.is_ordered(advice.step))))
    }

    /// Whether the plate takes leave.
    pub(super) fn says_farewell(&self) -> bool {
        self.cheer.as_ref().is_some_and(|cheer| cheer.is_farewell)
    }

    /// Whether the plate takes leave and offers a war.
    pub(super) fn offers_war(&self) -> bool {
        self.cheer.as_ref().is_some_and(|cheer| cheer.is_farewell && cheer.offers_war)
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

    /// The title of the step on the plate or of the present one, with the number of all steps of this game, and its
    /// number among them. The farewell has no number.
    pub(super) fn title(&self, advice: &Advice) -> String {
        if self.says_farewell() {
            return advice.title.clone();
        }
        let cheered = self.cheer.as_ref().filter(|cheer| cheer.advice.step == advice.step);
        let number = cheered.map_or_else(|| self.number(), |cheer| cheer.number);
        format!("{number} of {}: {}", self.plan.as_ref().map_or(0, Vec::len), advice.title)
    }

    /// The number of the step that came last.
    fn number(&self) -> usize {
        self.numbered.map_or(1, |(_, number)| number)
    }

    /// Gives the present step its number when it comes: one more than the other steps that are settled then. So the
    /// number of a step stays with it, whatever the player does meanwhile, and that of the next one is never smaller,
    /// in whatever order the player does things.
    fn count_present(&mut self, done: &[GuideStep]) {
        let came = self.present().filter(|step| self.numbered.is_none_or(|(last, _)| last != *step));
        let Some(step) = came else { return };
        let others = self.plan.iter().flatten().filter(|other| **other != step);
        let settled = others.filter(|other| self.is_settled(**other, done)).count();
        self.numbered = Some((step, 1 + settled));
    }

    /// Whether a step is done, or passed over in this game.
    fn is_settled(&self, step: GuideStep, done: &[GuideStep]) -> bool {
        done.contains(&step) || self.passed.contains(&step)
    }

    /// The things to point at; empty while it does not point.
    pub(super) fn pointees(&self) -> &[Pointee] {
        let is_open = |advice: &&Advice| self.cheer.is_none() && !self.is_ordered(advice.step);
        let advice = self.advice.as_ref().filter(|_| self.is_pointing).filter(is_open);
        advice.map_or(&[], |advice| advice.pointees.as_slice())
    }

    /// Whether a step of this game is neither done nor passed over.
    pub(super) fn is_to_come(&self, step: GuideStep, done: &[GuideStep]) -> bool {
        self.plan.iter().flatten().any(|planned| *planned == step) && !self.is_settled(step, done)
    }

    /// Whether nothing is left to tell in this game: all steps are done or passed over, and it has taken leave.
    pub fn is_over(&self, done: &[GuideStep]) -> bool {
        let is_settled = |step: &GuideStep| self.is_settled(*step, done);
        let is_silent = self.advice.is_none() && self.cheer.is_none();
        is_silent && self.plan.as_ref().is_some_and(|plan| plan.iter().all(is_settled))
    }

    /// Folds the plate to its title, or unfolds it. Only the player does so: it stays like that from step to step.
    pub(super) fn fold_plate(&mut self, is_folded: bool) {
        self.is_folded = is_folded;
    }

    /// Whether the plate shows only its title; the farewell never does.
    pub(super) fn is_folded(&self) -> bool {
        self.is_folded && !self.says_farewell()
    }

    /// Sets whether it may point at things.
    pub(super) fn set_pointing(&mut self, is_pointing: bool) {
        self.is_pointing = is_pointing;
    }

    pub(super) fn goal(&self) -> Option<BodyId> {
        self.goal
    }

    pub(super) fn sent_to(&self) -> Option<BodyId> {
        self.sent_to
    }

    /// The player sends ships to this body.
    pub(super) fn note_sent(&mut self, body: BodyId) {
        self.sent_to = Some(body);
    }

    /// Passes the step on the plate over, or closes the farewell. A step with its tick goes at once; the farewell comes
    /// after the last one all the same.
    pub(super) fn skip(&mut self) {
        self.is_stale = true;
        match &mut self.cheer {
            Some(cheer) if cheer.is_farewell => self.cheer = None,
            Some(cheer) => cheer.since = f64::NEG_INFINITY,
            None => self.passed.extend(self.advice.take().map(|advice| advice.step)),
        }
    }

    /// Whether the step on the plate leaves without a deed.
    fn is_offering(&self) -> bool {
        let is_open = self.is_pointing && self.cheer.is_none();
        is_open && self.present().is_some_and(GuideStep::is_optional)
    }

    /// Lets the step on the plate go, for good, if it leaves without a deed. Returns whether it did.
    fn close_offer(&mut self) -> bool {
        let closed = if self.is_offering() { self.advice.take() } else { None };
        let step = closed.map(|advice| advice.step);
        self.passed.extend(step);
        self.unneeded.extend(step);
        self.is_stale |= step.is_some();
        step.is_some()
    }

    pub(super) fn take_stale(&mut self) -> bool {
        std::mem::take(&mut self.is_stale)
    }

    fn present(&self) -> Option<GuideStep> {
        self.advice.as_ref().map(|advice| advice.step)
    }

    /// Ticks the present step off.
    fn tick_off(&mut self, now: f64) {
        let number = self.number();
        self.cheer = self.advice.take().map(|advice| Cheer {
            advice,
            number,
            since: now,
            is_farewell: false,
            offers_war: false,
        });
    }

    /// Lets the step that was done last go after its time. After the last one of all the guide takes leave, once, with
    /// the aims of the level; that stays until the player closes it.
    fn let_go(&mut self, is_last: bool, facts: &Facts, now: f64) {
        let Some(cheer) = self.cheer.as_ref().filter(|cheer| !cheer.is_farewell) else { return };
        if now - cheer.since < CHEER_S {
            return;
        }
        let step = cheer.advice.step;
        let takes_leave = is_last && !self.has_ended;
        self.has_ended |= takes_leave;
        self.cheer = takes_leave.then(|| Cheer::farewell(step, facts, now));
    }

    /// The present step while its deed is ordered, with the words that led to the order: an order changes a panel
    /// before the world answers. Otherwise the first possible step that is neither done nor skipped. Steps that only
    /// wait come last.
    fn next(&self, done: &[GuideStep], facts: &Facts, bindings: &[Binding]) -> Option<Advice> {
        if let Some(ordered) = self.advice.as_ref().filter(|advice| self.is_ordered(advice.step)) {
            return Some(ordered.clone());
        }
        let plan = self.plan.as_deref().unwrap_or_default();
        let is_open = |step: &&GuideStep| !self.is_settled(**step, done) && !is_met(**step, facts);
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
    level: Option<Res<'w, SourceLevel>>,
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

    /// Whether nothing is left to tell in this game.
    pub fn is_over(&self) -> bool {
        self.guide.is_over(&self.settings.guide_done)
    }

    /// Notes that a step was done; the present step gets a tick and a sound, if it is on the screen.
    pub fn finish(&mut self, step: GuideStep) {
        if self.is_done(step) {
            return;
        }
        self.plan();
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

    /// Plans the steps of this game, once. A guide that has begun stays in its level: what is left of it has no place in
    /// the middle of another game, whose player knows the first steps.
    fn plan(&mut self) {
        if self.guide.plan.is_some() {
            return;
        }
        let title = self.level.as_ref().map(|level| level.0.title.clone());
        if self.settings.guide_done.is_empty() && self.settings.guide_level != title {
            self.settings.guide_level.clone_from(&title);
        }
        let is_here = self.settings.guide_level == title;
        let open = GuideStep::ALL.into_iter().filter(|step| is_here && !self.is_done(*step));
        let open: Vec<GuideStep> = open.collect();
        self.guide.plan = Some(open);
    }

    /// Goes on to the step that suits the facts.
    pub fn follow(&mut self, facts: &Facts) {
        self.guide.goal = facts.goal.as_ref().map(|goal| goal.what);
        let now = self.now();
        let is_offering = self.guide.is_offering();
        if self.guide.offer.has_passed(is_offering, now) {
            self.guide.close_offer();
        }
        if let Some(step) = self.guide.present().filter(|step| is_met(*step, facts)) {
            self.finish(step);
        }
        self.plan();
        let next = self.guide.next(&self.settings.guide_done, facts, &self.settings.keys);
        self.guide.let_go(next.is_none(), facts, now);
        self.guide.leave_behind(next.as_ref().map(|advice| advice.step), facts);
        if next.is_none() {
            self.forget_unneeded();
        }
        self.guide.advice = next;
        self.guide.count_present(&self.settings.guide_done);
    }
}

/// Esc: closes a hint that asks for nothing, or the farewell.
pub fn close_hint(mut guide: ResMut<Guide>) -> bool {
    let takes_leave = guide.is_pointing && guide.says_farewell();
    if takes_leave {
        guide.skip();
    }
    takes_leave || guide.close_offer()
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
pub fn starts_clock(settings: &Settings, player: Option<&Player>, guide: &Guide) -> bool {
    let has_steps = guide.plan.as_ref().is_none_or(|plan| !plan.is_empty());
    has_steps && is_on(settings, player) && !settings.guide_done.contains(&GuideStep::Pace)
}

#[cfg(test)]
mod tests;
