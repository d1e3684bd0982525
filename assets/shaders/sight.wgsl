// The area in sight of the player: a disc on the plane under the pointer, darker outside of the circles of
// sight and a little lighter inside, with a soft change and a faint line between. About the edge of a circle that is
// far larger than the picture nothing is drawn: it would cut the view of a planet in two.
//
// The disc is under the eye, with the local radius 1. All other places here are offsets from the point under the eye,
// in heights of the eye above the plane: that of the disc, or that of a circle. So numbers stay small at every zoom,
// and a line of sight meets all planes at the same offset.
// The uniform is `SightUniform` in src/client/scene/sight_view/material.rs.

#import bevy_pbr::mesh_view_bindings::view
#import bevy_pbr::mesh_functions::get_world_from_local

struct Sight {
    edge: vec3<f32>,
    strength: f32,
    reach: f32,
    count: u32,
    // Pixels of the picture in a pixel of the interface.
    scale: f32,
    circles: array<vec4<f32>, 128>,
    // The strength of the edge of each circle, four in each.
    strengths: array<vec4<f32>, 32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> sight: Sight;

// Light on the area in sight besides that of the sky, near its edge and far from it.
const NEAR_EDGE: vec3<f32> = vec3<f32>(0.011, 0.020, 0.030);
const FAR_FROM_EDGE: vec3<f32> = vec3<f32>(0.002, 0.004, 0.006);
// Share of the starlight that the veil absorbs.
const VEIL: f32 = 0.3;
// Opacity of the middle of the line of a circle that fits the picture.
const LINE: f32 = 0.08;
// The distance from the middle of the line at which it has faded out, and that over which the light falls away from
// it, pixels of the interface.
const HALF_WIDTH: f32 = 1.8;
const GLOW: f32 = 90.0;
// From the one to the other distance from the line the veil appears, pixels of the interface.
const SOFT: vec2<f32> = vec2<f32>(-20.0, 90.0);
// Where the edges of two circles meet, the line is rounded by so much, pixels of the interface.
const ROUNDING: f32 = 32.0;
// Over about this distance the strength passes from the edge of the one circle to that of the other, pixels of the
// interface.
const SPREAD: f32 = 120.0;
// Where two circles hardly touch, the line is thicker than usual by up to so much.
const THICKEST: f32 = 2.5;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,
}

struct Varyings {
    @builtin(position) clip_position: vec4<f32>,
    // On the plane.
    @location(0) place: vec2<f32>,
    // Number of circles. Read from the uniform itself, it would make some drivers compile a shader of its own for
    // every state of all circles, and keep it.
    @location(1) @interpolate(flat) count: u32,
}

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    let world_from_local = get_world_from_local(vertex.instance_index);
    let clip = view.clip_from_world * world_from_local * vec4<f32>(vertex.position, 1.0);

    var out: Varyings;
    // As far away as the stars, so that no body is covered, above the plane or below.
    out.clip_position = vec4<f32>(clip.xy, 1e-12 * clip.w, clip.w);
    out.place = vertex.position.xz * sight.reach;
    out.count = sight.count;
    return out;
}

// The edge of the area in sight, from a place.
struct Edge {
    // Pixels of the picture, negative inside.
    distance: f32,
    // The mean strength of the circles about here, the nearest ones above all.
    strength: f32,
}

// The edge of the area in sight. Where two circles meet, the edge is rounded. `right` and `down` lead to the places in
// the next pixels; `scale` has the pixels of the picture in a pixel of the interface.
//
// Each circle is measured in pixels by itself, across its own edge: seen at a flat angle a pixel is far longer than
// wide, and the nearest circle in lengths of the plane is not the nearest one in the picture.
fn edge_from(place: vec2<f32>, right: vec2<f32>, down: vec2<f32>, count: u32, scale: f32) -> Edge {
    let square = dot(place, place);
    let longest = dot(right, right) + dot(down, down);
    var least = 1e9;
    var second = 1e9;
    // A circle counts the less, the farther its edge is than the nearest one.
    var weight = 0.0;
    var strength = 0.0;
    for (var index = 0u; index < count; index += 1u) {
        let circle = sight.circles[index];
        let offset = place - circle.xy;
        let to_middle = length(offset);
        // |offset|^2 - radius^2, without a difference of two large numbers.
        let excess = square - 2.0 * dot(place, circle.xy) + circle.w;
        // The length of a pixel away from the middle, times the greater one of offset and radius. Toward the middle
        // every direction leads to the edge, and the longest pixel counts: it is the shortest way.
        let across = vec2<f32>(dot(offset, right), dot(offset, down));
        let pixel = sqrt(max(dot(across, across) + longest * max(-excess, 0.0), 1e-18));
        let from_circle = excess * max(to_middle, circle.z) / ((to_middle + circle.z) * pixel);
        let own = sight.strengths[index / 4u][index % 4u];
        let share = exp(-abs(from_circle - least) / (SPREAD * scale));
        if from_circle < least {
            weight = weight * share + 1.0;
            strength = strength * share + own;
            second = least;
            least = from_circle;
        } else {
            weight += share;
            strength += share * own;
            second = min(second, from_circle);
        }
    }
    let rounding = ROUNDING * scale;
    let meeting = max(1.0 - (second - least) / rounding, 0.0);
    let distance = least - 0.25 * rounding * meeting * meeting;
    return Edge(distance, strength / max(weight, 1e-6));
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    // A pixel of the interface.
    let pixel = sight.scale;
    let edge = edge_from(in.place, dpdx(in.place), dpdy(in.place), in.count, pixel);
    let distance = edge.distance;
    // Less than a pixel for each pixel where the edge is rounded: the line stays thin there.
    let growth = length(vec2<f32>(dpdx(distance), dpdy(distance)));
    let from_line = abs(distance) / max(growth, 1.0 / THICKEST);

    // The plane fades at grazing angles, and so toward the horizon.
    let facing = inverseSqrt(1.0 + dot(in.place, in.place));
    let fade = sight.strength * edge.strength * smoothstep(0.03, 0.22, facing);

    let outside = smoothstep(SOFT.x * pixel, SOFT.y * pixel, distance);
    let nearness = exp(min(distance, 0.0) / (GLOW * pixel));
    let line = 1.0 - smoothstep(0.0, HALF_WIDTH * pixel, from_line);
    let light = mix(FAR_FROM_EDGE, NEAR_EDGE, nearness) * (1.0 - outside) + sight.edge * (LINE * line);
    return vec4<f32>(light * fade, VEIL * outside * fade);
}
