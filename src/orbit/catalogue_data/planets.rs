//! The Sun, the planets and Pluto, as JPL and NAIF print them. Sources and units: see the parent module.

use super::{Physical, PlanetRow, turning};

pub(super) const SUN: Physical = Physical {
    gm_km3_s2: 132712440041.2794,
    radii_km: [695700.0, 695700.0, 695700.0],
    rotation: turning([286.13, 0.0], [63.87, 0.0], [84.176, 14.1844]),
};

pub(super) const MERCURY_ORBIT: PlanetRow = [
    (0.38709927, 0.00000037),
    (0.20563593, 0.00001906),
    (7.00497902, -0.00594749),
    (252.25032350, 149472.67411175),
    (77.45779628, 0.16047689),
    (48.33076593, -0.12534081),
];

pub(super) const MERCURY: Physical = Physical {
    gm_km3_s2: 22031.8685514,
    radii_km: [2440.53, 2440.53, 2438.26],
    rotation: turning([281.0103, -0.0328], [61.4155, -0.0049], [329.5988, 6.1385108]),
};

pub(super) const VENUS_ORBIT: PlanetRow = [
    (0.72333566, 0.00000390),
    (0.00677672, -0.00004107),
    (3.39467605, -0.00078890),
    (181.97909950, 58517.81538729),
    (131.60246718, 0.00268329),
    (76.67984255, -0.27769418),
];

pub(super) const VENUS: Physical = Physical {
    gm_km3_s2: 324858.592,
    radii_km: [6051.8, 6051.8, 6051.8],
    rotation: turning([272.76, 0.0], [67.16, 0.0], [160.2, -1.4813688]),
};

pub(super) const EARTH_MOON_BARYCENTRE_ORBIT: PlanetRow = [
    (1.00000261, 0.00000562),
    (0.01671123, -0.00004392),
    (-0.00001531, -0.01294668),
    (100.46457166, 35999.37244981),
    (102.93768193, 0.32327364),
    (0.0, 0.0),
];

pub(super) const EARTH: Physical = Physical {
    gm_km3_s2: 398600.4355070226,
    radii_km: [6378.14, 6378.14, 6356.75],
    rotation: turning([0.0, -0.641], [90.0, -0.557], [190.147, 360.9856235]),
};

pub(super) const MARS_ORBIT: PlanetRow = [
    (1.52371034, 0.00001847),
    (0.09339410, 0.00007882),
    (1.84969142, -0.00813131),
    (-4.55343205, 19140.30268499),
    (-23.94362959, 0.44441088),
    (49.55953891, -0.29257343),
];

/// Pole and prime meridian are effective values at J2000: the published ones need periodic terms of 1.5°.
pub(super) const MARS: Physical = Physical {
    gm_km3_s2: 42828.37362069909,
    radii_km: [3396.19, 3396.19, 3376.2],
    rotation: turning([317.6809, -0.10927547], [52.8864, -0.05827105], [176.6321, 350.891982443]),
};

pub(super) const JUPITER_ORBIT: PlanetRow = [
    (5.20288700, -0.00011607),
    (0.04838624, -0.00013253),
    (1.30439695, -0.00183714),
    (34.39644051, 3034.74612775),
    (14.72847983, 0.21252668),
    (100.47390909, 0.20469106),
];

pub(super) const JUPITER: Physical = Physical {
    gm_km3_s2: 126686531.9003704,
    radii_km: [71492.0, 71492.0, 66854.0],
    rotation: turning([268.056595, -0.006499], [64.495303, 0.002413], [284.95, 870.536]),
};

pub(super) const SATURN_ORBIT: PlanetRow = [
    (9.53667594, -0.00125060),
    (0.05386179, -0.00050991),
    (2.48599187, 0.00193609),
    (49.95424423, 1222.49362201),
    (92.59887831, -0.41897216),
    (113.66242448, -0.28867794),
];

pub(super) const SATURN: Physical = Physical {
    gm_km3_s2: 37931206.23436167,
    radii_km: [60268.0, 60268.0, 54364.0],
    rotation: turning([40.589, -0.036], [83.537, -0.004], [38.9, 810.7939024]),
};

pub(super) const URANUS_ORBIT: PlanetRow = [
    (19.18916464, -0.00196176),
    (0.04725744, -0.00004397),
    (0.77263783, -0.00242939),
    (313.23810451, 428.48202785),
    (170.95427630, 0.40805281),
    (74.01692503, 0.04240589),
];

pub(super) const URANUS: Physical = Physical {
    gm_km3_s2: 5793951.256527211,
    radii_km: [25559.0, 25559.0, 24973.0],
    rotation: turning([257.311, 0.0], [-15.175, 0.0], [203.81, -501.1600928]),
};

pub(super) const NEPTUNE_ORBIT: PlanetRow = [
    (30.06992276, 0.00026291),
    (0.00859048, 0.00005105),
    (1.77004347, 0.00035372),
    (-55.12002969, 218.45945325),
    (44.96476227, -0.32241464),
    (131.78422574, -0.00508664),
];

/// Pole and prime meridian are effective values at J2000, the terms in N included.
pub(super) const NEPTUNE: Physical = Physical {
    gm_km3_s2: 6835103.145462294,
    radii_km: [24764.0, 24764.0, 24341.0],
    rotation: turning([299.3337, 0.0], [42.9504, 0.0], [249.996, 541.1397757]),
};

pub(super) const PLUTO_ORBIT: PlanetRow = [
    (39.48211675, -0.00031596),
    (0.24882730, 0.00005170),
    (17.14001206, 0.00004818),
    (238.92903833, 145.20780515),
    (224.06891629, -0.04062942),
    (110.30393684, -0.01183482),
];

pub(super) const PLUTO: Physical = Physical {
    gm_km3_s2: 869.6138177608749,
    radii_km: [1188.3, 1188.3, 1188.3],
    rotation: turning([132.993, 0.0], [-6.163, 0.0], [302.695, 56.3625225]),
};
