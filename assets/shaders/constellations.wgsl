// The lines of the constellations: thin strips infinitely far away, between the Milky Way and the stars.
//
// Position holds the direction to this end of a piece of line, colour the direction to its other end. uv holds the
// side of the line (-1 or 1) and the number of this end (0 or 1). A great circle is a straight line on the screen.
// The uniform is `ConstellationUniform` in src/client/scene/sky/surface/constellation_lines.rs.

#import bevy_pbr::mesh_view_bindings::view

struct Constellations {
    color: vec3<f32>,
    strength: f32,
    // Pixels of the picture in a pixel of the interface.
    scale: f32,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> constellations: Constellations;

// Half the width of a line and the gap between it and its stars, pixels of the interface.
const HALF_WIDTH: f32 = 0.6;
const GAP: f32 = 6.0;
// Greatest share of a piece that a gap may take.
const MOST_GAP: f32 = 0.25;
// Points less far in front of the camera than this (cosine) are cut off.
const LEAST_DEPTH: f32 = 0.02;

struct Vertex {
    @location(0) position: vec3<f32>,
    @location(2) corner: vec2<f32>,
    @location(5) other_end: vec4<f32>,
}

struct Varyings {
    @builtin(position) clip_position: vec4<f32>,
    // Distance from the middle of the line, pixels.
    @location(0) across: f32,
}

// Only the camera's rotation counts.
fn clip_of(direction: vec3<f32>) -> vec4<f32> {
    let seen = (view.view_from_world * vec4<f32>(direction, 0.0)).xyz;
    return view.clip_from_view * vec4<f32>(seen, 0.0);
}

// The end of a piece after the part behind the camera is cut off.
fn cut_off(end: vec4<f32>, other: vec4<f32>) -> vec4<f32> {
    if end.w >= LEAST_DEPTH {
        return end;
    }
    return mix(end, other, (LEAST_DEPTH - end.w) / (other.w - end.w));
}

@vertex
fn vertex(vertex: Vertex) -> Varyings {
    var out: Varyings;
    let this_clip = clip_of(vertex.position);
    let other_clip = clip_of(vertex.other_end.xyz);
    if max(this_clip.w, other_clip.w) < LEAST_DEPTH + 1e-4 {
        // The whole piece is behind the camera: a point outside the screen.
        out.clip_position = vec4<f32>(2.0, 2.0, 2.0, 1.0);
        out.across = 0.0;
        return out;
    }
    let this_end = cut_off(this_clip, other_clip);
    let other_end = cut_off(other_clip, this_clip);
    let half_size = 0.5 * view.viewport.zw;
    let this_pixel = this_end.xy / this_end.w * half_size;
    let other_pixel = other_end.xy / other_end.w * half_size;

    let way = other_pixel - this_pixel;
    let pixels = max(length(way), 1e-3);
    let toward_other = way / pixels;
    // The same side at both ends.
    let along = select(toward_other, -toward_other, vertex.corner.y > 0.5);
    let reach = HALF_WIDTH * constellations.scale + 1.0;
    let gap = min(GAP * constellations.scale, MOST_GAP * pixels);
    let place = this_pixel + toward_other * gap + vec2<f32>(-along.y, along.x) * (vertex.corner.x * reach);

    // As far away as the stars, so that no body is covered. Divided already, so that nothing between the ends
    // is bent by perspective.
    out.clip_position = vec4<f32>(place / half_size, 1e-12, 1.0);
    out.across = vertex.corner.x * reach;
    return out;
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    let half_width = HALF_WIDTH * constellations.scale;
    let share = 1.0 - smoothstep(half_width - 0.5, half_width + 0.5, abs(in.across));
    // No alpha: the pipeline adds what is premultiplied with nothing.
    return vec4<f32>(constellations.color * (constellations.strength * share), 0.0);
}
