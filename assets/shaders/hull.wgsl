// The hull of a ship or a structure: the standard material with plating, windows and stripes in the owner's colour.
//
// The mesh says what a face is and where on it a place is (src/client/models/mesh_builder/finish.rs and edges.rs):
// `uv.x` is its kind, and within the kind the distance from an edge that stands out; the alpha of its colour the
// distance from another one. `uv.y` is the distance from the middle plane, on faces that have stripes or lamps; `uv_b`
// the place on the face, km. Without FINE_PLATES, on slow machines, plates are large and clean, with clear seams and
// edges, and gun houses and masts have none.
// The uniform is `HullUniform` in src/client/models/hull_material.rs.

#import bevy_pbr::forward_io::{VertexOutput, FragmentOutput}
#import bevy_pbr::pbr_fragment::pbr_input_from_standard_material
#import bevy_pbr::pbr_functions::{apply_pbr_lighting, main_pass_post_lighting_processing}
#import bevy_pbr::mesh_view_bindings::lights
#import "shaders/noise.wgsl"::visible
#import "shaders/plating.wgsl"::{Paintwork, plating, plain_plating, fitting, bevel, windows, lamps, stripes}

struct Hull {
    // The owner's colour as paint.
    owner: vec3<f32>,
    // Light of a painted place in the owner's colour, so that it shows in the dark.
    stripe_light: f32,
    // Colour times brightness of a window.
    window_light: vec3<f32>,
    // The style of the owner.
    paintwork: Paintwork,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(100) var<uniform> hull: Hull;

// Kinds of faces, as `FaceKind` in src/client/models/mesh_builder/paint.rs.
const KINDS: f32 = 6.0;
const PLATES: u32 = 1u;
const DECKS: u32 = 2u;
const STRIPE: u32 = 3u;
const FITTING: u32 = 5u;
// The share of a kind's range of `uv.x` at either end that no place is in.
const PIXEL_MARGIN: f32 = 0.1;
// Distances from edges are shares of this one, km.
const EDGE_REACH: f32 = 4096.0;

const BARE_METAL: vec3<f32> = vec3<f32>(0.50, 0.49, 0.47);
// The share of bare metal that shows on the worn edges of gun houses, barrels and masts: all of it would outline them
// like a drawing.
const WORN_FITTING: f32 = 0.6;
const SOOT_COLOR: vec3<f32> = vec3<f32>(0.018, 0.017, 0.017);

// Lamps along the outer edges, from this distance from the middle plane on: red to port, green to starboard.
const LAMPS_ASIDE: f32 = 0.42;
const PORT: vec3<f32> = vec3<f32>(1.0, 0.06, 0.04);
const STARBOARD: vec3<f32> = vec3<f32>(0.08, 1.0, 0.25);
const LAMP_LIGHT: f32 = 3.0;
// The light of windows by day, as a share of that at night: eyes adapt. Where hulls have few other details, more of it
// shows.
#ifdef FINE_PLATES
const WINDOWS_BY_DAY: f32 = 0.4;
#else
const WINDOWS_BY_DAY: f32 = 0.65;
#endif
// How much more saturated the owner's paint is than the owner's colour, which bright light makes pale, and its tone.
const SATURATED: f32 = 1.2;
const OWNER_TONE: f32 = 0.72;
// Beside the edges of a face in the owner's paint, on a border of this width, km, as much of it is worn off: it ends on
// grey.
const WORN_BORDER: f32 = 12.0;
const WORN_OFF: f32 = 0.6;
const PRIMER: vec3<f32> = vec3<f32>(0.30, 0.31, 0.33);
// The colour of vertices is darker where other parts keep light off (occlusion.rs). Plates are as bright as this, if
// nothing does: paint over them is darkened by what is missing.
const OPEN_PLATE: f32 = 0.38;
// How much darker the paint of bellies is, so that hulls keep their form where they are lit from the front.
const BELLY: f32 = 0.35;

// Light of the stars and of sunlit ground, which comes from all sides: its brightness on white paint, and how much
// brighter it is along the rim, where paint reflects at a grazing angle. A place as bright as daylight does not show
// it.
const STARLIGHT: f32 = 0.25;
const RIM_LIGHT: f32 = 1.5;
const DAYLIGHT: f32 = 0.3;
// The share of the light along the rim that is left by day.
const RIM_BY_DAY: f32 = 0.3;
// The broad sheen of paint where it mirrors the way to the star: its brightness and its power. Rough places have less.
const SHEEN: f32 = 0.5;
const SHEEN_POWER: f32 = 7.0;
// The share of it in the colour of the paint, and the brightness of the rest, which is white.
const TINTED_SHEEN: f32 = 0.75;
const PALE_SHEEN: f32 = 0.25;
// How much more of it far hulls have, so that the small ones of a fight can be read, and the sizes of a pixel on the
// hull between which that comes in, km.
const FAR_LIGHT: f32 = 0.6;
const FAR: vec2<f32> = vec2<f32>(12.0, 40.0);
// Its colour.
const COOL: vec3<f32> = vec3<f32>(0.82, 0.96, 1.2);

// The light by which a hull is found at night: on paint that faces the eye by this cosine, and is lit otherwise. `size`
// is that of a pixel, km, along the less slanted direction.
fn starlight(paint: vec3<f32>, facing: f32, lit: vec3<f32>, size: f32) -> vec3<f32> {
    let night = 1.0 - smoothstep(0.0, DAYLIGHT, max(max(lit.r, lit.g), lit.b));
    let grazing = 1.0 - facing;
    let level = STARLIGHT * (1.0 + FAR_LIGHT * smoothstep(FAR.x, FAR.y, size));
    let rim = RIM_LIGHT * grazing * grazing * grazing * mix(RIM_BY_DAY, 1.0, night);
    return (night * level + rim) * COOL * paint;
}

// The owner's paint: it stays colourful in bright light.
fn owners_paint(color: vec3<f32>) -> vec3<f32> {
    let grey = vec3<f32>(dot(color, vec3<f32>(0.2126, 0.7152, 0.0722)));
    return OWNER_TONE * max(mix(grey, color, SATURATED), vec3<f32>(0.0));
}

// The share of light that reaches paint of a kind of face, by the colour of the vertex.
fn openness(kind: u32, color: vec3<f32>) -> f32 {
    let brightness = max(max(color.r, color.g), color.b);
    let owner = max(max(hull.owner.r, hull.owner.g), hull.owner.b);
    return clamp(brightness / select(OPEN_PLATE, max(owner, 0.02), kind == STRIPE), 0.25, 1.0);
}

// The share of the owner's paint that is left beside the edge of a painted face. `left` is that on its plate.
fn paint_beside(edge: f32, left: f32, footprint: f32) -> f32 {
    let worn = 1.0 - smoothstep(0.2, 1.0, edge / WORN_BORDER - (1.0 - left));
    return 1.0 - WORN_OFF * worn * visible(0.25 * footprint / WORN_BORDER);
}

// The directional lights of a scene: that of the star and the fill light.
const LIGHTS = 2u;

// The way to the star: the strongest light.
fn to_star() -> vec3<f32> {
    var strongest = 0.0;
    var toward = vec3<f32>(0.0);
    for (var index = 0u; index < LIGHTS; index += 1u) {
        let strength = lights.directional_lights[index].color.r;
        if strength > strongest {
            strongest = strength;
            toward = lights.directional_lights[index].direction_to_light;
        }
    }
    return toward;
}

// The broad sheen of a place with this normal that is seen from this way.
fn sheen(normal: vec3<f32>, to_eye: vec3<f32>, star: vec3<f32>, rough: f32) -> f32 {
    let mirrored = max(dot(reflect(-to_eye, normal), star), 0.0);
    let lit = smoothstep(0.0, 0.2, dot(normal, star));
    return SHEEN * lit * (1.0 - rough) * pow(mirrored, SHEEN_POWER);
}

// The directions along and across a face, by the change of places on it, km, and of the same places in the world.
fn axes_of_face(place: vec2<f32>, world: vec3<f32>) -> mat2x3<f32> {
    let place_x = dpdx(place);
    let place_y = dpdy(place);
    let world_x = dpdx(world);
    let world_y = dpdy(world);
    let turn = sign(place_x.x * place_y.y - place_x.y * place_y.x);
    let along = (world_x * place_y.y - world_y * place_x.y) * turn;
    let across = (world_y * place_x.x - world_x * place_y.x) * turn;
    return mat2x3<f32>(along / max(length(along), 1e-9), across / max(length(across), 1e-9));
}

#ifdef FINE_PLATES
// The gradient of a distance over a face, by its change and that of the place on the face.
fn gradient_on_face(distance: f32, place: vec2<f32>) -> vec2<f32> {
    let place_x = dpdx(place);
    let place_y = dpdy(place);
    let area = place_x.x * place_y.y - place_x.y * place_y.x;
    let change = vec2<f32>(dpdx(distance), dpdy(distance));
    let gradient = vec2<f32>(
        change.x * place_y.y - change.y * place_x.y,
        change.y * place_x.x - change.x * place_y.x,
    );
    return gradient / select(area, 1e-9, abs(area) < 1e-9);
}
#endif

@fragment
fn fragment(in: VertexOutput, @builtin(front_facing) is_front: bool) -> FragmentOutput {
    var opaque = in;
    opaque.color.a = 1.0;
    var surface = pbr_input_from_standard_material(opaque, is_front);
    let steps = fwidth(in.uv_b);
    let footprint = max(max(steps.x, steps.y), 1e-3);
    let pixel = fwidth(in.uv.y);
    let axes = axes_of_face(in.uv_b, in.world_position.xyz);
    let kind = u32(in.uv.x * KINDS);
    let star = to_star();
    let day = smoothstep(-0.05, 0.25, dot(surface.N, star));
    let share = (fract(in.uv.x * KINDS) - PIXEL_MARGIN) / (1.0 - 2.0 * PIXEL_MARGIN);
    let edge = EDGE_REACH * min(share, in.color.a);
#ifdef FINE_PLATES
    let bent = bevel(edge, gradient_on_face(edge, in.uv_b), footprint);
    if kind == FITTING {
        let casting = fitting(hull.paintwork, in.uv_b, edge, footprint);
        surface.N = normalize(surface.N + axes * (casting.lean + bent));
        let color = mix(surface.material.base_color.rgb, BARE_METAL, WORN_FITTING * casting.bare);
        surface.material.base_color = vec4<f32>(color * casting.tone, surface.material.base_color.a);
        surface.material.metallic = mix(surface.material.metallic, 0.8, casting.bare);
        let rough = surface.material.perceptual_roughness + casting.rough - 0.15 * casting.bare;
        surface.material.perceptual_roughness = clamp(rough, 0.2, 0.95);
    }
#endif
    if kind >= PLATES && kind <= STRIPE {
#ifdef FINE_PLATES
        let plates = plating(hull.paintwork, in.uv_b, edge, footprint);
        surface.N = normalize(surface.N + axes * (plates.lean + bent));
#else
        let plates = plain_plating(hull.paintwork, in.uv_b, edge, footprint);
        surface.N = normalize(surface.N + axes * plates.lean);
#endif
        let soot = select(0.0, plates.soot, in.uv.y < 1.5);
        let striped = select(0.0, stripes(hull.paintwork, in.uv.y, pixel), kind != STRIPE);
        let ends = select(1.0, paint_beside(edge, plates.paint, footprint), kind == STRIPE);
        let painted = select(striped, 1.0, kind == STRIPE) * (1.0 - plates.bare) * plates.paint * ends;
        let open = openness(kind, in.color.rgb);
        // The colour of the material alone.
        let dye = surface.material.base_color.rgb / max(in.color.rgb, vec3<f32>(1e-3));
        var color = select(surface.material.base_color.rgb, open * dye * PRIMER, kind == STRIPE);
        // Chipped paint shows metal, as dark as the rest of the hull where that is dark.
        let shade = clamp(2.0 * max(max(color.r, color.g), color.b), 0.3, 1.0);
        color = mix(color, open * owners_paint(hull.owner), painted);
        color = mix(color, BARE_METAL * shade, 0.7 * plates.bare);
        color = mix(color, SOOT_COLOR, soot);
        // The owner's colour covers the differences between plates.
        let belly = 1.0 - BELLY * smoothstep(0.05, 0.8, -in.world_normal.y);
        let tone = belly * mix(plates.tone, min(1.0, 0.35 + 0.75 * plates.tone), painted);
        surface.material.base_color = vec4<f32>(color * tone, surface.material.base_color.a);
        surface.material.metallic = mix(surface.material.metallic, 0.8, plates.bare * (1.0 - soot));
        let rough = surface.material.perceptual_roughness + plates.rough - 0.15 * plates.bare + 0.3 * soot;
        surface.material.perceptual_roughness = clamp(rough, 0.2, 0.95);
        var light = surface.material.emissive.rgb * select(1.0, painted, kind == STRIPE);
        light += hull.owner * (hull.stripe_light * striped * plates.paint * (1.0 - plates.bare));
        light *= tone * (1.0 - soot);
        if kind == DECKS {
            let shine = mix(1.0, WINDOWS_BY_DAY, day) * (1.0 - soot) * plates.decks;
            light += hull.window_light * (shine * windows(hull.paintwork, in.uv_b, footprint));
        }
        if abs(in.uv.y) > LAMPS_ASIDE && in.uv.y < 1.5 && hull.stripe_light > 0.0 {
            let color = select(PORT, STARBOARD, in.uv.y > 0.0);
            light += color * (LAMP_LIGHT * lamps(in.uv_b, edge, footprint));
        }
        surface.material.emissive = vec4<f32>(light, surface.material.emissive.a);
    }
    var out: FragmentOutput;
    let lit = apply_pbr_lighting(surface);
    let facing = clamp(dot(surface.N, surface.V), 0.0, 1.0);
    let found_by = starlight(surface.material.base_color.rgb, facing, lit.rgb, min(steps.x, steps.y));
    let gloss = sheen(surface.N, surface.V, star, surface.material.perceptual_roughness);
    let gleam = gloss * mix(vec3<f32>(PALE_SHEEN), surface.material.base_color.rgb, TINTED_SHEEN);
    out.color = vec4<f32>(lit.rgb + found_by + gleam, lit.a);
    out.color = main_pass_post_lighting_processing(surface, out.color);
    return out;
}
