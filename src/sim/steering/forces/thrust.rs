//! Thrust: velocity follows the desired one smoothly, within the limits of thrust and turning.

use glam::Vec3;

use crate::sim::steering::crowd::Limits;

/// Below this share of the greatest speed a ship may set off in any direction.
pub const MANOEUVRING_SHARE: f32 = 0.05;

/// The velocity a step of `dt` seconds after `velocity`, for a ship with the desired velocity `wish`. `follow` is
/// the share of the difference made up in a step without limits.
#[must_use]
pub fn thrust(velocity: Vec3, wish: Vec3, limits: &Limits, follow: f32, dt: f32) -> Vec3 {
    let change = ((wish - velocity) * follow).clamp_length_max(limits.acceleration * dt);
    let wanted = (velocity + change).clamp_length_max(limits.speed);
    if limits.turn_rate.is_finite() { turned(velocity, wanted, limits, dt) } else { wanted }
}

/// `wanted`, but turned from `velocity` no farther than the ship can turn in a step.
fn turned(velocity: Vec3, wanted: Vec3, limits: &Limits, dt: f32) -> Vec3 {
    let slow = MANOEUVRING_SHARE * limits.speed;
    let (speed, wanted_speed) = (velocity.length(), wanted.length());
    if speed < slow || wanted_speed < slow {
        return wanted;
    }
    let direction = turn_toward(velocity / speed, wanted / wanted_speed, limits.turn_rate * dt);
    // Thrust acts along the bow: only the component in its direction counts.
    direction * wanted.dot(direction).max(speed - limits.acceleration * dt).clamp(0.0, limits.speed)
}

/// The unit vector `from`, turned toward the unit vector `to` by at most `angle` radians.
#[must_use]
pub fn turn_toward(from: Vec3, to: Vec3, angle: f32) -> Vec3 {
    let cosine = from.dot(to).clamp(-1.0, 1.0);
    let (sine_limit, cosine_limit) =
        if angle < std::f32::consts::PI { (libm::sinf(angle), libm::cosf(angle)) } else { (0.0, -1.0) };
    if cosine >= cosine_limit {
        return to;
    }
    let side = (to - from * cosine).try_normalize().unwrap_or_else(|| from.any_orthonormal_vector());
    (from * cosine_limit + side * sine_limit).normalize_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heavy_ship_neither_jumps_nor_whirls() {
        let limits = Limits { speed: 4.0, acceleration: 2.0, turn_rate: 0.5 };
        let dt = 1.0 / 30.0;
        let mut velocity = Vec3::X * 4.0;
        for _ in 0..300 {
            let next = thrust(velocity, Vec3::Y * 4.0, &limits, 0.15, dt);
            let turn = libm::acosf(velocity.normalize().dot(next.normalize()).clamp(-1.0, 1.0));
            assert!(turn <= 0.5 * dt + 1.0e-3, "{turn}");
            velocity = next;
        }
        assert!((velocity - Vec3::Y * 4.0).length() < 0.05, "{velocity}");
    }
}
