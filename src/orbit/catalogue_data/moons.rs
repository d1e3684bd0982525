//! The moons, as JPL and NAIF print them. Sources and units: see the parent module.
//!
//! The direction in which an apsis or node turns is the sign of its period: nodes regress (negative), apsides
//! advance, except where it is said. A period of 0 is one that is not used.

use super::{Physical, turning};
use crate::orbit::mean_elements::MoonTableRow;

/// The plane is the ecliptic. The perigee turns against the node in 6 years, against the stars in 8.85.
pub(super) const MOON_ORBIT: MoonTableRow = MoonTableRow {
    epoch_jd: 2451545.0,
    semi_major_axis_km: 384400.0,
    eccentricity: 0.0554,
    angles_deg: [318.15, 135.27, 5.16, 125.08],
    mean_motion_deg_per_day: 13.176358,
    apsidal_period_years: 5.997,
    nodal_period_years: -18.6,
    pole_deg: [270.0, 66.5607],
};

pub(super) const MOON: Physical = Physical {
    gm_km3_s2: 4902.800118457549,
    radii_km: [1737.4, 1737.4, 1737.4],
    rotation: turning([269.9949, 0.0031], [66.5392, 0.013], [38.3213, 13.17635815]),
};

pub(super) const PHOBOS_ORBIT: MoonTableRow = MoonTableRow {
    epoch_jd: 2433282.5,
    semi_major_axis_km: 9376.0,
    eccentricity: 0.0151,
    angles_deg: [150.057, 91.059, 1.075, 207.784],
    mean_motion_deg_per_day: 1128.8447569,
    apsidal_period_years: 1.1316,
    nodal_period_years: -2.2617,
    pole_deg: [317.671, 52.893],
};

pub(super) const PHOBOS: Physical = Physical {
    gm_km3_s2: 0.0007087546066894452,
    radii_km: [13.0, 11.4, 9.1],
    rotation: turning([317.6707166, -0.10844326], [52.88627266, -0.06134706], [35.1877444, 1128.84475928]),
};

pub(super) const DEIMOS_ORBIT: MoonTableRow = MoonTableRow {
    epoch_jd: 2433282.5,
    semi_major_axis_km: 23458.0,
    eccentricity: 0.0002,
    angles_deg: [260.729, 325.329, 1.788, 24.525],
    mean_motion_deg_per_day: 285.161879,
    apsidal_period_years: 27.3703,
    nodal_period_years: -54.5367,
    pole_deg: [316.657, 53.529],
};

pub(super) const DEIMOS: Physical = Physical {
    gm_km3_s2: 9.615569648120313e-05,
    radii_km: [7.8, 6.0, 5.1],
    rotation: turning([316.6570581, -0.10518014], [53.50992033, -0.05979094], [79.39932954, 285.16188899]),
};

/// Io's and Europa's apsides are held by their resonance and regress (period against the stars: 1.33 years).
pub(super) const IO_ORBIT: MoonTableRow = MoonTableRow {
    epoch_jd: 2450464.5,
    semi_major_axis_km: 421800.0,
    eccentricity: 0.0041,
    angles_deg: [84.129, 342.021, 0.036, 43.977],
    mean_motion_deg_per_day: 203.4889583,
    apsidal_period_years: -1.625,
    nodal_period_years: -7.42,
    pole_deg: [268.057, 64.495],
};

pub(super) const IO: Physical = Physical {
    gm_km3_s2: 5959.915466180539,
    radii_km: [1829.4, 1819.4, 1815.7],
    rotation: turning([268.05, -0.009], [64.5, 0.003], [200.39, 203.4889538]),
};

pub(super) const EUROPA_ORBIT: MoonTableRow = MoonTableRow {
    epoch_jd: 2450464.5,
    semi_major_axis_km: 671100.0,
    eccentricity: 0.0094,
    angles_deg: [88.97, 171.016, 0.466, 219.106],
    mean_motion_deg_per_day: 101.3747242,
    apsidal_period_years: -1.394,
    nodal_period_years: -30.184,
    pole_deg: [268.084, 64.506],
};

pub(super) const EUROPA: Physical = Physical {
    gm_km3_s2: 3202.712099607295,
    radii_km: [1562.6, 1560.3, 1559.5],
    rotation: turning([268.08, -0.009], [64.51, 0.003], [36.022, 101.3747235]),
};

pub(super) const GANYMEDE_ORBIT: MoonTableRow = MoonTableRow {
    epoch_jd: 2450464.5,
    semi_major_axis_km: 1070400.0,
    eccentricity: 0.0013,
    angles_deg: [192.417, 317.54, 0.177, 63.552],
    mean_motion_deg_per_day: 50.3176072,
    apsidal_period_years: 63.549,
    nodal_period_years: -132.654,
    pole_deg: [268.168, 64.543],
};

pub(super) const GANYMEDE: Physical = Physical {
    gm_km3_s2: 9887.832752719638,
    radii_km: [2631.2, 2631.2, 2631.2],
    rotation: turning([268.2, -0.009], [64.57, 0.003], [44.064, 50.3176081]),
};

pub(super) const CALLISTO_ORBIT: MoonTableRow = MoonTableRow {
    epoch_jd: 2450464.5,
    semi_major_axis_km: 1882700.0,
    eccentricity: 0.0074,
    angles_deg: [52.643, 181.408, 0.192, 298.848],
    mean_motion_deg_per_day: 21.5710728,
    apsidal_period_years: 205.75,
    nodal_period_years: -338.82,
    pole_deg: [268.639, 64.749],
};

pub(super) const CALLISTO: Physical = Physical {
    gm_km3_s2: 7179.283402579837,
    radii_km: [2410.3, 2410.3, 2410.3],
    rotation: turning([268.72, -0.009], [64.83, 0.003], [259.51, 21.5710715]),
};

pub(super) const ENCELADUS_ORBIT: MoonTableRow = MoonTableRow {
    epoch_jd: 2451545.0,
    semi_major_axis_km: 238042.0,
    eccentricity: 0.0,
    angles_deg: [0.076, 199.686, 0.003, 342.507],
    mean_motion_deg_per_day: 262.7318978,
    apsidal_period_years: 0.0,
    nodal_period_years: 0.0,
    pole_deg: [40.589, 83.537],
};

pub(super) const ENCELADUS: Physical = Physical {
    gm_km3_s2: 7.210366688598896,
    radii_km: [256.6, 251.4, 248.3],
    rotation: turning([40.66, -0.036], [83.52, -0.004], [6.32, 262.7318996]),
};

pub(super) const RHEA_ORBIT: MoonTableRow = MoonTableRow {
    epoch_jd: 2451545.0,
    semi_major_axis_km: 527068.0,
    eccentricity: 0.0002,
    angles_deg: [241.619, 179.781, 0.333, 351.042],
    mean_motion_deg_per_day: 79.6900459,
    apsidal_period_years: 0.0,
    nodal_period_years: 0.0,
    pole_deg: [40.589, 83.537],
};

pub(super) const RHEA: Physical = Physical {
    gm_km3_s2: 153.9417519146563,
    radii_km: [765.0, 763.1, 762.4],
    rotation: turning([40.38, -0.036], [83.55, -0.004], [235.16, 79.6900478]),
};

pub(super) const TITAN_ORBIT: MoonTableRow = MoonTableRow {
    epoch_jd: 2451545.0,
    semi_major_axis_km: 1221865.0,
    eccentricity: 0.0288,
    angles_deg: [180.532, 163.31, 0.306, 28.06],
    mean_motion_deg_per_day: 22.5769756,
    apsidal_period_years: 0.0,
    nodal_period_years: 0.0,
    pole_deg: [36.4, 84.0],
};

pub(super) const TITAN: Physical = Physical {
    gm_km3_s2: 8978.137095521046,
    radii_km: [2575.15, 2574.78, 2574.47],
    rotation: turning([39.4827, 0.0], [83.4279, 0.0], [186.5855, 22.5769768]),
};

/// JPL counts Titania's and Oberon's nodes from where Uranus' equator rises through the ICRF equator in the
/// IAU's sense of north, right ascension 347.311°, opposite to the rule of the other rows. Here 180° are
/// added (Titania's printed node is 99.771°), which turns their prime meridians to Uranus as the IAU defines
/// them.
pub(super) const TITANIA_ORBIT: MoonTableRow = MoonTableRow {
    epoch_jd: 2444239.5,
    semi_major_axis_km: 436300.0,
    eccentricity: 0.0011,
    angles_deg: [284.4, 24.614, 0.079, 279.771],
    mean_motion_deg_per_day: 41.3514246,
    apsidal_period_years: 0.0,
    nodal_period_years: 0.0,
    pole_deg: [77.311, 15.175],
};

pub(super) const TITANIA: Physical = Physical {
    gm_km3_s2: 226.9437003741248,
    radii_km: [788.9, 788.9, 788.9],
    rotation: turning([257.43, 0.0], [-15.1, 0.0], [77.74, -41.3514316]),
};

/// As for Titania; the printed node is 279.771°.
pub(super) const OBERON_ORBIT: MoonTableRow = MoonTableRow {
    epoch_jd: 2444239.5,
    semi_major_axis_km: 583500.0,
    eccentricity: 0.0014,
    angles_deg: [104.4, 283.088, 0.068, 99.771],
    mean_motion_deg_per_day: 26.7394888,
    apsidal_period_years: 0.0,
    nodal_period_years: 0.0,
    pole_deg: [77.311, 15.175],
};

pub(super) const OBERON: Physical = Physical {
    gm_km3_s2: 205.3234302535623,
    radii_km: [761.4, 761.4, 761.4],
    rotation: turning([257.43, 0.0], [-15.1, 0.0], [6.77, -26.7394932]),
};

/// Retrograde, so that its node advances; this is the period of N7 in the IAU's model of its rotation.
pub(super) const TRITON_ORBIT: MoonTableRow = MoonTableRow {
    epoch_jd: 2451545.0,
    semi_major_axis_km: 354759.0,
    eccentricity: 0.0,
    angles_deg: [66.142, 352.257, 156.865, 177.608],
    mean_motion_deg_per_day: 61.2572638,
    apsidal_period_years: 386.371,
    nodal_period_years: 687.446,
    pole_deg: [299.456, 43.414],
};

/// Its pole swings by 22° with the node N7 of its orbit: these are the published values with the terms in N7
/// summed at J2000, and their tangent there. Good to a degree from 1990 to 2010, to ten from 1950 to 2050.
pub(super) const TRITON: Physical = Physical {
    gm_km3_s2: 1428.495462910464,
    radii_km: [1352.6, 1352.6, 1352.6],
    rotation: turning([298.4510, 20.302], [22.1092, -0.601], [297.0178, -61.2575886]),
};

pub(super) const CHARON_ORBIT: MoonTableRow = MoonTableRow {
    epoch_jd: 2451545.0,
    semi_major_axis_km: 19591.0,
    eccentricity: 0.0002,
    angles_deg: [146.106, 131.07, 0.08, 26.928],
    mean_motion_deg_per_day: 56.362521,
    apsidal_period_years: 0.0,
    nodal_period_years: 0.0,
    pole_deg: [132.993, -6.163],
};

pub(super) const CHARON: Physical = Physical {
    gm_km3_s2: 105.8799888601881,
    radii_km: [606.0, 606.0, 606.0],
    rotation: turning([132.993, 0.0], [-6.163, 0.0], [122.695, 56.3625225]),
};
