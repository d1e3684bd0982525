// The shadow of one body on another, and of rings on their planet. Places are in the body-fixed frame of the shaded
// body, in its radii.

#import "shaders/ring_profile.wgsl"::ring_density

// The edge of a shadow is drawn softer than it is, as under a star with this share of the radius of the covering body
// in the sky, and not larger than the second number, radians: the shadow of a moon on its planet would look cut out.
const SOFT_EDGE: vec2<f32> = vec2<f32>(0.6, 0.003);

// Share of the star's disc that is visible past a covering body, seen from `p`: two discs of the sky, one over the
// other. `occluder` is its place and radius; `sun_angle` is the radius of the star's disc, radians.
fn light_past_body(occluder: vec4<f32>, p: vec3<f32>, to_sun: vec3<f32>, sun_angle: f32) -> f32 {
    let arm = occluder.xyz - p;
    let along = dot(arm, to_sun);
    if along <= 0.0 {
        return 1.0;
    }
    let apart = length(arm - along * to_sun) / along;
    let covering = occluder.w / along;
    let star = max(sun_angle, min(SOFT_EDGE.x * covering, SOFT_EDGE.y));
    let whole = abs(covering - star);
    let share = min(covering * covering / (star * star), 1.0);
    return 1.0 - share * (1.0 - smoothstep(whole, covering + star, apart));
}

// Share of sunlight that reaches a point past the planet's rings, whose edges are `inner` and `outer`.
fn light_past_rings(
    p: vec3<f32>, to_sun: vec3<f32>, inner: f32, outer: f32, opacity: f32, style: u32, footprint: f32,
) -> f32 {
    if p.y * to_sun.y >= 0.0 {
        return 1.0;
    }
    let crossing = p - to_sun * (p.y / to_sun.y);
    // The sun is a disc, so the shadow of a thin ring is soft.
    let soft = max(footprint / max(abs(to_sun.y), 0.05), 0.006);
    return 1.0 - opacity * ring_density(length(crossing), inner, outer, style, soft);
}
