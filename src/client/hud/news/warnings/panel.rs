//! The rows of warnings in the column at the top, their clicks, and the key that goes through them.

use bevy::prelude::*;

use super::words::color;
use super::{MOST_ROWS, SOON_SECONDS, Warnings};
use crate::client::frame::{Toasts, seconds_until};
use crate::client::hud::layout::top_middle::{Slot, TopRoom};
use crate::client::settings::{Action, Actions, Binding, Settings, first_key};
use crate::client::view::{FocusTarget, Gaze};
use crate::client::widgets::{KeyTip, NOTE_PIXELS, PANEL, Tip, WORDS, face, show, text};
use crate::sim::Calendar;
use crate::sim::forecast::encounters::ComingEncounter;

/// Distance of a view of a whole place, in sizes of the place.
const VIEW_SIZES: f64 = 2.8;
/// Seconds for one pulse.
const PULSE_SECONDS: f32 = 2.4;
/// Least opacity of a sign in a pulse.
const FAINTEST: f32 = 0.35;
/// Size of the sign, pixels.
const SIGN_PIXELS: f32 = 16.0;
/// Padding of a row, and the gap between its sign and its words, pixels.
const ROW_GAP: f32 = 8.0;

/// Marks a row, by its place in the list.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct WarningRow(usize);

/// Marks the sign of a row.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowSign(usize);

/// Marks the words of a row.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowWords(usize);

/// Spawns the rows, hidden at first.
pub fn spawn_panel(mut commands: Commands, slots: Query<(Entity, &Slot)>) {
    let Some((panel, _)) = slots.iter().find(|(_, slot)| **slot == Slot::Warnings) else { return };
    for index in 0..MOST_ROWS {
        let row = Node {
            display: Display::None,
            padding: UiRect::axes(px(ROW_GAP), px(3)),
            column_gap: px(ROW_GAP),
            align_items: AlignItems::Center,
            border_radius: BorderRadius::all(px(6)),
            ..default()
        };
        // The font has plain letters only: the sign is a disc with an exclamation mark.
        let disc = Node {
            width: px(SIGN_PIXELS),
            height: px(SIGN_PIXELS),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            border_radius: BorderRadius::all(px(0.5 * SIGN_PIXELS)),
            flex_shrink: 0.0,
            ..default()
        };
        let mark = text("!", 13.0, Color::BLACK);
        let words = (text("", NOTE_PIXELS, WORDS), TextLayout::no_wrap());
        commands.spawn((
            WarningRow(index),
            Button,
            (Tip(String::new()), KeyTip(row_tip)),
            row,
            BackgroundColor(PANEL),
            ChildOf(panel),
            children![
                (RowSign(index), disc, BackgroundColor(WORDS), children![mark]),
                (RowWords(index), words),
            ],
        ));
    }
}

/// The tip of a row: clicks and key.
fn row_tip(bindings: &[Binding]) -> String {
    let next = first_key(Action::NextWarning, bindings);
    format!("Click: look there. Right-click: dismiss. [{next}]: next warning.")
}

/// A click on a row, or the key, focuses the place of the encounter; a right click dismisses the row.
pub fn act(
    actions: Actions,
    buttons: Res<ButtonInput<MouseButton>>,
    pressed: Query<(&WarningRow, &Interaction), Changed<Interaction>>,
    rows: Query<(&WarningRow, &Interaction)>,
    mut gaze: Gaze,
    mut warnings: ResMut<Warnings>,
    mut toasts: ResMut<Toasts>,
) {
    let topic_of = |row: &WarningRow| warnings.rows().get(row.0).map(|warning| warning.encounter.topic);
    let hovered = rows.iter().find(|(_, interaction)| **interaction != Interaction::None);
    let hovered = hovered.and_then(|(row, _)| topic_of(row));
    let clicked = pressed.iter().find(|(_, interaction)| **interaction == Interaction::Pressed);
    let clicked = clicked.and_then(|(row, _)| topic_of(row));
    warnings.hovered = hovered;
    if let Some(topic) = hovered.filter(|_| buttons.just_pressed(MouseButton::Right)) {
        warnings.dismiss(topic);
        return;
    }
    let wanted = match clicked {
        Some(topic) => warnings.rows().iter().find(|row| row.encounter.topic == topic),
        None if actions.just_pressed(&Action::NextWarning) => warnings.next_to_visit(),
        None => return,
    };
    match wanted.map(|warning| warning.encounter) {
        Some(ComingEncounter { topic, place, size_km, .. }) => {
            gaze.fly_to(FocusTarget::Point(place), place, Some(VIEW_SIZES * size_km));
            warnings.visited = Some(topic);
        }
        None => toasts.say("No warnings"),
    }
}

type RowParts = (
    &'static WarningRow,
    &'static Interaction,
    &'static mut Node,
    &'static mut BackgroundColor,
    &'static mut Tip,
);

/// Writes the rows of this frame.
pub fn write_rows(
    warnings: Res<Warnings>,
    calendar: Res<Calendar>,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    room: Res<TopRoom>,
    mut rows: Query<RowParts, Without<RowSign>>,
    mut signs: Query<(&RowSign, &mut BackgroundColor), Without<WarningRow>>,
    mut words: Query<(&RowWords, &mut Text)>,
) {
    for (row, interaction, mut node, mut background, mut tip) in &mut rows {
        let warning = warnings.rows().get(row.0);
        show(&mut node, warning.is_some());
        tip.set_if_neq(Tip(warning.map_or_else(String::new, |warning| warning.tip(&calendar))));
        background.set_if_neq(BackgroundColor(face(*interaction, PANEL)));
    }
    for (sign, mut background) in &mut signs {
        let Some(warning) = warnings.rows().get(sign.0) else { continue };
        let seconds_left = seconds_until(warning.encounter.jd, &calendar);
        let alpha =
            if settings.reduced_motion { 1.0 } else { strength(seconds_left, time.elapsed_secs_wrapped()) };
        background.set_if_neq(BackgroundColor(color(warning.encounter.weight()).with_alpha(alpha)));
    }
    for (row, mut text) in &mut words {
        let Some(warning) = warnings.rows().get(row.0) else { continue };
        let line = warning.line(&calendar);
        text.set_if_neq(Text(room.broken(&line, NOTE_PIXELS, SIGN_PIXELS + 3.0 * ROW_GAP)));
    }
}

/// Opacity of a sign: it pulses slowly when its time is near.
fn strength(seconds_left: f64, now_seconds: f32) -> f32 {
    if seconds_left > SOON_SECONDS {
        return 1.0;
    }
    let turn = std::f32::consts::TAU * now_seconds / PULSE_SECONDS;
    let share = 0.5 + 0.5 * turn.cos();
    FAINTEST + (1.0 - FAINTEST) * share
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::hud::layout::top_middle::spawn_column;

    #[test]
    fn a_sign_pulses_only_when_its_time_is_near() {
        for tenth in 0..100_u8 {
            let now = 0.1 * f32::from(tenth);
            assert_eq!(strength(21.0, now), 1.0);
            let soon = strength(10.0, now);
            assert!((FAINTEST..=1.0).contains(&soon), "{soon}");
            assert!((soon - strength(10.0, now + 0.016)).abs() < 0.03, "no flicker");
        }
    }

    #[test]
    fn all_rows_are_there_from_the_start() {
        let mut world = World::new();
        spawn_column(world.commands());
        world.flush();
        world.run_system_once(spawn_panel).expect("it runs");
        assert_eq!(world.query::<&WarningRow>().iter(&world).count(), MOST_ROWS);
        assert_eq!(world.query::<&RowSign>().iter(&world).count(), MOST_ROWS);
        assert_eq!(world.query::<&RowWords>().iter(&world).count(), MOST_ROWS);
    }
}
