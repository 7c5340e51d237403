import { useMemo } from 'react';
import type { FoundStore, SavingsResult } from '../use-savings.ts';
import classes from './map-drawing.module.css';
import { chooseRadiusMiles, plotResults, spreadPoints } from './radar-geometry.ts';

export interface MapDrawingProps {
  place: NonNullable<SavingsResult['place']>;
  placeLabel: string;
  /** The current page of results, in the order of the list. */
  stores: readonly FoundStore[];
  /** The radius of the search in miles. */
  distance: number;
  /** The number of the result that is highlighted in the list, or null. */
  highlighted: number | null;
}

/** In SVG units. */
const RADIUS = 136;
const RINGS = [1, 2, 3, 4];
const DOT_RADIUS = 11;

/**
 * Draws the results around the searched place, with rings for the distance. North is up. Needs no map
 * service.
 */
export function MapDrawing({ place, placeLabel, stores, distance, highlighted }: MapDrawingProps) {
  // Memoized, so that highlighting a result doesn't recompute the points.
  const { radiusMiles, points } = useMemo(() => {
    const numberedStores = stores.map((store, index) => ({ ...store, number: index + 1 }));
    const radiusMiles = chooseRadiusMiles(numberedStores, distance);
    return {
      radiusMiles,
      points: spreadPoints(
        plotResults(place, numberedStores, radiusMiles, RADIUS),
        2 * DOT_RADIUS + 1,
        RADIUS,
      ),
    };
  }, [place, stores, distance]);
  const missingCount = stores.length - points.length;

  return (
    <>
      <svg
        viewBox="-150 -164 300 314"
        role="img"
        className={classes.map}
        aria-label={`Results ${formatNumberList(points.map(({ number }) => number))} around ${placeLabel}, north up, ${radiusMiles} miles to the edge`}
      >
        <circle r={RADIUS} className={classes.ground} />
        {RINGS.map((ring) => (
          <circle
            key={ring}
            r={(RADIUS * ring) / 4}
            className={classes.ring}
            data-edge={ring === 4 || undefined}
          />
        ))}
        <path d={`M0 ${-RADIUS}V${RADIUS}M${-RADIUS} 0H${RADIUS}`} className={classes.cross} />
        <path d={`M0 ${-RADIUS - 18}l5 9h-10z`} className={classes.north} />
        {RINGS.map((ring) => {
          const [x, y] = [Math.SQRT1_2, Math.SQRT1_2].map((part) => (part * RADIUS * ring) / 4);
          return (
            <g key={ring} transform={`translate(${x} ${y})`} className={classes.miles}>
              <rect x="-17" y="-8" width="34" height="16" rx="8" />
              <text dy="0.35em">{(radiusMiles * ring) / 4} mi</text>
            </g>
          );
        })}
        <circle r="4" className={classes.center} />
        {/* Draw the highlighted result last, so that it is on top of its neighbors. */}
        {[...points]
          .sort((a, b) => Number(a.number === highlighted) - Number(b.number === highlighted))
          .map(({ number, x, y }) => (
            <g
              key={number}
              transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
              className={classes.point}
              data-pointed={number === highlighted || undefined}
            >
              <circle r={DOT_RADIUS} />
              <text dy="0.35em">{number}</text>
            </g>
          ))}
      </svg>
      <p className={classes.caption}>
        <strong>{placeLabel}</strong> in the middle, north up. The numbers are those of the list.
        {missingCount === 0
          ? ''
          : ` ${missingCount} of this page ${missingCount === 1 ? 'lies' : 'lie'} outside.`}
      </p>
    </>
  );
}

function formatNumberList(numbers: readonly number[]): string {
  return new Intl.ListFormat('en-US').format(numbers.map(String));
}
