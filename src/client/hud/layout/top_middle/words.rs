//! Writes the text-only parts of the column.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::parts::{PADDING, SlotWords};
use super::place::TopRoom;
use crate::client::hud::layout::places::Slot;
use crate::client::hud::layout::standing::Standing;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{Tip, show};

/// Writes the text-only parts.
#[derive(SystemParam)]
pub struct TopWords<'w, 's> {
    room: Res<'w, TopRoom>,
    standing: ResMut<'w, Standing>,
    time: Res<'w, Time<Real>>,
    plates: Query<'w, 's, (&'static Slot, &'static mut Node)>,
    words: Query<'w, 's, (&'static SlotWords, &'static mut Text)>,
    tips: Query<'w, 's, (&'static Slot, &'static mut Tip, &'static mut Pickable)>,
}

impl TopWords<'_, '_> {
    /// Sets the text of a part: a line that stays, and lines that are shown for a while.
    pub fn show_lines(&mut self, slot: Slot, stays: Option<String>, lines: &[String]) {
        let shown = self.standing.take(slot, lines, self.time.elapsed_secs_f64());
        let all: Vec<String> = stays.into_iter().chain(shown).collect();
        self.write(slot, &all.join("\n"));
    }

    /// Takes the lines of a part that the player reads in another place now.
    pub fn know_lines(&mut self, slot: Slot, lines: &[String]) {
        self.standing.know(slot, lines);
    }

    /// Sets the text of a part, broken into lines of the available width. A part without text is hidden.
    fn write(&mut self, slot: Slot, words: &str) {
        let wanted = self.room.broken(words, SMALL_PIXELS, 2.0 * PADDING.x);
        for (_, mut node) in self.plates.iter_mut().filter(|(other, _)| **other == slot) {
            show(&mut node, !wanted.is_empty());
        }
        for (_, mut text) in self.words.iter_mut().filter(|(other, _)| other.0 == slot) {
            text.set_if_neq(Text(wanted.clone()));
        }
    }

    /// Sets the tip of a part. A part without a tip lets the mouse through.
    pub fn explain(&mut self, slot: Slot, tip: String) {
        for (_, mut shown, mut pickable) in self.tips.iter_mut().filter(|(other, ..)| **other == slot) {
            pickable.set_if_neq(if tip.is_empty() { Pickable::IGNORE } else { Pickable::default() });
            shown.set_if_neq(Tip(tip.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::hud::layout::top_middle::parts::{TopColumn, spawn_column};

    fn say(mut top: TopWords) {
        top.show_lines(Slot::Progress, None, &["hold 4 planets: 34 of 60 s".to_owned()]);
        top.show_lines(Slot::Seat, None, &[]);
    }

    #[test]
    fn parts_show_their_words_in_their_order() {
        let mut world = World::new();
        world.insert_resource(TopRoom { width: 112.0, ..default() });
        world.init_resource::<Standing>();
        world.init_resource::<Time<Real>>();
        spawn_column(world.commands());
        world.flush();
        world.run_system_once(say).expect("it runs");
        let mut columns = world.query_filtered::<&Children, With<TopColumn>>();
        let column = columns.single(&world).expect("there is one column");
        let mut found = Vec::new();
        for part in column {
            let (slot, node) = (world.get::<Slot>(*part), world.get::<Node>(*part));
            found.extend(slot.zip(node).map(|(slot, node)| (*slot, node.display)));
        }
        let (none, flex) = (Display::None, Display::Flex);
        let expected = [
            (Slot::Verdict, flex),
            (Slot::Seat, none),
            (Slot::Progress, flex),
            (Slot::Alerts, flex),
            (Slot::Report, flex),
            (Slot::Warnings, flex),
        ];
        assert_eq!(found, expected);
        let mut texts = world.query::<(&SlotWords, &Text)>();
        let of_progress = texts.iter(&world).filter(|(part, _)| part.0 == Slot::Progress);
        let texts_shown: Vec<&str> = of_progress.map(|(_, text)| text.0.as_str()).collect();
        assert_eq!(texts_shown, ["hold 4 planets:\n34 of 60 s"]);
    }
}
