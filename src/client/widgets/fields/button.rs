//! Buttons: a click of the left mouse button presses them, and Enter or Space presses the focused one.
//!
//! A press arrives as [`Activate`](bevy::ui_widgets::Activate). A button with `InteractionDisabled` cannot be
//! pressed; its tip gives the reason. One with [`ByKeysAlone`] takes no clicks. Every state has an edge besides its
//! colour: a light edge under the pointer, a blue one for the focus. Of the stops of a page only one is lit, the one
//! that Enter presses: the focus goes where the pointer goes.

use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::{InteractionDisabled, Pressed, UiSystems};
use bevy::ui_widgets::Button;

use crate::client::frame::FrameSystems;
use crate::client::widgets::theme::{ACCENT, CHOSEN, ON, WORDS};

/// The look of a button at rest.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Background colour at rest.
    pub resting: Color,
    /// The colour under the pointer.
    pub hovered: Color,
    /// Colour of the edge.
    pub edge: Color,
}

/// Marks a button that only keys press: a click beside what is in it has no effect.
#[derive(Component, Clone, Copy, Debug)]
pub struct ByKeysAlone;

/// Makes a node a button.
pub fn pressable(face: Face) -> impl Bundle {
    (Button, Hovered::default(), face, BackgroundColor(face.resting), BorderColor::all(face.edge))
}

pub(super) fn plugin(app: &mut App) {
    // Panels write their buttons before: the tab that was left is not lit for a frame beside the open one.
    let light = light.after(FrameSystems::Panel).before(UiSystems::Prepare);
    app.add_observer(take_press_back).add_systems(PostUpdate, light);
}

/// The engine's button is pressed by any mouse button; by keys it gets no `Pressed`. After a click within one frame the
/// left button is no longer held, but counts as just pressed.
fn take_press_back(
    pressed: On<Add, Pressed>,
    mouse: Res<ButtonInput<MouseButton>>,
    by_keys: Query<(), With<ByKeysAlone>>,
    mut commands: Commands,
) {
    let is_left = mouse.pressed(MouseButton::Left) || mouse.just_pressed(MouseButton::Left);
    if !is_left || by_keys.contains(pressed.entity) {
        commands.entity(pressed.entity).remove::<Pressed>();
    }
}

type Looks = (
    Entity,
    &'static Face,
    &'static Hovered,
    Has<Pressed>,
    Has<InteractionDisabled>,
    Has<TabIndex>,
    &'static mut BackgroundColor,
    &'static mut BorderColor,
);

/// Colours and edges follow pointer and focus.
fn light(focus: Option<Res<InputFocus>>, mut buttons: Query<Looks>) {
    let focused = focus.and_then(|focus| focus.get());
    for (entity, face, hovered, is_pressed, is_disabled, is_stop, mut background, mut border) in &mut buttons
    {
        let has_focus = focused == Some(entity);
        let is_pointed = hovered.get() && !(is_stop && focused.is_some());
        let (color, edge) = match (is_disabled, is_pressed) {
            (_, _) if has_focus && !is_pressed => (CHOSEN, ACCENT),
            (false, true) => (ON, ACCENT),
            (false, false) if is_pointed => (face.hovered, WORDS),
            _ => (face.resting, face.edge),
        };
        background.set_if_neq(BackgroundColor(color));
        border.set_if_neq(BorderColor::all(edge));
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::widgets::theme::{EDGE, HOVERED, RESTING};

    fn look(insert: impl FnOnce(&mut World, Entity)) -> (Color, Color) {
        let mut world = World::new();
        world.init_resource::<InputFocus>();
        let face = Face { resting: RESTING, hovered: HOVERED, edge: EDGE };
        let entity = world.spawn(pressable(face)).id();
        insert(&mut world, entity);
        world.run_system_once(light).expect("it runs");
        let edge = world.get::<BorderColor>(entity).map(|border| border.left);
        (
            world.get::<BackgroundColor>(entity).map(|back| back.0).unwrap_or_default(),
            edge.unwrap_or_default(),
        )
    }

    #[test]
    fn every_state_has_a_colour_and_an_edge() {
        let resting = look(|_, _| {});
        let hovered = look(|world, entity| {
            world.entity_mut(entity).insert(Hovered(true));
        });
        let focused = look(|world, entity| {
            world.insert_resource(InputFocus::from_entity(entity));
        });
        let disabled = look(|world, entity| {
            world.entity_mut(entity).insert((Hovered(true), InteractionDisabled));
        });
        assert_eq!((resting, disabled), ((RESTING, EDGE), (RESTING, EDGE)));
        assert_eq!((hovered, focused), ((HOVERED, WORDS), (CHOSEN, ACCENT)));
    }

    #[test]
    fn only_one_stop_of_a_page_is_lit() {
        let stop = |has_focus_elsewhere: bool| {
            look(|world, entity| {
                world.entity_mut(entity).insert((Hovered(true), TabIndex(0)));
                if has_focus_elsewhere {
                    let other = world.spawn(TabIndex(0)).id();
                    world.insert_resource(InputFocus::from_entity(other));
                }
            })
        };
        assert_eq!([stop(false), stop(true)], [(HOVERED, WORDS), (RESTING, EDGE)]);
    }

    #[test]
    fn the_right_mouse_button_presses_nothing() {
        let mut app = App::new();
        app.init_resource::<ButtonInput<MouseButton>>();
        plugin(&mut app);
        let entity = app.world_mut().spawn(Button).id();
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Right);
        app.world_mut().entity_mut(entity).insert(Pressed);
        app.world_mut().flush();
        assert!(app.world().get::<Pressed>(entity).is_none());
        let mut mouse = app.world_mut().resource_mut::<ButtonInput<MouseButton>>();
        mouse.press(MouseButton::Left);
        mouse.release(MouseButton::Left);
        app.world_mut().entity_mut(entity).insert(Pressed);
        app.world_mut().flush();
        assert!(app.world().get::<Pressed>(entity).is_some(), "a click within one frame");
    }

    #[test]
    fn a_button_for_keys_alone_takes_no_click() {
        let mut app = App::new();
        app.init_resource::<ButtonInput<MouseButton>>();
        plugin(&mut app);
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Left);
        let entity = app.world_mut().spawn((Button, ByKeysAlone)).id();
        app.world_mut().entity_mut(entity).insert(Pressed);
        app.world_mut().flush();
        assert!(app.world().get::<Pressed>(entity).is_none());
    }
}
