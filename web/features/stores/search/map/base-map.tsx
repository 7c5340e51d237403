import { memo } from 'react';
import { chooseLabels } from './map-labels.ts';
import { type MapSize, type MapView, showsBox } from './map-view.ts';
import { type MapPoint, unitsPerMile } from './projection.ts';
import classes from './results-map.module.css';
import type { UsMap } from './use-us-map.ts';

interface BaseMapProps {
  map: UsMap;
  view: MapView;
  size: MapSize;
  /** The positions of the markers in pixels. Names avoid them. */
  pins: readonly MapPoint[];
  /** The searched place, and the radius of the search in miles. Null if the search has no place. */
  searched: { place: MapPoint; miles: number } | null;
}

/** Draws states, counties, the searched circle, and names. Screen readers get the list of results instead. */
export function BaseMap({ map, view, size, pins, searched }: BaseMapProps) {
  const { states, details } = map;
  const { center, scale } = view;
  const labels = chooseLabels(states, [...details.values()], view, size, pins);
  const shownStates = (states?.outlines ?? []).filter(({ box }) => showsBox(view, size, box));
  return (
    <svg width={size.width} height={size.height} className={classes.ground} aria-hidden="true">
      <g
        transform={`translate(${size.width / 2} ${size.height / 2}) scale(${scale}) translate(${-center.x} ${-center.y})`}
      >
        {shownStates.map(({ code, land }) => (
          <Outline key={code} className={classes.state} path={details.get(code)?.land ?? land} />
        ))}
        {[...details].map(([code, { borders }]) => (
          <Outline key={code} className={classes.county} path={borders} />
        ))}
        {searched === null ? null : (
          <circle
            className={classes.searched}
            cx={searched.place.x}
            cy={searched.place.y}
            r={searched.miles * unitsPerMile(searched.place)}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </g>
      {labels.map(({ text, kind, x, y, offset }) =>
        kind === 'state' ? (
          <text key={text} className={classes.stateName} x={x} y={y} dy="0.35em">
            {text}
          </text>
        ) : (
          <g key={`${text} ${x.toFixed(0)}`}>
            <circle className={classes.city} cx={x} cy={y} r="2.5" />
            <text className={classes.cityName} x={x + offset} y={y} dy="0.35em">
              {text}
            </text>
          </g>
        ),
      )}
    </svg>
  );
}

/** Memoized, because a path is long and moving the map doesn't change it. */
const Outline = memo(({ path, className }: { path: string; className: string | undefined }) => (
  <path d={path} className={className} vectorEffect="non-scaling-stroke" />
));
