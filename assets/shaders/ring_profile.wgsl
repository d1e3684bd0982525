// Density of a planet's rings at a given distance. Shared by the rings and by their shadow.
//
// Distances are in radii of the planet. `style` is one of the constants below, which are in
// src/client/scene/sky/surface/ring_material.rs under the same names.

#import "shaders/noise.wgsl"::{noise, visible}

const STYLE_SATURN: u32 = 1u;
const STYLE_URANUS: u32 = 2u;

// How much denser and thinner ringlets are than their noise: rings of one density look like plastic.
const RINGLET_CONTRAST: f32 = 1.45;

// Fine ringlets: noise of the distance alone, from 0 to 1. Ever finer ones appear from near.
fn ringlets(distance: f32, fineness: f32, footprint: f32) -> f32 {
    var sum = 0.5;
    var height = 0.5;
    var scale = fineness;
    for (var size = 0; size < 4; size += 1) {
        let left = visible(footprint * scale);
        if left <= 0.0 {
            break;
        }
        sum += left * height * noise(vec3<f32>(distance * scale, 0.37, 0.61), 5u + u32(size)).x;
        height *= 0.9;
        scale *= 3.7;
    }
    return clamp(0.5 + RINGLET_CONTRAST * (sum - 0.5), 0.0, 1.0);
}

// 1 between two distances, with edges as soft as a pixel.
fn between(distance: f32, low: f32, high: f32, footprint: f32) -> f32 {
    let soft = max(footprint, 0.002);
    return smoothstep(low - soft, low + soft, distance) * (1.0 - smoothstep(high - soft, high + soft, distance));
}

// A ringlet thinner than a pixel is drawn a pixel wide and as much fainter.
fn narrow_ring(distance: f32, middle: f32, width: f32, footprint: f32) -> f32 {
    let drawn = max(width, footprint);
    return (width / drawn) * (1.0 - smoothstep(0.35 * drawn, drawn, abs(distance - middle)));
}

// C, B and A ring, with the Cassini division and Encke's gap.
// Edges: NASA's Saturnian Rings Fact Sheet, in units of 60,268 km.
fn saturn_density(distance: f32, footprint: f32) -> f32 {
    let grain = ringlets(distance, 26.0, footprint);
    let c_ring = between(distance, 1.239, 1.527, footprint) * (0.04 + 0.22 * grain) * (0.5 + 1.7 * (distance - 1.239));
    // The inner half of the B ring is thinner, and banded.
    let b_rise = mix(0.52, 0.72, smoothstep(1.60, 1.75, distance));
    let b_ring = between(distance, 1.527, 1.951, footprint) * clamp(b_rise + 0.85 * (grain - 0.42), 0.2, 1.0);
    let division = between(distance, 1.951, 2.027, footprint) * (0.02 + 0.09 * grain);
    let a_ring = between(distance, 2.027, 2.269, footprint) * (0.34 + 0.42 * grain);
    let encke = 1.0 - 0.9 * narrow_ring(distance, 2.214, 0.006, footprint);
    return (c_ring + b_ring + division + a_ring) * encke;
}

// Nine ringlets, each drawn wider than it is. Distances: NASA's Uranian Rings Fact Sheet,
// in units of 25,559 km.
fn uranus_density(distance: f32, footprint: f32) -> f32 {
    var density = 0.0;
    density += 0.45 * narrow_ring(distance, 1.637, 0.004, footprint);
    density += 0.45 * narrow_ring(distance, 1.652, 0.004, footprint);
    density += 0.45 * narrow_ring(distance, 1.666, 0.004, footprint);
    density += 0.60 * narrow_ring(distance, 1.750, 0.005, footprint);
    density += 0.60 * narrow_ring(distance, 1.786, 0.005, footprint);
    density += 0.45 * narrow_ring(distance, 1.846, 0.004, footprint);
    density += 0.55 * narrow_ring(distance, 1.863, 0.005, footprint);
    density += 0.55 * narrow_ring(distance, 1.890, 0.005, footprint);
    density += 1.00 * narrow_ring(distance, 2.001, 0.010, footprint);
    return density + 0.03 * between(distance, 1.637, 2.001, footprint);
}

// Rings of an invented planet: ringlets and two gaps, whose places follow from the edges.
fn plain_density(distance: f32, inner: f32, outer: f32, footprint: f32) -> f32 {
    let span = max(outer - inner, 1e-3);
    let place = (distance - inner) / span;
    let grain = ringlets(distance + inner * 7.3, 12.0 / span, footprint);
    let body = between(distance, inner, outer, footprint) * (0.45 + 0.55 * grain);
    let swell = 0.65 + 0.35 * noise(vec3<f32>(place * 4.0, inner * 5.1, outer * 3.7), 3u).x;
    let wide_gap = 1.0 - 0.9 * between(place, 0.62, 0.68, footprint / span);
    let thin_gap = 1.0 - 0.8 * narrow_ring(place, 0.88, 0.012, footprint / span);
    return body * swell * wide_gap * thin_gap;
}

// Share of the light that the rings absorb at `distance`, 0 to 1, before the ring's own opacity.
fn ring_density(distance: f32, inner: f32, outer: f32, style: u32, footprint: f32) -> f32 {
    if distance < inner - 0.01 || distance > outer + 0.01 {
        return 0.0;
    }
    if style == STYLE_SATURN {
        return saturn_density(distance, footprint);
    }
    if style == STYLE_URANUS {
        return clamp(uranus_density(distance, footprint), 0.0, 1.0);
    }
    return clamp(plain_density(distance, inner, outer, footprint), 0.0, 1.0);
}

// Share of the light that a part of the rings with this density stops on a line of sight that climbs by `climb`, the
// sine of its angle to the rings. A grazing line of sight passes more dust.
fn ring_stops(density: f32, opacity: f32, climb: f32) -> f32 {
    let slant = 1.0 / max(abs(climb), 0.12);
    let stopped = clamp(opacity * density, 0.0, 0.995);
    return 1.0 - pow(1.0 - stopped, mix(1.0, slant, 0.25));
}
