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
    // Latitude at which the band ends, radians; the mesh goes on to the poles.
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
    @location(2) swarms: f32,
}

// Where the band ends, the light of the sky beyond it: faint clouds, so that no part of the sky is empty. It is so weak
// that the eye takes the sky for black.
const FAR_CLOUDS: f32 = 0.22;
// The light of the sky between them.
const FAR_SKY: f32 = 0.035;

// The colours of the young stars in the arms, of the old ones about the middle, and of what dust lets through.
const COLD_ARM: vec3<f32> = vec3<f32>(0.50, 0.70, 1.12);
const WARM_CORE: vec3<f32> = vec3<f32>(1.14, 0.84, 0.54);
const DUST_EDGE: vec3<f32> = vec3<f32>(1.0, 0.45, 0.24);

// Light of the band at a galactic longitude and latitude: about 1 at its brightest. Alpha is how many of its faint
// stars are seen apart, 0 to 1.
fn band_light(longitude: f32, latitude: f32, reach: f32) -> vec4<f32> {
    let place = vec3<f32>(cos(latitude) * cos(longitude), sin(latitude), cos(latitude) * sin(longitude));
    let clouds = fractal(place * vec3<f32>(3.5, 6.0, 3.5), 4, 31u, 0.0);
    // Wide clouds bend the band's edge, so that it has no straight one.
    let wide = fractal(place * 1.7, 3, 37u, 0.0);
    let small = fractal(place * 9.0 + 0.15 * clouds.yzw, 2, 39u, 0.0).x;
    // 1 toward the middle of the galaxy, 0 away from it.
    let inward = exp(1.6 * (cos(longitude) - 1.0));
    let wavy = latitude + 0.03 * clouds.x;
    // It thins out in clouds, farther here than there, into a faint halo.
    let thickness = (0.10 + 0.07 * inward) * max(1.0 + 1.1 * clouds.x + 0.9 * wide.x, 0.35);
    let puffs = max(1.0 + 1.3 * clouds.x + 1.7 * small, 0.0);
    let plane = (0.20 + 0.80 * inward) * exp(-abs(wavy) / thickness) * puffs;
    let drifted = latitude + 0.55 * wide.x;
    let halo = (0.035 + 0.045 * inward) * exp(-drifted * drifted / 0.15) * max(1.0 + 3.0 * clouds.x, 0.0);
    let disc = plane + halo;
    let bulge = 0.9 * exp(7.0 * (cos(longitude) - 1.0) - latitude * latitude / 0.035) * (1.0 + 0.7 * small);
    // Dust stands before the stars: a rift along the middle, with arms to both sides.
    let lanes = fractal(place * vec3<f32>(5.0, 8.0, 5.0) + 0.25 * clouds.yzw, 4, 35u, 0.0).x;
    let height = (wavy + 0.015) / (0.055 + 0.06 * inward);
    let near_plane = exp(-height * height);
    let dust = near_plane * smoothstep(-0.16, 0.22, lanes + 0.12 * inward);
    let edge = 1.0 - smoothstep(0.45, 1.0, abs(latitude) / reach * (1.0 + 1.2 * max(-clouds.x, 0.0)));
    // Faint parts are fainter still: a band that is grey all over is a smudge.
    let whole = max(disc + bulge, 0.0) * edge;
    let light = 2.1 * whole * mix(0.35, 1.0, smoothstep(0.0, 0.55, whole)) * (1.0 - 0.93 * dust);
    let warmth = clamp(1.5 * inward + 0.9 * bulge - 0.4 * clouds.x, 0.0, 1.0);
    let hue = mix(COLD_ARM, WARM_CORE, warmth);
    let band = light * mix(hue, DUST_EDGE, 0.55 * dust);

    let far = smoothstep(-0.12, 0.50, wide.x + 0.45 * clouds.x + 0.20 * small);
    let far_hue = mix(vec3<f32>(0.50, 0.68, 1.0), vec3<f32>(0.85, 0.72, 0.80), smoothstep(-0.3, 0.5, wide.y));
    let beyond = (FAR_SKY + FAR_CLOUDS * far) * far_hue;
    // Faint stars stand in swarms; dust hides them, and toward the poles there are none.
    let swarms = smoothstep(-0.25, 0.40, small + 0.6 * clouds.x) * (1.0 - 0.8 * dust);
    return vec4<f32>(band + beyond, swarms * (1.0 - smoothstep(0.55, 1.05, abs(drifted))));
}

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    // Only the camera's rotation counts.
    let direction = (view.view_from_world * vec4<f32>(vertex.position, 0.0)).xyz;
    let clip = view.clip_from_view * vec4<f32>(direction, 0.0);
    let band = band_light(vertex.galactic.x, vertex.galactic.y, milky_way.reach);
    var out: Varyings;
    out.clip_position = vec4<f32>(clip.xy, 1e-12 * clip.w, clip.w);
    out.light = milky_way.brightness * band.rgb;
    out.galactic = vertex.galactic;
    out.swarms = band.a;
    return out;
}

// Cells of faint stars to the radian: many dim ones and few brighter ones. And their light, over that of the band
// about them.
const CELLS: vec2<f32> = vec2<f32>(330.0, 140.0);
const STARS: vec2<f32> = vec2<f32>(5.0, 8.0);
const HAZE: f32 = 0.95;
// Half the width of a star, in cells; it is not smaller than the first share of a pixel, and then as much fainter, and
// not larger than the second one: through a strong glass it is still a point. It is as wide as it is high on the
// screen, however the band lies there.
const STAR_WIDTH: f32 = 0.10;
const STAR_PIXELS: vec2<f32> = vec2<f32>(0.5, 0.9);
// The power of a star's random number that is its light: where there are few, and in swarms.
const FEW: f32 = 22.0;
const MANY: f32 = 7.0;

// The colours of stars, from those of cool ones to those of hot ones.
const COOL: vec3<f32> = vec3<f32>(1.25, 0.92, 0.66);
const HOT: vec3<f32> = vec3<f32>(0.78, 0.96, 1.3);

// Faint stars that the eye can just separate from the haze, at most one in a cell: 0 to 1. Without them the band looks
// like smoke.
fn faint_star(galactic: vec2<f32>, cells: f32, swarms: f32, seed: u32) -> vec3<f32> {
    let place = galactic * cells;
    let right = dpdx(place);
    let down = dpdy(place);
    let pixel = max(length(right), length(down));
    let cell = floor(place);
    let own = three_numbers(scramble(vec3<i32>(vec2<i32>(cell), 5), seed));
    let from_star = place - cell - (0.30 + 0.40 * own.xy);
    // The way to it in pixels, by the inverse of the steps to the next pixels; then in cells of even shape.
    let area = right.x * down.y - right.y * down.x;
    let turned = vec2<f32>(down.y * from_star.x - down.x * from_star.y, right.x * from_star.y - right.y * from_star.x);
    let aside = pixel * turned / select(area, 1e-9, abs(area) < 1e-9);
    // Cells hardly larger than a pixel would twinkle.
    let left = 1.0 - smoothstep(0.35, 0.60, pixel);
    let width = clamp(STAR_WIDTH, STAR_PIXELS.x * pixel, STAR_PIXELS.y * pixel);
    let thin = min(STAR_WIDTH * STAR_WIDTH / (width * width), 1.0);
    let light = left * thin * pow(own.z, mix(FEW, MANY, swarms)) * exp(-0.5 * dot(aside, aside) / (width * width));
    return light * mix(COOL, HOT, fract(7.0 * own.x));
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    let dim = STARS.x * faint_star(in.galactic, CELLS.x, in.swarms, 41u);
    let bright = STARS.y * faint_star(in.galactic, CELLS.y, 0.6 * in.swarms, 43u);
    // No alpha: the pipeline adds what is premultiplied with nothing.
    return vec4<f32>(in.light * (HAZE + dim + bright), 0.0);
}
