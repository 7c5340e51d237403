export interface Spot {
  latitude: number;
  longitude: number;
}

const RADIANS = Math.PI / 180;

/** The initial bearing to another place in radians: 0 is north, a quarter turn is east. */
export function bearing(from: Spot, to: Spot): number {
  const turn = (to.longitude - from.longitude) * RADIANS;
  const [a, b] = [from.latitude * RADIANS, to.latitude * RADIANS];
  return Math.atan2(
    Math.sin(turn) * Math.cos(b),
    Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn),
  );
}

export interface Point {
  /** The number in the list. */
  number: number;
  x: number;
  y: number;
}

const ROUNDS = 60;

/** Moves overlapping points apart until all numbers are readable, without leaving the circle. */
export function spread(points: readonly Point[], gap: number, radius: number): Point[] {
  const moved = points.map((point) => ({ ...point }));
  for (let round = 0; round < ROUNDS; round++) {
    let settled = true;
    for (const [place, one] of moved.entries()) {
      for (const other of moved.slice(place + 1)) {
        const [dx, dy] = [other.x - one.x, other.y - one.y];
        const separation = Math.hypot(dx, dy);
        if (separation >= gap) continue;
        settled = false;
        // Spread points at the same position in different directions.
        const angle = separation > 0.01 ? Math.atan2(dy, dx) : one.number * 2.4;
        const push = (gap - separation) / 2 + 0.05;
        one.x -= Math.cos(angle) * push;
        one.y -= Math.sin(angle) * push;
        other.x += Math.cos(angle) * push;
        other.y += Math.sin(angle) * push;
      }
    }
    for (const point of moved) {
      const out = Math.hypot(point.x, point.y);
      if (out <= radius) continue;
      point.x *= radius / out;
      point.y *= radius / out;
    }
    if (settled) break;
  }
  return moved;
}

interface Located {
  number: number;
  distanceMiles: number | null;
  latitude: number | null;
  longitude: number | null;
}

/** Each divides well into four rings. */
const REACHES = [1, 2, 4, 8, 12, 20, 40, 60, 100];

/** The smallest circle that contains all results within the searched distance. */
export function reachOf(results: readonly Located[], distance: number): number {
  const near = results.flatMap(({ distanceMiles }) =>
    distanceMiles !== null && distanceMiles <= distance ? [distanceMiles] : [],
  );
  const farthest = Math.max(0, ...near);
  return REACHES.find((reach) => reach >= farthest) ?? distance;
}

/** Computes where results are drawn in a circle of `reach` miles and the given radius, north up. */
export function plot(centre: Spot, results: readonly Located[], reach: number, radius: number): Point[] {
  return results.flatMap(({ number, distanceMiles, latitude, longitude }) => {
    if (latitude === null || longitude === null || distanceMiles === null || distanceMiles > reach) return [];
    const angle = bearing(centre, { latitude, longitude });
    const out = (distanceMiles / reach) * radius;
    return [{ number, x: Math.sin(angle) * out, y: -Math.cos(angle) * out }];
  });
}
