//! The button of the chart: the fleet waits for the best date, and then goes.

use bevy::prelude::*;

use super::panel::SetOut;
use crate::client::frame::{Player, Toasts, date_words};
use crate::sim::forecast::DepartureWindows;
use crate::sim::{BodyId, Calendar, Command, FleetId, Goal, Order, OrderQueue, Sky, Units, WaitEvent, When};

/// Orders the departure at the best date, by the button.
pub fn set_out_by_click(
    pressed: Query<&Interaction, (With<SetOut>, Changed<Interaction>)>,
    windows: Res<DepartureWindows>,
    calendar: Res<Calendar>,
    sky: Res<Sky>,
    player: Res<Player>,
    mut door: ResMut<OrderQueue>,
    mut toasts: ResMut<Toasts>,
) {
    let is_pressed = pressed.iter().any(|interaction| *interaction == Interaction::Pressed);
    let Some((sample, _)) = windows.best().filter(|_| is_pressed) else { return };
    let Some(subject) = windows.subject() else { return };
    let Some(body) = sky.system.bodies.get(subject.target) else { return };
    let jd = windows.jd(sample);
    for order in leave_at(jd, calendar.now_jd(), subject.fleet, subject.target) {
        door.give(player.faction, order);
    }
    toasts.say(format!("Departure for {} on {}", body.in_words, date_words(jd)));
}

/// Orders a fleet to leave for a body at a date, Julian date (TDB), after its present route; at once if that date
/// is past.
fn leave_at(jd: f64, now_jd: f64, fleet: FleetId, body: BodyId) -> Vec<Order> {
    let units = || Units::Fleet(fleet);
    let last = |goal: Goal| Order::fleet(units(), Command::go(goal, When::Last));
    let wait = last(Goal::Wait(WaitEvent::Date(jd)));
    let go = last(Goal::Body(body));
    if jd > now_jd { vec![wait, go] } else { vec![go] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::J2000_JD;

    #[test]
    fn the_fleet_waits_for_the_best_date_and_goes() {
        let (fleet, body) = (FleetId(2), BodyId(4));
        let last = |goal: Goal| Order::fleet(Units::Fleet(fleet), Command::go(goal, When::Last));
        let wait = last(Goal::Wait(WaitEvent::Date(J2000_JD)));
        let go = last(Goal::Body(body));
        assert_eq!(leave_at(J2000_JD, J2000_JD - 1.0, fleet, body), [wait, go.clone()]);
        assert_eq!(leave_at(J2000_JD, J2000_JD, fleet, body), [go], "it is today");
    }
}
