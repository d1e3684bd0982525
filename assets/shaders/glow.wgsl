// The corona of a star: light added about its disc, on a square that always faces the eye.
//
// Near by, the square is some radii wide. Far away it keeps its angular size, so that the star stays
// the brightest point of the sky. The uniform is `GlowUniform` in src/client/scene/sky/surface/sun_glow.rs.

#import bevy_pbr::mesh_view_bindings::{view, globals}
#import bevy_pbr::mesh_functions::get_world_from_local
#import "shaders/noise.wgsl"::noise

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
    @location(0) corner: vec2<f32>,
    // Radius of the star in half widths of the square.
    @location(1) @interpolate(flat) star_radius: f32,
}

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    let world_from_local = get_world_from_local(vertex.instance_index);
    let star_radius = length(world_from_local[0].xyz);
    let center = view.view_from_world * vec4<f32>(world_from_local[3].xyz, 1.0);
    let distance = length(center.xyz);
    let half_width = max(star_radius * glow.radii, glow.least_angle * distance);
    // The square lies across the line of sight, through the limb that the eye sees: a square that cuts the ball
    // would light a part of its disc. That limb is nearer and smaller than the star's great circle.
    let back = center.xyz / -max(distance, 1e-9);
    let right = normalize(cross(vec3<f32>(0.0, 1.0, 0.0), back));
    let up = cross(back, right);
    let nearer = min(star_radius * star_radius / max(distance * distance, 1e-9), 0.99);
    let corner = (right * vertex.position.x + up * vertex.position.y) * sqrt(1.0 - nearer);

    var out: Varyings;
    let place = center.xyz * (1.0 - nearer) + corner * half_width;
    out.clip_position = view.clip_from_view * vec4<f32>(place, 1.0);
    out.corner = vertex.position.xy;
    out.star_radius = star_radius / half_width;
    return out;
}

// Streamers that rise from the limb and waver slowly: about 1, more in a streamer.
fn streamers(bearing: vec2<f32>, from_limb: f32) -> f32 {
    let t = globals.time * 0.03;
    let broad = noise(vec3<f32>(bearing * 1.9, t), 3u).x;
    let fine = noise(vec3<f32>(bearing * 6.5, 0.8 * from_limb - t), 4u).x;
    return max(1.0 + 0.60 * broad + 0.28 * fine, 0.1);
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    let distance = length(in.corner);
    let edge = max(1.0 - distance, 0.0);
    // Brightness falls with the distance from the limb, to 0 at the edge of the square.
    let from_limb = max(distance - in.star_radius, 0.0);
    let thinning = 0.05 / (from_limb + 0.05);
    // Streamers are seen near by only; far away the star is a point with a halo.
    let nearness = smoothstep(0.02, 0.12, in.star_radius) * smoothstep(0.0, 0.05, from_limb);
    let rays = mix(1.0, streamers(in.corner / max(distance, 1e-3), from_limb / in.star_radius), nearness);
    let corona = thinning * mix(thinning, 0.30 * rays + 0.5 * thinning, nearness) * rays;
    let core = 11.0 * exp(-distance * distance / 0.0004);
    // The glare about the disc: the inner corona, as bright as the limb that it hangs on.
    let glare = 2.2 * exp(-from_limb / (0.10 * in.star_radius + 1e-4)) * smoothstep(0.02, 0.12, in.star_radius);
    let brightness = edge * edge * edge * (0.9 * corona + core + glare);
    // Free electrons scatter all colours alike: streamers are paler than the star.
    let strongest = max(glow.color.x, max(glow.color.y, glow.color.z));
    let color = mix(glow.color, vec3<f32>(strongest), 0.45 * nearness);
    // The halo of a star far away, in the deeper colour of faint light: it falls slowly, and ends without a rim.
    let farness = 1.0 - smoothstep(0.02, 0.12, in.star_radius);
    let halo = 0.48 * farness * edge * edge * exp(-distance / 0.26);
    let deep = glow.color * glow.color / max(strongest, 1e-3);
    // No alpha: the pipeline adds what is premultiplied with nothing.
    return vec4<f32>(color * brightness + deep * halo, 0.0);
}
