import type { Db } from '#db/client.ts';

export async function countPurchases(db: Db, buyerKey: string): Promise<number> {
  const { count } = await db
    .selectFrom('purchases')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('buyerKey', '=', buyerKey)
    .executeTakeFirstOrThrow();
  return Number(count);
}
