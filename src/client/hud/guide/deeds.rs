//! Notices what the player does, asked for or not.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;

use super::progress::Progress;
use crate::client::frame::Player;
use crate::client::hud::help::encyclopedia::Encyclopedia;
use crate::client::hud::help::keys_page::HelpPage;
use crate::client::hud::toasts::OrderAnswered;
use crate::client::input::Selected;
use crate::client::input::pace::PaceChange;
use crate::client::settings::guide_step::GuideStep;
use crate::client::settings::{Action, Actions};
use crate::client::view::{Focus, FocusTarget, MainCamera, Sight};
use crate::client::widgets::Pressed;
use crate::client::worlds::Kept;
use crate::sim::{BodyId, ConstructionOrder, Order, OrderQueue};

/// Least turn of the view that counts, radians.
const LEAST_TURN: f32 = 0.15;
/// Least factor on the distance that counts.
const LEAST_ZOOM: f32 = 1.3;

/// Whether the view was turned or zoomed.
pub fn watch_view(
    camera: Single<&PanOrbitCamera, With<MainCamera>>,
    focus: Res<Focus>,
    mut first: Kept<Option<Vec3>>,
    mut looked_at: Kept<Option<FocusTarget>>,
    mut progress: Progress,
) {
    let first = first.now();
    let looked_at = looked_at.now();
    if progress.is_done(GuideStep::Look) {
        *first = None;
        return;
    }
    // In its first frame the camera has no place yet.
    if !camera.initialized {
        return;
    }
    // A flight to an object changes the distance, but is not a zoom.
    let is_free = matches!(focus.target, FocusTarget::Point(_) | FocusTarget::Beside(..));
    let flown_to = Some(focus.target).filter(|_| !is_free);
    if flown_to.is_some() && flown_to != *looked_at {
        *looked_at = flown_to;
        *first = None;
    }
    let now = Vec3::new(camera.target_yaw, camera.target_pitch, camera.target_radius);
    let before = *first.get_or_insert(now);
    let zoomed = (now.z / before.z).max(before.z / now.z);
    if (now - before).truncate().length() > LEAST_TURN || zoomed > LEAST_ZOOM {
        progress.finish(GuideStep::Look);
    }
}

/// Records the orders of the player that were accepted, and those that wait for their tick.
pub fn watch_orders(
    mut answers: MessageReader<OrderAnswered>,
    door: Res<OrderQueue>,
    player: Res<Player>,
    sight: Sight,
    mut progress: Progress,
) {
    let home = player.home.map(|(body, _)| body);
    let is_mine = |body: BodyId| sight.view().owner(body) == Some(player.faction);
    for answer in answers.read().filter(|answer| answer.is_done) {
        for step in shown_by(&answer.order, home, is_mine) {
            progress.finish(step);
        }
        if let Some(body) = sent_to(&answer.order, home)
            && sight.view().owner(body).is_none()
        {
            progress.guide.note_sent(body);
        }
    }
    let waiting = door.waiting(player.faction).flat_map(|order| shown_by(order, home, is_mine));
    let ordered = waiting.filter(|step| !progress.is_done(*step)).collect();
    progress.guide.note_ordered(ordered);
}

/// The body to which an order sends ships, other than the home planet.
fn sent_to(order: &Order, home: Option<BodyId>) -> Option<BodyId> {
    order.goal()?.body().filter(|body| Some(*body) != home)
}

/// The steps that are done by an order. A structure was chosen before it is placed; at a body that is not the player's
/// it claims the body.
fn shown_by(order: &Order, home: Option<BodyId>, is_mine: impl Fn(BodyId) -> bool) -> Vec<GuideStep> {
    match order {
        Order::Construction(ConstructionOrder::Build { body, .. }) => {
            let claim = (!is_mine(*body)).then_some(GuideStep::Claim);
            [GuideStep::Class, GuideStep::Place].into_iter().chain(claim).collect()
        }
        Order::Construction(ConstructionOrder::BuildShips { .. }) => vec![GuideStep::Ships],
        _ if sent_to(order, home).is_some() => vec![GuideStep::Send],
        _ => Vec::new(),
    }
}

/// Query bundle for deeds without an order.
#[derive(SystemParam)]
pub struct Deeds<'w, 's> {
    actions: Actions<'w, 's>,
    paces: MessageReader<'w, 's, Pressed<PaceChange>>,
    time: Res<'w, Time<Virtual>>,
    selected: Query<'w, 's, (), With<Selected>>,
    help: Query<'w, 's, &'static Visibility, With<HelpPage>>,
    encyclopedia: Option<Res<'w, Encyclopedia>>,
}

impl Deeds<'_, '_> {
    /// Whether the player has chosen a pace, and the clock runs.
    fn sets_pace(&mut self) -> bool {
        let has_pressed = self.paces.read().count() > 0;
        let keys = [Action::Pause, Action::Faster, Action::Slower];
        let by_key = keys.iter().any(|action| self.actions.just_pressed(action));
        (has_pressed || by_key) && !self.time.is_paused()
    }

    fn reads_help(&self) -> bool {
        self.help.iter().any(|visibility| *visibility != Visibility::Hidden)
            || self.encyclopedia.as_deref().is_some_and(Encyclopedia::is_open)
    }
}

/// Records other deeds of the player.
pub fn watch_deeds(mut deeds: Deeds, mut progress: Progress) {
    let seen = [
        (GuideStep::Select, !deeds.selected.is_empty()),
        (GuideStep::Pace, deeds.sets_pace()),
        (GuideStep::Help, deeds.reads_help()),
    ];
    for (step, _) in seen.into_iter().filter(|(_, is_seen)| *is_seen) {
        progress.finish(step);
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use leafwing_input_manager::prelude::ActionState;

    use super::super::progress::{Guide, StepDone};
    use super::*;
    use crate::client::frame::eyes_of;
    use crate::client::settings::Settings;
    use crate::client::view::Onlooker;
    use crate::client::view::known::seen::{KnownBodies, note_bodies};
    use crate::sim::ids::ShipId;
    use crate::sim::visibility::test_support::{ARES, EARTH, TERRA, held};
    use crate::sim::{ClassId, Command, Goal, Units, When};

    const HOME: BodyId = BodyId(3);
    const OTHER: BodyId = BodyId(4);

    #[test]
    fn orders_show_which_steps_were_understood() {
        let shown = |order: &Order| shown_by(order, Some(HOME), |body| body == HOME);
        let go = |goal: Goal| Order::fleet(Units::Ships(vec![ShipId(1)]), Command::go(goal, When::Now));
        assert_eq!(shown(&go(Goal::Body(OTHER))), [GuideStep::Send]);
        assert_eq!(shown(&go(Goal::Ring { body: OTHER, ring: 1 })), [GuideStep::Send]);
        assert!(shown(&go(Goal::Body(HOME))).is_empty(), "it goes nowhere");
        assert!(shown(&go(Goal::point(glam::DVec3::X))).is_empty());
        let build = |body: BodyId| {
            Order::Construction(ConstructionOrder::Build { class: ClassId::FIRST, body, ring: 0, slot: 0 })
        };
        assert_eq!(shown(&build(HOME)), [GuideStep::Class, GuideStep::Place]);
        assert_eq!(shown(&build(OTHER)), [GuideStep::Class, GuideStep::Place, GuideStep::Claim]);
    }

    #[test]
    fn an_order_counts_while_it_waits_and_is_done_once_it_is_accepted() {
        let mut simulation = held();
        let world = simulation.world_mut();
        world.insert_resource(Onlooker(eyes_of(TERRA)));
        world.insert_resource(Player { faction: TERRA, home: Some((EARTH, 1.0)) });
        world.init_resource::<KnownBodies>();
        world.init_resource::<Messages<OrderAnswered>>();
        world.init_resource::<Messages<StepDone>>();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Settings>();
        world.init_resource::<Guide>();
        world.run_system_once(note_bodies).expect("it runs");
        let order = Order::Construction(ConstructionOrder::Build {
            class: ClassId::FIRST,
            body: EARTH,
            ring: 0,
            slot: 0,
        });
        let is_ordered = |world: &mut World| {
            world.run_system_once(watch_orders).expect("it runs");
            world.resource::<Guide>().is_ordered(GuideStep::Place)
        };
        world.resource_mut::<OrderQueue>().give(ARES, order.clone());
        assert!(!is_ordered(world), "it is another player's");
        world.resource_mut::<OrderQueue>().give(TERRA, order.clone());
        assert!(is_ordered(world));
        assert!(world.resource::<Settings>().guide_done.is_empty(), "it may be refused");
        world.resource_mut::<OrderQueue>().drop_waiting();
        world.write_message(OrderAnswered { order, is_done: true });
        assert!(!is_ordered(world));
        assert_eq!(world.resource::<Settings>().guide_done, [GuideStep::Class, GuideStep::Place]);
    }

    /// The steps that count as done with the clock like this, after the key of the pause.
    fn done_by_pause(is_paused: bool) -> Vec<GuideStep> {
        let mut world = World::new();
        let mut actions = ActionState::<Action>::default();
        actions.press(&Action::Pause);
        world.spawn(actions);
        let mut time = Time::<Virtual>::default();
        if is_paused {
            time.pause();
        }
        world.insert_resource(time);
        world.init_resource::<Time<Real>>();
        world.init_resource::<Messages<Pressed<PaceChange>>>();
        world.init_resource::<Messages<StepDone>>();
        world.init_resource::<Settings>();
        world.init_resource::<Guide>();
        world.run_system_once(watch_deeds).expect("it runs");
        world.resource::<Settings>().guide_done.clone()
    }

    #[test]
    fn a_pace_is_chosen_once_the_clock_runs() {
        assert!(done_by_pause(true).is_empty(), "it was halted");
        assert_eq!(done_by_pause(false), [GuideStep::Pace]);
    }
}
