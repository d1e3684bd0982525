//! The verdict, large at the top, before the page of the result opens: the last deed of the war stays in view, and
//! clicks on the map and its fleets stay what they are. The page opens after a while, and at once by a key or by a
//! click on the verdict. A player with nothing left in a war that is not decided comes to the page in the same way.
//! The clock comes down to ×1 with the verdict. Who closes the page has the verdict of a decided war small at the top,
//! and a click on it opens the page again.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::content::ResultContent;
use super::panel::color_of;
use crate::client::hud::layout::places::GAP;
use crate::client::hud::layout::top_middle::Slot;
use crate::client::menu::Menu;
use crate::client::view::PlayerOut;
use crate::client::widgets::{QUIET, STRONG, WORDS, plate, show, text, title};
use crate::client::worlds::Kept;
use crate::sim::outcome::Verdict;

/// Time for which the verdict is shown, seconds of real time: a war may end in the middle of a battle.
const SHOWN_S: f64 = 8.0;
/// Time in which a click on the verdict may still be meant for what was there before, seconds of real time.
const CLICK_RESTS_S: f64 = 0.5;
/// Time for which the page takes no press once it has opened, seconds of real time: such a press was meant for the
/// verdict or for the fight.
const PAGE_RESTS_S: f64 = 0.8;
/// The same for a page that opens by itself: a player who is about to press Enter for it would close it.
const SURPRISE_RESTS_S: f64 = 1.5;
/// Size of the verdict, of the small one that stays, and of the lines below them, pixels.
const WORD_PIXELS: (f32, f32, f32) = (30.0, 15.0, 13.0);
/// The last line below it, and below the small one: Enter has other uses in a world that goes on.
const WAYS_ON: (&str, &str) = ("Enter, or a click here: the result", "Click: the result");

/// How the verdict is shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub enum VerdictShown {
    /// Not at all.
    #[default]
    No,
    /// Large, since this moment, seconds of real time.
    Since(f64),
    /// Small, as the way to the page: it has been open, or the world was entered after the verdict.
    Left,
}

impl VerdictShown {
    /// Whether it is shown large.
    pub fn is_on(self) -> bool {
        matches!(self, Self::Since(_))
    }
}

/// Marks the plate of the verdict, which is a button.
#[derive(Component)]
pub(super) struct VerdictPlate;

/// The words of the verdict.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VerdictWords {
    /// The verdict.
    Headline,
    /// What has become of those who surrendered, or what goes on.
    Aftermath,
    /// How to come to the page.
    WayOn,
}

/// Spawns its words, hidden.
pub(super) fn spawn(mut commands: Commands, slots: Query<(Entity, &Slot, &Node)>) {
    let Some((part, _, node)) = slots.iter().find(|(_, slot, _)| **slot == Slot::Verdict) else { return };
    let node = Node {
        display: Display::None,
        padding: UiRect::axes(px(22), px(8)),
        margin: UiRect::bottom(px(GAP)),
        align_items: AlignItems::Center,
        ..node.clone()
    };
    commands.entity(part).insert((plate(node), VerdictPlate, Button, Pickable::default()));
    let centred = || TextLayout::justify(Justify::Center);
    let headline = (VerdictWords::Headline, title("", WORD_PIXELS.0, STRONG), centred());
    commands.spawn((headline, Pickable::IGNORE, ChildOf(part)));
    let aftermath = (VerdictWords::Aftermath, text("", WORD_PIXELS.2, WORDS), centred());
    commands.spawn((aftermath, Pickable::IGNORE, ChildOf(part)));
    let way_on = (VerdictWords::WayOn, text("", WORD_PIXELS.2, QUIET), centred());
    commands.spawn((way_on, Pickable::IGNORE, ChildOf(part)));
}

/// A line of the verdict.
type VerdictLine = (
    &'static VerdictWords,
    &'static mut Text,
    &'static mut TextColor,
    &'static mut TextFont,
    &'static mut Node,
);

/// Query bundle for whether the player wants to read on.
#[derive(SystemParam)]
pub struct Impatience<'w, 's> {
    keys: Res<'w, ButtonInput<KeyCode>>,
    plates: Query<'w, 's, &'static Interaction, (With<VerdictPlate>, Changed<Interaction>)>,
    time: Res<'w, Time<Real>>,
}

impl Impatience<'_, '_> {
    fn now_s(&self) -> f64 {
        self.time.elapsed_secs_f64()
    }

    /// Whether the player opens the page for a verdict that has been shown for a time, s.
    fn is_asked(&self, shown_s: f64) -> bool {
        let is_key = self.keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Escape]);
        is_key || (self.is_clicked() && shown_s >= CLICK_RESTS_S)
    }

    fn is_clicked(&self) -> bool {
        self.plates.iter().any(|plate| *plate == Interaction::Pressed)
    }
}

/// Shows the verdict when the war is decided or the player is out of it, and opens the page after a while; not for what
/// had come so before the world was loaded, or before another player sat down. The verdict of a decided war stays small
/// after that.
pub fn open_at_end(
    verdict: Res<Verdict>,
    out: Res<PlayerOut>,
    impatience: Impatience,
    mut shown: ResMut<VerdictShown>,
    mut menu: ResMut<Menu>,
    mut time: ResMut<Time<Virtual>>,
    mut known: Kept<Option<(bool, PlayerOut)>>,
) {
    let is_decided = verdict.0.is_some();
    let before = known.now().replace((is_decided, *out));
    let is_new = before.is_some_and(|(was_decided, was_out)| match is_decided {
        true => !was_decided,
        false => *out == PlayerOut::Now && was_out != PlayerOut::Now,
    });
    if is_new {
        *shown = VerdictShown::Since(impatience.now_s());
        // Nothing is left to hurry to, and the deed that has decided the war is to be seen.
        let pace = time.relative_speed_f64().min(1.0);
        time.set_relative_speed_f64(pace);
    }
    let rest = if is_decided { VerdictShown::Left } else { VerdictShown::No };
    let VerdictShown::Since(since_s) = *shown else {
        shown.set_if_neq(rest);
        if is_decided && !menu.is_open() && impatience.is_clicked() {
            open_page(&mut menu, &mut time, impatience.now_s() + PAGE_RESTS_S);
        }
        return;
    };
    // Another player has sat down, whose war goes on.
    if !is_decided && !out.is_out() {
        *shown = rest;
        return;
    }
    let shown_s = impatience.now_s() - since_s;
    let is_asked = !is_new && impatience.is_asked(shown_s);
    let is_over = !is_new && shown_s >= SHOWN_S;
    if is_asked || is_over || menu.is_open() {
        *shown = rest;
        let rests_s = if is_asked { PAGE_RESTS_S } else { SURPRISE_RESTS_S };
        open_page(&mut menu, &mut time, impatience.now_s() + rests_s);
    }
}

/// Opens the page, which takes no press before a moment, seconds of real time.
fn open_page(menu: &mut Menu, time: &mut Time<Virtual>, moment_s: f64) {
    menu.open_result(time);
    menu.rest_until(moment_s);
}

/// Writes the verdict while it is shown, large or small.
pub(super) fn write(
    shown: Res<VerdictShown>,
    content: Res<ResultContent>,
    mut plates: Query<&mut Node, With<VerdictPlate>>,
    mut words: Query<VerdictLine, Without<VerdictPlate>>,
) {
    let is_shown = *shown != VerdictShown::No && !content.headline.is_empty();
    for mut node in &mut plates {
        show(&mut node, is_shown);
    }
    if !is_shown {
        return;
    }
    let is_large = shown.is_on();
    let (headline_pixels, way_on) =
        if is_large { (WORD_PIXELS.0, WAYS_ON.0) } else { (WORD_PIXELS.1, WAYS_ON.1) };
    for (part, mut text, mut color, mut font, mut node) in &mut words {
        let (told, tint) = match part {
            VerdictWords::Headline => (content.headline.as_str(), color_of(content.outcome)),
            VerdictWords::Aftermath if is_large => (content.aftermath, WORDS),
            VerdictWords::Aftermath => ("", WORDS),
            VerdictWords::WayOn => (way_on, QUIET),
        };
        let size = FontSize::Px(headline_pixels);
        if *part == VerdictWords::Headline && font.font_size != size {
            font.font_size = size;
        }
        show(&mut node, !told.is_empty());
        text.set_if_neq(Text(told.to_owned()));
        color.set_if_neq(TextColor(tint));
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
        world.insert_resource(VerdictShown::Since(0.0));
        world.insert_resource(decided());
        world.init_resource::<PlayerOut>();
        world.init_resource::<ButtonInput<KeyCode>>();
        world.init_resource::<Time<Virtual>>();
        world.init_resource::<Menu>();
        world
    }

    #[test]
    fn a_page_that_has_just_opened_takes_no_press() {
        let rests = |mut world: World| {
            world.run_system_once(open_at_end).expect("it runs");
            let now_s = world.resource::<Time<Real>>().elapsed_secs_f64();
            let menu = world.resource::<Menu>();
            assert!(menu.shows_result() && !menu.rests(now_s + 2.0));
            [0.3, 1.2].map(|later_s| menu.rests(now_s + later_s))
        };
        assert_eq!(rests(shown_for(SHOWN_S + 0.1)), [true, true], "Enter was meant for the verdict");
        let mut asked = shown_for(3.0);
        asked.resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::Enter);
        assert_eq!(rests(asked), [true, false], "a second press begins no other game");
    }

    fn opens(mut world: World) -> bool {
        world.run_system_once(open_at_end).expect("it runs");
        let opens = world.resource::<Menu>().shows_result();
        assert_eq!(!world.resource::<VerdictShown>().is_on(), opens);
        opens
    }

    #[test]
    fn the_page_waits_until_the_verdict_was_seen() {
        assert!(
            !opens(shown_for(0.1)) && !opens(shown_for(SHOWN_S - 0.1)) && opens(shown_for(SHOWN_S + 0.1))
        );
    }

    #[test]
    fn a_player_with_nothing_left_comes_to_the_page_without_a_verdict() {
        let opened = |ends: &[PlayerOut]| {
            let mut world = shown_for(1.0);
            world.insert_resource(Verdict(None));
            world.insert_resource(VerdictShown::default());
            let open = world.register_system(open_at_end);
            let mut was_shown = false;
            for end in ends {
                world.insert_resource(*end);
                world.run_system(open).expect("it runs");
                was_shown |= world.resource::<VerdictShown>().is_on();
                world.resource_mut::<Time<Real>>().advance_by(Duration::from_secs_f64(SHOWN_S + 0.1));
            }
            (was_shown, world.resource::<Menu>().shows_result())
        };
        let (no, before, now) = (PlayerOut::No, PlayerOut::Before, PlayerOut::Now);
        assert_eq!(opened(&[no, now, now]), (true, true));
        assert_eq!(opened(&[no, now, no, no]), (true, false), "another player has sat down");
        assert_eq!(opened(&[before, before]), (false, false), "it is no news");
        assert_eq!(opened(&[no, no, before, before]), (false, false), "of a player who sits down");
    }

    #[test]
    fn keys_open_it_at_once_and_a_click_on_the_verdict_but_none_on_the_map() {
        for key in [KeyCode::Enter, KeyCode::Escape] {
            let mut world = shown_for(0.1);
            world.resource_mut::<ButtonInput<KeyCode>>().press(key);
            assert!(opens(world), "{key:?}");
        }
        let clicked = |seconds: f64, plate: Interaction| {
            let mut world = shown_for(seconds);
            world.spawn((VerdictPlate, plate));
            opens(world)
        };
        assert!(!clicked(0.2, Interaction::Pressed) && clicked(1.0, Interaction::Pressed));
        assert!(!clicked(1.0, Interaction::None), "a click elsewhere is one of the fight");
    }

    #[test]
    fn the_clock_does_not_race_on_after_the_verdict() {
        let pace_after = |pace: f64| {
            let mut world = shown_for(1.0);
            world.insert_resource(Verdict(None));
            world.insert_resource(VerdictShown::default());
            world.resource_mut::<Time<Virtual>>().set_relative_speed_f64(pace);
            let open = world.register_system(open_at_end);
            world.run_system(open).expect("it runs");
            world.insert_resource(decided());
            world.run_system(open).expect("it runs");
            assert!(world.resource::<VerdictShown>().is_on());
            world.resource::<Time<Virtual>>().relative_speed_f64()
        };
        assert_eq!([16.0, 1.0, 0.25].map(pace_after), [1.0, 1.0, 0.25]);
    }

    #[test]
    fn a_decided_war_keeps_a_way_to_its_page() {
        let mut world = shown_for(SHOWN_S + 0.1);
        world.run_system_once(open_at_end).expect("it runs");
        assert_eq!(*world.resource::<VerdictShown>(), VerdictShown::Left);
        world.insert_resource(Menu::default());
        world.resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::Enter);
        world.run_system_once(open_at_end).expect("it runs");
        assert!(!world.resource::<Menu>().shows_result(), "the key has other uses in the game");
        world.spawn((VerdictPlate, Interaction::Pressed));
        world.run_system_once(open_at_end).expect("it runs");
        assert!(world.resource::<Menu>().shows_result());
        assert_eq!(*world.resource::<VerdictShown>(), VerdictShown::Left);
    }

    #[test]
    fn the_verdict_that_stays_is_small_and_has_no_aftermath() {
        let lines = |shown: VerdictShown| {
            let mut world = shown_for(1.0);
            world.insert_resource(shown);
            let headline = "Victory: Rivalry has surrendered".to_owned();
            world.insert_resource(ResultContent { headline, aftermath: "Gone", ..ResultContent::default() });
            let parts = [VerdictWords::Headline, VerdictWords::Aftermath, VerdictWords::WayOn];
            let parts =
                parts.map(|part| world.spawn((part, text("", WORD_PIXELS.2, WORDS), Node::default())).id());
            world.run_system_once(write).expect("it runs");
            let size = world.get::<TextFont>(parts[0]).map(|font| font.font_size);
            let words = parts.map(|part| world.get::<Text>(part).map(|text| text.0.clone()));
            (size, words.map(Option::unwrap_or_default))
        };
        let [large, small] = [VerdictShown::Since(0.0), VerdictShown::Left].map(lines);
        assert_eq!(large.0, Some(FontSize::Px(WORD_PIXELS.0)));
        assert_eq!(small.0, Some(FontSize::Px(WORD_PIXELS.1)));
        assert_eq!(large.1, ["Victory: Rivalry has surrendered", "Gone", WAYS_ON.0]);
        assert_eq!(small.1, ["Victory: Rivalry has surrendered", "", WAYS_ON.1]);
    }

    #[test]
    fn the_verdict_tells_what_has_become_of_those_who_surrendered() {
        let told = |aftermath: &'static str| {
            let mut world = shown_for(1.0);
            let headline = "Victory: Rivalry has surrendered".to_owned();
            world.insert_resource(ResultContent { headline, aftermath, ..ResultContent::default() });
            let node = |display: Display| Node { display, ..Node::default() };
            let plate = world.spawn((VerdictPlate, node(Display::None))).id();
            let line = (VerdictWords::Aftermath, text("", WORD_PIXELS.2, WORDS), node(Display::Flex));
            let line = world.spawn(line).id();
            world.run_system_once(write).expect("it runs");
            let is_shown = |world: &World, entity: Entity| {
                world.get::<Node>(entity).is_some_and(|node| node.display == Display::Flex)
            };
            assert!(is_shown(&world, plate));
            let words = world.get::<Text>(line).map(|text| text.0.clone()).unwrap_or_default();
            (is_shown(&world, line), words)
        };
        let scuttled = "Its crews have scuttled its ships and structures";
        assert_eq!(told(scuttled), (true, scuttled.to_owned()));
        assert_eq!(told(""), (false, String::new()));
    }
}
