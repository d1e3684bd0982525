// The Milky Way: a faint band infinitely far away, behind the stars.
//
// Position holds a direction of the render frame, uv its galactic longitude (0 at the galaxy's middle) and
// latitude, radians. The light is computed for each corner of the mesh and is smooth between them, so the
// band costs next to nothing; each pixel only adds the grain of faint stars.
// The uniform is `MilkyWayUniform` in src/client/scene/sky/surface/milky_way.rs.

#import bevy_pbr::mesh_view_bindings::view
#import "shaders/noise.wgsl"::{fractal, scramble, three_numbers}

struct MilkyWay {
    brightness: f32,
    // Latitude at which the mesh ends, radians.
    reach: f32,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> milky_way: MilkyWay;

struct Vertex {
    @location(0) position: vec3<f32>,
    @location(2) galactic: vec2<f32>,
}

struct Varyings {
    @builtin(position) clip_position: vec4<f32>,
    @location(0) light: vec3<f32>,
    @location(1) galactic: vec2<f32>,
}

// Light of the band at a galactic longitude and latitude: about 1 at its brightest.
fn band_light(longitude: f32, latitude: f32, reach: f32) -> vec3<f32> {
    let place = vec3<f32>(cos(latitude) * cos(longitude), sin(latitude), cos(latitude) * sin(longitude));
    let clouds = fractal(place * vec3<f32>(3.5, 6.0, 3.5), 4, 31u, 0.0);
    // 1 toward the middle of the galaxy, 0 away from it.
    let inward = exp(1.6 * (cos(longitude) - 1.0));
    let wavy = latitude + 0.03 * clouds.x;
    // It thins out in clouds, farther here than there, into a faint halo.
    let thickness = (0.10 + 0.07 * inward) * (1.0 + 1.1 * clouds.x);
    let plane = (0.20 + 0.80 * inward) * exp(-abs(wavy) / thickness) * (1.0 + 0.9 * clouds.x);
    let halo = (0.035 + 0.045 * inward) * exp(-latitude * latitude / 0.15) * max(1.0 + 3.0 * clouds.x, 0.0);
    let disc = plane + halo;
    let bulge = 0.9 * exp(7.0 * (cos(longitude) - 1.0) - latitude * latitude / 0.035);
    // Dust stands before the stars: a rift along the middle, with arms to both sides.
    let lanes = fractal(place * vec3<f32>(5.0, 8.0, 5.0) + 0.25 * clouds.yzw, 4, 35u, 0.0).x;
    let height = (wavy + 0.015) / (0.055 + 0.06 * inward);
    let near_plane = exp(-height * height);
    let dust = near_plane * smoothstep(-0.24, 0.32, lanes + 0.12 * inward);
    let edge = 1.0 - smoothstep(0.45, 1.0, abs(latitude) / reach * (1.0 + 1.2 * max(-clouds.x, 0.0)));
    let light = 1.7 * max(disc + bulge, 0.0) * (1.0 - 0.88 * dust) * edge;
    let warmth = clamp(0.2 + inward - 0.3 * clouds.x, 0.0, 1.0);
    let hue = mix(vec3<f32>(0.66, 0.78, 1.0), vec3<f32>(1.0, 0.90, 0.77), warmth);
    return light * mix(hue, vec3<f32>(1.0, 0.55, 0.34), 0.35 * dust);
}

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    // Only the camera's rotation counts.
    let direction = (view.view_from_world * vec4<f32>(vertex.position, 0.0)).xyz;
    let clip = view.clip_from_view * vec4<f32>(direction, 0.0);
    var out: Varyings;
    out.clip_position = vec4<f32>(clip.xy, 1e-12 * clip.w, clip.w);
    out.light = milky_way.brightness * band_light(vertex.galactic.x, vertex.galactic.y, milky_way.reach);
    out.galactic = vertex.galactic;
    return out;
}

// Cells of faint stars to the radian, and their light over that of the band about them.
const CELLS: f32 = 480.0;
const STARS: f32 = 6.0;
const HAZE: f32 = 0.8;

// Faint stars that the eye can just separate from the haze, one in a cell: 0 to 1. Without them the band looks like
// smoke.
fn faint_star(galactic: vec2<f32>) -> f32 {
    let place = galactic * CELLS;
    let pixel = max(fwidth(place.x), fwidth(place.y));
    let cell = floor(place);
    let own = three_numbers(scramble(vec3<i32>(vec2<i32>(cell), 5), 41u));
    let aside = place - cell - (0.25 + 0.5 * own.xy);
    // Cells smaller than a pixel would twinkle.
    let left = 1.0 - smoothstep(0.6, 1.2, pixel);
    return left * pow(own.z, 6.0) * exp(-22.0 * dot(aside, aside));
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    // No alpha: the pipeline adds what is premultiplied with nothing.
    return vec4<f32>(in.light * (HAZE + STARS * faint_star(in.galactic)), 0.0);
}
