//! Invasions that the player knows of, marked at their bodies: words with the troopers of both sides, and below them a
//! bar of conquest between an arrow down to the ground and a shield. The invaders' share of the strength is a full bar
//! at the left, that of the defenders a hollow one at the right, as on the sign of a battle. A mark stays for some
//! seconds after the fight: at a fast pace that is over before anybody has seen it.
//!
//! - Enters: the invasions that the viewer knows of, and the ships in sight at their bodies.
//! - Leaves: marks at the bodies; light of drop pods and of fronts in the mesh of effects.
//! - Must never: show a ship or an invasion that the viewer does not know of.
//!
//! | file | does |
//! |---|---|
//! | `drawing.rs` | draws drop pods, and the fronts on the ground with their fires |
//! | `front.rs` | how fronts lie on a body |

mod drawing;
mod front;

use bevy::prelude::*;

use crate::client::frame::{FrameSystems, InputSystems, Player, PollTimer};
use crate::client::models::{FactionColors, IconShape, Icons};
use crate::client::scene::labels::layer::{MarkerLayer, floating, legible};
use crate::client::scene::labels::sky_label::{SkyLabel, weights};
use crate::client::scene::labels::wish::{NoRoom, Side, Wish};
use crate::client::view::{BodyPlaces, Sight, ViewCamera};
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::{Icon, QUIET, icon};
use crate::client::worlds::Kept;
use crate::sim::invasion::lanchester::equal_invaders;
use crate::sim::visibility::{KnownGround, WorldView};
use crate::sim::{BodyId, FactionId, OfWorld, Sky};

/// Size of the words and height of their line, side of a shape, and the gap between shape and bar, pixels.
const WORD_PIXELS: f32 = 13.0;
const LINE_PIXELS: f32 = 17.0;
const SHAPE_PIXELS: f32 = 15.0;
const GAP_PIXELS: f32 = 4.0;
/// The bar of conquest, pixels.
const BAR: Vec2 = Vec2::new(96.0, 8.0);
/// Height of a mark above the edge of its body, pixels.
const ABOVE_PIXELS: f32 = 14.0;
/// How far a mark may be moved up, in steps.
const STEPS: u8 = 6;
/// Greatest height of a mark above the middle of its body, pixels: otherwise the mark of a body that fills the
/// picture would be outside.
const FARTHEST_PIXELS: f64 = 180.0;

/// Seconds of real time for which an invasion that has ended is still shown.
const LINGER_S: f64 = 4.0;

/// The player's role in an invasion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stake {
    /// The player's body is invaded.
    Invaded,
    /// The player has landed.
    Landed,
    /// Others fight.
    Foreign,
}

impl Stake {
    /// In a word or two.
    pub fn words(self) -> &'static str {
        match self {
            Self::Invaded => "Invaded",
            Self::Landed => "Your landing",
            Self::Foreign => "Invasion",
        }
    }
}

/// An invasion of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Invasion {
    /// The body.
    pub body: BodyId,
    /// The player's role.
    pub stake: Stake,
    /// Troopers of both sides, in words: `120 against 300`, with `about` before numbers that are not known
    /// exactly.
    pub strengths: String,
    /// The colour of the invaders.
    pub color: Color,
    /// The colour of the defenders.
    pub defending: Color,
    /// Troopers of the invaders, as far as known.
    pub invaders: f64,
    /// The invaders' share of the strength of both sides, 0 to 1: at a half they would wear each other down.
    pub share: f64,
}

/// The colours of the invaders and of the defenders, and the factor of the terrain on the strength of these.
type Field = ([Color; 2], f64);

impl Invasion {
    /// The invasion in this knowledge of a ground; `None` without invaders.
    fn of(body: BodyId, known: &KnownGround, stake: Stake, field: Field) -> Option<Self> {
        let (_, invaders) = known.ground.invaders?;
        // Own troopers are always known exactly.
        let about = |is_exact: bool| if is_exact { "" } else { "about " };
        let landed = about(known.is_exact || stake == Stake::Landed);
        let defending = about(known.is_exact);
        let strengths = format!("{landed}{invaders:.0} against {defending}{:.0}", known.ground.defenders);
        let ([color, defending], terrain) = field;
        let share = share_of(invaders, equal_invaders(known.ground.defenders, terrain));
        Some(Self { body, stake, strengths, color, defending, invaders, share })
    }

    /// The text: `Invaded: 120 against 300`.
    pub fn words(&self) -> String {
        format!("{}: {}", self.stake.words(), self.strengths)
    }
}

/// The share of invaders against a garrison that equals so many of them.
fn share_of(invaders: f64, equal: f64) -> f64 {
    let both = invaders + equal;
    if both > 0.0 { invaders / both } else { 1.0 }
}

/// All known invasions, in the order of the sky.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Invasions(pub Vec<Invasion>);

/// The last invasions, as they were known last, with the time of that, s.
#[derive(Clone, Debug, Default)]
pub struct LastInvasions(Vec<(Invasion, f64)>);

impl LastInvasions {
    /// The present invasions at a time, s, together with those that ended a short while ago.
    fn with_lately_ended(&mut self, present: Vec<Invasion>, now_s: f64) -> Vec<Invasion> {
        let goes_on = |body: BodyId| present.iter().any(|invasion| invasion.body == body);
        self.0.retain(|(last, seen_s)| now_s - seen_s < LINGER_S && !goes_on(last.body));
        let mut all: Vec<Invasion> = self.0.iter().map(|(last, _)| last.clone()).collect();
        all.extend(present.iter().cloned());
        all.sort_by_key(|invasion| invasion.body);
        self.0.extend(present.into_iter().map(|invasion| (invasion, now_s)));
        all
    }
}

/// The invasions that a player knows of.
pub fn known(view: &WorldView, me: FactionId, colors: &FactionColors) -> Vec<Invasion> {
    let invasions = view.invasions().into_iter().filter_map(|(body, known)| {
        let (who, _) = known.ground.invaders?;
        let holding = view.holding(body);
        let stake = match holding.owner {
            _ if who == me => Stake::Landed,
            Some(owner) if owner == me => Stake::Invaded,
            _ => Stake::Foreign,
        };
        let defending = holding.owner.map_or(QUIET, |owner| colors.of(owner));
        Invasion::of(body, &known, stake, ([colors.of(who), defending], holding.terrain))
    });
    invasions.collect()
}

/// The mark of an invasion, with the index of the invasion in the list.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvasionMark(usize);

/// Adds the marks. Everything rests until there is a world with ledgers.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Invasions>();
    app.add_systems(Update, look.in_set(InputSystems::Point));
    app.add_systems(PostUpdate, (spawn_marks, ask_places).chain().in_set(FrameSystems::Draw));
    app.add_systems(PostUpdate, drawing::draw_landings.in_set(FrameSystems::Draw));
}

/// Updates the known invasions a few times a second.
pub fn look(
    sight: Sight,
    player: Res<Player>,
    colors: Res<FactionColors>,
    time: Res<Time<Real>>,
    mut invasions: ResMut<Invasions>,
    mut memory: Kept<(PollTimer, LastInvasions)>,
) {
    let (beat, last) = memory.now();
    if player.is_changed() {
        // The acting player must not see what the one before knew.
        *last = LastInvasions::default();
    }
    let now_s = time.elapsed_secs_f64();
    if beat.is_due(now_s) || player.is_changed() {
        let present = known(&sight.view(), player.faction, &colors);
        invasions.set_if_neq(Invasions(last.with_lately_ended(present, now_s)));
    }
}

/// Spawns a mark for each invasion, hidden, in place of the earlier ones.
pub fn spawn_marks(
    mut commands: Commands,
    invasions: Res<Invasions>,
    marks: Query<Entity, With<InvasionMark>>,
    layer: Single<Entity, With<MarkerLayer>>,
    icons: Res<Icons>,
) {
    if !invasions.is_changed() {
        return;
    }
    for mark in &marks {
        commands.entity(mark).despawn();
    }
    for (index, invasion) in invasions.0.iter().enumerate() {
        let column =
            Node { flex_direction: FlexDirection::Column, align_items: AlignItems::Center, ..floating() };
        let words = legible(&invasion.words(), WORD_PIXELS, invasion.color);
        let line = Node { height: px(LINE_PIXELS), align_items: AlignItems::Center, ..default() };
        commands.spawn((
            InvasionMark(index),
            SkyLabel::new(weights::INVASION),
            column,
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(*layer),
            children![
                (line, Pickable::IGNORE, children![(words, Pickable::IGNORE)]),
                conquest_bar(invasion, icons.get(IconShape::Landing, true)),
            ],
        ));
    }
}

/// The bar of an invasion between the shapes of both sides, with the picture of the arrow.
fn conquest_bar(invasion: &Invasion, arrow: Handle<Image>) -> impl Bundle + use<> {
    let row = Node { column_gap: px(GAP_PIXELS), align_items: AlignItems::Center, ..default() };
    let shape = Node { width: px(SHAPE_PIXELS), height: px(SHAPE_PIXELS), flex_shrink: 0.0, ..default() };
    let arrow = ImageNode::new(arrow).with_color(invasion.color);
    let bar = Node { width: px(BAR.x), height: px(BAR.y), column_gap: px(1), ..default() };
    let full = Node { width: percent((100.0 * invasion.share).round() as f32), ..default() };
    let hollow = Node { flex_grow: 1.0, border: UiRect::all(px(1)), ..default() };
    (
        row,
        Pickable::IGNORE,
        children![
            (arrow, shape, Pickable::IGNORE),
            (
                bar,
                Pickable::IGNORE,
                children![
                    (full, BackgroundColor(invasion.color), Pickable::IGNORE),
                    (hollow, BorderColor::all(invasion.defending), Pickable::IGNORE),
                ],
            ),
            icon(Icon::Shield, SHAPE_PIXELS, invasion.defending),
        ],
    )
}

/// The size of a mark with these words, pixels.
fn size_of(words: &str) -> Vec2 {
    let bar = BAR.x + 2.0 * (SHAPE_PIXELS + GAP_PIXELS);
    Vec2::new(words_width(words, WORD_PIXELS).max(bar), LINE_PIXELS + SHAPE_PIXELS)
}

/// Asks for places of the marks above their bodies.
fn ask_places(
    invasions: Res<Invasions>,
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    mut marks: Query<(&InvasionMark, &mut SkyLabel)>,
) {
    let picture = Rect::new(0.0, 0.0, view.viewport.x as f32, view.viewport.y as f32);
    let wish = |invasion: &Invasion| {
        let body = sky.system.bodies.get(invasion.body)?;
        let projected = view.project(*places.0.get(invasion.body)?)?;
        let radius = (body.displayed_radius_km * projected.pixels_per_km).min(FARTHEST_PIXELS);
        picture.contains(projected.pixel).then(|| Wish {
            anchor: projected.pixel / ui_scale.0,
            reach: radius as f32 / ui_scale.0 + ABOVE_PIXELS,
            mark: None,
            size: size_of(&invasion.words()),
            sides: &[Side::Above],
            spare: &[],
            steps: STEPS,
            no_room: NoRoom::Push,
        })
    };
    for (mark, mut label) in &mut marks {
        match invasions.0.get(mark.0).and_then(|invasion| Some((invasion.color, wish(invasion)?))) {
            Some((color, wish)) => label.ask(wish, color),
            None => label.hide(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ids::FactionId;
    use crate::sim::world::Ground;

    /// Blue invaders against red defenders on this terrain.
    fn field(terrain: f64) -> Field {
        ([Color::srgb(0.0, 0.0, 1.0), Color::srgb(1.0, 0.0, 0.0)], terrain)
    }

    fn ground(invaders: Option<(FactionId, f64)>, is_exact: bool) -> KnownGround {
        KnownGround { ground: Ground { defenders: 300.0, invaders, ..Ground::default() }, is_exact }
    }

    #[test]
    fn an_invasion_has_the_words_of_both_sides() {
        let words = |known: KnownGround, stake: Stake| {
            Invasion::of(BodyId(3), &known, stake, field(1.0)).map(|invasion| invasion.words())
        };
        let own = words(ground(Some((FactionId(1), 120.4)), true), Stake::Invaded);
        assert_eq!(own.as_deref(), Some("Invaded: 120 against 300"));
        let landed = words(ground(Some((FactionId(0), 120.0)), false), Stake::Landed);
        assert_eq!(landed.as_deref(), Some("Your landing: 120 against about 300"), "one knows one's own");
        let foreign = words(ground(Some((FactionId(2), 120.0)), false), Stake::Foreign);
        assert_eq!(foreign.as_deref(), Some("Invasion: about 120 against about 300"));
        assert_eq!(words(ground(None, true), Stake::Foreign), None, "there is peace");
    }

    #[test]
    fn the_bar_of_conquest_is_even_where_both_sides_would_wear_each_other_down() {
        let share = |invaders: f64, terrain: f64| {
            let known = ground(Some((FactionId(1), invaders)), true);
            Invasion::of(BodyId(3), &known, Stake::Foreign, field(terrain)).map(|invasion| invasion.share)
        };
        assert_eq!(share(300.0, 1.0), Some(0.5));
        assert_eq!(share(600.0, 4.0), Some(0.5), "terrain helps the defenders");
        assert!(share(900.0, 1.0) > Some(0.7) && share(30.0, 1.0) < Some(0.2));
        assert_eq!((share_of(1.0, 0.0), share_of(0.0, 0.0)), (1.0, 1.0), "no defender is left");
    }

    #[test]
    fn an_invasion_is_shown_for_some_seconds_after_its_end() {
        let invasion = |body: usize, invaders: f64| {
            let known = ground(Some((FactionId(1), invaders)), true);
            Invasion::of(BodyId(body), &known, Stake::Landed, field(1.0)).expect("it is one")
        };
        let mut last = LastInvasions::default();
        let mut shown = |present: Vec<Invasion>, now_s: f64| {
            let all = last.with_lately_ended(present, now_s);
            all.iter().map(|invasion| (invasion.body.0, invasion.invaders)).collect::<Vec<_>>()
        };
        assert_eq!(shown(vec![invasion(3, 240.0)], 10.0), [(3, 240.0)]);
        assert_eq!(shown(vec![invasion(3, 180.0)], 10.5), [(3, 180.0)], "it goes on");
        assert_eq!(shown(vec![invasion(1, 60.0)], 11.0), [(1, 60.0), (3, 180.0)], "as it was known last");
        assert_eq!(shown(Vec::new(), 10.5 + LINGER_S), [(1, 60.0)]);
        assert!(shown(Vec::new(), 11.0 + LINGER_S).is_empty());
    }

    #[test]
    fn marks_show_known_invasions() {
        let mut world = World::new();
        let system = crate::client::hud::warnings::example::system();
        let sky = Sky::new(system, crate::orbit::J2000_JD);
        let place = sky.now[BodyId(1)].position;
        let places: Vec<glam::DVec3> = sky.now.iter().map(|state| state.position).collect();
        world.insert_resource(sky);
        world.insert_resource(BodyPlaces(places.into()));
        let eye = place - glam::DVec3::Y * 1.0e6;
        world.insert_resource(ViewCamera { eye, focal_distance: 1.0e6, ..ViewCamera::default() });
        world.insert_resource(UiScale(1.0));
        let invasion =
            Invasion::of(BodyId(1), &ground(Some((FactionId(1), 100.0)), true), Stake::Invaded, field(1.0));
        world.insert_resource(Invasions(invasion.into_iter().collect()));
        let layer = world.spawn(MarkerLayer).id();
        world.insert_resource(Icons::default());
        world.spawn((InvasionMark(0), SkyLabel::default(), ChildOf(layer)));
        let mut schedule = Schedule::default();
        schedule.add_systems((spawn_marks, ask_places).chain());
        schedule.run(&mut world);
        let mut marks = world.query_filtered::<&SkyLabel, With<InvasionMark>>();
        let wishes: Vec<Option<&Wish>> = marks.iter(&world).map(SkyLabel::wish).collect();
        assert!(matches!(wishes.as_slice(), [Some(_)]), "the earlier one is gone: {wishes:?}");
        let mut words = world.query::<&Text>();
        let words: Vec<&str> = words.iter(&world).map(|text| text.0.as_str()).collect();
        assert_eq!(words, ["Invaded: 100 against 300"]);
        let mut parts = world.query::<(&Node, &BackgroundColor)>();
        let of_invaders = parts.iter(&world).find(|(_, fill)| fill.0 == field(1.0).0[0]);
        assert_eq!(of_invaders.map(|(node, _)| node.width), Some(percent(25)));
        let mut edges = world.query::<&BorderColor>();
        assert!(edges.iter(&world).any(|edge| edge.top == field(1.0).0[1]), "the rest is the defenders'");
    }
}
