//! What a body is: facts about it, and its rings with their structures.

use super::fitting::{cut, cut_to_row, width_beside};
use crate::client::frame::{au, capital, length};
use crate::client::hud::planet::actions::{Cell, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::words::{day_words, percent, year_words};
use crate::client::scene::labels::stacks::counted;
use crate::client::view::{BodyPlaces, Moment};
use crate::client::widgets::{QUIET, STRONG, WORDS};
use crate::level::BodyKind;
use crate::sim::visibility::SeenStructure;
use crate::sim::{BodyId, Sky, StructureId};

/// Facts about the body.
pub fn fact_rows(planet_data: &PlanetData, places: &BodyPlaces, moment: &Moment, body: BodyId) -> Vec<Row> {
    let this = &planet_data.sky.system.bodies[body];
    let radius = format!("radius {}", length(this.radius_km));
    let circling_days = this.orbit.period_days().filter(|_| this.kind == BodyKind::Moon);
    let day = day_words(this.rotation.sidereal_day_hours(), circling_days);
    let turning: Vec<String> =
        [radius, day].into_iter().chain(tilt_words(&planet_data.sky, moment, body)).collect();
    let year = this.orbit.period_days().map(year_words);
    let mut distances = distance_words(&planet_data.sky, places, body).into_iter();
    let going: Vec<String> = year.into_iter().chain(distances.next()).collect();
    let facts = [turning.join(", "), going.join(", ")].into_iter().chain(distances);
    facts
        .filter(|words| !words.is_empty())
        .map(|words| Row::words(cut_to_row(&capital(&words)), WORDS))
        .collect()
}

/// The angle between the axis of a body and the pole of its orbit; `None` for a body without an orbit.
fn tilt_words(sky: &Sky, moment: &Moment, body: BodyId) -> Option<String> {
    let this = &sky.system.bodies[body];
    this.parent?;
    let jd = sky.system.local_jd(body, moment.jd);
    let state = this.orbit.state(jd);
    let pole = state.position.cross(state.velocity).try_normalize()?;
    Some(format!("tilt {:.0}°", this.rotation.obliquity(jd, pole).to_degrees()))
}

/// The distance of a body from its parent; for a moon also the planet's distance from the star.
fn distance_words(sky: &Sky, places: &BodyPlaces, body: BodyId) -> Vec<String> {
    let bodies = &sky.system.bodies;
    let mut words = Vec::new();
    let mut circling = body;
    while let Some(parent) = bodies[circling].parent {
        if let (Some(place), Some(middle)) = (places.0.get(circling), places.0.get(parent)) {
            let distance = place.distance(*middle) / bodies[circling].path_magnify;
            words.push(format!("{} from {}", au(distance), bodies[parent].name));
        }
        circling = parent;
    }
    words
}

/// The rings with their free slots and structures; the ring of the clicked structure is lit.
pub fn ring_rows(
    planet_data: &PlanetData,
    body: BodyId,
    standing: &[SeenStructure],
    clicked: Option<StructureId>,
) -> Vec<Row> {
    let rings = (0_u8..).zip(planet_data.view().taken_slots(body));
    rings
        .map(|(ring, taken)| {
            let free = taken.iter().filter(|taken| !**taken).count();
            let here = standing.iter().filter(|one| one.structure.ring == ring);
            let here: Vec<SeenStructure> = here.copied().collect();
            let contents = capital(&contents_words(planet_data, &here));
            let is_lit = here.iter().any(|one| Some(one.structure.id) == clicked);
            let words = format!("Ring {}: {free} of {} free", u32::from(ring) + 1, taken.len());
            let color = match (is_lit, free) {
                (true, _) => STRONG,
                (false, 0) => QUIET,
                (false, _) => WORDS,
            };
            if contents.is_empty() {
                return Row::words(words, color);
            }
            let ring = Cell::words(words, color);
            let room = width_beside(std::slice::from_ref(&ring));
            let what = Cell::label(cut(&contents, room), color).with_tip(contents);
            Row::of(vec![ring, what])
        })
        .collect()
}

/// The structures in a ring, counted by class; growing ones with their progress.
fn contents_words(planet_data: &PlanetData, here: &[SeenStructure]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (class, known) in planet_data.classes.0.iter_enumerated() {
        let of_class = here.iter().filter(|one| one.structure.class == class);
        let count = of_class.clone().filter(|one| one.grown.is_none()).count();
        match count {
            0 => {}
            1 => parts.push(known.name.clone()),
            _ => parts.push(counted(count, &known.name)),
        }
        let shares = of_class.filter_map(|one| one.grown);
        parts.extend(shares.map(|share| format!("{} {}", known.name, percent(share))));
    }
    parts.join(", ")
}
