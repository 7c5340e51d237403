import { SEARCH_DISTANCES_MILES } from '#server/domains/stores/search/search-rules.shared.ts';
import { type MapPoint, unitsPerMile } from './projection.ts';

/** The part of the map that is in view: its center, and its scale in pixels per map unit. */
export interface MapView {
  center: MapPoint;
  scale: number;
}

/** The map's size in pixels. */
export interface MapSize {
  width: number;
  height: number;
}

/** In pixels per map unit. `min` shows all states on a phone. At `max`, a pixel is about 15 feet. */
const SCALES = { min: 0.012, max: 60 };
/** Pixels between the outermost results and the map's edge. */
const PADDING = 36;
/** If the map zoomed in further, it would show few names to recognize a place by. */
const MIN_RADIUS_MILES = 8;

const clampScale = (scale: number) => Math.min(SCALES.max, Math.max(SCALES.min, scale));

/** Returns the closest view that contains all points, and at least `minRadiusMiles` around their center. */
export function fitView(
  points: readonly MapPoint[],
  { width, height }: MapSize,
  minRadiusMiles = MIN_RADIUS_MILES,
): MapView {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const box = {
    west: Math.min(...xs),
    east: Math.max(...xs),
    north: Math.min(...ys),
    south: Math.max(...ys),
  };
  const center = { x: (box.west + box.east) / 2, y: (box.north + box.south) / 2 };
  const minExtent = 2 * minRadiusMiles * unitsPerMile(center);
  const [across, down] = [
    Math.max(minExtent, box.east - box.west),
    Math.max(minExtent, box.south - box.north),
  ];
  const scale = Math.min(Math.max(1, width - 2 * PADDING) / across, Math.max(1, height - 2 * PADDING) / down);
  return { center, scale: clampScale(scale) };
}

/** Returns a place's position in pixels from the map's upper left corner. */
export function toScreen(place: MapPoint, { center, scale }: MapView, { width, height }: MapSize): MapPoint {
  return { x: (place.x - center.x) * scale + width / 2, y: (place.y - center.y) * scale + height / 2 };
}

export function toPlace(pixel: MapPoint, { center, scale }: MapView, { width, height }: MapSize): MapPoint {
  return { x: (pixel.x - width / 2) / scale + center.x, y: (pixel.y - height / 2) / scale + center.y };
}

/** Zooms by `factor`, and keeps the place at `pixel` in the same position. */
export function zoomAt(view: MapView, size: MapSize, factor: number, pixel: MapPoint): MapView {
  const scale = clampScale(view.scale * factor);
  const place = toPlace(pixel, view, size);
  const ratio = view.scale / scale;
  return {
    scale,
    center: {
      x: place.x + (view.center.x - place.x) * ratio,
      y: place.y + (view.center.y - place.y) * ratio,
    },
  };
}

export function panBy({ center, scale }: MapView, dx: number, dy: number): MapView {
  return { scale, center: { x: center.x - dx / scale, y: center.y - dy / scale } };
}

export const isInside = ({ x, y }: MapPoint, { width, height }: MapSize) =>
  x >= 0 && y >= 0 && x <= width && y <= height;

/** True if the view shows part of a box. */
export function showsBox(
  { center, scale }: MapView,
  { width, height }: MapSize,
  [west, north, east, south]: readonly [number, number, number, number],
): boolean {
  const [halfWidth, halfHeight] = [width / 2 / scale, height / 2 / scale];
  return (
    west < center.x + halfWidth &&
    east > center.x - halfWidth &&
    north < center.y + halfHeight &&
    south > center.y - halfHeight
  );
}

/**
 * Returns the shortest search distance in miles that reaches the map's nearer edges, or the longest distance
 * if none does.
 */
export function chooseDistance({ center, scale }: MapView, { width, height }: MapSize): number {
  const miles = Math.min(width, height) / 2 / scale / unitsPerMile(center);
  return SEARCH_DISTANCES_MILES.find((distance) => distance >= miles) ?? Math.max(...SEARCH_DISTANCES_MILES);
}

/** Results that are so close together that they share a marker. */
export interface Cluster<Pin> {
  pins: Pin[];
  /** The average position of its results. */
  place: MapPoint;
}

/**
 * Groups the results whose markers would overlap. Doesn't depend on the view's center, so that moving the map
 * never regroups them.
 */
export function clusterPins<Pin extends { place: MapPoint }>(
  pins: readonly Pin[],
  scale: number,
  gapPixels: number,
): Array<Cluster<Pin>> {
  let clusters: Array<Cluster<Pin>> = pins.map((pin) => ({ pins: [pin], place: pin.place }));
  for (;;) {
    const pair = findNearPair(clusters, gapPixels / scale);
    if (pair === undefined) return clusters;
    const [one, other] = pair;
    const merged = pins.filter((pin) => one.pins.includes(pin) || other.pins.includes(pin));
    const average = (pick: (place: MapPoint) => number) =>
      merged.reduce((sum, { place }) => sum + pick(place), 0) / merged.length;
    const place = { x: average(({ x }) => x), y: average(({ y }) => y) };
    clusters = clusters
      .filter((cluster) => cluster !== other)
      .map((cluster) => (cluster === one ? { pins: merged, place } : cluster));
  }
}

function findNearPair<Pin>(clusters: ReadonlyArray<Cluster<Pin>>, gap: number) {
  for (const [index, one] of clusters.entries()) {
    const other = clusters
      .slice(index + 1)
      .find(({ place }) => Math.hypot(place.x - one.place.x, place.y - one.place.y) < gap);
    if (other !== undefined) return [one, other] as const;
  }
  return undefined;
}

/** True if zooming in can separate the results. Several results may have the same address. */
export function canSplit({ pins }: Cluster<{ place: MapPoint }>, gapPixels: number): boolean {
  return clusterPins(pins, SCALES.max, gapPixels).length > 1;
}
