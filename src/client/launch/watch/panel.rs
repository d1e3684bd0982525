//! The words about a flight: what it is, how far it is, what is followed, what colours and keys mean.

use crate::client::widgets::theme::{PANEL, QUIET, STRONG, WORDS};
use bevy::prelude::*;

use super::field_lines::FieldLines;
use super::keys;
use super::playing::Chosen;
use super::playing::Playing;
use super::tally::MOST_JUDGED;
use super::{arrows, balls};

/// Text that changes.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The progress of the flight, and its counts.
    Flight,
    /// Pace and pause.
    Pace,
    /// The ship that is followed.
    Ship,
}

/// Spawns the panel at the top left and the line at the bottom.
pub fn spawn_panels(mut commands: Commands, playing: Res<Playing>) {
    let legend = format!("{}\n{}\n{}", balls::SHIP_COLORS, balls::BODY_COLORS, arrows::COLORS);
    commands.spawn((
        Node {
            position_type: PositionType::Absolute,
            left: px(14),
            top: px(14),
            width: px(430),
            padding: UiRect::all(px(12)),
            row_gap: px(5),
            flex_direction: FlexDirection::Column,
            border_radius: BorderRadius::all(px(6)),
            ..default()
        },
        BackgroundColor(PANEL),
        children![
            words(&playing.scenario().title, 18.0, STRONG),
            (Part::Flight, words("", 15.0, WORDS)),
            (Part::Pace, words("", 15.0, STRONG)),
            (Part::Ship, words("", 15.0, WORDS)),
            words(&legend, 12.0, QUIET),
        ],
    ));
    commands.spawn((
        Node {
            position_type: PositionType::Absolute,
            left: px(0),
            right: px(0),
            bottom: px(0),
            padding: UiRect::axes(px(14), px(7)),
            ..default()
        },
        BackgroundColor(PANEL),
        children![words(keys::WORDS, 13.0, QUIET)],
    ));
}

fn words(text: &str, size: f32, color: Color) -> impl Bundle + use<> {
    (Text::new(text), TextFont { font_size: FontSize::Px(size), ..default() }, TextColor(color))
}

/// Writes the words of this frame.
pub fn write_words(
    playing: Res<Playing>,
    chosen: Res<Chosen>,
    field: Res<FieldLines>,
    mut texts: Query<(&Part, &mut Text)>,
) {
    for (part, mut text) in &mut texts {
        let words = match part {
            Part::Flight => flight_words(&playing),
            Part::Pace => pace_words(&playing),
            Part::Ship => ship_words(&playing, &chosen, &field),
        };
        if text.0 != words {
            text.0 = words;
        }
    }
}

fn flight_words(playing: &Playing) -> String {
    let (scenario, frame, tally) = (playing.scenario(), playing.frame(), playing.tally());
    let overlaps = match tally.overlapping_pairs() {
        Some(pairs) => format!("{pairs} pairs have overlapped"),
        None => format!("overlaps are not looked for among more than {MOST_JUDGED} ships"),
    };
    format!(
        "step {} of {}, {:.1} s of {:.1} s\n{} of {} ships have arrived\n{overlaps}",
        frame.step,
        scenario.steps(),
        playing.shown_time(),
        f64::from(scenario.steps()) * scenario.dt,
        tally.arrived(),
        scenario.ships.len(),
    )
}

fn pace_words(playing: &Playing) -> String {
    let pace = pace_name(playing.pace());
    if playing.is_over() {
        "at the end; R begins again".to_owned()
    } else if playing.is_paused() {
        format!("PAUSED, then {pace}")
    } else if playing.is_too_slow() {
        format!("{pace}, slower because this machine is too slow")
    } else {
        pace
    }
}

/// A pace as people write it: x2, x1, x1/2.
fn pace_name(pace: f64) -> String {
    if pace < 1.0 { format!("x1/{}", 1.0 / pace) } else { format!("x{pace}") }
}

fn ship_words(playing: &Playing, chosen: &Chosen, field: &FieldLines) -> String {
    let Some(ship) = chosen.0 else { return "no ship is followed".to_owned() };
    let craft = playing.crowd().craft(ship);
    let push = playing.crowd().pushes.get(ship).map_or(0.0, |push| push.length());
    let state = if craft.holding {
        "holds its place"
    } else if playing.tally().has_arrived(ship) {
        "has arrived"
    } else {
        "is under way"
    };
    let lines = if field.is_shown() { "\nblue lines: its field" } else { "" };
    format!(
        "ship {ship} {state}, {:.1} to go at {:.1} of {:.1}\npull {:.2}, pushes {push:.2}{lines}",
        craft.target.distance(craft.position),
        craft.velocity.length(),
        craft.limits.speed,
        playing.pull_on(ship).length(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paces_have_names() {
        assert_eq!(pace_name(0.125), "x1/8");
        assert_eq!(pace_name(0.5), "x1/2");
        assert_eq!(pace_name(1.0), "x1");
        assert_eq!(pace_name(8.0), "x8");
    }
}
