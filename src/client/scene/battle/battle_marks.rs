//! The sign of a running battle: crossed swords above the balance of both sides. The first side's share of the
//! strength is a full bar at the left, that of its foes a hollow one at the right. After the last shot it fades away,
//! and can be pressed until it is gone.
//!
//! The signs on the sky stand where ships are icons; `hud/minimap` places those of the map. A press on either is a
//! matter of `hud/news`.

use bevy::prelude::*;

use super::BattleClock;
use super::far_marks::ICON_PIXELS;
use super::sources::sites::{Site, Sites};
use crate::client::models::FactionColors;
use crate::client::scene::labels::declutter::SkyMarks;
use crate::client::scene::labels::markers::{MarkerLayer, floating};
use crate::client::settings::Settings;
use crate::client::view::{BodyPlaces, ViewCamera};
use crate::client::widgets::button::{Face, pressable};
use crate::client::widgets::theme::HOVERED;
use crate::client::widgets::{Icon, LOSS, PANEL, Tip, icon};
use crate::sim::{FactionId, Factions, Sky};

/// The most signs on the sky.
const MOST_MARKS: usize = 16;
/// Signs nearer to each other than this on the sky are one, pixels.
const APART: f32 = 48.0;
/// The middle of a sign on the sky is this far above that of its battle, pixels.
const ABOVE: f32 = 34.0;
/// Pulses in a second.
const PULSES_PER_S: f64 = 0.8;
/// Seconds after the last hit in which a sign ceases to pulse.
const CALM_S: f64 = 4.0;
/// The opacity of the edge of a sign between two pulses.
const RESTING_EDGE: f32 = 0.35;
/// Padding of a sign, and the gap between its parts, pixels.
const PADDING: f32 = 3.0;
const GAP: f32 = 2.0;

/// The size of a sign.
#[derive(Clone, Copy, Debug)]
pub struct MarkSize {
    /// Side of the swords, pixels.
    pub swords: f32,
    /// The bar, pixels.
    pub bar: Vec2,
}

/// The size on the sky.
const ON_SKY: MarkSize = MarkSize { swords: 20.0, bar: Vec2::new(38.0, 6.0) };

impl MarkSize {
    /// The whole sign, pixels.
    pub fn whole(&self) -> Vec2 {
        let edge = 2.0 * (PADDING + 1.0);
        Vec2::new(self.bar.x.max(self.swords) + edge, self.swords + GAP + self.bar.y + edge)
    }
}

/// The sign of a battle, a button.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BattleMark {
    /// The number of the battle; `None` while the sign is hidden.
    pub battle: Option<u64>,
}

/// The parts of a sign: its swords, and those that show the balance.
#[derive(Component, Clone, Copy, Debug)]
pub struct SignParts {
    swords: Entity,
    bar: Entity,
    first: Entity,
    foes: Entity,
}

/// A sign on the sky, with its index.
#[derive(Component, Clone, Copy, Debug)]
pub struct SkyMark(usize);

/// Spawns a sign, hidden; `place` says how it is placed below its parent.
pub fn spawn_mark(commands: &mut Commands, parent: Entity, size: MarkSize, place: Node) -> Entity {
    let whole = size.whole();
    let node = Node {
        width: px(whole.x),
        height: px(whole.y),
        padding: UiRect::all(px(PADDING)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(5)),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        ..place
    };
    let swords = commands.spawn(icon(Icon::Battle, size.swords, LOSS)).id();
    let bar = Node { width: px(size.bar.x), height: px(size.bar.y), column_gap: px(1), ..default() };
    let bar = commands.spawn((bar, Pickable::IGNORE)).id();
    let hollow = Node { flex_grow: 1.0, border: UiRect::all(px(1)), ..default() };
    let first = commands.spawn((Node::default(), Pickable::IGNORE, ChildOf(bar))).id();
    let foes = commands.spawn((hollow, Pickable::IGNORE, ChildOf(bar))).id();
    let parts = (BattleMark::default(), SignParts { swords, bar, first, foes }, Tip(String::new()));
    let button = (pressable(face(1.0, 1.0)), node, Visibility::Hidden, ChildOf(parent));
    commands.spawn((parts, button)).add_children(&[swords, bar]).id()
}

/// The look of a sign whose edge has this opacity, and the whole that one.
fn face(edge: f32, whole: f32) -> Face {
    Face { resting: faded(PANEL, whole), hovered: faded(HOVERED, whole), edge: LOSS.with_alpha(edge * whole) }
}

/// A colour of a sign with this opacity.
fn faded(color: Color, whole: f32) -> Color {
    color.with_alpha(color.alpha() * whole)
}

/// Spawns the signs of the sky, hidden.
pub fn spawn_sky_marks(mut commands: Commands, layer: Single<Entity, With<MarkerLayer>>) {
    for index in 0..MOST_MARKS {
        let mark = spawn_mark(&mut commands, *layer, ON_SKY, floating());
        // Above the labels of that place.
        commands.entity(mark).insert((SkyMark(index), ZIndex(2)));
    }
}

type SkyParts =
    (Entity, &'static SkyMark, &'static mut BattleMark, &'static mut UiTransform, &'static mut Visibility);

/// Puts the signs of the sky above their battles. Names keep clear of them.
pub fn place_sky_marks(
    sites: Res<Sites>,
    view: Res<ViewCamera>,
    places: Res<BodyPlaces>,
    ui_scale: Res<UiScale>,
    mut sky_marks: ResMut<SkyMarks>,
    mut marks: Query<SkyParts>,
) {
    sky_marks.signs.clear();
    let in_sight = sites.with_signs();
    let shown = apart(in_sight.filter_map(|site| Some((site.number, pixel_of(site, &view, &places)?))));
    for (entity, index, mut mark, mut transform, mut visibility) in &mut marks {
        let shown = shown.get(index.0);
        mark.set_if_neq(BattleMark { battle: shown.map(|(battle, _)| *battle) });
        visibility.set_if_neq(if shown.is_some() { Visibility::Inherited } else { Visibility::Hidden });
        if let Some((_, pixel)) = shown {
            let middle = *pixel / ui_scale.0 - Vec2::new(0.0, ABOVE);
            let corner = middle - 0.5 * ON_SKY.whole();
            transform.set_if_neq(UiTransform::from_translation(Val2::px(corner.x, corner.y)));
            sky_marks.signs.push((entity, Rect::from_center_size(middle, ON_SKY.whole())));
        }
    }
}

/// The middle of a battle in the picture, if ships are icons there.
fn pixel_of(site: &Site, view: &ViewCamera, places: &BodyPlaces) -> Option<Vec2> {
    let projected = view.project(places.of(site.body) + site.offset)?;
    let largest_km = site.forces.as_ref().map_or(0.0, |forces| forces.largest_km);
    let picture = Rect::from_corners(Vec2::ZERO, view.viewport.as_vec2());
    let are_icons = largest_km * projected.pixels_per_km < ICON_PIXELS;
    (are_icons && picture.contains(projected.pixel)).then_some(projected.pixel)
}

/// The signs that are shown: the earlier one of those that would cover each other.
fn apart(all: impl Iterator<Item = (u64, Vec2)>) -> Vec<(u64, Vec2)> {
    let mut shown: Vec<(u64, Vec2)> = Vec::new();
    for (battle, pixel) in all {
        if shown.iter().all(|(_, other)| other.distance(pixel) >= APART) {
            shown.push((battle, pixel));
        }
    }
    shown
}

type BarParts = (&'static mut Node, &'static mut BackgroundColor, &'static mut BorderColor);
type MarkParts = (&'static BattleMark, &'static SignParts, &'static mut Tip, &'static mut Face);

/// Shows the balance on all signs. Those of battles in which shots hit pulse, those of past battles fade.
pub fn show_balances(
    sites: Res<Sites>,
    colors: Res<FactionColors>,
    factions: Res<Factions>,
    sky: Res<Sky>,
    clock: Res<BattleClock>,
    settings: Res<Settings>,
    mut marks: Query<MarkParts>,
    mut bars: Query<BarParts, Without<BattleMark>>,
    mut pictures: Query<&mut ImageNode>,
) {
    for (mark, balance, mut tip, mut face_now) in &mut marks {
        let Some(site) = mark.battle.and_then(|battle| sites.get(battle)) else { continue };
        let calm = ((clock.now_s - site.last_s) / CALM_S).clamp(0.0, 1.0) as f32;
        let edge = edge_at(clock.now_s, settings.reduced_motion);
        face_now.set_if_neq(face(edge + (RESTING_EDGE - edge) * calm, site.opacity));
        let red = faded(LOSS, site.opacity);
        if let Ok(mut swords) = pictures.get_mut(balance.swords)
            && swords.color != red
        {
            swords.color = red;
        }
        let body = site.body.and_then(|body| sky.system.bodies.get(body));
        let words = tip_words(site, body.map(|body| body.name.as_str()), &factions);
        tip.set_if_neq(Tip(words));
        let forces = site.forces.as_ref();
        let share = forces.and_then(|forces| forces.share());
        if let Ok((mut bar, ..)) = bars.get_mut(balance.bar) {
            let display = if share.is_some() { Display::Flex } else { Display::None };
            if bar.display != display {
                bar.display = display;
            }
        }
        let Some((forces, share)) = forces.zip(share) else { continue };
        let color_of = |faction: Option<FactionId>| faction.map_or(LOSS, |of| colors.of(of));
        let [one, foes] = forces.sides.each_ref().map(|side| faded(color_of(side.faction), site.opacity));
        if let Ok((mut node, mut fill, _)) = bars.get_mut(balance.first) {
            fill.set_if_neq(BackgroundColor(one));
            let width = percent((100.0 * share).round() as f32);
            if node.width != width {
                node.width = width;
            }
        }
        if let Ok((.., mut border)) = bars.get_mut(balance.foes) {
            border.set_if_neq(BorderColor::all(foes));
        }
    }
}

/// The tip of a sign at a body, or in open space.
fn tip_words(site: &Site, body: Option<&str>, factions: &Factions) -> String {
    let at = body.map_or_else(|| " in open space".to_owned(), |body| format!(" at {body}"));
    let name = |faction: FactionId| factions.0.get(faction).map_or("others", |one| one.name.as_str());
    let forces = site.forces.as_ref();
    let balance = forces.and_then(|forces| {
        let ([one, foes], share) = (&forces.sides, forces.share()?);
        let one = one.faction.map_or("own ships", name);
        Some(format!(
            ": {one} {:.0} %, {} {:.0} %",
            100.0 * share,
            name(foes.faction?),
            100.0 - 100.0 * share
        ))
    });
    format!("Battle{at}{}. Click: look there, and show its forces.", balance.unwrap_or_default())
}

/// Opacity of the edge of a sign at a moment, s.
fn edge_at(now_s: f64, is_steady: bool) -> f32 {
    if is_steady {
        return 1.0;
    }
    let turn = (now_s * PULSES_PER_S).fract() as f32;
    let swell = 0.5 - 0.5 * (std::f32::consts::TAU * turn).cos();
    RESTING_EDGE + (1.0 - RESTING_EDGE) * swell
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;

    use super::*;
    use crate::client::scene::battle::sources::sites::example;
    use crate::level::test_support::faction;
    use crate::sim::forecast::{BattleForces, Force};

    #[test]
    fn signs_pulse_slowly_and_without_a_jump() {
        const { assert!(PULSES_PER_S <= 1.0) };
        for step in 0..200_u32 {
            let now_s = 0.016 * f64::from(step);
            assert!((edge_at(now_s, false) - edge_at(now_s + 0.016, false)).abs() < 0.06);
            assert_eq!(edge_at(now_s, true), 1.0);
        }
    }

    #[test]
    fn signs_do_not_cover_each_other() {
        let all = [(0, 0.0), (1, 10.0), (2, 47.0), (3, 100.0)].map(|(battle, x)| (battle, Vec2::new(x, 0.0)));
        let shown: Vec<u64> = apart(all.into_iter()).into_iter().map(|(battle, _)| battle).collect();
        assert_eq!(shown, [0, 3]);
    }

    /// The forces of Terra and Ares with these strengths, of ships that have this radius.
    fn forces(strengths: [f64; 2], largest_km: f64) -> BattleForces {
        let [one, other] = [0, 1].map(|index: usize| Force {
            faction: Some(FactionId(index)),
            strength: strengths[index],
            ..Force::default()
        });
        BattleForces { sides: [one, other], has_own: true, largest_km, ..BattleForces::default() }
    }

    #[test]
    fn signs_stand_where_ships_are_icons() {
        let view = ViewCamera { eye: DVec3::NEG_Y * 1000.0, ..ViewCamera::default() };
        let ahead = view.project(DVec3::ZERO).expect("it is ahead");
        let radius_km = |pixels: f64| pixels / ahead.pixels_per_km;
        let pixel = |pixels: f64, offset: DVec3| {
            let site = example(offset, Some(forces([1.0, 1.0], radius_km(pixels))));
            pixel_of(&site, &view, &BodyPlaces::default())
        };
        assert_eq!(pixel(5.0, DVec3::ZERO), Some(ahead.pixel));
        assert_eq!(pixel(9.0, DVec3::ZERO), None, "hulls are seen");
        assert_eq!(pixel(5.0, DVec3::X * 1.0e4), None, "beside the picture");
        assert_eq!(pixel(5.0, DVec3::NEG_Y * 2000.0), None, "behind the eye");
    }

    #[test]
    fn a_sign_takes_its_room_from_the_names() {
        let mut world = World::new();
        world.insert_resource(ViewCamera { eye: DVec3::NEG_Y * 1000.0, ..ViewCamera::default() });
        world.insert_resource(UiScale(2.0));
        world.init_resource::<BodyPlaces>();
        world.init_resource::<SkyMarks>();
        world.init_resource::<Sites>();
        let layer = world.spawn(MarkerLayer).id();
        let mark = spawn_mark(&mut world.commands(), layer, ON_SKY, floating());
        world.flush();
        world.entity_mut(mark).insert(SkyMark(0));
        let signs = |world: &mut World| {
            world.run_system_once(place_sky_marks).expect("it runs");
            world.resource::<SkyMarks>().signs.clone()
        };
        assert!(signs(&mut world).is_empty());
        world.resource_mut::<Sites>().add(example(DVec3::ZERO, None));
        let [(entity, area)] = signs(&mut world)[..] else { panic!("one sign") };
        let place = world.get::<UiTransform>(mark).map(|place| place.translation);
        assert_eq!((entity, area.size()), (mark, ON_SKY.whole()));
        assert_eq!(place, Some(Val2::px(area.min.x, area.min.y)));
        world.resource_mut::<Sites>().clear();
        assert!(signs(&mut world).is_empty(), "the battle is over");
    }

    #[test]
    fn the_tip_tells_the_balance() {
        let factions = Factions(vec![faction("Terra"), faction("Ares")].into());
        let words = |site: &Site, body: Option<&str>| tip_words(site, body, &factions);
        let site = example(DVec3::ZERO, Some(forces([3.0, 1.0], 1.0)));
        let click = "Click: look there, and show its forces.";
        assert_eq!(words(&site, Some("Mars")), format!("Battle at Mars: Terra 75 %, Ares 25 %. {click}"));
        let unseen = example(DVec3::ZERO, None);
        assert_eq!(words(&unseen, None), format!("Battle in open space. {click}"));
    }

    /// The world with a sign of a battle with these strengths and this opacity, the sign, and its parts.
    fn shown(strengths: [f64; 2], opacity: f32) -> (World, Entity, SignParts) {
        let mut world = World::new();
        let layer = world.spawn(MarkerLayer).id();
        let mark = spawn_mark(&mut world.commands(), layer, ON_SKY, floating());
        world.flush();
        world.entity_mut(mark).insert(BattleMark { battle: Some(0) });
        let parts = *world.get::<SignParts>(mark).expect("it has them");
        world.entity_mut(parts.swords).insert(ImageNode::default());
        let mut sites = Sites::default();
        let mut site = example(DVec3::ZERO, Some(forces(strengths, 1.0)));
        site.opacity = opacity;
        sites.add(site);
        world.insert_resource(sites);
        world.init_resource::<FactionColors>();
        world.init_resource::<BattleClock>();
        world.insert_resource(Settings::default());
        world.insert_resource(Factions::default());
        world.insert_resource(Sky::new(crate::client::hud::warnings::example::system(), 2_461_365.5));
        world.run_system_once(show_balances).expect("it runs");
        (world, mark, parts)
    }

    #[test]
    fn the_bar_of_a_sign_shows_the_share() {
        let look = |strengths: [f64; 2]| {
            let (world, _, parts) = shown(strengths, 1.0);
            let width = world.get::<Node>(parts.first).map(|node| node.width);
            (width, world.get::<Node>(parts.bar).map(|node| node.display))
        };
        assert_eq!(look([1.0, 3.0]), (Some(percent(25)), Some(Display::Flex)));
        assert_eq!(look([0.0, 0.0]).1, Some(Display::None), "nobody can shoot");
    }

    #[test]
    fn all_parts_of_a_sign_fade() {
        let look = |opacity: f32| {
            let (world, mark, parts) = shown([1.0, 3.0], opacity);
            let face = world.get::<Face>(mark).expect("it is a button");
            let fill = world.get::<BackgroundColor>(parts.first).expect("it has a fill");
            let edge = world.get::<BorderColor>(parts.foes).expect("it has an edge");
            let swords = world.get::<ImageNode>(parts.swords).expect("they are drawn");
            [face.resting, face.hovered, face.edge, fill.0, edge.top, swords.color].map(|color| color.alpha())
        };
        let (whole, half) = (look(1.0), look(0.5));
        assert!(whole.iter().zip(half).all(|(whole, half)| (0.5 * whole - half).abs() < 1.0e-6), "{half:?}");
    }
}
