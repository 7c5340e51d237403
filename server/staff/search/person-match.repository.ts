import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { toNameKey } from '../../lib/name-key.ts';

/** Sorts after all other characters, so texts that start with 'an' are between 'an' and 'an' plus this. */
const LAST_CHARACTER = '\u{10FFFF}';

type PersonTable = 'accounts' | 'memberships';

/** The expressions of the indexes `<table>_last_first_key` and `<table>_first_last_key`. */
export const lastFirst = (table: PersonTable) => joinNames(table, ['lastname', 'firstname']);
export const firstLast = (table: PersonTable) => joinNames(table, ['firstname', 'lastname']);

function joinNames(table: PersonTable, [a, b]: readonly [string, string]): RawBuilder<string> {
  return sql`(name_search_key(${sql.ref(`${table}.${a}`)} || ' ' || ${sql.ref(`${table}.${b}`)}) collate "C")`;
}

/** The expression of the index `accounts_email_start`. */
export const lowerEmail = sql<string>`(lower(accounts.email) collate "C")`;

/**
 * Uses a range instead of LIKE: with an unknown pattern, the generic plan of a prepared statement can't use an
 * index. A range also has no wildcards to escape.
 */
export function startsWith(expression: RawBuilder<string>, text: string): RawBuilder<SqlBool> {
  const start = text.toLowerCase();
  return sql<SqlBool>`(${expression} >= ${start} and ${expression} < ${start + LAST_CHARACTER})`;
}

/** The same for a name, without regard to accents, apostrophes, and hyphens: 'oneill' finds 'O'Néill'. */
export function nameStartsWith(expression: RawBuilder<string>, text: string): RawBuilder<SqlBool> {
  return startsWith(expression, toNameKey(text));
}

/**
 * Matches people whose first or last name starts with the text. Two words may be the beginnings of both names,
 * in either order.
 */
export function matchesName(table: PersonTable, text: string): RawBuilder<SqlBool> {
  const [first = '', ...others] = text.trim().split(/\s+/);
  const rest = others.join(' ');
  const whole = rest === '' ? first : `${first} ${rest}`;
  const starts = [nameStartsWith(firstLast(table), whole), nameStartsWith(lastFirst(table), whole)];
  const pairs = [
    [first, rest],
    [rest, first],
  ].map(
    ([firstname = '', lastname = '']) =>
      sql<SqlBool>`(${nameStartsWith(firstLast(table), firstname)} and ${nameStartsWith(lastFirst(table), lastname)})`,
  );
  return sql<SqlBool>`(${sql.join(rest === '' ? starts : [...starts, ...pairs], sql` or `)})`;
}
