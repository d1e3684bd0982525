//! Tips: the action of a button and its keys, beside a pointer that rests on it.
//!
//! Give a node [`Tip`] or [`KeyTip`], and `Interaction` or `Hovered`. A panel marked with [`TellsTips`] shows the
//! tips of its content itself.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::ComputedNode;
use bevy::window::PrimaryWindow;

use crate::client::settings::{Binding, Settings};
use crate::client::widgets::fonts::Typeface;
use crate::client::widgets::panel::show;
use crate::client::widgets::theme::{EDGE, PANEL, QUIET, TABLE_PIXELS, WORDS, text, text_in};
use crate::client::worlds::{Kept, Lasting};

/// Seconds for which the pointer rests before a tip appears.
const REST_SECONDS: f64 = 0.45;
/// Size of the words, pixels.
const WORD_PIXELS: f32 = 13.0;
/// Greatest width of the words, pixels: room for a table of damage shares.
const MOST_WIDTH: f32 = 350.0;
/// Padding of the words, pixels.
const PADDING: Vec2 = Vec2::new(8.0, 4.0);
/// From the pointer to the plate: to the right and below, pixels.
const BESIDE: Vec2 = Vec2::new(14.0, 18.0);

/// Words about a button. From the second line on they are a table, with columns made of spaces.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct Tip(pub String);

/// A text about a button that names the player's keys, by the bindings of the settings. It follows the text of
/// [`Tip`], if there are both.
#[derive(Component, Clone, Copy)]
pub struct KeyTip(pub fn(&[Binding]) -> String);

/// Marks a panel that shows the tips of its content itself.
#[derive(Component)]
pub struct TellsTips;

/// Marks the plate.
#[derive(Component)]
struct TipPlate;

/// A text on the plate.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
enum TipPart {
    Words,
    /// Below the words.
    Table,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_plate);
    app.add_systems(Update, show_tip);
}

fn spawn_plate(mut commands: Commands) {
    let node = Node {
        position_type: PositionType::Absolute,
        padding: UiRect::axes(px(PADDING.x), px(PADDING.y)),
        border: UiRect::all(px(1)),
        flex_direction: FlexDirection::Column,
        row_gap: px(PADDING.y),
        border_radius: BorderRadius::all(px(4)),
        ..default()
    };
    let width = Node { max_width: px(MOST_WIDTH), ..default() };
    commands.spawn((
        TipPlate,
        Lasting,
        node,
        (BackgroundColor(PANEL.with_alpha(0.96)), BorderColor::all(EDGE)),
        GlobalZIndex(60),
        Visibility::Hidden,
        Pickable::IGNORE,
        children![
            (TipPart::Words, text("", WORD_PIXELS, WORDS), width, Pickable::IGNORE),
            (
                TipPart::Table,
                text_in(Typeface::Table, "", TABLE_PIXELS, QUIET),
                Node::default(),
                Pickable::IGNORE
            ),
        ],
    ));
}

type TipParts = (
    Entity,
    Option<&'static Interaction>,
    Option<&'static Hovered>,
    Option<&'static KeyTip>,
    Option<&'static Tip>,
);

type HasTip = Or<(With<KeyTip>, With<Tip>)>;
type TextParts = (&'static TipPart, &'static mut Text, &'static mut Node);
type PlateParts = (&'static mut Node, &'static mut Visibility, &'static ComputedNode);

/// Shows the tip of the hovered node.
fn show_tip(
    tips: Query<TipParts, HasTip>,
    parents: Query<&ChildOf>,
    tellers: Query<(), With<TellsTips>>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    ui_scale: Res<UiScale>,
    mut rested: Kept<Option<(Entity, f64)>>,
    plate: Single<PlateParts, (With<TipPlate>, Without<TipPart>)>,
    mut parts: Query<TextParts, Without<TipPlate>>,
) {
    let (mut node, mut visibility, computed) = plate.into_inner();
    let hovered = tips.iter().find(|(entity, interaction, hovered, ..)| {
        let is_hovered = hovered.is_some_and(|hovered| hovered.get())
            || interaction.is_some_and(|interaction| *interaction != Interaction::None);
        is_hovered && !tells_for(*entity, &parents, &tellers)
    });
    let has_rested = note_rest(rested.now(), hovered.map(|(entity, ..)| entity), time.elapsed_secs_f64());
    let words = hovered.filter(|_| has_rested).map(|(_, _, _, keys, tip)| {
        tip_words(tip.map_or("", |tip| tip.0.as_str()), keys.map(|keys| keys.0(&settings.keys)))
    });
    let cursor = window.and_then(|window| {
        let screen = Vec2::new(window.width(), window.height()) / ui_scale.0;
        window.cursor_position().map(|cursor| (cursor / ui_scale.0, screen))
    });
    let (Some(words), Some((cursor, screen))) = (words.filter(|words| !words.is_empty()), cursor) else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    // The size of the plate for new words is known in the next frame.
    if write(&mut parts, &words) {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    }
    let corner = plate_corner(cursor, computed.size * computed.inverse_scale_factor, screen);
    if node.left != px(corner.x) || node.top != px(corner.y) {
        node.left = px(corner.x);
        node.top = px(corner.y);
    }
    visibility.set_if_neq(Visibility::Inherited);
}

/// Writes the words of a tip and its table; returns whether they are new.
fn write(parts: &mut Query<TextParts, Without<TipPlate>>, words: &str) -> bool {
    let (words, table) = words.split_once('\n').unwrap_or((words, ""));
    let mut is_new = false;
    for (part, mut text, mut node) in parts {
        let wanted = if *part == TipPart::Words { words } else { table };
        if text.0 != wanted {
            text.0 = wanted.to_owned();
            is_new = true;
        }
        show(&mut node, !wanted.is_empty());
    }
    is_new
}

/// Records the time since which the pointer has rested on a node, and returns whether that is long enough.
fn note_rest(rested: &mut Option<(Entity, f64)>, hovered: Option<Entity>, now: f64) -> bool {
    *rested = hovered.map(|entity| match *rested {
        Some((before, since)) if before == entity => (entity, since),
        _ => (entity, now),
    });
    rested.is_some_and(|(_, since)| now - since >= REST_SECONDS)
}

/// The text of a tip: first the present state, which may be empty, then the keys.
fn tip_words(tip: &str, keys: Option<String>) -> String {
    match keys {
        Some(keys) if tip.is_empty() => keys,
        Some(keys) => format!("{tip} {keys}"),
        None => tip.to_owned(),
    }
}

/// Whether a node is in a panel that shows its tips itself.
pub fn tells_for(entity: Entity, parents: &Query<&ChildOf>, tellers: &Query<(), With<TellsTips>>) -> bool {
    parents.iter_ancestors(entity).any(|ancestor| tellers.contains(ancestor))
}

/// The upper left corner of a plate beside the pointer, within the picture and not under the pointer.
fn plate_corner(cursor: Vec2, size: Vec2, screen: Vec2) -> Vec2 {
    let x = (cursor.x + BESIDE.x).min(screen.x - size.x).max(0.0);
    let below = cursor.y + BESIDE.y;
    let y = if below + size.y <= screen.y { below } else { (cursor.y - 8.0 - size.y).max(0.0) };
    Vec2::new(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plate_stays_in_the_picture() {
        let (screen, size) = (Vec2::new(1000.0, 600.0), Vec2::new(200.0, 40.0));
        assert_eq!(plate_corner(Vec2::new(100.0, 100.0), size, screen), Vec2::new(114.0, 118.0));
        assert_eq!(plate_corner(Vec2::new(950.0, 100.0), size, screen), Vec2::new(800.0, 118.0));
        let low = plate_corner(Vec2::new(100.0, 590.0), size, screen);
        assert!(low.y + size.y < 590.0, "above the pointer");
    }

    #[test]
    fn the_present_state_comes_before_the_keys() {
        let keys = || Some("Keeps only this class.".to_owned());
        assert_eq!(tip_words("", keys()), "Keeps only this class.");
        assert_eq!(tip_words("Crews: 1 green.", keys()), "Crews: 1 green. Keeps only this class.");
        assert_eq!((tip_words("Here.", None), tip_words("", None)), ("Here.".to_owned(), String::new()));
    }

    #[test]
    fn a_tip_comes_once_the_pointer_has_rested_on_one_thing() {
        let (one, other) = (Entity::from_raw_u32(1), Entity::from_raw_u32(2));
        let mut rested = None;
        assert!(!note_rest(&mut rested, one, 0.0));
        assert!(note_rest(&mut rested, one, REST_SECONDS));
        assert!(!note_rest(&mut rested, other, REST_SECONDS), "it moved on");
        assert!(!note_rest(&mut rested, None, 9.0));
    }
}
