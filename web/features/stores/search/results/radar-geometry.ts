export interface Coordinates {
  latitude: number;
  longitude: number;
}

const RADIANS = Math.PI / 180;

/** Returns the initial bearing to another place in radians: 0 is north, a quarter turn is east. */
export function computeBearing(from: Coordinates, to: Coordinates): number {
  const longitudeDelta = (to.longitude - from.longitude) * RADIANS;
  const [a, b] = [from.latitude * RADIANS, to.latitude * RADIANS];
  return Math.atan2(
    Math.sin(longitudeDelta) * Math.cos(b),
    Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(longitudeDelta),
  );
}

export interface Point {
  /** The result's number in the list. */
  number: number;
  x: number;
  y: number;
}

const MAX_ROUNDS = 60;

/**
 * Moves overlapping points apart in a limited number of rounds, so that their numbers are readable. Keeps the
 * points inside the circle.
 */
export function spreadPoints(points: readonly Point[], gap: number, radius: number): Point[] {
  const movedPoints = points.map((point) => ({ ...point }));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let isSettled = true;
    for (const [index, point] of movedPoints.entries()) {
      for (const other of movedPoints.slice(index + 1)) {
        const [dx, dy] = [other.x - point.x, other.y - point.y];
        const separation = Math.hypot(dx, dy);
        if (separation >= gap) continue;
        isSettled = false;
        // Coinciding points have no direction between them. Derive one from the result's number (2.4 rad is
        // about the golden angle).
        const angle = separation > 0.01 ? Math.atan2(dy, dx) : point.number * 2.4;
        const shift = (gap - separation) / 2 + 0.05;
        point.x -= Math.cos(angle) * shift;
        point.y -= Math.sin(angle) * shift;
        other.x += Math.cos(angle) * shift;
        other.y += Math.sin(angle) * shift;
      }
    }
    for (const point of movedPoints) {
      const fromCenter = Math.hypot(point.x, point.y);
      if (fromCenter <= radius) continue;
      point.x *= radius / fromCenter;
      point.y *= radius / fromCenter;
    }
    if (isSettled) break;
  }
  return movedPoints;
}

interface Located {
  number: number;
  distanceMiles: number | null;
  latitude: number | null;
  longitude: number | null;
}

/** The map draws four rings, so a quarter of each radius must be a short number. */
const RADIUS_CHOICES_MILES = [1, 2, 4, 8, 12, 20, 40, 60, 100];

/** Chooses the smallest radius that contains all results within the searched distance. */
export function chooseRadiusMiles(results: readonly Located[], distance: number): number {
  const distances = results.flatMap(({ distanceMiles }) =>
    distanceMiles !== null && distanceMiles <= distance ? [distanceMiles] : [],
  );
  const farthest = Math.max(0, ...distances);
  return RADIUS_CHOICES_MILES.find((radiusMiles) => radiusMiles >= farthest) ?? distance;
}

/**
 * Returns where to draw the results in a circle with the given radius in SVG units, which stands for
 * `radiusMiles`. North is up. Leaves out results without a location or outside the circle.
 */
export function plotResults(
  center: Coordinates,
  results: readonly Located[],
  radiusMiles: number,
  radius: number,
): Point[] {
  return results.flatMap(({ number, distanceMiles, latitude, longitude }) => {
    if (latitude === null || longitude === null || distanceMiles === null || distanceMiles > radiusMiles)
      return [];
    const angle = computeBearing(center, { latitude, longitude });
    const distanceFromCenter = (distanceMiles / radiusMiles) * radius;
    return [{ number, x: Math.sin(angle) * distanceFromCenter, y: -Math.cos(angle) * distanceFromCenter }];
  });
}
