import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EARTH_RADIUS_MILES,
  milesFromCosine,
  type Position,
  type SquareRange,
  searchArea,
} from '#server/domains/stores/search/search-area.ts';

/** Computes the same numbers as the generated columns `stores.cell` and `stores.block`. */
const squareAt = ({ latitude, longitude }: Position, perDegree: number) =>
  Math.floor((latitude + 90) * perDegree) * 360 * perDegree + Math.floor((longitude + 180) * perDegree);
const cellAt = (place: Position) => squareAt(place, 4);
const blockAt = (place: Position) => squareAt(place, 16);

const isIn = (runs: SquareRange[], square: number) =>
  runs.filter(([first, last]) => square >= first && square <= last).length;
const countSquares = (runs: SquareRange[]) => runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);

/** Uses the haversine formula, which the tested code does not. */
function milesBetween(a: Position, b: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const square = (value: number) => value * value;
  const haversine =
    square(Math.sin(radians(b.latitude - a.latitude) / 2)) +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      square(Math.sin(radians(b.longitude - a.longitude) / 2));
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(haversine));
}

// Latitudes from American Samoa to Alaska, and all longitudes.
const center = fc.record({
  latitude: fc.double({ min: -15, max: 72, noNaN: true }),
  longitude: fc.double({ min: -180, max: 179.99, noNaN: true }),
});
const radius = fc.constantFrom(0.01, 0.5, 5, 20, 40, 60, 100);
const offset = fc.double({ min: -1, max: 1, noNaN: true });

/**
 * Returns a position up to two degrees of latitude north or south of the center, and up to the same distance
 * east or west.
 */
function moveBy({ latitude, longitude }: Position, north: number, east: number): Position {
  const shifted = longitude + (east * 2) / Math.cos((latitude * Math.PI) / 180);
  return { latitude: latitude + north * 2, longitude: ((shifted + 540) % 360) - 180 };
}

describe('[D16] the search circle', () => {
  test('has every place inside it in one of its cells, and in an inner cell or a block', () => {
    fc.assert(
      fc.property(center, radius, offset, offset, (middle, miles, north, east) => {
        const place = moveBy(middle, north, east);
        fc.pre(milesBetween(middle, place) <= miles);
        const { cells, innerCells, innerBlocks, edgeBlocks } = searchArea(middle, miles);
        expect(cells).toContain(cellAt(place));
        // Exactly once, so that no store is counted twice.
        const matchingRuns =
          isIn(innerCells, cellAt(place)) +
          isIn(innerBlocks, blockAt(place)) +
          isIn(edgeBlocks, blockAt(place));
        expect(matchingRuns).toBe(1);
      }),
      { numRuns: 2_000 },
    );
  });

  test('has no place outside it in an inner cell or block', () => {
    fc.assert(
      fc.property(center, radius, offset, offset, (middle, miles, north, east) => {
        const place = moveBy(middle, north, east);
        const { innerCells, innerBlocks } = searchArea(middle, miles);
        fc.pre(isIn(innerCells, cellAt(place)) + isIn(innerBlocks, blockAt(place)) > 0);
        expect(milesBetween(middle, place)).toBeLessThanOrEqual(miles);
      }),
      { numRuns: 2_000 },
    );
  });

  test('lists each square that it touches once, and no others', () => {
    const area = searchArea({ latitude: 40.7484, longitude: -73.9967 }, 60);
    expect(new Set(area.cells).size).toBe(area.cells.length);
    expect(area.cells.length).toBeLessThan(80);
    // Only about a sixth of the circle must be checked store by store.
    const innerSize = countSquares(area.innerCells) * 16 + countSquares(area.innerBlocks);
    const edgeSize = countSquares(area.edgeBlocks);
    expect(edgeSize / (edgeSize + innerSize)).toBeLessThan(0.17);
    // Each run is an index lookup.
    expect(area.innerCells.length + area.innerBlocks.length + area.edgeBlocks.length).toBeLessThan(130);
  });

  test('converts a cosine to miles, with 0 for the same place', () => {
    expect(milesFromCosine(1)).toBe(0);
    expect(milesFromCosine(1.000_000_000_000_000_2)).toBe(0);
    expect(milesFromCosine(Math.cos(60 / EARTH_RADIUS_MILES))).toBeCloseTo(60, 9);
  });
});
