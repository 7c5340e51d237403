/** Miles. */
export const EARTH_RADIUS = 3958.7613;
/** Cells of a quarter of a degree each way, as the column `stores.cell` counts them. */
const PER_DEGREE = 4;
const COLUMNS = 360 * PER_DEGREE;
const ROWS = 180 * PER_DEGREE;
/** Miles by which a cell must lie clear of the circle's edge: its sides are no great circles. */
const MARGIN = 0.05;

export interface Position {
  latitude: number;
  longitude: number;
}

/** A circle on the globe, and the cells that it touches. */
export interface SearchArea {
  /** The centre on a ball of radius 1. */
  x: number;
  y: number;
  z: number;
  /** The cosine of the radius as an angle: a place is inside where its product with the centre is no less. */
  minimum: number;
  /** Cells that lie wholly inside. */
  inner: number[];
  /** Cells that lie partly inside, or nearly do. */
  edge: number[];
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

export function unitVector({ latitude, longitude }: Position): [number, number, number] {
  const [lat, lon] = [radians(latitude), radians(longitude)];
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
}

/** The cosine of the angle between two positions. */
function closeness(a: Position, b: Position): number {
  const [ax, ay, az] = unitVector(a);
  const [bx, by, bz] = unitVector(b);
  return ax * bx + ay * by + az * bz;
}

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

interface Cell {
  south: number;
  west: number;
}

const SIZE = 1 / PER_DEGREE;

/** The point of a cell that is nearest to the centre; longitudes may run over 180. */
function nearestPoint({ south, west }: Cell, center: Position): Position {
  const longitude = within(center.longitude, west, west + SIZE);
  // Where a meridian comes nearest to the centre: beside it a little nearer to the pole.
  const aside = Math.cos(radians(center.longitude - longitude));
  const nearest = degrees(Math.atan2(Math.tan(radians(center.latitude)), aside));
  return { latitude: within(nearest, south, south + SIZE), longitude };
}

function corners({ south, west }: Cell): Position[] {
  return [south, south + SIZE].flatMap((latitude) =>
    [west, west + SIZE].map((longitude) => ({ latitude, longitude })),
  );
}

/** The circle of so many miles around a place. */
export function searchArea(center: Position, miles: number): SearchArea {
  const reach = degrees(miles / EARTH_RADIUS);
  const narrowing = Math.sin(radians(reach)) / Math.cos(radians(center.latitude));
  const sideways = narrowing >= 1 ? 180 : degrees(Math.asin(narrowing));
  const isInside = Math.cos((miles - MARGIN) / EARTH_RADIUS);
  const isOutside = Math.cos((miles + MARGIN) / EARTH_RADIUS);
  const number = (degree: number, from: number) => Math.floor((degree + from) * PER_DEGREE);
  const lastRow = Math.min(number(center.latitude + reach, 90), ROWS);
  const inner: number[] = [];
  const edge: number[] = [];
  for (let row = Math.max(number(center.latitude - reach, 90), 0); row <= lastRow; row++) {
    const lastColumn = number(center.longitude + sideways, 180);
    for (let column = number(center.longitude - sideways, 180); column <= lastColumn; column++) {
      const cell = { south: row * SIZE - 90, west: column * SIZE - 180 };
      if (closeness(nearestPoint(cell, center), center) < isOutside) continue;
      const whole = corners(cell).every((corner) => closeness(corner, center) >= isInside);
      (whole ? inner : edge).push(row * COLUMNS + ((column + COLUMNS) % COLUMNS));
    }
  }
  const [x, y, z] = unitVector(center);
  return { x, y, z, minimum: Math.cos(miles / EARTH_RADIUS), inner, edge };
}

/** Miles between the centre and a place of this closeness to it. */
export function milesOf(cosine: number): number {
  return Math.acos(Math.min(1, cosine)) * EARTH_RADIUS;
}
