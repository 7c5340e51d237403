import pg from 'pg';

const INT8 = 20;
const DATE = 1082;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`);
  return value;
}

/**
 * How both databases' values come out: node-postgres's own parsers, but counts as numbers and
 * dates without a time as 'YYYY-MM-DD' (a Date would shift them by the machine's zone).
 */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (format !== 'binary') {
    if (oid === INT8) return parseInt8;
    if (oid === DATE) return (text) => text;
  }
  return pg.types.getTypeParser(oid, 'text');
}

/** The same table as PGlite takes it. */
export const embeddedParsers: Record<number, (value: string) => unknown> = Object.fromEntries(
  Object.values(pg.types.builtins).map((oid) => [oid, getTypeParser(oid)]),
);
