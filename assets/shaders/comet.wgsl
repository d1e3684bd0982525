// A comet's coma and its two tails: light that is added to the picture.
//
// One mesh for all three. Position holds the part (0 coma, 1 ion tail, 2 dust tail), the coordinate along the tail
// (0 to 1; for the coma -1 to 1) and the coordinate across it (-1 to 1). Tails are ribbons that turn about their
// spine toward the eye. All lengths are in units of the renderer.
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

const GAS: vec3<f32> = vec3<f32>(0.42, 0.95, 0.72);
const IONS: vec3<f32> = vec3<f32>(0.22, 0.48, 1.0);
const DUST: vec3<f32> = vec3<f32>(1.0, 0.84, 0.60);

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,
}

struct Varyings {
    @builtin(position) clip_position: vec4<f32>,
    // Along and across.
    @location(0) place: vec2<f32>,
    // Share of the light that is left if the eye is inside the part, or looks along it.
    @location(1) fade: f32,
    @location(2) @interpolate(flat) part: f32,
}

// The ribbon of a tail: the place of a corner, and the share of the light that the eye sees of it.
fn ribbon(nucleus: vec3<f32>, along: f32, across: f32, is_dust: bool) -> vec4<f32> {
    let straight = select(comet.ion, comet.dust, is_dust);
    let lag = select(vec3<f32>(0.0), comet.lag, is_dust);
    let spine = nucleus + straight * along + lag * (along * along);
    let tangent = normalize(straight + 2.0 * along * lag);
    let to_eye = view.world_position - spine;
    let eye_distance = max(length(to_eye), 1e-6);
    let side = cross(tangent, to_eye / eye_distance);
    let slant = max(length(side), 1e-4);
    let spread = select(0.05, 0.17, is_dust) * length(straight);
    let half_width = comet.coma * select(0.45, 0.70, is_dust) + spread * along;
    let place = spine + side * (across * half_width / slant);
    let fade = smoothstep(0.15, 2.0, eye_distance / half_width) * smoothstep(0.0, 0.35, slant);
    return vec4<f32>(place, fade);
}

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    let nucleus = get_world_from_local(vertex.instance_index)[3].xyz;
    let part = vertex.position.x;
    var out: Varyings;
    out.place = vertex.position.yz;
    out.part = part;
    if part < 0.5 {
        let middle = view.view_from_world * vec4<f32>(nucleus, 1.0);
        let place = middle.xyz + vec3<f32>(vertex.position.yz * comet.coma, 0.0);
        out.clip_position = view.clip_from_view * vec4<f32>(place, 1.0);
        // Inside the coma little of it is visible, or the nucleus would drown in light.
        out.fade = 0.04 + 0.96 * smoothstep(0.1, 2.5, length(middle.xyz) / comet.coma);
    } else {
        let corner = ribbon(nucleus, vertex.position.y, vertex.position.z, part > 1.5);
        out.clip_position = view.clip_from_world * vec4<f32>(corner.xyz, 1.0);
        out.fade = corner.w;
    }
    return out;
}

// Gas about the nucleus, thinner with the distance, brightest in the middle.
fn coma_light(place: vec2<f32>) -> vec3<f32> {
    let distance = length(place);
    let edge = max(1.0 - distance, 0.0);
    let gas = 0.10 / (distance + 0.10);
    let heart = exp(-distance * distance / 0.006);
    return edge * edge * (0.55 * gas * GAS + 1.6 * heart * vec3<f32>(1.0, 0.97, 0.90));
}

// A straight blue tail of filaments that stream away from the star.
fn ion_light(along: f32, across: f32) -> vec3<f32> {
    let streaming = 1.4 * along - 0.10 * globals.time;
    let filaments = noise(vec3<f32>(across * 4.5, streaming, 0.3), 7u).x + 0.6 * noise(vec3<f32>(across * 10.0, 2.0 * streaming, 0.7), 8u).x;
    let profile = exp(-5.0 * across * across) * (1.0 - across * across);
    let thinning = pow(1.0 - along, 1.6);
    return 0.65 * IONS * profile * thinning * max(0.75 + 0.75 * filaments, 0.0);
}

// A broad, curved tail of dust that shines in sunlight.
fn dust_light(along: f32, across: f32) -> vec3<f32> {
    let streaks = noise(vec3<f32>(across * 3.0 + 2.0 * along, along * 2.0, 0.5), 9u).x;
    let profile = pow(max(1.0 - across * across, 0.0), 1.8);
    let thinning = pow(1.0 - along, 1.3) / (1.0 + 2.5 * along);
    return 0.70 * DUST * profile * thinning * (1.0 + 0.35 * streaks);
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    let along = clamp(in.place.x, 0.0, 1.0);
    var light: vec3<f32>;
    if in.part < 0.5 {
        light = coma_light(in.place);
    } else if in.part < 1.5 {
        light = ion_light(along, in.place.y);
    } else {
        light = dust_light(along, in.place.y);
    }
    // No alpha: the pipeline adds what is premultiplied with nothing.
    return vec4<f32>(light * (comet.strength * in.fade), 0.0);
}
