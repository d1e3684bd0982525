// Winds: how air and gas carry along what floats in them.
//
// Points lie on the unit sphere, with the pole at y.

#import "shaders/noise.wgsl"::{scramble, three_numbers}

fn turned_about_pole(p: vec3<f32>, angle: f32) -> vec3<f32> {
    let c = cos(angle);
    let s = sin(angle);
    return vec3<f32>(c * p.x + s * p.z, p.y, c * p.z - s * p.x);
}

// A point turned about an axis, a unit vector (Rodrigues).
fn turned_about(p: vec3<f32>, axis: vec3<f32>, angle: f32) -> vec3<f32> {
    let c = cos(angle);
    return c * p + sin(angle) * cross(axis, p) + (1.0 - c) * dot(axis, p) * axis;
}

// A point on the sphere from its height over the equator and its longitude.
fn on_sphere(height: f32, longitude: f32) -> vec3<f32> {
    let flat = sqrt(max(1.0 - height * height, 0.0));
    return vec3<f32>(flat * cos(longitude), height, flat * sin(longitude));
}

// Where the air at a point came from.
struct Origin {
    p: vec3<f32>,
    // How deep in a whirl it lies: 1 in the middle, 0 outside.
    whirl: f32,
    // Number of the whirl, 0 to 1.
    own: f32,
}

// Oval storms of a gas giant, `count` of them, between its streams: twice as long as they are high.
fn wound_up_by_ovals(p: vec3<f32>, count: i32, seed: u32) -> Origin {
    var origin = Origin(p, 0.0, 0.0);
    for (var n = 0; n < count; n += 1) {
        let own = three_numbers(scramble(vec3<i32>(n, 3, 6), seed));
        let middle = on_sphere(1.5 * own.y - 0.75, 6.2831853 * own.x);
        let reach = 0.035 + 0.11 * own.z * own.z * own.z;
        let apart = (p - middle) * vec3<f32>(0.5, 1.0, 0.5);
        let away = dot(apart, apart) / (reach * reach);
        if away < 1.0 {
            let depth = (1.0 - away) * (1.0 - away);
            origin.p = turned_about(origin.p, middle, 2.6 * depth);
            origin.whirl = max(origin.whirl, smoothstep(1.0, 0.55, away));
            origin.own = own.x;
        }
    }
    return origin;
}
