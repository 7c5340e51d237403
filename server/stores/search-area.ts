/** Miles. */
export const EARTH_RADIUS = 3958.7613;
/** Miles by which a square must lie clear of the circle's edge: its sides are no great circles. */
const MARGIN = 0.05;

export interface Position {
  latitude: number;
  longitude: number;
}

/** A circle on the globe, and the squares that it touches: cells, and blocks, of which sixteen make a cell. */
export interface SearchArea {
  /** The centre on a ball of radius 1. */
  x: number;
  y: number;
  z: number;
  /** The cosine of the radius as an angle: a place is inside where its product with the centre is no less. */
  minimum: number;
  /** All cells that it touches, as the column `stores.cell` counts them. */
  cells: number[];
  /** Those of them that lie wholly inside. */
  innerCells: number[];
  /** Blocks of the other cells that lie wholly inside, as the column `stores.block` counts them. */
  innerBlocks: number[];
  /** Blocks that lie partly inside, or nearly do. */
  edgeBlocks: number[];
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

export function unitVector({ latitude, longitude }: Position): [number, number, number] {
  const [lat, lon] = [radians(latitude), radians(longitude)];
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
}

/** How many squares make a degree. */
const CELLS = 4;
const BLOCKS = 16;

interface Square {
  south: number;
  west: number;
  size: number;
}

/** Longitudes may run over 180; the number does not. */
function numberOf({ south, west, size }: Square): number {
  const columns = 360 / size;
  return ((south + 90) / size) * columns + (((west + 180) / size + columns) % columns);
}

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** How a circle lies to a square. */
class Circle {
  readonly #center: Position;
  readonly #sin: number;
  readonly #cos: number;
  readonly #isInside: number;
  readonly #isOutside: number;

  constructor(center: Position, miles: number) {
    this.#center = center;
    this.#sin = Math.sin(radians(center.latitude));
    this.#cos = Math.cos(radians(center.latitude));
    this.#isInside = Math.cos(Math.max(0, miles - MARGIN) / EARTH_RADIUS);
    this.#isOutside = Math.cos((miles + MARGIN) / EARTH_RADIUS);
  }

  /** The cosine of the angle between the centre and a point. */
  #closeness(latitude: number, longitude: number): number {
    const angle = radians(latitude);
    const aside = Math.cos(radians(longitude - this.#center.longitude));
    return Math.sin(angle) * this.#sin + Math.cos(angle) * this.#cos * aside;
  }

  touches({ south, west, size }: Square): boolean {
    const { latitude, longitude } = this.#center;
    const meridian = within(longitude, west, west + size);
    // Where a meridian comes nearest to the centre: beside it a little nearer to the pole.
    const nearest = degrees(Math.atan2(Math.tan(radians(latitude)), Math.cos(radians(longitude - meridian))));
    return this.#closeness(within(nearest, south, south + size), meridian) >= this.#isOutside;
  }

  holds({ south, west, size }: Square): boolean {
    const [north, east] = [south + size, west + size];
    return [this.#closeness(south, west), this.#closeness(south, east)]
      .concat(this.#closeness(north, west), this.#closeness(north, east))
      .every((closeness) => closeness >= this.#isInside);
  }
}

/** The squares of a size between two corners. */
function* squares(from: Position, to: Position, perDegree: number): Generator<Square> {
  const size = 1 / perDegree;
  const first = (degree: number) => Math.floor(degree * perDegree) * size;
  for (let south = Math.max(first(from.latitude), -90); south < to.latitude && south < 90; south += size) {
    for (let west = first(from.longitude); west < to.longitude; west += size) yield { south, west, size };
  }
}

/** The circle of so many miles around a place. */
export function searchArea(center: Position, miles: number): SearchArea {
  const circle = new Circle(center, miles);
  const reach = degrees((miles + MARGIN) / EARTH_RADIUS);
  const narrowing = Math.sin(radians(reach)) / Math.cos(radians(center.latitude));
  const aside = narrowing >= 1 ? 180 : degrees(Math.asin(narrowing));
  const corner = (sign: number) => ({
    latitude: center.latitude + sign * reach,
    longitude: center.longitude + sign * aside,
  });
  const [x, y, z] = unitVector(center);
  const minimum = Math.cos(miles / EARTH_RADIUS);
  const area: SearchArea = { x, y, z, minimum, cells: [], innerCells: [], innerBlocks: [], edgeBlocks: [] };
  for (const cell of squares(corner(-1), corner(1), CELLS)) {
    if (!circle.touches(cell)) continue;
    area.cells.push(numberOf(cell));
    if (circle.holds(cell)) area.innerCells.push(numberOf(cell));
    else addBlocks(area, circle, cell);
  }
  return area;
}

function addBlocks(area: SearchArea, circle: Circle, { south, west, size }: Square): void {
  const from = { latitude: south, longitude: west };
  const to = { latitude: south + size, longitude: west + size };
  for (const block of squares(from, to, BLOCKS)) {
    if (!circle.touches(block)) continue;
    (circle.holds(block) ? area.innerBlocks : area.edgeBlocks).push(numberOf(block));
  }
}

/** Miles between the centre and a place of this closeness to it. */
export function milesOf(cosine: number): number {
  return Math.acos(Math.min(1, cosine)) * EARTH_RADIUS;
}
