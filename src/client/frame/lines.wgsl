// Lines in space, with soft edges: those of the engine step like stairs where no samples smooth them.
// src/client/frame/soft_lines.rs puts this in the place of the engine's shader.
//
// After lines.wgsl of bevy_gizmos_render 0.19 (MIT or Apache-2.0), which follows Rye Terrell's "Instanced Line
// Rendering" (https://wwwtyro.net/2019/11/18/instanced-lines.html). Lines are solid, with a width in pixels and
// a bias of depth that is not negative.

#import bevy_render::{view::View, maths::affine3_to_square}

@group(0) @binding(0) var<uniform> view: View;

// The order of the fields is the engine's.
struct LineGizmoUniform {
    world_from_local: mat3x4<f32>,
    line_width: f32,
    depth_bias: f32,
    joints_resolution: u32,
    gap_scale: f32,
    line_scale: f32,
}

@group(1) @binding(0) var<uniform> line_gizmo: LineGizmoUniform;

struct Vertex {
    @location(0) position_a: vec3<f32>,
    @location(1) position_b: vec3<f32>,
    @location(2) color_a: vec4<f32>,
    @location(3) color_b: vec4<f32>,
    @builtin(vertex_index) index: u32,
}

struct Varyings {
    @builtin(position) clip_position: vec4<f32>,
    @location(0) color: vec4<f32>,
    // From the middle of the line, pixels: in proportion across the picture, whatever the distances of the ends.
    @location(1) @interpolate(linear) aside: f32,
    // Half the width of the line, pixels.
    @location(2) @interpolate(flat) half_width: f32,
}

// Pixels that the edge of a line covers in part, on each side of it.
const SOFT: f32 = 0.5;
const EPSILON: f32 = 4.88e-04;

// Moves an end that is behind the near plane along the line, a little in front of it, if the other end is in front.
fn clip_near_plane(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
    if a.z > a.w && b.z <= b.w {
        let behind_a = a.z - a.w;
        let behind_b = b.z - b.w;
        return mix(a, b, behind_a / (behind_a - behind_b) + EPSILON);
    }
    return a;
}

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    // Across the line and along it.
    var corners = array<vec2<f32>, 6>(
        vec2<f32>(-1.0, 0.0),
        vec2<f32>(-1.0, 1.0),
        vec2<f32>(1.0, 1.0),
        vec2<f32>(-1.0, 0.0),
        vec2<f32>(1.0, 1.0),
        vec2<f32>(1.0, 0.0)
    );
    let corner = corners[vertex.index];

    let clip_from_local = view.clip_from_world * affine3_to_square(line_gizmo.world_from_local);
    var clip_a = clip_from_local * vec4<f32>(vertex.position_a, 1.0);
    var clip_b = clip_from_local * vec4<f32>(vertex.position_b, 1.0);
    clip_a = clip_near_plane(clip_a, clip_b);
    clip_b = clip_near_plane(clip_b, clip_a);
    let clip = mix(clip_a, clip_b, corner.y);

    let resolution = view.viewport.zw;
    let screen_a = resolution * (0.5 * clip_a.xy / clip_a.w + 0.5);
    let screen_b = resolution * (0.5 * clip_b.xy / clip_b.w + 0.5);
    let along = normalize(screen_b - screen_a);
    let across = vec2<f32>(-along.y, along.x);

    // A line thinner than a pixel is a fainter one of a pixel.
    var color = mix(vertex.color_a, vertex.color_b, corner.y);
    color.a *= min(line_gizmo.line_width, 1.0);
    let half_width = 0.5 * max(line_gizmo.line_width, 1.0);
    let aside = corner.x * (half_width + SOFT);

    let screen = mix(screen_a, screen_b, corner.y) + aside * across;
    let depth = clip.z * (1.0 - line_gizmo.depth_bias);
    var out: Varyings;
    out.clip_position = vec4<f32>(clip.w * (2.0 * screen / resolution - 1.0), depth, clip.w);
    out.color = color;
    out.aside = aside;
    out.half_width = half_width;
    return out;
}

@fragment
fn fragment_solid(in: Varyings) -> @location(0) vec4<f32> {
    let covered = clamp(in.half_width + SOFT - abs(in.aside), 0.0, 1.0);
    return vec4<f32>(in.color.rgb, in.color.a * covered);
}
