import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A ZIP code with the name of its post office. Those of military addresses have no position. */
export interface Zip {
  zip: string;
  city: string;
  state: string;
  latitude: number | null;
  longitude: number | null;
}

/** A city that can be searched. Its center is that of the ZIP code, which may be another city's. */
export interface City {
  state: string;
  name: string;
  zip: string;
}

export const PLACE_FILE = join(import.meta.dirname, 'places.tsv');

/**
 * Reads the file that `db/places/build/main.ts` writes: the checked ZIP codes of the US with their cities. Its
 * lines have the state, the post office's name, the city's name if it is another, and the ZIP codes with their
 * latitudes and longitudes, the city's center first. A city without ZIP codes of its own has no post office,
 * and only the ZIP code of its center.
 */
export async function readPlaces(): Promise<{ zips: Zip[]; cities: City[] }> {
  const zips: Zip[] = [];
  const cities: City[] = [];
  for (const line of (await readFile(PLACE_FILE, 'utf8')).trimEnd().split('\n')) {
    const [state = '', city = '', name = '', list = ''] = line.split('\t');
    const entries = list.split(';').map((entry) => entry.split(' '));
    const [center] = entries;
    const hasPosition = city === '' || center?.[1] !== undefined;
    if (center?.[0] !== undefined && hasPosition) cities.push({ state, name: name || city, zip: center[0] });
    if (city === '') continue;
    for (const [zip = '', latitude, longitude] of entries)
      zips.push({ zip, city, state, latitude: toDegrees(latitude), longitude: toDegrees(longitude) });
  }
  return { zips, cities };
}

const toDegrees = (text: string | undefined) => (text === undefined ? null : Number(text));
