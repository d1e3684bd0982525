// The noise of the surfaces.
//
// Every function returns its value together with its gradient, vec4(value, gradient), so that a
// surface is lit by its relief without being sampled three times.
//
// `footprint` is the size of a pixel in the units of `p`. Detail finer than a pixel fades out, or it
// would flicker when the camera moves.

// Scrambles the corner of a lattice into 32 random bits.
// Finaliser: "lowbias32" of Chris Wellons' hash-prospector.
fn scramble(corner: vec3<i32>, seed: u32) -> u32 {
    let c = bitcast<vec3<u32>>(corner);
    var bits = (c.x * 0x8da6b343u) ^ (c.y * 0xd8163841u) ^ (c.z * 0xcb1ab31fu) ^ (seed * 0x9e3779b9u);
    bits ^= bits >> 16u;
    bits *= 0x7feb352du;
    bits ^= bits >> 15u;
    bits *= 0x846ca68bu;
    bits ^= bits >> 16u;
    return bits;
}

// Three numbers from 0 to 1 out of 30 random bits.
fn three_numbers(bits: u32) -> vec3<f32> {
    let parts = vec3<u32>(bits & 1023u, (bits >> 10u) & 1023u, (bits >> 20u) & 1023u);
    // A product: software drivers take several times as long for a quotient.
    return vec3<f32>(parts) * (1.0 / 1023.0);
}

// The plane through one corner of the lattice: its value and gradient at `offset` from the corner.
fn corner_plane(corner: vec3<i32>, offset: vec3<f32>, seed: u32) -> vec4<f32> {
    let slope = three_numbers(scramble(corner, seed)) * 2.0 - 1.0;
    return vec4<f32>(dot(slope, offset), slope);
}

// Gradient noise (Perlin, "Improving Noise", 2002) with its gradient. Values from about -1 to 1.
//
// The corners are summed in a loop, not written out: drivers copy this function into every caller,
// and long shaders take them minutes to compile. Each corner's plane is weighted by a product of one
// factor for each axis; the gradient follows from the product rule.
fn noise(p: vec3<f32>, seed: u32) -> vec4<f32> {
    let cell = floor(p);
    let f = p - cell;
    let high = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    let steepness = 30.0 * f * f * (f - 1.0) * (f - 1.0);
    var sum = vec4<f32>(0.0);
    for (var n = 0u; n < 8u; n += 1u) {
        let side = vec3<u32>(n & 1u, (n >> 1u) & 1u, n >> 2u);
        let offset = vec3<f32>(side);
        let plane = corner_plane(vec3<i32>(cell) + vec3<i32>(side), f - offset, seed);
        let weight = mix(1.0 - high, high, offset);
        let change = steepness * (2.0 * offset - 1.0);
        let both = weight.x * weight.y * weight.z;
        let turning = change * weight.yzx * weight.zxy;
        sum += vec4<f32>(plane.x * both, plane.yzw * both + plane.x * turning);
    }
    return 1.4 * sum;
}

// Share of a detail of frequency 1 that is left when a pixel is `footprint` wide.
fn visible(footprint: f32) -> f32 {
    return 1.0 - smoothstep(0.25, 0.8, footprint);
}

// Sum of `octaves` noises, each twice as fine and half as high as its predecessor. The lattice turns
// from octave to octave so that its axes do not show.
fn fractal(p: vec3<f32>, octaves: i32, seed: u32, footprint: f32) -> vec4<f32> {
    let turn = mat3x3<f32>(0.0, 1.6, 1.2, -1.6, 0.72, -0.96, -1.2, -0.96, 1.28);
    var frame = mat3x3<f32>(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
    var sum = vec4<f32>(0.0);
    var height = 0.5;
    var pixel = footprint;
    for (var octave = 0; octave < octaves; octave += 1) {
        let weight = height * visible(pixel);
        if weight <= 0.0 {
            break;
        }
        let n = noise(frame * p, seed + u32(octave));
        sum += weight * vec4<f32>(n.x, transpose(frame) * n.yzw);
        frame = turn * frame;
        height *= 0.5;
        pixel *= 2.0;
    }
    return sum;
}
