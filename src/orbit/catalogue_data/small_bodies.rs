//! Ceres and the comets, as JPL prints them. Sources and units: see the parent module.

use super::{ConicRow, Physical, turning, turning_upright};

/// Horizons, solution JPL#48, epoch 2458849.5 (2020 January 1).
pub(super) const CERES_ORBIT: ConicRow = ConicRow {
    periapsis_au: 2.556401146697176,
    eccentricity: 0.07687465013145245,
    inclination_deg: 10.59127767086216,
    node_deg: 80.3011901917491,
    argument_deg: 73.80896808746482,
    periapsis_time_jd: 2458240.1791309435,
};

pub(super) const CERES: Physical = Physical {
    gm_km3_s2: 62.62888864440993,
    radii_km: [487.3, 487.3, 446.0],
    rotation: turning([291.418, 0.0], [66.764, 0.0], [170.65, 952.1532]),
};

/// 1P/Halley, osculating at 2439907.5.
pub(super) const HALLEY_ORBIT: ConicRow = ConicRow {
    periapsis_au: 0.575157544193894,
    eccentricity: 0.9679221169240834,
    inclination_deg: 162.1951462980701,
    node_deg: 59.07198712310091,
    argument_deg: 112.2128395742619,
    periapsis_time_jd: 2446469.6983372075,
};

/// Size as seen by Giotto, 16 x 8 x 8 km; mass of some 2.2e14 kg. It tumbles; 52.8 hours is the period of its
/// spin about the axis that moves least, and a plain axis stands for it.
pub(super) const HALLEY: Physical =
    Physical { gm_km3_s2: 1.47e-5, radii_km: [8.0, 4.0, 4.0], rotation: turning_upright(52.8) };

/// 2P/Encke, osculating at 2459752.5.
pub(super) const ENCKE_ORBIT: ConicRow = ConicRow {
    periapsis_au: 0.3362300806790429,
    eccentricity: 0.8485141889848308,
    inclination_deg: 11.50170416921873,
    node_deg: 334.3120522286535,
    argument_deg: 187.0124965530834,
    periapsis_time_jd: 2460239.018948225,
};

/// Diameter of 4.8 km (JPL Small-Body Database); its mass is assumed from 500 kg/m³. Its axis is not settled.
pub(super) const ENCKE: Physical =
    Physical { gm_km3_s2: 1.93e-6, radii_km: [2.4, 2.4, 2.4], rotation: turning_upright(11.0) };

/// 67P/Churyumov-Gerasimenko, osculating at 2457305.5.
pub(super) const CHURYUMOV_ORBIT: ConicRow = ConicRow {
    periapsis_au: 1.243265641416762,
    eccentricity: 0.6409081306555051,
    inclination_deg: 7.040294906760007,
    node_deg: 50.13557380441372,
    argument_deg: 12.79824973415729,
    periapsis_time_jd: 2457247.5886578634,
};

/// Extent 4.3 x 2.6 x 2.1 km, pole and period of 12.4 hours as found by Rosetta (Jorda et al. 2016); GM from
/// Pätzold et al. 2016. The prime meridian is arbitrary.
pub(super) const CHURYUMOV: Physical = Physical {
    gm_km3_s2: 6.66e-7,
    radii_km: [2.17, 1.3, 1.06],
    rotation: turning([69.54, 0.0], [64.11, 0.0], [0.0, 360.0 * 24.0 / 12.404]),
};
