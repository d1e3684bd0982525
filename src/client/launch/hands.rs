//! A picture in which somebody plays. The interface gets what a player sends: keys go down and up, buttons are pressed,
//! the pointer moves.

use bevy::camera::RenderTarget;
use bevy::ecs::query::QueryFilter;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::picking::pointer::{Location, PointerAction, PointerId, PointerInput};
use bevy::prelude::*;
use bevy::ui::{ComputedNode, InteractionDisabled, UiGlobalTransform};
use bevy::ui_widgets::{Activate, Button};
use bevy::window::PrimaryWindow;

use crate::client::settings::Action;
use crate::client::settings::keys::actions::chords_of;
use crate::client::view::MainCamera;
use crate::client::widgets::tip_texts::TipPlate;
use crate::client::widgets::{KeyTip, Tip};

/// The least time for something: frames, and seconds of real time.
type Span = (u32, f64);
/// Panels are written a few times a second: after this span they show what was done.
const STEP: Span = (4, 0.6);
/// The span after which what is awaited does not come any more.
const PATIENCE: Span = (30, 4.0);
/// The last way of the pointer, pixels to the right of its place: a tip comes only after the pointer has moved on its
/// button.
const APPROACH: [f32; 4] = [3.0, 2.0, 1.0, 0.0];

/// What is done before a picture is taken, in this order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hands {
    /// The actions whose keys are pressed.
    pub keys: Vec<Action>,
    /// The words of the buttons that are pressed, one after the other.
    pub presses: Vec<String>,
    /// The words of the node on which the pointer rests, so that its tip is shown.
    pub tip: Option<String>,
}

impl Hands {
    /// Whether nothing is done.
    pub(super) fn are_idle(&self) -> bool {
        *self == Self::default()
    }

    /// Does it all, in an app whose world is shown.
    ///
    /// # Errors
    /// A sentence for the player, if there is no such button or no such tip.
    pub(super) fn play(&self, app: &mut App) -> Result<(), String> {
        self.keys.iter().for_each(|action| press_keys(app, *action));
        self.presses.iter().try_for_each(|words| press_button(app, words))?;
        self.tip.as_ref().map_or(Ok(()), |words| rest_on(app, words))
    }
}

/// The window of a picture in which somebody plays. It is never opened, but it has a pointer.
pub(super) fn unopened_window(size: UVec2) -> impl Bundle {
    (Window { resolution: size.into(), ..default() }, PrimaryWindow)
}

/// Presses the first keys of an action, and lets them go.
fn press_keys(app: &mut App, action: Action) {
    let keys = chords_of(action, &[]).into_iter().next().unwrap_or_default();
    for state in [ButtonState::Pressed, ButtonState::Released] {
        for key in &keys {
            app.world_mut().write_message(key_of(*key, state));
        }
        app.update();
    }
    run_until(app, STEP, |_| None::<()>);
}

/// A key that goes down or up.
pub(super) fn key_of(key_code: KeyCode, state: ButtonState) -> KeyboardInput {
    let logical_key = Key::Unidentified(NativeKey::Unidentified);
    KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window: Entity::PLACEHOLDER }
}

type CanBePressed = (With<Button>, Without<InteractionDisabled>);
type HasTip = Or<(With<Tip>, With<KeyTip>)>;

/// Presses a button as a click does.
fn press_button(app: &mut App, words: &str) -> Result<(), String> {
    let (entity, _) = await_node::<CanBePressed>(app, words, "button")?;
    app.world_mut().trigger(Activate { entity });
    run_until(app, STEP, |_| None::<()>);
    Ok(())
}

/// Lets the pointer rest on a node until its tip is shown.
fn rest_on(app: &mut App, words: &str) -> Result<(), String> {
    let (_, middle) = await_node::<HasTip>(app, words, "node with a tip")?;
    for beside in APPROACH {
        move_pointer(app.world_mut(), middle + Vec2::X * beside);
        app.update();
    }
    let shown = run_until(app, PATIENCE, |world| is_tip_shown(world).then_some(()));
    shown.ok_or_else(|| format!("the tip of `{words}` does not come: something lies over it"))
}

/// Moves the pointer to a pixel of the picture.
fn move_pointer(world: &mut World, pixel: Vec2) {
    let mut windows = world.query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>();
    let window = windows.single_mut(world).ok().map(|(entity, mut window)| {
        window.set_cursor_position(Some(pixel));
        entity
    });
    let mut cameras = world.query_filtered::<&RenderTarget, With<MainCamera>>();
    let target = cameras.single(world).ok().and_then(|target| target.normalize(window));
    let Some(target) = target else { return };
    let location = Location { target, position: pixel };
    let moved = PointerAction::Move { delta: Vec2::ZERO };
    world.write_message(PointerInput::new(PointerId::Mouse, location, moved));
}

fn is_tip_shown(world: &mut World) -> bool {
    let mut plates = world.query_filtered::<&InheritedVisibility, With<TipPlate>>();
    plates.iter(world).any(|visibility| visibility.get())
}

/// Runs frames until something is found, or for a span.
fn run_until<T>(app: &mut App, (frames, seconds): Span, find: impl Fn(&mut World) -> Option<T>) -> Option<T> {
    let now_s = |app: &App| app.world().resource::<Time<Real>>().elapsed_secs_f64();
    let until_s = now_s(app) + seconds;
    let mut left = frames;
    loop {
        if let Some(found) = find(app.world_mut()) {
            return Some(found);
        }
        if left == 0 && now_s(app) >= until_s {
            return None;
        }
        app.update();
        left = left.saturating_sub(1);
    }
}

/// Waits for a node of the interface with these words. `kind` says which nodes `F` finds.
fn await_node<F: QueryFilter>(app: &mut App, words: &str, kind: &str) -> Result<(Entity, Vec2), String> {
    let found = run_until(app, PATIENCE, |world| find_node::<F>(world, words));
    found.ok_or_else(|| {
        let world = app.world_mut();
        let nodes = shown_nodes::<F>(world);
        let mut known: Vec<String> =
            nodes.iter().filter_map(|(node, _)| words_in(world, *node).into_iter().next()).collect();
        known.sort_unstable();
        known.dedup();
        format!("the picture has no {kind} `{words}`; there are: {}", known.join(", "))
    })
}

/// The first shown node with these words, from the top and from the left, and its middle, pixels.
fn find_node<F: QueryFilter>(world: &mut World, words: &str) -> Option<(Entity, Vec2)> {
    let nodes = shown_nodes::<F>(world);
    let world: &World = world;
    let fitting = nodes
        .into_iter()
        .filter(|(node, _)| words_in(world, *node).iter().any(|one| one.eq_ignore_ascii_case(words)));
    fitting.min_by(|(_, one), (_, other)| one.y.total_cmp(&other.y).then(one.x.total_cmp(&other.x)))
}

/// The nodes of the interface that are shown, with their middles, pixels.
fn shown_nodes<F: QueryFilter>(world: &mut World) -> Vec<(Entity, Vec2)> {
    type Parts = (Entity, &'static InheritedVisibility, &'static ComputedNode, &'static UiGlobalTransform);
    let mut nodes = world.query_filtered::<Parts, F>();
    let shown = nodes.iter(world).filter(|(_, visibility, node, _)| visibility.get() && !node.is_empty());
    shown.map(|(entity, _, _, place)| (entity, place.translation)).collect()
}

/// The words of a node and of all nodes in it, in their order.
fn words_in(world: &World, node: Entity) -> Vec<String> {
    let own = world.get::<Text>(node).map(|text| text.0.clone()).filter(|words| !words.trim().is_empty());
    let children = world.get::<Children>(node).into_iter().flatten();
    own.into_iter().chain(children.flat_map(|child| words_in(world, *child))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node that is laid out.
    fn laid_out(middle: Vec2) -> impl Bundle {
        let node = ComputedNode { size: Vec2::new(40.0, 20.0), ..default() };
        (node, UiGlobalTransform::from_translation(middle), InheritedVisibility::VISIBLE)
    }

    #[test]
    fn a_button_is_found_by_the_words_in_it() {
        let mut world = World::new();
        let mut button = |words: &str, middle: Vec2| {
            let button = world.spawn((Button, laid_out(middle))).id();
            let cell = world.spawn(ChildOf(button)).id();
            world.spawn((Text::new(words), ChildOf(cell)));
            button
        };
        let low = button("Frigate", Vec2::new(10.0, 90.0));
        let right = button("Frigate", Vec2::new(90.0, 30.0));
        let left = button("Frigate", Vec2::new(10.0, 30.0));
        button("Corvette", Vec2::new(10.0, 10.0));
        let find = |world: &mut World, words: &str| {
            find_node::<CanBePressed>(world, words).map(|(node, middle)| (node, middle.x))
        };
        assert_eq!(find(&mut world, "frigate"), Some((left, 10.0)));
        world.entity_mut(left).insert(InheritedVisibility::HIDDEN);
        assert_eq!(find(&mut world, "Frigate"), Some((right, 90.0)), "the first is hidden");
        world.entity_mut(right).insert(InteractionDisabled);
        assert_eq!(find(&mut world, "Frigate"), Some((low, 10.0)), "the second cannot be pressed");
        assert_eq!(find(&mut world, "Frig"), None, "only whole words count");
    }

    #[test]
    fn without_anything_to_do_the_hands_are_idle() {
        assert!(Hands::default().are_idle());
        assert!(!Hands { keys: vec![Action::Window], ..default() }.are_idle());
    }
}
