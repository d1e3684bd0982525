//! The cursor of the system: a cross where a click means an attack, and a bar where that would be refused.
//!
//! - Enters: what waits for a click, what is under the pointer, and what the selected ships can do about it.
//! - Leaves: the cursor's shape on the window, when it changes.
//! - Must never: say otherwise than the words at the pointer; both ask [`Front`].

use bevy::prelude::*;
use bevy::window::{CursorIcon, PrimaryWindow, SystemCursorIcon};

use super::front::{Front, Side, Strike};
use crate::client::input::armed::Choosing;
use crate::client::input::armed::{Aim, Armed};
use crate::client::input::gestures::UnderPointer;
use crate::client::input::pointed::Pointed;

/// What a click where the pointer is means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// Nothing of a war.
    Other,
    /// An attack, a landing or a bombardment.
    Strike,
    /// One of these, which would be refused.
    Refused,
}

impl Meaning {
    fn of(armed: Option<Aim>, front: &Front) -> Self {
        let refused = match armed {
            None => match front.strike() {
                Some(Strike::Attack(_)) => front.able.no_attack.is_some(),
                Some(Strike::Land(_)) => false,
                None => return Self::Other,
            },
            Some(Aim::Attack) => front.able.no_attack.is_some(),
            Some(Aim::Invade) => front.able.no_landing.is_some() || !is_on_ground(front),
            Some(Aim::Bombard) => front.able.no_bombing.is_some() || !is_on_ground(front),
            Some(Aim::Move | Aim::Patrol | Aim::Guard | Aim::Ahead(_)) => return Self::Other,
        };
        if refused { Self::Refused } else { Self::Strike }
    }

    fn icon(self) -> SystemCursorIcon {
        match self {
            Self::Other => SystemCursorIcon::Default,
            Self::Strike => SystemCursorIcon::Crosshair,
            Self::Refused => SystemCursorIcon::NotAllowed,
        }
    }
}

/// Whether the pointer is on ground that is not of the own side.
fn is_on_ground(front: &Front) -> bool {
    front.body.as_ref().is_some_and(|body| matches!(body.side, Side::Foe | Side::Free))
}

/// Gives the window the cursor of this frame, where it has another one.
pub fn show_cursor(
    mut commands: Commands,
    window: Option<Single<(Entity, Option<&CursorIcon>), With<PrimaryWindow>>>,
    armed: Res<Armed>,
    front: Res<Front>,
    under: Res<UnderPointer>,
    choosing: Res<Choosing>,
    pointed: Res<Pointed>,
) {
    let Some(window) = window else { return };
    let (window, present) = window.into_inner();
    let is_elsewhere = front.able.ships == 0 || under.is_panel || choosing.is_active() || pointed.is_drag();
    let meaning = if is_elsewhere { Meaning::Other } else { Meaning::of(armed.0, &front) };
    let wanted = CursorIcon::System(meaning.icon());
    if present.cloned().unwrap_or_default() != wanted {
        commands.entity(window).insert(wanted);
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::super::front::tests::{on_body, on_foe, quiet, warships};
    use super::*;
    use crate::sim::order::Abilities;

    fn fleet() -> Abilities {
        Abilities { carriers: 1, troopers: 90.0, no_landing: None, ..warships() }
    }

    fn holding() -> Abilities {
        Abilities { carriers: 1, troopers: 90.0, no_landing: None, ..quiet() }
    }

    #[test]
    fn a_cross_is_where_a_click_attacks() {
        let meaning = |armed, front: &Front| Meaning::of(armed, front);
        assert_eq!(meaning(None, &on_foe(fleet())), Meaning::Strike);
        assert_eq!(meaning(None, &on_foe(holding())), Meaning::Refused);
        assert_eq!(meaning(None, &on_body(Side::Foe, fleet())), Meaning::Other, "they only fly there");
        let landers = Abilities { carriers: 3, ..holding() };
        assert_eq!(meaning(None, &on_body(Side::Foe, landers)), Meaning::Strike, "landing is no shooting");
        let nowhere = Front { able: fleet(), ..Front::default() };
        assert_eq!(meaning(None, &nowhere), Meaning::Other);
        assert_eq!(meaning(Some(Aim::Attack), &nowhere), Meaning::Strike);
        assert_eq!(meaning(Some(Aim::Attack), &on_foe(holding())), Meaning::Refused);
        assert_eq!(meaning(Some(Aim::Patrol), &on_foe(fleet())), Meaning::Other);
    }

    #[test]
    fn a_bar_is_where_nobody_can_land_or_bombard() {
        for aim in [Aim::Invade, Aim::Bombard] {
            for (side, expected) in [
                (Side::Foe, Meaning::Strike),
                (Side::Free, Meaning::Strike),
                (Side::Own, Meaning::Refused),
                (Side::Bare, Meaning::Refused),
            ] {
                assert_eq!(Meaning::of(Some(aim), &on_body(side, fleet())), expected, "{aim:?} {side:?}");
            }
            let nowhere = Front { able: fleet(), ..Front::default() };
            assert_eq!(Meaning::of(Some(aim), &nowhere), Meaning::Refused, "{aim:?}");
        }
        assert_eq!(Meaning::of(Some(Aim::Bombard), &on_body(Side::Foe, holding())), Meaning::Refused);
        assert_eq!(Meaning::of(Some(Aim::Invade), &on_body(Side::Foe, holding())), Meaning::Strike);
    }

    #[test]
    fn the_window_gets_another_cursor_only_when_it_changes() {
        let mut world = World::new();
        world.init_resource::<Armed>();
        world.init_resource::<UnderPointer>();
        world.init_resource::<Choosing>();
        world.init_resource::<Pointed>();
        let window = world.spawn(PrimaryWindow).id();
        let mut show = |front: Front, is_panel: bool| {
            world.insert_resource(front);
            world.insert_resource(UnderPointer { entity: None, is_panel });
            world.clear_trackers();
            world.run_system_once(show_cursor).expect("it runs");
            let found = world.get_entity(window).ok().and_then(|window| window.get_ref::<CursorIcon>());
            found.map(|icon| ((*icon).clone(), icon.is_changed()))
        };
        assert_eq!(show(Front::default(), false), None, "the usual one need not be set");
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
