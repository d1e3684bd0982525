// The fixed stars: one small square each, infinitely far away.
//
// Position holds the direction to the star, uv the corner of its square (-1 to 1), colour its hue and,
// as alpha, its light in units of a star of magnitude 0.
// The uniform is `StarUniform` in src/client/scene/sky/surface/stars.rs.

#import bevy_pbr::mesh_view_bindings::view

struct Stars {
    brightness: f32,
    pixel_scale: f32,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> stars: Stars;

// Width of a halo, in widths of the point.
const HALO_WIDTH: f32 = 3.5;

struct Vertex {
    @location(0) position: vec3<f32>,
    @location(2) corner: vec2<f32>,
    @location(5) color: vec4<f32>,
}

struct Varyings {
    @builtin(position) clip_position: vec4<f32>,
    // Offset from the middle, pixels.
    @location(0) offset: vec2<f32>,
    @location(1) @interpolate(flat) light: vec3<f32>,
    // Width of the point, pixels.
    @location(2) @interpolate(flat) sigma: f32,
    // Light of the halo of a very bright star, as a share of its middle.
    @location(3) @interpolate(flat) halo: f32,
}

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    // Bright stars are drawn larger, the few brightest with a halo.
    let magnitude = -2.5 * log2(max(vertex.color.a, 1e-6)) / 3.3219281;
    let sigma = stars.pixel_scale * (0.60 + 0.11 * clamp(3.5 - magnitude, 0.0, 5.0));
    let halo = 0.03 * (1.0 - smoothstep(0.2, 2.2, magnitude));
    let reach = select(3.0, 3.0 * HALO_WIDTH, halo > 0.0) * sigma + 0.5;

    // Only the camera's rotation counts.
    let direction = (view.view_from_world * vec4<f32>(vertex.position, 0.0)).xyz;
    var clip = view.clip_from_view * vec4<f32>(direction, 0.0);
    let offset = vertex.corner * reach;
    clip = vec4<f32>(clip.xy + offset * 2.0 * clip.w / view.viewport.zw, 1e-12 * clip.w, clip.w);

    var out: Varyings;
    out.clip_position = clip;
    out.offset = offset;
    // The eye sees the logarithm of light: the faint stars are lifted toward the bright ones.
    let compressed = pow(vertex.color.a, 0.76);
    out.light = vertex.color.rgb * stars.brightness * compressed / (sigma * sigma);
    out.sigma = sigma;
    out.halo = halo;
    return out;
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    let q = in.offset / in.sigma;
    let square = dot(q, q);
    let falloff = exp(-0.5 * square) + in.halo * exp(-0.5 * square / (HALO_WIDTH * HALO_WIDTH));
    // No alpha: the pipeline adds what is premultiplied with nothing.
    return vec4<f32>(in.light * falloff, 0.0);
}
