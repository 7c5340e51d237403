const SHORT_FORMS: Record<string, string> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
  mtn: 'mountain',
};

/** A city as it is searched for: 'St. Louis' and 'SAINT LOUIS' are one. */
export function cityKey(city: string): string {
  const plain = city.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’.]/g, '');
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.map((word) => SHORT_FORMS[word] ?? word).join(' ');
}
