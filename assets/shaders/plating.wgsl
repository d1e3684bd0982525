// The plating of hulls: plates with seams and shoulders between them, some dark, some sunk, some divided or with a
// hatch, paint worn off at seams and edges, grime and soot, rows of lit windows and lamps, all as the style of their
// owner lays them. Where a style wants it, no two rows of plates are alike: equal plates look like bricks.
//
// `place` is a place on a flat face, km: x along the hull, y across; on ships x is 0 at the stern and below it ahead.
// So plates and windows have the same size on all ships, and a large ship shows that it is large. `footprint` is
// the size of a pixel there, km: what is finer fades out, or it would flicker, and ships far away stay clean.

#import "shaders/noise.wgsl"::{noise, visible, scramble, three_numbers}

// The most small plates in a large one, along and across: as many are in one that is sunk.
const PARTS: vec2<f32> = vec2<f32>(4.0, 3.0);
// Those in a section that is sunk.
const RECESS_PARTS: vec2<f32> = vec2<f32>(7.0, 3.0);
// The share of large plates that are whole where all are alike, and where they vary the most.
const WHOLE: vec2<f32> = vec2<f32>(0.33, 0.55);
// How far the seam between two plates lies aside of its place where plates vary the most, as a share of a plate, if it
// does: so there are plates of three sizes. And the share of such seams that are missing along a row and between two
// rows.
const ASIDE: f32 = 0.34;
const JOINED: vec2<f32> = vec2<f32>(0.36, 0.3);
// The share of large plates with a hatch where plates vary the most, if they are whole; the least half length and width
// of a hatch, km, and the most, as a share of its plate; and the factor on its tone.
const HATCHES: f32 = 0.5;
const HATCH: vec2<f32> = vec2<f32>(22.0, 15.0);
const LARGEST_HATCH: f32 = 0.3;
const HATCH_TONE: f32 = 0.8;
// How far from a seam the paint can be worn off, km.
const WORN: f32 = 10.0;
// How far ahead of the stern there is soot, km.
const SOOT: f32 = 240.0;
// Half the height of a window as a share of its deck's, and half its width as a share of the distance of windows.
const WINDOW: vec2<f32> = vec2<f32>(0.076, 0.26);
// Windows beside each other that are lit or dark together.
const ROOMS: f32 = 9.0;
// Halls have windows larger than those of rooms by this factor, which are seen from farther; and the share of lit
// halls, by that of rooms.
const HALL: f32 = 3.4;
const LIT_HALLS: f32 = 0.7;

// The usual size of a section of the hull, which has one paint and one kind of plates, in large plates along and
// across, and its least breadth, as a share of its length: armour is laid in fields, not in planks. And the share of
// sections with dark paint.
const SECTION: vec2<f32> = vec2<f32>(2.5, 3.0);
const LEAST_BREADTH: f32 = 0.42;
const DARK_SECTIONS: f32 = 0.22;
// The kinds of sections where plates vary the most: most are one clean plate, the others are divided into strips along
// the hull, usual plates or small ones. The random number below which, or above which, a section has them, and the size
// of their plates, in usual ones.
const CLEAN: f32 = 0.64;
const STRIPS: f32 = 0.8;
const SMALL: f32 = 0.92;
const STRIP: vec2<f32> = vec2<f32>(2.2, 0.8);
const SMALL_PLATE: vec2<f32> = vec2<f32>(0.6, 0.7);
// The share of sections with windows.
const MANNED: f32 = 0.5;
// The darkness of joints between sections, of seams between rows of plates, of those between plates of a row and of
// those of small plates and hatches; and the width of a joint, in seams of large plates.
const JOINT: f32 = 0.85;
const ROW_SEAM: f32 = 0.34;
const BUTT_SEAM: f32 = 0.22;
const SMALL_SEAM: f32 = 0.3;
const JOINT_WIDTH: f32 = 2.6;
// How far from a joint light is kept off, km, and how much of it.
const JOINT_SHADE: vec2<f32> = vec2<f32>(70.0, 0.2);
// How far sections and large plates lie askew at most, as a slope: so each takes the light in its own way. And how much
// their roughness differs: some shine, some are dull.
const ASKEW: vec2<f32> = vec2<f32>(0.07, 0.05);
const GLOSS: vec2<f32> = vec2<f32>(0.4, 0.16);
// The slope of a joint's rim, as a share of that of a plate's, over its width, in those of plates.
const JOINT_RIM: vec2<f32> = vec2<f32>(0.9, 1.8);
// The tones of usual and of dark paint, and their mean, which far ships have.
const USUAL_TONE: f32 = 1.0;
const DARK_TONE: f32 = 0.52;
const MEAN_TONE: f32 = 0.89;
// The share of large plates that are sunk, that of whole sections, and the factor on their tone.
const SUNK: f32 = 0.06;
const SUNK_SECTIONS: f32 = 0.14;
const SUNK_TONE: f32 = 0.4;
// The share of plates that were put in later, without the owner's paint, and how much of that is left on them; and how
// much of it the streaks of dirt have taken at most.
const REPLACED: f32 = 0.03;
const LEFT_PAINT: f32 = 0.6;
const FADED: f32 = 0.3;
// The rim of a plate slopes down over this width, km, by this slope.
const SHOULDER: f32 = 7.0;
const SLOPE: f32 = 0.5;
// How far from the seam of a plate light is kept off, km, and from its seam a sunk plate is shaded.
const SHADE: f32 = 26.0;

// The plates of gun houses, barrels and masts are smaller than those of hulls by this factor: the houses themselves are
// hardly larger than a plate.
const FITTING_FINENESS: f32 = 2.5;
// Edges that stand out are rounded over this width, km, to this slope, so that each catches the light or loses it.
const BEVEL: f32 = 12.0;
const BEVEL_SLOPE: f32 = 0.5;
// Beside them faces bend over this width, km, to this slope.
const BEND: vec2<f32> = vec2<f32>(110.0, 0.16);
// On slow machines, where no place leans: how much brighter paint is along these edges, the factor on the darkness of
// seams, the most of it, and how much darker a plate is beside its seam, if it is level and if it is sunk.
const PLAIN_EDGE: f32 = 0.45;
const PLAIN_SEAM: f32 = 1.7;
const DARKEST_SEAM: f32 = 0.75;
const PLAIN_SHADE: vec2<f32> = vec2<f32>(0.2, 0.5);

// Distance of lamps along the hull, km, how far they are from an edge, and half the size of one.
const LAMP_STEP: f32 = 900.0;
const LAMP_INSET: f32 = 14.0;
const LAMP_SIZE: f32 = 5.0;

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
    // Twice the shift of every row of plates that is shifted, as a share of a plate.
    shift: f32,
    // Share of lit rooms.
    lit: f32,
    // How far from an edge paint is worn off, km.
    wear: f32,
    // How much the sizes of plates vary, 0 to 1.
    vary: f32,
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
    // Share of the owner's paint that is left where it was painted.
    paint: f32,
    // Share of the windows that there are.
    decks: f32,
    // How far the surface leans along and across the hull: the tangent of the angle.
    lean: vec2<f32>,
}

// How far a row lies aside of the last, as a share of a plate: half a plate or none, so that seams are aligned.
fn shift_of(paintwork: Paintwork, dice: f32) -> f32 {
    return paintwork.shift * select(0.0, 0.5, dice > 0.5);
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

// A plate in a row of them, or a row of plates, with a place in it.
struct Piece {
    number: f32,
    // The place in it, 0 to 1.
    inner: f32,
    // Its size, km.
    size: f32,
}

// The piece at a place, km, in a row. Pieces come in pairs, which have room for two of the usual size: the seam between
// them lies aside of the middle, or is missing.
fn piece_at(at: f32, row: f32, usual: f32, vary: f32, joined: f32, seed: u32) -> Piece {
    let pair = floor(at / (2.0 * usual));
    let dice = random(vec2<f32>(pair, row), seed);
    let middle = usual * (1.0 + vary * ASIDE * (floor(3.0 * min(dice.x, 0.99)) - 1.0));
    let first = select(middle, 2.0 * usual, dice.y < vary * joined);
    let inside = at - 2.0 * usual * pair;
    let is_second = inside >= first;
    var out: Piece;
    out.number = 2.0 * pair + select(0.0, 1.0, is_second);
    out.size = select(first, 2.0 * usual - first, is_second);
    out.inner = (inside - select(0.0, first, is_second)) / max(out.size, 1e-3);
    return out;
}

// A section of the hull, with a place in it: plates of one kind and paint, with a wide joint about them.
struct Section {
    // Its number along the hull and across it.
    cell: vec2<f32>,
    // The place in it, 0 to 1.
    inner: vec2<f32>,
    // Its size, km.
    size: vec2<f32>,
    // The usual size of its plates, km. Pairs of them fill it without a rest.
    plate: vec2<f32>,
    // Distance of the place from its nearest joint, km.
    edge: f32,
    // How far sections are seen at all, 0 to 1.
    seen: f32,
    // Whether one plate fills it.
    is_clean: bool,
    // Its random numbers: of its kind and windows, and of how it lies and shines.
    kind: vec3<f32>,
    lie: vec3<f32>,
}

// The size of the plates of a section, in usual ones, by its random number.
fn kind_of_plates(dice: f32) -> vec2<f32> {
    if dice < STRIPS {
        return STRIP;
    }
    return select(vec2<f32>(1.0), SMALL_PLATE, dice > SMALL);
}

fn section_at(paintwork: Paintwork, place: vec2<f32>, footprint: f32) -> Section {
    let length = SECTION.x * paintwork.plate.x;
    let usual = vec2<f32>(length, max(SECTION.y * paintwork.plate.y, LEAST_BREADTH * length));
    let row = piece_at(place.y, 0.0, usual.y, paintwork.vary, JOINED.y, 17u);
    // The rows of sections are shifted against each other, as those of plates are.
    let shift = shift_of(paintwork, random(vec2<f32>(row.number, 3.0), 18u).x);
    let along = piece_at(place.x + shift * usual.x, row.number, usual.x, paintwork.vary, JOINED.x, 19u);
    var out: Section;
    out.cell = vec2<f32>(along.number, row.number);
    out.inner = vec2<f32>(along.inner, row.inner);
    out.size = vec2<f32>(along.size, row.size);
    out.kind = random(out.cell, 20u);
    out.lie = random(out.cell, 22u);
    out.is_clean = out.kind.x < CLEAN;
    let kind = mix(vec2<f32>(1.0), kind_of_plates(out.kind.x), paintwork.vary);
    let wanted = kind * paintwork.plate;
    let divided = 0.5 * out.size / max(round(0.5 * out.size / wanted), vec2<f32>(1.0));
    // The first of a pair of such plates is larger than the section: no seam is in it.
    out.plate = select(divided, 2.0 * out.size, out.is_clean);
    out.edge = from_edge(out.inner, out.size);
    out.seen = visible(2.0 * footprint / usual.y);
    return out;
}

// A large plate, with a place on it.
struct LargePlate {
    // Its number along the hull, and its row: no other plate has both.
    cell: vec2<f32>,
    // The place in it, 0 to 1.
    inner: vec2<f32>,
    // Its size, km.
    size: vec2<f32>,
    // Its random numbers.
    dice: vec3<f32>,
    // Distance of the place from its nearest edge or the nearest joint, km.
    edge: f32,
    // How far it is seen at all, 0 to 1.
    seen: f32,
    // Whether it lies deeper than the plates about it.
    is_sunk: bool,
    // Its section.
    section: Section,
}

// More than the plates of a section along or across.
const MOST_IN_SECTION: f32 = 64.0;

fn large_plate(paintwork: Paintwork, place: vec2<f32>, footprint: f32) -> LargePlate {
    let section = section_at(paintwork, place, footprint);
    let plate = section.plate;
    let inside = section.inner * section.size;
    let first = MOST_IN_SECTION * section.cell;
    let row = piece_at(inside.y, first.x + section.cell.y, plate.y, paintwork.vary, JOINED.y, 15u);
    let row_number = first.y + row.number;
    // The rows of plates are shifted against each other; the joint cuts off what is too much.
    let row_shift = shift_of(paintwork, random(vec2<f32>(row_number, section.cell.x), 11u).x);
    let shift = select(row_shift, 0.0, section.is_clean);
    let along = piece_at(
        inside.x + shift * plate.x, row_number + section.cell.x, plate.x, paintwork.vary, JOINED.x, 16u);
    var out: LargePlate;
    out.cell = vec2<f32>(first.x + along.number, row_number);
    out.inner = select(vec2<f32>(along.inner, row.inner), section.inner, section.is_clean);
    out.size = select(vec2<f32>(along.size, row.size), section.size, section.is_clean);
    out.dice = random(out.cell, 12u);
    out.edge = min(from_edge(out.inner, out.size), section.edge);
    out.seen = visible(2.0 * footprint / min(out.size.x, out.size.y));
    out.is_sunk = out.dice.x < select(SUNK, SUNK_SECTIONS, section.is_clean);
    out.section = section;
    return out;
}

// How many small plates a large one has, along and across. Where plates vary they are strips, not bricks.
fn parts_of(paintwork: Paintwork, plate: LargePlate) -> vec2<f32> {
    if plate.is_sunk {
        return select(PARTS, RECESS_PARTS, plate.section.is_clean);
    }
    if is_whole(paintwork, plate) {
        return vec2<f32>(1.0);
    }
    let divided = min(1.0 + floor(plate.dice.xy * PARTS), PARTS);
    let strips = select(vec2<f32>(divided.x, 1.0), vec2<f32>(1.0, divided.y), plate.dice.y > 0.5);
    return select(divided, strips, fract(8.0 * plate.dice.z) < paintwork.vary);
}

fn is_whole(paintwork: Paintwork, plate: LargePlate) -> bool {
    let is_undivided = plate.section.is_clean || plate.dice.z <= mix(WHOLE.x, WHOLE.y, paintwork.vary);
    return !plate.is_sunk && is_undivided;
}

// Distance from the edge of the hatch in a plate, km, negative on the hatch. A plate without one is far from any.
fn from_hatch(paintwork: Paintwork, plate: LargePlate) -> f32 {
    if !is_whole(paintwork, plate) || plate.dice.y >= HATCHES * paintwork.vary {
        return 1e6;
    }
    let dice = fract(16.0 * plate.dice);
    let half_size = min(HATCH * (1.0 + dice.xy), LARGEST_HATCH * plate.size);
    let middle = plate.size * mix(vec2<f32>(0.35), vec2<f32>(0.65), dice.zx);
    let away = abs(plate.inner * plate.size - middle) - half_size;
    return max(away.x, away.y);
}

// Dark line of the seam about a large plate, or of the joint about its section.
fn large_seam(paintwork: Paintwork, plate: LargePlate, footprint: f32) -> f32 {
    let away = min(plate.inner, 1.0 - plate.inner) * plate.size;
    let seams = max(
        ROW_SEAM * seam(away.y, paintwork.seams.x, footprint),
        BUTT_SEAM * seam(away.x, paintwork.seams.y, footprint),
    );
    let joint = JOINT * plate.section.seen * seam(plate.section.edge, JOINT_WIDTH * paintwork.seams.x, footprint);
    return max(select(plate.seen * seams, 0.0, plate.section.is_clean), joint);
}

// The tone of the paint of a large plate. Its section is seen from farther than the plate.
fn large_tone(plate: LargePlate) -> f32 {
    let section = random(plate.section.cell, 14u);
    let paint = select(USUAL_TONE, DARK_TONE, section.x < DARK_SECTIONS) * (1.0 + 0.16 * (section.y - 0.5));
    let own = select(1.0 + 0.14 * (plate.dice.y - 0.5), SUNK_TONE, plate.is_sunk);
    let shade = JOINT_SHADE.y * plate.section.seen * (1.0 - smoothstep(0.0, JOINT_SHADE.x, plate.section.edge));
    return mix(MEAN_TONE, paint, plate.section.seen) * mix(1.0, own, plate.seen) * (1.0 - shade);
}

// How far a large plate leans: it lies a little askew, as does its section.
fn large_lean(plate: LargePlate) -> vec2<f32> {
    return ASKEW.x * plate.section.seen * (plate.section.lie.xy - 0.5) + ASKEW.y * plate.seen * (plate.dice.yz - 0.5);
}

// The roughness of a large plate, above that of others.
fn large_rough(plate: LargePlate) -> f32 {
    return GLOSS.x * (plate.section.lie.z - 0.6) * plate.section.seen + GLOSS.y * (plate.dice.z - 0.5) * plate.seen;
}

// The share of windows on a large plate: those of a section that has none, and those in a sunk one, are missing.
fn large_decks(plate: LargePlate) -> f32 {
    let is_manned = plate.section.kind.y < MANNED && !plate.is_sunk;
    return mix(MANNED, select(0.0, 1.0, is_manned), plate.section.seen);
}

// Share of the owner's paint that is left on a large plate: `streaks` of dirt run along it, from -1 to 1.
fn left_paint(plate: LargePlate, streaks: f32) -> f32 {
    let replaced = select(1.0, LEFT_PAINT, fract(32.0 * plate.dice.x) < REPLACED);
    let faded = FADED * smoothstep(0.05, 0.6, streaks + 0.4 * (plate.dice.z - 0.5));
    return mix(1.0, replaced, plate.seen) * (1.0 - faded);
}

// Large plates alone, clean and whole: their seams and the edges of the hull are drawn as lines. `edge` is the distance
// from an edge of the hull that stands out, km. A line on an edge finer than a pixel is about as wide as it, and
// fainter.
fn plain_plating(paintwork: Paintwork, place: vec2<f32>, edge: f32, footprint: f32) -> Plating {
    let large = large_plate(paintwork, place, footprint);
    let seams = min(PLAIN_SEAM * large_seam(paintwork, large, footprint), DARKEST_SEAM);
    let deepest = select(PLAIN_SHADE.x, PLAIN_SHADE.y, large.is_sunk);
    let shade = deepest * large.seen * (1.0 - smoothstep(0.0, SHADE, large.edge));
    let width = max(BEVEL, 1.5 * footprint);
    let rim = PLAIN_EDGE * BEVEL / width * (1.0 - smoothstep(0.3 * width, width, edge));
    var out: Plating;
    out.tone = large_tone(large) * (1.0 - shade) * (1.0 - seams) * (1.0 + rim);
    out.paint = left_paint(large, 0.0);
    out.decks = large_decks(large);
    out.bare = 0.0;
    out.rough = large_rough(large);
    out.soot = 0.0;
    out.lean = large_lean(large);
    return out;
}

// How far the rim of a cell leans outward, by the place in it from 0 to 1: nothing within, the slope on its seam.
fn shoulder(inner: vec2<f32>, size: vec2<f32>, width: f32) -> vec2<f32> {
    let from_seam = min(inner, 1.0 - inner) * size;
    return SLOPE * sign(inner - 0.5) * (1.0 - smoothstep(vec2<f32>(0.3 * width), vec2<f32>(width), from_seam));
}

// `edge` is the distance from an edge of the hull that stands out, km.
fn plating(paintwork: Paintwork, place: vec2<f32>, edge: f32, footprint: f32) -> Plating {
    let large = large_plate(paintwork, place, footprint);
    let is_sunk = large.is_sunk;

    let parts = parts_of(paintwork, large);
    let part = floor(large.inner * parts);
    let small = random(large.cell * PARTS + part, 13u);
    let small_size = large.size / parts;
    let small_inner = large.inner * parts - part;
    let small_edge = from_edge(small_inner, small_size);
    let small_is_seen = visible(2.0 * footprint / min(small_size.x, small_size.y));

    let hatch = from_hatch(paintwork, large);
    let hatch_is_seen = visible(footprint / HATCH.y);
    let seams = max(
        large_seam(paintwork, large, footprint),
        SMALL_SEAM * max(
            small_is_seen * seam(small_edge, paintwork.seams.y, footprint),
            hatch_is_seen * seam(abs(hatch), paintwork.seams.y, footprint),
        ),
    );
    // Rims catch the light or lose it; those of sunk plates face inward. Rims finer than a pixel are as wide as it, and
    // lean less.
    let width = max(SHOULDER, 1.2 * footprint);
    let rims = SHOULDER / width * large.seen;
    let lean = rims * shoulder(large.inner, large.size, width) * select(1.0, -1.3, is_sunk)
        + 0.6 * small_is_seen * shoulder(small_inner, small_size, 0.5 * width)
        + JOINT_RIM.x * SHOULDER / width * large.section.seen
            * shoulder(large.section.inner, large.section.size, JOINT_RIM.y * width);
    // Beside seams less light arrives, most of all at the bottom of sunk plates.
    let shade = select(0.16, 0.5, is_sunk) * large.seen * (1.0 - smoothstep(0.0, SHADE, large.edge));
    let small_tone = select(0.12, 0.8, is_sunk) * (small.y - 0.5) * small_is_seen;

    // Streaks of dirt along the hull, darker toward the stern of a plate, and paint that has come off along seams.
    let streaks = noise(vec3<f32>(place / vec2<f32>(420.0, 34.0), 0.3), 5u).x * visible(footprint / 34.0);
    let dirt = clamp(0.35 + 0.9 * streaks, 0.0, 1.0) * mix(0.5, 1.0, large.inner.x);
    let chips = noise(vec3<f32>(place / 20.0, 0.7), 6u).x;
    let nearness = 1.0 - smoothstep(0.0, WORN, large.edge);
    let chipped = nearness * smoothstep(0.05, 0.4, chips);
    let bare = max(chipped * visible(footprint / 15.0), scraped(paintwork.wear, place, edge, chips, footprint));

    var out: Plating;
    out.tone = large_tone(large) * (1.0 + small_tone) * (1.0 - 0.3 * dirt) * (1.0 - shade);
    out.tone *= (1.0 - seams) * select(1.0, mix(1.0, HATCH_TONE, hatch_is_seen), hatch < 0.0);
    out.bare = bare * (1.0 - seams);
    out.paint = left_paint(large, streaks + 0.5 * chips * visible(footprint / 15.0));
    out.soot = soot(place, footprint);
    out.rough = large_rough(large) + 0.2 * (small.z - 0.5) * small_is_seen + 0.2 * dirt;
    out.decks = large_decks(large);
    out.lean = (lean + large_lean(large)) * (1.0 - smoothstep(0.0, 1.0, out.soot));
    return out;
}

// How far the face beside an edge leans toward it: the bevel, and a wide soft bend, so that no face is lit evenly.
// `inward` is the gradient of the distance from it. A bevel as fine as
// a pixel is none: its light would break into dashes.
fn bevel(edge: f32, inward: vec2<f32>, footprint: f32) -> vec2<f32> {
    let rise = BEVEL_SLOPE * visible(1.2 * footprint / BEVEL) * (1.0 - smoothstep(0.2 * BEVEL, BEVEL, edge));
    let bend = BEND.y * visible(2.0 * footprint / BEND.x) * (1.0 - smoothstep(0.0, BEND.x, edge));
    return -(rise + bend) * inward / max(length(inward), 1e-3);
}

// The small plates of gun houses, barrels and masts: seams, tones, dirt and worn edges, without hatches and soot.
fn fitting(paintwork: Paintwork, place: vec2<f32>, edge: f32, footprint: f32) -> Plating {
    let pixel = FITTING_FINENESS * footprint;
    let plate = large_plate(paintwork, FITTING_FINENESS * place, pixel);
    let width = max(SHOULDER, 1.2 * pixel);
    let streaks = noise(vec3<f32>(place / vec2<f32>(70.0, 18.0), 0.6), 9u).x * visible(footprint / 18.0);
    let dirt = clamp(0.35 + 0.9 * streaks, 0.0, 1.0);
    var out: Plating;
    out.tone = large_tone(plate) * (1.0 - large_seam(paintwork, plate, pixel)) * (1.0 - 0.3 * dirt);
    out.bare = scraped(paintwork.wear, place, edge, streaks, footprint);
    out.rough = 0.35 * (plate.dice.z - 0.62) * plate.seen + 0.25 * dirt;
    out.soot = 0.0;
    out.paint = 1.0;
    out.decks = 0.0;
    out.lean = SHOULDER / width * plate.seen * shoulder(plate.inner, plate.size, width);
    return out;
}

// Light of windows of one size, 0 to 1: rows along some decks, with rooms that are dark. `size` is the height of a deck
// and the distance of its windows, `share` that of lit rooms.
fn window_rows(size: vec2<f32>, share: f32, place: vec2<f32>, footprint: f32, seed: u32) -> f32 {
    let deck_height = size.x;
    let distance = size.y;
    let half = WINDOW * size;
    let deck = floor(place.y / deck_height);
    let step = place.x / distance;
    let room = vec2<f32>(floor(step / ROOMS), deck);
    let is_lit = select(0.0, 1.0, random(room, seed).x < share);
    let is_bright = 0.45 + 0.55 * random(vec2<f32>(floor(step), deck), seed + 1u).y;

    // Across the deck a window is a band, along the deck a row. Windows finer than a pixel join to a line of their
    // mean light, and decks finer than a pixel are dark.
    let height = abs(place.y / deck_height - deck - 0.5) * deck_height;
    let band = 1.0 - smoothstep(half.x - 0.5 * footprint, half.x + 0.5 * footprint + 0.3, height);
    let width = abs(fract(step) - 0.5) * distance;
    let one = 1.0 - smoothstep(half.y - 0.5 * footprint, half.y + 0.5 * footprint + 0.3, width);
    let row = mix(0.45, one, visible(footprint / distance));
    return is_lit * is_bright * band * row * visible(1.4 * footprint / deck_height);
}

// Light of the windows of rooms and of halls.
fn windows(paintwork: Paintwork, place: vec2<f32>, footprint: f32) -> f32 {
    let rooms = window_rows(paintwork.windows, paintwork.lit, place, footprint, 21u);
    let halls = window_rows(HALL * paintwork.windows, LIT_HALLS * paintwork.lit, place, footprint, 23u);
    return max(rooms, halls);
}

// Light of the lamps along the outer edges, 0 to 1. A lamp is never smaller than a pixel.
fn lamps(place: vec2<f32>, edge: f32, footprint: f32) -> f32 {
    let along = (fract(place.x / LAMP_STEP) - 0.5) * LAMP_STEP;
    let size = max(LAMP_SIZE, 0.8 * footprint);
    let far = length(vec2<f32>(along, edge - max(LAMP_INSET, 1.2 * footprint)));
    return (1.0 - smoothstep(0.5 * size, size, far)) * visible(6.0 * footprint / LAMP_STEP);
}

// Stripes beside the middle plane, or one along it: 1 within. `aside` is the distance from that plane as a share of
// half the hull's width, `pixel` the size of a pixel in that unit.
fn stripes(paintwork: Paintwork, aside: f32, pixel: f32) -> f32 {
    let distance = abs(abs(aside) - paintwork.stripes.x) - paintwork.stripes.y;
    return 1.0 - smoothstep(-0.5 * pixel, 0.5 * pixel + 1e-4, distance);
}
