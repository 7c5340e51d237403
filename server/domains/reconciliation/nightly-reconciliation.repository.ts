import { z } from 'zod';
import type { Db, Trx } from '#db/client.ts';
import { type Finding, finding } from './finding.schema.ts';

export interface Reconciliation {
  /** YYYY-MM-DD in UTC, or the instant at which staff requested the comparison. Both sort by time. */
  night: string;
  from: Date;
  to: Date;
  findings: Finding[];
  finishedAt: Date;
}

/** Returns false if the night is already recorded. */
export async function insertReconciliation(
  trx: Trx,
  { night, from, to, findings, finishedAt }: Reconciliation,
): Promise<boolean> {
  const result = await trx
    .insertInto('reconciliations')
    .values({ night, periodFrom: from, periodTo: to, findings: JSON.stringify(findings), finishedAt })
    .onConflict((conflict) => conflict.column('night').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function selectLastReconciliation(db: Db): Promise<Reconciliation | undefined> {
  const row = await db
    .selectFrom('reconciliations')
    .select(['night', 'periodFrom as from', 'periodTo as to', 'findings', 'finishedAt'])
    .orderBy('night', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, findings: z.array(finding).parse(row.findings) };
}
