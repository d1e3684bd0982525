// Impact craters of all sizes: few large ones, ever more small ones, old and worn ones among sharp young ones.
//
// Points lie on a sphere about the origin; `footprint` is the size of a pixel, as in noise.wgsl.

#import "shaders/noise.wgsl"::{scramble, three_numbers, visible}

struct Craters {
    // Height, and its gradient.
    level: vec4<f32>,
    // Pale dust that the youngest threw out, 0 to 1.
    ejecta: f32,
}

// The place of the rim, as a share of the reach of a crater; outside lies its skirt.
const RIM: f32 = 0.54;

// The smaller of two heights (x, with the slope in y), rounded where they meet (Quilez, "Smooth minimum").
fn smaller(a: vec2<f32>, b: vec2<f32>, rounding: f32) -> vec2<f32> {
    let share = clamp(0.5 + 0.5 * (b.x - a.x) / rounding, 0.0, 1.0);
    return mix(b, a, share) - vec2<f32>(rounding * share * (1.0 - share), 0.0);
}

// Height and slope of a crater `t` rims from its middle. Young ones have a sharp rim; `floor_level` is flat.
fn profile(t: f32, age: f32, floor_level: f32) -> vec2<f32> {
    let bowl = vec2<f32>(1.15 * t * t - 0.95, 2.3 * t);
    let filled = -smaller(-bowl, vec2<f32>(-floor_level, 0.0), 0.12);
    let outward = max((1.0 - t * RIM) / (1.0 - RIM), 0.0);
    let skirt = vec2<f32>(0.28 * outward * outward, -0.56 * outward * RIM / (1.0 - RIM));
    return smaller(filled, skirt, mix(0.10, 0.55, age));
}

// Craters of one size: one or none in each cell of a lattice, of which the sphere cuts a layer. Heights are in
// units of a cell. Only the crater in which a point lies deepest is drawn: one shape costs far less than eight.
fn craters(p: vec3<f32>, seed: u32) -> Craters {
    let radius = length(p);
    let base = vec3<i32>(floor(p - 0.5));
    // The distance from the middle in shares of the reach, for the two deepest.
    var nearest = 1.0;
    var second = 1.0;
    var arm = vec3<f32>(1.0, 0.0, 0.0);
    var reach = 1.0;
    var found = 0u;
    for (var n = 0; n < 8; n += 1) {
        let cell = base + vec3<i32>(n & 1, (n >> 1u) & 1, n >> 2u);
        let bits = scramble(cell, seed);
        let inside = vec3<f32>(cell) + three_numbers(bits);
        // The middle is drawn onto the sphere. The farther it was away the smaller is the crater: none reaches
        // further than half a cell beyond its own, so eight cells are enough.
        let depth = length(inside);
        let room = 0.23 - (depth - radius) * (depth - radius);
        let from_middle = p - inside * (radius / max(depth, 1e-3));
        let size = f32((bits * 0x2c1b3c6du) & 1023u) * (1.0 / 1023.0);
        let extent = min(0.17 + 0.31 * size * size, sqrt(max(room, 1e-6)));
        let x = length(from_middle) / extent;
        if x < nearest {
            second = nearest;
            nearest = x;
            arm = from_middle;
            reach = extent;
            found = bits;
        } else {
            second = min(second, x);
        }
    }
    if nearest >= 1.0 {
        return Craters(vec4<f32>(0.0), 0.0);
    }

    // No crater is a perfect circle.
    let own = three_numbers(found * 0x2c1b3c6du);
    let toward = arm / max(nearest * reach, 1e-4);
    let bearing = dot(toward, own * 2.0 - 1.0);
    let ragged = 1.0 + 0.07 * sin(5.0 * bearing + 40.0 * own.z) + 0.035 * sin(13.0 * toward.x + 9.0 * bearing);
    let x = min(nearest * ragged, 1.0);
    let age = 1.0 - own.y * own.y;
    let shape = profile(x / RIM, age, mix(-0.80, -0.35, own.z * age));
    // Tiny ones fade out, the next lattice has them; neighbours meet level.
    let fade = smoothstep(0.06, 0.15, reach) * smoothstep(0.0, 0.10, second - nearest);
    let height = (0.30 + 0.70 * own.y * own.y) * fade;
    let streaks = 0.55 + 0.45 * sin(17.0 * bearing + 60.0 * own.x) * sin(9.0 * toward.y + 30.0 * own.z);
    let halo = (1.0 - x) * (1.0 - x) * mix(1.0, streaks, smoothstep(RIM, 1.0, x));
    let dust = 1.6 * halo * smoothstep(0.90, 0.99, own.y) * smoothstep(0.15, 0.25, reach);
    return Craters(0.42 * height * vec4<f32>(RIM * reach * shape.x, shape.y * toward), dust);
}

// Craters of several sizes together: the largest have `scale` cells to the radius, the next 2.37 times as many,
// and so on until they are below a pixel. Of the three largest sizes the share `drowned` is gone, as under lava
// or sand.
fn crater_field(p: vec3<f32>, scale: f32, sizes: i32, drowned: f32, seed: u32, footprint: f32) -> Craters {
    // Lattices that lie askew to each other.
    let turn = 2.37 * mat3x3<f32>(0.0, 0.8, 0.6, -0.8, 0.36, -0.48, -0.6, -0.48, 0.64);
    var frame = mat3x3<f32>(scale, 0.0, 0.0, 0.0, scale, 0.0, 0.0, 0.0, scale);
    var finest = scale;
    var height = 1.0;
    var sum = Craters(vec4<f32>(0.0), 0.0);
    for (var size = 0; size < sizes; size += 1) {
        let weight = visible(2.5 * finest * footprint);
        if weight <= 0.0 {
            break;
        }
        let found = craters(frame * p, seed + u32(size));
        let left = weight * select(1.0, 1.0 - drowned, size < 3);
        let slope = transpose(frame) * found.level.yzw / finest;
        sum.level += left * height * vec4<f32>(found.level.x, slope);
        sum.ejecta += left * height * found.ejecta;
        frame = turn * frame;
        finest *= 2.37;
        height *= 0.88;
    }
    return sum;
}
