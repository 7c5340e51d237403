export const EARTH_RADIUS_MILES = 3958.7613;
/** How far a square must be from the circle's edge to count as inside or outside. */
const MARGIN_MILES = 0.05;

export interface Position {
  latitude: number;
  longitude: number;
}

/** A range of adjacent grid squares of the same size. */
export type Run = [first: number, last: number];

/** A circle on the globe and the grid squares that it touches: cells, and blocks, 16 of which make a cell. */
export interface SearchArea {
  /** The center as a unit vector. */
  x: number;
  y: number;
  z: number;
  /** The cosine of the radius: a place is inside if its dot product with the center is at least this. */
  minCosine: number;
  /** All cells that the circle touches, numbered as in `stores.cell`. */
  cells: number[];
  /** Cells entirely inside the circle. */
  innerCells: Run[];
  /** Blocks entirely inside the circle but not in an inner cell, numbered as in `stores.block`. */
  innerBlocks: Run[];
  /** Blocks that the circle's edge crosses or nearly touches. */
  edgeBlocks: Run[];
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

export type Vector = [x: number, y: number, z: number];

export function unitVector({ latitude, longitude }: Position): Vector {
  const [lat, lon] = [radians(latitude), radians(longitude)];
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
}

const CELLS_PER_DEGREE = 4;
const BLOCKS_PER_DEGREE = 16;
/** Along one side of a cell. */
const BLOCKS_PER_CELL = BLOCKS_PER_DEGREE / CELLS_PER_DEGREE;

/** A range of columns, which may cross the date line. Empty if `last` is before `first`. */
interface Columns {
  first: number;
  last: number;
}

const NONE: Columns = { first: 0, last: -1 };
const isEmpty = ({ first, last }: Columns) => last < first;

/** Computes which columns of the grid a circle touches and contains. Private angles are in radians. */
class Circle {
  readonly #center: Position;
  readonly #latitude: number;
  readonly #radius: number;

  constructor(center: Position, miles: number) {
    this.#center = center;
    this.#latitude = radians(center.latitude);
    this.#radius = miles / EARTH_RADIUS_MILES;
  }

  get south(): number {
    return this.#center.latitude - degrees(this.#radius);
  }

  get north(): number {
    return this.#center.latitude + degrees(this.#radius);
  }

  /** How many degrees it extends east and west at a latitude; -1 if it does not reach that latitude. */
  #halfWidthAt(latitude: number): number {
    if (latitude < this.south || latitude > this.north) return -1;
    const angle = radians(latitude);
    const across = Math.cos(this.#radius) - Math.sin(angle) * Math.sin(this.#latitude);
    const along = Math.cos(angle) * Math.cos(this.#latitude);
    return degrees(Math.acos(Math.min(1, Math.max(-1, across / along))));
  }

  /** The columns it touches in a row between two latitudes. */
  touchedColumns(south: number, north: number, perDegree: number): Columns {
    // On a globe, a circle is widest slightly nearer to the pole than its center.
    const widest = degrees(Math.asin(Math.min(1, Math.sin(this.#latitude) / Math.cos(this.#radius))));
    const latitude = Math.min(Math.max(widest, south), north);
    const clamped = Math.min(Math.max(latitude, this.south), this.north);
    if (clamped < south || clamped > north) return NONE;
    const reach = this.#halfWidthAt(clamped);
    const { longitude } = this.#center;
    return {
      first: Math.floor((longitude - reach + 180) * perDegree),
      last: Math.floor((longitude + reach + 180) * perDegree),
    };
  }

  /** The columns it contains entirely in a row between two latitudes. */
  containedColumns(south: number, north: number, perDegree: number): Columns {
    const reach = Math.min(this.#halfWidthAt(south), this.#halfWidthAt(north));
    if (reach < 0) return NONE;
    const { longitude } = this.#center;
    return {
      first: Math.ceil((longitude - reach + 180) * perDegree),
      last: Math.floor((longitude + reach + 180) * perDegree) - 1,
    };
  }
}

/** Adds a row's squares; a range across the date line becomes two runs. */
function addRuns(runs: Run[], row: number, { first, last }: Columns, perDegree: number): void {
  const columns = 360 * perDegree;
  for (let from = first; from <= last; ) {
    const offset = Math.floor(from / columns) * columns;
    const to = Math.min(last, offset + columns - 1);
    runs.push([row * columns + from - offset, row * columns + to - offset]);
    from = to + 1;
  }
}

/** Subtracts one range of columns from another, which leaves one on each side. */
function subtract(columns: Columns, others: Columns): Columns[] {
  if (isEmpty(others)) return [columns];
  return [
    { first: columns.first, last: Math.min(columns.last, others.first - 1) },
    { first: Math.max(columns.first, others.last + 1), last: columns.last },
  ];
}

/** Computes the area within a radius of a place. */
export function searchArea(center: Position, miles: number): SearchArea {
  const [outer, inner] = [
    new Circle(center, miles + MARGIN_MILES),
    new Circle(center, Math.max(0, miles - MARGIN_MILES)),
  ];
  const [x, y, z] = unitVector(center);
  const minCosine = Math.cos(miles / EARTH_RADIUS_MILES);
  const touched: Run[] = [];
  const area: SearchArea = { x, y, z, minCosine, cells: [], innerCells: [], innerBlocks: [], edgeBlocks: [] };
  const lastRow = Math.min(Math.floor((outer.north + 90) * CELLS_PER_DEGREE), 180 * CELLS_PER_DEGREE - 1);
  for (let row = Math.max(Math.floor((outer.south + 90) * CELLS_PER_DEGREE), 0); row <= lastRow; row++) {
    const [south, north] = [row / CELLS_PER_DEGREE - 90, (row + 1) / CELLS_PER_DEGREE - 90];
    const contained = inner.containedColumns(south, north, CELLS_PER_DEGREE);
    addRuns(touched, row, outer.touchedColumns(south, north, CELLS_PER_DEGREE), CELLS_PER_DEGREE);
    addRuns(area.innerCells, row, contained, CELLS_PER_DEGREE);
    const covered = {
      first: contained.first * BLOCKS_PER_CELL,
      last: contained.last * BLOCKS_PER_CELL + BLOCKS_PER_CELL - 1,
    };
    addBlocks(area, { outer, inner }, row, isEmpty(contained) ? NONE : covered);
  }
  area.cells = listSquares(touched);
  return area;
}

export function listSquares(runs: Run[]): number[] {
  return runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
}

/** Adds the blocks of a row of cells, except those in inner cells. */
function addBlocks(
  area: SearchArea,
  { outer, inner }: { outer: Circle; inner: Circle },
  cellRow: number,
  covered: Columns,
): void {
  for (let row = cellRow * BLOCKS_PER_CELL; row < (cellRow + 1) * BLOCKS_PER_CELL; row++) {
    const [south, north] = [row / BLOCKS_PER_DEGREE - 90, (row + 1) / BLOCKS_PER_DEGREE - 90];
    const contained = inner.containedColumns(south, north, BLOCKS_PER_DEGREE);
    if (!isEmpty(contained)) {
      for (const side of subtract(contained, covered)) {
        addRuns(area.innerBlocks, row, side, BLOCKS_PER_DEGREE);
      }
    }
    for (const side of subtract(outer.touchedColumns(south, north, BLOCKS_PER_DEGREE), contained)) {
      addRuns(area.edgeBlocks, row, side, BLOCKS_PER_DEGREE);
    }
  }
}

/** Converts the dot product of two unit vectors to miles. */
export function milesFromCosine(cosine: number): number {
  return Math.acos(Math.min(1, cosine)) * EARTH_RADIUS_MILES;
}
