import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Referrer } from './reference.schema.ts';

/** The condition of the partial indexes, word for word: without it they are not used. */
export const IS_AFFILIATE = sql<SqlBool>`(account_type in (1, 2, 3) or is_influencer or is_friend or is_house)`;
const FULL_NAME = sql<string>`lower(firstname || ' ' || lastname)`;
const LAST_NAME = sql<string>`lower(lastname)`;
/** Comes after every other character, so that what begins with a text lies between it and it with this behind. */
const LAST_CHARACTER = '\u{10FFFF}';

function affiliates(db: Db) {
  return db
    .selectFrom('accounts')
    .select(['id', 'firstname', 'lastname', 'email', 'referenceCode'])
    .where(IS_AFFILIATE);
}

/** The affiliates whose reference code or e-mail address is exactly this, without regard to case. */
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
 * The first `limit` in the order of a name's index. A range rather than LIKE: a prepared statement's general plan
 * cannot use an index for a pattern that it does not know yet, and the signs of patterns have no meaning here.
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

/** The affiliates whose first, full or last name begins so, at most `limit` by either. */
export async function findReferrersByName(db: Db, beginning: string, limit: number): Promise<Referrer[]> {
  const byFullName = await beginningWith(db, FULL_NAME, beginning, limit);
  if (byFullName.length === limit) return byFullName;
  return [...byFullName, ...(await beginningWith(db, LAST_NAME, beginning, limit))];
}
