import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db, Trx } from '../client.ts';
import { inTransaction } from '../client.ts';
import { createPlanRows, SEED_SETTINGS } from './catalog.ts';
import { seedPlaces } from './places.ts';
import { SEED_CONTRACTS, SEED_HELP_TEXTS, SEED_POLICIES } from './texts.ts';

/** Inserts the rows that every installation needs. Rows that staff changed are not overwritten. */
export async function seed(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
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
