//! The maps of real worlds are the right way round, and turn as their bodies do; the map of the weather is one of a
//! world with winds.

use std::path::Path;

use bevy::math::{UVec2, Vec3};
use ecliptic::client::scene::sky::sunlight::sunlight_on;
use ecliptic::client::scene::sky::surface::look_of;
use ecliptic::client::scene::sky::surface::maps::{MapFiles, WEATHER, map_place, read_map};
use ecliptic::client::view::turned_rotation;
use ecliptic::level::{BodyId, BodyKind, Epoch, StarSystem, read_level};
use ecliptic::orbit::{State, catalogue, julian_date};
use ecliptic::rules::{Rules, find_assets_dir};
use glam::DVec3;
use typed_index_collections::TiVec;

/// TDB - UTC, days.
const TDB_MINUS_UTC: f64 = 69.184 / 86_400.0;

/// The solar system of `levels/sol.ron` as it starts on a date (TDB).
fn sol(jd: f64) -> StarSystem {
    let rules = Rules::load(&find_assets_dir().expect("the assets are there")).expect("the rules are sound");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/sol.ron");
    let mut level = read_level(&path, &rules.class_catalog()).expect("the level is sound").level;
    level.epoch = Epoch::Jd(jd);
    StarSystem::build(&level).expect("it is sound")
}

/// The point of the Earth under the Sun, as the client draws it: longitude east and latitude, degrees.
fn drawn_point_under_sun(jd: f64) -> (f64, f64) {
    let system = sol(jd);
    let earth = system.find("Earth").expect("the level has the Earth");
    let mut states: TiVec<BodyId, State> = TiVec::new();
    system.place_all(jd, &mut states);
    let places: TiVec<BodyId, DVec3> = states.iter().map(|state| state.position).collect();
    let toward_sun = sunlight_on(&system, &places, earth).direction;
    let local = turned_rotation(system.orientation(earth, jd)).inverse() * toward_sun;
    let place = map_place(local);
    (f64::from(place.x - 0.5) * 360.0, f64::from(0.5 - place.y) * 180.0)
}

/// The same by the equations of NOAA's solar calculator, after J. Meeus, "Astronomical Algorithms" (1991), for a
/// Julian date in UTC.
fn published_point_under_sun(jd: f64) -> (f64, f64) {
    let centuries = (jd - 2_451_545.0) / 36_525.0;
    let mean_longitude = 280.46646 + centuries * (36_000.769_83 + centuries * 0.000_303_2);
    let anomaly = (357.52911 + centuries * (35_999.050_29 - 0.000_153_7 * centuries)).to_radians();
    let centre = anomaly.sin() * (1.914602 - centuries * (0.004817 + 0.000014 * centuries))
        + (2.0 * anomaly).sin() * (0.019993 - 0.000101 * centuries)
        + (3.0 * anomaly).sin() * 0.000289;
    let node = (125.04 - 1934.136 * centuries).to_radians();
    let longitude = (mean_longitude + centre - 0.00569 - 0.00478 * node.sin()).to_radians();
    let obliquity = (23.439_291_1 - 0.013_004_2 * centuries + 0.00256 * node.cos()).to_radians();
    let right_ascension = (obliquity.cos() * longitude.sin()).atan2(longitude.cos()).to_degrees();
    let declination = (obliquity.sin() * longitude.sin()).asin().to_degrees();
    let equation_of_time = within_half_a_turn(mean_longitude - 0.0057183 - right_ascension);
    let hours = (jd + 0.5).rem_euclid(1.0) * 24.0;
    (within_half_a_turn(-15.0 * (hours - 12.0) - equation_of_time), declination)
}

/// An angle in degrees, -180 to 180.
fn within_half_a_turn(degrees: f64) -> f64 {
    (degrees + 180.0).rem_euclid(360.0) - 180.0
}

/// Fails if the Earth shows the Sun another side than it does: mirrored, half a turn off, or out of season.
#[test]
fn the_sun_stands_over_the_drawn_earth_where_almanacs_have_it() {
    // Equinoxes and solstices, and days between them on which the equation of time is greatest.
    for (month, day, hour) in [(2, 11, 18), (3, 20, 15), (6, 21, 8), (9, 23, 0), (11, 3, 6), (12, 21, 21)] {
        let utc = julian_date(2026, month, day, hour, 0, 0.0);
        let (longitude, latitude) = drawn_point_under_sun(utc + TDB_MINUS_UTC);
        let expected = published_point_under_sun(utc);
        let error = (within_half_a_turn(longitude - expected.0), latitude - expected.1);
        // The IAU's angle W is that of an even clock, 0.09 degrees before the Earth of today.
        assert!(error.0.abs() < 0.3, "2026-{month}-{day}: longitude {longitude}, published {expected:?}");
        assert!(error.1.abs() < 0.05, "2026-{month}-{day}: latitude {latitude}, published {expected:?}");
    }
}

/// A map of `assets/maps`.
struct Map {
    size: UVec2,
    /// Red, green, blue, alpha, line by line.
    data: Vec<u8>,
}

impl Map {
    fn read(file: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(MapFiles::path(file));
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (_, ending) = file.split_once('.').expect("a file has an ending");
        let image = read_map(&bytes, ending, 16).unwrap_or_else(|error| panic!("{file}: {error}"));
        let size = image.size();
        let levels = image.texture_descriptor.mip_level_count;
        assert_eq!(levels, size.x.ilog2() + 1, "{file} has all its levels");
        Self { size, data: image.data.expect("it has pixels") }
    }

    /// The mean of red, green, blue and alpha about a point of the body, 0 to 255: longitude east and latitude in
    /// degrees, and half the side of the square in pixels.
    fn mean(&self, longitude: f64, latitude: f64, half: i64) -> [f64; 4] {
        let (longitude, latitude) = (longitude.to_radians(), latitude.to_radians());
        let direction =
            DVec3::new(latitude.cos() * longitude.cos(), latitude.sin(), -latitude.cos() * longitude.sin());
        let place = map_place(Vec3::new(direction.x as f32, direction.y as f32, direction.z as f32));
        let (width, height) = (i64::from(self.size.x), i64::from(self.size.y));
        let column = (place.x * self.size.x as f32) as i64;
        let row = (place.y * self.size.y as f32) as i64;
        let mut sum = [0.0; 4];
        for y in row - half..=row + half {
            for x in column - half..=column + half {
                let pixel = (y.clamp(0, height - 1) * width + x.rem_euclid(width)) * 4;
                for (sum, value) in sum.iter_mut().zip(&self.data[pixel as usize..]) {
                    *sum += f64::from(*value);
                }
            }
        }
        let count = ((2 * half + 1) * (2 * half + 1)) as f64;
        sum.map(|sum| sum / count)
    }

    /// The mean of the first channel between two latitudes (degrees), of equal areas, as a share.
    fn mean_of_belt(&self, south: f64, north: f64) -> f64 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for (row, line) in
            self.data.chunks_exact(self.size.x as usize * 4).take(self.size.y as usize).enumerate()
        {
            let latitude = 90.0 - (row as f64 + 0.5) * 180.0 / f64::from(self.size.y);
            if (south..north).contains(&latitude) {
                let weight = latitude.to_radians().cos();
                sum += weight * line.iter().step_by(4).map(|value| f64::from(*value)).sum::<f64>();
                weights += weight * 255.0 * f64::from(self.size.x);
            }
        }
        sum / weights
    }

    /// The mean difference of the first channel between two columns, 0 to 255.
    fn difference_of_columns(&self, one: u32, other: u32) -> f64 {
        let value = |x: u32, y: u32| f64::from(self.data[((y * self.size.x + x) * 4) as usize]);
        (0..self.size.y).map(|y| (value(one, y) - value(other, y)).abs()).sum::<f64>()
            / f64::from(self.size.y)
    }

    fn brightness(&self, (longitude, latitude): (f64, f64), half: i64) -> f64 {
        let [red, green, blue, _] = self.mean(longitude, latitude, half);
        (red + green + blue) / 3.0
    }

    /// How much more red than green there is about a point of the body, as a share of all light.
    fn redness(&self, longitude: f64, latitude: f64) -> f64 {
        let [red, green, blue, _] = self.mean(longitude, latitude, 1);
        (red - green) / (red + green + blue)
    }
}

/// Fails if a file is missing, of another shape, or unreadable.
#[test]
fn every_map_that_a_body_wears_can_be_read() {
    let mut worn = 0;
    for body in catalogue() {
        let Some(files) = look_of(body.name, BodyKind::Planet, 5_000.0, None).maps else { continue };
        worn += 1;
        for file in [Some(files.color), files.data].into_iter().flatten() {
            let map = Map::read(&file);
            assert_eq!(map.size.x, 2 * map.size.y, "{file} is equirectangular");
        }
        assert!(files.gain > 0.0, "{}: the shader takes 0 for a map that is not there", body.name);
    }
    assert!(worn > 20, "{worn}");
}

#[test]
fn the_earth_has_its_lands_seas_and_towns() {
    let map = Map::read("earth.data.png");
    let cities = [
        ("Cairo", 31.2, 30.0),
        ("Moscow", 37.6, 55.75),
        ("Brasilia", -47.9, -15.8),
        ("Canberra", 149.1, -35.3),
    ];
    for (name, longitude, latitude) in cities {
        let [.., land, _] = map.mean(longitude, latitude, 1);
        assert!(land > 250.0, "{name} is in the sea: {land}");
    }
    let seas = [
        ("Pacific", -150.0, 0.0),
        ("North Atlantic", -35.0, 30.0),
        ("South Atlantic", -20.0, -30.0),
        ("Indian Ocean", 80.0, -20.0),
    ];
    for (name, longitude, latitude) in seas {
        let [east, north, land, lights] = map.mean(longitude, latitude, 3);
        assert!(land < 5.0 && lights < 1.0, "{name} is land or lit: {land}, {lights}");
        assert!((east - 128.0).abs() < 1.0 && (north - 128.0).abs() < 1.0, "{name} is not level");
    }
    for (name, longitude, latitude) in [("Moscow", 37.6, 55.75), ("Paris", 2.35, 48.85)] {
        assert!(map.mean(longitude, latitude, 2)[3] > 60.0, "{name} is dark at night");
    }
    assert!(map.mean(10.0, 23.0, 3)[3] < 5.0, "the Sahara is lit at night");
    // The south slope of the Himalayas rises to the north.
    assert!(map.mean(85.0, 28.0, 2)[1] > 140.0);
}

/// Fails if the map is missing, has a seam, or its belts are not those of a world with winds.
#[test]
fn the_weather_has_belts_and_no_seam() {
    let map = Map::read(WEATHER);
    assert_eq!(map.size, UVec2::new(2048, 1024));
    let all = map.mean_of_belt(-90.0, 90.0);
    assert!((0.28..0.55).contains(&all), "{all}");
    for side in [1.0, -1.0] {
        let belt = |latitude: f64| map.mean_of_belt(side * latitude - 5.0, side * latitude + 5.0);
        let (dry, storms) = (belt(23.0), belt(55.0));
        assert!(storms > 1.5 * dry, "{storms} in the west winds, {dry} in the dry belt");
    }
    let (rains, dry) = (map.mean_of_belt(2.0, 10.0), map.mean_of_belt(18.0, 28.0));
    assert!(rains > 1.3 * dry, "{rains} at the equator, {dry} north of it");
    let (seam, elsewhere) =
        (map.difference_of_columns(0, map.size.x - 1), map.difference_of_columns(600, 601));
    assert!(seam < 1.5 * elsewhere, "{seam} at the date line, {elsewhere} elsewhere");
}

/// A bright place and a dark one of a body, longitude east and latitude in degrees of the IAU's frame; and how many
/// times as bright the first one is, at least.
type Contrast = ((f64, f64), (f64, f64), f64);

/// The places that tell whether a map is mirrored, upside down or half a turn off: of each body, one pair at least
/// would fail then. Those of Triton and Charon tell the poles apart only.
const LANDMARKS: [(&str, &[Contrast]); 13] = [
    // Tycho and Mare Crisium; highlands and Mare Imbrium; highlands and Mare Moscoviense; highlands and Tsiolkovskiy.
    (
        "moon",
        &[
            ((-11.2, -43.3), (59.0, 17.0), 2.0),
            ((20.0, -40.0), (-16.0, 33.0), 1.5),
            ((-147.0, 27.0), (147.0, 27.0), 1.5),
            ((-129.0, -20.0), (129.0, -20.4), 1.2),
        ],
    ),
    // Arabia and Syrtis Major; Hellas, then Amazonis, and Acidalia.
    (
        "mars",
        &[
            ((20.0, 22.0), (70.0, 8.0), 1.5),
            ((70.0, -43.0), (-22.0, 47.0), 1.5),
            ((-160.0, 15.0), (-22.0, 47.0), 1.5),
        ],
    ),
    // The rays of Kuiper and Debussy, the plains of Caloris, and the ground beside them.
    (
        "mercury",
        &[
            ((328.6, -11.3), (318.6, -11.3), 1.5),
            ((12.5, -33.9), (0.5, -33.9), 1.5),
            ((163.0, 31.0), (130.0, 31.0), 1.2),
        ],
    ),
    // Sputnik Planitia and the dark regions west and east of it.
    ("pluto", &[((180.0, -5.0), (135.0, -5.0), 3.0), ((175.0, 20.0), (225.0, -24.0), 3.0)]),
    // Occator and the ground beside it.
    ("ceres", &[((239.3, 19.8), (251.3, 19.8), 1.5), ((239.3, 19.8), (227.3, 19.8), 1.5)]),
    // The rays of Pwyll and the ground beside them.
    ("europa", &[((89.0, -29.0), (104.0, -25.0), 1.05), ((85.0, -28.0), (74.0, -25.0), 1.05)]),
    // Osiris, then the north, and Galileo Regio.
    ("ganymede", &[((194.0, -38.0), (222.0, 36.0), 1.5), ((222.0, 75.0), (222.0, 36.0), 1.3)]),
    // Valhalla, and the ground that is there if the map is mirrored or half a turn off; the same of Lofn, and upside
    // down.
    (
        "callisto",
        &[
            ((304.0, 15.0), (56.0, 15.0), 1.3),
            ((304.0, 15.0), (124.0, 15.0), 1.4),
            ((337.7, -56.5), (22.3, -56.5), 1.2),
            ((337.7, -56.5), (337.7, 56.5), 1.5),
        ],
    ),
    // The lit and the shaded wall of Labtayt Sulci, on the trailing side.
    ("enceladus", &[((76.3, -34.1), (74.2, -34.1), 1.3)]),
    // Inktomi and the dark trailing side; bright wisps in that side.
    ("rhea", &[((247.9, -14.1), (110.0, 0.0), 2.0), ((75.0, 20.0), (110.0, 0.0), 2.5)]),
    // The southern cap.
    ("triton", &[((0.0, -50.0), (0.0, 20.0), 1.5)]),
    // Stickney: the ground west of it, and its western wall in shade; the lit and the shaded wall of Limtoc in it.
    ("phobos", &[((283.0, 4.0), (296.0, 4.0), 2.1), ((309.5, -11.5), (302.5, -11.5), 2.0)]),
    // Mordor Macula on the north pole, and the ground south of it.
    ("charon", &[((0.0, 10.0), (0.0, 80.0), 1.3), ((180.0, 45.0), (180.0, 83.0), 1.4)]),
];

/// Fails if a map is mirrored, upside down, or begins at another longitude.
#[test]
fn landmarks_are_where_the_iau_has_them() {
    for (name, pairs) in LANDMARKS {
        let map = Map::read(&format!("{name}.color.png"));
        // About a degree.
        let half = i64::from(map.size.x) / 340;
        for (bright, dark, least) in pairs {
            let (light, shade) = (map.brightness(*bright, half), map.brightness(*dark, half));
            assert!(light > least * shade, "{name}: {light} at {bright:?}, {shade} at {dark:?}");
        }
    }
}

/// Fails if the bright ground of Mars is red: in photographs of true colour it is butterscotch, about (190, 140, 100).
#[test]
fn mars_is_butterscotch() {
    let map = Map::read("mars.color.png");
    for (longitude, latitude) in [(20.0, 22.0), (-160.0, 15.0)] {
        let [red, green, blue, _] = map.mean(longitude, latitude, 4);
        assert!((0.68..0.80).contains(&(green / red)), "{red}, {green} at {longitude}, {latitude}");
        assert!((0.48..0.60).contains(&(blue / red)), "{red}, {blue} at {longitude}, {latitude}");
    }
}

/// The lava and the clouds of Olympus Mons are greyer than the dust on all its sides.
#[test]
fn mars_has_olympus_mons() {
    let map = Map::read("mars.color.png");
    let mountain = map.redness(226.2, 18.65);
    for (longitude, latitude) in [(236.2, 18.65), (216.2, 18.65), (226.2, 28.65), (226.2, 8.65)] {
        let dust = map.redness(longitude, latitude);
        assert!(dust > mountain + 0.015, "{dust} at {longitude}, {latitude}, {mountain} on the mountain");
    }
}

/// Fails if the dark plains of Io are olive: with sulphur on them they are brown.
#[test]
fn the_dark_plains_of_io_are_brown() {
    let map = Map::read("io.color.png");
    for (longitude, latitude) in [(-90.0, 15.0), (-80.0, -5.0), (30.0, 15.0), (60.0, 0.0), (70.0, -10.0)] {
        let [red, green, blue, _] = map.mean(longitude, latitude, 4);
        assert!((0.68..0.82).contains(&(green / red)), "{red}, {green} at {longitude}, {latitude}");
        assert!(blue < 0.7 * green, "{green}, {blue} at {longitude}, {latitude}");
    }
}

/// The plume of Pele draws a red ring about it, some ten degrees away.
#[test]
fn io_has_the_ring_of_pele() {
    let map = Map::read("io.color.png");
    for (longitude, latitude) in [(115.0, -19.0), (95.0, -19.0), (105.0, -9.0), (105.0, -29.0)] {
        let ring = map.redness(longitude, latitude);
        assert!(ring > map.redness(105.0, -19.0) + 0.05, "{ring} at {longitude}, {latitude}");
    }
}
