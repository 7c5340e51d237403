const SHORT_FORMS: Record<string, string> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
  mtn: 'mountain',
};

/** Normalizes a city name for search: 'St. Louis' and 'SAINT LOUIS' get the same key. */
export function toCityKey(city: string): string {
  const normalized = city.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’.]/g, '');
  const words = normalized.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.map((word) => SHORT_FORMS[word] ?? word).join(' ');
}
