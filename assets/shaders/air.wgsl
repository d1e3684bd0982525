// The air of a world as a glowing shell about its disc: light that the air scatters where the line of sight passes
// the ground. What it does in front of the disc is in body.wgsl.
//
// The mesh is a flat annulus, which the vertex shader turns toward the camera and lays through the horizon: its depth
// is that of the limb. Places are in the body-fixed frame, in radii: y is the north pole.
// The uniform is `AirUniform` in src/client/scene/sky/surface/air_material.rs.

#import bevy_pbr::mesh_view_bindings::view
#import bevy_pbr::mesh_functions::get_world_from_local
#import "shaders/eclipse.wgsl"::{light_past_body, light_past_rings}
#import "shaders/local_frame.wgsl"::{local_way, local_place}
#import "shaders/ring_profile.wgsl"::{ring_density, ring_stops}

// Greatest number of bodies that shade another at the same time; body_material.rs has the same number.
const MOST_OCCLUDERS: u32 = 4u;
// Height of the drawn air, in heights over which its glow thins to 1/e.
const TOP: f32 = 7.0;
// The glow thins over this share of the air's height: as thick as that, it would be a tube of light about the disc.
const SEEN: f32 = 0.6;
// The annulus begins a little inside of the limb, because the ball of the body is made of flat pieces.
const INNER: f32 = 0.985;

struct Air {
    sun_direction: vec3<f32>,
    // Height over which the air thins to 1/e, radii.
    height: f32,
    sun_color: vec3<f32>,
    // Opacity of the air at the limb, 0 to 1.
    opacity: f32,
    color: vec3<f32>,
    // Radius of the star's disc in the sky, radians.
    sun_angle: f32,
    dusk_color: vec3<f32>,
    ring_inner: f32,
    ring_outer: f32,
    ring_opacity: f32,
    ring_style: u32,
    // Bodies that may cover the star: place and radius.
    occluders: array<vec4<f32>, MOST_OCCLUDERS>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> air: Air;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    // In the xz plane, from 1 to 2 from the origin.
    @location(0) position: vec3<f32>,
}

struct Varyings {
    @builtin(position) clip_position: vec4<f32>,
    @location(0) place: vec3<f32>,
    @location(1) from_camera: vec3<f32>,
    @location(2) @interpolate(flat) to_sun: vec3<f32>,
}

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    let world_from_local = get_world_from_local(vertex.instance_index);
    let camera = local_place(world_from_local, view.world_position);

    let distance = max(length(camera), 1.01);
    let toward = camera / distance;
    let other = select(vec3<f32>(0.0, 1.0, 0.0), vec3<f32>(1.0, 0.0, 0.0), abs(toward.y) > 0.9);
    let aside = normalize(cross(other, toward));
    // The plane of the horizon, and where the lines of sight that graze ground and top of the air cross it.
    let plane = 1.0 / distance;
    let horizon = sqrt(1.0 - plane * plane);
    let top = 1.0 + TOP * SEEN * air.height;
    let reach = (distance - plane) * top / sqrt(max(distance * distance - top * top, 0.02));

    let from_axis = length(vertex.position.xz);
    let bearing = vertex.position.xz / from_axis;
    // The outer corners lie a little beyond 2, so that the sides do not cut the circle.
    let radius = select(INNER * horizon, 0.5 * from_axis * reach, from_axis > 1.5);
    let place = plane * toward + radius * (bearing.x * aside + bearing.y * cross(toward, aside));

    var out: Varyings;
    out.clip_position = view.clip_from_world * world_from_local * vec4<f32>(place, 1.0);
    out.place = place;
    out.from_camera = place - camera;
    out.to_sun = normalize(local_way(world_from_local, air.sun_direction));
    return out;
}

// Share of sunlight that reaches a point past other bodies and the rings.
fn light_past_others(p: vec3<f32>, to_sun: vec3<f32>, footprint: f32) -> f32 {
    var light = 1.0;
    for (var index = 0u; index < MOST_OCCLUDERS; index += 1u) {
        light *= light_past_body(air.occluders[index], p, to_sun, air.sun_angle);
    }
    if air.ring_opacity > 0.0 {
        light *= light_past_rings(
            p, to_sun, air.ring_inner, air.ring_outer, air.ring_opacity, air.ring_style, footprint);
    }
    return light;
}

// Share of the light from the air at `lowest` that reaches the camera past rings before it.
fn seen_past_rings(place: vec3<f32>, from_camera: vec3<f32>, lowest: vec3<f32>, footprint: f32) -> f32 {
    let sight = normalize(from_camera);
    let to_plane = -place.y / select(sight.y, 1e-6, abs(sight.y) < 1e-6);
    let is_behind_camera = to_plane < -length(from_camera);
    if air.ring_opacity <= 0.0 || is_behind_camera || to_plane > dot(lowest - place, sight) {
        return 1.0;
    }
    let from_axis = length(place + sight * to_plane);
    let density = ring_density(from_axis, air.ring_inner, air.ring_outer, air.ring_style, footprint);
    return 1.0 - ring_stops(density, air.ring_opacity, sight.y);
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    let sight = normalize(in.from_camera);
    let to_sun = normalize(in.to_sun);
    // The lowest point of the line of sight: nearly all that is seen of the air is about it.
    let lowest = in.place - sight * dot(in.place, sight);
    let from_middle = length(lowest);
    let pixel = fwidth(from_middle);
    let height = max(from_middle - 1.0, 0.0);

    // Air thinner than a pixel is drawn a pixel thick and as much fainter.
    let scale = SEEN * air.height;
    let thickness = max(scale, 0.8 * pixel);
    let thinned = exp(-height / thickness);
    let end = 1.0 - smoothstep(0.5 * TOP * scale, TOP * scale, height);
    let column = -log(1.0 - min(air.opacity, 0.95)) * thinned;
    let opacity = (1.0 - exp(-column)) * end * scale / thickness;

    // Haze throws light forward and bends it: with the sun behind, the whole rim is a ring of light.
    let behind = pow(max(dot(sight, to_sun), 0.0), 6.0);
    let true_height = dot(lowest / from_middle, to_sun);
    let sun_height = true_height + min(0.40 * behind, max(0.02 - true_height, 0.0));
    // High air sees the sun longer.
    let dip = sqrt(2.0 * height);
    let lit = pow(smoothstep(-0.22, 0.45, sun_height + 0.6 * dip), 1.5);
    // Blue air is pale where it is deep, all air has a deeper colour where it is thin; a low sun reddens what is
    // near the ground.
    let strongest = max(air.color.x, max(air.color.y, air.color.z));
    let high = mix(air.color, air.color * air.color / max(strongest, 1e-3), 0.35);
    let blueness = max(air.color.z - air.color.x, 0.0) / max(strongest, 1e-3);
    let low = mix(air.color, vec3<f32>(strongest), 0.9 * blueness * thinned);
    let day = mix(high, low, thinned);
    let dusk = smoothstep(-0.20, -0.04, sun_height) * (1.0 - smoothstep(0.0, 0.16, sun_height));
    let color = mix(day, air.dusk_color, 0.75 * dusk * thinned);

    let forward = 1.0 + 7.0 * behind;
    let passed = light_past_others(lowest, to_sun, pixel) * seen_past_rings(in.place, in.from_camera, lowest, pixel);
    let light = lit * forward * passed;
    // No alpha: the pipeline adds what is premultiplied with nothing.
    return vec4<f32>(color * air.sun_color * light * opacity, 0.0);
}
