//! The beliefs of minds, as dashed circles on the map while their plans are shown. A circle marks the last known place
//! of a unit of a foe that the mind has noticed, and that its side sees no more. It has the colour of the mind's
//! faction, with the colour of the unit's owner in its middle. It grows with the age of the sighting, faster for fast
//! ships, and fades. A structure that the viewer sees standing there has none: the mind is right about it. A wide
//! circle of few dashes about a body marks ships that the mind fears there though it has not seen them.

use std::collections::BTreeSet;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::noticed::has_noticed;
use super::plans::PlansShown;
use super::words::ClassNames;
use crate::client::frame::{FrameSystems, GridGizmos, age};
use crate::client::models::FactionColors;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::rings::RingView;
use crate::client::scene::sight_view::ghosts::{age_share, place_in_frame};
use crate::client::view::{BodyPlaces, Onlooker, Pen, ViewCamera};
use crate::client::worlds::Kept;
use crate::level::{Skill, with_article};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::visibility::{LastKnown, UnitClass, Views};
use crate::sim::{
    BuiltClass, Calendar, FactionId, Factions, Feared, MindCatalog, Minds, Seats, ShipClasses, StructureId,
};

/// Radius of the circle of a new sighting, and of an old one of the fastest class, pixels.
const RADII: (f64, f64) = (9.0, 34.0);
/// Radius of the mark in the middle, pixels.
const MARK_PIXELS: f64 = 2.5;
/// Opacity of a new sighting and of an old one.
const STRENGTHS: (f32, f32) = (0.8, 0.25);
/// The dashes of a circle: their number, and the length of each as a share of the distance from dash to dash.
const DASHES: (u32, f64) = (14, 0.6);
/// Radius of the circle of what is feared unseen, pixels,
const FEAR_PIXELS: f64 = 42.0;
/// its dashes,
const FEAR_DASHES: (u32, f64) = (8, 0.3);
/// and its opacity.
const FEAR_STRENGTH: f32 = 0.6;
/// Sides of the mark in its middle.
const SIDES: u32 = 6;
/// Sightings that are nearer to each other than this, pixels, share the circle of the newest one.
const CROWDED_PIXELS: f32 = 7.0;
/// The most circles of a mind.
const MOST_CIRCLES: usize = 150;
/// The most circles with words, for all minds together.
const MOST_WORDS: usize = 6;
/// Sightings of a mind that are nearer to each other than this, pixels, share the words of the newest one.
const GROUP_PIXELS: f32 = 200.0;

/// Adds the circles to the frame.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, draw_beliefs.in_set(FrameSystems::Draw));
}

/// A sighting that a mind remembers, on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Belief {
    /// Pixels from the top left.
    pixel: Vec2,
    /// The last known place in this frame, heliocentric ecliptic km.
    place: DVec3,
    /// Length of a pixel there, km.
    pixel_km: f64,
    /// Radius of its circle, pixels.
    radius_pixels: f64,
    /// The time since the sighting, seconds of play.
    age_s: f64,
    /// The owner of the unit.
    owner: FactionId,
    /// The unit.
    of: UnitClass,
}

/// Query bundle for what minds believe.
#[derive(SystemParam)]
pub struct Beliefs<'w, 's> {
    views: Views<'w, 's>,
    seats: Res<'w, Seats>,
    minds: Res<'w, Minds>,
    catalog: Res<'w, MindCatalog>,
    factions: Res<'w, Factions>,
    onlooker: Res<'w, Onlooker>,
    classes: Res<'w, ShipClasses>,
    names: ClassNames<'w>,
    calendar: Res<'w, Calendar>,
    rings: RingView<'w>,
    places: Res<'w, BodyPlaces>,
}

impl Beliefs<'_, '_> {
    /// The factions with a mind.
    fn minds(&self) -> impl Iterator<Item = FactionId> {
        self.seats.0.iter_enumerated().filter(|(_, seat)| seat.mind.is_some()).map(|(faction, _)| faction)
    }

    /// The skill of a faction's mind.
    fn skill(&self, faction: FactionId) -> Option<&Skill> {
        let choice = self.seats.0.get(faction)?.mind.as_ref()?;
        self.catalog.0.skill(&choice.skill)
    }

    /// The structures that the viewer sees.
    fn standing(&self) -> BTreeSet<StructureId> {
        self.views.by(self.onlooker.0).structures().map(|seen| seen.structure.id).collect()
    }

    /// Who saw what, and when: `"Rivalry saw a cruiser here 1 min ago"`.
    fn words(&self, faction: FactionId, belief: &Belief) -> String {
        let what = match belief.of {
            UnitClass::Ship(_, class) => BuiltClass::Ship(class),
            UnitClass::Structure(_, class) => BuiltClass::Structure(class),
        };
        let what = with_article(self.names.of(what));
        format!("{} saw {what} here {}", self.name(faction), age(belief.age_s))
    }

    fn name(&self, faction: FactionId) -> &str {
        self.factions.0.get(faction).map_or("Somebody", |faction| faction.name.as_str())
    }

    /// Who fears what, `"Rivalry fears 3 cruisers here, unseen"`.
    fn words_of_fear(&self, faction: FactionId, feared: &Feared) -> String {
        format!("{} fears {} here, unseen", self.name(faction), self.names.count(feared.count, feared.class))
    }

    /// What the mind of a faction fears unseen, with the places: none of what may be anywhere.
    fn fears(&self, faction: FactionId) -> impl Iterator<Item = (&Feared, DVec3)> {
        let mind = self.minds.0.get(faction).and_then(Option::as_ref);
        let feared = mind.into_iter().flat_map(|mind| &mind.feared);
        feared.filter_map(move |one| Some((one, *self.places.0.get(one.body?)?)))
    }

    /// Fills the list with what the mind of a faction believes in on the screen, the newest first. `standing`: the
    /// structures about which it is right.
    fn gather(
        &self,
        faction: FactionId,
        standing: &BTreeSet<StructureId>,
        view: &ViewCamera,
        found: &mut Vec<Belief>,
    ) {
        found.clear();
        let Some(mind) = self.minds.0.get(faction).and_then(Option::as_ref) else { return };
        let (skill, tick) = (self.skill(faction), self.calendar.tick);
        let screen = view.picture().inflate(RADII.1 as f32);
        let speeds = self.classes.0.iter().map(|class| class.cruise_km_s);
        let fastest_km_s = speeds.fold(f64::MIN_POSITIVE, f64::max);
        let ghosts = self.views.of(faction).ghosts().filter(|ghost| is_uncertain(ghost.of, standing));
        for ghost in ghosts.filter(|ghost| has_noticed(mind, skill, ghost.id(), tick)) {
            let place = place_in_frame(ghost, &self.rings, &self.places);
            let Some(projected) = view.project(place) else { continue };
            if !screen.contains(projected.pixel) {
                continue;
            }
            let age_s = tick.saturating_sub(ghost.seen_tick) as f64 / TICKS_PER_SECOND;
            let belief = Belief {
                pixel: projected.pixel,
                place,
                pixel_km: 1.0 / projected.pixels_per_km,
                radius_pixels: radius_pixels(age_s, self.cruise_km_s(ghost) / fastest_km_s),
                age_s,
                owner: ghost.faction,
                of: ghost.of,
            };
            note(found, belief);
        }
        found.sort_unstable_by(|one, other| one.age_s.total_cmp(&other.age_s));
    }

    /// How fast a unit travels; structures stay where they are.
    fn cruise_km_s(&self, ghost: &LastKnown) -> f64 {
        match ghost.of {
            UnitClass::Ship(_, class) => self.classes.0.get(class).map_or(0.0, |class| class.cruise_km_s),
            UnitClass::Structure(..) => 0.0,
        }
    }
}

/// Whether a unit may be elsewhere than where it was seen, or gone: all but the structures that stand.
fn is_uncertain(of: UnitClass, standing: &BTreeSet<StructureId>) -> bool {
    match of {
        UnitClass::Ship(..) => true,
        UnitClass::Structure(id, _) => !standing.contains(&id),
    }
}

/// The sightings with words, at most so many: the newest, and none near another with words.
fn with_words(found: &[Belief], most: usize) -> Vec<&Belief> {
    let mut told: Vec<&Belief> = Vec::new();
    for belief in found {
        let is_near = |other: &&Belief| other.pixel.distance(belief.pixel) < GROUP_PIXELS;
        if told.len() < most && !told.iter().any(is_near) {
            told.push(belief);
        }
    }
    told
}

/// Radius of a circle, pixels; the speed is a share of that of the fastest class.
fn radius_pixels(age_s: f64, speed: f64) -> f64 {
    RADII.0 + (RADII.1 - RADII.0) * age_share(age_s).sqrt() * speed.clamp(0.0, 1.0)
}

/// Opacity of a circle.
fn strength(age_s: f64) -> f32 {
    STRENGTHS.0 + (STRENGTHS.1 - STRENGTHS.0) * age_share(age_s) as f32
}

/// Adds a sighting. Of several at almost the same pixel the newest is kept, and of too many the newest ones.
fn note(found: &mut Vec<Belief>, belief: Belief) {
    let near = found.iter().position(|other| other.pixel.distance(belief.pixel) < CROWDED_PIXELS);
    match near {
        Some(at) if belief.age_s < found[at].age_s => found[at] = belief,
        None if found.len() < MOST_CIRCLES => found.push(belief),
        Some(_) => {}
        None => {
            let oldest = found.iter_mut().max_by(|one, other| one.age_s.total_cmp(&other.age_s));
            if let Some(oldest) = oldest.filter(|oldest| belief.age_s < oldest.age_s) {
                *oldest = belief;
            }
        }
    }
}

/// Draws what each mind believes.
fn draw_beliefs(
    shown: PlansShown,
    beliefs: Beliefs,
    colors: Res<FactionColors>,
    mut labels: ResMut<PointLabels>,
    mut pen: Pen<GridGizmos>,
    mut room: Kept<Vec<Belief>>,
) {
    if !shown.now() {
        return;
    }
    let found = room.now();
    let standing = beliefs.standing();
    let most = (MOST_WORDS / beliefs.minds().count().max(1)).max(1);
    for faction in beliefs.minds() {
        beliefs.gather(faction, &standing, &pen.view, found);
        for belief in found.iter() {
            let alpha = strength(belief.age_s);
            let radius_km = belief.radius_pixels * belief.pixel_km;
            pen.dashed_circle(belief.place, radius_km, DASHES, colors.of(faction).with_alpha(alpha));
            let owner = colors.of(belief.owner).with_alpha(alpha);
            pen.level_circle(belief.place, MARK_PIXELS * belief.pixel_km, SIDES, owner);
        }
        for belief in with_words(found, most) {
            labels.say_aside(belief.place, beliefs.words(faction, belief), colors.of(faction));
        }
        for (feared, place) in beliefs.fears(faction) {
            let Some(projected) = pen.view.project(place) else { continue };
            let (color, radius_km) = (colors.of(faction), FEAR_PIXELS / projected.pixels_per_km);
            pen.dashed_circle(place, radius_km, FEAR_DASHES, color.with_alpha(FEAR_STRENGTH));
            labels.say_aside(place, beliefs.words_of_fear(faction, feared), color);
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::hud::planet::test_support::watched_by;
    use crate::client::scene::sight_view::ghosts::OLD_S;
    use crate::client::view::Origin;
    use crate::sim::visibility::test_support::{ARES, TERRA};
    use crate::sim::{ClassId, ShipId};

    fn belief(x: f32, age_s: f64) -> Belief {
        Belief {
            pixel: Vec2::new(x, 0.0),
            place: DVec3::ZERO,
            pixel_km: 1.0,
            radius_pixels: radius_pixels(age_s, 1.0),
            age_s,
            owner: FactionId(0),
            of: UnitClass::Ship(ShipId(7), ClassId::FIRST),
        }
    }

    #[test]
    fn circles_grow_with_age_and_speed_and_fade() {
        assert_eq!((radius_pixels(0.0, 1.0), radius_pixels(OLD_S, 1.0)), RADII);
        assert_eq!(radius_pixels(1.0e9, 1.0), RADII.1);
        assert_eq!(radius_pixels(OLD_S, 0.0), RADII.0, "structures stay");
        assert!(radius_pixels(60.0, 1.0) > radius_pixels(60.0, 0.5));
        assert_eq!(strength(0.0), STRENGTHS.0);
        assert!((strength(1.0e9) - STRENGTHS.1).abs() < 1.0e-6);
    }

    #[test]
    fn a_structure_that_stands_where_it_was_seen_has_no_circle() {
        let structure = |number: u32| UnitClass::Structure(StructureId(number), ClassId::FIRST);
        let standing = BTreeSet::from([StructureId(3)]);
        assert!(!is_uncertain(structure(3), &standing));
        assert!(is_uncertain(structure(4), &standing), "it is gone, or the viewer does not see it either");
        assert!(is_uncertain(UnitClass::Ship(ShipId(3), ClassId::FIRST), &standing), "ships move");
    }

    #[test]
    fn sightings_near_each_other_share_the_words_of_the_newest() {
        let found = [(0.0, 5.0), (90.0, 9.0), (500.0, 20.0), (560.0, 30.0), (900.0, 40.0)];
        let found = found.map(|(x, age_s)| belief(x, age_s));
        let ages = |most: usize| {
            with_words(&found, most).into_iter().map(|belief| belief.age_s).collect::<Vec<f64>>()
        };
        assert_eq!(ages(9), [5.0, 20.0, 40.0]);
        assert_eq!(ages(2), [5.0, 20.0]);
        assert!(ages(0).is_empty());
    }

    #[test]
    fn words_say_who_saw_what_and_when() {
        let mut simulation = watched_by(ARES);
        let world = simulation.world_mut();
        world.init_resource::<ViewCamera>();
        world.init_resource::<UiScale>();
        world.init_resource::<Origin>();
        let told = world.run_system_once(|beliefs: Beliefs| {
            let class = with_article(&beliefs.classes.0[ClassId::FIRST].name);
            let who = beliefs.factions.0[TERRA].name.clone();
            let expected = format!("{who} saw {class} here 1 min ago");
            let feared = Feared { body: None, class: ClassId::FIRST, count: 1 };
            let fear = format!("{who} fears 1 {} here, unseen", beliefs.classes.0[ClassId::FIRST].name);
            let told = [beliefs.words(TERRA, &belief(0.0, 65.0)), beliefs.words_of_fear(TERRA, &feared)];
            (told, [expected, fear], beliefs.standing().is_empty())
        });
        let (words, expected, sees_nothing) = told.expect("it runs");
        assert_eq!(words, expected);
        assert!(!sees_nothing, "its own satellite stands before its eyes");
    }

    #[test]
    fn of_sightings_at_one_pixel_the_newest_is_kept() {
        let mut found = Vec::new();
        for (x, age_s) in [(0.0, 50.0), (40.0, 9.0), (3.0, 20.0), (1.0, 30.0)] {
            note(&mut found, belief(x, age_s));
        }
        assert_eq!(found, [belief(3.0, 20.0), belief(40.0, 9.0)]);
        for number in 0..2 * MOST_CIRCLES {
            note(&mut found, belief(100.0 + 10.0 * number as f32, 1.0));
        }
        assert_eq!(found.len(), MOST_CIRCLES);
    }
}
