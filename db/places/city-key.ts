const COMBINING_MARKS = /\p{M}/gu;
/** Apostrophes of all kinds, and periods: people type them or leave them out. ʻ is Hawaiian. */
const IGNORED_MARKS = /['’‘ʻʼ′`´.]/g;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/** Abbreviations of USPS, and what people write instead. Each has one reading in city names. */
const LONG_FORMS: Readonly<Record<string, string>> = {
  ...{ st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount', mtn: 'mountain', pt: 'point', lk: 'lake' },
  ...{ hts: 'heights', spgs: 'springs', bch: 'beach', jct: 'junction', ctr: 'center', vlg: 'village' },
  ...{ twp: 'township', vly: 'valley', fls: 'falls', grv: 'grove', crk: 'creek', pk: 'park' },
};
const DIRECTIONS: Readonly<Record<string, string>> = { n: 'north', s: 'south', e: 'east', w: 'west' };

/** Returns the words of a city's name, lowercase, without accents, and with abbreviations written out. */
export function cityWords(city: string): string[] {
  const normalized = city
    .normalize('NFKD')
    .replace(COMBINING_MARKS, '')
    .toLowerCase()
    .replace(IGNORED_MARKS, '')
    .replaceAll('&', ' and ');
  const words = normalized.split(BETWEEN_WORDS).filter((word) => word !== '');
  if (words[0] === 'the' && words.length > 1) words.shift();
  return words.map((word, index) => {
    // Only 'N Las Vegas' abbreviates a direction. 'U S A F Academy' doesn't, and nor does 'S S Village'.
    const isDirection = index === 0 && (words[1]?.length ?? 0) > 1;
    return (isDirection ? DIRECTIONS[word] : undefined) ?? LONG_FORMS[word] ?? word;
  });
}

/** Returns the key that cities are found by. Without spaces, so that "O'Fallon" is also found as 'O Fallon'. */
export function toCityKey(city: string): string {
  return cityWords(city).join('');
}
