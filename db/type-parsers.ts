import pg from 'pg';

const INT8 = 20;
const DATE = 1082;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`);
  return value;
}

/**
 * How both databases' values are read: node-postgres's parsers, except that counts are numbers and dates without a
 * time are 'YYYY-MM-DD' (a Date would shift them by the machine's time zone).
 */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (format !== 'binary') {
    if (oid === INT8) return parseInt8;
    if (oid === DATE) return (text) => text;
  }
  return pg.types.getTypeParser(oid, 'text');
}

/** The same table in PGlite's format. */
export const embeddedParsers: Record<number, (value: string) => unknown> = Object.fromEntries(
  Object.values(pg.types.builtins).map((oid) => [oid, getTypeParser(oid)]),
);
