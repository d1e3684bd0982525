//! Lanchester's square law: how two forces in sight of each other wear each other down. The result is exact,
//! however long the step is.
//!
//! Each invader puts `k` defenders out of action in a second, each defender `k t` invaders: `dI/dt = -k t D` and
//! `dD/dt = -k I`. With `S = √t D` the equations are symmetric, `dI/dt = -k √t S` and `dS/dt = -k √t I`, so `I² -
//! S²` never changes (F. W. Lanchester, Aircraft in Warfare, 1916), and after a time `τ`, with `w = k √t τ`, they
//! are `I cosh w - S sinh w` and `S cosh w - I sinh w`.

/// Fewer troopers than this are none, so that a battle of equals comes to an end.
const LEAST_TROOPERS: f64 = 0.001;

/// The forces of both sides, troopers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forces {
    /// Landed troopers.
    pub invaders: f64,
    /// The garrison.
    pub defenders: f64,
}

/// The number of invaders that equals a garrison on this terrain: both sides would wear each other down to nothing.
/// It is the strength `S` of the square law.
pub fn equal_invaders(defenders: f64, terrain: f64) -> f64 {
    defenders * terrain.sqrt()
}

/// The number of invaders that just overcomes a garrison if they land at an even rate within a time in which one
/// trooper would put `kills` others out of action; `terrain` and `kills` are above 0.
///
/// With a rate of landing `r`, the equations are `dI/dt = r - κ S` and `dS/dt = -κ I`, where `κ τ = kills √terrain`
/// over the whole landing. Both sides are equal at its end if `r = κ S₀ / (1 - exp(-κ τ))`, so that `r τ` invaders
/// need the factor `κ τ / (1 - exp(-κ τ))` on the strength of the garrison.
pub fn equal_landing(defenders: f64, terrain: f64, kills: f64) -> f64 {
    let turn = kills * terrain.sqrt();
    equal_invaders(defenders, terrain) * turn / -libm::expm1(-turn)
}

/// The forces left after a time in which one trooper would put `kills` others out of action, and one defender
/// `terrain` times as many; `terrain` is above 0.
pub fn fight(before: Forces, terrain: f64, kills: f64) -> Forces {
    let root = terrain.sqrt();
    let (invaders, strength) = (before.invaders, equal_invaders(before.defenders, terrain));
    let turn = kills * root;
    let (kept, lost) = (libm::cosh(turn), libm::sinh(turn));
    let invaders_left = invaders * kept - strength * lost;
    let strength_left = strength * kept - invaders * lost;
    // Where one side would fall below zero, the other keeps the rest by the square law.
    let square = (invaders - strength) * (invaders + strength);
    let (invaders_left, strength_left) = if strength_left <= 0.0 {
        (square.max(0.0).sqrt(), 0.0)
    } else if invaders_left <= 0.0 {
        (0.0, (-square).max(0.0).sqrt())
    } else {
        (invaders_left, strength_left)
    };
    Forces {
        invaders: at_most(invaders_left, before.invaders),
        defenders: at_most(strength_left / root, before.defenders),
    }
}

fn at_most(left: f64, before: f64) -> f64 {
    if left < LEAST_TROOPERS { 0.0 } else { left.min(before) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fights in ticks of this many kills until one side is gone, and checks on the way that no side grows.
    fn to_the_end(mut forces: Forces, terrain: f64, kills: f64) -> Forces {
        for _ in 0..1_000_000 {
            if forces.invaders <= 0.0 || forces.defenders <= 0.0 {
                return forces;
            }
            let after = fight(forces, terrain, kills);
            assert!(after.invaders <= forces.invaders && after.defenders <= forces.defenders, "{after:?}");
            assert!(after.invaders >= 0.0 && after.defenders >= 0.0, "{after:?}");
            forces = after;
        }
        panic!("it never ends: {forces:?}");
    }

    #[test]
    fn survivors_are_those_of_the_square_law() {
        for (invaders, defenders, terrain) in
            [(500.0, 300.0, 1.0), (500.0, 300.0, 1.4), (100.0, 400.0, 1.1), (700.0, 40.0, 10.0)]
        {
            let end = to_the_end(Forces { invaders, defenders }, terrain, 0.002);
            let square: f64 = invaders * invaders - terrain * defenders * defenders;
            let (kept, lost) = if square > 0.0 {
                (end.invaders, end.defenders)
            } else {
                (end.defenders * terrain.sqrt(), end.invaders)
            };
            assert_eq!(lost, 0.0);
            let expected = square.abs().sqrt();
            assert!((kept - expected).abs() <= 0.01 * expected, "{kept}, not {expected}");
        }
    }

    #[test]
    fn equal_invaders_and_defenders_leave_nobody() {
        for (defenders, terrain) in [(480.0, 1.4), (300.0, 1.0), (40.0, 10.0)] {
            let invaders = equal_invaders(defenders, terrain);
            let ends = [0.99, 1.0, 1.01]
                .map(|share| to_the_end(Forces { invaders: share * invaders, defenders }, terrain, 0.002));
            assert!(ends[0].invaders == 0.0 && ends[0].defenders > 0.0, "{ends:?}");
            assert!(ends[1].invaders < 1.0 && ends[1].defenders < 1.0, "{ends:?}");
            assert!(ends[2].invaders > 0.0 && ends[2].defenders == 0.0, "{ends:?}");
        }
    }

    #[test]
    fn a_landing_wins_if_it_is_larger_than_the_equal_one() {
        const SECONDS: f64 = 4.0;
        const STEPS: u32 = 4_000;
        for terrain in [1.0, 1.4, 1.8] {
            let kills = 0.03 * SECONDS / f64::from(STEPS);
            let equal = equal_landing(60.0, terrain, 0.03 * SECONDS);
            let left = |landed: f64| {
                let mut forces = Forces { invaders: 0.0, defenders: 60.0 };
                for _ in 0..STEPS {
                    forces.invaders += landed / f64::from(STEPS);
                    forces = fight(forces, terrain, kills);
                }
                to_the_end(forces, terrain, 0.01)
            };
            assert!(left(equal * 1.002).defenders == 0.0 && left(equal * 1.002).invaders > 0.0, "{terrain}");
            assert!(left(equal * 0.998).invaders == 0.0, "{terrain}");
        }
    }

    #[test]
    fn many_short_steps_are_one_long_one() {
        let start = Forces { invaders: 300.0, defenders: 200.0 };
        let mut stepped = start;
        for _ in 0..100 {
            stepped = fight(stepped, 1.3, 0.002);
        }
        let whole = fight(start, 1.3, 0.2);
        assert!((stepped.invaders - whole.invaders).abs() < 1.0e-9 * start.invaders);
        assert!((stepped.defenders - whole.defenders).abs() < 1.0e-9 * start.defenders);
    }

    #[test]
    fn equals_come_to_an_end() {
        let end = to_the_end(Forces { invaders: 400.0, defenders: 400.0 }, 1.0, 0.002);
        assert!(end.invaders < 1.0 && end.defenders < 1.0, "{end:?}");
        let none = Forces { invaders: 0.0, defenders: 0.0 };
        assert_eq!(fight(none, 1.4, 0.002), none);
        let alone = Forces { invaders: 0.0, defenders: 7.5 };
        assert_eq!(fight(alone, 1.0, 0.002), alone);
        let peaceful = Forces { invaders: 5.0, defenders: 7.5 };
        assert_eq!(fight(peaceful, 1.0, 0.0), peaceful);
    }
}
