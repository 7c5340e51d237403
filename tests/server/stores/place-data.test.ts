import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findCensusCenter,
  isInStateBox,
  listTowns,
  measureMilesOutside,
  type Town,
} from '#db/places/build/sources.ts';
import { measureMiles } from '#db/places/city-center.ts';
import { toCityKey } from '#db/places/city-key.ts';
import { readPlaces } from '#db/places/place-file.ts';
import { isLongRun } from '#tests/helpers/long-run.ts';

const places = await readPlaces();
const zips = places.zips.flatMap(({ latitude, longitude, ...zip }) =>
  latitude === null || longitude === null ? [] : [{ ...zip, latitude, longitude }],
);
const zipByCode = new Map(zips.map((zip) => [zip.zip, zip]));
const cityByKey = new Map(places.cities.map((city) => [`${city.state} ${toCityKey(city.name)}`, city]));
const towns = listTowns();

function findCenterOf({ state, name }: Pick<Town, 'state' | 'name'>) {
  return zipByCode.get(cityByKey.get(`${state} ${toCityKey(name)}`)?.zip ?? '');
}
const nameOfZip = ({ zip, city, state }: (typeof zips)[number]) => `${zip} ${city}, ${state}`;
const nameOf = ({ name, state }: Pick<Town, 'state' | 'name'>) => `${name}, ${state}`;

describe('[D72] the place file', () => {
  test('has every ZIP code once, and every city once in its state', () => {
    expect(zips.length).toBeGreaterThan(41_000);
    expect(new Set(places.zips.map(({ zip }) => zip)).size).toBe(places.zips.length);
    expect(cityByKey.size).toBe(places.cities.length);
    expect(places.zips.filter(({ zip }) => !/^\d{5}$/.test(zip))).toEqual([]);
  });

  test.each([
    ['75036', 'Frisco', 'TX'],
    ['75072', 'Mckinney', 'TX'],
    ['89437', 'Sparks', 'NV'],
    ['72405', 'Jonesboro', 'AR'],
    ['72713', 'Bentonville', 'AR'],
  ])('has the newer ZIP code %s in %s, %s', (zip, city, state) => {
    expect(zipByCode.get(zip)).toMatchObject({ city, state });
  });

  test('has no position of a military address', () => {
    const military = places.zips.filter(({ state }) => /^A[AEP]$/.test(state));
    expect(military.length).toBeGreaterThan(600);
    expect(military.filter(({ latitude }) => latitude !== null)).toEqual([]);
    expect(places.zips.length - military.length).toBe(zips.length);
  });

  test('has every ZIP code in the box around its state', () => {
    expect(zips.filter((zip) => !isInStateBox(zip.state, zip))).toEqual([]);
  });

  test('has every ZIP code inside its state’s outline, except on small islands', () => {
    // The outlines are coarse, so this allows a few miles. In the usual run, every tenth ZIP code.
    const checked = zips.filter((_, index) => isLongRun || index % 10 === 0);
    const outside = checked.filter((zip) => (measureMilesOutside(zip.state, zip) ?? 0) > 4).map(nameOfZip);
    expect(outside.filter((name) => name !== '04852 Monhegan, ME')).toEqual([]);
  });

  test('has every ZIP code within 15 miles of its Census center', () => {
    const far = zips.filter((zip) => {
      const census = findCensusCenter(zip.zip);
      return census !== null && measureMiles(zip, census) > 15;
    });
    // The Census centers of these two are in Utah and in Colorado.
    expect(far.map(nameOfZip)).toEqual(['82930 Evanston, WY', '82063 Jelm, WY']);
  });

  test('has every city’s center at one of its ZIP codes', () => {
    expect(places.cities.filter(({ zip, state }) => zipByCode.get(zip)?.state !== state)).toEqual([]);
    const withOwnZips = new Set(zips.map(({ state, city }) => `${state} ${toCityKey(city)}`));
    const misplaced = places.cities.filter((city) => {
      const key = `${city.state} ${toCityKey(city.name)}`;
      const center = zipByCode.get(city.zip);
      return withOwnZips.has(key) && center && `${center.state} ${toCityKey(center.city)}` !== key;
    });
    expect(misplaced).toEqual([]);
  });

  test('has the towns without ZIP codes of their own within 15 miles of their center', () => {
    const withOwnZips = new Set(zips.map(({ state, city }) => `${state} ${toCityKey(city)}`));
    const ownTowns = towns.filter((town) => !withOwnZips.has(`${town.state} ${toCityKey(town.name)}`));
    const found = ownTowns.flatMap((town) => {
      const center = findCenterOf(town);
      return center ? [measureMiles(center, town)] : [];
    });
    expect(found.length).toBeGreaterThan(4_000);
    // Some states have several towns of a name, and the largest one is found.
    expect(found.filter((miles) => miles > 15).length).toBeLessThan(100);
  });

  test('has every county seat and the 1,000 largest cities by name', () => {
    const seats = towns.filter(({ isCountySeat }) => isCountySeat);
    expect(seats.length).toBeGreaterThan(2_900);
    // American Samoa has one ZIP code, 70 miles away.
    expect(seats.filter((town) => !findCenterOf(town)).map(nameOf)).toEqual(['Ofu, AS']);
    expect(towns.slice(0, 1_000).filter((town) => !findCenterOf(town))).toEqual([]);
  });

  test('has the centers of the 1,000 largest cities near where GeoNames has the cities', () => {
    const far = towns.slice(0, 1_000).filter((town) => {
      const center = findCenterOf(town);
      return center && measureMiles(center, town) > 15;
    });
    // Two other towns of that name have the post offices, and Roswell's ZIP code reaches into the desert.
    expect(far.map(nameOf)).toEqual(['Shelby, MI', 'Jackson, NJ', 'Roswell, NM']);
  });
});

describe('[D72] a city’s name', () => {
  const SPELLINGS: ReadonlyArray<(name: string) => string> = [
    (name) => name.toUpperCase(),
    (name) => name.toLowerCase(),
    (name) => name.replace(/ /g, '-'),
    (name) => name.replace(/ /g, '  '),
    (name) => name.replace(/['’‘]/g, ''),
    (name) => name.replace(/['’‘]/g, '’'),
    (name) => name.replace(/\./g, ''),
    (name) => name.replace(/^(N|S|E|W)(orth|outh|ast|est) (?=..)/, '$1. '),
    (name) => name.replace(/\bSaint\b|\bSt\./, 'St'),
    (name) => name.replace(/\bSt\b\.?/, 'Saint'),
    (name) => name.replace(/\bFort\b/, 'Ft.'),
    (name) => name.replace(/\bMount\b/, 'Mt'),
    (name) => name.normalize('NFD'),
    (name) => name.normalize('NFD').replace(/\p{M}/gu, ''),
    (name) => ` ${name} `,
  ];

  test('matches in every spelling', () => {
    const city = fc.constantFrom(...places.cities).map(({ name }) => name);
    const spellings = fc.uniqueArray(fc.constantFrom(...SPELLINGS), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(city, spellings, (name, list) => {
        const spelled = list.reduce((text, spell) => spell(text), name);
        expect(toCityKey(spelled)).toBe(toCityKey(name));
      }),
      { numRuns: isLongRun ? 20_000 : 2_000 },
    );
  });

  test.each([
    ["O'Fallon", 'O Fallon'],
    ["Coeur d'Alene", 'COEUR D ALENE'],
    ['N. Las Vegas', 'North Las Vegas'],
    ['E St Louis', 'East Saint Louis'],
    ['Ft. Mt. Hope', 'Fort Mount Hope'],
    ['Kāneʻohe', 'Kaneohe'],
    ['The Dalles', 'Dalles'],
    ['USAF Academy', 'U S A F Academy'],
    ['Winston-Salem', 'Winston Salem'],
    ['Colorado Spgs', 'Colorado Springs'],
  ])('%s is %s', (spelling, name) => {
    expect(toCityKey(spelling)).toBe(toCityKey(name));
  });
});
