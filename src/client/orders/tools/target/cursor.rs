//! The system's cursor: a cross for an attack, a bar for one that would be refused, and a thick cross for other
//! orders that wait for a click.

use bevy::prelude::*;
use bevy::window::{CursorIcon, PrimaryWindow, SystemCursorIcon};

use super::HoverTarget;
use crate::client::input::{Pointed, Tool, UnderPointer};

/// The meaning of a click at the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PointerMeaning {
    /// No order, or one of the right button that is no act of war.
    Other,
    /// An order that waits for a click and is no act of war.
    Order,
    /// An attack, a landing or a bombardment.
    Strike,
    /// One of these, which would be refused.
    Refused,
}

impl PointerMeaning {
    fn of(tool: Tool, target: &HoverTarget) -> Self {
        let refused = match tool {
            Tool::Select => match target.strike() {
                Some(strike) => strike.ground().is_none() && target.able.no_attack.is_some(),
                None => return Self::Other,
            },
            Tool::Attack => target.able.no_attack.is_some(),
            Tool::Ground(assault) => target.body.is_none() || target.no_assault(assault).is_some(),
            _ if tool.orders_ships() => return Self::Order,
            _ => return Self::Other,
        };
        if refused { Self::Refused } else { Self::Strike }
    }

    fn icon(self) -> SystemCursorIcon {
        match self {
            Self::Other => SystemCursorIcon::Default,
            Self::Order => SystemCursorIcon::Cell,
            Self::Strike => SystemCursorIcon::Crosshair,
            Self::Refused => SystemCursorIcon::NotAllowed,
        }
    }
}

type WindowParts = (Entity, Option<&'static CursorIcon>);

/// Sets the cursor of the window, if it has changed.
pub fn show_cursor(
    mut commands: Commands,
    window: Option<Single<WindowParts, With<PrimaryWindow>>>,
    tool: Res<Tool>,
    target: Res<HoverTarget>,
    under: Res<UnderPointer>,
    pointed: Res<Pointed>,
) {
    let Some(window) = window else { return };
    let (window, present) = window.into_inner();
    let is_elsewhere = target.able.ships == 0 || pointed.is_on_panel(&under) || pointed.is_drag();
    let meaning = if is_elsewhere { PointerMeaning::Other } else { PointerMeaning::of(*tool, &target) };
    let wanted = CursorIcon::System(meaning.icon());
    if present.cloned().unwrap_or_default() != wanted {
        commands.entity(window).insert(wanted);
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::super::tests::{Side, on_body, on_foe, quiet, warships};
    use super::*;
    use crate::level::Assault;
    use crate::sim::order::Abilities;

    fn fleet() -> Abilities {
        Abilities { carriers: 1, troopers: 90.0, no_assault: [None, None], ..warships() }
    }

    fn holding() -> Abilities {
        Abilities {
            carriers: 1,
            troopers: 90.0,
            no_assault: [None, quiet().no_assault[1].clone()],
            ..quiet()
        }
    }

    #[test]
    fn a_cross_is_where_a_click_attacks() {
        let meaning = PointerMeaning::of;
        assert_eq!(meaning(Tool::Select, &on_foe(fleet())), PointerMeaning::Strike);
        assert_eq!(meaning(Tool::Select, &on_foe(holding())), PointerMeaning::Refused);
        assert_eq!(
            meaning(Tool::Select, &on_body(Side::Foe, fleet())),
            PointerMeaning::Other,
            "they only fly there"
        );
        let landers = Abilities { carriers: 3, ..holding() };
        assert_eq!(
            meaning(Tool::Select, &on_body(Side::Foe, landers)),
            PointerMeaning::Strike,
            "landing is no shooting"
        );
        let nowhere = HoverTarget { able: fleet(), ..HoverTarget::default() };
        assert_eq!(meaning(Tool::Select, &nowhere), PointerMeaning::Other);
        assert_eq!(meaning(Tool::Attack, &nowhere), PointerMeaning::Strike);
        assert_eq!(meaning(Tool::Attack, &on_foe(holding())), PointerMeaning::Refused);
        assert_eq!(meaning(Tool::Patrol, &on_foe(fleet())), PointerMeaning::Order);
        assert_eq!(meaning(Tool::Waypoint, &nowhere), PointerMeaning::Other);
    }

    #[test]
    fn a_bar_is_where_nobody_can_land_or_bombard() {
        for tool in Assault::ALL.map(Tool::Ground) {
            for (side, expected) in [
                (Side::Foe, PointerMeaning::Strike),
                (Side::Free, PointerMeaning::Strike),
                (Side::Own, PointerMeaning::Refused),
                (Side::Bare, PointerMeaning::Refused),
            ] {
                assert_eq!(PointerMeaning::of(tool, &on_body(side, fleet())), expected, "{tool:?} {side:?}");
            }
            let nowhere = HoverTarget { able: fleet(), ..HoverTarget::default() };
            assert_eq!(PointerMeaning::of(tool, &nowhere), PointerMeaning::Refused, "{tool:?}");
        }
        let by_holding = Assault::ALL
            .map(|assault| PointerMeaning::of(Tool::Ground(assault), &on_body(Side::Foe, holding())));
        assert_eq!(by_holding, [PointerMeaning::Strike, PointerMeaning::Refused]);
    }

    #[test]
    fn the_window_gets_another_cursor_only_when_it_changes() {
        let mut world = World::new();
        world.init_resource::<Tool>();
        world.init_resource::<UnderPointer>();
        world.init_resource::<Pointed>();
        let window = world.spawn(PrimaryWindow).id();
        let mut show = |target: HoverTarget, is_panel: bool| {
            world.insert_resource(target);
            let panel = is_panel.then_some(Entity::PLACEHOLDER);
            world.insert_resource(UnderPointer { panel, ..UnderPointer::default() });
            world.clear_trackers();
            world.run_system_once(show_cursor).expect("it runs");
            let found = world.get_entity(window).ok().and_then(|window| window.get_ref::<CursorIcon>());
            found.map(|icon| ((*icon).clone(), icon.is_changed()))
        };
        assert_eq!(show(HoverTarget::default(), false), None, "the usual one need not be set");
        let cross = CursorIcon::System(SystemCursorIcon::Crosshair);
        assert_eq!(show(on_foe(fleet()), false), Some((cross.clone(), true)));
        assert_eq!(show(on_foe(fleet()), false), Some((cross, false)));
        let bar = CursorIcon::System(SystemCursorIcon::NotAllowed);
        assert_eq!(show(on_foe(holding()), false), Some((bar, true)));
        assert_eq!(
            show(on_foe(holding()), true),
            Some((CursorIcon::default(), true)),
            "a panel is in the way"
        );
    }
}
