//! The verdict, large at the top, before the page of the result opens: the last deed of the war stays in view.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::content::ResultContent;
use super::panel::color_of;
use crate::client::hud::layout::top_middle::Slot;
use crate::client::menu::Menu;
use crate::client::widgets::{QUIET, STRONG, plate, show, text, title};
use crate::client::worlds::Kept;
use crate::sim::outcome::Verdict;

/// Time for which the verdict is shown, seconds of real time.
const SHOWN_S: f64 = 4.0;
/// Time in which a click may still be one of the fight, seconds of real time.
const CLICK_RESTS_S: f64 = 0.5;
/// Time for which the page takes no press once it has opened, seconds of real time: such a press was meant for the
/// verdict or for the fight, and the first row begins another game.
const PAGE_RESTS_S: f64 = 0.8;
/// Size of the verdict and of the line below it, pixels.
const WORD_PIXELS: (f32, f32) = (30.0, 13.0);
/// The line below it.
const WAY_ON: &str = "Enter or a click opens the result";

/// The time since which the verdict is shown, seconds of real time; `None` while it is not.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct VerdictShown(Option<f64>);

/// Marks the words of the verdict.
#[derive(Component)]
pub(super) struct VerdictWords;

/// Spawns its words, hidden.
pub(super) fn spawn(mut commands: Commands, slots: Query<(Entity, &Slot, &Node)>) {
    let Some((part, _, node)) = slots.iter().find(|(_, slot, _)| **slot == Slot::Verdict) else { return };
    let node = Node {
        display: Display::None,
        padding: UiRect::axes(px(22), px(8)),
        margin: UiRect::bottom(px(6)),
        align_items: AlignItems::Center,
        ..node.clone()
    };
    commands.entity(part).insert(plate(node));
    let words = (VerdictWords, title("", WORD_PIXELS.0, STRONG), TextLayout::justify(Justify::Center));
    commands.spawn((words, Pickable::IGNORE, ChildOf(part)));
    commands.spawn((text(WAY_ON, WORD_PIXELS.1, QUIET), Pickable::IGNORE, ChildOf(part)));
}

/// Query bundle for whether the player wants to read on.
#[derive(SystemParam)]
pub struct Impatience<'w> {
    keys: Res<'w, ButtonInput<KeyCode>>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    time: Res<'w, Time<Real>>,
}

impl Impatience<'_> {
    fn now_s(&self) -> f64 {
        self.time.elapsed_secs_f64()
    }

    /// Whether the player opens the page for a verdict that has been shown for a time, s.
    fn is_asked(&self, shown_s: f64) -> bool {
        let is_key = self.keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Escape]);
        let is_click = shown_s >= CLICK_RESTS_S && self.buttons.just_pressed(MouseButton::Left);
        is_key || is_click
    }
}

/// Shows the verdict when the war is decided, and opens the page after a while; not for a war that was decided before
/// it was loaded.
pub fn open_when_decided(
    verdict: Res<Verdict>,
    impatience: Impatience,
    mut shown: ResMut<VerdictShown>,
    mut menu: ResMut<Menu>,
    mut time: ResMut<Time<Virtual>>,
    mut known: Kept<Option<bool>>,
) {
    let is_decided = verdict.0.is_some();
    let is_new = known.now().replace(is_decided) == Some(false) && is_decided;
    if is_new {
        shown.0 = Some(impatience.now_s());
    }
    let Some(since_s) = shown.0 else { return };
    let shown_s = impatience.now_s() - since_s;
    let is_asked = !is_new && impatience.is_asked(shown_s);
    let is_over = !is_new && shown_s >= SHOWN_S;
    if is_asked || is_over || menu.is_open() {
        shown.0 = None;
        menu.open_result(&mut time);
        menu.rest_until(impatience.now_s() + PAGE_RESTS_S);
    }
}

/// Writes the verdict while it is shown.
pub(super) fn write(
    shown: Res<VerdictShown>,
    content: Res<ResultContent>,
    mut parts: Query<(&Slot, &mut Node)>,
    mut words: Query<(&mut Text, &mut TextColor), With<VerdictWords>>,
) {
    let is_shown = shown.0.is_some() && !content.headline.is_empty();
    for (_, mut node) in parts.iter_mut().filter(|(slot, _)| **slot == Slot::Verdict) {
        show(&mut node, is_shown);
    }
    if !is_shown {
        return;
    }
    for (mut text, mut color) in &mut words {
        text.set_if_neq(Text(content.headline.clone()));
        color.set_if_neq(TextColor(color_of(content.outcome)));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::sim::outcome::test_support::decided;

    /// A world in which the verdict has been shown for a time, s.
    fn shown_for(seconds: f64) -> World {
        let mut world = World::new();
        let mut real = Time::<Real>::default();
        real.advance_by(Duration::from_secs_f64(seconds));
        world.insert_resource(real);
        world.insert_resource(VerdictShown(Some(0.0)));
        world.insert_resource(decided());
        world.init_resource::<ButtonInput<KeyCode>>();
        world.init_resource::<ButtonInput<MouseButton>>();
        world.init_resource::<Time<Virtual>>();
        world.init_resource::<Menu>();
        world
    }

    #[test]
    fn a_page_that_has_just_opened_takes_no_press() {
        let rests = |mut world: World| {
            world.run_system_once(open_when_decided).expect("it runs");
            let now_s = world.resource::<Time<Real>>().elapsed_secs_f64();
            let menu = world.resource::<Menu>();
            assert!(menu.shows_result() && !menu.rests(now_s + 2.0));
            menu.rests(now_s + 0.3)
        };
        assert!(rests(shown_for(4.1)));
        let mut asked = shown_for(3.0);
        asked.resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::Enter);
        assert!(rests(asked), "a second press begins no other game");
    }

    fn opens(mut world: World) -> bool {
        world.run_system_once(open_when_decided).expect("it runs");
        let opens = world.resource::<Menu>().shows_result();
        assert_eq!(world.resource::<VerdictShown>().0.is_none(), opens);
        opens
    }

    #[test]
    fn the_page_waits_until_the_verdict_was_seen() {
        assert!(!opens(shown_for(0.1)) && !opens(shown_for(3.0)) && opens(shown_for(4.1)));
    }

    #[test]
    fn keys_open_it_at_once_and_a_click_that_is_none_of_the_fight() {
        for key in [KeyCode::Enter, KeyCode::Escape] {
            let mut world = shown_for(0.1);
            world.resource_mut::<ButtonInput<KeyCode>>().press(key);
            assert!(opens(world), "{key:?}");
        }
        let clicked = |seconds: f64| {
            let mut world = shown_for(seconds);
            world.resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Left);
            opens(world)
        };
        assert!(!clicked(0.2) && clicked(1.0));
    }
}
