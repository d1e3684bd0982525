//! The player's input in this frame in its order: keys, clicks, drags and presses on panels, clearly separated.
//!
//! Events of the window become [`Inputs`]. `bevy_picking` finds the object under the pointer (see `picking.rs`),
//! and `orders/tools` decides the meaning of an input.
//!
//! Bevy's own resources for keys and buttons hold the state of a frame, and the observers of `bevy_picking` know
//! no keys: only the events of the window show whether a key came before a click.

use bevy::ecs::system::SystemParam;
use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::MouseButtonInput;
use bevy::picking::hover::HoverMap;
use bevy::picking::pointer::PointerId;
use bevy::platform::collections::HashSet;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};

use super::picking::Pick;
use super::press::{Gesture, Press};
use crate::client::frame::GameCovered;
use crate::client::settings::keys::actions::chords_of;
use crate::client::settings::{Action, Actions, Binding, Settings};

/// A key, a gesture or a press.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// The keys of an action went down.
    Key(Action),
    /// A gesture of the mouse in the world.
    Mouse(Gesture),
    /// A press on a panel.
    Panel(PanelPress),
}

/// A button of the mouse went down on a panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PanelPress {
    /// Which button.
    pub button: MouseButton,
    /// Place, logical pixels.
    pub at: Vec2,
    /// The uppermost node there.
    pub on: Entity,
}

/// Acts on a press of the left button on this node or on a node inside it, when the turn of the press comes among
/// the keys and gestures of its frame. The entity is this node. For buttons whose effect depends on the selection
/// or the tool; all others read Bevy's own state of a button.
#[derive(Component, Clone, Copy)]
pub struct InTurn(pub fn(&mut World, Entity));

/// The modifier keys held meanwhile.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Add to the selection, or queue an order.
    pub add: bool,
    /// Put an order before others, or set the facing of a formation.
    pub first: bool,
    /// Address all of a kind, or remove a waypoint.
    pub group: bool,
}

impl Held {
    fn of(down: &HashSet<KeyCode>, bindings: &[Binding]) -> Self {
        let is_held = |action| chords_of(action, bindings).iter().any(|keys| is_down(keys, down));
        Self { add: is_held(Action::Add), first: is_held(Action::Face), group: is_held(Action::MakeGroup) }
    }
}

/// An input, with the held keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input {
    /// The key or gesture.
    pub what: What,
    /// The keys.
    pub held: Held,
}

/// All inputs of this frame, in their order.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Inputs(pub Vec<Input>);

/// The object under the pointer: an entity of the world, or a panel that covers the world there. From a press until its
/// click it is that of the press, see [`Press::is_held`].
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct UnderPointer {
    /// The nearest ship or body.
    pub entity: Option<Entity>,
    /// The uppermost node of a panel that hides the world there.
    pub panel: Option<Entity>,
    /// A page lies over the game: the world is hidden everywhere.
    pub is_covered: bool,
}

impl UnderPointer {
    /// Whether a panel or a page hides the world there.
    pub fn is_panel(&self) -> bool {
        self.is_covered || self.panel.is_some()
    }
}

/// Query bundle for the cursor over the scene.
#[derive(SystemParam)]
pub struct SceneCursor<'w, 's> {
    window: Option<Single<'w, 's, &'static Window, With<PrimaryWindow>>>,
    under: Res<'w, UnderPointer>,
}

impl SceneCursor<'_, '_> {
    /// Place in the window; `None` outside of it and over a panel.
    pub fn pixel(&self) -> Option<Vec2> {
        let window = self.window.as_ref().filter(|_| !self.under.is_panel());
        window.and_then(|window| window.cursor_position())
    }

    /// The panel under the cursor.
    pub fn panel(&self) -> Option<Entity> {
        self.under.panel
    }

    /// The nearest ship or body under the cursor.
    pub fn entity(&self) -> Option<Entity> {
        self.under.entity
    }
}

/// Reads the results of `bevy_picking` under the mouse, unless a click has begun on something that still exists. Beside
/// a page nothing of the world is under it.
pub fn note_hover(
    hover: Res<HoverMap>,
    pickable: Query<(), With<Pick>>,
    nodes: Query<(), With<Node>>,
    press: Res<Press>,
    covered: Res<GameCovered>,
    mut under: ResMut<UnderPointer>,
) {
    let is_covered = covered.0;
    if !is_covered && press.is_held() && under.entity.is_none_or(|entity| pickable.contains(entity)) {
        return;
    }
    let hits = || hover.get(&PointerId::Mouse).into_iter().flat_map(|hits| hits.iter());
    let nearest = |is_meant: &dyn Fn(Entity) -> bool| {
        let meant = hits().filter(|(entity, _)| is_meant(**entity));
        meant.min_by(|(_, one), (_, other)| one.depth.total_cmp(&other.depth)).map(|(entity, _)| *entity)
    };
    let entity = nearest(&|entity| pickable.contains(entity)).filter(|_| !is_covered);
    under.set_if_neq(UnderPointer { entity, panel: nearest(&|entity| nodes.contains(entity)), is_covered });
}

/// The pressed keys, updated event by event within a frame.
#[derive(SystemParam)]
pub struct Keys<'w, 's> {
    down: Res<'w, ButtonInput<KeyCode>>,
    actions: Actions<'w, 's>,
    settings: Res<'w, Settings>,
}

impl Keys<'_, '_> {
    /// The keys that were down before some events.
    fn down_before<'a>(&self, events: impl DoubleEndedIterator<Item = &'a WindowEvent>) -> HashSet<KeyCode> {
        let mut down: HashSet<KeyCode> = self.down.get_pressed().copied().collect();
        for event in events.rev() {
            if let WindowEvent::KeyboardInput(KeyboardInput { key_code, state, repeat: false, .. }) = event {
                match state {
                    ButtonState::Pressed => down.remove(key_code),
                    ButtonState::Released => down.insert(*key_code),
                };
            }
        }
        down
    }

    /// Whether a key that has gone down completes the keys of an action.
    fn completes(&self, action: Action, key: KeyCode, down: &HashSet<KeyCode>) -> bool {
        let chords = chords_of(action, &self.settings.keys);
        chords.iter().any(|keys| keys.contains(&key) && is_down(keys, down))
    }
}

fn is_down(keys: &[KeyCode], down: &HashSet<KeyCode>) -> bool {
    !keys.is_empty() && keys.iter().all(|key| down.contains(key))
}

/// Turns the events of this frame into inputs.
pub fn recognize(
    mut events: MessageReader<WindowEvent>,
    keys: Keys,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    under: Res<UnderPointer>,
    time: Res<Time<Real>>,
    mut press: ResMut<Press>,
    mut inputs: ResMut<Inputs>,
    mut held: ResMut<Held>,
) {
    let events: Vec<&WindowEvent> = events.read().collect();
    let bindings = &keys.settings.keys;
    let mut down = keys.down_before(events.iter().copied());
    *held = Held::of(&down, bindings);
    let mut actions = keys.actions.get_just_pressed();
    actions.sort();
    let mut found: Vec<Input> = Vec::new();
    for event in events {
        match *event {
            WindowEvent::CursorMoved(ref moved) => press.move_to(moved.position),
            WindowEvent::KeyboardInput(ref input) if !input.repeat => {
                match input.state {
                    ButtonState::Pressed => down.insert(input.key_code),
                    ButtonState::Released => down.remove(&input.key_code),
                };
                *held = Held::of(&down, bindings);
                let is_done = |action: &mut Action| keys.completes(*action, input.key_code, &down);
                let done = actions.extract_if(.., is_done).map(What::Key);
                found.extend(done.map(|what| Input { what, held: *held }));
            }
            WindowEvent::MouseButtonInput(MouseButtonInput {
                button, state: ButtonState::Pressed, ..
            }) => match under.panel {
                Some(on) => {
                    let what = What::Panel(PanelPress { button, at: press.at, on });
                    found.push(Input { what, held: *held });
                }
                None if under.is_covered => {}
                None => press.begin(button),
            },
            WindowEvent::MouseButtonInput(MouseButtonInput {
                button, state: ButtonState::Released, ..
            }) => {
                let done = press.end(button, under.entity, time.elapsed_secs_f64());
                found.extend(done.map(|gesture| Input { what: What::Mouse(gesture), held: *held }));
            }
            _ => {}
        }
    }
    if let Some(cursor) = window.and_then(|window| window.cursor_position()) {
        press.move_to(cursor);
    }
    found.extend(press.drag().map(|gesture| Input { what: What::Mouse(gesture), held: *held }));
    // A pressed action without a key event in this frame comes before all events.
    let before = actions.into_iter().map(|action| Input { what: What::Key(action), held: *held });
    inputs.0 = before.chain(found).collect();
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bevy::input::keyboard::{Key, NativeKey};
    use bevy::picking::backend::HitData;
    use bevy::window::CursorMoved;
    use leafwing_input_manager::prelude::ActionState;

    use super::*;

    fn key(key_code: KeyCode, state: ButtonState) -> WindowEvent {
        let logical_key = Key::Unidentified(NativeKey::Unidentified);
        let window = Entity::PLACEHOLDER;
        KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window }.into()
    }

    fn button(button: MouseButton, state: ButtonState) -> WindowEvent {
        MouseButtonInput { button, state, window: Entity::PLACEHOLDER }.into()
    }

    fn moved(position: Vec2) -> WindowEvent {
        CursorMoved { window: Entity::PLACEHOLDER, position, delta: None }.into()
    }

    fn world() -> World {
        let mut world = World::new();
        world.init_resource::<Messages<WindowEvent>>();
        world.init_resource::<UnderPointer>();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Press>();
        world.init_resource::<Inputs>();
        world.init_resource::<Held>();
        world.init_resource::<Settings>();
        world.init_resource::<HoverMap>();
        world.init_resource::<GameCovered>();
        world
    }

    /// The inputs from the events of one frame, with these actions pressed.
    fn made_of(events: Vec<WindowEvent>, actions: &[Action]) -> Vec<Input> {
        let mut world = world();
        let mut state = ActionState::<Action>::default();
        actions.iter().for_each(|action| state.press(action));
        world.spawn(state);
        let mut down = ButtonInput::default();
        for event in &events {
            if let WindowEvent::KeyboardInput(input) = event {
                match input.state {
                    ButtonState::Pressed => down.press(input.key_code),
                    ButtonState::Released => down.release(input.key_code),
                }
            }
        }
        world.insert_resource(down);
        world.write_message_batch(events);
        world.run_system_once(recognize).expect("it runs");
        world.remove_resource::<Inputs>().map(|inputs| inputs.0).unwrap_or_default()
    }

    /// The inputs from the events of a frame in which the picture has this under the pointer.
    fn frame(world: &mut World, there: Option<Entity>, events: Vec<WindowEvent>) -> Vec<What> {
        let hit = |entity: Entity| (entity, HitData::new(Entity::PLACEHOLDER, 0.0, None, None));
        let mouse = (PointerId::Mouse, there.into_iter().map(hit).collect());
        world.insert_resource(HoverMap([mouse].into_iter().collect()));
        world.insert_resource(ButtonInput::<KeyCode>::default());
        world.resource_mut::<Messages<WindowEvent>>().clear();
        world.write_message_batch(events);
        world.run_system_once(note_hover).expect("it runs");
        world.run_system_once(recognize).expect("it runs");
        world.resource::<Inputs>().0.iter().map(|input| input.what).collect()
    }

    #[test]
    fn what_is_lit_when_the_button_goes_down_is_clicked_though_it_moves_on() {
        let mut world = world();
        world.spawn(ActionState::<Action>::default());
        let [planet, other] = [(); 2].map(|()| world.spawn(Pick::default()).id());
        let at = Vec2::splat(50.0);
        let right = |state| vec![button(MouseButton::Right, state)];
        let click = |on: Option<Entity>| {
            let double = false;
            [What::Mouse(Gesture::Click { button: MouseButton::Right, at, on, double })]
        };
        frame(&mut world, Some(planet), vec![moved(at)]);
        frame(&mut world, Some(planet), right(ButtonState::Pressed));
        frame(&mut world, None, Vec::new());
        assert_eq!(world.resource::<UnderPointer>().entity, Some(planet), "it stays lit");
        assert_eq!(frame(&mut world, Some(other), right(ButtonState::Released)), click(Some(planet)));
        frame(&mut world, Some(other), Vec::new());
        assert_eq!(world.resource::<UnderPointer>().entity, Some(other), "the click is over");
        // The next click is no second one.
        world.resource_mut::<Press>().forget_click();
        frame(&mut world, Some(planet), right(ButtonState::Pressed));
        world.despawn(planet);
        assert_eq!(frame(&mut world, Some(other), right(ButtonState::Released)), click(Some(other)), "gone");
    }

    #[test]
    fn beside_a_page_nothing_is_pointed_at_or_clicked() {
        let mut world = world();
        world.spawn(ActionState::<Action>::default());
        let planet = world.spawn(Pick::default()).id();
        world.insert_resource(GameCovered(true));
        assert!(frame(&mut world, Some(planet), clicks(Vec2::splat(50.0)).into()).is_empty());
        let under = *world.resource::<UnderPointer>();
        assert!(under.entity.is_none() && under.is_panel(), "no words stand beside the page");
        world.insert_resource(GameCovered(false));
        frame(&mut world, Some(planet), Vec::new());
        assert_eq!(world.resource::<UnderPointer>().entity, Some(planet));
    }

    fn clicks(at: Vec2) -> [WindowEvent; 3] {
        let left = |state| button(MouseButton::Left, state);
        [moved(at), left(ButtonState::Pressed), left(ButtonState::Released)]
    }

    #[test]
    fn a_key_and_a_click_in_one_frame_keep_their_order() {
        let tap = || [key(KeyCode::KeyA, ButtonState::Pressed), key(KeyCode::KeyA, ButtonState::Released)];
        let whats = |events: Vec<WindowEvent>| -> Vec<What> {
            made_of(events, &[Action::AttackMove]).into_iter().map(|input| input.what).collect()
        };
        let click = Gesture::Click { button: MouseButton::Left, at: Vec2::ONE, on: None, double: false };
        let (pressed, clicked) = (What::Key(Action::AttackMove), What::Mouse(click));
        assert_eq!(whats(tap().into_iter().chain(clicks(Vec2::ONE)).collect()), [pressed, clicked]);
        assert_eq!(whats(clicks(Vec2::ONE).into_iter().chain(tap()).collect()), [clicked, pressed]);
    }

    #[test]
    fn a_click_knows_which_keys_were_held_just_then() {
        let shift = |state| key(KeyCode::ShiftLeft, state);
        let mut events = vec![shift(ButtonState::Pressed)];
        events.extend(clicks(Vec2::ZERO));
        events.push(shift(ButtonState::Released));
        events.extend(clicks(Vec2::splat(100.0)));
        let held: Vec<bool> = made_of(events, &[]).iter().map(|input| input.held.add).collect();
        assert_eq!(held, [true, false]);
    }

    #[test]
    fn two_clicks_in_one_frame_are_both_there_and_a_double_click() {
        let twice = clicks(Vec2::ZERO).into_iter().chain(clicks(Vec2::ONE)).collect();
        let doubles: Vec<What> = made_of(twice, &[]).into_iter().map(|input| input.what).collect();
        let double = |what: &What| matches!(what, What::Mouse(Gesture::Click { double: true, .. }));
        assert_eq!(doubles.iter().map(double).collect::<Vec<bool>>(), [false, true]);
    }

    #[test]
    fn a_press_that_moves_is_a_drag_and_then_a_drop() {
        let left = |state| button(MouseButton::Left, state);
        let (from, to) = (Vec2::ZERO, Vec2::X * 40.0);
        let drag = vec![moved(from), left(ButtonState::Pressed), moved(to)];
        let what = |gesture| Input { what: What::Mouse(gesture), held: Held::default() };
        let button = MouseButton::Left;
        assert_eq!(made_of(drag.clone(), &[]), [what(Gesture::Drag { button, from, to })]);
        let drop = drag.into_iter().chain([left(ButtonState::Released)]).collect();
        assert_eq!(made_of(drop, &[]), [what(Gesture::Drop { button, from, to })]);
    }
}
