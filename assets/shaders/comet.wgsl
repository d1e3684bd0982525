// A comet's coma and its two tails: light that is added to the picture.
//
// The mesh only covers the part of the screen where there may be light. The light itself is found for each line of
// sight, as the amount of gas or dust that the line passes: so it depends on nothing that a corner or an edge of
// the mesh could show, it begins softly, and it is the same from outside as from inside.
//
// One mesh for all three. Position holds the part (0 coma, 1 ion tail, 2 dust tail), the coordinate along the tail
// (0 to 1; for the coma -1 to 1) and the coordinate across it (-1 to 1). All lengths are in units of the renderer.
// The uniform is `CometUniform` in src/client/scene/sky/surface/comet_material.rs.

#import bevy_pbr::mesh_view_bindings::{view, globals}
#import bevy_pbr::mesh_functions::get_world_from_local
#import "shaders/noise.wgsl"::noise

struct Comet {
    // From the nucleus to the end of the ion tail: straight away from the star.
    ion: vec3<f32>,
    // Radius of the coma.
    coma: f32,
    // From the nucleus to the end of the dust tail if it were straight.
    dust: vec3<f32>,
    // Strength of its light, 0 to 1.
    strength: f32,
    // Lag of the end of the dust tail.
    lag: vec3<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> comet: Comet;

const GAS: vec3<f32> = vec3<f32>(0.40, 0.95, 0.80);
const IONS: vec3<f32> = vec3<f32>(0.07, 0.30, 1.0);
const DUST: vec3<f32> = vec3<f32>(1.0, 0.87, 0.68);
// The head is never smaller than this share of its distance: some pixels, or it would twinkle from afar.
const LEAST_HEAD: f32 = 0.018;
// Width of the bright middle of the coma from near, as a share of its distance.
const NEAR_CORE: f32 = 0.10;
// Thickness of a tail (standard deviation) at the nucleus, in radii of the coma, and its growth along the tail.
const ION_THICKNESS: f32 = 0.13;
const ION_SPREAD: f32 = 0.018;
const DUST_THICKNESS: f32 = 0.22;
const DUST_SPREAD: f32 = 0.075;
// Length of a cloud of the tail in thicknesses, and number of clouds; the loop has a number of its own, the largest.
const ION_STRETCH: f32 = 4.0;
const ION_CLOUDS: i32 = 26;
const DUST_STRETCH: f32 = 1.5;
const DUST_CLOUDS: i32 = 20;
const COUNT_OF_CLOUDS: i32 = 26;
// Beyond this number of thicknesses there is no light.
const REACH: f32 = 2.8;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,
}

struct Varyings {
    @builtin(position) clip_position: vec4<f32>,
    // From the eye toward the point, of any length.
    @location(0) ray: vec3<f32>,
    // From the nucleus to the eye.
    @location(1) @interpolate(flat) eye: vec3<f32>,
    @location(2) @interpolate(flat) part: f32,
}

// Radius of the coma as it is drawn.
fn head_radius(eye: vec3<f32>) -> f32 {
    return max(comet.coma, LEAST_HEAD * length(eye));
}

// A corner of a cover: its place seen from the eye, or a corner of the whole screen (-1 to 1).
struct Corner {
    place: vec3<f32>,
    is_screen: bool,
}

// A square of half width `radius` that faces the eye, `arm` away from it.
fn facing_square(arm: vec3<f32>, radius: f32, corner: vec2<f32>) -> Corner {
    let ahead = normalize(arm);
    let other = select(vec3<f32>(0.0, 1.0, 0.0), vec3<f32>(1.0, 0.0, 0.0), abs(ahead.y) > 0.9);
    let right = normalize(cross(ahead, other));
    let up = cross(right, ahead);
    return Corner(arm + radius * (corner.x * right + corner.y * up), false);
}

// The cover of a tail that lies within `start` of the nucleus and within `end` of the point `axis`; at the bend it
// reaches out further, by `bulge`.
fn tail_cover(eye: vec3<f32>, axis: vec3<f32>, start: f32, end: f32, bulge: vec3<f32>, corner: vec2<f32>) -> Corner {
    let size = max(length(axis), 1e-6);
    let forward = axis / size;
    let along = dot(eye, forward);
    let foot = eye - forward * along;
    let aside = length(foot);
    let nearest = clamp(along, 0.0, size);
    let apart = length(eye - forward * nearest);
    let thickness = mix(start, end, nearest / size) + length(bulge);
    if apart < 2.0 * thickness {
        // The eye is in the tail, or nearly.
        return Corner(vec3<f32>(2.0 * corner.x - 1.0, corner.y, 0.0), true);
    }
    let square = vec2<f32>(2.0 * corner.x - 1.0, corner.y);
    if aside < 0.35 * apart {
        // Seen from before or behind: a square about the nearer end that the other end does not look out of.
        let is_behind = along > 0.0;
        let arm = forward * nearest - eye;
        let near_radius = select(start, end, is_behind) + length(bulge);
        let far_radius = select(end, start, is_behind) + length(bulge);
        let far_depth = apart + 0.9 * size;
        let radius = max(near_radius, (far_radius + size * aside / apart) * apart / far_depth);
        return facing_square(arm, 1.3 * radius, square);
    }
    let side = cross(forward, foot / aside);
    // Ends and sides of something round reach out further than its axis.
    let before = 1.3 * start * (1.0 + max(-along, 0.0) / aside);
    let behind = 1.3 * end * (1.0 + max(along - size, 0.0) / aside);
    let out = corner.y * side;
    let half_width = 1.3 * mix(start, end, corner.x) + max(dot(bulge, out), 0.0) * (1.0 + corner.x);
    let place = forward * mix(-before, size + behind, corner.x) + out * half_width;
    return Corner(place - eye, false);
}

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    let nucleus = get_world_from_local(vertex.instance_index)[3].xyz;
    let eye = view.world_position - nucleus;
    let head = head_radius(eye);
    let part = vertex.position.x;
    var corner: Corner;
    if part < 0.5 {
        let distance = length(eye);
        if distance < 1.6 * head {
            corner = Corner(vec3<f32>(vertex.position.yz, 0.0), true);
        } else {
            corner = facing_square(-eye, 1.3 * head, vertex.position.yz);
        }
    } else if part < 1.5 {
        let start = 0.9 * head;
        let end = start + REACH * ION_SPREAD * length(comet.ion) * 1.1;
        corner = tail_cover(eye, comet.ion, start, end, vec3<f32>(0.0), vertex.position.yz);
    } else {
        let start = 0.9 * head;
        let end = start + REACH * DUST_SPREAD * length(comet.dust);
        // The bent spine is farthest from its chord in the middle, by a quarter of the lag.
        corner = tail_cover(eye, comet.dust + comet.lag, start, end, -0.25 * comet.lag, vertex.position.yz);
    }

    var out: Varyings;
    out.eye = eye;
    out.part = part;
    if corner.is_screen {
        // Behind all bodies: a veil before the nucleus would reduce its contrast.
        out.clip_position = vec4<f32>(corner.place.xy, 0.0, 1.0);
        let scale = vec2<f32>(view.view_from_clip[0][0], view.view_from_clip[1][1]);
        let in_view = vec3<f32>(corner.place.xy * scale, -1.0);
        out.ray = (view.world_from_view * vec4<f32>(in_view, 0.0)).xyz;
    } else {
        // From afar the head hides the nucleus, close by the nucleus is before all the light. Between, the cover
        // moves through it, so that nothing jumps.
        let distance = length(eye);
        let shift = 0.18 * head * (2.0 * smoothstep(5.0, 16.0, distance / head) - 1.0);
        out.ray = corner.place + eye * (shift / distance);
        out.clip_position = view.clip_from_world * vec4<f32>(view.world_position + out.ray, 1.0);
    }
    return out;
}

// Jets where the star heats the nucleus: 0 to about 1, in a direction `outward` across the view, `distance` radii of
// the head from the nucleus. Their sides are soft, they bend as the nucleus turns, and puffs move along them.
fn jets_at(outward: vec3<f32>, toward: vec3<f32>, distance: f32) -> f32 {
    let lit = smoothstep(-0.25, 0.80, dot(outward, -normalize(comet.ion)));
    if lit <= 0.0 {
        return 0.0;
    }
    // Even in the logarithm of the distance: so they look alike from everywhere.
    let way = log2(1.0 + 60.0 * distance);
    let bend = 0.10 * way + 0.02 * globals.time;
    let direction = outward * cos(bend) + cross(toward, outward) * sin(bend);
    let broad = noise(direction * 3.4, 11u).x;
    let thin = noise(direction * 9.0 + toward * (0.5 * way), 12u).x;
    let puffs = noise(direction * 4.0 + toward * (2.6 * way - 0.35 * globals.time), 13u).x;
    let strand = clamp(broad + 0.45 * thin + 0.10, 0.0, 1.0);
    return lit * strand * strand * (1.6 + 1.5 * puffs);
}

// Gas about the nucleus: its density falls with the square of the distance, so what a line of sight passes falls
// with the distance only. `ray` has length 1.
fn coma_light(eye: vec3<f32>, ray: vec3<f32>, head: f32) -> vec3<f32> {
    let ahead = -dot(eye, ray);
    let nearest = eye + ray * ahead;
    let distance = length(nearest) / head;
    let window = max(1.0 - distance * distance, 0.0);
    // From near it is as bright in the middle as from afar, but narrower, or it would fill the picture evenly.
    let widest = 0.055;
    let core = min(widest, NEAR_CORE * length(eye) / head);
    let soft = sqrt(distance * distance + core * core);
    let passed = (core / widest) * (1.5707963 + atan(ahead / (head * soft))) / (3.1415927 * soft);
    // Dust is drawn to the middle, gas farther out.
    let gas = 0.11 * passed * window * window;
    let inner = max(1.0 - 2.2 * distance, 0.0);
    let dust = 0.055 * passed * inner * inner;

    var jets = 0.0;
    if distance < 0.5 {
        let toward = normalize(eye);
        let arm = nearest - toward * dot(nearest, toward);
        let outward = arm / max(length(arm), 1e-6 * head);
        jets = 0.16 * passed * pow(1.0 - 2.0 * distance, 4.0) * jets_at(outward, toward, distance);
    }
    return gas * GAS + (dust + jets) * vec3<f32>(1.0, 0.93, 0.82);
}

// What a line of sight passes of a tail.
struct Passage {
    // Amount of light, 1 for a line across the middle of an even tail.
    amount: f32,
    // The middle of what it passes: distance along the tail (0 to 1, even for the eye), and offset from the spine, in
    // thicknesses.
    along: f32,
    across: vec2<f32>,
}

// A tail of `count` soft clouds in a row, each `growth` times as large as the one before.
//
// A cloud is a Gaussian, `stretch` times as long as thick, and what a line passes of it has a closed form. So the tail
// is smooth from everywhere, even from its inside and along its axis, where ribbons and cones have edges.
struct Tail {
    // From the nucleus to the end, were it straight; and the lag of the end.
    axis: vec3<f32>,
    lag: vec3<f32>,
    // Thickness of the first cloud.
    start: f32,
    spread: f32,
    stretch: f32,
    // Powers of the fading toward the end and with the thickness.
    fading: f32,
    thinning: f32,
}

fn passage(eye: vec3<f32>, ray: vec3<f32>, tail: Tail, growth: f32, count: i32) -> Passage {
    let size = length(tail.axis);
    let forward = tail.axis / size;
    let other = select(vec3<f32>(0.0, 1.0, 0.0), vec3<f32>(1.0, 0.0, 0.0), abs(forward.y) > 0.9);
    let sideways = normalize(select(cross(forward, other), tail.lag, dot(tail.lag, tail.lag) > 1e-8 * size * size));
    let pole = cross(forward, sideways);
    let squeeze = 1.0 - 1.0 / (tail.stretch * tail.stretch);
    // Clouds that lie close together add up.
    let share = (growth - 1.0) / (2.5066 * tail.spread * tail.stretch);

    var thickness = tail.start;
    var amount = 0.0;
    var along = 0.0;
    var across = vec2<f32>(0.0);
    for (var n = 0; n < COUNT_OF_CLOUDS; n += 1) {
        if n < count {
            let x = (thickness - tail.start) / tail.spread;
            let place = min(x / size, 1.0);
            // The first cloud begins in the coma, not before the nucleus.
            let middle = forward * (x + 1.2 * tail.stretch * tail.start) + tail.lag * (place * place) - eye;
            let tangent = normalize(tail.axis + 2.0 * place * tail.lag);
            let ray_along = dot(ray, tangent);
            let middle_along = dot(middle, tangent);
            let a = 1.0 - squeeze * ray_along * ray_along;
            let b = dot(ray, middle) - squeeze * ray_along * middle_along;
            let c = dot(middle, middle) - squeeze * middle_along * middle_along;
            let t = b / a;
            let miss = (c - b * t) / (thickness * thickness);
            if miss < REACH * REACH {
                let slant = sqrt(a);
                let ahead = smoothstep(-1.7, 1.7, t * slant / thickness);
                let light = (exp(-0.5 * miss) - exp(-0.5 * REACH * REACH)) * ahead / slant;
                let left = pow(1.0 - place, tail.fading) * pow(tail.start / thickness, tail.thinning);
                let offset = (ray * t - middle) / thickness;
                let weight = share * left * light;
                amount += weight;
                along += weight * f32(n);
                across += weight * vec2<f32>(dot(offset, sideways), dot(offset, pole));
            }
            thickness *= growth;
        }
    }
    let scale = 1.0 / max(amount, 1e-6);
    // Along its axis a tail would be too bright to look at.
    return Passage(amount / (1.0 + 0.6 * amount), along * scale, across * scale);
}

// The growth from cloud to cloud that leads to the end of a tail.
fn growth_of(tail: Tail, count: i32) -> f32 {
    return pow(1.0 + length(tail.axis) * tail.spread / tail.start, 1.0 / f32(count));
}

// A straight blue tail of filaments that stream away from the star.
fn ion_light(eye: vec3<f32>, ray: vec3<f32>, head: f32) -> vec3<f32> {
    let tail = Tail(comet.ion, vec3<f32>(0.0), ION_THICKNESS * head, ION_SPREAD, ION_STRETCH, 2.2, 0.08);
    let p = passage(eye, ray, tail, growth_of(tail, ION_CLOUDS), ION_CLOUDS);
    if p.amount < 0.002 {
        return vec3<f32>(0.0);
    }
    // They wander aside, and come and go along the tail: even ones would look like ruled lines.
    let drift = noise(vec3<f32>(p.across * 0.8, 0.55 * p.along - 0.07 * globals.time), 8u);
    let place = vec3<f32>(p.across * 1.7 + 0.30 * drift.yz, 0.70 * p.along - 0.09 * globals.time);
    let filaments = (0.55 + 0.60 * drift.x) * noise(place, 7u).x + 0.30 * drift.x;
    // Seen from their end they are no lines.
    let from_aside = 1.0 - pow(abs(dot(ray, normalize(comet.ion))), 6.0);
    return 0.50 * p.amount * max(1.0 + from_aside * filaments, 0.0) * IONS;
}

// A broad, curved tail of dust that shines in sunlight.
fn dust_light(eye: vec3<f32>, ray: vec3<f32>, head: f32) -> vec3<f32> {
    let tail = Tail(comet.dust, comet.lag, DUST_THICKNESS * head, DUST_SPREAD, DUST_STRETCH, 1.3, 0.12);
    let p = passage(eye, ray, tail, growth_of(tail, DUST_CLOUDS), DUST_CLOUDS);
    if p.amount < 0.002 {
        return vec3<f32>(0.0);
    }
    let streaks = noise(vec3<f32>(p.across * 1.2, 0.12 * p.along), 9u).x;
    return 0.42 * p.amount * (1.0 + 0.30 * streaks) * DUST;
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    let ray = normalize(in.ray);
    let head = head_radius(in.eye);
    var light: vec3<f32>;
    if in.part < 0.5 {
        light = coma_light(in.eye, ray, head);
    } else if in.part < 1.5 {
        light = ion_light(in.eye, ray, head);
    } else {
        light = dust_light(in.eye, ray, head);
    }
    // Close by, the eye gets used to the light, or the nucleus would drown in it.
    let dimmed = 0.07 + 0.93 * smoothstep(0.2, 6.0, length(in.eye) / head);
    // A comet far away is no more than its icon.
    let seen = smoothstep(0.004, 0.03, length(comet.ion) / length(in.eye));
    // No alpha: the pipeline adds what is premultiplied with nothing.
    return vec4<f32>(light * (comet.strength * dimmed * seen), 0.0);
}
