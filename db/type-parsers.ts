import pg from 'pg';

const INT8 = 20;
const DATE = 1082;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`);
  return value;
}

/**
 * Returns node-postgres's parser, except that int8 becomes a number, and a date stays 'YYYY-MM-DD' because a
 * Date would shift it by the machine's time zone.
 */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (format !== 'binary') {
    if (oid === INT8) return parseInt8;
    if (oid === DATE) return (text) => text;
  }
  return pg.types.getTypeParser(oid, 'text');
}

/** The parsers for PGlite, which takes a map from type oid to parser. */
export const embeddedParsers: Record<number, (value: string) => unknown> = Object.fromEntries(
  Object.values(pg.types.builtins).map((oid) => [oid, getTypeParser(oid)]),
);
