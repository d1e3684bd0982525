use bevy::prelude::*;

use super::nodes::{RowNodes, rewrite, spawn_row};
use super::row::Row;

/// The rows of a column. Other children of the column are above them.
#[derive(Component, Debug)]
pub struct Rows<A: Send + Sync + 'static> {
    rows: Vec<Row<A>>,
    nodes: Vec<RowNodes>,
    /// Number of the children above the rows.
    above: usize,
}

impl<A: Send + Sync + 'static> Default for Rows<A> {
    fn default() -> Self {
        Self::below(0)
    }
}

impl<A: Send + Sync + 'static> Rows<A> {
    /// Rows below this many other children of their column, which must be there before the first row.
    pub fn below(above: usize) -> Self {
        Self { rows: Vec::new(), nodes: Vec::new(), above }
    }
}

impl<A: Component + Clone + PartialEq> Rows<A> {
    /// Shows `wanted` on the column of this component.
    pub fn show(&mut self, commands: &mut Commands, column: Entity, wanted: Vec<Row<A>>) {
        for (index, row) in wanted.iter().enumerate() {
            match self.rows.get(index) {
                Some(old) if old == row => {}
                Some(old) if old.has_shape_of(row) => rewrite(commands, old, row, &self.nodes[index]),
                Some(_) => {
                    commands.entity(self.nodes[index].line).despawn();
                    self.nodes[index] = spawn_row(commands, column, index, row);
                    commands.entity(column).insert_child(self.above + index, self.nodes[index].line);
                }
                None => self.nodes.push(spawn_row(commands, column, index, row)),
            }
        }
        for surplus in self.nodes.drain(wanted.len()..) {
            commands.entity(surplus.line).despawn();
        }
        self.rows = wanted;
    }

    /// Removes all rows, so that the next ones are rebuilt.
    pub fn clear(&mut self, commands: &mut Commands) {
        self.rows.clear();
        self.nodes.drain(..).for_each(|row| commands.entity(row.line).despawn());
    }

    /// The number of rows.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// The nodes of the rows, from the top.
    pub(super) fn lines(&self) -> impl Iterator<Item = Entity> {
        self.nodes.iter().map(|row| row.line)
    }

    /// The node of a row, or of the last one if there are fewer.
    pub fn node(&self, index: usize) -> Option<Entity> {
        self.nodes.get(index).or(self.nodes.last()).map(|row| row.line)
    }
}

#[cfg(test)]
mod tests {
    use bevy::input_focus::tab_navigation::TabIndex;
    use bevy::text::Underline;
    use bevy::ui::InteractionDisabled;

    use super::*;
    use crate::client::widgets::bar::Bar;
    use crate::client::widgets::button::Face;
    use crate::client::widgets::icon::Icon;
    use crate::client::widgets::rows::cell::{Cell, Column};
    use crate::client::widgets::rows::nodes::RowEnds;
    use crate::client::widgets::scroll::Heading;
    use crate::client::widgets::slider::SliderEnds;
    use crate::client::widgets::theme::{ACCENT, PANEL, QUIET, SHADE, STRONG, WORDS};
    use crate::client::widgets::tooltip::Tip;

    #[derive(Component, Clone, Debug, PartialEq)]
    struct RowPress(u32);

    fn queue(words: &str) -> Vec<Row<RowPress>> {
        let cells = vec![Cell::words(words, WORDS), Cell::button("x", RowPress(1))];
        vec![Row::words("yard", WORDS), Row::of(cells), Row::words("end", WORDS).pressed(RowPress(2))]
    }

    fn shown(world: &mut World, rows: &mut Rows<RowPress>, column: Entity, wanted: Vec<Row<RowPress>>) {
        rows.show(&mut world.commands(), column, wanted);
        world.flush();
    }

    #[test]
    fn only_rows_of_another_shape_are_made_anew() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        shown(&mut world, &mut rows, column, queue("corvette 40%"));
        let before = rows.nodes.clone();
        let text = before[1].cells[0].texts[0];
        shown(&mut world, &mut rows, column, queue("corvette 41%"));
        assert_eq!(world.get::<Text>(text).map(|text| text.0.as_str()), Some("corvette 41%"));
        let mut other = queue("corvette 41%");
        other[1] = Row::words("idle", WORDS);
        shown(&mut world, &mut rows, column, other);
        let after: Vec<Entity> = rows.nodes.iter().map(|row| row.line).collect();
        assert_eq!((after[0], after[2]), (before[0].line, before[2].line));
        assert!(after[1] != before[1].line && world.get_entity(text).is_err());
        assert_eq!(world.get::<Children>(column).map(|children| children.to_vec()), Some(after));
        shown(&mut world, &mut rows, column, vec![]);
        assert!(world.get_entity(before[0].line).is_err(), "rows that go take their nodes along");
    }

    #[test]
    fn rows_stay_below_the_other_children_of_their_column() {
        let (mut world, mut rows) = (World::new(), Rows::below(1));
        let column = world.spawn_empty().id();
        let chart = world.spawn(ChildOf(column)).id();
        shown(&mut world, &mut rows, column, queue("corvette"));
        let mut other = queue("corvette");
        other[0] = Row::words("yard", WORDS).pressed(RowPress(1));
        shown(&mut world, &mut rows, column, other);
        let lines = rows.nodes.iter().map(|row| row.line);
        let expected: Vec<Entity> = [chart].into_iter().chain(lines).collect();
        assert_eq!(world.get::<Children>(column).map(|children| children.to_vec()), Some(expected));
    }

    #[test]
    fn a_bar_changes_in_place() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let with_bar = |share: f32| vec![Row::of(vec![Cell::words("odds", WORDS), Cell::bar(share, 40.0)])];
        shown(&mut world, &mut rows, column, with_bar(0.25));
        let cell = rows.nodes[0].cells[1].cell;
        shown(&mut world, &mut rows, column, with_bar(0.5));
        assert_eq!(rows.nodes[0].cells[1].cell, cell);
        assert_eq!(world.query::<&Bar>().single(&world).expect("there is one").0, 0.5);
    }

    #[test]
    fn words_above_a_bar_change_with_it() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let armour = |words: &str, share: f32| {
            vec![Row::<RowPress>::of(vec![Cell::column(words, WORDS, 40.0).above_bar(share)])]
        };
        shown(&mut world, &mut rows, column, armour("50", 0.25));
        let nodes = rows.nodes[0].cells[0].clone();
        let direction = world.get::<Node>(nodes.cell).map(|node| node.flex_direction);
        assert_eq!(direction, Some(FlexDirection::Column), "the bar is below");
        shown(&mut world, &mut rows, column, armour("85", 0.5));
        assert_eq!(world.get::<Text>(nodes.texts[0]).map(|text| text.0.as_str()), Some("85"));
        assert_eq!(world.query::<&Bar>().single(&world).expect("there is one").0, 0.5);
    }

    #[test]
    fn a_picture_and_lines_change_in_place() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let card = |picture: Handle<Image>, line: &str| {
            let cells = vec![
                Cell::picture(picture).sized(60.0),
                Cell::words("Sol", WORDS).with_lines(vec![(line.to_owned(), QUIET)]),
            ];
            vec![Row::of(cells).pressed(RowPress(1))]
        };
        shown(&mut world, &mut rows, column, card(Handle::default(), ""));
        let before = rows.nodes.clone();
        let painted = bevy::image::TRANSPARENT_IMAGE_HANDLE;
        shown(&mut world, &mut rows, column, card(painted.clone(), "8 planets"));
        assert_eq!(rows.nodes[0].line, before[0].line, "the row keeps the focus");
        let picture = world.get::<ImageNode>(before[0].cells[0].cell).map(|node| node.image.clone());
        assert_eq!(picture, Some(painted));
        let [_, line] = before[0].cells[1].texts[..] else { panic!("the words and a line") };
        assert_eq!(world.get::<Text>(line).map(|text| text.0.as_str()), Some("8 planets"));
        assert_eq!(world.get::<TextColor>(line).map(|color| color.0), Some(QUIET));
    }

    #[test]
    fn the_sides_of_a_row_are_its_buttons_or_its_slider() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let scale = SliderEnds { least: 0.0, most: 100.0, step: 10.0 };
        let cells =
            |cell: Cell<RowPress>| Row::of(vec![cell, Cell::button(">", RowPress(4))]).pressed(RowPress(5));
        let wanted =
            vec![cells(Cell::button("<", RowPress(3))), cells(Cell::slider(50.0, scale, RowPress(3)))];
        shown(&mut world, &mut rows, column, wanted);
        let sides = |row: usize| world.get::<RowEnds>(rows.node(row).unwrap()).unwrap().clone();
        assert_eq!((sides(0).buttons.len(), sides(0).slider), (2, None));
        assert_eq!(sides(1).slider, Some(rows.nodes[1].cells[0].cell));
        assert_eq!(world.get::<RowPress>(rows.nodes[1].cells[0].cell), Some(&RowPress(3)));
    }

    #[test]
    fn the_arrows_press_no_button_of_a_row_without_sides() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let buttons = ["Delete", "Rename"].map(|words| Cell::button(words, RowPress(3)));
        let row = Row { has_no_sides: true, ..Row::of(buttons.into()) };
        shown(&mut world, &mut rows, column, vec![row.pressed(RowPress(5))]);
        assert_eq!(world.get::<RowEnds>(rows.nodes[0].line), Some(&RowEnds::default()));
    }

    #[test]
    fn the_sides_of_a_row_are_the_last_of_its_buttons() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let buttons = ["On", "<", ">"].map(|words| Cell::button(words, RowPress(3)));
        shown(&mut world, &mut rows, column, vec![Row::of(buttons.into()).pressed(RowPress(5))]);
        let nodes = &rows.nodes[0];
        let sides = world.get::<RowEnds>(nodes.line).map(|sides| sides.buttons.clone());
        assert_eq!(sides, Some(vec![nodes.cells[1].cell, nodes.cells[2].cell]));
    }

    #[test]
    fn the_sides_of_tabs_are_those_before_and_after_the_open_one() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let tabs = |open: u32| {
            let tab = |index: u32| Cell::tab(format!("Tab {index}"), RowPress(index), index == open);
            vec![Row::of((0..4).map(tab).collect()).pressed(RowPress(9))]
        };
        let mut sides = |open: u32| {
            shown(&mut world, &mut rows, column, tabs(open));
            let ends = world.get::<RowEnds>(rows.nodes[0].line).cloned().unwrap_or_default();
            let press = |button: &Entity| world.get::<RowPress>(*button).map(|press| press.0);
            (rows.nodes[0].line, ends.buttons.iter().map(press).collect::<Vec<_>>())
        };
        let (line, first) = sides(0);
        assert_eq!(first, [Some(3), Some(1)], "they go round");
        assert_eq!(sides(1), (line, vec![Some(0), Some(2)]), "the row keeps the focus");
        assert_eq!(sides(3), (line, vec![Some(2), Some(0)]));
        let open = rows.nodes[0].cells[3].cell;
        let edges = (world.get::<Face>(open).map(|face| face.edge), world.get::<Node>(open));
        assert_eq!((edges.0, edges.1.map(|node| node.border.top)), (Some(ACCENT), Some(px(1))));
    }

    #[test]
    fn words_that_wrap_give_way_and_go_below_the_others() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let cells = vec![Cell::words("a plan", WORDS), Cell::label("its course", WORDS).wrapped()];
        let wanted = vec![Row::of(cells.clone()), Row { wraps: true, ..Row::of(cells) }];
        shown(&mut world, &mut rows, column, wanted);
        let wraps = |row: usize| world.get::<Node>(rows.nodes[row].line).map(|node| node.flex_wrap);
        assert_eq!([wraps(0), wraps(1)], [Some(FlexWrap::NoWrap), Some(FlexWrap::Wrap)]);
        let course = world.get::<Node>(rows.nodes[1].cells[1].cell).expect("it is there");
        assert_eq!((course.flex_grow, course.flex_shrink), (0.0, 1.0), "it stands at the right");
    }

    #[test]
    fn a_choice_and_a_price_change_their_look_in_place() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let card = |is_chosen: bool, is_short: bool| {
            let price = Column { is_underlined: is_short, ..Column::from(("350".to_owned(), 40.0)) };
            let button = Cell::button("Sentry", RowPress(1)).with_columns([price]).as_card();
            vec![Row::of(vec![button.chosen_if(is_chosen)])]
        };
        let looks = [(false, false), (true, true), (false, false)].map(|(is_chosen, is_short)| {
            shown(&mut world, &mut rows, column, card(is_chosen, is_short));
            let nodes = &rows.nodes[0].cells[0];
            let edge = world.get::<Face>(nodes.cell).map(|face| face.edge);
            let [name, price] = nodes.texts[..] else { panic!("{nodes:?}") };
            assert!(world.get::<Underline>(name).is_none(), "only what is wrong has a line");
            (nodes.cell, edge, world.get::<Underline>(price).is_some())
        });
        let button = looks[0].0;
        let resting = (button, Some(PANEL), false);
        assert_eq!(looks, [resting, (button, Some(ACCENT), true), resting]);
    }

    #[test]
    fn a_column_may_be_a_button_within_a_button() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let row = |press: u32| {
            let cell = Cell::button("Earth", RowPress(1)).with_columns([("Idle yard".to_owned(), 40.0_f32)]);
            vec![Row::of(vec![cell.with_column_press(0, RowPress(press))])]
        };
        let mut presses = |press: u32| {
            shown(&mut world, &mut rows, column, row(press));
            let mut buttons = world.query::<(Entity, &RowPress, &Face)>();
            let mut found: Vec<(Entity, u32)> =
                buttons.iter(&world).map(|(entity, press, _)| (entity, press.0)).collect();
            found.sort_by_key(|(_, press)| *press);
            found
        };
        let before = presses(2);
        assert_eq!(before.iter().map(|(_, press)| *press).collect::<Vec<_>>(), [1, 2]);
        let [cell, inner] = before[..] else { panic!("the cell and its column") };
        assert_eq!(presses(3), [cell, (inner.0, 3)], "its effect changes in place");
        assert_eq!(world.get::<ChildOf>(inner.0).map(ChildOf::parent), Some(cell.0));
    }

    #[test]
    fn an_item_has_two_lines_and_chips_with_a_ground_of_their_own() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let item = |price: &str| {
            let sign_color = Some(STRONG);
            let chip = Column { sign_color, ..Column::sign(Icon::Money, 60.0, "") };
            let columns = [Column { words: price.to_owned(), ..chip }, Column::from((String::new(), 60.0))];
            let button = Cell::button("Sentry", RowPress(1)).with_columns(columns);
            vec![Row::of(vec![button.with_lines(vec![("Shield 250".to_owned(), QUIET)]).as_item().wide()])]
        };
        shown(&mut world, &mut rows, column, item("350"));
        let nodes = rows.nodes[0].cells[0].clone();
        let line_of = |node: Entity| world.get::<ChildOf>(node).map(ChildOf::parent);
        let [name, chip_words, _, effect] = nodes.texts[..] else { panic!("{nodes:?}") };
        assert_eq!(line_of(name), line_of(effect), "the words and those at their right");
        assert_eq!(line_of(chip_words), Some(nodes.columns[0]));
        let [above, below] = [name, nodes.columns[0]].map(|node| line_of(node).and_then(line_of));
        assert!(above.is_some() && above == below && line_of(name) != line_of(nodes.columns[0]));
        let grounds =
            nodes.columns.iter().map(|node| world.get::<BackgroundColor>(*node).map(|ground| ground.0));
        assert_eq!(grounds.collect::<Vec<_>>(), [Some(PANEL), Some(Color::NONE)]);
        shown(&mut world, &mut rows, column, item("360"));
        assert_eq!(
            world.get::<Text>(chip_words).map(|text| text.0.as_str()),
            Some("360"),
            "it is written again"
        );
    }

    #[test]
    fn a_sign_above_a_column_has_its_own_tip() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let head: Cell<RowPress> =
            Cell::words("", QUIET).with_columns([Column::sign(Icon::Money, 40.0, "Money.")]);
        shown(&mut world, &mut rows, column, vec![Row::of(vec![head.as_head()])]);
        let mut tips = world.query::<(&Tip, &Node)>();
        let (tip, node) = tips.single(&world).expect("the column has it alone");
        assert_eq!((tip.0.as_str(), node.width), ("Money.", px(40)));
    }

    #[test]
    fn headings_are_marked_for_the_end_of_their_column() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let heading = Row { is_heading: true, ..Row::words("Window", WORDS) };
        shown(&mut world, &mut rows, column, vec![heading, Row::words("Size", WORDS)]);
        let is_marked = |row: usize| world.get::<Heading>(rows.nodes[row].line).is_some();
        assert_eq!([is_marked(0), is_marked(1)], [true, false]);
    }

    #[test]
    fn rows_with_a_reason_against_them_are_disabled() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let wanted = vec![Row::words("load", WORDS).pressed(RowPress(1)).unless("there are no saves")];
        shown(&mut world, &mut rows, column, wanted);
        let row = world.entity(rows.node(0).unwrap());
        assert!(row.contains::<InteractionDisabled>() && row.contains::<TabIndex>());
        assert!(!row.contains::<Tip>(), "the note of the page has the reason");
        let color = world.get::<TextColor>(rows.nodes[0].cells[0].texts[0]).map(|color| color.0);
        assert_eq!(color, Some(QUIET), "it is dim");
    }

    #[test]
    fn a_choice_that_cannot_be_changed_is_dim() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        for value in ["70 %", "80 %"] {
            let cells = vec![Cell::words("Engines", WORDS), Cell::label(value, STRONG)];
            let row = Row { is_shaded: true, ..Row::of(cells) };
            let row = row.pressed(RowPress(1)).by_keys(true).unless("sound is off");
            shown(&mut world, &mut rows, column, vec![row]);
            for cell in &rows.nodes[0].cells {
                let color = world.get::<TextColor>(cell.texts[0]).map(|color| color.0);
                assert_eq!(color, Some(QUIET), "{value}");
            }
        }
        let face = world.get::<Face>(rows.nodes[0].line).map(|face| face.resting);
        assert_eq!(face, Some(SHADE));
    }
}
