//! The sign of a running battle: crossed swords above the balance of both sides. The first side's share of the
//! strength is a full bar at the left, that of its foes a hollow one at the right. A large sign has a word for the
//! forecast of a battle of the player's. After the last shot it fades away, and can be pressed until it is gone.
//!
//! `sky_signs.rs` places those of the sky, `hud/minimap` those of the map. A press on either is a matter of `hud/news`.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::BattleClock;
use super::sources::site::Site;
use super::sources::sites::Sites;
use crate::client::input::Tool;
use crate::client::models::FactionColors;
use crate::client::scene::labels::layer::legible;
use crate::client::settings::Settings;
use crate::client::widgets::button::{Face, pressable};
use crate::client::widgets::theme::HOVERED;
use crate::client::widgets::{GAIN, Icon, LOSS, PANEL, Tip, icon};
use crate::sim::combat::estimate::Estimate;
use crate::sim::{BodyId, FactionId, Factions, Sky};

/// Pulses in a second.
const PULSES_PER_S: f64 = 0.8;
/// Seconds after the last hit in which a sign ceases to pulse.
const CALM_S: f64 = 4.0;
/// The opacity of the edge of a sign between two pulses.
const RESTING_EDGE: f32 = 0.35;
/// Padding of a sign, and the gap between its parts, pixels.
const PADDING: f32 = 3.0;
const GAP: f32 = 2.0;
/// Radius of the corners of a sign, pixels.
pub const CORNER: f32 = 5.0;
/// Size of the word beside the swords, its gap to them, and the least width of a bar below which has room for them,
/// pixels.
const WORD_PIXELS: f32 = 13.0;
const WORD_GAP: f32 = 5.0;
const WORD_ROOM: f32 = 80.0;

/// The size of a sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkSize {
    /// Side of the swords, pixels.
    pub swords: f32,
    /// The bar, pixels.
    pub bar: Vec2,
}

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
    word: Entity,
    bar: Entity,
    first: Entity,
    foes: Entity,
}

/// Query bundle for the sizes of signs.
#[derive(SystemParam)]
pub struct SignSizes<'w, 's> {
    parts: Query<'w, 's, &'static SignParts>,
    nodes: Query<'w, 's, &'static mut Node>,
}

impl SignSizes<'_, '_> {
    /// Gives a sign a size, and returns that of the whole: it is no lower than what stands beside it.
    pub fn fit(&mut self, sign: Entity, size: MarkSize, least_height: f32) -> Vec2 {
        let whole = size.whole().max(Vec2::new(0.0, least_height));
        let Ok(parts) = self.parts.get(sign) else { return whole };
        let wanted = [(sign, whole), (parts.swords, Vec2::splat(size.swords)), (parts.bar, size.bar)];
        for (part, size) in wanted {
            let size = (px(size.x), px(size.y));
            if let Ok(mut node) = self.nodes.get_mut(part)
                && (node.width, node.height) != size
            {
                (node.width, node.height) = size;
            }
        }
        whole
    }
}

/// What the tip of a sign tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TipFacts {
    /// The body of the battle; `None`: open space.
    body: Option<BodyId>,
    /// Both sides, and the share of the first one, per cent; `None` while the strengths are not known.
    balance: Option<([Option<FactionId>; 2], u32)>,
}

impl TipFacts {
    fn of(site: &Site) -> Self {
        let forces = site.forces.as_ref();
        let balance = forces.and_then(|forces| {
            let sides = forces.sides.each_ref().map(|side| side.faction);
            Some((sides, (100.0 * forces.share()?).round() as u32))
        });
        Self { body: site.body, balance }
    }
}

/// What the words in the tip of a sign tell; `None` before the first ones.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToldTip(Option<TipFacts>);

impl ToldTip {
    /// Takes what is to be told; returns whether it is new, so that no frame makes the same words again.
    fn take(&mut self, facts: TipFacts) -> bool {
        self.0.replace(facts) != Some(facts)
    }
}

/// Whether a sign takes the pointer. While a tool waits for a click, that is meant for what lies below the sign.
pub fn pickable_with(tool: Tool) -> Pickable {
    if tool == Tool::Select { Pickable::default() } else { Pickable::IGNORE }
}

/// Spawns a sign, hidden; `place` says how it is placed below its parent.
pub fn spawn_mark(commands: &mut Commands, parent: Entity, size: MarkSize, place: Node) -> Entity {
    let whole = size.whole();
    let node = Node {
        width: px(whole.x),
        height: px(whole.y),
        padding: UiRect::all(px(PADDING)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(CORNER)),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        // A sign without a bar has its swords in the middle.
        justify_content: JustifyContent::SpaceEvenly,
        ..place
    };
    let swords = commands.spawn(icon(Icon::Battle, size.swords, LOSS)).id();
    let beside = Node { display: Display::None, ..default() };
    let word = commands.spawn((legible("", WORD_PIXELS, LOSS), beside, Pickable::IGNORE)).id();
    let head = Node { column_gap: px(WORD_GAP), align_items: AlignItems::Center, ..default() };
    let head = commands.spawn((head, Pickable::IGNORE)).add_children(&[swords, word]).id();
    let bar = Node { width: px(size.bar.x), height: px(size.bar.y), column_gap: px(1), ..default() };
    let bar = commands.spawn((bar, Pickable::IGNORE)).id();
    let hollow = Node { flex_grow: 1.0, border: UiRect::all(px(1)), ..default() };
    let first = commands.spawn((Node::default(), Pickable::IGNORE, ChildOf(bar))).id();
    let foes = commands.spawn((hollow, Pickable::IGNORE, ChildOf(bar))).id();
    let parts = SignParts { swords, word, bar, first, foes };
    let parts = (BattleMark::default(), parts, Tip(String::new()), ToldTip::default());
    let button = (pressable(face(1.0, 1.0)), Pickable::default(), node, Visibility::Hidden, ChildOf(parent));
    commands.spawn((parts, button)).add_children(&[head, bar]).id()
}

/// The forecast of a battle of the player's in a word, with its colour; empty while neither side is forecast to be
/// destroyed alone.
fn forecast_word(site: &Site) -> (&'static str, Color) {
    let Some(Estimate { share_left_one: own, share_left_other: foes, .. }) = site.estimate else {
        return ("", LOSS);
    };
    match (own > 0.0, foes > 0.0) {
        (false, true) => ("Losing", LOSS),
        (true, false) => ("Winning", GAIN),
        _ => ("", LOSS),
    }
}

/// The look of a sign whose edge has this opacity, and the whole that one.
fn face(edge: f32, whole: f32) -> Face {
    Face { resting: faded(PANEL, whole), hovered: faded(HOVERED, whole), edge: LOSS.with_alpha(edge * whole) }
}

/// A colour of a sign with this opacity.
fn faded(color: Color, whole: f32) -> Color {
    color.with_alpha(color.alpha() * whole)
}

type WordParts = (&'static mut Text, &'static mut TextColor);
type BarParts = (&'static mut Node, &'static mut BackgroundColor, &'static mut BorderColor);
type MarkParts =
    (&'static BattleMark, &'static SignParts, &'static mut Tip, &'static mut ToldTip, &'static mut Face);

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
    mut words: Query<WordParts>,
) {
    for (mark, balance, mut tip, mut told, mut face_now) in &mut marks {
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
        let facts = TipFacts::of(site);
        if told.take(facts) {
            let body = facts.body.and_then(|body| sky.system.bodies.get(body));
            tip.set_if_neq(Tip(tip_words(facts, body.map(|body| body.in_words.as_str()), &factions)));
        }
        let (word, color) = forecast_word(site);
        let has_room = bars.get(balance.bar).is_ok_and(|(bar, ..)| has_room_for_word(bar));
        let display = if has_room && !word.is_empty() { Display::Flex } else { Display::None };
        if let Ok((mut node, ..)) = bars.get_mut(balance.word)
            && node.display != display
        {
            node.display = display;
        }
        if let Ok((mut text, mut tint)) = words.get_mut(balance.word) {
            if text.0 != word {
                text.0 = word.to_owned();
            }
            tint.set_if_neq(TextColor(faded(color, site.opacity)));
        }
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

/// Whether a sign with this bar has room for a word beside its swords.
fn has_room_for_word(bar: &Node) -> bool {
    matches!(bar.width, Val::Px(width) if width >= WORD_ROOM)
}

/// The tip of a sign at a body, or in open space.
fn tip_words(facts: TipFacts, body: Option<&str>, factions: &Factions) -> String {
    let at = body.map_or_else(|| " in open space".to_owned(), |body| format!(" at {body}"));
    let name = |faction: FactionId| factions.0.get(faction).map_or("others", |one| one.name.as_str());
    let balance = facts.balance.and_then(|([one, foes], share)| {
        let one = one.map_or("own ships", name);
        Some(format!(": {one} {share} %, {} {} %", name(foes?), 100 - share))
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
    use crate::client::scene::battle::sources::site::example;
    use crate::client::widgets::fonts::words_width;
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

    /// The forces of Terra and Ares with these strengths.
    fn forces(strengths: [f64; 2]) -> BattleForces {
        let [one, other] = [0, 1].map(|index: usize| Force {
            faction: Some(FactionId(index)),
            strength: strengths[index],
            ..Force::default()
        });
        BattleForces { sides: [one, other], has_own: true, ..BattleForces::default() }
    }

    #[test]
    fn the_tip_tells_the_balance() {
        let factions = Factions(vec![faction("Terra"), faction("Ares")].into());
        let words = |site: &Site, body: Option<&str>| tip_words(TipFacts::of(site), body, &factions);
        let site = example(DVec3::ZERO, Some(forces([3.0, 1.0])));
        let click = "Click: look there, and show its forces.";
        assert_eq!(words(&site, Some("Mars")), format!("Battle at Mars: Terra 75 %, Ares 25 %. {click}"));
        let unseen = example(DVec3::ZERO, None);
        assert_eq!(words(&unseen, None), format!("Battle in open space. {click}"));
    }

    /// The world with a sign of a battle with these strengths and this opacity, the sign, and its parts.
    fn shown(strengths: [f64; 2], opacity: f32) -> (World, Entity, SignParts) {
        let mut world = World::new();
        let parent = world.spawn_empty().id();
        let size = MarkSize { swords: 20.0, bar: Vec2::new(38.0, 6.0) };
        let mark = spawn_mark(&mut world.commands(), parent, size, Node::default());
        world.flush();
        world.entity_mut(mark).insert(BattleMark { battle: Some(0) });
        let parts = *world.get::<SignParts>(mark).expect("it has them");
        world.entity_mut(parts.swords).insert(ImageNode::default());
        let mut sites = Sites::default();
        let mut site = example(DVec3::ZERO, Some(forces(strengths)));
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
    fn a_large_sign_says_who_loses() {
        let shown_in = |width: f32, shares: [f64; 2]| {
            let (mut world, _, parts) = shown([1.0, 3.0], 1.0);
            let mut site = example(DVec3::ZERO, Some(forces([1.0, 3.0])));
            let [share_left_one, share_left_other] = shares;
            site.estimate = Some(Estimate { share_left_one, share_left_other, seconds: 9.0 });
            world.resource_mut::<Sites>().clear();
            world.resource_mut::<Sites>().add(site);
            world.get_mut::<Node>(parts.bar).expect("it is there").width = px(width);
            world.run_system_once(show_balances).expect("it runs");
            let is_seen = world.get::<Node>(parts.word).is_some_and(|node| node.display == Display::Flex);
            let word = world.get::<Text>(parts.word).map(|text| text.0.clone()).unwrap_or_default();
            is_seen.then_some(word)
        };
        assert_eq!(shown_in(120.0, [0.0, 0.4]).as_deref(), Some("Losing"));
        assert_eq!(shown_in(120.0, [0.4, 0.0]).as_deref(), Some("Winning"));
        assert_eq!([shown_in(120.0, [0.2, 0.2]), shown_in(38.0, [0.0, 0.4])], [None, None]);
        let room = words_width("Winning", WORD_PIXELS) + WORD_GAP + 22.0;
        assert!(room <= WORD_ROOM, "{room}");
    }

    #[test]
    fn a_sign_takes_another_size_with_all_of_its_parts() {
        let (mut world, mark, parts) = shown([1.0, 3.0], 1.0);
        let size = MarkSize { swords: 24.0, bar: Vec2::new(120.0, 8.0) };
        for least_height in [0.0, 50.0] {
            let whole = world
                .run_system_once(move |mut sizes: SignSizes| sizes.fit(mark, size, least_height))
                .expect("it runs");
            assert_eq!(whole, Vec2::new(size.whole().x, size.whole().y.max(least_height)));
            let node = |part: Entity| world.get::<Node>(part).map(|node| (node.width, node.height));
            assert_eq!(node(mark), Some((px(whole.x), px(whole.y))));
            assert_eq!(node(parts.bar), Some((px(120), px(8))));
        }
    }

    #[test]
    fn the_tip_of_a_sign_is_made_only_when_the_battle_changes() {
        let (mut world, mark, _) = shown([1.0, 3.0], 1.0);
        world.get_mut::<Tip>(mark).expect("it has one").0.clear();
        world.run_system_once(show_balances).expect("it runs");
        let tip = |world: &World| world.get::<Tip>(mark).map(|tip| tip.0.clone()).unwrap_or_default();
        assert_eq!(tip(&world), "", "nothing changed");
        let mut sites = Sites::default();
        sites.add(example(DVec3::ZERO, Some(forces([1.0, 1.0]))));
        world.insert_resource(sites);
        world.run_system_once(show_balances).expect("it runs");
        assert!(tip(&world).contains("50 %"), "{}", tip(&world));
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
