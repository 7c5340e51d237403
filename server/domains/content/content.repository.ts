import type { Db } from '#db/client.ts';
import type { ContractType, PolicyType, PublishedText, TextVersion } from './content.schema.ts';

export async function findPolicy(db: Db, type: PolicyType): Promise<PublishedText | undefined> {
  return db
    .selectFrom('policies')
    .select(['type', 'version', 'html', 'publishedAt'])
    .where('type', '=', type)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findContract(db: Db, type: ContractType): Promise<PublishedText | undefined> {
  return db
    .selectFrom('contracts')
    .select(['type', 'version', 'html', 'publishedAt'])
    .where('type', '=', type)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the current version of each text that buyers accept. */
export async function findTextVersions(db: Db): Promise<TextVersion[]> {
  const version = db.fn.max<number>('version').as('version');
  const contracts = await db.selectFrom('contracts').select(['type', version]).groupBy('type').execute();
  const policy = await findPolicy(db, 'PRIVACY');
  return policy ? [...contracts, { type: 'PRIVACYPOLICY', version: policy.version }] : contracts;
}

export async function findPublicSettings(db: Db): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('isPublic', '=', true)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

/** Returns a value that changes whenever a setting, plan, policy, or help text does. */
export async function findContentRevision(db: Db): Promise<string> {
  const { revision } = await db.selectFrom('contentRevision').select('revision').executeTakeFirstOrThrow();
  return revision;
}
