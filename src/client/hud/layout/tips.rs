//! Tips: what a button does, and by which keys, told beside a pointer that rests on it.
//!
//! - Enters: what the pointer rests on, perhaps with words below those that name keys, and the player's keys.
//! - Leaves: a small plate with words. What is in the planet panel tells at the panel's foot instead.
//! - Must never: take a click, or stand in the way before one has rested.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::client::hud::planet::planet_panel::PlanetPanel;
use crate::client::hud::planet::rows::Tip;
use crate::client::hud::status::{PANEL, WORDS};
use crate::client::scene::labels::markers::LETTER_WIDTH;
use crate::client::settings::Settings;
use crate::client::settings::actions::Binding;
use crate::client::worlds::{AppState, Kept, SetUpSystems, WhilePlaying};

/// Seconds for which the pointer rests before it is told anything.
const REST_SECONDS: f64 = 0.45;
/// Size of the words, pixels.
const WORD_PIXELS: f32 = 13.0;
/// Height of a line, as a share of the size.
const LINE_HEIGHT: f32 = 1.2;
/// The widest that the words get, pixels: a table of what a class suffers has room.
const MOST_WIDTH: f32 = 350.0;
/// About the words, pixels.
const PADDING: Vec2 = Vec2::new(8.0, 4.0);
/// From the pointer to the plate: to the right and below, pixels.
const BESIDE: Vec2 = Vec2::new(14.0, 18.0);

/// Words about a button that name the player's keys, by the bindings of the settings.
#[derive(Component, Clone, Copy)]
pub struct KeyTip(pub fn(&[Binding]) -> String);

/// Marks the plate.
#[derive(Component)]
struct TipPlate;

/// Marks its words.
#[derive(Component)]
struct TipWords;

/// Adds the plate.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(AppState::Playing), spawn_plate.in_set(SetUpSystems::Frames));
    app.add_systems(Update, show_tip.in_set(WhilePlaying));
}

fn spawn_plate(mut commands: Commands) {
    let node = Node {
        position_type: PositionType::Absolute,
        padding: UiRect::axes(px(PADDING.x), px(PADDING.y)),
        border_radius: BorderRadius::all(px(4)),
        ..default()
    };
    let font = TextFont { font_size: FontSize::Px(WORD_PIXELS), ..default() };
    let width = Node { max_width: px(MOST_WIDTH), ..default() };
    commands.spawn((
        TipPlate,
        node,
        BackgroundColor(PANEL.with_alpha(0.96)),
        GlobalZIndex(20),
        Visibility::Hidden,
        Pickable::IGNORE,
        children![(TipWords, Text::default(), font, TextColor(WORDS), width, Pickable::IGNORE)],
    ));
}

type Told<'a> = (Entity, &'a Interaction, Option<&'a KeyTip>, Option<&'a Tip>);

/// Shows the tip of what the pointer rests on.
fn show_tip(
    told: Query<Told, Or<(With<KeyTip>, With<Tip>)>>,
    parents: Query<&ChildOf>,
    panels: Query<(), With<PlanetPanel>>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    ui_scale: Res<UiScale>,
    mut rested: Kept<Option<(Entity, f64)>>,
    plate: Single<(&mut Node, &mut Visibility), (With<TipPlate>, Without<TipWords>)>,
    mut text: Single<&mut Text, With<TipWords>>,
) {
    let rested = rested.now();
    let (mut node, mut visibility) = plate.into_inner();
    let hovered = told.iter().find(|(entity, interaction, ..)| {
        **interaction != Interaction::None && !is_in_panel(*entity, &parents, &panels)
    });
    let now = time.elapsed_secs_f64();
    let since = match (hovered, *rested) {
        (Some((entity, ..)), Some((before, since))) if before == entity => Some(since),
        (Some(_), _) => Some(now),
        (None, _) => None,
    };
    *rested = hovered.zip(since).map(|((entity, ..), since)| (entity, since));
    let has_rested = since.is_some_and(|since| now - since >= REST_SECONDS);
    let words = hovered.filter(|_| has_rested).map(|(_, _, keys, tip)| {
        told_words(tip.map_or("", |tip| tip.0.as_str()), keys.map(|keys| keys.0(&settings.keys)))
    });
    let cursor = window.and_then(|window| {
        let screen = Vec2::new(window.width(), window.height()) / ui_scale.0;
        window.cursor_position().map(|cursor| (cursor / ui_scale.0, screen))
    });
    let (Some(words), Some((cursor, screen))) = (words.filter(|words| !words.is_empty()), cursor) else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    let corner = plate_corner(cursor, plate_size(&words), screen);
    if node.left != px(corner.x) || node.top != px(corner.y) {
        node.left = px(corner.x);
        node.top = px(corner.y);
    }
    if text.0 != words {
        text.0 = words;
    }
    visibility.set_if_neq(Visibility::Inherited);
}

/// What is told of something: first how it is now, which may be empty, then what the keys do there.
fn told_words(tip: &str, keys: Option<String>) -> String {
    match keys {
        Some(keys) if tip.is_empty() => keys,
        Some(keys) => format!("{tip} {keys}"),
        None => tip.to_owned(),
    }
}

/// Whether something belongs to the planet panel, which tells its tips itself.
pub fn is_in_panel(entity: Entity, parents: &Query<&ChildOf>, panels: &Query<(), With<PlanetPanel>>) -> bool {
    parents.iter_ancestors(entity).any(|ancestor| panels.contains(ancestor))
}

/// How large the plate is about some words, at least, pixels.
fn plate_size(words: &str) -> Vec2 {
    let (mut widest, mut lines) = (0.0_f32, 0.0_f32);
    for line in words.lines() {
        let width = line.chars().count() as f32 * WORD_PIXELS * LETTER_WIDTH;
        widest = widest.max(width);
        // Lines end between words, and so before they are full; a row of a table does not end.
        lines += if width <= MOST_WIDTH { 1.0 } else { (width / (0.85 * MOST_WIDTH)).ceil() };
    }
    let height = lines.max(1.0) * WORD_PIXELS * LINE_HEIGHT;
    Vec2::new(widest.min(MOST_WIDTH), height) + 2.0 * PADDING
}

/// The upper left corner of a plate beside the pointer, where it is in the picture and not under the pointer.
fn plate_corner(cursor: Vec2, size: Vec2, screen: Vec2) -> Vec2 {
    let x = (cursor.x + BESIDE.x).min(screen.x - size.x).max(0.0);
    let below = cursor.y + BESIDE.y;
    let y = if below + size.y <= screen.y { below } else { (cursor.y - 8.0 - size.y).max(0.0) };
    Vec2::new(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::planet::arms_words::table_words;
    use crate::sim::combat::trial;

    #[test]
    fn the_plate_stays_in_the_picture() {
        let (screen, size) = (Vec2::new(1000.0, 600.0), Vec2::new(200.0, 40.0));
        assert_eq!(plate_corner(Vec2::new(100.0, 100.0), size, screen), Vec2::new(114.0, 118.0));
        assert_eq!(plate_corner(Vec2::new(950.0, 100.0), size, screen), Vec2::new(800.0, 118.0));
        let low = plate_corner(Vec2::new(100.0, 590.0), size, screen);
        assert!(low.y + size.y < 590.0, "above the pointer");
    }

    #[test]
    fn what_is_so_now_comes_before_what_the_keys_do() {
        let keys = || Some("Keeps only this class.".to_owned());
        assert_eq!(told_words("", keys()), "Keeps only this class.");
        assert_eq!(told_words("Crews: 1 green.", keys()), "Crews: 1 green. Keeps only this class.");
        assert_eq!((told_words("Here.", None), told_words("", None)), ("Here.".to_owned(), String::new()));
    }

    #[test]
    fn long_tips_take_several_lines() {
        let (short, long) = (plate_size("Looks there."), plate_size(&"word ".repeat(30)));
        assert!(long.y > 2.0 * short.y && long.x <= MOST_WIDTH + 2.0 * PADDING.x);
        let table = plate_size(&format!("Looks there.\n{}", table_words(&trial::unarmed())));
        let height = 4.0 * WORD_PIXELS * LINE_HEIGHT + 2.0 * PADDING.y;
        assert!((table.y - height).abs() < 0.1, "a table is not broken into more lines: {table}");
    }
}
