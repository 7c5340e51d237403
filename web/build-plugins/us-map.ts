import { createRequire } from 'node:module';
import { geoPath } from 'd3-geo';
import { merge, mesh } from 'topojson-client';
import type { Plugin } from 'vite';
import { readPlaces } from '#db/places/place-file.ts';
import { usStateCode } from '#server/lib/us-states.ts';
import { mercator, project } from '../features/stores/search/map/projection.ts';
import type { City, StateDetails, StateOutline, UsStates } from '../features/stores/search/map/us-map.ts';

const CITIES_PER_STATE = 80;
const CITIES_OF_ALL_STATES = 80;
/**
 * COARSE is for the map of all states, FINE for a single state. Coordinates are rounded to multiples of
 * `grid`, in projection units. Shapes with fewer than `minPoints` points, such as small islands, are left
 * out.
 */
const COARSE = { grid: 20, minPoints: 6 };
const FINE = { grid: 1, minPoints: 4 };
/** us-atlas gives these two territories other names than `usStateCode` expects. */
const CODES_BY_FIPS: Readonly<Record<string, string>> = { 69: 'MP', 78: 'VI' };

const MODULE = 'virtual:us-map';

/**
 * Provides the map data as modules: one with the outlines of all states, and one for each state with its
 * counties and cities, so that a phone loads only what it shows. The build projects the coordinates, so the
 * browser only draws. The server never draws a map, so its renderer gets no data (`isEmpty`).
 */
export function usMap({ isEmpty = false } = {}): Plugin {
  let mapPromise: Promise<UsMap> | undefined;
  return {
    name: 'us-map',
    resolveId: (id) => (id === MODULE || id.startsWith(`${MODULE}/`) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${MODULE}`)) return null;
      if (isEmpty) return 'export const loadStates = undefined, stateLoaders = {};';
      mapPromise ??= buildMap();
      const { states, details } = await mapPromise;
      const name = id.slice(MODULE.length + 2);
      if (name === '') return writeLoaders([...details.keys()]);
      const json = JSON.stringify(name === 'states' ? states : details.get(name));
      return `export default JSON.parse(${JSON.stringify(json)});`;
    },
  };
}

function writeLoaders(codes: readonly string[]): string {
  const loaders = codes.map((code) => `${code}: () => import('${MODULE}/${code}')`);
  return `export const loadStates = () => import('${MODULE}/states');
    export const stateLoaders = { ${loaders.join(', ')} };`;
}

const path = geoPath(mercator);

interface UsMap {
  states: UsStates;
  details: Map<string, StateDetails>;
}

type Topology = Parameters<typeof merge>[0];
type Shape = Extract<Parameters<typeof merge>[1], unknown[]>[number];

/** The ids are FIPS codes. A county's id starts with its state's id. */
interface Atlas extends Topology {
  objects: {
    states: Topology['objects'][string] & {
      geometries: Array<Shape & { id: string; properties: { name: string } }>;
    };
    counties: Topology['objects'][string] & { geometries: Array<Shape & { id: string }> };
  };
}

function isAtlas(value: unknown): value is Atlas {
  if (typeof value !== 'object' || value === null || !('objects' in value)) return false;
  const { objects } = value;
  return typeof objects === 'object' && objects !== null && 'states' in objects && 'counties' in objects;
}

async function buildMap(): Promise<UsMap> {
  const atlas: unknown = createRequire(import.meta.url)('us-atlas/counties-10m.json');
  if (!isAtlas(atlas)) throw new Error('us-atlas has changed its format');
  const cities = await listCities();
  const outlines: StateOutline[] = [];
  const details = new Map<string, StateDetails>();
  for (const { id, properties } of atlas.objects.states.geometries) {
    const code = CODES_BY_FIPS[id] ?? usStateCode(properties.name);
    if (code === null) throw new Error(`us-atlas has an unknown state: ${properties.name}`);
    const counties = atlas.objects.counties.geometries.filter((county) => county.id.startsWith(id));
    const land = merge(atlas, counties);
    const landLines = land.coordinates.flat().map(projectLine);
    const [[west, north], [east, south]] = path.bounds(land);
    const isBorder = (a: object, b: object) => a !== b;
    const borders = mesh(atlas, { type: 'GeometryCollection', geometries: counties }, isBorder);
    outlines.push({
      code,
      name: properties.name,
      land: drawLines(landLines, COARSE, 'Z'),
      middle: findMiddle(land),
      box: [Math.floor(west), Math.floor(north), Math.ceil(east), Math.ceil(south)],
    });
    details.set(code, {
      land: drawLines(landLines, FINE, 'Z'),
      borders: drawLines(borders.coordinates.map(projectLine), FINE, ''),
      cities: (cities.get(code) ?? []).slice(0, CITIES_PER_STATE),
    });
  }
  const allCities = [...details.values()].flatMap((state) => state.cities).sort((a, b) => b[3] - a[3]);
  return { states: { outlines, cities: allCities.slice(0, CITIES_OF_ALL_STATES) }, details };
}

type Line = Array<readonly [x: number, y: number]>;

function projectLine(positions: readonly number[][]): Line {
  return positions.map(([longitude = 0, latitude = 0]) => {
    const { x, y } = project({ latitude, longitude });
    return [x, y];
  });
}

/**
 * Returns an SVG path of relative steps, rounded to the grid. `end` is appended to each line: 'Z' closes a
 * shape.
 */
function drawLines(lines: readonly Line[], { grid, minPoints }: typeof FINE, end: string): string {
  return lines
    .map((line) => {
      const steps: string[] = [];
      let last: [number, number] | undefined;
      for (const [exactX, exactY] of line) {
        const [x, y] = [Math.round(exactX / grid) * grid, Math.round(exactY / grid) * grid];
        if (last && x === last[0] && y === last[1]) continue;
        steps.push(last ? `${x - last[0]} ${y - last[1]}` : `M${x} ${y}l`);
        last = [x, y];
      }
      const isTooSmall = steps.length < (end === '' ? 2 : minPoints);
      return isTooSmall ? '' : `${steps[0]}${steps.slice(1).join(' ')}${end}`;
    })
    .join('');
}

/** Returns the centroid of the state's largest part, where the state's name fits best. */
function findMiddle({ coordinates }: ReturnType<typeof merge>): StateOutline['middle'] {
  const parts = coordinates.map((part) => ({ type: 'Polygon' as const, coordinates: part }));
  const [largest] = parts.sort((a, b) => path.area(b) - path.area(a));
  if (largest === undefined) throw new Error('us-atlas has a state without land');
  const [x, y] = path.centroid(largest);
  return [Math.round(x), Math.round(y)];
}

/**
 * Returns each state's cities, those with the most ZIP codes first: we don't know anything else about their
 * size.
 */
async function listCities(): Promise<Map<string, City[]>> {
  const { zips } = await readPlaces();
  const cities = new Map<string, City[]>();
  for (const cityZips of Map.groupBy(zips, ({ state, city }) => `${state} ${city}`).values()) {
    // The city's center.
    const [first] = cityZips;
    if (first === undefined || first.latitude === null || first.longitude === null) continue;
    const { x, y } = project({ latitude: first.latitude, longitude: first.longitude });
    const stateCities = cities.get(first.state) ?? [];
    stateCities.push([first.city, Math.round(x), Math.round(y), cityZips.length]);
    cities.set(first.state, stateCities);
  }
  for (const list of cities.values()) list.sort((a, b) => b[3] - a[3] || (a[0] < b[0] ? -1 : 1));
  return cities;
}
