import { geoMercator } from 'd3-geo';

/**
 * A position on the map, in units of the Mercator projection: north is up, and shapes look as on any road
 * map. A unit is about 1,000 feet at the equator.
 */
export interface MapPoint {
  x: number;
  y: number;
}

interface Coordinates {
  latitude: number;
  longitude: number;
}

const UNITS_PER_RADIAN = 20_000;
const EARTH_RADIUS_MILES = 3958.7613;
const RADIANS = Math.PI / 180;

/**
 * Rotated, because Guam and the far Aleutian Islands are west of the date line, and the map should show them
 * west of the other states. Lines between two points are straight, as on any Mercator map.
 */
export const mercator = geoMercator().rotate([100, 0]).scale(UNITS_PER_RADIAN).translate([0, 0]).precision(0);

export function project({ latitude, longitude }: Coordinates): MapPoint {
  const [x, y] = mercator([longitude, latitude]) ?? [0, 0];
  return { x, y };
}

export function unproject({ x, y }: MapPoint): Coordinates {
  const [longitude, latitude] = mercator.invert?.([x, y]) ?? [0, 0];
  return { latitude, longitude };
}

/** Returns the length of a mile at a place. The projection stretches places that are closer to the poles. */
export function unitsPerMile(point: MapPoint): number {
  return UNITS_PER_RADIAN / EARTH_RADIUS_MILES / Math.cos(unproject(point).latitude * RADIANS);
}
