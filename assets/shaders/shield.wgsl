// A shield that was hit: light added on an ellipsoid about the hull. Waves run outward from the last impacts, and
// the rim shows faintly while they last. Elsewhere the shield is not seen.
//
// The mesh is a ball of radius 1; its transform gives the half axes. It only says which pixels may see the shield:
// where a ray meets the ellipsoid itself is computed for every pixel, so that no faces of the mesh are seen. The uniform
// is `ShieldUniform` in src/client/scene/battle/damage/shield_material.rs.

#import bevy_pbr::mesh_view_bindings::view
#import bevy_pbr::mesh_functions::get_world_from_local
#import "shaders/local_frame.wgsl"::local_way

// Most impacts that one shield shows at a time; shield_material.rs has the same number.
const MOST_IMPACTS: u32 = 6u;

struct Shield {
    // Each: the place on the ball of radius 1, and the age as a share of an impact's time, from 0 to 1.
    impacts: array<vec4<f32>, MOST_IMPACTS>,
    // Colour times brightness of each; 0 for none.
    lights: array<vec4<f32>, MOST_IMPACTS>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> shield: Shield;

// How far waves run, in the shortest half axis.
const REACH: f32 = 1.15;
// Brightness of the rim while an impact is new.
const RIM: f32 = 0.06;
// Brightness of the far side, which is seen through the near one.
const FAR_SIDE: f32 = 0.35;
// The mesh is larger than the ball by this factor, so that its faces lie outside of it.
const GROWTH: f32 = 1.01;
// The edge of the ball fades within this difference of 1 and the square of a ray's distance from the middle.
const EDGE: f32 = 0.02;

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

// Brightness at a distance from an impact: a spot that goes out, and two waves that run away from it.
fn ripple(distance: f32, age: f32) -> f32 {
    let left = 1.0 - age;
    // Quick at first, then slower.
    let front = REACH * (1.0 - left * left);
    let width = 0.04 + 0.10 * age;
    let waves = bump(distance - front, width) + 0.45 * bump(distance - 0.62 * front, width);
    let spot = bump(distance, 0.12) * left * left;
    // Before they part from the spot, waves would fill it.
    return left * left * (0.62 * waves * smoothstep(0.0, 0.18, age) + 0.9 * spot);
}

@fragment
fn fragment(in: Varyings, @builtin(front_facing) is_near: bool) -> @location(0) vec4<f32> {
    // The point of the ray that is nearest to the middle, and half the way of the ray through the ball, squared.
    let way = normalize(in.from_camera);
    let nearest = in.place - way * dot(in.place, way);
    let depth = 1.0 - dot(nearest, nearest);
    if depth <= 0.0 {
        discard;
    }
    let place = nearest + way * sqrt(depth) * select(1.0, -1.0, is_near);
    // The cosine of the angle between the normal of the ellipsoid, which leans to its short axes, and the ray.
    let grazing = 1.0 - abs(dot(place, way)) / (length(place / in.axes) * length(way * in.axes));
    let rim = RIM * pow(max(grazing, 0.0), 4.0) * smoothstep(0.0, EDGE, depth);
    var light = vec3<f32>(0.0);
    var rim_light = vec3<f32>(0.0);
    for (var index = 0u; index < MOST_IMPACTS; index += 1u) {
        let impact = shield.impacts[index];
        let distance = length((place - impact.xyz) * in.axes);
        let left = 1.0 - impact.w;
        light += shield.lights[index].rgb * ripple(distance, impact.w);
        rim_light = max(rim_light, shield.lights[index].rgb * (rim * left));
    }
    light = light * select(FAR_SIDE, 1.0, is_near) + rim_light;
    // No alpha: the pipeline adds what is premultiplied with nothing.
    return vec4<f32>(light, 0.0);
}
