//! The nodes that show words at points of the world.

use bevy::prelude::*;

use super::said::PointLabels;
use super::words::LABEL_PIXELS;
use crate::client::scene::labels::layer::{MarkerLayer, legible};
use crate::client::scene::labels::room::sky_label::{SkyLabel, padded, weights};
use crate::client::scene::labels::room::wish::Wish;
use crate::client::view::{NearBodies, ViewCamera};
use crate::client::widgets::fonts::Typeface;
use crate::client::widgets::theme::{TABLE_PIXELS, font};

/// Limit on simultaneous labels.
const LABELS: usize = 40;
/// Opacity of the background of labels, so that they are readable over lines.
const PLATE: f32 = 0.9;
/// Words within this distance of earlier ones go on in their node, pixels.
const SAME_PIXELS: f32 = 60.0;
/// Words that nobody has asked for go where less than this share of their point is seen past a near body.
const LEAST_SEEN: f32 = 0.5;

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
    (view, near): (Res<ViewCamera>, Res<NearBodies>),
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
        if said.is_unasked() && near.seen_share(said.place) < LEAST_SEEN {
            continue;
        }
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
    use glam::DVec3;

    use super::*;

    /// A world with the nodes of labels, and an eye that looks along the y axis.
    fn world() -> World {
        let mut world = World::new();
        world.spawn(MarkerLayer);
        world.insert_resource(ViewCamera { focal_distance: 1.0e6, ..ViewCamera::default() });
        world.insert_resource(UiScale(1.0));
        world.init_resource::<NearBodies>();
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
