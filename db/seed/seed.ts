import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Db, inTransaction, type Trx } from '../client.ts';
import { loadPlaces } from '../places/load-places.ts';
import { createPlanRows, SEED_SETTINGS } from './catalog.ts';

const publishedAt = new Date('2026-11-21T07:00:00Z');

const contract = (type: string) => ({
  type,
  file: `contracts/${type.toLowerCase()}.html`,
  publishedAt,
  isDraft: true,
});

/**
 * GetContract accepts each of these types. POST /api/contract accepts some of them, and PRIVACYPOLICY, which is
 * a policy.
 */
export const SEED_CONTRACTS = [
  contract('MEMBER'),
  contract('REPRESENTATIVE'),
  contract('BUSINESSBASIC'),
  contract('BUSINESSEXCLUSIVE'),
  contract('BUSINESSPREMIUM'),
  contract('BUSINESSTERMS'),
  contract('BUSINESSPRIVACY'),
  contract('INFLUENCER'),
  contract('POLICYPROCEDUREMANUAL'),
  contract('LOYALTYAFFILIATE'),
  contract('FRIEND'),
];

const SEED_HELP_TEXTS = [{ type: 'FAQ', file: 'help/faq.html', publishedAt, isDraft: false }];

export const SEED_POLICIES = [
  { type: 'PRIVACY', file: 'policies/privacy.html', publishedAt, isDraft: true },
  { type: 'COOKIE', file: 'policies/cookie.html', publishedAt, isDraft: true },
];

/** Inserts the ZIP codes and cities of the U.S. No-op if there are any: migrations correct existing ones. */
export async function seedPlaces(trx: Trx): Promise<void> {
  if (await trx.selectFrom('places').select('zip').limit(1).executeTakeFirst()) return;
  await loadPlaces(trx);
}

/** Inserts the rows that every installation needs. Rows that staff changed are not overwritten. */
export async function seed(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Several processes may start at once, and `on conflict` covers only one of a table's unique columns.
    await sql`select pg_advisory_xact_lock(hashtextextended('seed', 0))`.execute(trx);
    await seedPlans(trx);
    await seedSettings(trx);
    await seedTexts(trx, 'contracts', SEED_CONTRACTS);
    await seedTexts(trx, 'policies', SEED_POLICIES);
    await seedTexts(trx, 'helpTexts', SEED_HELP_TEXTS);
    await seedPlaces(trx);
  });
}

async function seedPlans(trx: Trx): Promise<void> {
  await trx
    .insertInto('plans')
    .values(createPlanRows())
    // Adds the terms to business plans that were seeded before terms existed.
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({ business: eb.ref('excluded.business') }))
        .where('plans.business', 'is', null)
        .where('plans.kind', '=', 'business'),
    )
    .execute();
}

async function seedSettings(trx: Trx): Promise<void> {
  await trx
    .insertInto('settings')
    .values(Object.entries(SEED_SETTINGS).map(([key, value]) => ({ key, value, isPublic: true })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

async function seedTexts(
  trx: Trx,
  table: 'contracts' | 'policies' | 'helpTexts',
  texts: ReadonlyArray<{ type: string; file: string; publishedAt: Date; isDraft: boolean }>,
): Promise<void> {
  const rows = texts.map(async ({ type, file, publishedAt, isDraft }) => {
    const html = await readFile(join(import.meta.dirname, file), 'utf8');
    return { type, version: 1, html, publishedAt, isDraft };
  });
  await trx
    .insertInto(table)
    .values(await Promise.all(rows))
    .onConflict((conflict) => conflict.columns(['type', 'version']).doNothing())
    .execute();
}
