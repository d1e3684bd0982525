// The surface of a body: stone, sand, sea, cloud, gas, ice, lava or a star's fire, made of noise. Worlds with
// maps wear those, with noise only where the map is too coarse; so do the clouds over seas.
//
// Everything is computed in the body-fixed frame, in radii: y is the north pole, x the prime
// meridian. So a surface turns with its body, and its relief is lit without any further vectors.
// The uniform is `BodyUniform` in src/client/scene/sky/surface/body_material.rs; its comments give the
// meaning of the three colours and of the four details for each surface.
//
// Each kind of surface is compiled by itself: SURFACE is its number, LUMPY and RINGED show whether the
// body has a shape and rings, MAPPED and CHARTED whether it has a map of its colours and one of other data.
// One shader for all would take drivers a minute to compile.

#import bevy_pbr::mesh_view_bindings::view
#import bevy_pbr::mesh_functions::get_world_from_local
#import "shaders/noise.wgsl"::{noise, fractal, visible, scramble, three_numbers}
#import "shaders/craters.wgsl"::{Craters, crater_field}
#import "shaders/flow.wgsl"::{turned_about_pole, wound_up_by_ovals}
#import "shaders/eclipse.wgsl"::{light_past_body, light_past_rings}
#import "shaders/local_frame.wgsl"::{local_way, local_place}

// The finest detail that is looked for: octaves of lands, of grain and of the fleece of clouds, sizes of craters,
// orders of canyons. Slow drivers leave some out.
#ifdef FRUGAL
const LAND_OCTAVES: i32 = 4;
const GRAIN_OCTAVES: i32 = 5;
const FLEECE_OCTAVES: i32 = 4;
const CRATER_SIZES: i32 = 4;
const CANYON_ORDERS: i32 = 3;
#else
const LAND_OCTAVES: i32 = 5;
const GRAIN_OCTAVES: i32 = 8;
const FLEECE_OCTAVES: i32 = 7;
const CRATER_SIZES: i32 = 8;
const CANYON_ORDERS: i32 = 4;
#endif

const PI: f32 = 3.14159265;
const TAU: f32 = 6.28318531;

// Greatest number of bodies that shade another at the same time; body_material.rs has the same number.
const MOST_OCCLUDERS: u32 = 4u;

struct Body {
    sun_direction: vec3<f32>,
    ambient: f32,
    sun_color: vec3<f32>,
    time: f32,
    color_a: vec3<f32>,
    surface: u32,
    color_b: vec3<f32>,
    seed: u32,
    color_c: vec3<f32>,
    relief: f32,
    air_color: vec3<f32>,
    air: f32,
    dusk_color: vec3<f32>,
    air_height: f32,
    detail: vec4<f32>,
    ring_inner: f32,
    ring_outer: f32,
    ring_opacity: f32,
    ring_style: u32,
    lumpiness: f32,
    // Radius of the star's disc in the sky, radians.
    sun_angle: f32,
    // Brightness of the map; 0 as long as it is not there, and the body has its plain first colour.
    map_gain: f32,
    // Bodies that may cover the star: place and radius.
    occluders: array<vec4<f32>, MOST_OCCLUDERS>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> body: Body;
#ifdef MAPPED
// Equirectangular, as `map_place` says.
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var color_map: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var map_sampler: sampler;
#endif
#ifdef CHARTED
// Red and green: slopes toward east and north; blue: land; alpha: lights at night. A single pixel as long as it is not
// there.
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var data_map: texture_2d<f32>;
#endif
#if SURFACE == 2
// Red: share of the light that clouds stop; alpha: how broken they are. A single pixel as long as it is not there.
@group(#{MATERIAL_BIND_GROUP}) @binding(4) var weather_map: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(5) var weather_sampler: sampler;
#endif

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,
}

struct Varyings {
    @builtin(position) clip_position: vec4<f32>,
    @location(0) place: vec3<f32>,
    @location(1) to_camera: vec3<f32>,
    @location(2) @interpolate(flat) to_sun: vec3<f32>,
}

#ifdef LUMPY
// Whether it is the nucleus of a comet, not a moon: every such small body of ice, and the most lumpy ones of stone.
fn is_nucleus() -> bool {
#if SURFACE == 5
    return true;
#else
    return body.lumpiness > 0.3;
#endif
}

// A lobe of a nucleus: middle (x) and radius. Each holds the origin, so that every direction meets the shape once.
const LARGE_LOBE: vec2<f32> = vec2<f32>(0.46, 0.575);
const SMALL_LOBE: vec2<f32> = vec2<f32>(-0.47, 0.50);

// The way from the origin to the edge of a lobe, and its gradient on the unit sphere.
fn lobe_edge(direction: vec3<f32>, lobe: vec2<f32>) -> vec4<f32> {
    let toward = direction.x * lobe.x;
    let root = sqrt(toward * toward + lobe.y * lobe.y - lobe.x * lobe.x);
    let edge = toward + root;
    return vec4<f32>(edge, lobe.x * edge / root, 0.0, 0.0);
}

// Two lobes that grew together, as those of 67P: the radius and its gradient.
fn two_lobes(direction: vec3<f32>) -> vec4<f32> {
    let large = lobe_edge(direction, LARGE_LOBE);
    let small = lobe_edge(direction, SMALL_LOBE);
    // The larger of both, rounded where they meet.
    let rounding = 0.10;
    let share = clamp(0.5 + 0.5 * (large.x - small.x) / rounding, 0.0, 1.0);
    return mix(small, large, share) + vec4<f32>(rounding * share * (1.0 - share), 0.0, 0.0, 0.0);
}

// The shape of a small body that its own weight has not made round: the radius, and its gradient in parts of the
// radius.
fn lump(direction: vec3<f32>) -> vec4<f32> {
    if is_nucleus() {
        let scale = 1.9;
        let n = 1.3 * body.lumpiness * fractal(direction * scale, 4, body.seed + 77u, 0.0);
        let lobes = two_lobes(direction);
        let bumps = 1.0 + n.x;
        return vec4<f32>(lobes.x * bumps, lobes.yzw / lobes.x + scale * n.yzw / bumps);
    }
    let scale = 0.9;
    let n = fractal(direction * scale, 3, body.seed + 77u, 0.0);
    return vec4<f32>(1.0 + 2.0 * body.lumpiness * n.x, 2.0 * body.lumpiness * n.yzw * scale);
}
#endif

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    let world_from_local = get_world_from_local(vertex.instance_index);
    let direction = normalize(vertex.position);
    var place = direction;
#ifdef LUMPY
    place = direction * lump(direction).x;
#endif
    let world_place = world_from_local * vec4<f32>(place, 1.0);
    let camera = local_place(world_from_local, view.world_position);

    var out: Varyings;
    out.clip_position = view.clip_from_world * world_place;
    out.place = place;
    out.to_camera = camera - place;
    out.to_sun = normalize(local_way(world_from_local, body.sun_direction));
    return out;
}

// The optical properties of a point of a surface.
struct Ground {
    // Share of light reflected, linear colour.
    albedo: vec3<f32>,
    // Gradient of the height.
    slope: vec3<f32>,
    // Strength of its reflection of the sun, 0 to 1.
    gloss: f32,
    // Light of its own, seen by day and night.
    glow: vec3<f32>,
    // Light of its own that daylight outshines.
    night_glow: vec3<f32>,
}

fn plain_ground(albedo: vec3<f32>) -> Ground {
    return Ground(albedo, vec3<f32>(0.0), 0.0, vec3<f32>(0.0), vec3<f32>(0.0));
}

// A point of the unit sphere, and the way from it to the points seen in the next pixel on the right and below.
struct Spot {
    p: vec3<f32>,
    right: vec3<f32>,
    down: vec3<f32>,
    // Size of a pixel.
    footprint: f32,
}

// The place of a point on an equirectangular map, with longitude 0 in the middle, east to the right, north up.
// Its twin is `map_place` in src/client/scene/sky/surface/maps.rs.
fn map_place(p: vec3<f32>) -> vec2<f32> {
    // At the poles every longitude is right, but a driver may find none.
    let x = select(p.x, 1e-7, abs(p.x) < 1e-7);
    return vec2<f32>(0.5 + atan2(-p.z, x) / TAU, 0.5 - asin(clamp(p.y, -1.0, 1.0)) / PI);
}

// The change of the place on the map by a small step (`way`), as it would be on the equator. It comes from the formula,
// not from neighbouring pixels, so that nothing jumps where the map's right edge meets its left one. A step across the
// narrow pixels about a pole does not call for a coarser level, which would be coarse along the meridians too, and
// draw streaks that meet in the pole: `smooth_rows` in maps.rs has smoothed all levels there.
fn map_step(p: vec3<f32>, way: vec3<f32>) -> vec2<f32> {
    let to_axis = max(length(p.xz), 1e-3);
    let east = (p.z * way.x - p.x * way.z) / to_axis;
    let north = way.y / to_axis;
    return clamp(vec2<f32>(east / TAU, -north / PI), vec2<f32>(-0.5), vec2<f32>(0.5));
}

// The mean of the streaks below.
const MEAN_STREAK: f32 = 0.18;

// Bright rays about two large young craters, as about Tycho and Copernicus: 0 to about 1.
fn crater_rays(p: vec3<f32>, footprint: f32) -> f32 {
    var sum = 0.0;
    for (var n = 0; n < 2; n += 1) {
        let middle = normalize(three_numbers(scramble(vec3<i32>(n, 7, 4), body.seed)) * 2.0 - 1.0);
        let arm = p - middle * dot(p, middle);
        let angle = acos(clamp(dot(p, middle), -1.0, 1.0));
        let size = 1.0 - 0.35 * f32(n);
        // Where no ray comes: most of the world.
        if angle > 1.15 * size + 0.06 {
            continue;
        }
        // Streaks depend on the direction only, and are even where a pixel sees many of them. Along the limb it sees
        // more than its footprint tells, and thin streaks would be dotted lines there.
        let bearing = arm / max(length(arm), 1e-3);
        let pixel = 1.7 * footprint / max(length(arm), 1e-3);
        var streaks = noise(bearing * 5.5 + 2.0 * middle, body.seed + 15u).x;
#ifndef FRUGAL
        streaks += 0.5 * visible(13.0 * pixel) * noise(bearing * 13.0, body.seed + 16u).x;
#endif
        let ray = mix(MEAN_STREAK, smoothstep(0.05, 0.55, streaks), visible(5.5 * pixel));
        let reach = smoothstep(1.15 * size, 0.12 * size, angle + 0.10 * noise(p * 5.0, body.seed + 17u).x);
        let floor_of_crater = 1.0 - smoothstep(0.035 * size, 0.055 * size, angle);
        sum += reach * reach * ray * (1.0 - 0.7 * floor_of_crater);
        sum += smoothstep(0.12 * size, 0.04 * size, angle) * (1.0 - 0.8 * floor_of_crater);
    }
    return min(sum, 1.0);
}

// Stone: rough highlands and smooth dark plains, craters of every size, pale dust about the young ones.
fn rocky(p: vec3<f32>, footprint: f32) -> Ground {
    let land = fractal(p * 1.5, LAND_OCTAVES, body.seed, footprint * 1.5);
    let grain = fractal(p * 13.0, GRAIN_OCTAVES, body.seed + 5u, footprint * 13.0);
    let plains = body.detail.y * smoothstep(0.02, 0.15, land.x + 0.14 * grain.x);
    // The plains are lava that drowned the older craters.
    let pits = crater_field(p, 2.3, CRATER_SIZES, 0.85 * plains, body.seed + 11u, footprint);
    let depth = body.detail.x;
    var albedo = mix(body.color_a, body.color_b, plains) * (1.0 + 0.42 * grain.x + 0.06 * grain.z + 0.25 * land.x);
    // Provinces of warmer and of colder stone.
    albedo *= 1.0 + vec3<f32>(0.02, 0.0, -0.03) * clamp(land.y + 0.5 * grain.x, -1.0, 1.0);
    albedo *= 1.0 + 2.6 * depth * min(pits.level.x, 0.0);
    let dust = pits.ejecta + 5.0 * max(pits.level.x, 0.0) + 0.85 * crater_rays(p, footprint);
    albedo = mix(albedo, body.color_c, clamp(body.detail.z * depth * dust, 0.0, 0.9));
    var ground = plain_ground(albedo);
    let roughness = (0.12 + 0.12 * smoothstep(-0.10, 0.25, land.x)) * (1.0 - 0.4 * plains);
    ground.slope = 1.25 * depth * pits.level.yzw + 0.07 * land.yzw * (1.0 - plains) + roughness * grain.yzw;
    return ground;
}

// Volcanoes: the dark lake, the pale frost about it, the red ring where the plume of the larger ones comes
// down.
fn volcanoes(p: vec3<f32>, footprint: f32) -> vec3<f32> {
    if body.detail.w <= 0.0 {
        return vec3<f32>(0.0);
    }
    let ragged = 1.0 + 0.22 * noise(p * 8.0, body.seed + 25u).x;
    var sum = vec3<f32>(0.0);
    for (var n = 0; n < 16; n += 1) {
        let bits = scramble(vec3<i32>(n, 9, 2), body.seed);
        let middle = normalize(three_numbers(bits) * 2.0 - 1.0);
        let size = three_numbers(bits * 0x2c1b3c6du);
        let reach = 0.09 + 0.20 * size.x * size.x;
        let x = ragged * length(p - middle) / reach;
        let soft = 0.05 + footprint / reach;
        let lake = 1.0 - smoothstep(0.20 - soft, 0.20 + soft, x);
        let frost = (1.0 - smoothstep(0.25, 0.80, x)) * size.z;
        let plume = smoothstep(0.45, 0.80, x) * (1.0 - smoothstep(0.85, 1.15, x)) * smoothstep(0.3, 0.6, size.y);
        sum = max(sum, vec3<f32>(lake, frost, plume));
    }
    return sum;
}

// Dunes: ridges across the wind, which turns and falters. Their height from -1 to 1, and its gradient over that of
// the phase.
fn dunes(p: vec3<f32>, fineness: f32, phase: f32, footprint: f32) -> vec4<f32> {
    let across = vec3<f32>(0.34, 0.85, 0.41);
    let x = dot(p, across) * fineness + phase;
    let left = visible(0.35 * fineness * footprint);
    // Steep to leeward.
    return left * vec4<f32>(sin(x + 0.5 * sin(x)), across * cos(x + 0.5 * sin(x)) * (1.0 + 0.5 * cos(x)));
}

// A place in canyons.
struct Canyon {
    // Share of the full depth: 0 on the plateau, 1 on the floor of a trunk.
    depth: f32,
    // Gradient of the height, in walls only.
    slope: vec3<f32>,
}

// Canyons that branch. The trunks run where a noise passes through zero; their tributaries do so with a finer noise,
// and end some way from the trunk. Each side of a trunk has a noise of its own: tributaries join it, and do not cross.
// `rise`, 0 to 1, is high where trunks are; `ragged` moves the walls a little. A canyon thinner than a pixel is
// spread over it and fades.
fn canyons(p: vec3<f32>, rise: f32, ragged: f32, footprint: f32) -> Canyon {
    let turn = 2.2 * mat3x3<f32>(0.0, 0.8, 0.6, -0.8, 0.36, -0.48, -0.6, -0.48, 0.64);
    var fineness = 1.3;
    var frame = mat3x3<f32>(fineness, 0.0, 0.0, 0.0, fineness, 0.0, 0.0, 0.0, fineness);
    var seed = body.seed + 27u;
    var near = rise;
    var deepest = 1.0;
    var canyon = Canyon(0.0, vec3<f32>(0.0));
    for (var order = 0; order < CANYON_ORDERS; order += 1) {
        let pixel = fineness * footprint;
        let visible_share = visible(3.0 * pixel);
        if near * visible_share <= 0.0 {
            break;
        }
        let course = noise(frame * p, seed);
        let steep = max(length(course.yzw), 0.1);
        let across = course.x + ragged;
        let aside = abs(across) / max(steep, 0.6);
        // Where the noise is level, a canyon would widen into a lake.
        let width = 0.030 * near * smoothstep(0.50, 1.0, steep) + 1e-5;
        let wide = width + 0.5 * pixel;
        let left = width / wide * visible_share;
        let t = aside / wide;
        let depth = left * deepest * (1.0 - smoothstep(0.45, 1.0, t));
        if depth > canyon.depth {
            let wall = smoothstep(0.35, 0.60, t) * (1.0 - smoothstep(0.85, 1.05, t));
            let away = transpose(frame) * course.yzw / (fineness * steep);
            canyon = Canyon(depth, left * wall * sign(across) * away);
        }
        near *= 1.0 - smoothstep(0.15, 0.75, aside);
        seed += select(100u, 200u, across > 0.0);
        deepest *= 0.8;
        frame = turn * frame;
        fineness *= 2.2;
    }
    return canyon;
}

// Sand and dust: seas of dunes, dark stony tables with steep edges, canyons with layered walls, polar caps, a few
// craters.
fn desert(p: vec3<f32>, footprint: f32) -> Ground {
    let land = fractal(p * 1.3, LAND_OCTAVES, body.seed, footprint * 1.3);
    // A smooth bend: a ragged one would smear what is drawn on it.
    let bend = noise(p * 1.9, body.seed + 20u).yzw;
    let warped = p + 0.16 * bend;
    let regions = fractal(warped * vec3<f32>(1.6, 2.3, 1.6), 5, body.seed + 21u, footprint * 2.3);
    let grain = fractal(p * 13.0, GRAIN_OCTAVES, body.seed + 23u, footprint * 13.0);
    let pits = crater_field(p, 3.3, CRATER_SIZES, 0.35, body.seed + 12u, footprint);

    // Tables of dark stone stand above the sand, and outliers of them where the ground is ragged.
    let stony = regions.x + 0.30 * grain.x - 0.10 * abs(p.y);
    let table = smoothstep(0.05, 0.11 + 2.0 * footprint, stony);
    // Sand lies on their edges: the colour begins more softly than the height.
    let dark = body.detail.y * mix(0.45 * smoothstep(-0.12, 0.06, stony), 1.0, smoothstep(0.02, 0.22, stony));
    let scarp = 4.0 * table * (1.0 - table);
    let edge_way = 2.0 * regions.yzw + 4.0 * grain.yzw;
    let scarp_slope = scarp * edge_way / max(length(edge_way), 0.5);
    var albedo = mix(body.color_a, body.color_b, dark);
    // Bright dust lies in the lowlands, iron is redder on the heights.
    albedo *= 1.0 + 0.35 * land.x + 0.32 * grain.x + body.detail.x * 1.8 * min(pits.level.x, 0.0);
    albedo *= 1.0 + vec3<f32>(0.05, -0.01, -0.06) * clamp(land.z + regions.x, -1.0, 1.0);

    // Canyons cut the high lands. Their walls are layers of pale and of dark stone; little light of the sky reaches
    // their floors.
    let rise = smoothstep(-0.06, 0.28, land.x + 0.5 * regions.x);
    let winding = p + 0.03 * bend + 0.007 * land.yzw + 0.0010 * grain.yzw;
    let canyon = canyons(winding, rise, 0.016 * grain.x, footprint);
    let layers = sin(22.0 * canyon.depth + 5.0 * land.x) * visible(400.0 * footprint);
    let wall = min(length(canyon.slope), 1.0);
    albedo *= 1.0 - 0.32 * canyon.depth + 0.22 * wall * layers;

    // Seas of sand fill the basins.
    let basin = smoothstep(0.06, -0.16, land.x + 0.25 * grain.x);
    let sand = basin * (1.0 - dark) * (1.0 - canyon.depth) * step(0.001, body.air);
    let large = dunes(p, 420.0, 18.0 * grain.x + 30.0 * land.x, footprint);
    let small = dunes(p, 1500.0, 55.0 * grain.x + 90.0 * land.x, footprint);
    albedo *= 1.0 + sand * (0.08 + 0.09 * large.x + 0.07 * small.x);

    let fire = volcanoes(p, footprint);
    albedo = mix(albedo, body.color_c, 0.8 * body.detail.w * fire.y);
    albedo = mix(albedo, vec3<f32>(0.55, 0.17, 0.05), 0.65 * body.detail.w * fire.z);
    albedo = mix(albedo, vec3<f32>(0.025, 0.018, 0.014), body.detail.w * fire.x);

    // The northern cap is the larger one. Its edge frays into patches of frost; winds cut spiral troughs into it.
    let edge = mix(1.0 - 0.7 * body.detail.z, 1.0 - body.detail.z, step(0.0, p.y));
    let inward = abs(p.y) + 0.035 * regions.x + 0.05 * grain.x + 0.03 * land.x - edge;
    let frost = smoothstep(-0.015, 0.015 + footprint, inward);
    let out = length(p.xz);
    let spiral = sin(3.0 * atan2(p.z, p.x + 1e-6) + 52.0 * out + 3.0 * grain.x);
    let trough = smoothstep(0.55, 0.95, spiral) * smoothstep(0.05, 0.16, out) * visible(18.0 * footprint);
    let has_caps = step(1e-4, body.detail.z);
    let cap = has_caps * frost * (1.0 - 0.45 * trough) * (0.82 + 0.18 * smoothstep(-0.2, 0.3, grain.x));
    albedo = mix(albedo, body.color_c, cap);

    var ground = plain_ground(albedo);
    let roughness = mix(0.12, 0.24, dark) * (1.0 - 0.6 * sand) * (1.0 - 0.5 * has_caps * frost);
    // Ice fills the canyons under it.
    let walls = (1.0 - 0.8 * has_caps * frost) * (2.0 * canyon.slope + 0.8 * scarp_slope);
    ground.slope = 0.12 * land.yzw + roughness * grain.yzw + 1.8 * body.detail.x * pits.level.yzw
        + walls + sand * (0.34 * large.yzw + 0.26 * small.yzw);
    return ground;
}

#if SURFACE == 2
// How rough the tops of clouds are from near.
const CLOUD_TOPS: f32 = 0.32;
// The way toward the sun to the clouds that shade a place, radians: some times the true one, so that it is seen.
const SHADE_REACH: f32 = 0.010;
// Brightness that clouds gain where they rise toward the sun, and lose behind higher ones.
const CLOUD_RELIEF: f32 = 0.30;
// The colour of thick clouds; thin ones are darker. Above 1, or the film curve would make the white of full daylight
// grey.
const CLOUD_COLOR: vec3<f32> = vec3<f32>(1.26, 1.27, 1.30);
const THIN_CLOUD: f32 = 0.58;
// A bend makes the edges of the map's clouds crooked: its waves in a pixel of the map, and its reach in such pixels.
// Scraps of noise make their cover uneven: their waves in a pixel, and by how much. More of them would tear the large
// systems into wool that is the same all over the world.
const BEND: vec2<f32> = vec2<f32>(0.020, 2.0);
const SCRAPS: f32 = 0.09;
const SCRAP_COVER: f32 = 0.40;

// About the poles the clouds are those of another part of the map: on its own poles the meridians meet, and there are
// neither fronts nor lows to draw. Its axis is tilted by the angle of this cosine and sine, so that the weather of
// 50 degrees stands over a pole; one passes into the other between these sines of the latitude.
const POLAR_TILT: vec2<f32> = vec2<f32>(0.766, 0.643);
const POLAR_SKY: vec2<f32> = vec2<f32>(0.930, 0.960);
// How rough the tops of closed sheets are, as a share of those of heaps: under a low sun more looks like leather.
const SMOOTH_SHEETS: f32 = 0.3;

// The clouds over a place.
struct Clouds {
    // Share of the light from below that they stop.
    cover: f32,
    // Their own colour.
    albedo: vec3<f32>,
    // Share of the sunlight that they take from the ground.
    shade: f32,
    // Gradient of their tops, from near only.
    slope: vec3<f32>,
}

// A place on the weather map, with the steps to the next pixels.
//
// All worlds share the map, each turned by an angle of its own; some have the south of it in the north, where whirls
// turn the right way all the same.
fn weather_on_map(p: vec3<f32>, right: vec3<f32>, down: vec3<f32>) -> vec2<f32> {
    let own = three_numbers(scramble(vec3<i32>(1, 4, 6), body.seed));
    let mirror = vec2<f32>(1.0, select(1.0, -1.0, own.y > 0.5));
    let place = vec2<f32>(0.5 + own.x, 0.5) + mirror * (map_place(p) - 0.5);
    return textureSampleGrad(
        weather_map, weather_sampler, place, mirror * map_step(p, right), mirror * map_step(p, down)).xw;
}

fn tilted(v: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(v.x, POLAR_TILT.x * v.y - POLAR_TILT.y * v.z, POLAR_TILT.y * v.y + POLAR_TILT.x * v.z);
}

// The weather at a point that has drifted: cover, and how broken the clouds are. `right` and `down` are the steps to
// the next pixels there.
fn weather_at(p: vec3<f32>, right: vec3<f32>, down: vec3<f32>) -> vec2<f32> {
    let polar = smoothstep(POLAR_SKY.x, POLAR_SKY.y, abs(p.y));
    var weather = vec2<f32>(0.0);
    if polar < 1.0 {
        weather = (1.0 - polar) * weather_on_map(p, right, down);
    }
    if polar > 0.0 {
        weather += polar * weather_on_map(tilted(p), tilted(right), tilted(down));
    }
    let amount = vec2<f32>(2.0 * body.detail.y, 1.0);
    return select(vec2<f32>(0.0), min(amount * weather, vec2<f32>(1.0)), textureDimensions(weather_map).x > 1u);
}

// The clouds of the weather map, which drift about the pole. From near, where the map's pixels become larger than the
// screen's, noise frays their edges; heaps get hard ones, veils stay soft.
fn clouds_over(spot: Spot, to_sun: vec3<f32>) -> Clouds {
    let drift = body.time * 0.003;
    let p = turned_about_pole(spot.p, drift);
    let map_fineness = f32(textureDimensions(weather_map).x) / TAU;
    let fineness = 0.5 * map_fineness;
    let fleece = fractal(p * fineness, FLEECE_OCTAVES, body.seed + 35u, spot.footprint * fineness);
    let right = turned_about_pole(spot.right, drift);
    let down = turned_about_pole(spot.down, drift);
    let bend_fineness = BEND.x * map_fineness;
    let bend = visible(spot.footprint * bend_fineness) * noise(p * bend_fineness, body.seed + 37u).yzw;
    let place = normalize(p + (0.45 * fleece.yzw + BEND.y * bend) / map_fineness);
    let weather = weather_at(place, right, down);
    let edge = 4.0 * weather.x * (1.0 - weather.x);
    var frayed = weather.x + (0.12 + 0.36 * weather.y) * edge * fleece.x;
#ifndef FRUGAL
    let scrap_fineness = SCRAPS * map_fineness;
    frayed += SCRAP_COVER * edge * fractal(p * scrap_fineness, 4, body.seed + 38u, spot.footprint * scrap_fineness).x;
#endif
    frayed = clamp(frayed, 0.0, 1.0);
    // A map of the mean cover is milky: gaps are clearer, and heaps more closed.
    let hardness = 0.45 + 0.4 * weather.y * visible(spot.footprint * map_fineness);
    let cover = mix(frayed, smoothstep(0.14, 0.80, frayed), hardness);

    var sunward = 0.0;
    var tone = mix(THIN_CLOUD, 1.0, frayed * frayed);
#ifndef FRUGAL
    sunward = weather_at(turned_about_pole(normalize(spot.p + SHADE_REACH * to_sun), drift), right, down).x;
    tone *= 1.0 + CLOUD_RELIEF * (weather.x - sunward);
#endif
    let near = 1.0 - smoothstep(0.0005, 0.003, spot.footprint);
    let rough = mix(SMOOTH_SHEETS, 1.0, weather.y);
    let slope = CLOUD_TOPS * near * rough * cover * turned_about_pole(fleece.yzw, -drift);
    return Clouds(cover, CLOUD_COLOR * tone, sunward, slope);
}

// The share of the sun's reflection in the sea that clouds leave: its light passes them twice, and their shadows take
// some of it.
fn sea_below(cloud: Clouds) -> f32 {
    let open = 1.0 - 0.95 * cloud.cover;
    return open * open * open * (1.0 - 0.5 * cloud.shade);
}

// Slope of the swell on seas without a map, as a share of their grain: more of it would draw rings about the reflection
// of the sun.
const SEA_GRAIN: f32 = 0.03;

// Sea, land, polar ice, clouds, the lights of towns.
fn ocean(spot: Spot, to_sun: vec3<f32>) -> Ground {
    let p = spot.p;
    let footprint = spot.footprint;
    let land = fractal(p * 1.25, LAND_OCTAVES, body.seed, footprint * 1.25);
    let grain = fractal(p * 15.0, GRAIN_OCTAVES, body.seed + 41u, footprint * 15.0);
    let height = land.x + 0.20 * grain.x + 0.5 * body.detail.x - 0.25;
    let shore = max(0.003, 0.7 * footprint);
    let is_land = smoothstep(-shore, shore, height);

    let latitude = abs(p.y);
    // Shelves are pale, and paler about the coast; the deep is nearly black.
    let shallow = smoothstep(-0.16, 0.0, height);
    let surf = smoothstep(-0.022, 0.0, height);
    let sea = body.color_a * (0.34 + 0.55 * shallow + 0.25 * grain.x * shallow)
        + vec3<f32>(0.0, 0.020, 0.022) * shallow * shallow + vec3<f32>(0.01, 0.05, 0.05) * surf;
    // Deserts lie about 25 degrees from the equator, where dry air sinks.
    let arid = smoothstep(-0.10, 0.24, 0.28 - abs(latitude - 0.40) + 0.45 * grain.x + 0.55 * land.x - 0.12);
    let lush = 0.62 + 0.5 * smoothstep(0.25, -0.2, grain.x) + 0.5 * arid;
    // In a slope of the grain the finest octaves are as strong as the others: woods and valleys from near.
    var soil = mix(body.color_b * lush, body.color_c, arid) * (1.0 + 0.55 * grain.x + 0.09 * grain.y);
    // Tundra and bare heights.
    soil = mix(soil, vec3<f32>(0.16, 0.15, 0.12), 0.75 * smoothstep(0.58, 0.82, latitude + 0.16 * grain.x));
    let ridges = height + 0.10 * grain.x;
    soil = mix(soil, vec3<f32>(0.22, 0.19, 0.16), 0.75 * smoothstep(0.22, 0.40, ridges));
    let snow = smoothstep(0.44, 0.52, ridges + 0.30 * latitude * latitude);
    soil = mix(soil, vec3<f32>(0.75, 0.78, 0.82), snow);
    var albedo = mix(sea, soil, is_land);

    let ice_edge = 1.0 - body.detail.z * (0.75 + 0.25 * is_land);
    let ice = smoothstep(ice_edge, ice_edge + 0.03, latitude + 0.09 * land.x + 0.10 * grain.x);
    albedo = mix(albedo, vec3<f32>(0.74, 0.80, 0.86) * (1.0 + 0.25 * grain.x), ice);

    let cloud = clouds_over(spot, to_sun);
    let cover = 0.95 * cloud.cover;
    albedo *= 1.0 - 0.45 * cloud.shade;
    albedo = mix(albedo, cloud.albedo, cover);

    var ground = plain_ground(albedo);
    // Swell breaks up the reflection of the sun.
    ground.slope = (1.0 - cover) * mix(SEA_GRAIN * grain.yzw,
        0.22 * land.yzw + (0.15 + 0.25 * smoothstep(0.0, 0.3, height)) * grain.yzw, is_land)
        + cloud.slope;
    ground.gloss = (1.0 - is_land) * (1.0 - ice) * sea_below(cloud);
    // Towns lie in the plains and along the shore, strung together in clusters.
    let peopled = smoothstep(-0.05, 0.38, noise(p * 5.0, body.seed + 45u).x + 0.35 * grain.x + 0.22)
        * (1.0 - smoothstep(0.10, 0.34, height));
    let clusters = smoothstep(0.02, 0.50, noise(p * 34.0, body.seed + 43u).x);
    let streets = smoothstep(0.05, 0.55, noise(p * 88.0, body.seed + 44u).x);
    let sparkle = mix(0.16, clusters * (0.35 + 2.2 * streets * visible(footprint * 88.0)), visible(footprint * 34.0));
    let settled = is_land * (1.0 - ice) * (1.0 - 0.8 * arid) * peopled;
    ground.night_glow = vec3<f32>(1.0, 0.66, 0.30) * 1.6 * body.detail.w * settled * sparkle * (1.0 - 0.8 * cover);
    return ground;
}
#endif

// A closed cover of clouds that races about the pole, fastest at the equator: streamers bent backward, drawn out and
// curled where they shear.
fn clouds(p: vec3<f32>, footprint: f32) -> Ground {
    let bent = turned_about_pole(p, 1.5 * p.y * p.y + body.time * 0.006);
    let wide = fractal(bent * vec3<f32>(1.3, 2.8, 1.3), 3, body.seed, footprint * 2.8);
    let carried = bent + 0.16 * cross(bent, wide.yzw);
    let streams = fractal(carried * vec3<f32>(2.2, 7.5, 2.2), 4, body.seed + 51u, footprint * 7.5);
    let curled = carried + 0.030 * cross(bent, streams.yzw);
    let threads = fractal(curled * vec3<f32>(11.0, 34.0, 11.0), 7, body.seed + 55u, footprint * 34.0).x;
    let heap = 0.75 * streams.x + 0.65 * wide.x + 0.22 * threads;
    let tone = smoothstep(-0.42, 0.42, heap);
    let collar = smoothstep(0.55, 0.95, abs(p.y) + 0.15 * streams.x);
    var albedo = mix(body.color_b, body.color_a, tone);
    albedo = mix(albedo, body.color_c, 0.45 * collar + 0.25 * smoothstep(0.1, 0.5, streams.x));
    albedo *= 1.0 + 0.16 * threads;
    return plain_ground(mix(body.color_a, albedo, body.detail.x));
}

// Offset of a point from the middle of the great storm, in half widths of its oval: east and north.
fn storm_offset(p: vec3<f32>) -> vec2<f32> {
    let longitude = 6.2831853 * three_numbers(scramble(vec3<i32>(1, 2, 3), body.seed)).x;
    let east = vec3<f32>(-sin(longitude), 0.0, -cos(longitude));
    let middle = vec3<f32>(0.927 * cos(longitude), -0.375, -0.927 * sin(longitude));
    let away = p - middle;
    return vec2<f32>(dot(away, east) / 0.25, away.y / 0.13);
}

// Depth of a point inside the great storm, 1 at its middle and 0 from its edge on; and its distance from it.
fn storm(p: vec3<f32>) -> vec2<f32> {
    let distance = length(storm_offset(p));
    return vec2<f32>(1.0 - smoothstep(0.0, 1.0, distance), distance);
}

fn storm_bearing(p: vec3<f32>) -> f32 {
    let offset = storm_offset(p);
    return atan2(offset.y, offset.x + 1e-5);
}

// Belts and zones of gas. Neighbouring streams slide past each other; where they meet, eddies curl their edges into
// festoons. Oval storms float between them, and perhaps a great one.
fn gas(p: vec3<f32>, footprint: f32) -> Ground {
    let belts = body.detail.x;
    let stream = noise(vec3<f32>(0.73, p.y * belts * 0.9, 0.19), body.seed + 67u);
    let slid = turned_about_pole(p, 0.35 * body.detail.y * stream.x + body.time * 0.0012 * stream.x);

    let spot = storm(p);
    let has_spot = body.detail.z;
    // The streams make way for the storm, and churn in its wake.
    let aside = has_spot * 0.045 * sign(p.y + 0.375) * (1.0 - smoothstep(0.6, 1.9, spot.y));
    let wake = 1.0 + has_spot * 1.2 * smoothstep(3.2, 1.1, spot.y) * smoothstep(0.9, 1.3, spot.y);
    let unrest = body.detail.y * (1.0 - 0.65 * p.y * p.y) * wake;

    let oval = wound_up_by_ovals(slid, 14, body.seed + 69u);
    // Flow along the lines of equal pressure carries the gas, first in wide waves, then in eddies.
    let waves = fractal(oval.p * vec3<f32>(2.6, 7.0, 2.6), 3, body.seed, footprint * 7.0);
    let shear = 0.55 + 0.9 * clamp(abs(stream.z), 0.0, 1.0);
    let waved = oval.p + 0.0085 * unrest * shear * cross(oval.p, waves.yzw * vec3<f32>(2.6, 7.0, 2.6));
    let eddies = fractal(waved * vec3<f32>(8.0, 20.0, 8.0) + vec3<f32>(0.0, body.time * 0.002, 0.0), 3,
        body.seed + 61u, footprint * 20.0);
    let carried = waved + 0.0016 * unrest * shear * cross(oval.p, eddies.yzw * vec3<f32>(8.0, 20.0, 8.0));
    let threads = fractal(carried * vec3<f32>(22.0, 58.0, 22.0), 6, body.seed + 62u, footprint * 58.0).x;
    let y = carried.y - aside + 0.012 * unrest * eddies.x;

    let coarse = noise(vec3<f32>(0.31, y * belts, 0.77), body.seed + 63u).x * visible(footprint * belts);
    let fine = noise(vec3<f32>(0.53, y * belts * 3.1, 0.29), body.seed + 64u).x * visible(footprint * belts * 3.1);
    let hair = noise(vec3<f32>(0.17, y * belts * 9.7, 0.41), body.seed + 66u).x * visible(footprint * belts * 9.7);
    let hues = noise(vec3<f32>(0.11, y * belts * 0.7, 0.47), body.seed + 65u).x;
    let tone = smoothstep(-0.40, 0.40, coarse + 0.40 * fine + 0.14 * hair + 0.22 * unrest * eddies.x);
    var albedo = mix(body.color_b, body.color_a, tone);
    albedo = mix(albedo, body.color_c, 0.55 * smoothstep(0.08, 0.6, hues + 0.25 * fine) * (1.0 - tone));
    let quiet = 0.3 + 0.7 * min(unrest, 1.0);
    albedo *= 1.0 + quiet * (0.10 * eddies.x + 0.13 * threads) + 0.07 * hair + 0.10 * unrest * waves.x;
    // Some ovals are pale, some dark.
    let paint = mix(body.color_b * 0.8, body.color_a * 1.12, step(0.35, oval.own));
    albedo = mix(albedo, paint * (1.0 + 0.12 * threads), 0.75 * oval.whirl * min(unrest, 1.0));
    // Polar regions are duller.
    albedo = mix(albedo, body.color_b * 0.8 * (1.0 + 0.2 * eddies.x), 0.6 * smoothstep(0.72, 1.0, abs(p.y)));

    // Inside the storm the clouds wind up in a spiral.
    let arm = storm_bearing(p) + 5.0 * spot.y;
    let curl = 0.5 * sin(2.0 * arm + 3.0 * eddies.x) * (1.0 - spot.y) + 0.6 * eddies.x;
    let heart = body.color_c * vec3<f32>(1.10, 0.66, 0.48) * (1.0 + 0.30 * curl);
    let collar = smoothstep(0.75, 1.0, spot.y) * (1.0 - smoothstep(1.05, 1.45, spot.y));
    albedo = mix(albedo, body.color_a * 1.05, 0.75 * has_spot * collar);
    albedo = mix(albedo, heart, has_spot * (1.0 - smoothstep(0.72, 0.98, spot.y + 0.10 * eddies.x)));
    return plain_ground(albedo);
}

// A crack in ice: stained walls, with a ridge pressed up on both sides.
struct Cracks {
    // Strength of the stain, 0 to 1.
    stain: f32,
    slope: vec3<f32>,
}

// Long cracks, all across one axis: where the ice was stretched, it broke in bows over the whole world. Each one has
// a width and ends of its own. `fineness`: cracks to the radius.
fn cracks_across(p: vec3<f32>, axis: vec3<f32>, fineness: f32, seed: u32, footprint: f32) -> Cracks {
    let q = dot(p, axis) * fineness;
    let number = floor(q);
    let own = three_numbers(scramble(vec3<i32>(i32(number), 4, 1), seed));
    let aside = q - number - 0.25 - 0.5 * own.x;
    let along = dot(p, cross(axis, vec3<f32>(0.36, 0.48, 0.80)));
    let ends = smoothstep(0.0, 0.5, sin((1.2 + 2.0 * own.y) * along * sqrt(fineness) + 6.28 * own.z) - 0.25);
    let width = (0.016 + 0.038 * own.y * own.y) * ends + 1e-4;
    let pixel = fineness * footprint;
    let wide = width + 0.7 * pixel;
    let x = abs(aside) / wide;
    let left = ends * visible(0.5 * pixel / width);
    // Clean ice has welled up in the middle.
    let middle = 0.6 * left * (1.0 - smoothstep(0.10, 0.30, x));
    // Old ones have faded.
    let stain = mix(0.15, 1.0, own.z * own.z) * width / wide * (1.0 - smoothstep(0.25, 1.0, x)) * (1.0 - middle);
    // A pair of ridges, level between them.
    let ridge = left * sin(clamp(x, 0.0, 1.6) * 3.92699) * (1.0 - smoothstep(1.0, 1.6, x));
    return Cracks(stain, -ridge * sign(aside) * axis);
}

// Families of cracks that cross, each finer than the one before.
fn crack_field(p: vec3<f32>, footprint: f32) -> Cracks {
    var sum = Cracks(0.0, vec3<f32>(0.0));
    let spin = 6.2831853 * three_numbers(scramble(vec3<i32>(8, 8, 8), body.seed)).x;
    var fineness = 2.6;
    var strength = 1.0;
    for (var family = 0; family < 12; family += 1) {
        if visible(0.06 * fineness * footprint) <= 0.0 {
            break;
        }
        let turn = spin + 2.39996 * f32(family);
        let tilt = 0.85 * sin(1.7 * f32(family) + spin);
        let axis = vec3<f32>(cos(turn) * sqrt(1.0 - tilt * tilt), tilt, sin(turn) * sqrt(1.0 - tilt * tilt));
        let found = cracks_across(p, axis, fineness, body.seed + 73u + u32(family), footprint);
        sum.stain = max(sum.stain, strength * found.stain);
        sum.slope += strength * found.slope;
        fineness *= 1.52;
        strength *= 0.94;
    }
    return sum;
}

// Ice: long cracks that cross, blue where it is clean and deep, stained regions, craters where it is old.
fn ice(p: vec3<f32>, footprint: f32) -> Ground {
    let land = fractal(p * 1.6, LAND_OCTAVES, body.seed, footprint * 1.6);
    let grain = fractal(p * 13.0, GRAIN_OCTAVES, body.seed + 71u, footprint * 13.0);
    let stained = smoothstep(-0.12, 0.28, land.x + 0.22 * grain.x);
    var albedo = mix(body.color_a, body.color_b, 0.8 * stained * body.detail.y);
    albedo *= 1.0 + 0.30 * grain.x + 0.15 * land.x;
    // Clean old ice takes the red out of the light.
    let blue = (1.0 - stained) * smoothstep(0.15, -0.25, grain.x + land.y * 0.3);
    albedo *= mix(vec3<f32>(1.0), vec3<f32>(0.80, 0.93, 1.04), blue);

    // A smooth bend: a ragged one would tear the cracks into loops.
    let bent = p + 0.05 * noise(p * 1.7, body.seed + 72u).yzw + 0.004 * noise(p * 9.0, body.seed + 70u).yzw;
    let cracks = crack_field(bent, footprint);
    let crack_color = 0.85 * mix(body.color_c, body.color_a * vec3<f32>(0.42, 0.60, 0.72), 0.45);
    albedo = mix(albedo, crack_color, clamp((1.5 + 2.5 * grain.x) * body.detail.x * cracks.stain, 0.0, 0.9));

    let depth = body.detail.z;
    let pits = crater_field(p, 2.3, CRATER_SIZES, 0.0, body.seed + 11u, footprint);
    albedo *= 1.0 + depth * vec3<f32>(2.8, 2.1, 1.6) * min(pits.level.x, 0.0);
    let thrown_out = body.detail.w * depth * (3.0 * pits.ejecta + 6.0 * max(pits.level.x, 0.0));
    albedo = mix(albedo, vec3<f32>(0.84, 0.87, 0.90), clamp(thrown_out, 0.0, 0.9));
    // Frost on the poles.
    let polar = smoothstep(0.70, 0.95, abs(p.y) + 0.15 * grain.x + 0.1 * land.x);
    albedo = mix(albedo, vec3<f32>(0.86, 0.89, 0.92), 0.5 * polar);
    var ground = plain_ground(albedo);
    ground.slope = 1.6 * depth * pits.level.yzw + 0.06 * land.yzw + (0.09 + 0.09 * stained) * grain.yzw
        + 0.9 * body.detail.x * cracks.slope;
    return ground;
}

#ifdef LUMPY
// The crust of a comet's nucleus: dust as dark as coal, blocks and cliffs, smooth drifts of paler dust about the neck,
// little spots of bare ice.
fn nucleus(p: vec3<f32>, footprint: f32) -> Ground {
    let land = fractal(p * 2.6, 4, body.seed, footprint * 2.6);
    let grain = fractal(p * 12.0, 7, body.seed + 71u, footprint * 12.0);
    let pits = crater_field(p, 3.4, 5, 0.0, body.seed + 12u, footprint);
    let neck = 1.0 - smoothstep(0.10, 0.48, abs(p.x) + 0.25 * land.x);
    let drifts = max(neck, smoothstep(0.05, 0.30, -land.x - 0.3 * grain.x) * 0.6);
    let rough = 1.0 - 0.8 * drifts;
    // A little of the colour that the level gives.
    let tint = body.color_a / max(max(body.color_a.x, max(body.color_a.y, body.color_a.z)), 1e-3);
    let crust = vec3<f32>(0.105, 0.094, 0.084) * mix(vec3<f32>(1.0), tint, 0.5);
    var albedo = crust * (1.0 + 0.9 * drifts + 0.9 * rough * grain.x + 0.5 * land.x);
    albedo *= 1.0 + 2.2 * min(pits.level.x, 0.0);
    let bare = smoothstep(0.30, 0.55, grain.x + 0.35 * land.x) * rough;
    albedo = mix(albedo, vec3<f32>(0.22, 0.225, 0.23), 0.5 * bare);
    var ground = plain_ground(albedo);
    // Steeper slopes would be ink blots: there are no shadows with soft edges.
    ground.slope = 0.5 * land.yzw * rough + 0.55 * grain.yzw * rough + 1.3 * pits.level.yzw * mix(1.0, rough, 0.6);
    return ground;
}

// The coma about a nucleus throws light back on it, as a share of the sunlight: on all sides, and more from the sun's.
const COMA_LIGHT: vec2<f32> = vec2<f32>(0.18, 0.09);
// How far past the terminator the coma bends light.
const COMA_TWILIGHT: f32 = 0.16;

// Share of sunlight that a point of a nucleus gets past the other lobe.
fn light_past_lobe(up: vec3<f32>, to_sun: vec3<f32>) -> f32 {
    let p = up * lump(up).x;
    let other = select(LARGE_LOBE, SMALL_LOBE, up.x > 0.0);
    let arm = vec3<f32>(other.x, 0.0, 0.0) - p;
    let along = dot(arm, to_sun);
    let apart = length(arm - along * to_sun);
    return 1.0 - smoothstep(0.0, 0.25, along) * (1.0 - smoothstep(0.70 * other.y, 1.08 * other.y, apart));
}
#endif

#if SURFACE == 6
// The plate of a crust in which a point lies, in units of a cell.
struct Plate {
    // Distance from the next crack, along the surface.
    inside: f32,
    // Unit vector toward that crack.
    toward: vec3<f32>,
    // Numbers of the plate, 0 to 1.
    own: vec3<f32>,
}

// Cells about scattered points (Worley, "A Cellular Texture Basis Function", 1996), cut by the surface. `p` is on a
// sphere about the origin, of any radius. Cells within one step are enough: the points keep to the middle of theirs.
fn plate_at(p: vec3<f32>, seed: u32) -> Plate {
    let base = vec3<i32>(floor(p));
    var first = vec3<f32>(0.0);
    var second = vec3<f32>(0.0);
    var first_square = 1e9;
    var second_square = 1e9;
    var own = 0u;
    for (var n = 0; n < 27; n += 1) {
        let cell = base + vec3<i32>(n % 3, (n / 3) % 3, n / 9) - 1;
        let bits = scramble(cell, seed);
        let arm = vec3<f32>(cell) + 0.1 + 0.8 * three_numbers(bits) - p;
        let square = dot(arm, arm);
        if square < first_square {
            second = first;
            second_square = first_square;
            first = arm;
            first_square = square;
            own = bits;
        } else if square < second_square {
            second = arm;
            second_square = square;
        }
    }
    // The wall between both points, and how far it is along the surface.
    let across = normalize(second - first);
    let up = normalize(p);
    let level = across - up * dot(across, up);
    let tilt = max(length(level), 0.35);
    let inside = 0.5 * dot(first + second, across) / tilt;
    return Plate(inside, level / tilt, three_numbers(own * 0x2c1b3c6du + 7u));
}

// Light of a crack `inside` units away: 1 on it. A crack thinner than a pixel keeps its light, spread over the pixel.
fn crack(inside: f32, width: f32, footprint: f32) -> f32 {
    let wide = width + 0.8 * footprint;
    let x = max(1.0 - inside / wide, 0.0);
    return width / wide * x * x;
}

// Dark plates of crust that drift on lava: it glows in the cracks between them, and lies open in lakes.
fn lava(p: vec3<f32>, footprint: f32) -> Ground {
    let land = fractal(p * 1.6, 4, body.seed, footprint * 1.6);
    let grain = fractal(p * 11.0, 5, body.seed + 81u, footprint * 11.0);
    // Cracks are ragged, and no straight walls.
    let ragged = p + 0.035 * land.yzw + 0.004 * grain.yzw;
    let plates = plate_at(ragged * 3.6, body.seed + 83u);
    let slabs_scale = 11.0;
    let slabs_left = visible(footprint * slabs_scale);
    // From afar they are not looked for at all.
    var slabs = Plate(1.0, vec3<f32>(0.0), vec3<f32>(0.5));
    if slabs_left > 0.0 {
        slabs = plate_at(ragged * slabs_scale, body.seed + 85u);
    }

    // Some provinces are hot, in others the crust is old and whole.
    let pulse = 0.04 * sin(body.time * 0.6 + 7.0 * land.y);
    let heat = body.detail.x * clamp(0.46 - 1.9 * land.x + 0.25 * grain.x + pulse, 0.0, 1.0);
    let lake = smoothstep(0.86, 0.98, heat + 0.08 * grain.x);

    // Beside a crack the crust is thin and still warm.
    let wide = 0.020 + 0.085 * heat * heat;
    let main_crack = crack(plates.inside, wide, 3.6 * footprint);
    let warm = crack(plates.inside, 0.30, 3.6 * footprint);
    let thin_crack = crack(slabs.inside, 0.10, slabs_scale * footprint) * slabs_left;
    let thin_warm = mix(0.16, crack(slabs.inside, 0.45, slabs_scale * footprint), slabs_left);
    let fissures = smoothstep(0.40, 0.85, heat);
    let shine = (0.10 + 0.90 * heat) * main_crack + fissures * 0.65 * thin_crack;
    let smoulder = heat * (0.10 * warm * warm + 0.16 * fissures * thin_warm * thin_warm);
    // Lakes have a skin that tears; from afar its share of a lake is left.
    let skin = mix(0.6, smoothstep(0.02, 0.30, slabs.inside + 0.5 * grain.x), slabs_left);
    let open_lava = lake * (0.78 - 0.46 * skin + 0.25 * grain.x);
    let temperature = clamp(max(shine, open_lava), 0.0, 1.0);

    // Levels give the colour of the glow as the second one; a dark one is ash.
    let strongest = max(body.color_b.x, max(body.color_b.y, body.color_b.z));
    let is_glow = smoothstep(0.20, 0.40, strongest);
    let glow_color = mix(body.color_c, body.color_b * vec3<f32>(1.0, 0.75, 0.6), is_glow);
    let ash = mix(body.color_b, 2.0 * body.color_a + 0.02, is_glow);
    let age = smoothstep(-0.20, 0.35, 0.8 * land.x + 0.5 * (plates.own.x - 0.5) + 0.35 * grain.x);
    let slab_tone = 1.0 + 0.5 * (slabs.own.y - 0.5) * slabs_left;
    var crust = 1.7 * mix(body.color_a, ash, 0.6 * age) * (1.0 + 0.7 * grain.x) * slab_tone;
    // Fresh rock at the edges is black.
    crust *= 0.35 + 0.65 * smoothstep(0.0, 0.16, plates.inside);
    crust *= 1.0 - (0.2 + 0.4 * fissures) * thin_crack;

    var ground = plain_ground(crust * (1.0 - temperature));
    // Plates are raised toward their edges, and fall off steeply into the crack.
    let fall = smoothstep(0.10, 0.0, plates.inside) * visible(3.6 * footprint * 4.0);
    let rise = smoothstep(0.45, 0.10, plates.inside);
    let slab_fall = smoothstep(0.22, 0.0, slabs.inside) * slabs_left;
    ground.slope = 0.25 * land.yzw + 0.40 * grain.yzw + (0.25 * rise - 1.1 * fall) * plates.toward
        - (0.25 + 0.5 * fissures) * slab_fall * slabs.toward;
    ground.slope *= 1.0 - 0.8 * lake;
    // Deeper is hotter: red at the edges, then the glow's colour, then yellow. Above 1 it blooms.
    let red = glow_color * vec3<f32>(1.0, 0.35, 0.25);
    ground.glow = red * (smoulder + 0.9 * temperature) + 3.2 * temperature * temperature * glow_color
        + 1.8 * pow(temperature, 4.0) * vec3<f32>(1.0, 0.70, 0.26);
    return ground;
}
#endif

#if SURFACE == 7
// Brightness of a star's disc, over that of white paint in sunlight: above 1 it blooms, and its middle is white.
const STAR_GAIN: f32 = 3.7;
// Granules, and the groups of them that rise together, in a radian.
const GRANULES: f32 = 64.0;
const SUPERGRANULES: f32 = 19.0;

// A cell of gas that rises, bright, with a dark lane about it: -1 in a lane to about 1, from a noise that is 0 in the
// lanes.
fn granule(noise: f32) -> f32 {
    return 2.0 * smoothstep(-0.10, 0.42, abs(noise)) - 1.2;
}

// Its u in red, green and blue: somewhat less than from 0.5 in red to 0.9 in violet light (after Allen, "Astrophysical
// Quantities"), for the glare about the limb shines before it.
const LIMB_LOSS: vec3<f32> = vec3<f32>(0.44, 0.68, 0.88);

// A star's disc: granules that boil, small dark spots in active regions, bright faculae, darker and redder toward the
// limb. Linear limb darkening, I = 1 - u (1 - cos).
fn star(p: vec3<f32>, footprint: f32, facing: f32) -> vec3<f32> {
    let t = body.time * 0.05;
    let flow = fractal(p * 2.2 + vec3<f32>(0.0, t * 0.3, 0.0), 3, body.seed, footprint * 2.2);
    let drift = 0.02 * flow.yzw;
    let groups = noise((p + drift) * SUPERGRANULES + vec3<f32>(t, -t, t), body.seed + 91u).x;
    let cells = noise((p + drift) * GRANULES + vec3<f32>(-t, t, t) + 0.8 * groups, body.seed + 92u).x;
    let granules = 0.14 * granule(groups) * visible(footprint * SUPERGRANULES)
        + 0.30 * granule(cells) * visible(0.8 * footprint * GRANULES);
    // Active regions lie in two belts; a spot has a grey edge about a dark heart.
    let latitude = abs(p.y);
    let belt = smoothstep(0.02, 0.14, latitude) * (1.0 - smoothstep(0.35, 0.60, latitude));
    let activity = belt * fractal(p * 5.5 + vec3<f32>(0.2 * t), 4, body.seed + 93u, footprint * 5.5).x;
    let spotty = activity + 0.16 * noise(p * 30.0, body.seed + 94u).x * smoothstep(0.06, 0.20, activity);
    let penumbra = smoothstep(0.29, 0.34, spotty);
    let umbra = smoothstep(0.36, 0.41, spotty);
    let faculae = smoothstep(0.05, 0.24, activity) * (1.0 - penumbra) * (1.0 - 0.8 * facing) * (0.6 + 0.8 * granules);
    let unrest = 1.0 + body.detail.y * (granules + 0.45 * flow.x);
    let brightness = max(unrest, 0.25) * (1.0 - 0.45 * penumbra - 0.40 * umbra) + 0.7 * faculae;
    let limb = 1.0 - LIMB_LOSS * (1.0 - facing);
    // Cooler gas is redder: the limb, the spots, and the sinking gas between the granules.
    let heat = (0.05 + 0.62 * brightness) * (0.22 + 0.78 * facing);
    let tint = mix(body.color_b, body.color_a, clamp(heat, 0.0, 1.0));
    // Light of all colours, so strong that it is white, stands in the middle.
    let white = 0.40 * brightness * brightness * facing * facing * facing;
    return STAR_GAIN * body.detail.x * brightness * limb * (tint + white);
}
#endif

#ifdef MAPPED
// Share of the haze that is left over mapped clouds and gas: more would hide that they darken toward the limb.
const CLOUD_HAZE: f32 = 0.3;
// How much closed clouds curl, as a share of the most restless gas.
const CLOUD_UNREST: f32 = 0.5;
// Loss of light at the limb of clouds and gas, besides that of a matt ball: more in blue light, which deep haze takes.
const CLOUD_LIMB: vec3<f32> = vec3<f32>(0.44, 0.52, 0.62);
// How far past the terminator clouds scatter light, besides what their air does.
const CLOUD_TWILIGHT: f32 = 0.07;
// Light that reaches gas in the shadow of a moon from the lit gas about it.
const CLOUD_SHADE: f32 = 0.05;

// Pixels of the map in a radian of the equator: of that of the colours, if it is there.
fn map_fineness() -> f32 {
    var width = textureDimensions(color_map).x;
#ifdef CHARTED
    if width <= 1u {
        width = textureDimensions(data_map).x;
    }
#endif
    return f32(width) / TAU;
}

// The colour of a point, or the plain one while the map is not there. `spot` gives the size of a pixel.
fn map_color(p: vec3<f32>, spot: Spot) -> vec3<f32> {
    let right = map_step(spot.p, spot.right);
    let down = map_step(spot.p, spot.down);
    let color = body.map_gain * textureSampleGrad(color_map, map_sampler, map_place(p), right, down).xyz;
    return select(body.color_a, color, body.map_gain > 0.0);
}

#ifdef CHARTED
fn map_data(p: vec3<f32>, spot: Spot) -> vec4<f32> {
    let right = map_step(spot.p, spot.right);
    let down = map_step(spot.p, spot.down);
    let data = textureSampleGrad(data_map, map_sampler, map_place(p), right, down);
    // Level land without lights, while the map is not there.
    return select(vec4<f32>(0.50196, 0.50196, 1.0, 0.0), data, textureDimensions(data_map).x > 1u);
}

// Gradient of the height, from the map's slopes.
fn map_slope(p: vec3<f32>, data: vec4<f32>) -> vec3<f32> {
    let east = vec3<f32>(p.z, 0.0, -p.x) / max(length(p.xz), 1e-3);
    let slopes = (data.xy * 255.0 - 128.0) / 127.0;
    return slopes.x * east + slopes.y * cross(p, east);
}
#endif

// Noise that takes over where the map's pixels become larger than the screen's: value and gradient.
fn finer_than_map(spot: Spot) -> vec4<f32> {
    let fineness = 0.7 * map_fineness();
    return fractal(spot.p * fineness, 6, body.seed + 101u, spot.footprint * fineness);
}

// A point a part of a map's pixel aside, so that what the map draws is ragged from near, not blurred.
fn ragged(spot: Spot, grain: vec4<f32>) -> vec3<f32> {
    return normalize(spot.p + (0.45 / map_fineness()) * grain.yzw);
}

// How much of its grain ground under dust shows, from deep dust to bare stone, and provinces of both in a radian: where
// all of it is as rough, a world looks like felt.
const BARED: vec2<f32> = vec2<f32>(0.08, 0.55);
const PROVINCES: f32 = 4.0;
// Of craters under dust, the share of their depth that is left, and the share of the large ones that is gone.
const DUSTY_PITS: vec2<f32> = vec2<f32>(0.55, 0.5);
// Streaks of dust that winds draw out along the parallels: how often in a radian across and along them, their bend, and
// how much brighter they are.
const STREAKS: vec3<f32> = vec3<f32>(9.0, 30.0, 9.0);
const STREAK_BEND: f32 = 0.05;
const STREAK_TONE: f32 = 0.20;
// Frost thins out toward its edge: about the caps the colour is the mean of this many pixels of the map.
const CAP: vec2<f32> = vec2<f32>(0.86, 0.93);
const CAP_SOFT: f32 = 2.5;

// How bare a place under dust is, and the tone of its streaks.
fn province(p: vec3<f32>, footprint: f32) -> vec2<f32> {
#ifdef FRUGAL
    // Provinces are visible only from near. Slow drivers save their noise.
    return vec2<f32>(0.5 * (BARED.x + BARED.y), 1.0);
#else
    let wide = noise(p * PROVINCES, body.seed + 107u);
    let streaks = fractal((p + STREAK_BEND * wide.yzw) * STREAKS, 2, body.seed + 108u, STREAKS.y * footprint).x;
    let bare = smoothstep(-0.30, 0.35, wide.x);
    return vec2<f32>(mix(BARED.x, BARED.y, bare), 1.0 + STREAK_TONE * (1.0 - 0.5 * bare) * streaks);
#endif
}

// Stone, sand or ice by the map, with grain and small craters of noise from near.
fn mapped_stone(spot: Spot) -> Ground {
    let grain = finer_than_map(spot);
    let place = ragged(spot, grain);
    // Where there is air, dust that it spreads has smoothed the ground.
    let dusty = smoothstep(0.05, 0.15, body.air);
    let drowned = DUSTY_PITS.y * dusty;
    let pits = crater_field(spot.p, 0.25 * map_fineness(), 5, drowned, body.seed + 102u, spot.footprint);
#if SURFACE == 5
    var depth = body.detail.z;
#else
    var depth = body.detail.x;
#endif
    var strength = 1.0;
    var streaks = 1.0;
    var seen = spot;
    if dusty > 0.0 {
        let own = province(spot.p, spot.footprint);
        strength = mix(1.0, own.x, dusty);
        streaks = mix(1.0, own.y, dusty);
        depth *= mix(1.0, DUSTY_PITS.x, dusty);
        let cap = dusty * smoothstep(CAP.x, CAP.y, abs(spot.p.y));
        let blur = mix(1.0, max(CAP_SOFT / (map_fineness() * max(spot.footprint, 1e-6)), 1.0), cap);
        seen = Spot(spot.p, blur * spot.right, blur * spot.down, blur * spot.footprint);
    }
    // In a slope of the grain the finest octaves are as strong as the others: stones between the craters.
    let stones = strength * (0.42 * grain.x + 0.07 * grain.z);
    let tone = (1.0 + stones + 3.0 * depth * min(pits.level.x, 0.0) + 0.5 * depth * pits.ejecta) * streaks;
    var ground = plain_ground(map_color(place, seen) * tone);
    let rough = strength * mix(0.24, 0.10, dusty);
    ground.slope = rough * grain.yzw + 1.2 * depth * pits.level.yzw;
#ifdef CHARTED
    ground.slope += map_slope(spot.p, map_data(place, spot));
#endif
    return ground;
}

// Streaks of gas or cloud: waves in a radian along the parallels and across them, over the fineness of the map, and how
// much they change the tone, from afar and from near.
const THREADS: vec3<f32> = vec3<f32>(2.4, 17.0, 2.4);
const THREAD_TONE: vec2<f32> = vec2<f32>(0.08, 0.32);
// Jets: thin bands that keep to their parallels, each finer than the one before by the second number; and their tones.
const JETS: vec2<f32> = vec2<f32>(1.1, 2.7);
const JET_TONES: vec3<f32> = vec3<f32>(0.30, 0.28, 0.18);
// Small ovals between jets, pale and dark: the height of an eddy that is one, and their tone.
const OVALS: vec2<f32> = vec2<f32>(0.34, 0.52);
const OVAL_TONE: f32 = 0.16;
// How far eddies bend jets and streaks, on the calmest gas and beyond that on the most restless, over the fineness.
const BENDS: vec2<f32> = vec2<f32>(0.03, 0.12);
// The share of all this detail on the calmest gas.
const CALM_DETAIL: f32 = 0.6;
// Thin clouds are colder in hue, the gaps between them warmer.
const DETAIL_HUE: vec3<f32> = vec3<f32>(0.80, 1.0, 1.25);

// Gas or closed clouds by the map; from near, the streams are drawn out along the parallels and curl.
fn mapped_clouds(spot: Spot) -> Ground {
    let f = 0.22 * map_fineness();
#if SURFACE == 4
    // Some giants are calm.
    let liveliness = min(body.detail.y, 1.0);
#else
    let liveliness = CLOUD_UNREST;
#endif
    let unrest = liveliness / (f * f);
    // Flow along the lines of equal pressure, in wide waves first, then in eddies. Each is a single octave: in a sum of
    // more the finest ones bend as much, and comb the edges of the belts into teeth.
    let wide = vec3<f32>(0.55, 1.35, 0.55) * f;
    let waves = visible(wide.y * spot.footprint) * noise(spot.p * wide, body.seed + 104u);
    let waved = spot.p + 0.11 * unrest * cross(spot.p, waves.yzw * wide);
    let close = vec3<f32>(1.7, 3.4, 1.7) * f;
    let eddies = visible(close.y * spot.footprint) * noise(waved * close, body.seed + 105u);
    let carried = waved + 0.013 * unrest * cross(spot.p, eddies.yzw * close);
    // Streaks and jets bend about the whirls.
    let bend = (BENDS.x + BENDS.y * liveliness) / f * (0.5 * eddies.x + waves.x);
    let bent = carried + vec3<f32>(0.0, bend, 0.0);
    // What is finer than the map appears where its pixels become larger than the screen's: elsewhere it says it all.
    let near = visible(1.2 * map_fineness() * spot.footprint);
    let threads = fractal(bent * THREADS * f, 5, body.seed + 106u, THREADS.y * spot.footprint * f).x;
    var tone = mix(THREAD_TONE.x, THREAD_TONE.y, near) * threads + 0.05 * eddies.x;
    if near > 0.0 {
        let ovals = smoothstep(OVALS.x, OVALS.y, eddies.x) - smoothstep(OVALS.x, OVALS.y, -eddies.x);
        tone += near * (jets(bent.y, JETS.x * f, spot.footprint) + OVAL_TONE * liveliness * ovals);
    }
    tone *= mix(CALM_DETAIL, 1.0, liveliness);
    return plain_ground(map_color(normalize(carried), spot) * max(1.0 + tone * DETAIL_HUE, vec3<f32>(0.4)));
}

// The change of tone by jets at a height over the equator, from about -0.5 to 0.5.
fn jets(height: f32, fineness: f32, footprint: f32) -> f32 {
    var tone = 0.0;
    var scale = fineness;
    for (var size = 0; size < 3; size += 1) {
        let seen = visible(scale * footprint);
        if seen <= 0.0 {
            break;
        }
        tone += seen * JET_TONES[size] * noise(vec3<f32>(0.37, height * scale, 0.61), body.seed + 109u + u32(size)).x;
        scale *= JETS.y;
    }
    return tone;
}

#if SURFACE == 2
#ifdef CHARTED
const SEA_TINT: vec3<f32> = vec3<f32>(0.90, 1.0, 0.58);
// Width of the region whose land and lights count at a place, in pixels of the map.
const REGION: f32 = 12.0;
// The swell: how often in a radian, and its slope. Longer or steeper waves would draw rings about the reflection of the
// sun.
const SWELL: vec2<f32> = vec2<f32>(90.0, 0.015);
// The share of the glitter that the lee of a coast takes.
const COAST_LEE: f32 = 0.85;
// The light of towns and of the haze about them, and the power of the map's light that is seen: below 1, small towns
// are seen beside large ones.
const TOWNS: vec3<f32> = vec3<f32>(1.7, 1.2, 0.6);

// The Earth: land and sea by the map, with ice, clouds and the lights of towns.
fn mapped_earth(spot: Spot, to_sun: vec3<f32>) -> Ground {
    let p = spot.p;
    let grain = finer_than_map(spot);
    let place = ragged(spot, grain);
    let data = map_data(place, spot);
    let is_land = smoothstep(0.25, 0.75, data.z);
#ifdef FRUGAL
    let region = data;
#else
    // The mean of land and lights about the place.
    let blur = max(REGION / (map_fineness() * max(spot.footprint, 1e-6)), 1.0);
    let region = map_data(place, Spot(p, blur * spot.right, blur * spot.down, blur * spot.footprint));
#endif
    var albedo = map_color(place, spot) * (1.0 + 0.40 * is_land * grain.x);
    // The map paints the sea for the eye, bluer than it is seen from space.
    albedo *= mix(SEA_TINT, vec3<f32>(1.0), is_land);

    // The map has no ice on the sea about the north pole; its edge is about 75 degrees north.
    let floes = fractal(p * 9.0, 4, body.seed + 41u, spot.footprint * 9.0).x;
    let ice_edge = 1.0 - 0.34 * body.detail.z;
    let ice = (1.0 - is_land) * smoothstep(ice_edge - 0.012, ice_edge + 0.012, p.y + 0.025 * floes);
    albedo = mix(albedo, vec3<f32>(0.72, 0.78, 0.84) * (1.0 + 0.2 * floes), ice);

    let cloud = clouds_over(spot, to_sun);
    let cover = 0.95 * cloud.cover;
    albedo *= 1.0 - 0.40 * cloud.shade;
    albedo = mix(albedo, cloud.albedo, cover);

    var ground = plain_ground(albedo);
    // Swell breaks up the reflection of the sun.
    let swell = SWELL.y * fractal(p * SWELL.x, 5, body.seed + 43u, SWELL.x * spot.footprint).yzw;
    ground.slope = (1.0 - cover) * mix(swell, map_slope(p, data) + 0.25 * grain.yzw, is_land)
        + cloud.slope;
    // In the lee of a coast the sea is calm, and hardly glitters: the glint would be cut off by the shore.
    let open_sea = 1.0 - COAST_LEE * smoothstep(0.0, 0.45, region.z);
    ground.gloss = (1.0 - is_land) * (1.0 - ice) * sea_below(cloud) * open_sea;
    // From near, the lights of a region are streets. About them the haze glows.
    let streets = smoothstep(-0.10, 0.35, grain.x);
    let sparkle = mix(1.0, 2.2 * streets, visible(spot.footprint * map_fineness()));
    let lights = TOWNS.x * pow(data.w, TOWNS.z) * sparkle + TOWNS.y * region.w;
    ground.night_glow = vec3<f32>(1.0, 0.70, 0.36) * body.detail.w * lights * (1.0 - 0.75 * cover);
    return ground;
}
#endif
#endif

fn mapped_ground(spot: Spot, to_sun: vec3<f32>) -> Ground {
#if SURFACE == 3
    return mapped_clouds(spot);
#else if SURFACE == 4
    return mapped_clouds(spot);
#else if SURFACE == 2
#ifdef CHARTED
    return mapped_earth(spot, to_sun);
#else
    return mapped_stone(spot);
#endif
#else
    return mapped_stone(spot);
#endif
}

// Light that dust sends back, relative to a white ground under a high sun: the full moon is as bright at its limb
// as in its middle. The lunar-Lambert law (McEwen, Icarus 92, 1991); its weight falls with the phase.
fn dusty_light(normal: vec3<f32>, to_sun: vec3<f32>, to_camera: vec3<f32>) -> f32 {
    let sun = max(dot(normal, to_sun), 0.0);
    let eye = max(dot(normal, to_camera), 0.0);
    let lunar = min(2.0 * sun / max(sun + eye, 1e-3), 1.4);
    let weight = clamp(0.35 + 0.65 * dot(to_sun, to_camera), 0.0, 1.0);
    return mix(sun, lunar, 0.9 * weight);
}
#endif

// Share of the star's disc that is visible past covering bodies, seen from `p`.
fn light_past_bodies(p: vec3<f32>, to_sun: vec3<f32>) -> f32 {
    var light = 1.0;
    // Unused occluders are points, which cover nothing: a count of them would make some drivers keep a
    // shader for every state of the uniform.
    for (var index = 0u; index < MOST_OCCLUDERS; index += 1u) {
        light *= light_past_body(body.occluders[index], p, to_sun, body.sun_angle);
    }
    return light;
}

#ifdef RINGED
// Light of dense rings where they fill the sky best, as a share of the sunlight.
const RING_SHINE: f32 = 0.03;

// Share of the sunlight that the rings send to a place; in the night it adds to the light of the stars.
fn ring_shine(p: vec3<f32>, to_sun: vec3<f32>) -> f32 {
    // From the equator they are seen on edge, and near the poles they are below the horizon.
    let in_sky = 2.0 * abs(p.y) * sqrt(max(1.0 - p.y * p.y, 0.0));
    // Their lit face, or the light that passes between the dust.
    let face = mix(0.3, 1.0, smoothstep(-0.1, 0.1, p.y * to_sun.y));
    // About midnight the shadow of the planet covers the part overhead.
    let open = mix(0.4, 1.0, smoothstep(-1.0, 0.0, dot(p, to_sun)));
    return RING_SHINE * body.ring_opacity * in_sky * face * open;
}
#endif

// The reflection of the sun in the sea: a small bright heart of pale gold, and about it a faint shine as silvery as the
// sky, for a golden one would make the dark water brown. The sharpness of each, and its strength under a high sun: a
// weak or a wide one is a dull disc on the sea.
const GLINT_HEART_COLOR: vec3<f32> = vec3<f32>(1.0, 0.93, 0.78);
const GLINT_SHINE_COLOR: vec3<f32> = vec3<f32>(0.80, 0.91, 1.0);
const GLINT_HEART: vec2<f32> = vec2<f32>(600.0, 2.2);
const GLINT_SHINE: vec2<f32> = vec2<f32>(48.0, 0.12);
// How many times more light water reflects at grazing incidence than straight up, less one.
const GLINT_GRAZING: f32 = 49.0;

// Reflection of the sun in the sea. Waves tilt the water by some ten degrees (Cox and Munk, J. Opt. Soc. Am. 44, 1954),
// so it is wide and has no edge; and it stays below 1, the brightness of clouds.
fn sea_glint(normal: vec3<f32>, to_sun: vec3<f32>, to_camera: vec3<f32>) -> vec3<f32> {
    let middle = normalize(to_sun + to_camera);
    let aligned = max(dot(normal, middle), 0.0);
    let rise = 1.0 + GLINT_GRAZING * pow(1.0 - max(dot(to_camera, middle), 0.0), 5.0);
    let heart = rise * GLINT_HEART.y * pow(aligned, GLINT_HEART.x);
    let shine = rise * GLINT_SHINE.y * pow(aligned, GLINT_SHINE.x);
    return (heart * GLINT_HEART_COLOR + shine * GLINT_SHINE_COLOR) / (1.0 + heart + shine);
}

fn ground_at(spot: Spot, to_sun: vec3<f32>) -> Ground {
#if SURFACE == 2
    return ocean(spot, to_sun);
#else
    let p = spot.p;
    let footprint = spot.footprint;
#ifdef LUMPY
    if is_nucleus() {
        return nucleus(p, footprint);
    }
#endif
#if SURFACE == 1
    return desert(p, footprint);
#else if SURFACE == 3
    return clouds(p, footprint);
#else if SURFACE == 4
    return gas(p, footprint);
#else if SURFACE == 5
    return ice(p, footprint);
#else if SURFACE == 6
    return lava(p, footprint);
#else
    return rocky(p, footprint);
#endif
#endif
}

// The night of a world with air is lit by the stars, so that its disc stands out from the sky behind it: faintly and
// bluish, dark ground nearly as much as bright ground. Thick air glows along the limb. A world without air is nearly
// black by night, and nothing glows at its limb. Shadows by day are as dark as they are.
const STARLIGHT: vec3<f32> = vec3<f32>(0.82, 0.96, 1.3);
const STARLIT_GROUND: f32 = 0.16;
const STARLIT_ALBEDO: f32 = 0.2;
const STARLIT_LIMB: f32 = 0.5;
// The share of it that a world without air gets, the air from which on the ground is lit and fully lit, and the same
// for the limb.
const STARLIT_BARE: f32 = 0.45;
const AIR_OVER_GROUND: vec2<f32> = vec2<f32>(0.10, 0.75);
const AIR_AT_LIMB: vec2<f32> = vec2<f32>(0.30, 0.75);

// The light that comes back from ground by night, with the cosines to the camera and to the sun. It begins as the sun
// sets, not after: no band is darker than the night.
fn starlight(albedo: vec3<f32>, facing: f32, sun_height: f32) -> vec3<f32> {
    let night = 1.0 - smoothstep(0.0, 0.25, sun_height);
    let grazing = 1.0 - facing;
    let ground = STARLIT_GROUND + STARLIT_ALBEDO * albedo;
    let level = mix(STARLIT_BARE, 1.0, smoothstep(AIR_OVER_GROUND.x, AIR_OVER_GROUND.y, body.air));
    let limb = STARLIT_LIMB * smoothstep(AIR_AT_LIMB.x, AIR_AT_LIMB.y, body.air) * grazing * grazing * grazing;
    return night * level * (1.0 + limb) * body.ambient * STARLIGHT * ground;
}

#ifdef MAPPED
// The light of a full planet in the sky of its moon: on the ground, and what the ground's brightness adds.
const PLANETSHINE: vec2<f32> = vec2<f32>(0.012, 0.10);

// The light that a planet throws on the night of its moon. The moons with maps all turn the same side toward their
// planets, that of the prime meridian: there the planet stands in the zenith. It is full when the sun is on the far
// side. Worlds without a planet have black `air_color`; those with air have no planet.
fn planetshine(albedo: vec3<f32>, normal: vec3<f32>, to_sun: vec3<f32>, sun_height: f32) -> vec3<f32> {
    let airless = 1.0 - smoothstep(0.0, AIR_OVER_GROUND.x, body.air);
    let night = 1.0 - smoothstep(0.0, 0.25, sun_height);
    let phase = 0.5 - 0.5 * to_sun.x;
    let shine = PLANETSHINE.x + PLANETSHINE.y * albedo;
    return airless * night * phase * max(normal.x, 0.0) * shine * body.air_color;
}
#endif

// The tint of sunlight that has passed much air.
const DUSK_TINT: vec3<f32> = vec3<f32>(1.0, 0.72, 0.50);
// How white the air over seas is where it is deepest.
const RIM_WHITE: f32 = 0.5;

// The colour of a lit surface under its air.
fn lit_surface(up: vec3<f32>, footprint: f32, ground: Ground, to_sun: vec3<f32>, to_camera: vec3<f32>) -> vec3<f32> {
    let facing = clamp(dot(up, to_camera), 0.0, 1.0);
    var slope = body.relief * ground.slope;
#ifdef LUMPY
    slope += lump(up).yzw;
#endif
    let normal = normalize(up - (slope - up * dot(slope, up)));

    // Air bends and scatters light a little past the terminator.
    let sun_height = dot(up, to_sun);
    var twilight = 0.015 + 0.10 * body.air;
#ifdef LUMPY
    if is_nucleus() {
        twilight = COMA_TWILIGHT;
    }
#endif
#ifdef MAPPED
#if SURFACE == 4
    twilight += CLOUD_TWILIGHT;
#endif
#endif
    var wrapped = max((dot(normal, to_sun) + twilight) / (1.0 + twilight), 0.0);
#ifdef MAPPED
    // Dust lies open only where there is hardly any air.
    wrapped = mix(dusty_light(normal, to_sun, to_camera), wrapped, smoothstep(0.05, 0.15, body.air));
#endif
    // Ground beyond the terminator is dark, even a slope that leans toward the sun.
    let day = smoothstep(-twilight - body.lumpiness, twilight + body.lumpiness, sun_height);
    var eclipse = light_past_bodies(up, to_sun);
#ifdef MAPPED
#if SURFACE == 4
    eclipse = mix(CLOUD_SHADE, 1.0, eclipse);
#endif
#endif
    var sunlight = body.sun_color * wrapped * day * eclipse;
#ifdef LUMPY
    if is_nucleus() {
        sunlight *= light_past_lobe(up, to_sun);
    }
#endif
#ifdef RINGED
    sunlight *= light_past_rings(
        up, to_sun, body.ring_inner, body.ring_outer, body.ring_opacity, body.ring_style, footprint);
#endif

    // Low sun through air is red.
    var low_sun = body.air * (1.0 - smoothstep(0.0, 0.35, sun_height));
#ifdef MAPPED
#if SURFACE == 4
    low_sun = 1.0 - smoothstep(-0.05, 0.40, sun_height);
#endif
#endif
    let reddened = sunlight * mix(vec3<f32>(1.0), DUSK_TINT, low_sun);

    var color = ground.albedo * reddened + starlight(ground.albedo, facing, sun_height);
#ifdef LUMPY
    if is_nucleus() {
        color += ground.albedo * body.sun_color * (COMA_LIGHT.x + COMA_LIGHT.y * dot(normal, to_sun));
    }
#endif
#ifdef MAPPED
    color += planetshine(ground.albedo, normal, to_sun, sun_height);
#endif
#ifdef RINGED
    color += ground.albedo * body.sun_color * ring_shine(up, to_sun);
#endif
    color += ground.gloss * reddened * sea_glint(normal, to_sun, to_camera) * day;
    color += ground.glow + ground.night_glow * (1.0 - smoothstep(-0.16, -0.01, sun_height));

    // The haze is thickest where the line of sight grazes the air.
    let grazing = 1.0 - facing;
#if SURFACE == 2
    // Clear air is a thin rim.
    let haze = clamp(body.air * (0.05 + 1.1 * pow(grazing, 4.5)), 0.0, 1.0);
#else
    var haze = clamp(body.air * (0.06 + 0.94 * grazing * grazing * grazing), 0.0, 1.0);
#endif
    // Along the terminator it has the colours of dusk.
    let dusk = smoothstep(-0.20, -0.02, sun_height) * (1.0 - smoothstep(0.0, 0.22, sun_height));
    var air_color = mix(body.air_color, body.dusk_color, 0.55 * dusk);
#if SURFACE == 2
    // Deep clear air is white.
    air_color = mix(air_color, vec3<f32>(max(air_color.x, max(air_color.y, air_color.z))), RIM_WHITE * haze);
#endif
#ifdef MAPPED
#if SURFACE == 3
    haze *= CLOUD_HAZE;
    color *= 1.0 - CLOUD_LIMB * grazing * grazing;
#else if SURFACE == 4
    haze *= CLOUD_HAZE;
    color *= 1.0 - CLOUD_LIMB * grazing * grazing;
#endif
#endif
    let lit_air = smoothstep(-0.22, 0.45, sun_height) * eclipse;
    // Air that is lit from behind shines around the night side.
    let behind = pow(max(-dot(to_camera, to_sun), 0.0), 3.0);
    let crescent = body.air * behind * pow(grazing, 5.0) * smoothstep(-0.42, 0.05, sun_height);
    let hazy = mix(color, air_color * body.sun_color * lit_air, haze * lit_air);
    return hazy + 0.5 * crescent * air_color * body.sun_color;
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    let up = normalize(in.place);
    // Toward the limb a pixel covers more ground; half of that stretch is a good middle way.
    let right = dpdx(up);
    let down = dpdy(up);
#if SURFACE == 6
    // Glowing cracks would sparkle along the limb: there a pixel counts as wide as it is long.
    let footprint = 1.1 * max(length(right), length(down));
#else ifdef FRUGAL
    // For slow drivers detail ends a little above a pixel.
    let footprint = 0.9 * (length(right) + length(down));
#else
    let footprint = 0.6 * (length(right) + length(down));
#endif
    let to_camera = normalize(in.to_camera);
#if SURFACE == 7
    return vec4<f32>(star(up, footprint, clamp(dot(up, to_camera), 0.0, 1.0)), 1.0);
#else
    let to_sun = normalize(in.to_sun);
    let spot = Spot(up, right, down, footprint);
#ifdef MAPPED
    let ground = mapped_ground(spot, to_sun);
#else
    let ground = ground_at(spot, to_sun);
#endif
    return vec4<f32>(lit_surface(up, footprint, ground, to_sun, to_camera), 1.0);
#endif
}
