//! Words at points of the world that are wanted for a frame, such as those at the pointer.

use bevy::prelude::*;
use glam::DVec3;

use super::layer::{MarkerLayer, legible};
use super::room::sky_label::{SkyLabel, padded, padded_size, weights};
use super::room::wish::{NoRoom, Side, Wish, steps_in};
use crate::client::view::ViewCamera;
use crate::client::widgets::fonts::{Typeface, table_width, words_width};
use crate::client::widgets::theme::{TABLE_PIXELS, font};
use crate::sim::BodyId;

/// Limit on simultaneous labels.
const LABELS: usize = 40;
/// Size of the words at a point, pixels.
pub const LABEL_PIXELS: f32 = 14.0;
/// Height of a line of text, as a share of the font size.
const LINE_HEIGHT: f32 = 1.2;
/// Opacity of the background of labels, so that they are readable over lines.
const PLATE: f32 = 0.9;
/// From a point to its words, pixels.
const REACH: f32 = 18.0;
/// From the outline of a ball at that point to the words, pixels.
const GAP: f32 = 6.0;
/// Words stand within a ball with a greater radius, as a share of the height of the picture.
const LARGEST_BALL: f64 = 0.3;
/// How far words may be moved away from their point, in steps: those that are wanted, those about lines and later times
/// in the smallest window, and those of little importance.
const STEPS: (u8, u8, u8) = (2, 3, 1);
/// Words within this distance of earlier ones go on in their node, pixels.
const SAME_PIXELS: f32 = 60.0;

/// A text at a point of the world.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct PointLabel {
    /// Where its words were last, pixels of the UI.
    point: Option<Vec2>,
    /// Whether it has words in this frame.
    is_used: bool,
}

/// The table below the words of a label: its columns are made of spaces, and need letters of equal width.
#[derive(Component, Clone, Copy, Debug)]
pub struct LabelTable;

/// The importance of words at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rank {
    /// Of little importance.
    Faint,
    /// About a line that is seen without them, such as the circle of a range: they give way to names and marks.
    Aside,
    /// About a later time: they give way to all names.
    Forecast,
    /// In the place of the name of a body, which they have: always shown.
    Name(BodyId),
    /// Asked for by the player: always shown.
    Asked,
}

/// A body beside which words stand that have its name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedBody {
    /// The body.
    pub body: BodyId,
    /// Its place, heliocentric ecliptic km.
    pub place: DVec3,
    /// Its radius, km.
    pub radius_km: f64,
}

/// Words at a point.
#[derive(Clone, Debug, PartialEq)]
struct PointWords {
    /// Heliocentric ecliptic km.
    place: DVec3,
    /// Radius of the ball there, outside of which they begin, km; 0 for a point.
    radius_km: f64,
    words: String,
    /// Lines below the words, with columns made of spaces; may be empty.
    table: String,
    color: Color,
    /// Size of the letters.
    pixels: f32,
    rank: Rank,
}

/// The texts of this frame.
#[derive(Resource, Clone, Debug, Default)]
pub struct PointLabels(Vec<PointWords>);

impl PointLabels {
    /// Shows words at a point of the world in this frame, heliocentric ecliptic km.
    pub fn say(&mut self, place: DVec3, words: String, color: Color) {
        self.say_with_table(place, words, String::new(), color);
    }

    /// Shows words with a table below them, whose columns are made of spaces.
    pub fn say_with_table(&mut self, place: DVec3, words: String, table: String, color: Color) {
        let pixels = LABEL_PIXELS;
        self.add(PointWords { place, radius_km: 0.0, words, table, color, pixels, rank: Rank::Asked });
    }

    /// Shows words beside a ball of this radius, km.
    pub fn say_about(&mut self, (place, radius_km): (DVec3, f64), words: String, color: Color) {
        let (table, pixels) = (String::new(), LABEL_PIXELS);
        self.add(PointWords { place, radius_km, words, table, color, pixels, rank: Rank::Asked });
    }

    /// Shows words about a line at a point of it, unless they find no room beside names and marks.
    pub fn say_aside(&mut self, place: DVec3, words: String, color: Color) {
        let (radius_km, table, pixels) = (0.0, String::new(), LABEL_PIXELS);
        self.add(PointWords { place, radius_km, words, table, color, pixels, rank: Rank::Aside });
    }

    /// Shows words about a later time, unless they find no room beside the names of all things.
    pub fn forecast(&mut self, place: DVec3, words: String, color: Color) {
        self.forecast_about((place, 0.0), words, color);
    }

    /// The same beside a ball of this radius, km.
    pub fn forecast_about(&mut self, (place, radius_km): (DVec3, f64), words: String, color: Color) {
        let (table, pixels) = (String::new(), LABEL_PIXELS);
        self.add(PointWords { place, radius_km, words, table, color, pixels, rank: Rank::Forecast });
    }

    /// Shows words with the name of a body in the place of that name; more words of the same colour go below them.
    pub fn say_with_name(&mut self, beside: NamedBody, words: String, color: Color) {
        let NamedBody { body, place, radius_km } = beside;
        let (rank, color) = (Rank::Name(body), color.with_alpha(1.0));
        let is_same = |other: &&mut PointWords| other.rank == rank && other.color == color;
        if let Some(known) = self.0.iter_mut().find(is_same) {
            known.append(&words);
        } else {
            let (table, pixels) = (String::new(), LABEL_PIXELS);
            self.add(PointWords { place, radius_km, words, table, color, pixels, rank });
        }
    }

    /// Whether words stand in the place of the name of a body.
    pub fn name(&self, body: BodyId) -> bool {
        self.0.iter().any(|said| said.rank == Rank::Name(body))
    }

    fn add(&mut self, said: PointWords) {
        let color = said.color.with_alpha(1.0);
        self.0.push(PointWords { color, ..said });
    }

    /// Shows words of little importance, if nothing else is in the way. They have a size in pixels, and the opacity of
    /// their colour.
    pub fn whisper(&mut self, place: DVec3, words: String, color: Color, pixels: f32) {
        let (radius_km, table) = (0.0, String::new());
        self.0.push(PointWords { place, radius_km, words, table, color, pixels, rank: Rank::Faint });
    }

    /// Adds a label below those of almost the same pixel, if there are any. All of them are shown then.
    pub fn say_below(&mut self, view: &ViewCamera, place: DVec3, words: String, color: Color) {
        if let Some(known) = self.below(view, place, &words, color) {
            if known.rank == Rank::Forecast {
                known.rank = Rank::Asked;
            }
        } else {
            self.say(place, words, color);
        }
    }

    /// The same for words about a later time.
    pub fn forecast_below(&mut self, view: &ViewCamera, place: DVec3, words: String, color: Color) {
        if self.below(view, place, &words, color).is_none() {
            self.forecast(place, words, color);
        }
    }

    /// Adds words below those of almost the same pixel; `None` if there are none.
    fn below(
        &mut self,
        view: &ViewCamera,
        place: DVec3,
        words: &str,
        color: Color,
    ) -> Option<&mut PointWords> {
        let pixel = |place: DVec3| view.project(place).map(|projected| projected.pixel);
        let is_near = |other: DVec3| {
            pixel(place).zip(pixel(other)).is_some_and(|(one, other)| one.distance(other) < LABEL_PIXELS)
        };
        let color = color.with_alpha(1.0);
        let is_same = |other: &&mut PointWords| {
            let can_go_on = matches!(other.rank, Rank::Forecast | Rank::Name(_) | Rank::Asked);
            can_go_on && other.color == color && is_near(other.place)
        };
        let known = self.0.iter_mut().find(is_same)?;
        known.append(words);
        Some(known)
    }
}

impl PointWords {
    /// Adds a line.
    fn append(&mut self, words: &str) {
        self.words.push('\n');
        self.words.push_str(words);
    }

    /// What they want in a picture of this size, pixels of the UI.
    fn wish(&self, anchor: Vec2, picture: Vec2) -> Wish {
        let (asked, forecast, faint) = STEPS;
        let (sides, steps, no_room) = match self.rank {
            Rank::Asked => (Side::OF_POINTS, asked, NoRoom::Push),
            Rank::Name(_) => (Side::OF_NAMES, asked, NoRoom::Push),
            Rank::Aside | Rank::Forecast => (Side::OF_NAMES, steps_in(picture, forecast), NoRoom::Hide),
            Rank::Faint => (Side::OF_POINTS, faint, NoRoom::Hide),
        };
        let size = padded_size(words_size(&self.words, &self.table, self.pixels));
        Wish { anchor, reach: REACH, mark: None, size, sides, spare: &[], steps, no_room }
    }

    /// From the middle of what they are about to the words, pixels of the UI.
    fn reach(&self, view: &ViewCamera, ui_scale: f32) -> f32 {
        let outline = view.outline_pixels(self.place, self.radius_km);
        let is_large = outline > LARGEST_BALL * view.viewport.y;
        if is_large { REACH } else { REACH.max(outline as f32 / ui_scale + GAP) }
    }

    /// The weight of words so many places from the first ones, which are preferred.
    fn weight(&self, index: usize) -> f32 {
        let weight = match self.rank {
            Rank::Asked | Rank::Aside => weights::ASKED,
            Rank::Forecast => weights::FORECAST,
            Rank::Name(_) => weights::GOAL,
            Rank::Faint => weights::SIGHTING,
        };
        weight - 0.001 * index as f32
    }
}

/// Spawns the labels, hidden.
pub fn spawn_labels(mut commands: Commands, layer: Single<Entity, With<MarkerLayer>>) {
    for _ in 0..LABELS {
        commands.spawn((
            PointLabel::default(),
            SkyLabel::new(weights::ASKED),
            padded(),
            // Above the names of that place, which would otherwise show through.
            ZIndex(1),
            legible("", LABEL_PIXELS, Color::WHITE),
            (Visibility::Hidden, Pickable::IGNORE),
            ChildOf(*layer),
            children![(LabelTable, TextSpan::default(), font(Typeface::Table, TABLE_PIXELS))],
        ));
    }
}

/// Removes the texts of the frame before.
pub fn clear_labels(mut labels: ResMut<PointLabels>) {
    labels.0.clear();
}

/// The room that words of a size take with a table below them, pixels of the UI.
fn words_size(words: &str, table: &str, pixels: f32) -> Vec2 {
    let widths = words.lines().map(|line| words_width(line, pixels));
    let width = widths.chain(table.lines().map(|line| table_width(line, TABLE_PIXELS))).fold(0.0, f32::max);
    let lines = words.lines().count() as f32 * pixels + table.lines().count() as f32 * TABLE_PIXELS;
    Vec2::new(width, LINE_HEIGHT * lines)
}

type LabelParts = (
    &'static mut PointLabel,
    &'static mut SkyLabel,
    &'static mut Text,
    &'static mut TextFont,
    &'static Children,
);

/// Asks for the labels whose points are in the picture.
pub fn ask_points(
    labels: Res<PointLabels>,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    mut nodes: Query<LabelParts>,
    mut tables: Query<&mut TextSpan, With<LabelTable>>,
) {
    let picture = view.picture();
    for (mut label, mut sky_label, ..) in &mut nodes {
        label.is_used = false;
        sky_label.rest();
    }
    for (index, said) in labels.0.iter().enumerate() {
        let projected = view.project(said.place).filter(|projected| picture.contains(projected.pixel));
        let Some(point) = projected.map(|projected| projected.pixel / ui_scale.0) else { continue };
        let free = nodes.iter_mut().filter(|(label, ..)| !label.is_used);
        let best = free.min_by(|(one, sky_one, ..), (other, sky_other, ..)| {
            cost(one, sky_one, point).total_cmp(&cost(other, sky_other, point))
        });
        let Some((mut label, mut sky_label, mut text, mut font, parts)) = best else { return };
        *label = PointLabel { point: Some(point), is_used: true };
        sky_label.set_plate(PLATE * said.color.alpha());
        let wish = said.wish(point, picture.size() / ui_scale.0);
        let wish = Wish { reach: said.reach(&view, ui_scale.0), ..wish };
        sky_label.ask_with(said.weight(index), wish, said.color);
        if text.0 != said.words {
            said.words.clone_into(&mut text.0);
        }
        if font.font_size != FontSize::Px(said.pixels) {
            font.font_size = FontSize::Px(said.pixels);
        }
        let table = if said.table.is_empty() { String::new() } else { format!("\n{}", said.table) };
        if let Some(mut span) = parts.first().and_then(|part| tables.get_mut(*part).ok())
            && span.0 != table
        {
            span.0 = table;
        }
    }
}

type ChangedColor = (With<PointLabel>, Changed<TextColor>);

/// Gives tables the colours of their words, which fade.
pub fn color_tables(
    labels: Query<(&TextColor, &Children), ChangedColor>,
    mut tables: Query<&mut TextColor, (With<LabelTable>, Without<PointLabel>)>,
) {
    for (color, parts) in &labels {
        if let Some(mut of_table) = parts.first().and_then(|part| tables.get_mut(*part).ok()) {
            of_table.set_if_neq(*color);
        }
    }
}

/// How little a node is suited for words at a point: best is the one that showed words there, then one that shows
/// nothing, then one that fades.
fn cost(label: &PointLabel, sky_label: &SkyLabel, point: Vec2) -> f32 {
    let distance = label.point.map(|before| before.distance(point)).filter(|far| *far < SAME_PIXELS);
    match distance {
        Some(far) => far,
        None if sky_label.is_gone() => SAME_PIXELS,
        None => 2.0 * SAME_PIXELS,
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn words_take_the_room_of_their_longest_line() {
        let size = words_size("one\nthree", "", LABEL_PIXELS);
        assert_eq!(size, Vec2::new(words_width("three", LABEL_PIXELS), LINE_HEIGHT * (2.0 * LABEL_PIXELS)));
        let table = "Armour          120 %";
        let both = words_size("one\nthree", table, LABEL_PIXELS);
        assert_eq!(both.x, table_width(table, TABLE_PIXELS));
        assert!(both.y > size.y);
    }

    #[test]
    fn words_of_little_importance_give_way_and_keep_their_opacity() {
        let mut labels = PointLabels::default();
        let faint = Color::WHITE.with_alpha(0.5);
        labels.say(DVec3::X, "loud".to_owned(), faint);
        labels.whisper(DVec3::X, "soft".to_owned(), faint, 11.0);
        let [loud, soft] = [0, 1].map(|index| labels.0[index].clone());
        assert_eq!((loud.color.alpha(), soft.color), (1.0, faint));
        let of = |said: &PointWords| said.wish(Vec2::ZERO, Vec2::ZERO).no_room;
        assert_eq!((of(&loud), of(&soft)), (NoRoom::Push, NoRoom::Hide));
        assert!(soft.weight(0) < loud.weight(39));
    }

    #[test]
    fn what_will_be_later_gives_way_to_names_until_the_player_asks() {
        let mut labels = PointLabels::default();
        let view = ViewCamera { focal_distance: 1.0e6, ..ViewCamera::default() };
        let place = DVec3::new(0.0, 1.0e6, 0.0);
        labels.forecast_below(&view, place, "Strand, about 2412-01-28".to_owned(), Color::WHITE);
        labels.forecast_below(&view, place, "Hearth, about 2412-03-02".to_owned(), Color::WHITE);
        let [dates] = &labels.0[..] else { panic!("{labels:?}") };
        assert_eq!((dates.words.lines().count(), dates.rank), (2, Rank::Forecast));
        let small = dates.wish(Vec2::ZERO, Vec2::new(1280.0, 720.0));
        let large = dates.wish(Vec2::ZERO, Vec2::new(2560.0, 1440.0));
        assert_eq!(small.no_room, NoRoom::Hide);
        assert!(large.steps > small.steps);
        // The names of all bodies are placed before them.
        const { assert!(weights::FORECAST < 3.0) };
        labels.say_below(&view, place, "in 3 h".to_owned(), Color::WHITE);
        assert_eq!((labels.0.len(), labels.0[0].rank), (1, Rank::Asked));
    }

    #[test]
    fn words_with_the_name_of_a_body_stand_in_its_place() {
        let mut labels = PointLabels::default();
        let view = ViewCamera { focal_distance: 1.0e6, ..ViewCamera::default() };
        let (lull, place) = (BodyId(3), DVec3::new(0.0, 1.0e6, 0.0));
        let beside = NamedBody { body: lull, place, radius_km: 0.0 };
        labels.say_with_name(beside, "Lull, about 2412-01-11".to_owned(), Color::WHITE);
        labels.say_with_name(beside, "Lull, about 2412-01-28".to_owned(), Color::WHITE);
        labels.say_below(&view, place, "in 3 h".to_owned(), Color::WHITE);
        let [arrivals] = &labels.0[..] else { panic!("{labels:?}") };
        assert_eq!((arrivals.words.lines().count(), arrivals.rank), (3, Rank::Name(lull)));
        assert!(labels.name(lull) && !labels.name(BodyId(4)));
        let wish = arrivals.wish(Vec2::ZERO, Vec2::new(1280.0, 720.0));
        assert_eq!((wish.sides, wish.no_room), (Side::OF_NAMES, NoRoom::Push), "the name is always shown");
    }

    #[test]
    fn words_about_a_ball_begin_outside_of_its_outline() {
        let view = ViewCamera { focal_distance: 1.0e6, ..ViewCamera::default() };
        let place = DVec3::new(0.0, 1.0e6, 0.0);
        let reach = |radius_km: f64, ui_scale: f32| {
            let mut labels = PointLabels::default();
            labels.forecast_about((place, radius_km), "Earth".to_owned(), Color::WHITE);
            labels.0[0].reach(&view, ui_scale)
        };
        let outline = view.outline_pixels(place, 5.0e4) as f32;
        assert!(outline > REACH);
        assert_eq!([1.0, 2.0].map(|scale| reach(5.0e4, scale)), [outline + GAP, 0.5 * outline + GAP]);
        assert_eq!([0.0, 100.0, 8.0e5].map(|radius_km| reach(radius_km, 1.0)), [REACH; 3]);
    }

    #[test]
    fn words_about_a_line_give_way_to_names_and_marks() {
        let view = ViewCamera { focal_distance: 1.0e6, ..ViewCamera::default() };
        let place = DVec3::new(0.0, 1.0e6, 0.0);
        let mut labels = PointLabels::default();
        labels.say_aside(place, "Sight range 6,000,000 km".to_owned(), Color::WHITE);
        assert_eq!(labels.0[0].wish(Vec2::ZERO, Vec2::ZERO).no_room, NoRoom::Hide);
        // The names of all bodies are placed before them.
        assert!(labels.0[0].weight(0) < 3.0);
        labels.forecast_below(&view, place, "Lull, in 2 s".to_owned(), Color::WHITE);
        assert_eq!(labels.0.len(), 2, "other words do not hang on theirs");
    }

    /// A world with the nodes of labels, and an eye that looks along the y axis.
    fn world() -> World {
        let mut world = World::new();
        world.spawn(MarkerLayer);
        world.insert_resource(ViewCamera { focal_distance: 1.0e6, ..ViewCamera::default() });
        world.insert_resource(UiScale(1.0));
        world.init_resource::<PointLabels>();
        world.run_system_once(spawn_labels).expect("it runs");
        world
    }

    #[test]
    fn a_table_has_letters_of_equal_width_and_the_colour_of_its_words() {
        let mut world = world();
        let place = DVec3::new(0.0, 1.0e6, 0.0);
        let (words, table) = ("Attack Ferrum".to_owned(), "Armour    120 %".to_owned());
        world.resource_mut::<PointLabels>().say_with_table(place, words, table, Color::WHITE);
        world.run_system_once(ask_points).expect("it runs");
        let faded = TextColor(Color::WHITE.with_alpha(0.25));
        let mut labels = world.query::<(&Text, &mut TextColor)>();
        for (_, mut color) in labels.iter_mut(&mut world).filter(|(text, _)| text.0 == "Attack Ferrum") {
            *color = faded;
        }
        world.run_system_once(color_tables).expect("it runs");
        let mut tables = world.query::<(&TextSpan, &TextFont, &TextColor)>();
        let told: Vec<_> = tables.iter(&world).filter(|(span, ..)| !span.0.is_empty()).collect();
        let [(span, font, color)] = told[..] else { panic!("{told:?}") };
        assert_eq!((span.0.as_str(), *color), ("\nArmour    120 %", faded));
        assert_eq!(font.font, Typeface::Table.source());
    }

    #[test]
    fn words_near_earlier_ones_go_on_in_their_node() {
        let mut world = world();
        let ask = |world: &mut World, said: &[(f64, &str)]| {
            let mut labels = world.resource_mut::<PointLabels>();
            labels.0.clear();
            for (x, words) in said {
                labels.say(DVec3::new(*x, 1.0e6, 0.0), (*words).to_owned(), Color::WHITE);
            }
            world.run_system_once(ask_points).expect("it runs");
        };
        let node_of = |world: &mut World, words: &str| {
            let mut nodes = world.query::<(Entity, &Text, &SkyLabel)>();
            let is_it = |text: &Text, label: &SkyLabel| text.0 == words && label.wish().is_some();
            nodes.iter(world).find(|(_, text, label)| is_it(text, label)).map(|(node, ..)| node)
        };
        ask(&mut world, &[(-2.0e5, "left"), (2.0e5, "right")]);
        let right = node_of(&mut world, "right");
        assert!(right.is_some() && node_of(&mut world, "left").is_some());
        ask(&mut world, &[(2.001e5, "right again")]);
        assert_eq!(node_of(&mut world, "right again"), right);
        assert_eq!(node_of(&mut world, "left"), None, "it fades");
    }
}
