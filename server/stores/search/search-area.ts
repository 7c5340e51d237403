/** Miles. */
export const EARTH_RADIUS = 3958.7613;
/** Miles by which a square must lie clear of the circle's edge to count as inside or outside. */
const MARGIN = 0.05;

export interface Position {
  latitude: number;
  longitude: number;
}

/** Squares of one size beside each other, from the first to the last. */
export type Run = [first: number, last: number];

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
  /** Cells that lie wholly inside. */
  innerCells: Run[];
  /** Blocks outside those that lie wholly inside, as the column `stores.block` counts them. */
  innerBlocks: Run[];
  /** Blocks that lie partly inside, or nearly do. */
  edgeBlocks: Run[];
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** A point on a ball of radius 1. */
export type Vector = [x: number, y: number, z: number];

export function unitVector({ latitude, longitude }: Position): Vector {
  const [lat, lon] = [radians(latitude), radians(longitude)];
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
}

/** How many squares make a degree. */
const CELLS = 4;
const BLOCKS = 16;
const BLOCKS_A_CELL = BLOCKS / CELLS;

/** Columns of squares; may run over the date line. Empty where the last is before the first. */
interface Columns {
  first: number;
  last: number;
}

const NONE: Columns = { first: 0, last: -1 };
const isEmpty = ({ first, last }: Columns) => last < first;

/** How far a circle reaches. Angles in radians, degrees where they are said to be. */
class Circle {
  readonly #center: Position;
  readonly #latitude: number;
  readonly #radius: number;

  constructor(center: Position, miles: number) {
    this.#center = center;
    this.#latitude = radians(center.latitude);
    this.#radius = miles / EARTH_RADIUS;
  }

  get south(): number {
    return this.#center.latitude - degrees(this.#radius);
  }

  get north(): number {
    return this.#center.latitude + degrees(this.#radius);
  }

  /** Degrees to the east and to the west that it reaches at a latitude; below 0 where it does not reach it. */
  #reachAt(latitude: number): number {
    if (latitude < this.south || latitude > this.north) return -1;
    const angle = radians(latitude);
    const across = Math.cos(this.#radius) - Math.sin(angle) * Math.sin(this.#latitude);
    const along = Math.cos(angle) * Math.cos(this.#latitude);
    return degrees(Math.acos(Math.min(1, Math.max(-1, across / along))));
  }

  /** Columns of squares in a row between two latitudes that it touches. */
  touched(south: number, north: number, perDegree: number): Columns {
    // It is widest a little nearer to the pole than its centre.
    const widest = degrees(Math.asin(Math.min(1, Math.sin(this.#latitude) / Math.cos(this.#radius))));
    const latitude = Math.min(Math.max(widest, south), north);
    const clamped = Math.min(Math.max(latitude, this.south), this.north);
    if (clamped < south || clamped > north) return NONE;
    const reach = this.#reachAt(clamped);
    const { longitude } = this.#center;
    return {
      first: Math.floor((longitude - reach + 180) * perDegree),
      last: Math.floor((longitude + reach + 180) * perDegree),
    };
  }

  /** Columns of squares in a row that it holds whole: it reaches as far at both of the row's sides. */
  held(south: number, north: number, perDegree: number): Columns {
    const reach = Math.min(this.#reachAt(south), this.#reachAt(north));
    if (reach < 0) return NONE;
    const { longitude } = this.#center;
    return {
      first: Math.ceil((longitude - reach + 180) * perDegree),
      last: Math.floor((longitude + reach + 180) * perDegree) - 1,
    };
  }
}

/** Adds the squares of a row; a run over the date line is two. */
function addRuns(runs: Run[], row: number, { first, last }: Columns, perDegree: number): void {
  const columns = 360 * perDegree;
  for (let from = first; from <= last; ) {
    const turn = Math.floor(from / columns) * columns;
    const to = Math.min(last, turn + columns - 1);
    runs.push([row * columns + from - turn, row * columns + to - turn]);
    from = to + 1;
  }
}

/** What is left of columns to both sides of others. */
function without(columns: Columns, others: Columns): Columns[] {
  if (isEmpty(others)) return [columns];
  return [
    { first: columns.first, last: Math.min(columns.last, others.first - 1) },
    { first: Math.max(columns.first, others.last + 1), last: columns.last },
  ];
}

/** The circle of so many miles around a place. */
export function searchArea(center: Position, miles: number): SearchArea {
  const [outer, inner] = [
    new Circle(center, miles + MARGIN),
    new Circle(center, Math.max(0, miles - MARGIN)),
  ];
  const [x, y, z] = unitVector(center);
  const minimum = Math.cos(miles / EARTH_RADIUS);
  const touched: Run[] = [];
  const area: SearchArea = { x, y, z, minimum, cells: [], innerCells: [], innerBlocks: [], edgeBlocks: [] };
  const lastRow = Math.min(Math.floor((outer.north + 90) * CELLS), 180 * CELLS - 1);
  for (let row = Math.max(Math.floor((outer.south + 90) * CELLS), 0); row <= lastRow; row++) {
    const [south, north] = [row / CELLS - 90, (row + 1) / CELLS - 90];
    const whole = inner.held(south, north, CELLS);
    addRuns(touched, row, outer.touched(south, north, CELLS), CELLS);
    addRuns(area.innerCells, row, whole, CELLS);
    const covered = {
      first: whole.first * BLOCKS_A_CELL,
      last: whole.last * BLOCKS_A_CELL + BLOCKS_A_CELL - 1,
    };
    addBlocks(area, { outer, inner }, row, isEmpty(whole) ? NONE : covered);
  }
  area.cells = squaresIn(touched);
  return area;
}

/** Each square of some runs. */
export function squaresIn(runs: Run[]): number[] {
  return runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
}

/** The blocks of a row of cells, but for those of cells that lie wholly inside. */
function addBlocks(
  area: SearchArea,
  { outer, inner }: { outer: Circle; inner: Circle },
  cellRow: number,
  covered: Columns,
): void {
  for (let row = cellRow * BLOCKS_A_CELL; row < (cellRow + 1) * BLOCKS_A_CELL; row++) {
    const [south, north] = [row / BLOCKS - 90, (row + 1) / BLOCKS - 90];
    const held = inner.held(south, north, BLOCKS);
    if (!isEmpty(held)) {
      for (const side of without(held, covered)) addRuns(area.innerBlocks, row, side, BLOCKS);
    }
    for (const side of without(outer.touched(south, north, BLOCKS), held)) {
      addRuns(area.edgeBlocks, row, side, BLOCKS);
    }
  }
}

/** Miles between the centre and a place of this closeness to it. */
export function milesOf(cosine: number): number {
  return Math.acos(Math.min(1, cosine)) * EARTH_RADIUS;
}
