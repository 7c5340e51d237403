import { type SqlBool, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { IS_AFFILIATE } from '#db/tables/accounts.ts';

const COLUMNS = ['id', 'firstname', 'lastname'] as const;

export interface AffiliateName {
  id: string;
  firstname: string;
  lastname: string;
}

/** Finds an account that may be named as a referrer, including the house account. */
export async function findAffiliate(db: Db, id: string): Promise<AffiliateName | undefined> {
  return db
    .selectFrom('accounts')
    .select(COLUMNS)
    .where('id', '=', id)
    .where(IS_AFFILIATE)
    .executeTakeFirst();
}

export async function findAffiliateByCode(db: Db, code: string): Promise<AffiliateName | undefined> {
  return db
    .selectFrom('accounts')
    .select(COLUMNS)
    .where(sql<SqlBool>`upper(reference_code) = upper(${code})`)
    .where(IS_AFFILIATE)
    .executeTakeFirst();
}
