// A shield that was hit: light added on an ellipsoid about the hull. The cells about an impact flare up, and waves run
// outward from it and light up the cells that they pass. From an impact that breaks the shield a
// front runs over it, behind which it goes out cell by cell. Elsewhere the shield is not seen.
//
// The mesh is a ball of radius 1; its transform gives the half axes. It only says which pixels may see the shield:
// where a ray meets the ellipsoid itself is computed for every pixel, so that no faces of the mesh are seen. The
// uniform is `ShieldUniform` in src/client/scene/battle/damage/shield_material.rs.

#import bevy_pbr::mesh_view_bindings::view
#import bevy_pbr::mesh_functions::get_world_from_local
#import "shaders/local_frame.wgsl"::local_way
#import "shaders/noise.wgsl"::{scramble, three_numbers}

// Most impacts that one shield shows at a time; shield_material.rs has the same number.
const MOST_IMPACTS: u32 = 6u;

struct Shield {
    // Each: the place on the ball of radius 1, and the age as a share of an impact's time, from 0 to 1.
    impacts: array<vec4<f32>, MOST_IMPACTS>,
    // Colour times brightness of each; 0 for none. In w: 1, or 2 where the shield broke.
    lights: array<vec4<f32>, MOST_IMPACTS>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> shield: Shield;

// How far waves run, in the shortest half axis.
const REACH: f32 = 0.9;
// Distance of the middles of two cells, in the shortest half axis, and half the width of the lines between cells, in
// cells.
const CELL: f32 = 0.26;
const LINE: f32 = 0.06;
// Cells finer than this many of them in a pixel are not seen: the mean light of cells and lines takes their place.
const FINEST: f32 = 0.28;
// How far behind its wave the lines between cells glow, in the shortest half axis: a light that stayed on the whole way
// of the wave would be a ball about the hull.
const WAKE: f32 = 0.3;
// The flare of the cells about a new impact: its half width, in the shortest half axis, the brightness of the lines
// between cells and of the cells, and half the width and the whiteness of the hot point in its middle.
const FLARE_REACH: f32 = 0.42;
const FLARE_LINES: f32 = 1.3;
const FLARE_CELLS: f32 = 0.35;
const POINT_REACH: f32 = 0.08;
const POINT_WHITE: f32 = 1.2;
// Where so few cells are in a pixel, from the first number down, a flare is large on the screen, and dimmed to this
// share: more than a few bright large flashes in a second can be harmful.
const LARGE: vec2<f32> = vec2<f32>(0.03, 0.012);
const DIM: f32 = 0.2;
// Brightness of the rim near a new impact, and how far from it the rim is seen, in the shortest half axis.
const RIM: f32 = 0.45;
const RIM_REACH: f32 = 0.6;
// The share of it that the whole shield shows for a moment: so one sees what was hit, an ellipsoid about the hull.
const SHELL: f32 = 0.32;
// The cosines between which waves fade on the side that is turned away from their impact.
const FACING: vec2<f32> = vec2<f32>(-0.3, 0.7);
// Times in which the cells of a shield that breaks flicker.
const FLICKERS: f32 = 16.0;
// How far behind the front the last cells of such a shield go out, as a share of the front's whole way; the width of
// the front, in the shortest half axis; and the cosines between which it fades on the side that is turned away from the
// impact.
const BREAKING: f32 = 0.45;
const FRONT: f32 = 0.16;
const TURNED_AWAY: vec2<f32> = vec2<f32>(-0.7, 0.6);
// Brightness of the far side, which is seen through the near one.
const FAR_SIDE: f32 = 0.35;
// The mesh is larger than the ball by this factor, so that its faces lie outside of it.
const GROWTH: f32 = 1.01;
// The rim and all other light fade toward the edge of the ball within these differences of 1 and the square of a ray's
// distance from the middle: the ball ends nowhere in a line.
const EDGE: f32 = 0.1;
const SOFT_EDGE: f32 = 0.5;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,
}

struct Varyings {
    @builtin(position) clip_position: vec4<f32>,
    // On the mesh, and from the camera to there, where the shield is a ball of radius 1.
    @location(0) place: vec3<f32>,
    @location(1) from_camera: vec3<f32>,
    // Half axes, in the shortest one.
    @location(2) @interpolate(flat) axes: vec3<f32>,
}

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    let world_from_local = get_world_from_local(vertex.instance_index);
    let place = GROWTH * vertex.position;
    let world_place = world_from_local * vec4<f32>(place, 1.0);
    let way = world_place.xyz - view.world_position;
    let lengths = vec3<f32>(
        length(world_from_local[0].xyz), length(world_from_local[1].xyz), length(world_from_local[2].xyz),
    );

    var out: Varyings;
    out.clip_position = view.clip_from_world * world_place;
    out.place = place;
    out.from_camera = local_way(world_from_local, way);
    out.axes = lengths / min(min(lengths.x, lengths.y), lengths.z);
    return out;
}

// A bump of height 1 and of this half width.
fn bump(distance: f32, half_width: f32) -> f32 {
    let x = distance / half_width;
    return exp(-x * x);
}

// A place in the hexagon about it: the key of its cell, and its distance from the cell's edge, in cells.
struct Cell {
    id: vec2<f32>,
    edge: f32,
}

// The cell of a place on a plane, in cells.
fn cell_of(place: vec2<f32>) -> Cell {
    let size = vec2<f32>(1.0, 1.7320508);
    let one = (fract(place / size) - 0.5) * size;
    let other = (fract(place / size + 0.5) - 0.5) * size;
    let inner = select(other, one, dot(one, one) < dot(other, other));
    let aside = abs(inner);
    var out: Cell;
    out.id = round(2.0 * (place - inner));
    out.edge = 0.5 - max(aside.x, dot(aside, vec2<f32>(0.5, 0.8660254)));
    return out;
}

// A random number from 0 to 1 of a cell and a moment.
fn random(id: vec2<f32>, moment: f32) -> f32 {
    return three_numbers(scramble(vec3<i32>(vec3<f32>(id, moment)), 31u)).x;
}

// The cell of a place on the shield, in the shortest half axis, with this normal. It is one on the plane across that
// axis to which the shield faces most there, so that no cell is drawn out, not even on a long shield.
fn cell_at(place: vec3<f32>, normal: vec3<f32>) -> Cell {
    let aside = abs(normal);
    var flat = place.xy;
    var side = sign(normal.z);
    if aside.x >= max(aside.y, aside.z) {
        flat = place.yz;
        side = 3.0 * sign(normal.x);
    } else if aside.y >= aside.z {
        flat = place.zx;
        side = 5.0 * sign(normal.y);
    }
    var out = cell_of(flat / CELL);
    // Sides have cells of their own.
    out.id += vec2<f32>(512.0 * side, 0.0);
    return out;
}

// Brightness of the lines between cells; of all cells alike where they are too fine to be seen.
fn line_of(cell: Cell, pixel: f32) -> f32 {
    let half_line = LINE + 0.5 * pixel;
    let line = 1.0 - smoothstep(0.4 * half_line, half_line, cell.edge);
    return mix(line, 0.25, coarse(pixel));
}

// From 0 to 1 while cells of this many in a pixel become too fine to be seen.
fn coarse(pixel: f32) -> f32 {
    return smoothstep(0.5 * FINEST, FINEST, pixel);
}

// Brightness of the cells at a distance from an impact: they flare up, and are dark again after a third of its time.
// `pixel` is the size of a pixel, in cells.
fn flare(distance: f32, age: f32, cell: Cell, pixel: f32) -> f32 {
    let filled = mix(random(cell.id, 0.0), 0.5, coarse(pixel));
    let left = max(1.0 - 3.0 * age, 0.0);
    return left * left * bump(distance, FLARE_REACH) * (FLARE_LINES * line_of(cell, pixel) + FLARE_CELLS * filled);
}

// Brightness of the hot point of an impact.
fn hot_point(distance: f32, age: f32) -> f32 {
    let left = max(1.0 - 5.0 * age, 0.0);
    return left * bump(distance, POINT_REACH);
}

// Brightness at a distance from an impact: a wave that runs away from it over the cells and leaves their lines glowing
// for a moment.
fn ripple(distance: f32, age: f32, cell: Cell, pixel: f32) -> f32 {
    let left = 1.0 - age;
    // Quick at first, then slower.
    let front = REACH * (1.0 - left * left);
    let width = 0.05 + 0.14 * age;
    let wave = bump(distance - front, width) * smoothstep(0.0, 0.18, age);
    let wake = (1.0 - smoothstep(front - 0.1, front + 0.02, distance)) * smoothstep(front - WAKE, front, distance);
    let lines = line_of(cell, pixel);
    let filled = mix(random(cell.id, 0.0), 0.5, coarse(pixel));
    return left * left * (wave * (0.9 * lines + 0.2 * filled) + wake * (0.42 * lines + 0.04 * filled * left));
}

// Brightness of a shield that breaks at a distance from the impact: a front runs outward to the farthest place, and the
// cells behind it flicker and go out one by one.
fn breaking(distance: f32, farthest: f32, age: f32, cell: Cell, pixel: f32) -> f32 {
    let left = 1.0 - age;
    let front = farthest * (1.0 - left * left);
    let behind = front - distance;
    let since = clamp(behind / (BREAKING * farthest), 0.0, 1.0);
    let is_left = select(0.0, 1.0, random(cell.id, 1.0) > since) * smoothstep(0.0, FRONT, behind);
    let flicker = mix(random(cell.id, 2.0 + floor(FLICKERS * age)), 0.6, coarse(pixel));
    let lines = line_of(cell, pixel);
    let cells = is_left * flicker * flicker * (1.0 - since) * (0.07 + 0.75 * lines);
    return left * (cells + (0.12 + 0.3 * lines) * bump(behind, FRONT));
}

@fragment
fn fragment(in: Varyings, @builtin(front_facing) is_near: bool) -> @location(0) vec4<f32> {
    // The point of the ray that is nearest to the middle, and half the way of the ray through the ball, squared.
    let way = normalize(in.from_camera);
    let nearest = in.place - way * dot(in.place, way);
    let depth = 1.0 - dot(nearest, nearest);
    let place = nearest + way * sqrt(max(depth, 0.0)) * select(1.0, -1.0, is_near);
    let steps = fwidth(place * in.axes);
    if depth <= 0.0 {
        discard;
    }
    let pixel = max(max(steps.x, steps.y), steps.z) / CELL;
    // The cosine of the angle between the normal of the ellipsoid, which leans to its short axes, and the ray.
    let grazing = 1.0 - abs(dot(place, way)) / (length(place / in.axes) * length(way * in.axes));
    let edge = smoothstep(0.0, EDGE, depth);
    let side = select(FAR_SIDE, 1.0, is_near);
    let rim = RIM * pow(max(grazing, 0.0), 3.0) * edge;
    let outward = normalize(place / in.axes);
    let cell = cell_at(place * in.axes, outward);
    let calm = mix(DIM, 1.0, smoothstep(LARGE.y, LARGE.x, pixel));
    let farthest = 2.0 * max(max(in.axes.x, in.axes.y), in.axes.z);
    var light = vec3<f32>(0.0);
    // The brightest ripple at a place counts: those of a burst of fire do not add up to a ball of light.
    var ripples = vec3<f32>(0.0);
    var rim_light = vec3<f32>(0.0);
    var flares = vec3<f32>(0.0);
    for (var index = 0u; index < MOST_IMPACTS; index += 1u) {
        let color = shield.lights[index];
        if color.w <= 0.0 {
            continue;
        }
        let impact = shield.impacts[index];
        let offset = (place - impact.xyz) * in.axes;
        let distance = length(offset);
        let normal = normalize(impact.xyz / in.axes);
        let left = 1.0 - impact.w;
        // Waves stay on the side of the impact.
        let turned = dot(normal, outward);
        let facing = smoothstep(FACING.x, FACING.y, turned);
        ripples = max(ripples, color.rgb * (facing * ripple(distance, impact.w, cell, pixel)));
        if color.w > 1.5 {
            let about = smoothstep(TURNED_AWAY.x, TURNED_AWAY.y, turned);
            light = max(light, color.rgb * (about * breaking(distance, farthest, impact.w, cell, pixel)));
        }
        let seen_rim = max(bump(distance, RIM_REACH), SHELL * calm * left * left);
        rim_light = max(rim_light, color.rgb * (rim * left * left * seen_rim));
        // Most impacts are near the edge of the ball, as a battle is seen from aside: flares fade only at the edge.
        let flared = color.rgb * flare(distance, impact.w, cell, pixel);
        let point = (color.rgb + POINT_WHITE) * hot_point(distance, impact.w);
        flares = max(flares, calm * (flared + point));
    }
    let soft = smoothstep(0.0, SOFT_EDGE, depth);
    light = (light + ripples) * (soft * side) + flares * (edge * side) + rim_light;
    // No alpha: the pipeline adds what is premultiplied with nothing.
    return vec4<f32>(light, 0.0);
}
