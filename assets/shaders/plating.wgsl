// The plating of hulls: plates of two sizes with seams between them, paint worn off at seams and edges, soot of the
// engines, and rows of lit windows, all as the style of their owner lays them.
//
// `place` is a place on a flat face, km: x along the hull, y across; on ships x is 0 at the stern and below it ahead.
// So plates and windows have the same size on all ships, and a large ship shows that it is large. `footprint` is
// the size of a pixel there, km: what is finer fades out, or it would flicker, and ships far away stay clean.

#import "shaders/noise.wgsl"::{noise, visible, scramble, three_numbers}

// The most small plates in a large one, along and across.
const PARTS: vec2<f32> = vec2<f32>(4.0, 3.0);
// How far from a seam the paint can be worn off, km.
const WORN: f32 = 10.0;
// How far ahead of the stern there is soot, km.
const SOOT: f32 = 240.0;
// Half the height of a window as a share of its deck's, and half its width as a share of the distance of windows.
const WINDOW: vec2<f32> = vec2<f32>(0.076, 0.26);
// Windows beside each other that are lit or dark together.
const ROOMS: f32 = 9.0;

// How a style lays plates, windows and stripes: `Paintwork` in src/client/models/hull_material.rs.
struct Paintwork {
    // Large plates, km along and across. Each is whole, or divided into small ones.
    plate: vec2<f32>,
    // Half widths of the seams of large and of small plates, km.
    seams: vec2<f32>,
    // Height of a deck and distance of its windows, km.
    windows: vec2<f32>,
    // Distance of the stripes from the middle plane, and half their width.
    stripes: vec2<f32>,
    // Most shift of a row of plates, as a share of a plate.
    shift: f32,
    // Share of lit rooms.
    lit: f32,
    // How far from an edge paint is worn off, km.
    wear: f32,
}

struct Plating {
    // Factor on the colour of the paint.
    tone: f32,
    // Share of bare metal.
    bare: f32,
    // Added to the roughness.
    rough: f32,
    // Share of the surface that is black with soot.
    soot: f32,
}

// Three random numbers from 0 to 1 of a cell.
fn random(cell: vec2<f32>, seed: u32) -> vec3<f32> {
    return three_numbers(scramble(vec3<i32>(vec2<i32>(cell), 0), seed));
}

// Distance from the nearest edge of a cell of this size, by the place in it from 0 to 1.
fn from_edge(inner: vec2<f32>, size: vec2<f32>) -> f32 {
    let nearest = min(inner, 1.0 - inner) * size;
    return min(nearest.x, nearest.y);
}

// A line at distance 0: 1 on it. A line thinner than a pixel is as wide as the pixel, and fainter.
fn seam(distance: f32, half_width: f32, footprint: f32) -> f32 {
    let half_line = half_width + 0.7 * footprint;
    return half_width / half_line * (1.0 - smoothstep(0.3 * half_line, half_line, distance));
}

// Share of bare metal beside an edge: on it hardly any paint is left, farther off what chips and scratches spared.
fn scraped(wear: f32, place: vec2<f32>, edge: f32, chips: f32, footprint: f32) -> f32 {
    let seen = visible(footprint / wear);
    if edge >= wear || seen <= 0.0 {
        return 0.0;
    }
    let nearness = 1.0 - smoothstep(0.0, wear, edge);
    let scratches = noise(vec3<f32>(place / vec2<f32>(55.0, 6.0), 0.9), 7u).x * visible(footprint / 4.0);
    return seen * nearness * smoothstep(0.5, 0.9, nearness + 0.7 * chips + 0.35 * scratches);
}

// Share of soot: flames blacken the stern in streaks.
fn soot(place: vec2<f32>, footprint: f32) -> f32 {
    let seen = visible(footprint / SOOT);
    if place.x < -1.35 * SOOT || seen <= 0.0 {
        return 0.0;
    }
    let streaks = noise(vec3<f32>(place / vec2<f32>(260.0, 16.0), 0.1), 8u).x * visible(footprint / 16.0);
    return 0.8 * seen * smoothstep(-SOOT, -0.1 * SOOT, place.x + 0.35 * SOOT * streaks);
}

// A large plate, with a place on it.
struct LargePlate {
    // Its number along the hull, and its row.
    cell: vec2<f32>,
    // The place in it, 0 to 1.
    inner: vec2<f32>,
    // Its random numbers.
    dice: vec3<f32>,
    // Distance of the place from its nearest edge, km.
    edge: f32,
    // How far it is seen at all, 0 to 1.
    seen: f32,
}

fn large_plate(paintwork: Paintwork, place: vec2<f32>, footprint: f32) -> LargePlate {
    // The rows of plates are shifted against each other, as bricks are.
    let plate = paintwork.plate;
    let row = floor(place.y / plate.y);
    let shift = paintwork.shift * random(vec2<f32>(row, 7.0), 11u).x;
    let along = place.x / plate.x + shift;
    var out: LargePlate;
    out.cell = vec2<f32>(floor(along), row);
    out.inner = vec2<f32>(along, place.y / plate.y) - out.cell;
    out.dice = random(out.cell, 12u);
    out.edge = from_edge(out.inner, plate);
    out.seen = visible(2.0 * footprint / plate.y);
    return out;
}

// Dark line of the seam about a large plate.
fn large_seam(paintwork: Paintwork, plate: LargePlate, footprint: f32) -> f32 {
    return 0.62 * plate.seen * seam(plate.edge, paintwork.seams.x, footprint);
}

// Large plates alone, clean and whole.
fn plain_plating(paintwork: Paintwork, place: vec2<f32>, footprint: f32) -> Plating {
    let large = large_plate(paintwork, place, footprint);
    var out: Plating;
    out.tone = (1.0 + 0.24 * (large.dice.x - 0.5) * large.seen) * (1.0 - large_seam(paintwork, large, footprint));
    out.bare = 0.0;
    out.rough = 0.0;
    out.soot = 0.0;
    return out;
}

// `edge` is the distance from an edge of the hull that stands out, km.
fn plating(paintwork: Paintwork, place: vec2<f32>, edge: f32, footprint: f32) -> Plating {
    let large = large_plate(paintwork, place, footprint);

    // Every third plate is whole.
    let divided = select(vec2<f32>(1.0), 1.0 + floor(large.dice.xy * PARTS), large.dice.z > 0.33);
    let parts = min(divided, PARTS);
    let part = floor(large.inner * parts);
    let small = random(large.cell * PARTS + part, 13u);
    let small_size = paintwork.plate / parts;
    let small_edge = from_edge(large.inner * parts - part, small_size);
    let small_is_seen = visible(2.0 * footprint / min(small_size.x, small_size.y));

    let seams = max(
        large_seam(paintwork, large, footprint),
        0.42 * small_is_seen * seam(small_edge, paintwork.seams.y, footprint),
    );
    let plate_tones = 0.16 * (large.dice.x - 0.5) * large.seen + 0.15 * (small.y - 0.5) * small_is_seen;

    // Streaks of dirt along the hull, and paint that has come off along seams.
    let dirt = noise(vec3<f32>(place / vec2<f32>(420.0, 70.0), 0.3), 5u).x * visible(footprint / 70.0);
    let chips = noise(vec3<f32>(place / 20.0, 0.7), 6u).x;
    let nearness = 1.0 - smoothstep(0.0, WORN, large.edge);
    let chipped = nearness * smoothstep(0.05, 0.4, chips);
    let bare = max(chipped * visible(footprint / 15.0), scraped(paintwork.wear, place, edge, chips, footprint));

    var out: Plating;
    out.tone = (1.0 + plate_tones + 0.11 * dirt) * (1.0 - seams);
    out.bare = bare * (1.0 - seams);
    out.soot = soot(place, footprint);
    out.rough = 0.22 * (small.z - 0.5) * small_is_seen + 0.15 * max(dirt, 0.0);
    return out;
}

// Light of the windows, 0 to 1: rows along some decks, with rooms that are dark.
fn windows(paintwork: Paintwork, place: vec2<f32>, footprint: f32) -> f32 {
    let deck_height = paintwork.windows.x;
    let distance = paintwork.windows.y;
    let half = WINDOW * paintwork.windows;
    let deck = floor(place.y / deck_height);
    let step = place.x / distance;
    let room = vec2<f32>(floor(step / ROOMS), deck);
    let is_lit = select(0.0, 1.0, random(room, 21u).x < paintwork.lit);
    let is_bright = 0.45 + 0.55 * random(vec2<f32>(floor(step), deck), 22u).y;

    // Across the deck a window is a band, along the deck a row. Windows finer than a pixel join to a line of their
    // mean light, and decks finer than a pixel are dark.
    let height = abs(place.y / deck_height - deck - 0.5) * deck_height;
    let band = 1.0 - smoothstep(half.x - 0.5 * footprint, half.x + 0.5 * footprint + 0.3, height);
    let width = abs(fract(step) - 0.5) * distance;
    let one = 1.0 - smoothstep(half.y - 0.5 * footprint, half.y + 0.5 * footprint + 0.3, width);
    let row = mix(0.45, one, visible(footprint / distance));
    return is_lit * is_bright * band * row * visible(1.4 * footprint / deck_height);
}

// Stripes beside the middle plane, or one along it: 1 within. `aside` is the distance from that plane as a share of
// half the hull's width, `pixel` the size of a pixel in that unit.
fn stripes(paintwork: Paintwork, aside: f32, pixel: f32) -> f32 {
    let distance = abs(abs(aside) - paintwork.stripes.x) - paintwork.stripes.y;
    return 1.0 - smoothstep(-0.5 * pixel, 0.5 * pixel + 1e-4, distance);
}
