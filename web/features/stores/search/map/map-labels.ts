import { isInside, type MapSize, type MapView, toScreen } from './map-view.ts';
import type { MapPoint } from './projection.ts';
import type { City, StateDetails, UsStates } from './us-map.ts';

export interface MapLabel {
  text: string;
  kind: 'state' | 'city';
  /** In pixels: the center of a state's name, or of a city's dot. */
  x: number;
  y: number;
  /** The distance in pixels from the center of a city's dot to its name. */
  offset: number;
}

/** In pixels per map unit. Below this scale, the map shows whole states, without counties. */
export const COUNTY_SCALE = 0.15;
const MAX_STATE_NAME_SCALE = 0.12;
/** An estimate for the labels' font, in pixels. */
const CHARACTER_WIDTH = 6.4;
const LINE_HEIGHT = 16;
const MIN_GAP = 4;
/**
 * The distance in pixels from the center of a city's dot to its name. The larger one clears a marker on the
 * dot.
 */
const OFFSETS = { beside: 6, besideMarker: 24 };
const DOT_RADIUS = 3;
const PIN_RADIUS = 18;

type Box = readonly [left: number, top: number, right: number, bottom: number];

/**
 * Chooses the names that fit without overlapping each other or a marker: states first when the map
 * shows many, then the largest cities.
 */
export function chooseLabels(
  states: UsStates | undefined,
  details: readonly StateDetails[],
  view: MapView,
  size: MapSize,
  pins: readonly MapPoint[],
): MapLabel[] {
  if (states === undefined) return [];
  const cities = details.length === 0 ? states.cities : details.flatMap((state) => state.cities);
  const candidates = [
    ...(view.scale < MAX_STATE_NAME_SCALE
      ? states.outlines.map((state) => labelState(state, view, size))
      : []),
    ...cities.toSorted((a, b) => b[3] - a[3]).map((city) => labelCity(city, pins, view, size)),
  ];
  const takenBoxes: Box[] = [
    ...pins.map(({ x, y }) => [x - PIN_RADIUS, y - PIN_RADIUS, x + PIN_RADIUS, y + PIN_RADIUS] satisfies Box),
  ];
  return candidates.filter((label) => {
    const box = measureLabel(label);
    const fits = isInside(label, size) && box[0] >= 0 && box[2] <= size.width;
    if (!fits || takenBoxes.some((other) => overlaps(box, other))) return false;
    takenBoxes.push(box);
    return true;
  });
}

function labelState({ code, name, middle, box }: UsStates['outlines'][number], view: MapView, size: MapSize) {
  const width = (box[2] - box[0]) * view.scale;
  const text = name.length * CHARACTER_WIDTH * 1.3 < width ? name : code;
  return { text, kind: 'state' as const, offset: 0, ...toScreen({ x: middle[0], y: middle[1] }, view, size) };
}

function labelCity([text, x, y]: City, pins: readonly MapPoint[], view: MapView, size: MapSize) {
  const dot = toScreen({ x, y }, view, size);
  const isCovered = pins.some((pin) => Math.hypot(pin.x - dot.x, pin.y - dot.y) < PIN_RADIUS);
  return { text, kind: 'city' as const, offset: isCovered ? OFFSETS.besideMarker : OFFSETS.beside, ...dot };
}

function measureLabel({ text, kind, x, y, offset }: MapLabel): Box {
  const width = text.length * CHARACTER_WIDTH;
  if (kind === 'state') return [x - width / 2, y - LINE_HEIGHT / 2, x + width / 2, y + LINE_HEIGHT / 2];
  const left = offset === OFFSETS.beside ? x - DOT_RADIUS : x + offset;
  return [left, y - LINE_HEIGHT / 2, x + offset + width, y + LINE_HEIGHT / 2];
}

const overlaps = (a: Box, b: Box) =>
  a[0] < b[2] + MIN_GAP && a[2] > b[0] - MIN_GAP && a[1] < b[3] + MIN_GAP && a[3] > b[1] - MIN_GAP;
