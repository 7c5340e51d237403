export interface Coordinates {
  latitude: number;
  longitude: number;
}

const RADIANS = Math.PI / 180;

/** The initial bearing to another place in radians: 0 is north, a quarter turn is east. */
export function bearing(from: Coordinates, to: Coordinates): number {
  const longitudeDelta = (to.longitude - from.longitude) * RADIANS;
  const [a, b] = [from.latitude * RADIANS, to.latitude * RADIANS];
  return Math.atan2(
    Math.sin(longitudeDelta) * Math.cos(b),
    Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(longitudeDelta),
  );
}

export interface Point {
  /** The number in the list. */
  number: number;
  x: number;
  y: number;
}

const MAX_ROUNDS = 60;

/** Moves overlapping points apart until all numbers are readable, without leaving the circle. */
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
        // Spread points at the same position in different directions.
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

/** The radar draws four rings, so a quarter of each radius is a short number. */
const REACHES_MILES = [1, 2, 4, 8, 12, 20, 40, 60, 100];

/** The smallest circle that contains all results within the searched distance. */
export function chooseReach(results: readonly Located[], distance: number): number {
  const distances = results.flatMap(({ distanceMiles }) =>
    distanceMiles !== null && distanceMiles <= distance ? [distanceMiles] : [],
  );
  const farthest = Math.max(0, ...distances);
  return REACHES_MILES.find((reach) => reach >= farthest) ?? distance;
}

/** Computes where results are drawn in a circle of `reach` miles and the given radius, north up. */
export function plotResults(
  center: Coordinates,
  results: readonly Located[],
  reach: number,
  radius: number,
): Point[] {
  return results.flatMap(({ number, distanceMiles, latitude, longitude }) => {
    if (latitude === null || longitude === null || distanceMiles === null || distanceMiles > reach) return [];
    const angle = bearing(center, { latitude, longitude });
    const out = (distanceMiles / reach) * radius;
    return [{ number, x: Math.sin(angle) * out, y: -Math.cos(angle) * out }];
  });
}
