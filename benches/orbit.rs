//! The cost of the sky: Kepler's equation, places of bodies, meetings.
//!
//! The first group is a yardstick, so that numbers from different machines can be compared.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use ecliptic::orbit::{
    CatalogueBody, Conic, GM_SUN_KM3_S2, J2000_JD, State, Traveller, earliest_meeting, eccentric_anomaly,
    find, hyperbolic_anomaly,
};
use glam::DVec3;

fn main() {
    divan::main();
}

/// Solutions, or places, in one measurement.
const BATCH: usize = 1000;

/// Bodies that are placed together.
const SWARM: usize = 100_000;

fn body(name: &str) -> &'static CatalogueBody {
    find(name).expect("the catalogue has the body")
}

/// Mean anomalies spread evenly over a turn.
fn mean_anomalies() -> Vec<f64> {
    (0..BATCH).map(|index| (index as f64 / BATCH as f64 - 0.5) * std::f64::consts::TAU).collect()
}

/// Dates spread evenly over 200 years.
fn dates() -> Vec<f64> {
    (0..BATCH).map(|index| J2000_JD - 36_525.0 + index as f64 * 73.05).collect()
}

/// Measures a function of one number over many of them; the result is per number.
fn bench_each(bencher: Bencher, inputs: Vec<f64>, function: impl Fn(f64) -> f64 + Sync) {
    bencher.counter(ItemsCount::new(inputs.len())).bench(|| {
        let mut sum = 0.0;
        for input in &inputs {
            sum += function(black_box(*input));
        }
        sum
    });
}

mod yardstick {
    use super::{Bencher, bench_each, mean_anomalies};

    #[divan::bench]
    fn libm_sincos(bencher: Bencher) {
        bench_each(bencher, mean_anomalies(), |angle| {
            let (sine, cosine) = libm::sincos(angle);
            sine + cosine
        });
    }

    #[divan::bench]
    fn standard_sin(bencher: Bencher) {
        bench_each(bencher, mean_anomalies(), f64::sin);
    }
}

mod kepler {
    use super::{Bencher, bench_each, eccentric_anomaly, hyperbolic_anomaly, mean_anomalies};

    #[divan::bench(args = [0.0167, 0.2, 0.9, 0.99999])]
    fn elliptic(bencher: Bencher, eccentricity: f64) {
        bench_each(bencher, mean_anomalies(), |m| eccentric_anomaly(m, eccentricity));
    }

    #[divan::bench(args = [1.0001, 1.5, 5.0])]
    fn hyperbolic(bencher: Bencher, eccentricity: f64) {
        bench_each(bencher, mean_anomalies(), |m| hyperbolic_anomaly(m, eccentricity));
    }
}

mod place {
    use super::{Bencher, bench_each, body, dates};

    #[divan::bench(args = ["Mars", "Earth", "Moon", "Phobos", "Halley"])]
    fn state(bencher: Bencher, name: &str) {
        let orbit = body(name).orbit;
        bench_each(bencher, dates(), |jd| orbit.state(jd).position.x);
    }

    #[divan::bench]
    fn orientation(bencher: Bencher) {
        let rotation = body("Mars").rotation;
        bench_each(bencher, dates(), |jd| rotation.orientation(jd).x);
    }
}

/// Asteroids with random elements.
fn swarm() -> Vec<Conic> {
    (0..SWARM)
        .map(|index| {
            let share = index as f64 / SWARM as f64;
            let spread = |turns: f64| (share * turns).fract() * std::f64::consts::TAU;
            Conic {
                periapsis_km: 3e8 * (1.0 + share),
                eccentricity: 0.4 * (share * 377.0).fract(),
                inclination: 0.05 * spread(233.0),
                ascending_node: spread(144.0),
                argument_of_periapsis: spread(89.0),
                periapsis_time_jd: J2000_JD + 2000.0 * (share * 55.0).fract(),
                gm_km3_s2: GM_SUN_KM3_S2,
            }
        })
        .collect()
}

#[divan::bench]
fn place_100_000_bodies(bencher: Bencher) {
    let swarm = swarm();
    bencher.counter(ItemsCount::new(SWARM)).bench_local(|| {
        let jd = black_box(J2000_JD + 9000.0);
        swarm.iter().map(|conic| conic.state(jd).position).sum::<DVec3>()
    });
}

#[divan::bench]
fn place_100_000_bodies_with_kept_axes(bencher: Bencher) {
    let swarm: Vec<_> = swarm().into_iter().map(|conic| (conic, conic.basis())).collect();
    bencher.counter(ItemsCount::new(SWARM)).bench_local(|| {
        let jd = black_box(J2000_JD + 9000.0);
        swarm.iter().map(|(conic, basis)| conic.state_in(basis, jd).position).sum::<DVec3>()
    });
}

/// Speeds in km/s: the first two faster than the body, the last slower.
#[divan::bench(args = [100.0, 40.0, 10.0])]
fn meeting_with_mars(bencher: Bencher, speed_km_s: f64) {
    let orbit = body("Mars").orbit;
    let bounds = orbit.bounds();
    bench_each(bencher, dates(), |departure_jd| {
        let traveller = Traveller { position: DVec3::new(1.5e8, 0.0, 0.0), speed_km_s, departure_jd };
        earliest_meeting(&traveller, bounds, 20_000.0, |jd| orbit.state(jd)).map_or(0.0, |meeting| meeting.jd)
    });
}

#[divan::bench(args = [100.0, 40.0])]
fn meeting_with_the_moon(bencher: Bencher, speed_km_s: f64) {
    let (earth, moon) = (body("Earth").orbit, body("Moon").orbit);
    let bounds = earth.bounds() + moon.bounds();
    let path = |jd: f64| -> State { earth.state(jd) + moon.state(jd) };
    bench_each(bencher, dates(), |departure_jd| {
        let traveller = Traveller { position: DVec3::new(3e8, 0.0, 0.0), speed_km_s, departure_jd };
        earliest_meeting(&traveller, bounds, 20_000.0, path).map_or(0.0, |meeting| meeting.jd)
    });
}
