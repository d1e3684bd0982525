// The rings of a planet: a flat annulus in the plane of its equator, in radii of the planet.
//
// The mesh has the planet's transform, so the body-fixed frame is the local one: y is the pole.
// The uniform is `RingUniform` in src/client/scene/sky/surface/ring_material.rs.

#import bevy_pbr::mesh_view_bindings::view
#import bevy_pbr::mesh_functions::get_world_from_local
#import "shaders/local_frame.wgsl"::{local_way, local_place}
#import "shaders/noise.wgsl"::{noise, visible}
#import "shaders/ring_profile.wgsl"::{ring_density, ring_stops}

struct Rings {
    sun_direction: vec3<f32>,
    ambient: f32,
    sun_color: vec3<f32>,
    opacity: f32,
    color: vec3<f32>,
    style: u32,
    inner: f32,
    outer: f32,
    // Radius of the star's disc in the sky, radians.
    sun_angle: f32,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> rings: Rings;

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

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    let world_from_local = get_world_from_local(vertex.instance_index);
    let camera = local_place(world_from_local, view.world_position);

    var out: Varyings;
    out.clip_position = view.clip_from_world * world_from_local * vec4<f32>(vertex.position, 1.0);
    out.place = vertex.position;
    out.to_camera = camera - vertex.position;
    out.to_sun = normalize(local_way(world_from_local, rings.sun_direction));
    return out;
}

// The edge of the planet's shadow is drawn at least as soft as under a star with this radius in the sky, radians: far
// from a star it would look cut out.
const LEAST_SUN: f32 = 0.012;

// Share of sunlight that passes the planet, a sphere of radius 1 at the origin. The penumbra begins without width at
// the terminator and widens behind the planet.
fn light_past_planet(place: vec3<f32>, to_sun: vec3<f32>, footprint: f32) -> f32 {
    let behind = -dot(place, to_sun);
    if behind <= 0.0 {
        return 1.0;
    }
    let off_axis = length(place + behind * to_sun);
    let soft = behind * max(rings.sun_angle, LEAST_SUN) + footprint;
    return smoothstep(1.0 - soft, 1.0 + soft, off_axis);
}

// Hues of rings that alternate with the distance: waves in a radius and strength of the broad and of the fine ones.
const BROAD_HUES: vec2<f32> = vec2<f32>(7.0, 0.22);
const FINE_HUES: vec2<f32> = vec2<f32>(61.0, 0.16);
// The colour of the warmer ones.
const WARM_RING: vec3<f32> = vec3<f32>(1.04, 0.96, 0.82);
// Clumps of ice, seen from near: in a radius, and how much they change the light and what the ring stops.
const CLUMPS: f32 = 420.0;
const CLUMP_TONE: f32 = 0.14;

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    let distance = length(in.place);
    let footprint = fwidth(distance);
    // The size of a pixel along the rings too.
    let pixel = max(length(dpdx(in.place)), length(dpdy(in.place)));
    let to_sun = normalize(in.to_sun);
    let to_camera = normalize(in.to_camera);
    let clumpiness = CLUMP_TONE * visible(CLUMPS * pixel);
    var clumps = 1.0;
    if clumpiness > 0.0 {
        clumps += clumpiness * noise(in.place * CLUMPS, 19u).x;
    }
    let density = clumps * ring_density(distance, rings.inner, rings.outer, rings.style, footprint);

    let alpha = ring_stops(density, rings.opacity, to_camera.y);

    // The face turned to the sun reflects; the other one glows where the dust is thin.
    let same_side = smoothstep(-0.02, 0.02, to_sun.y * to_camera.y);
    let reflected = clumps * (0.24 + 0.86 * density);
    let passed = 0.10 + 0.45 * density * (1.0 - density) * 2.0;
    let grazing_sun = smoothstep(0.0, 0.12, abs(to_sun.y)) * 0.6 + 0.4;
    // Icy dust looks brighter with the sun in front of the viewer: forward scattering.
    let forward = 1.0 + 0.8 * pow(max(-dot(to_sun, to_camera), 0.0), 8.0);
    let past_planet = light_past_planet(in.place, to_sun, footprint);
    let sunlight = past_planet * grazing_sun * forward * mix(passed, reflected, same_side);

    let broad = BROAD_HUES.y * noise(vec3<f32>(distance * BROAD_HUES.x, 0.2, 0.9), 17u).x;
    let fine = FINE_HUES.y * noise(vec3<f32>(distance * FINE_HUES.x, 0.2, 0.9), 18u).x;
    let warmth = broad * visible(footprint * BROAD_HUES.x) + fine * visible(footprint * FINE_HUES.x);
    let hue = (1.0 + warmth) * mix(vec3<f32>(1.0), WARM_RING, clamp(0.5 - 3.0 * warmth, 0.0, 1.0));
    // Thin dust is greyer than dense ice.
    let bareness = mix(vec3<f32>(0.86, 0.92, 1.0), vec3<f32>(1.0), smoothstep(0.10, 0.70, density));
    let color = rings.color * bareness * hue * (rings.sun_color * sunlight + vec3<f32>(rings.ambient));
    return vec4<f32>(color, alpha);
}
