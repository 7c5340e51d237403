import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { IS_AFFILIATE } from '#db/tables/accounts.ts';
import type { Referrer } from './reference.schema.ts';

const FULL_NAME = sql<string>`lower(firstname || ' ' || lastname)`;
const LAST_NAME = sql<string>`lower(lastname)`;
/** Sorts after all other characters. A prefix search is the range from the prefix to the prefix plus this. */
const LAST_CHARACTER = '\u{10FFFF}';

function selectAffiliates(db: Db) {
  return db
    .selectFrom('accounts')
    .select(['id', 'firstname', 'lastname', 'email', 'referenceCode'])
    .where(IS_AFFILIATE);
}

/** Returns affiliates whose reference code or email matches exactly, ignoring case. */
export async function findReferrersByCodeOrEmail(db: Db, codeOrEmail: string): Promise<Referrer[]> {
  return selectAffiliates(db)
    .where((eb) =>
      eb.or([
        sql<SqlBool>`upper(reference_code) = upper(${codeOrEmail})`,
        sql<SqlBool>`lower(email) = lower(${codeOrEmail})`,
      ]),
    )
    .execute();
}

/**
 * Returns the first `limit` rows in index order. Uses a range instead of LIKE: with an unknown pattern, the
 * generic plan of a prepared statement can't use an index. A range also has no wildcards to escape.
 */
function findByNamePrefix(db: Db, nameColumn: RawBuilder<string>, prefix: string, limit: number) {
  return selectAffiliates(db)
    .where(sql<SqlBool>`${nameColumn} ~>=~ lower(${prefix})`)
    .where(sql<SqlBool>`${nameColumn} ~<~ lower(${prefix + LAST_CHARACTER})`)
    .orderBy(sql`${nameColumn} using ~<~`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Returns affiliates whose first, full, or last name starts with the prefix. Returns up to `limit` matches by
 * first or full name and, if there are fewer, up to `limit` more by last name, which may repeat some.
 */
export async function findReferrersByName(db: Db, prefix: string, limit: number): Promise<Referrer[]> {
  const byFullName = await findByNamePrefix(db, FULL_NAME, prefix, limit);
  if (byFullName.length === limit) return byFullName;
  return [...byFullName, ...(await findByNamePrefix(db, LAST_NAME, prefix, limit))];
}
