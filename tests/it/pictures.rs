//! Pictures of the program: coarse facts, no pixels.
//!
//! Every picture is small and takes some seconds on a software driver. A machine may have no driver at all, so a
//! plain `cargo test` counts these tests as ignored; `scripts/test`, which provides a driver, runs them, and they
//! fail without one.

use std::f64::consts::TAU;

use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, Image, ImageSampler, ImageType};

use crate::program::ecliptic;

/// Width and height of the pictures, pixels.
const SIZE: (usize, usize) = (320, 180);
/// Radius of a body's disc from the usual distance of 4.5 radii, pixels: 1 / sqrt(4.5^2 - 1) over the tangent of
/// half the field of view (0.8 radians), times half the height.
const DISC: f64 = 0.2279 / 0.4228 * 90.0;
/// Side of a patch of a picture that is compared with the same patch of another one, pixels.
const PATCH: usize = 8;
/// Turn of the eye about its subject by which the sky moves by a pixel, degrees: the arc tangent of 0.4228 / 90.
const SKY_PIXEL_DEG: f64 = 0.2691;
/// Least mean difference of a patch that is seen to change, 0 to 255.
const SEEN: f64 = 6.0;
/// A patch shimmers if a quarter of a pixel changes it by more than this share of what a whole one does: smooth patches
/// reach 0.45, those with details finer than pixels 1.
const SHIMMER: f64 = 0.7;
/// Distance between the worlds of `tests/data/worlds-in-a-row.ron` from ten radii, pixels: 2.9 / 10 over 0.4228, times
/// half the height.
const ROW_PIXELS: f64 = 61.7;
/// The hour at which the great red spot, by its place on the planet, faces the usual eye.
const SPOT_FACES_US: &str = "2026-11-21T03:00";

/// The mean colour of a part of a picture, 0 to 255 each.
#[derive(Clone, Copy, Debug)]
struct Tone {
    red: f64,
    green: f64,
    blue: f64,
}

impl Tone {
    fn brightness(self) -> f64 {
        (self.red + self.green + self.blue) / 3.0
    }

    /// Red less blue, as a share of all light.
    fn redness(self) -> f64 {
        (self.red - self.blue) / (self.red + self.green + self.blue).max(1.0)
    }

    /// 1 for white and grey, less for colours.
    fn whiteness(self) -> f64 {
        let least = self.red.min(self.green).min(self.blue);
        least / self.red.max(self.green).max(self.blue).max(1.0)
    }
}

/// A picture with its subject in the middle.
struct Picture {
    /// Width and height, pixels.
    size: (usize, usize),
    /// Red, green, blue, alpha, line by line.
    data: Vec<u8>,
}

impl Picture {
    /// The mean colour of a square about a point. `x` (right), `y` (up) and half the square's side in radii
    /// of the body's disc, from its middle.
    fn tone(&self, x: f64, y: f64, half: f64) -> Tone {
        let middle = (SIZE.0 as f64 / 2.0 + x * DISC, SIZE.1 as f64 / 2.0 - y * DISC);
        self.tone_of_pixels(middle, (half * DISC).max(1.0))
    }

    fn tone_of_pixels(&self, (x, y): (f64, f64), half: f64) -> Tone {
        let range = |middle: f64, most: usize| {
            let least = (middle - half).round().max(0.0) as usize;
            least..((middle + half).round() as usize).clamp(least + 1, most)
        };
        let (columns, rows) = (range(x, self.size.0), range(y, self.size.1));
        let count = (columns.len() * rows.len()) as f64;
        let mut sum = [0.0; 3];
        for row in rows {
            for column in columns.clone() {
                let pixel = &self.data[(row * self.size.0 + column) * 4..][..3];
                for (sum, part) in sum.iter_mut().zip(pixel) {
                    *sum += f64::from(*part);
                }
            }
        }
        Tone { red: sum[0] / count, green: sum[1] / count, blue: sum[2] / count }
    }

    /// The mean difference from another picture of this size in a patch, given by its column and row, 0 to 255.
    fn difference(&self, other: &Self, (column, row): (usize, usize)) -> f64 {
        let lines = (row * PATCH..(row + 1) * PATCH).map(|line| (line * self.size.0 + column * PATCH) * 4);
        let bytes = lines.flat_map(|start| start..start + PATCH * 4).filter(|byte| byte % 4 < 3);
        let sum: f64 = bytes.map(|byte| f64::from(self.data[byte].abs_diff(other.data[byte]))).sum();
        sum / (PATCH * PATCH * 3) as f64
    }
}

/// The picture of the solar system with these arguments.
fn shot(arguments: &[&str]) -> Picture {
    shot_of_size(SIZE, arguments)
}

/// The same, with this width and height, pixels.
fn shot_of_size(size: (usize, usize), arguments: &[&str]) -> Picture {
    shot_of_level("levels/sol.ron", size, arguments)
}

/// The picture of the main menu of this width and height, pixels.
fn shot_of_menu(size: (usize, usize), arguments: &[&str]) -> Picture {
    shot_of_level("--menu", size, arguments)
}

/// The same of any level.
fn shot_of_level(level: &str, size: (usize, usize), arguments: &[&str]) -> Picture {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("picture.png");
    let pixels = format!("{}x{}", size.0, size.1);
    let out = file.to_str().expect("a temporary path is text");
    let always = ["shot", level, "--size", pixels.as_str(), "--out", out];
    let output = ecliptic(&[&always[..], arguments].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    assert!(!said.contains("failed to process shader"), "{arguments:?}: {said}");
    let image = Image::from_buffer(
        &std::fs::read(&file).expect("the picture was written"),
        ImageType::Extension("png"),
        CompressedImageFormats::NONE,
        true,
        ImageSampler::default(),
        RenderAssetUsages::MAIN_WORLD,
    )
    .expect("it is a PNG file");
    let data = image.data.expect("it has pixels");
    assert_eq!(data.len(), size.0 * size.1 * 4, "eight bits for each of red, green, blue and alpha");
    Picture { size, data }
}

/// The yaw, degrees, of an eye that looks at a body on the level's first date with the Sun behind the eye: the
/// body's direction from the Sun, in the camera's angles.
fn yaw_of_sun(body: &str) -> f64 {
    let output =
        ecliptic(&["ephemeris", "levels/sol.ron", "--at", "2461365.5", "--bodies", body, "--format", "json"]);
    let rows: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let component = |key: &str| rows[0][key].as_f64().expect("a number");
    (-component("x_au")).atan2(component("y_au")).to_degrees()
}

/// Fails if the light does not come from the Sun, if the night is not dark, or if bodies far from the Sun are
/// drawn as dark as they are.
#[test]
#[ignore = "needs a graphics driver"]
fn the_lit_half_faces_the_sun_and_is_as_bright_far_out_as_near() {
    // Seen from a quarter of a turn aside: on Mercury the Sun is at the left, on Pluto at the right.
    let day_and_night = |body: &str, aside: f64| {
        let yaw = format!("{}", (yaw_of_sun(body) + 90.0 * aside) % 360.0);
        let picture = shot(&["--look", body, "--pitch", "0", "--yaw", yaw.as_str(), "--plain"]);
        (picture.tone(-0.55 * aside, 0.0, 0.35), picture.tone(0.55 * aside, 0.0, 0.35))
    };
    let (mercury, pluto) = (day_and_night("Mercury", 1.0), day_and_night("Pluto", -1.0));
    // The Moon has a map of its heights too.
    let moon = day_and_night("Moon", 1.0);
    for (day, night) in [mercury, pluto, moon] {
        assert!(day.brightness() > 50.0, "the day is dark: {day:?}");
        assert!(night.brightness() < 0.1 * day.brightness(), "day {day:?}, night {night:?}");
    }
    let ratio = mercury.0.brightness() / pluto.0.brightness();
    assert!((0.6..1.7).contains(&ratio), "Mercury is {ratio} times as bright as Pluto");
}

/// Where a place on the Earth is in a picture from right above its north pole, at midnight of Greenwich in summer:
/// x and y in radii of the disc. The meridian of Greenwich is at the top, with night, and east is at the left of it.
fn place_from_north(latitude_deg: f64, longitude_deg: f64) -> (f64, f64) {
    let (height, out) = latitude_deg.to_radians().sin_cos();
    // The disc of a ball that is seen from 4.5 radii, and a point of its ground on it.
    let radius = out * (4.5_f64 * 4.5 - 1.0).sqrt() / (4.5 - height);
    let (east, top) = longitude_deg.to_radians().sin_cos();
    (-radius * east, radius * top)
}

/// Fails if in such a picture the lands or the towns are at other longitudes, the night has no lights, or the day has
/// no rim of air.
fn assert_lands_lights_and_air(june: &Picture) {
    let tone = |latitude_deg: f64, longitude_deg: f64| {
        let (x, y) = place_from_north(latitude_deg, longitude_deg);
        june.tone(x, y, 0.05)
    };
    let (towns, sea) = (tone(51.0, 2.0), tone(46.0, -33.0));
    assert!(sea.brightness() < 20.0, "it is not night on the Atlantic: {sea:?}");
    let is_lit = towns.brightness() > 2.0 * sea.brightness() && towns.redness() > sea.redness() + 0.1;
    assert!(is_lit, "the night of Europe has no lights: {towns:?}, and {sea:?} on the Atlantic");
    // The same latitudes as far west have the same Sun, but forests and lakes.
    let deserts = [(38.0, 83.0), (44.0, 104.0), (36.0, 85.0)];
    let redness = |side: f64| {
        let parts = deserts.map(|(latitude_deg, east_deg)| tone(latitude_deg, side * east_deg).redness());
        parts.iter().sum::<f64>() / parts.len() as f64
    };
    let (east, west) = (redness(1.0), redness(-1.0));
    assert!(east > west + 0.03, "the deserts of Asia are not redder than America: {east} and {west}");
    let air = |y: f64| june.tone(0.0, y, 0.02);
    let (day, night) = (air(-1.04), air(1.04));
    assert!(day.blue > 60.0 && day.redness() < -0.15, "no blue rim over the day: {day:?}");
    assert!(night.brightness() < 0.5 * day.brightness(), "{night:?} over the night, {day:?} over the day");
}

/// Fails if the ice is elsewhere, for example with a texture upside down or a wrong pole, and if the lands, the lights
/// or the air are.
#[test]
#[ignore = "needs a graphics driver"]
fn ice_lies_about_both_poles_of_the_earth_and_towns_are_lit_by_night() {
    // On the longest day of each hemisphere, seen from right above its pole: Earth's axis leans by 23.4 degrees
    // toward the ecliptic longitude 90.
    for (date, pitch, yaw) in [("2026-06-21", "66.56", "180"), ("2026-12-21", "-66.56", "0")] {
        let eye = ["--look", "Earth", "--date", date, "--pitch", pitch, "--yaw", yaw, "--plain"];
        let picture = shot(&eye);
        let pole = picture.tone(0.0, 0.0, 0.1);
        assert!(pole.whiteness() > 0.8 && pole.brightness() > 60.0, "no ice at {pitch}: {pole:?}");
        // Clouds are white too, but in the dry belts sea and land are seen between them.
        let round = (0..24).map(|step| (f64::from(step) / 24.0 * TAU).sin_cos());
        let tones: Vec<Tone> = round.map(|(x, y)| picture.tone(0.9 * x, 0.9 * y, 0.03)).collect();
        let is_colored =
            |tone: &&Tone| tone.brightness() > 15.0 && tone.whiteness() < pole.whiteness() - 0.15;
        let colored = tones.iter().filter(is_colored).count();
        assert!(colored >= 4, "white all round, {colored}: {tones:?}");
        if date == "2026-06-21" {
            assert_lands_lights_and_air(&picture);
        }
    }
}

/// Fails if Jupiter is turned wrongly, or the spot is in the other hemisphere or missing.
#[test]
#[ignore = "needs a graphics driver"]
fn the_red_spot_is_in_the_south_of_jupiter() {
    let eye = ["--look", "Jupiter", "--date", SPOT_FACES_US, "--pitch", "0", "--plain"];
    let picture = shot(&eye);
    let spot = picture.tone(-0.17, -0.46, 0.06).redness();
    for (x, y) in [(0.25, -0.46), (-0.62, -0.46), (-0.17, 0.46)] {
        let beside = picture.tone(x, y, 0.06).redness();
        assert!(spot > beside + 0.08, "redness {spot} of the spot, {beside} at {x}, {y}");
    }
}

/// Fails if rings throw no shadow on their planet.
#[test]
#[ignore = "needs a graphics driver"]
fn the_rings_of_saturn_darken_a_band_of_it() {
    // In 2021 the Sun is north of the rings, higher than this eye: the shadow of the rings is visible south of
    // them.
    let eye = ["--look", "Saturn", "--date", "2021-08-02", "--pitch", "6", "--plain"];
    let picture = shot(&eye);
    let brightness = |x: f64, y: f64| picture.tone(x, y, 0.03).brightness();
    let band = brightness(0.31, -0.44);
    for (x, y) in [(0.31, 0.18), (0.31, -0.72), (-0.4, 0.45)] {
        let beside = brightness(x, y);
        assert!(band < 0.75 * beside, "{band} in the band, {beside} at {x}, {y}");
    }
}

/// Fails if an icon covers its sphere, or if neither is visible.
#[test]
#[ignore = "needs a graphics driver"]
fn a_body_shows_its_sphere_from_near_and_its_icon_from_far() {
    let mars =
        |distance_au: &str, overlay: &str| shot(&["--look", "Mars", "--distance-au", distance_au, overlay]);
    let near = mars("0.006", "--no-panels");
    let (far_plain, far) = (mars("3", "--plain"), mars("3", "--no-panels"));
    let middle = near.tone(0.0, 0.0, 0.06).brightness();
    assert!(middle > 40.0, "no sphere from near: {middle}");
    // An icon would be a disc of one colour, brighter than the ground about it.
    let around = [(-0.25, 0.0), (0.25, 0.0), (0.0, -0.25), (0.0, 0.25)];
    let around = around.map(|(x, y)| near.tone(x, y, 0.06).brightness());
    let ground = around.iter().sum::<f64>() / 4.0;
    assert!(middle < 1.3 * ground, "an icon before the sphere: {middle}, and {around:?} about it");
    let pixels = (SIZE.0 as f64 / 2.0, SIZE.1 as f64 / 2.0);
    let brightness = |picture: &Picture| picture.tone_of_pixels(pixels, 3.0).brightness();
    let (speck, icon) = (brightness(&far_plain), brightness(&far));
    assert!(speck < 25.0, "a sphere from far: {speck}");
    assert!(icon > speck + 50.0, "no icon from far: {icon}, and {speck} without it");
}

/// Fails if a picture without a window leaves out the minimap, or draws it elsewhere than a window has it.
#[test]
#[ignore = "needs a graphics driver"]
fn the_minimap_is_at_the_lower_right() {
    // The scene of docs/screenshots/departure.jpg, as small as has room for the map below a panel.
    let route = |overlay: &[&str]| {
        let scene = ["--orders", "docs/scenes/to-mars.orders.ron", "--tick", "300", "--select", "First"];
        let eye = ["--distance-au", "3.6", "--pitch", "42", "--yaw", "0"];
        shot_of_size((800, 520), &[&scene[..], &eye[..], overlay].concat())
    };
    let (with_map, without) = (route(&["--panel", "Earth"]), route(&["--no-panels"]));
    // Its middle, with the Sun, is 100 pixels from the right edge and from the lower one: it stands in the corner.
    let (x, y) = (800.0 - 100.0, 520.0 - 100.0);
    let sun = |picture: &Picture| picture.tone_of_pixels((x, y), 1.5).brightness();
    assert!(sun(&with_map) > sun(&without) + 60.0, "{} and {}", sun(&with_map), sun(&without));
    // Its square has the colour of panels, a dark blue, up to its corners and no farther.
    let all_over = |picture: &Picture| picture.tone_of_pixels((x, y), 60.0);
    let (map, sky) = (all_over(&with_map), all_over(&without));
    assert!(map.blue > sky.blue + 10.0 && map.redness() < -0.1, "{map:?} over {sky:?}");
    let left = |picture: &Picture, pixels: f64| picture.tone_of_pixels((x - pixels, y + 92.0), 4.0);
    let (corner, under) = (left(&with_map, 92.0), left(&without, 92.0));
    assert!(corner.blue > under.blue + 10.0 && corner.redness() < -0.1, "{corner:?} over {under:?}");
    let (beside, bare) = (left(&with_map, 110.0), left(&without, 110.0));
    assert!((beside.brightness() - bare.brightness()).abs() < 6.0, "{beside:?} and {bare:?}");
}

/// Fails if the menu is not drawn without a window, a button does not turn its page, or the Earth is not beside it.
#[test]
#[ignore = "needs a graphics driver"]
fn a_page_of_the_main_menu_stands_beside_the_earth() {
    let picture = shot_of_menu((1280, 576), &["--press", "Skirmish", "--date", "2026-06-21"]);
    // The page goes from 56 to 816 pixels, that of the main menu only to 406.
    let [page, sky] = [806.0, 826.0].map(|x| picture.tone_of_pixels((x, 288.0), 4.0));
    assert!(page.blue > sky.blue + 8.0 && page.redness() < -0.1, "no page: {page:?}, and {sky:?} beside it");
    let earth = picture.tone_of_pixels((1048.0, 288.0), 60.0);
    assert!(earth.brightness() > 30.0, "no Earth in the middle of the rest: {earth:?}");
}

/// Draws a view three times: as it is, and with the eye higher by a quarter of a pixel and by a whole one, which is
/// `pixel_deg` degrees. Fails if a patch shimmers. Only those are judged whose middle `is_judged` wants, by its pixels
/// to the right of the middle of the picture and below that. The patches about a patch count as its own where a whole
/// pixel moves something out of it.
fn assert_calm(level: &str, view: &[&str], pixel_deg: f64, is_judged: impl Fn(f64, f64) -> bool) {
    let [still, quarter, whole] = [0.0, 0.25, 1.0].map(|share| {
        let pitch = format!("{}", 10.0 + share * pixel_deg);
        shot_of_level(level, SIZE, &[view, &["--plain", "--pitch", pitch.as_str()][..]].concat())
    });
    let (columns, rows) = (SIZE.0 / PATCH, SIZE.1 / PATCH);
    let from_middle = |patch: usize, side: usize| (patch as f64 + 0.5) * PATCH as f64 - side as f64 / 2.0;
    let mut has_moved = false;
    for (column, row) in (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))) {
        if !is_judged(from_middle(column, SIZE.0), from_middle(row, SIZE.1)) {
            continue;
        }
        let about = |middle: usize, count: usize| middle.saturating_sub(1)..(middle + 2).min(count);
        let near = about(row, rows).flat_map(|row| about(column, columns).map(move |column| (column, row)));
        let much = near.map(|patch| still.difference(&whole, patch)).fold(0.0, f64::max);
        let little = still.difference(&quarter, (column, row));
        has_moved |= much > SEEN;
        assert!(
            little <= SEEN.max(SHIMMER * much),
            "{view:?}: a quarter of a pixel changes patch {column}, {row} by {little}, a whole one by {much}"
        );
    }
    assert!(has_moved, "{view:?}: nothing has moved");
}

/// Fails if stars or thin lines are drawn as pixels that are lit or not.
#[test]
#[ignore = "needs a graphics driver"]
fn stars_and_lines_do_not_shimmer() {
    let view = ["--look", "Mars", "--distance-au", "0.05", "--constellations"];
    assert_calm("levels/sol.ron", &view, SKY_PIXEL_DEG, |_, _| true);
}

/// Fails if a pattern of the ground is finer than pixels, on a world with a map from near and on invented ones from
/// afar.
#[test]
#[ignore = "needs a graphics driver"]
fn the_ground_of_worlds_does_not_shimmer() {
    // From two radii the ground below the eye moves as the sky does, from ten a ninth of that. There the stars beside
    // the disc move further, and are left out.
    let (near, far) =
        (["--look", "Mars", "--distance-au", "0.0027"], ["--look", "Cinder", "--distance-au", "0.01303"]);
    let disc = |x: f64, y: f64| x.abs().max(y.abs()) <= 16.0;
    assert_calm("levels/sol.ron", &near, SKY_PIXEL_DEG, |_, _| true);
    assert_calm("levels/binary-dawn.ron", &far, 9.0 * SKY_PIXEL_DEG, disc);
    // Ice, an ocean, a desert, gas and rock side by side, each ten radii from the eye: their middles are on the line
    // about which the eye turns.
    let row = ["--look", "Dune", "--distance-au", "0.000401", "--yaw", "0"];
    let discs = |x: f64, y: f64| {
        let nearest = (x / ROW_PIXELS).round().clamp(-2.0, 2.0) * ROW_PIXELS;
        (x - nearest).hypot(y) <= 15.0
    };
    assert_calm("tests/data/worlds-in-a-row.ron", &row, 9.0 * SKY_PIXEL_DEG, discs);
}
