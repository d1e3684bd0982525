//! The rules of a layout: no words leave the window or are cut off, no panel lies over another one, and no words over
//! other words of their panel or column.

use bevy::ecs::query::QueryFilter;
use bevy::ui::OverflowAxis;

use super::*;
use crate::client::menu::MENU_LAYER;
use crate::client::scene::labels::markers::MarkerLayer;

/// Texts that every page has at least.
const LEAST_WORDS: usize = 6;
/// Slack of all comparisons, physical pixels.
pub(super) const SLACK: f32 = 1.5;
/// A background of at least this opacity makes a node a plate.
const PLATE_ALPHA: f32 = 0.5;

/// Words in a group, of whose members none lies over another one: the group, their area, and the words.
type Placed = (Entity, Rect, String);

/// The nodes of the interface as they are laid out.
pub(super) struct Laid<'a> {
    /// The world of the client.
    pub(super) world: &'a World,
}

impl Laid<'_> {
    /// The area of a node, physical pixels.
    pub(super) fn area(&self, node: Entity) -> Option<Rect> {
        let computed =
            self.world.get::<ComputedNode>(node).filter(|computed| computed.size.min_element() > 0.0)?;
        let place = self.world.get::<UiGlobalTransform>(node)?;
        Some(Rect::from_center_size(place.translation, computed.size))
    }

    fn is_shown(&self, node: Entity) -> bool {
        self.world.get::<InheritedVisibility>(node).is_some_and(|visibility| visibility.get())
    }

    fn ancestors(&self, node: Entity) -> impl Iterator<Item = Entity> {
        std::iter::successors(Some(node), |one| self.world.get::<ChildOf>(*one).map(ChildOf::parent)).skip(1)
    }

    fn overflow(&self, node: Entity) -> Overflow {
        self.world.get::<Node>(node).map_or(Overflow::visible(), |node| node.overflow)
    }

    /// Whether a node stands at a point of the world, or in a column that scrolls: it may be anywhere.
    fn roams(&self, node: Entity) -> bool {
        self.ancestors(node).any(|one| {
            self.overflow(one).y == OverflowAxis::Scroll || self.world.get::<MarkerLayer>(one).is_some()
        })
    }

    /// Words outside of the window, or of a part that cuts them off.
    fn cut_words(&self, texts: &[(Entity, String)], window: Rect) -> Vec<String> {
        let shown = texts.iter().filter(|(node, words)| !words.trim().is_empty() && self.is_shown(*node));
        let cut = shown.filter_map(|(node, words)| {
            let area = self.area(*node).filter(|_| !self.roams(*node))?;
            let clips = self.ancestors(*node).filter(|one| self.overflow(*one).x == OverflowAxis::Clip);
            let rooms = clips.filter_map(|one| self.area(one)).chain([window]);
            let room = rooms.into_iter().find(|room| !holds(*room, area))?;
            Some(format!("{words:?} at {area:?} is cut off by {room:?}"))
        });
        cut.collect()
    }

    /// Words in a scrolled column that it, or something in it, cuts off at a side. What is above and below its room is
    /// not seen until it is scrolled.
    fn cut_in_columns(&self, texts: &[(Entity, String)]) -> Vec<String> {
        let shown = texts.iter().filter(|(node, words)| !words.trim().is_empty() && self.is_shown(*node));
        let cut = shown.filter_map(|(node, words)| {
            let column = self.ancestors(*node).find(|one| self.overflow(*one).y == OverflowAxis::Scroll)?;
            let area = self.area(*node)?;
            let inner = self.ancestors(*node).take_while(|one| *one != column).chain([column]);
            let clips = inner.filter(|one| self.overflow(*one).x == OverflowAxis::Clip);
            let mut rooms = clips.filter_map(|one| self.area(one));
            let room = rooms.find(|room| !holds_across(*room, area))?;
            Some(format!("in a scrolled column: {words:?} at {area:?} is cut off by {room:?}"))
        });
        cut.collect()
    }

    fn is_plate(&self, node: Entity) -> bool {
        let color = self.world.get::<BackgroundColor>(node).map(|color| color.0.alpha());
        color.is_some_and(|alpha| alpha >= PLATE_ALPHA) && self.is_shown(node)
    }

    /// Plates that lie over each other, without those that lie over everything for a while.
    fn overlaps(&self, nodes: &[Entity]) -> Vec<String> {
        let is_raised = |node: Entity| self.world.get::<GlobalZIndex>(node).is_some_and(|index| index.0 > 0);
        let is_outermost = |node: &Entity| {
            self.is_plate(*node)
                && !is_raised(*node)
                && !self.roams(*node)
                && !self.ancestors(*node).any(|one| self.is_plate(one) || is_raised(one))
        };
        let plates: Vec<(Entity, Rect)> = nodes
            .iter()
            .filter(|node| is_outermost(node))
            .filter_map(|node| self.area(*node).map(|area| (*node, area)))
            .collect();
        self.lying_over(&plates)
    }

    /// Plates that lie over other ones of these.
    fn lying_over(&self, plates: &[(Entity, Rect)]) -> Vec<String> {
        let mut found = Vec::new();
        for (index, (one, area)) in plates.iter().enumerate() {
            for (other, beside) in plates[..index].iter().filter(|(_, beside)| meet(*area, *beside)) {
                let [one, other] = [one, other].map(|plate| self.words_in(*plate));
                found.push(format!("{one:?} {area:?} lies over {other:?} {beside:?}"));
            }
        }
        found
    }

    /// The plates in no other plate, in all layers.
    fn outermost_plates(&self, nodes: &[Entity]) -> Vec<(Entity, Rect)> {
        let is_meant = |node: &&Entity| {
            self.is_plate(**node)
                && !self.roams(**node)
                && !self.ancestors(**node).any(|one| self.is_plate(one))
        };
        nodes.iter().filter(is_meant).filter_map(|node| Some((*node, self.area(*node)?))).collect()
    }

    /// The layer of a node; 0: that of the panels of the game.
    fn layer(&self, node: Entity) -> i32 {
        let mut outward = std::iter::once(node).chain(self.ancestors(node));
        outward.find_map(|one| self.world.get::<GlobalZIndex>(one)).map_or(0, |index| index.0)
    }

    /// Plates above the panels that lie over others of their layer.
    fn raised_overlaps(&self, nodes: &[Entity]) -> Vec<String> {
        let mut layers: BTreeMap<i32, Vec<(Entity, Rect)>> = BTreeMap::new();
        for (plate, area) in self.outermost_plates(nodes) {
            layers.entry(self.layer(plate)).or_default().push((plate, area));
        }
        let raised = layers.iter().filter(|(layer, _)| **layer > 0);
        let told = raised.flat_map(|(layer, plates)| {
            let found = self.lying_over(plates).into_iter();
            found.map(move |fault| format!("in layer {layer}: {fault}"))
        });
        told.collect()
    }

    /// Words that lie over other words of the same plate.
    fn jumbled_words(&self, texts: &[(Entity, String)]) -> Vec<String> {
        let plate = |node: Entity| self.ancestors(node).filter(|one| self.is_plate(*one)).last();
        let place = |(node, words): &(Entity, String)| {
            let is_shown = !words.trim().is_empty() && self.is_shown(*node) && !self.roams(*node);
            Some((plate(*node).filter(|_| is_shown)?, self.area(*node)?, words.clone()))
        };
        over_each_other(&texts.iter().filter_map(place).collect::<Vec<Placed>>())
    }

    /// Words that lie over other words of the same scrolled column, so far as nothing in it cuts them off.
    fn jumbled_rows(&self, texts: &[(Entity, String)]) -> Vec<String> {
        let place = |(node, words): &(Entity, String)| {
            let column = self.ancestors(*node).find(|one| self.overflow(*one).y == OverflowAxis::Scroll)?;
            let is_shown = !words.trim().is_empty() && self.is_shown(*node);
            let inner = self.ancestors(*node).take_while(|one| *one != column);
            let clips = inner.filter(|one| self.overflow(*one).x == OverflowAxis::Clip);
            let whole = self.area(*node).filter(|_| is_shown)?;
            let seen = clips.filter_map(|one| self.area(one)).fold(whole, |seen, clip| seen.intersect(clip));
            Some((column, seen, words.clone()))
        };
        let found = over_each_other(&texts.iter().filter_map(place).collect::<Vec<Placed>>());
        found.into_iter().map(|fault| format!("in a scrolled column: {fault}")).collect()
    }

    /// The first words in a node, to tell which one it is.
    fn words_in(&self, node: Entity) -> String {
        let own = self.world.get::<Text>(node).map(|text| text.0.clone()).filter(|words| !words.is_empty());
        let children = self.world.get::<Children>(node);
        let below = || {
            let words = children?.iter().map(|child| self.words_in(child));
            words.into_iter().find(|words| !words.is_empty())
        };
        own.or_else(below).unwrap_or_default()
    }
}

/// Whether a room holds an area, except for the slack.
pub(super) fn holds(room: Rect, area: Rect) -> bool {
    room.inflate(SLACK).contains(area.min) && room.inflate(SLACK).contains(area.max)
}

/// Whether a room is wide enough for an area, except for the slack.
fn holds_across(room: Rect, area: Rect) -> bool {
    room.min.x <= area.min.x + SLACK && area.max.x <= room.max.x + SLACK
}

/// Whether two areas have a part in common, except for the slack.
fn meet(one: Rect, other: Rect) -> bool {
    let common = one.intersect(other);
    common.width() > SLACK && common.height() > SLACK
}

/// Words that lie over others of their group.
fn over_each_other(placed: &[Placed]) -> Vec<String> {
    let mut found = Vec::new();
    for (index, (group, area, words)) in placed.iter().enumerate() {
        let others =
            placed[..index].iter().filter(|(other, beside, _)| other == group && meet(*area, *beside));
        found.extend(
            others.map(|(_, other, below)| format!("{words:?} {area:?} lies over {below:?} {other:?}")),
        );
    }
    found
}

/// The area of the window, physical pixels.
fn window_area(world: &mut World) -> Rect {
    let size = world.query_filtered::<&Window, With<PrimaryWindow>>().single(world).unwrap().physical_size();
    Rect::from_corners(Vec2::ZERO, size.as_vec2())
}

/// All nodes.
fn all_nodes(world: &mut World) -> Vec<Entity> {
    world.query_filtered::<Entity, With<Node>>().iter(world).collect()
}

/// What is wrong with the present layout. Panels of the game may lie below the menu.
pub(super) fn faults(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let texts: Vec<(Entity, String)> =
        world.query::<(Entity, &Text)>().iter(world).map(|(node, text)| (node, text.0.clone())).collect();
    let (nodes, window) = (all_nodes(world), window_area(world));
    let laid = Laid { world };
    let is_menu = world.resource::<Menu>().is_open();
    let shown = texts.iter().filter(|(node, _)| laid.is_shown(*node) && laid.area(*node).is_some()).count();
    assert!(shown >= LEAST_WORDS, "{shown} texts are shown");
    let mut found = laid.cut_words(&texts, window);
    found.extend(laid.cut_in_columns(&texts));
    if !is_menu {
        found.extend(laid.overlaps(&nodes));
    }
    found.extend(laid.raised_overlaps(&nodes));
    found.extend(laid.jumbled_words(&texts));
    found.extend(laid.jumbled_rows(&texts));
    found
}

/// The panels with these components, and their areas.
fn shown_panels<Wanted: QueryFilter>(app: &mut App) -> Vec<(Entity, Rect)> {
    let world = app.world_mut();
    let panels: Vec<Entity> = world.query_filtered::<Entity, Wanted>().iter(world).collect();
    let laid = Laid { world };
    let shown = panels.into_iter().filter(|panel| laid.is_shown(*panel));
    shown.filter_map(|panel| Some((panel, laid.area(panel)?))).collect()
}

/// What is wrong with the present layout, in which there is a panel with these components.
pub(super) fn faults_with<Wanted: QueryFilter>(app: &mut App) -> Vec<String> {
    let mut found = faults(app);
    let shown = shown_panels::<Wanted>(app);
    if shown.is_empty() {
        found.push("the panel is not shown".to_owned());
    }
    let window = window_area(app.world_mut());
    let outside = shown.iter().filter(|(_, area)| !holds(window, *area));
    found.extend(outside.map(|(_, area)| format!("the panel at {area:?} leaves the window {window:?}")));
    found
}

/// The plates that a panel with these components lies over, or that lie over it.
pub(super) fn plates_at<Wanted: QueryFilter>(app: &mut App) -> Vec<String> {
    let shown = shown_panels::<Wanted>(app);
    let world = app.world_mut();
    let nodes = all_nodes(world);
    let laid = Laid { world };
    let plates = laid.outermost_plates(&nodes);
    let mut found = Vec::new();
    for (panel, area) in shown {
        let others = plates.iter().filter(|(plate, other)| *plate != panel && meet(area, *other));
        found.extend(others.map(|(plate, other)| {
            format!("the panel at {area:?} and {:?} at {other:?} lie over each other", laid.words_in(*plate))
        }));
    }
    found
}

/// The places of pictures that a part above them cuts off.
pub(super) fn cut_pictures(app: &mut App) -> Vec<Rect> {
    let world = app.world_mut();
    let pictures: Vec<Entity> = world.query_filtered::<Entity, With<ImageNode>>().iter(world).collect();
    let laid = Laid { world };
    let shown = pictures.into_iter().filter(|node| laid.is_shown(*node) && !laid.roams(*node));
    let cut = shown.filter_map(|node| {
        let area = laid.area(node)?;
        let clips = laid.ancestors(node).filter(|one| laid.overflow(*one).x == OverflowAxis::Clip);
        clips.filter_map(|one| laid.area(one)).any(|room| !holds(room, area)).then_some(area)
    });
    cut.collect()
}

/// The rows with these components on the page of the menu.
pub(super) fn rows_of_menu<Wanted: QueryFilter>(app: &mut App) -> Vec<Entity> {
    let world = app.world_mut();
    let rows: Vec<Entity> = world.query_filtered::<Entity, Wanted>().iter(world).collect();
    let laid = Laid { world };
    let is_raised =
        |node: Entity| laid.world.get::<GlobalZIndex>(node).is_some_and(|index| index.0 >= MENU_LAYER);
    let is_seen = |row: &Entity| laid.is_shown(*row) && laid.ancestors(*row).any(is_raised);
    rows.into_iter().filter(is_seen).collect()
}

/// The rows with these components on the page of the menu that are not seen whole where the page is not scrolled. There
/// are at least this many such rows.
pub(super) fn rows_out_of_sight<Wanted: QueryFilter>(app: &mut App, least: usize) -> Vec<String> {
    let shown = rows_of_menu::<Wanted>(app);
    assert!(shown.len() >= least, "{} rows are looked at", shown.len());
    let laid = Laid { world: app.world() };
    let hidden = shown.into_iter().filter(|row| {
        let column = laid.ancestors(*row).find(|one| laid.overflow(*one).y == OverflowAxis::Scroll);
        let room = column.and_then(|column| laid.area(column));
        room.zip(laid.area(*row)).is_none_or(|(room, area)| !holds(room, area))
    });
    hidden.map(|row| laid.words_in(row)).collect()
}
