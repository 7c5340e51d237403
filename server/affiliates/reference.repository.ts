import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Referrer } from './reference.schema.ts';

/** Must match the partial indexes' condition literally, or they are not used. */
export const IS_AFFILIATE = sql<SqlBool>`(account_type in (1, 2, 3) or is_influencer or is_friend or is_house)`;
const FULL_NAME = sql<string>`lower(firstname || ' ' || lastname)`;
const LAST_NAME = sql<string>`lower(lastname)`;
/** Sorts after every other character, so a prefix search is the range from the prefix to the prefix plus this. */
const LAST_CHARACTER = '\u{10FFFF}';

function affiliates(db: Db) {
  return db
    .selectFrom('accounts')
    .select(['id', 'firstname', 'lastname', 'email', 'referenceCode'])
    .where(IS_AFFILIATE);
}

/** Affiliates whose reference code or email matches exactly, ignoring case. */
export async function findReferrersByCodeOrEmail(db: Db, typed: string): Promise<Referrer[]> {
  return affiliates(db)
    .where((eb) =>
      eb.or([
        sql<SqlBool>`upper(reference_code) = upper(${typed})`,
        sql<SqlBool>`lower(email) = lower(${typed})`,
      ]),
    )
    .execute();
}

/**
 * The first `limit` rows in index order. A range instead of LIKE: a prepared statement's generic plan cannot use an
 * index for an unknown pattern, and a range has no wildcards to escape.
 */
function beginningWith(db: Db, name: RawBuilder<string>, beginning: string, limit: number) {
  return affiliates(db)
    .where(sql<SqlBool>`${name} ~>=~ lower(${beginning})`)
    .where(sql<SqlBool>`${name} ~<~ lower(${beginning + LAST_CHARACTER})`)
    .orderBy(sql`${name} using ~<~`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Affiliates whose first, full, or last name starts with the text, at most `limit` of each. */
export async function findReferrersByName(db: Db, beginning: string, limit: number): Promise<Referrer[]> {
  const byFullName = await beginningWith(db, FULL_NAME, beginning, limit);
  if (byFullName.length === limit) return byFullName;
  return [...byFullName, ...(await beginningWith(db, LAST_NAME, beginning, limit))];
}
