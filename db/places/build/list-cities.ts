import { findCenter, findNearest } from '../city-center.ts';
import { toCityKey } from '../city-key.ts';
import { type CheckedZip, FAR_MILES } from './check-zips.ts';
import type { Town } from './sources.ts';

/** A line of the place file: a city with its ZIP codes, its center first. */
export interface CityLine {
  state: string;
  /** The post office's name. Empty for a city without ZIP codes of its own. */
  city: string;
  name: string;
  zips: CheckedZip[];
}

/** Names that no source has, and the cities that they mean. */
const ALIASES: ReadonlyArray<readonly [state: string, city: string, aliases: string]> = [
  ['AZ', 'Phoenix', 'PHX'],
  ['CA', 'Los Angeles', 'LA'],
  ['CA', 'San Francisco', 'SF, San Fran'],
  ['CO', 'Colorado Springs', 'CO Springs, The Springs'],
  ['DC', 'Washington', 'Washington DC, District of Columbia'],
  ['FL', 'Fort Lauderdale', 'Ft Laud'],
  ['FL', 'Jacksonville', 'Jax'],
  ['FL', 'Saint Petersburg', 'St Pete'],
  ['GA', 'Atlanta', 'ATL'],
  ['HI', 'Kailua Kona', 'Kona'],
  ['IN', 'Indianapolis', 'Indy'],
  ['KS', 'Kansas City', 'KC, KCK'],
  ['LA', 'New Orleans', 'NOLA'],
  ['MO', 'Kansas City', 'KC, KCMO'],
  ['MO', 'Saint Louis', 'STL'],
  ['NM', 'Albuquerque', 'ABQ'],
  ['NM', 'Truth Or Consequences', 'T or C'],
  ['NV', 'Las Vegas', 'Vegas'],
  ['NY', 'New York', 'New York City, NYC'],
  ['OH', 'Cincinnati', 'Cincy'],
  ['OK', 'Oklahoma City', 'OKC'],
  ['PA', 'Philadelphia', 'Philly'],
  ['UT', 'Salt Lake City', 'SLC'],
  ['VA', 'Virginia Beach', 'VA Beach'],
];

/** The two names of one place: how far a town may be from the post office of the same name. */
const SAME_PLACE_MILES = 25;

/** Returns the cities of the ZIP codes, the towns without ZIP codes of their own, and the common aliases. */
export function listCities(
  zips: readonly CheckedZip[],
  towns: readonly Town[],
): { lines: CityLine[]; refusedTowns: string[] } {
  const lines = new Map<string, CityLine>();
  const townsByKey = Map.groupBy(towns, ({ state, name }) => `${state} ${toCityKey(name)}`);
  for (const [key, group] of Map.groupBy(zips, ({ state, city }) => `${state} ${toCityKey(city)}`)) {
    const center = findCenter(group);
    if (!center) continue;
    const city = findMostCommon(group.map((zip) => zip.city));
    const town = findNearest(townsByKey.get(key) ?? [], center);
    lines.set(key, {
      state: center.state,
      city,
      name: town && town.miles <= SAME_PLACE_MILES ? town.item.name : city,
      zips: [center, ...group.filter((zip) => zip !== center)],
    });
  }
  for (const [state, city, aliases] of ALIASES) {
    const target = lines.get(`${state} ${toCityKey(city)}`);
    if (!target) throw new Error(`There is no ${city}, ${state}`);
    for (const name of aliases.split(', '))
      lines.set(`${state} ${toCityKey(name)}`, { state, city: '', name, zips: target.zips.slice(0, 1) });
  }
  const refusedTowns: string[] = [];
  const zipsByState = Map.groupBy(zips, ({ state }) => state);
  for (const town of towns) {
    const key = `${town.state} ${toCityKey(town.name)}`;
    if (lines.has(key)) continue;
    const nearest = findNearest(zipsByState.get(town.state) ?? [], town);
    if (nearest && nearest.miles <= FAR_MILES)
      lines.set(key, { state: town.state, city: '', name: town.name, zips: [nearest.item] });
    else refusedTowns.push(`${town.name}, ${town.state}`);
  }
  return { lines: [...lines.values()], refusedTowns };
}

function findMostCommon(names: readonly string[]): string {
  const groups = [...Map.groupBy(names, (name) => name)];
  return groups.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? '';
}
