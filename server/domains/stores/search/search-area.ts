export const EARTH_RADIUS_MILES = 3958.7613;
/** A square that is closer than this to the circle's edge counts as crossed by it. */
const MARGIN_MILES = 0.05;

export interface Position {
  latitude: number;
  longitude: number;
}

/** A range of adjacent grid squares of the same size. Both ends are included. */
export type SquareRange = [first: number, last: number];

/**
 * A circle on the globe, and the grid squares that it touches. The grid has two sizes of squares: a cell
 * consists of 16 blocks.
 */
export interface SearchArea {
  /** `x`, `y`, and `z` are the center as a unit vector. */
  x: number;
  y: number;
  z: number;
  /**
   * The cosine of the radius. A place is inside if the dot product of its vector and the center is at least
   * this.
   */
  minCosine: number;
  /** All cells that the circle touches, numbered as in `stores.cell`. */
  cells: number[];
  /** The cells that are entirely inside the circle. */
  innerCells: SquareRange[];
  /**
   * The blocks that are entirely inside the circle but not in an inner cell, numbered as in `stores.block`.
   */
  innerBlocks: SquareRange[];
  /** The blocks that the circle's edge crosses or nearly touches. */
  edgeBlocks: SquareRange[];
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const toDegrees = (angle: number) => (angle * 180) / Math.PI;

export type Vector = [x: number, y: number, z: number];

export function toUnitVector({ latitude, longitude }: Position): Vector {
  const [lat, lon] = [toRadians(latitude), toRadians(longitude)];
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
}

const CELLS_PER_DEGREE = 4;
const BLOCKS_PER_DEGREE = 16;
/** The number of blocks along one side of a cell. */
const BLOCKS_PER_CELL = BLOCKS_PER_DEGREE / CELLS_PER_DEGREE;

/** A range of columns, which may cross the date line. It is empty if `last` is less than `first`. */
interface ColumnRange {
  first: number;
  last: number;
}

const NO_COLUMNS: ColumnRange = { first: 0, last: -1 };
const isEmpty = ({ first, last }: ColumnRange) => last < first;

/**
 * Computes which columns of the grid a circle touches or contains. `#latitude` and `#radius` are in radians.
 */
class Circle {
  readonly #center: Position;
  readonly #latitude: number;
  readonly #radius: number;

  constructor(center: Position, miles: number) {
    this.#center = center;
    this.#latitude = toRadians(center.latitude);
    this.#radius = miles / EARTH_RADIUS_MILES;
  }

  get south(): number {
    return this.#center.latitude - toDegrees(this.#radius);
  }

  get north(): number {
    return this.#center.latitude + toDegrees(this.#radius);
  }

  /**
   * Returns how many degrees the circle extends to the east and west at a latitude, or -1 if it doesn't reach
   * it.
   */
  #halfWidthAt(latitude: number): number {
    if (latitude < this.south || latitude > this.north) return -1;
    const angle = toRadians(latitude);
    const numerator = Math.cos(this.#radius) - Math.sin(angle) * Math.sin(this.#latitude);
    const denominator = Math.cos(angle) * Math.cos(this.#latitude);
    return toDegrees(Math.acos(Math.min(1, Math.max(-1, numerator / denominator))));
  }

  /** Returns the columns that the circle touches in the row between two latitudes. */
  touchedColumns(south: number, north: number, perDegree: number): ColumnRange {
    // On a globe, a circle is widest slightly closer to the pole than its center.
    const widestLatitude = toDegrees(
      Math.asin(Math.min(1, Math.sin(this.#latitude) / Math.cos(this.#radius))),
    );
    const latitude = Math.min(Math.max(widestLatitude, south), north);
    const clampedLatitude = Math.min(Math.max(latitude, this.south), this.north);
    if (clampedLatitude < south || clampedLatitude > north) return NO_COLUMNS;
    const halfWidth = this.#halfWidthAt(clampedLatitude);
    const { longitude } = this.#center;
    return {
      first: Math.floor((longitude - halfWidth + 180) * perDegree),
      last: Math.floor((longitude + halfWidth + 180) * perDegree),
    };
  }

  /** Returns the columns that the circle contains entirely in the row between two latitudes. */
  containedColumns(south: number, north: number, perDegree: number): ColumnRange {
    const halfWidth = Math.min(this.#halfWidthAt(south), this.#halfWidthAt(north));
    if (halfWidth < 0) return NO_COLUMNS;
    const { longitude } = this.#center;
    return {
      first: Math.ceil((longitude - halfWidth + 180) * perDegree),
      last: Math.floor((longitude + halfWidth + 180) * perDegree) - 1,
    };
  }
}

/** Adds a row's squares. A range that crosses the date line becomes two ranges. */
function addRanges(
  ranges: SquareRange[],
  row: number,
  { first, last }: ColumnRange,
  perDegree: number,
): void {
  const columnCount = 360 * perDegree;
  for (let start = first; start <= last; ) {
    const offset = Math.floor(start / columnCount) * columnCount;
    const end = Math.min(last, offset + columnCount - 1);
    ranges.push([row * columnCount + start - offset, row * columnCount + end - offset]);
    start = end + 1;
  }
}

/** Subtracts one range of columns from another. Returns what is left on each side, which may be empty. */
function subtract(columns: ColumnRange, removedColumns: ColumnRange): ColumnRange[] {
  if (isEmpty(removedColumns)) return [columns];
  return [
    { first: columns.first, last: Math.min(columns.last, removedColumns.first - 1) },
    { first: Math.max(columns.first, removedColumns.last + 1), last: columns.last },
  ];
}

export function searchArea(center: Position, miles: number): SearchArea {
  const [outerCircle, innerCircle] = [
    new Circle(center, miles + MARGIN_MILES),
    new Circle(center, Math.max(0, miles - MARGIN_MILES)),
  ];
  const [x, y, z] = toUnitVector(center);
  const minCosine = Math.cos(miles / EARTH_RADIUS_MILES);
  const touchedCells: SquareRange[] = [];
  const area: SearchArea = { x, y, z, minCosine, cells: [], innerCells: [], innerBlocks: [], edgeBlocks: [] };
  const lastRow = Math.min(
    Math.floor((outerCircle.north + 90) * CELLS_PER_DEGREE),
    180 * CELLS_PER_DEGREE - 1,
  );
  for (
    let row = Math.max(Math.floor((outerCircle.south + 90) * CELLS_PER_DEGREE), 0);
    row <= lastRow;
    row++
  ) {
    const [south, north] = [row / CELLS_PER_DEGREE - 90, (row + 1) / CELLS_PER_DEGREE - 90];
    const containedColumns = innerCircle.containedColumns(south, north, CELLS_PER_DEGREE);
    addRanges(
      touchedCells,
      row,
      outerCircle.touchedColumns(south, north, CELLS_PER_DEGREE),
      CELLS_PER_DEGREE,
    );
    addRanges(area.innerCells, row, containedColumns, CELLS_PER_DEGREE);
    const innerCellColumns = {
      first: containedColumns.first * BLOCKS_PER_CELL,
      last: containedColumns.last * BLOCKS_PER_CELL + BLOCKS_PER_CELL - 1,
    };
    addBlocks(
      area,
      { outerCircle, innerCircle },
      row,
      isEmpty(containedColumns) ? NO_COLUMNS : innerCellColumns,
    );
  }
  area.cells = listSquares(touchedCells);
  return area;
}

export function listSquares(ranges: SquareRange[]): number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
}

/** Adds the blocks in a row of cells, except those in inner cells. */
function addBlocks(
  area: SearchArea,
  { outerCircle, innerCircle }: { outerCircle: Circle; innerCircle: Circle },
  cellRow: number,
  innerCellColumns: ColumnRange,
): void {
  for (let row = cellRow * BLOCKS_PER_CELL; row < (cellRow + 1) * BLOCKS_PER_CELL; row++) {
    const [south, north] = [row / BLOCKS_PER_DEGREE - 90, (row + 1) / BLOCKS_PER_DEGREE - 90];
    const containedColumns = innerCircle.containedColumns(south, north, BLOCKS_PER_DEGREE);
    if (!isEmpty(containedColumns)) {
      for (const remainingColumns of subtract(containedColumns, innerCellColumns)) {
        addRanges(area.innerBlocks, row, remainingColumns, BLOCKS_PER_DEGREE);
      }
    }
    for (const remainingColumns of subtract(
      outerCircle.touchedColumns(south, north, BLOCKS_PER_DEGREE),
      containedColumns,
    )) {
      addRanges(area.edgeBlocks, row, remainingColumns, BLOCKS_PER_DEGREE);
    }
  }
}

/** Converts the dot product of two unit vectors to their distance. */
export function milesFromCosine(cosine: number): number {
  return Math.acos(Math.min(1, cosine)) * EARTH_RADIUS_MILES;
}
