//! Attack: the clicked foe, or all foes in a drawn circle; elsewhere fly there and fight foes on the way.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{LineGizmos, Player, Toasts, au};
use crate::client::input::press::Press;
use crate::client::input::{Gesture, Held, Tool};
use crate::client::orders::planning::making::{engage, go};
use crate::client::orders::tools::aim::{
    Aiming, ClickOutcome, ClickRequest, ClickSpot, Marks, STRIKE, after,
};
use crate::client::orders::tools::target::HoverTarget;
use crate::client::settings::{Settings, with_keys};
use crate::client::view::{Origin, UNIT_KM};
use crate::sim::{AnchoredPlace, ArmsTable, AttackTarget, Goal, OrderQueue};

/// Purpose of the next click.
pub const HINT: &str = "Click an enemy (<make group>: all of its class) or where to fight · Drag: circle · \
                        <add>: queue · <deselect>: cancel";
/// Corners of the circle.
const CORNERS: u32 = 96;

/// The meaning of a click: attack foes there; without foes fly there (to a body: to stay with it), and fight foes
/// on the way.
pub fn meaning(_: Tool, spot: &ClickSpot, request: &ClickRequest) -> ClickOutcome {
    let attack = spot.target.map(|target| go(&request.ships, Goal::Attack(target), request.when));
    let order = attack.or_else(|| Some(engage(&request.ships, spot.goal?, request.when)));
    ClickOutcome::order(order, "There is nothing to attack and nowhere to go · <deselect>: cancel")
}

/// The area that is being drawn, while it is.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct DrawnArea(pub Option<Area>);

/// A ball about a point of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Middle, heliocentric ecliptic km.
    at: DVec3,
    /// Radius, km; above 0.
    radius_km: f64,
}

impl Area {
    /// A circle about the beginning of a drag, as wide as the drag, but no wider than the world allows,
    /// `widest_km`; `None` for a drag without length.
    fn between(at: DVec3, rim: DVec3, widest_km: f64) -> Option<Self> {
        let away_km = at.distance(rim);
        let radius_km = away_km.min(widest_km);
        (away_km.is_finite() && radius_km > 0.0).then_some(Self { at, radius_km })
    }

    /// As orders hold it.
    fn target(&self) -> AttackTarget {
        AttackTarget::Area { middle: AnchoredPlace::free(self.at), radius_km: self.radius_km }
    }

    /// The effect of releasing the button.
    fn words(&self) -> String {
        format!("Attack everything within {}", au(self.radius_km))
    }

    /// Draws the circle of intersection with its plane.
    fn draw(&self, origin: &Origin, lines: &mut Gizmos<LineGizmos>) {
        let level = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
        let radius = (self.radius_km / UNIT_KM) as f32;
        lines.circle(Isometry3d::new(origin.place(self.at), level), radius, STRIKE).resolution(CORNERS);
    }
}

/// Whether a gesture draws a circle.
pub fn is_stroke(gesture: &Gesture) -> bool {
    gesture.button() == MouseButton::Left && !matches!(gesture, Gesture::Click { .. })
}

/// Draws a circle, and has all in it attacked when the button is let go.
pub fn draw_area(
    In(gesture): In<Gesture>,
    aiming: Aiming,
    arms_table: Res<ArmsTable>,
    held: Res<Held>,
    player: Res<Player>,
    settings: Res<Settings>,
    mut tool: ResMut<Tool>,
    mut drawn: ResMut<DrawnArea>,
    mut door: ResMut<OrderQueue>,
    mut toasts: ResMut<Toasts>,
) -> bool {
    let (Gesture::Drag { from, to, .. } | Gesture::Drop { from, to, .. }) = gesture else { return false };
    let widest_km = arms_table.rules.conduct.widest_area_km();
    let ends = aiming.point(from).zip(aiming.point(to));
    let area = ends.and_then(|(at, rim)| Area::between(at, rim, widest_km));
    if matches!(gesture, Gesture::Drag { .. }) {
        drawn.0 = area;
        return true;
    }
    drawn.0 = None;
    match area {
        Some(area) => {
            let ClickRequest { ships, when, .. } = aiming.request();
            door.give(player.faction, go(&ships, Goal::Attack(area.target()), when));
            *tool = after(*tool, held.add);
        }
        None => {
            toasts.say(with_keys("There is no place to draw a circle · <deselect>: cancel", &settings.keys))
        }
    }
    true
}

/// A circle goes with the drag that draws it.
pub fn forget_area(press: Res<Press>, mut drawn: ResMut<DrawnArea>) {
    if !press.is_drag() {
        drawn.set_if_neq(DrawnArea(None));
    }
}

/// Marks the point, or the circle being drawn; `odds.rs` shows the effect of a click.
pub fn draw(target: Res<HoverTarget>, drawn: Res<DrawnArea>, mut marks: Marks) {
    let Some(area) = drawn.0 else { return marks.draw(STRIKE) };
    let Marks { lines, origin, .. } = &mut marks;
    area.draw(origin, lines);
    let refusal = target.able.no_attack.as_ref().map(|reason| format!("Attack: {reason}"));
    marks.say(refusal.unwrap_or_else(|| area.words()), STRIKE);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::orders::tools::test_support::{MARS, SHIPS, goes, on_mars, on_plane, request};
    use crate::sim::When;
    use crate::sim::ids::{ClassId, ShipId, TargetId};

    #[test]
    fn an_attack_is_for_a_foe_or_for_who_is_met_on_the_way() {
        let meant = |spot: &ClickSpot| meaning(Tool::Attack, spot, &request(When::Last));
        let targets = [
            AttackTarget::Target(TargetId::Ship(ShipId(9))),
            AttackTarget::Class { class: ClassId::FIRST, body: Some(MARS) },
        ];
        for target in targets {
            let expected = goes(Goal::Attack(target), When::Last);
            assert_eq!(meant(&ClickSpot { target: Some(target), ..on_mars() }), expected);
        }
        let berth = engage(&SHIPS, Goal::Body(MARS), When::Last);
        assert_eq!(meant(&on_mars()), ClickOutcome::Chose(vec![berth]), "beside the body, not to its middle");
        let onward = engage(&SHIPS, Goal::point(DVec3::X), When::Last);
        assert_eq!(meant(&on_plane()), ClickOutcome::Chose(vec![onward]));
        assert!(matches!(meant(&ClickSpot::default()), ClickOutcome::Missed(_)));
    }

    #[test]
    fn an_area_is_as_wide_as_it_was_drawn() {
        let (at, rim) = (DVec3::new(1.0e6, 0.0, 0.0), DVec3::new(1.0e6, 4.0e5, 0.0));
        let area = Area::between(at, rim, 1.0e9).expect("it has a radius");
        let middle = AnchoredPlace::free(at);
        assert_eq!(area.target(), AttackTarget::Area { middle, radius_km: 4.0e5 });
        assert!(area.words() == "Attack everything within 400,000 km", "{}", area.words());
        assert_eq!(Area::between(at, at, 1.0e9), None);
        assert_eq!(Area::between(at, DVec3::NAN, 1.0e9), None);
        let widest = Area::between(at, rim, 3.0e5);
        assert_eq!(widest, Some(Area { at, radius_km: 3.0e5 }), "no wider than would be carried out");
    }

    #[test]
    fn only_the_left_button_draws() {
        let (from, to) = (Vec2::ZERO, Vec2::X * 40.0);
        assert!(is_stroke(&Gesture::Drag { button: MouseButton::Left, from, to }));
        assert!(is_stroke(&Gesture::Drop { button: MouseButton::Left, from, to }));
        assert!(!is_stroke(&Gesture::Drag { button: MouseButton::Right, from, to }));
        assert!(!is_stroke(&Gesture::Click { button: MouseButton::Left, at: from, on: None, double: false }));
    }
}
