import { writeFile } from 'node:fs/promises';
import { PLACE_FILE } from '../place-file.ts';
import { checkZips } from './check-zips.ts';
import { type CityLine, listCities } from './list-cities.ts';
import { listSourceZips, listTowns, type SourceZip } from './sources.ts';

// Writes the place file from the packages' data, and reports what was corrected: node db/places/build/main.ts

const MILITARY_STATES = ['AA', 'AE', 'AP'];
const isMilitary = ({ state }: SourceZip) => MILITARY_STATES.includes(state);

const sources = listSourceZips();
const { zips, report } = checkZips(sources.filter((zip) => !isMilitary(zip)));
const { lines, refusedTowns } = listCities(zips, listTowns());
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
lines.sort(
  (a, b) => compare(a.state, b.state) || compare(a.city || '~', b.city || '~') || compare(a.name, b.name),
);
await writeFile(
  PLACE_FILE,
  [...lines.map(writeLine), ...listMilitaryLines()].map((line) => `${line}\n`).join(''),
);

print('Corrected', report.corrected['from the Census gazetteer'], 'from the Census gazetteer');
print('Corrected', report.corrected['to their city or neighbors'], 'to their city or neighbors');
print('Refused', report.refused, 'ZIP codes, which are outside their state or far from their neighbors');
print('Refused', refusedTowns, 'towns, which have no ZIP code nearby');
console.log(`Wrote ${zips.length} ZIP codes and ${lines.length} cities to ${PLACE_FILE}`);

function writeLine({ state, city, name, zips: ownZips }: CityLine): string {
  if (city === '') return [state, '', name, ownZips[0]?.zip].join('\t');
  const list = ownZips.map(({ zip, latitude, longitude }) => `${zip} ${round(latitude)} ${round(longitude)}`);
  return [state, city, name === city ? '' : name, list.join(';')].join('\t');
}

/** About ten yards. */
function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}

/** Military addresses have no position: their mail is forwarded to wherever the unit is (D72). */
function listMilitaryLines(): string[] {
  const groups = Map.groupBy(sources.filter(isMilitary), ({ state, city }) => `${state}\t${city}`);
  return [...groups].sort().map(([name, group]) => `${name}\t\t${group.map(({ zip }) => zip).join(';')}`);
}

function print(verb: string, list: readonly string[], what: string): void {
  console.log(`${verb} ${list.length} ${what}:\n  ${list.join('; ')}\n`);
}
