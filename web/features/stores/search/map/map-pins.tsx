import type { FoundStore } from '../use-savings.ts';
import { type Cluster, isInside, type MapSize, type MapView, toScreen } from './map-view.ts';
import type { MapPoint } from './projection.ts';
import classes from './results-map.module.css';

/** A result with its number in the list. */
export interface ResultPin {
  store: FoundStore;
  number: number;
  place: MapPoint;
}

interface MapPinsProps {
  clusters: ReadonlyArray<Cluster<ResultPin>>;
  view: MapView;
  size: MapSize;
  isSelected(pin: ResultPin): boolean;
  isHighlighted(pin: ResultPin): boolean;
  onChoose(cluster: Cluster<ResultPin>): void;
}

/** Leaves out markers that aren't in view, because focusing one would scroll the map out of its frame. */
export function MapPins({ clusters, view, size, isSelected, isHighlighted, onChoose }: MapPinsProps) {
  return clusters.map((cluster) => {
    const { pins, place } = cluster;
    const [first] = pins;
    const { x, y } = toScreen(place, view, size);
    if (first === undefined || !isInside({ x, y }, size)) return null;
    const isCluster = pins.length > 1;
    return (
      <button
        key={pins.map(({ store }) => store.id).join()}
        type="button"
        className={classes.pin}
        data-cluster={isCluster || undefined}
        data-highlighted={pins.some(isHighlighted) || pins.some(isSelected) || undefined}
        aria-pressed={isCluster ? undefined : isSelected(first)}
        aria-label={isCluster ? describeCluster(pins) : `${first.number}. ${first.store.businessname}`}
        style={{ left: `${x}px`, top: `${y}px` }}
        onClick={() => onChoose(cluster)}
      >
        <span>{isCluster ? `${pins.length}` : first.number}</span>
      </button>
    );
  });
}

function describeCluster(pins: readonly ResultPin[]): string {
  const numbers = new Intl.ListFormat('en-US').format(pins.map(({ number }) => String(number)));
  return `${pins.length} businesses: results ${numbers}`;
}
