// Engine jets: light added on cones behind the nozzles, soft toward their edges.
//
// The mesh is that of src/client/models/mesh_builder/plume.rs: colours with their density as alpha, which is 0 at the
// nozzle and at the tip; z is the way along the jet, from 0 to 1, and the normals look aside, or astern on the glowing
// mouths. The transform stretches z with the power of the engines. The uniform is `JetUniform` in
// src/client/scene/ships/jet_material.rs.

#import bevy_pbr::mesh_view_bindings::view
#import bevy_pbr::mesh_functions::get_world_from_local

struct Jet {
    // Length at full power, in radii of the ship.
    full_length: f32,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> jet: Jet;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(5) color: vec4<f32>,
}

struct Varyings {
    @builtin(position) clip_position: vec4<f32>,
    @location(0) color: vec4<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) to_camera: vec3<f32>,
    // 1 on a mouth, 0 on a cone.
    @location(3) mouth: f32,
    @location(4) @interpolate(flat) astern: vec3<f32>,
    @location(5) @interpolate(flat) power: f32,
}

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    let world_from_local = get_world_from_local(vertex.instance_index);
    let x = world_from_local[0].xyz;
    let y = world_from_local[1].xyz;
    let z = world_from_local[2].xyz;
    let world_place = world_from_local * vec4<f32>(vertex.position, 1.0);

    var out: Varyings;
    out.clip_position = view.clip_from_world * world_place;
    // A mouth lies before the end of its nozzle.
    out.clip_position.z *= 1.0 + 0.002 * vertex.normal.z;
    out.color = vertex.color;
    // Aside, x and y have the same scale.
    out.normal = x * vertex.normal.x + y * vertex.normal.y;
    out.to_camera = view.world_position - world_place.xyz;
    out.mouth = vertex.normal.z;
    out.astern = normalize(z);
    out.power = clamp(length(z) / (length(x) * jet.full_length), 0.0, 1.0);
    return out;
}

// How much of a cone a line of sight passes: most across its middle, nothing at its edge.
fn softness(normal: vec3<f32>, astern: vec3<f32>, to_camera: vec3<f32>) -> f32 {
    let sight = normalize(to_camera);
    let aside = sight - astern * dot(sight, astern);
    let slant = length(aside);
    let facing = dot(normalize(normal), aside / max(slant, 1e-4));
    // Squared twice: the light falls off all the way to the edge, and neighbouring jets stay apart. Along its axis a
    // cone has no edge.
    let across = facing * facing;
    return mix(0.35, across * across, smoothstep(0.05, 0.4, slant));
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    var dense = in.color.a;
    if in.mouth < 0.5 {
        dense *= softness(in.normal, in.astern, in.to_camera) * (0.35 + 0.65 * in.power);
    } else {
        // A mouth glows while its engine idles, and is bright as soon as it blows.
        dense *= 0.3 + 0.7 * min(3.0 * in.power, 1.0);
    }
    // No alpha: the pipeline adds what is premultiplied with nothing.
    return vec4<f32>(in.color.rgb * dense, 0.0);
}
