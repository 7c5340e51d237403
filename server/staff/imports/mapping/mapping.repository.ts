import type { Db, Trx } from '#db/client.ts';
import type { ImportMapping } from './mapping.schema.ts';

export async function findRememberedMapping(db: Db, kind: string, headerDigest: string): Promise<unknown> {
  const row = await db
    .selectFrom('importMappings')
    .select('mapping')
    .where('kind', '=', kind)
    .where('headerDigest', '=', headerDigest)
    .executeTakeFirst();
  return row?.mapping;
}

/** Remembers the mapping for the next file with the same first line. */
export async function rememberMapping(
  trx: Trx,
  { kind, headerDigest, savedAt }: { kind: string; headerDigest: string; savedAt: Date },
  mapping: ImportMapping,
): Promise<void> {
  const saved = { mapping: JSON.stringify(mapping), savedAt };
  await trx
    .insertInto('importMappings')
    .values({ kind, headerDigest, ...saved })
    .onConflict((oc) => oc.columns(['kind', 'headerDigest']).doUpdateSet(saved))
    .execute();
}
