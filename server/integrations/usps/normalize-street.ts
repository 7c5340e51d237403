import { DIRECTION_WORDS, STREET_SUFFIXES, UNIT_WORDS } from './street-words.ts';

const PO_BOX = /^(?:P\s?O\s?|POST OFFICE )?BOX (\w+)$/;
/** Rural and highway routes, and boxes at military post offices. */
const ROUTE_BOX = /^(?:(RR|RURAL ROUTE|HC|PSC|CMR|UNIT) )(\w+) BOX (\w+)$/;
const HOUSE_NUMBER = /^(?:\d[\dA-Z/-]*|[NSEW]\d+[NSEW]\d+)$/;

/** Converts to capitals without accents, periods, and commas, with single spaces, as USPS prints addresses. */
export function plainCapitals(line: string): string {
  return line
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[.,;:"]/g, ' ')
    .replace(/#\s*/g, '# ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** 'Apartment 4b' becomes 'APT 4B', and '#4b' becomes '# 4B'. */
export function normalizeUnit(line: string): string {
  const [first = '', ...rest] = plainCapitals(line).split(' ');
  return [UNIT_WORDS.get(first) ?? first, ...rest].join(' ');
}

interface StreetLines {
  street: string;
  /** The apartment or suite, if the line contains one. */
  unit: string | null;
}

/**
 * Writes a delivery line as USPS does; null if it has neither a house number nor a box, so that nothing can be
 * delivered.
 */
export function normalizeStreet(line: string): StreetLines | null {
  const capitals = plainCapitals(line);
  const box = PO_BOX.exec(capitals);
  if (box) return { street: `PO BOX ${box[1]}`, unit: null };
  const route = ROUTE_BOX.exec(capitals);
  if (route) {
    const kind = route[1] === 'RURAL ROUTE' ? 'RR' : route[1];
    return { street: `${kind} ${route[2]} BOX ${route[3]}`, unit: null };
  }
  const words = capitals.split(' ');
  const [number = ''] = words;
  if (!HOUSE_NUMBER.test(number)) return null;
  const { name, unit } = splitUnit(words.slice(1));
  if (name.length === 0) return null;
  return { street: [number, ...abbreviate(name)].join(' '), unit };
}

/** Splits off 'APT 4' or '# 4' at the end of the line. */
function splitUnit(words: string[]): { name: string[]; unit: string | null } {
  const at = words.findIndex(
    (word, i) => i > 0 && i < words.length - 1 && (word === '#' || isUnitWord(word)),
  );
  if (at < 0) return { name: words, unit: null };
  return { name: words.slice(0, at), unit: normalizeUnit(words.slice(at).join(' ')) };
}

function isUnitWord(word: string): boolean {
  return UNIT_WORDS.has(word);
}

/**
 * Abbreviates a leading direction, the last word that is a suffix, and a direction after it. A word that is itself
 * the street's name stays: NORTH STREET is NORTH ST, and AVENUE B stays AVENUE B.
 */
function abbreviate(words: string[]): string[] {
  const short = [...words];
  const last = words.length - 1;
  const directionBehind = last > 0 ? DIRECTION_WORDS.get(words[last] ?? '') : undefined;
  const suffixAt = directionBehind && last > 1 ? last - 1 : last;
  const suffix = suffixAt > 0 ? STREET_SUFFIXES.get(words[suffixAt] ?? '') : undefined;
  if (suffix) short[suffixAt] = suffix;
  if (directionBehind && (suffix || last > 1)) short[last] = directionBehind;
  const inFront = DIRECTION_WORDS.get(words[0] ?? '');
  const isNameItself = suffix !== undefined && suffixAt === 1;
  if (inFront && last > 0 && !isNameItself) short[0] = inFront;
  return short;
}
