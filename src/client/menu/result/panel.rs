//! The page of the result: the heading above the rows of the menu, and the charts and the table of losses in a row of
//! their own. All of it is scrolled together.

use bevy::prelude::*;

use super::content::{FactionResult, Graph, ResultContent, WarOutcome};
use crate::client::hud::planet::words::grouped;
use crate::client::menu::Menu;
use crate::client::models::chart::{self, AxisRanges};
use crate::client::models::marks::Mark;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{self, QUIET, RowRoom, STRONG, TITLE, WORDS, text};

/// Size of a graph on the screen, pixels: three with their figures have room beside the bar of the rows.
const GRAPH: Vec2 = Vec2::new(172.0, 93.0);
/// Width of the figures beside a graph, pixels.
const FIGURES: f32 = 48.0;
/// Size of a mark in the table, pixels.
const MARK: f32 = 14.0;
/// Pixels of a picture of a mark per pixel of the screen.
const FINENESS: f32 = 2.0;
/// Size of the sign of the outcome, pixels.
const SIGN: f32 = 44.0;
/// The columns of the table after the names, with their widths, pixels.
const COLUMNS: [(&str, f32); 6] = [
    ("Ships lost", 76.0),
    ("Structures lost", 110.0),
    ("Value lost", 76.0),
    ("Scuttled", 66.0),
    ("Kills", 54.0),
    ("Value destroyed", 114.0),
];

/// Size of the outcome and of its reason, pixels.
const OUTCOME_PIXELS: (f32, f32) = (22.0, 15.0);
/// What the column of scuttled units counts, below a table in which there are some.
const SCUTTLED: &str =
    "Scuttled: destroyed by their own crews when their side surrendered. They are no losses";
/// Gap between the charts and the table, and the room above and below them, pixels.
const CHART_GAPS: (f32, f32) = (10.0, 7.0);

/// Marks the part of the menu with the outcome and its reason.
#[derive(Component)]
pub struct ResultHeading;

/// Shows the page while it is open: it has a row for the charts.
pub fn show(
    mut commands: Commands,
    menu: Res<Menu>,
    content: Res<ResultContent>,
    heading: Single<(Entity, &mut Node), With<ResultHeading>>,
    rooms: Query<Entity, With<RowRoom>>,
    mut images: ResMut<Assets<Image>>,
    mut shown: Local<Option<(Entity, ResultContent)>>,
) {
    let (heading, mut node) = heading.into_inner();
    let room = rooms.iter().next().filter(|_| menu.shows_result());
    widgets::show(&mut node, room.is_some());
    let wanted = room.map(|room| (room, content.clone()));
    if *shown == wanted {
        return;
    }
    commands.entity(heading).despawn_children();
    if let Some((room, content)) = &wanted {
        commands.entity(*room).despawn_children();
        let mut page = Page { commands: &mut commands, images: &mut images };
        page.heading(heading, content);
        page.charts(*room, content);
    }
    *shown = wanted;
}

/// Makes the page.
struct Page<'a, 'w, 's> {
    commands: &'a mut Commands<'w, 's>,
    images: &'a mut Assets<Image>,
}

impl Page<'_, '_, '_> {
    fn heading(&mut self, room: Entity, content: &ResultContent) {
        let color = color_of(content.outcome);
        let line = self.row(room, 12.0);
        self.mark(line, content.outcome.mark(), color, SIGN);
        let words = self.column(line);
        self.words(words, content.outcome.words(), OUTCOME_PIXELS.0, color);
        self.words(words, &content.reason, OUTCOME_PIXELS.1, WORDS);
    }

    /// The ends of sides, the players, the graphs and the table, below each other.
    fn charts(&mut self, room: Entity, content: &ResultContent) {
        let node = Node {
            flex_direction: FlexDirection::Column,
            flex_grow: 1.0,
            min_width: px(0),
            row_gap: px(CHART_GAPS.0),
            margin: UiRect::vertical(px(CHART_GAPS.1)),
            ..default()
        };
        let column = self.commands.spawn((node, ChildOf(room))).id();
        for (words, color) in [(&content.ends, WORDS), (&content.players, QUIET)] {
            if !words.is_empty() {
                self.words(column, &words.join("; "), SMALL_PIXELS, color);
            }
        }
        self.graphs(column, content);
        self.table(column, content);
    }

    fn graphs(&mut self, room: Entity, content: &ResultContent) {
        if content.graphs.iter().all(|graph| graph.lines.iter().all(Vec::is_empty)) {
            let is_over = content.outcome != WarOutcome::Undecided;
            let why = if is_over { "The war was too short for charts" } else { "No data yet" };
            self.words(room, why, SMALL_PIXELS, QUIET);
            return;
        }
        let line = self.row(room, 14.0);
        for graph in &content.graphs {
            self.graph(line, graph, content);
        }
    }

    /// A graph with its title above, figures at its left, and dates below.
    fn graph(&mut self, line: Entity, graph: &Graph, content: &ResultContent) {
        let span = AxisRanges::of(&graph.lines);
        let looks: Vec<(Color, Mark)> =
            content.factions.iter().map(|one| (one.color, Mark::of_faction(one.faction))).collect();
        let image = self.images.add(chart::graph(&span, &graph.lines, &looks));
        let column = self.column(line);
        self.words(column, graph.title, SMALL_PIXELS, TITLE);
        let middle = self.row(column, 4.0);
        let figures = Node {
            width: px(FIGURES),
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::FlexEnd,
            justify_content: JustifyContent::SpaceBetween,
            align_self: AlignSelf::Stretch,
            ..default()
        };
        let figures = self.commands.spawn((figures, ChildOf(middle))).id();
        self.words(figures, &figure(span.high), SMALL_PIXELS, QUIET);
        self.words(figures, &figure(span.low), SMALL_PIXELS, QUIET);
        let size = Node { width: px(GRAPH.x), height: px(GRAPH.y), ..default() };
        self.commands.spawn((size, ImageNode::new(image), ChildOf(middle)));
        let below = Node {
            padding: UiRect::left(px(FIGURES + 4.0)),
            justify_content: JustifyContent::SpaceBetween,
            ..default()
        };
        let below = self.commands.spawn((below, ChildOf(column))).id();
        self.words(below, &content.dates.0, SMALL_PIXELS, QUIET);
        self.words(below, &content.dates.1, SMALL_PIXELS, QUIET);
    }

    fn table(&mut self, room: Entity, content: &ResultContent) {
        let table = self.column(room);
        let heads = self.row(table, 8.0);
        self.cell(heads, "", None, MARK, TITLE);
        self.cell(heads, "Losses", None, 0.0, TITLE);
        for (head, width) in COLUMNS {
            self.cell(heads, head, Some(width), 0.0, TITLE);
        }
        for faction in &content.factions {
            let line = self.row(table, 8.0);
            self.mark(line, Mark::of_faction(faction.faction), faction.color, MARK);
            self.cell(line, &faction.name, None, 0.0, WORDS);
            for (words, (_, width)) in table_words(faction).iter().zip(COLUMNS) {
                self.cell(line, words, Some(width), 0.0, WORDS);
            }
        }
        if explains_scuttled(content) {
            self.words(table, SCUTTLED, SMALL_PIXELS, QUIET);
        }
    }

    /// Words in a cell: right-aligned with a width; without one at least `least` wide, or with the remaining width
    /// if that is 0.
    fn cell(&mut self, line: Entity, words: &str, width: Option<f32>, least: f32, color: Color) {
        let node = match width {
            Some(width) => Node {
                width: px(width),
                flex_shrink: 0.0,
                justify_content: JustifyContent::FlexEnd,
                ..default()
            },
            None if least > 0.0 => Node { width: px(least), flex_shrink: 0.0, ..default() },
            None => Node { flex_grow: 1.0, min_width: px(0), overflow: Overflow::clip(), ..default() },
        };
        let cell = self.commands.spawn((node, ChildOf(line))).id();
        self.words(cell, words, SMALL_PIXELS, color);
    }

    fn mark(&mut self, line: Entity, mark: Mark, color: Color, size: f32) {
        let image = self.images.add(chart::mark_picture(mark, color, (FINENESS * size) as u32));
        let node = Node { width: px(size), height: px(size), flex_shrink: 0.0, ..default() };
        self.commands.spawn((node, ImageNode::new(image), ChildOf(line)));
    }

    fn row(&mut self, parent: Entity, gap: f32) -> Entity {
        let node = Node { column_gap: px(gap), align_items: AlignItems::Center, ..default() };
        self.commands.spawn((node, ChildOf(parent))).id()
    }

    fn column(&mut self, parent: Entity) -> Entity {
        let node = Node { flex_direction: FlexDirection::Column, row_gap: px(2), ..default() };
        self.commands.spawn((node, ChildOf(parent))).id()
    }

    fn words(&mut self, parent: Entity, words: &str, size: f32, color: Color) {
        self.commands.spawn((text(words, size, color), ChildOf(parent)));
    }
}

/// The colour of an outcome.
pub(super) fn color_of(outcome: WarOutcome) -> Color {
    match outcome {
        WarOutcome::Victory => STRONG,
        WarOutcome::Defeat | WarOutcome::GaveUp | WarOutcome::Fell => QUIET,
        WarOutcome::Undecided | WarOutcome::Over => WORDS,
    }
}

/// Whether a side of the table has scuttled anything.
fn explains_scuttled(content: &ResultContent) -> bool {
    content.factions.iter().any(|faction| faction.toll.scuttled > 0)
}

/// The figures of a faction, in the order of the columns.
fn table_words(faction: &FactionResult) -> [String; 6] {
    let toll = &faction.toll;
    let count = |count: u32| grouped(i64::from(count));
    let worth = |worth: f64| grouped(worth.round() as i64);
    [
        count(toll.ships),
        count(toll.structures),
        worth(toll.worth),
        count(toll.scuttled),
        count(toll.kills),
        worth(toll.worth_destroyed),
    ]
}

/// A figure of an axis; large ones are short.
fn figure(value: f64) -> String {
    match value.abs() {
        size if size >= 1.0e6 => format!("{} M", grouped((value / 1.0e6).round() as i64)),
        size if size >= 1.0e4 => format!("{} k", grouped((value / 1.0e3).round() as i64)),
        _ => grouped(value.round() as i64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::damage::losses::Toll;
    use crate::sim::ids::FactionId;

    #[test]
    fn figures_of_axes_are_short() {
        let all = [(0.0, "0"), (500.0, "500"), (5000.0, "5,000"), (-2.0e4, "-20 k"), (5.0e6, "5 M")];
        for (value, words) in all {
            assert_eq!(figure(value), words);
        }
    }

    #[test]
    fn the_table_shows_losses_and_kills() {
        let toll =
            Toll { ships: 3, structures: 1, worth: 1234.4, kills: 9, worth_destroyed: 0.0, scuttled: 2 };
        let faction =
            FactionResult { faction: FactionId(0), name: "Lumen".to_owned(), color: Color::WHITE, toll };
        assert_eq!(table_words(&faction), ["3", "1", "1,234", "2", "9", "0"]);
        let of = |scuttled: u32| {
            let faction = FactionResult { toll: Toll { scuttled, ..toll }, ..faction.clone() };
            explains_scuttled(&ResultContent { factions: vec![faction], ..ResultContent::default() })
        };
        assert!(of(2) && !of(0));
    }
}
