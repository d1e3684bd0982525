//! The goal of an order, as far as its player knows: it exists, and a free point in a gravity well moves with the
//! well's body.

use super::Refusal;
use super::units::known_fleet;
use crate::sim::motion::{Missing, resting_at};
use crate::sim::visibility::WorldView;
use crate::sim::{Anchor, AnchoredPlace, AttackTarget, BodyId, FactionId, Goal, Sky, task};

/// The goal to which ships of the player go by an order.
///
/// # Errors
/// A part of the goal does not exist, or no ship may be sent there.
pub(super) fn destination(view: WorldView, player: FactionId, goal: &Goal) -> Result<Goal, Refusal> {
    check_parts(view, goal)?;
    let goal = at_rest(&view.almanac().sky, goal);
    task::check(view, player, &goal)?;
    Ok(goal)
}

/// [`destination`] for a goal that must be a place to stay at.
pub(super) fn place_to_stay(view: WorldView, player: FactionId, goal: &Goal) -> Result<Goal, Refusal> {
    if goal.is_place() { destination(view, player, goal) } else { Err(Refusal::NoPlaceToStay) }
}

/// Whether there is such a body.
pub(super) fn check_body(view: WorldView, body: BodyId) -> Result<(), Missing> {
    let known = view.almanac().sky.system.bodies.get(body);
    known.map(drop).ok_or_else(|| Missing::Body(numbered(body)))
}

/// A thing without a name, in words.
pub(super) fn numbered(number: impl Into<usize>) -> String {
    format!("number {}", number.into())
}

/// Whether all bodies, classes and fleets of a goal exist, as far as the viewer knows.
fn check_parts(view: WorldView, goal: &Goal) -> Result<(), Missing> {
    goal.bodies().try_for_each(|body| check_body(view, body))?;
    match *goal {
        Goal::Fleet { fleet, .. } | Goal::Attack(AttackTarget::Fleet(fleet)) => {
            known_fleet(view, fleet).map(drop)
        }
        Goal::Attack(AttackTarget::Class { class, .. }) => {
            let known = view.almanac().ships.0.get(class);
            known.map(drop).ok_or_else(|| Missing::ShipClass(numbered(class)))
        }
        _ => Ok(()),
    }
}

/// A goal with its point at rest where it lies now.
fn at_rest(sky: &Sky, goal: &Goal) -> Goal {
    let rest = |place: AnchoredPlace| match place.anchor {
        Anchor::Space => resting_at(sky, place.offset),
        Anchor::Body(_) | Anchor::Ahead { .. } => place,
    };
    match *goal {
        Goal::Place(place) => Goal::Place(rest(place)),
        Goal::Attack(AttackTarget::Area { middle, radius_km }) => {
            Goal::Attack(AttackTarget::Area { middle: rest(middle), radius_km })
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::level::Assault;
    use crate::sim::order::check;
    use crate::sim::visibility::test_support::{EARTH, MARS, TERRA, held};
    use crate::sim::visibility::{Viewer, with_view};
    use crate::sim::{
        ClassId, Command, ConstructionOrder, FleetId, Order, RouteEdit, ShipId, StructureId, TargetId, Units,
        WaitEvent, When,
    };

    const EYE: Units = Units::Fleet(FleetId(0));

    /// Terra's answers to goals of its scout.
    fn answers(orders: Vec<Order>) -> Vec<Result<(), String>> {
        let answer = |view: WorldView| orders.iter().map(|order| check(view, order)).collect::<Vec<_>>();
        let answers =
            with_view(held().world_mut(), Viewer::Faction(TERRA), answer).expect("there is a world");
        answers.into_iter().map(|answer| answer.map_err(|refusal| refusal.to_string())).collect()
    }

    #[test]
    fn numbers_of_nothing_are_refused() {
        for number in [99, u32::MAX as usize, usize::MAX] {
            let (body, class) = (BodyId(number), ClassId::from(number));
            let fleet = FleetId(u32::try_from(number).unwrap_or(u32::MAX));
            let (ship, structure) = (ShipId(fleet.0), StructureId(fleet.0));
            let middle = AnchoredPlace { anchor: Anchor::Body(body), offset: DVec3::ZERO };
            let goals = [
                Goal::Place(middle),
                Goal::ahead(body, 30.0),
                Goal::Body(body),
                Goal::Ring { body, ring: 0 },
                Goal::Ground { body, assault: Assault::Land },
                Goal::Ground { body, assault: Assault::Bombard },
                Goal::Fleet { fleet, guard: true },
                Goal::Wait(WaitEvent::Nearest { body, to: None }),
                Goal::Wait(WaitEvent::Nearest { body: MARS, to: Some(body) }),
                Goal::Wait(WaitEvent::Conjunction { one: MARS, other: body }),
                Goal::Wait(WaitEvent::Opposition { one: body, other: MARS }),
                Goal::Attack(AttackTarget::Fleet(fleet)),
                Goal::Attack(AttackTarget::Target(TargetId::Ship(ship))),
                Goal::Attack(AttackTarget::Target(TargetId::Structure(structure))),
                Goal::Attack(AttackTarget::Class { class, body: None }),
                Goal::Attack(AttackTarget::Class { class: ClassId::FIRST, body: Some(body) }),
                Goal::Attack(AttackTarget::Area { middle, radius_km: 1.0 }),
            ];
            let mut orders: Vec<Order> = Vec::new();
            for goal in goals {
                orders.push(Order::fleet(EYE, Command::go(goal, When::Now)));
                orders.push(Order::fleet(EYE, Command::Patrol { to: goal }));
                orders.push(Order::fleet(EYE, Command::Edit(RouteEdit::Move { at: 0, to: goal })));
            }
            for units in [Units::Fleet(fleet), Units::Ships(vec![ship])] {
                orders.push(Order::fleet(units.clone(), Command::Stop));
                orders.push(Order::fleet(EYE, Command::Join { others: vec![units] }));
            }
            let first = ClassId::FIRST;
            orders.extend(
                [
                    ConstructionOrder::Build { class, body: EARTH, ring: 0, slot: 0 },
                    ConstructionOrder::Build { class: first, body, ring: 0, slot: 0 },
                    ConstructionOrder::BuildShips { yard: structure, class: first, count: 1 },
                    ConstructionOrder::RallyTo { yard: structure, rally: Some(Goal::Body(body)) },
                    ConstructionOrder::Cancel { structure },
                ]
                .map(Order::Construction),
            );
            let all = answers(orders.clone());
            for (order, answer) in orders.iter().zip(all) {
                assert!(answer.is_err(), "{order:?}");
            }
        }
        let go = |goal: Goal| Order::fleet(EYE, Command::go(goal, When::Now));
        let unknown =
            answers(vec![go(Goal::Body(BodyId(99))), go(Goal::Fleet { fleet: FleetId(7), guard: false })]);
        let words = ["there is no body called number 99", "there is no fleet 7"];
        assert_eq!(unknown, words.map(|words| Err(words.to_owned())));
    }

    #[test]
    fn waits_need_a_date_and_two_bodies() {
        let wait = |event: WaitEvent| Order::fleet(EYE, Command::go(Goal::Wait(event), When::Last));
        let all = answers(vec![
            wait(WaitEvent::Date(f64::NAN)),
            wait(WaitEvent::Nearest { body: MARS, to: Some(MARS) }),
            wait(WaitEvent::Conjunction { one: MARS, other: MARS }),
            wait(WaitEvent::Conjunction { one: MARS, other: EARTH }),
        ]);
        let same = || Err("Mars cannot be waited for beside itself: name two bodies".to_owned());
        assert_eq!(all, [Err("that is not a date".to_owned()), same(), same(), Ok(())]);
    }

    #[test]
    fn a_point_in_a_well_moves_with_its_body_and_other_places_stay() {
        let simulation = held();
        let sky = simulation.world().resource::<Sky>();
        let (near, far) = (sky.now[MARS].position + DVec3::X * 1.0e5, sky.now[MARS].position * 2.0);
        let place = |body| AnchoredPlace { anchor: Anchor::from(body), offset: DVec3::X * 1.0e5 };
        let rests = |at: DVec3| match at_rest(sky, &Goal::point(at)) {
            Goal::Place(place) => place,
            other => panic!("{other:?}"),
        };
        assert!(rests(near).offset.distance(place(Some(MARS)).offset) < 1.0);
        assert_eq!((rests(near).anchor, rests(far)), (Anchor::Body(MARS), AnchoredPlace::free(far)));
        let area = |middle| Goal::Attack(AttackTarget::Area { middle, radius_km: 1.0 });
        assert_eq!(at_rest(sky, &area(AnchoredPlace::free(near))), area(rests(near)));
        for goal in [Goal::Place(place(Some(EARTH))), area(place(Some(EARTH))), Goal::Body(MARS)] {
            assert_eq!(at_rest(sky, &goal), goal);
        }
    }
}
