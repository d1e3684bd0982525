// From the world into the local frame of a mesh: the body-fixed frame of a world, in its radii, or that of an
// ellipsoid, where it is a ball of radius 1.
//
// The first three columns of `world_from_local` are the axes of the frame. They are perpendicular, and each has a
// length of its own.

// A way through the world, in the local frame.
fn local_way(world_from_local: mat4x4<f32>, way: vec3<f32>) -> vec3<f32> {
    let x = world_from_local[0].xyz;
    let y = world_from_local[1].xyz;
    let z = world_from_local[2].xyz;
    return vec3<f32>(dot(x, way), dot(y, way), dot(z, way)) / vec3<f32>(dot(x, x), dot(y, y), dot(z, z));
}

// A place in the world, in the local frame.
fn local_place(world_from_local: mat4x4<f32>, place: vec3<f32>) -> vec3<f32> {
    return local_way(world_from_local, place - world_from_local[3].xyz);
}
