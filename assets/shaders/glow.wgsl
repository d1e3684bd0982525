// The corona of a star: light added about its disc, on a square that always faces the eye.
//
// Near by, the square is some radii wide. Far away it keeps its angular size, so that the star stays
// the brightest point of the sky. Seen from high above, it also lights the dust in the plane of its planets, and the
// square is as wide as that light. The uniform is `GlowUniform` in src/client/scene/sky/surface/sun_glow.rs.

#import bevy_pbr::mesh_view_bindings::{view, globals}
#import bevy_pbr::mesh_functions::get_world_from_local
#import "shaders/noise.wgsl"::{noise, scramble, three_numbers}

struct Glow {
    color: vec3<f32>,
    radii: f32,
    least_angle: f32,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> glow: Glow;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,
}

struct Varyings {
    @builtin(position) clip_position: vec4<f32>,
    // Place on the square, in half widths of the corona.
    @location(0) corner: vec2<f32>,
    // Radius of the star in half widths of the corona.
    @location(1) @interpolate(flat) star_radius: f32,
    // The same place as seen from the eye.
    @location(2) sight: vec3<f32>,
    // Middle of the star as seen from the eye, and how much light the plane shows.
    @location(3) @interpolate(flat) center: vec3<f32>,
    @location(4) @interpolate(flat) plane_light: f32,
}

// The light in the plane falls to 1/e over these shares of the distance of the eye: a bright heart, and a wide field.
const PLANE_FALL: vec2<f32> = vec2<f32>(0.075, 0.26);
const PLANE_LIGHT: vec2<f32> = vec2<f32>(0.10, 0.040);
// Radius of the star, in distances of the eye, from which on it fades, and from which on it is gone: near by, the
// corona outshines it.
const PLANE_STAR: vec2<f32> = vec2<f32>(0.02, 0.08);
// Half the width of its square, in distances of the eye.
const PLANE_WIDTH: f32 = 0.9;
// Sine of the height of the eye over the plane from which that light begins to be seen, and from which all of it is.
// The eye is lower where it looks at a planet: there the sky is black.
const PLANE_HEIGHT: vec2<f32> = vec2<f32>(0.12, 0.50);

// North of the plane of the planets, as seen from the eye.
fn north() -> vec3<f32> {
    return view.view_from_world[1].xyz;
}

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    let world_from_local = get_world_from_local(vertex.instance_index);
    let star_radius = length(world_from_local[0].xyz);
    let center = view.view_from_world * vec4<f32>(world_from_local[3].xyz, 1.0);
    let distance = length(center.xyz);
    let half_width = max(star_radius * glow.radii, glow.least_angle * distance);
    let farness = 1.0 - smoothstep(PLANE_STAR.x, PLANE_STAR.y, star_radius / max(distance, 1e-9));
    let height = abs(dot(north(), center.xyz)) / max(distance, 1e-9);
    let plane_light = farness * smoothstep(PLANE_HEIGHT.x, PLANE_HEIGHT.y, height);
    let drawn = max(half_width, select(0.0, PLANE_WIDTH * distance, plane_light > 0.0));
    // The square lies across the line of sight, through the limb that the eye sees: a square that cuts the ball
    // would light a part of its disc. That limb is nearer and smaller than the star's great circle.
    let back = center.xyz / -max(distance, 1e-9);
    let right = normalize(cross(vec3<f32>(0.0, 1.0, 0.0), back));
    let up = cross(back, right);
    let nearer = min(star_radius * star_radius / max(distance * distance, 1e-9), 0.99);
    let corner = (right * vertex.position.x + up * vertex.position.y) * sqrt(1.0 - nearer);

    var out: Varyings;
    let place = center.xyz * (1.0 - nearer) + corner * drawn;
    out.clip_position = view.clip_from_view * vec4<f32>(place, 1.0);
    out.corner = vertex.position.xy * (drawn / half_width);
    out.star_radius = star_radius / half_width;
    out.sight = place;
    out.center = center.xyz;
    out.plane_light = plane_light;
    return out;
}

// A direction on the square turned by a small angle.
fn turned(bearing: vec2<f32>, angle: f32) -> vec2<f32> {
    let c = cos(angle);
    let s = sin(angle);
    return vec2<f32>(c * bearing.x - s * bearing.y, s * bearing.x + c * bearing.y);
}

// The radius of the star, in half widths of the corona, from which on it is more than a point, and from which on all of
// its corona is seen.
const NEAR: vec2<f32> = vec2<f32>(0.06, 0.14);

// Streamers that rise from the limb and waver slowly: about 1, more in a streamer. `from_limb` is in radii of the star.
//
// The field carries them: they leave the limb nearer to the poles than where they end, and bend toward the equator.
// Broad ones stand over the belts of the spots, fine plumes over the poles. None is straight.
fn streamers(bearing: vec2<f32>, from_limb: f32) -> f32 {
    let t = globals.time * 0.03;
    let rise = from_limb / (from_limb + 1.2);
    let sway = noise(vec3<f32>(bearing * 1.3, 1.1 * from_limb - t), 6u).x;
    let toward_pole = 2.0 * bearing.x * bearing.y;
    let root = turned(bearing, rise * (0.75 * toward_pole + 0.55 * sway));
    let broad = noise(vec3<f32>(root * 2.1, t), 3u).x;
    let fine = noise(vec3<f32>(root * 8.5, 0.5 * from_limb - t), 4u).x;
    let equator = 1.0 - root.y * root.y;
    let helmets = smoothstep(-0.35, 0.55, broad) * (0.35 + 0.65 * equator);
    let threads = 0.30 * fine / (1.0 + 0.5 * from_limb);
    return max(0.42 + 1.4 * helmets + threads, 0.08);
}

// Most prominences at a time.
const PROMINENCES: i32 = 7;
// The red light of hydrogen.
const HYDROGEN: vec3<f32> = vec3<f32>(1.0, 0.17, 0.05);

// Arches of glowing gas that stand on the limb, and the low red fringe between them: 0 to about 1. `place` is in radii
// of the star.
fn prominences(place: vec2<f32>) -> f32 {
    let distance = length(place);
    let height = distance - 1.0;
    let t = globals.time * 0.02;
    let ragged = noise(vec3<f32>(place * 17.0, 2.0 * t), 8u).x;
    let spiky = noise(vec3<f32>(place * 52.0, 3.0 * t), 9u).x;
    // Spicules: short flames all round.
    var light = 0.8 * exp(-max(height, 0.0) / max(0.012 + 0.009 * spiky + 0.008 * ragged, 0.003));
    for (var n = 0; n < PROMINENCES; n += 1) {
        let own = three_numbers(scramble(vec3<i32>(n, 5, 8), 21u));
        let size = 0.040 + 0.110 * own.y * own.y;
        let angle = 6.2831853 * (own.x + 0.13 * f32(n));
        let foot = vec2<f32>(cos(angle), sin(angle));
        // Along the limb and up from it, leaning to one side.
        let up = dot(place, foot) - 1.0;
        let along = dot(place, vec2<f32>(-foot.y, foot.x)) + (own.z - 0.5) * up;
        let arch = length(vec2<f32>(along, 1.1 * up)) + 0.35 * size * ragged + 0.12 * size * spiky;
        let wide = 0.24 * size * (1.0 + 0.5 * ragged);
        let aside = (arch - size) / max(wide, 1e-4);
        let strands = 0.75 + 0.5 * ragged + 0.35 * spiky;
        // The gas between the feet glows faintly.
        let veil = 0.22 * (1.0 - smoothstep(0.5 * size, 1.1 * size, arch));
        light += max(strands, 0.1) * (exp(-aside * aside) + veil);
    }
    return light * smoothstep(-0.004, 0.002, height);
}

// Light of the dust in the plane of the planets where a line of sight meets it.
fn light_on_plane(sight: vec3<f32>, center: vec3<f32>) -> f32 {
    let up = north();
    let climb = dot(up, sight);
    let share = dot(up, center) / select(climb, 1e-9, abs(climb) < 1e-9);
    // Beyond the horizon there is no plane.
    if share <= 0.0 {
        return 0.0;
    }
    let distance = max(length(center), 1e-9);
    let out = length(share * sight - center) / distance;
    let end = 1.0 - smoothstep(0.5, 1.0, length(sight - center) / (PLANE_WIDTH * distance));
    return end * dot(PLANE_LIGHT, exp(-out / PLANE_FALL));
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    let distance = length(in.corner);
    let edge = max(1.0 - distance, 0.0);
    // Brightness falls with the distance from the limb, to 0 at the edge of the corona.
    let from_limb = max(distance - in.star_radius, 0.0);
    let radii_from_limb = from_limb / in.star_radius;
    let thinning = 0.05 / (from_limb + 0.05);
    let near = smoothstep(NEAR.x, NEAR.y, in.star_radius);
    // Streamers are seen near by only; far away the star is a point with a halo.
    let nearness = near * smoothstep(0.0, 0.05, from_limb);
    var rays = 1.0;
    var flames = 0.0;
    if near > 0.0 && edge > 0.0 {
        rays = mix(1.0, streamers(in.corner / max(distance, 1e-3), radii_from_limb), nearness);
        if radii_from_limb < 0.30 {
            flames = near * prominences(in.corner / in.star_radius);
        }
    }
    let corona = thinning * mix(thinning, 0.42 * rays + 0.35 * thinning, nearness) * rays;
    let core = 11.0 * exp(-distance * distance / 0.0004);
    // The glare about the disc: the inner corona, as bright as the limb that it hangs on.
    let glare = near * edge * edge * edge * (2.4 * exp(-radii_from_limb / 0.035) + 0.55 * exp(-radii_from_limb / 0.20));
    let brightness = edge * edge * edge * (0.9 * corona + core);
    // Free electrons scatter all colours alike: streamers are paler than the star.
    let strongest = max(glow.color.x, max(glow.color.y, glow.color.z));
    let color = mix(glow.color, vec3<f32>(strongest), 0.30 * nearness);
    // The halo of a star far away, in the deeper colour of faint light: bright about the star, where it falls fast, or
    // it would be a smudge; then it falls slowly, and ends without a rim.
    let farness = 1.0 - near;
    let halo = farness * edge * edge * (1.5 * exp(-distance / 0.045) + 0.20 * exp(-distance / 0.26));
    let deep = glow.color * glow.color / max(strongest, 1e-3);
    var light = color * brightness + deep * (halo + glare) + 2.6 * flames * strongest * HYDROGEN;
    if in.plane_light > 0.0 {
        light += in.plane_light * light_on_plane(in.sight, in.center) * mix(deep, glow.color, 0.6);
    }
    // No alpha: the pipeline adds what is premultiplied with nothing.
    return vec4<f32>(light, 0.0);
}
