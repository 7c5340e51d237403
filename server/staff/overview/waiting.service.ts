import { findLastReconciliation } from '../../domains/reconciliation/nightly-reconciliation.service.ts';
import { addMonths, toBusinessDate } from '../../lib/dates.ts';
import type { AccountContext } from '../../platform/context.ts';
import { MAX_OPEN_MS } from '../purchases/purchase-list.repository.ts';
import { staffPath } from '../sections.shared.ts';
import type { WaitingItem } from './figure.schema.ts';
import { readOwedPayouts } from './figure.service.ts';
import { countWaiting } from './waiting.repository.ts';

const DEVELOPER = 42;

/** Counts everything that staff have to do. Only developers see jobs that failed. */
export async function listWaiting({
  deps,
  account,
}: Pick<AccountContext, 'deps' | 'account'>): Promise<WaitingItem[]> {
  const { db, jobs, now } = deps;
  const counts = await countWaiting(db, new Date(now().getTime() - MAX_OPEN_MS));
  const findings = (await findLastReconciliation(db))?.findings.length ?? 0;
  const { payoutsDue, formsMissing } = await readOwedPayouts(db);
  const failedJobs =
    account.accountType === DEVELOPER
      ? (await jobs.deadLetters.count()).reduce((sum, { count }) => sum + count, 0)
      : null;
  const lastMonth = toBusinessDate(addMonths(now(), -1)).slice(0, 7);
  const item = (label: string, count: number, path: string): WaitingItem => ({ label, count, path });
  return [
    item('Unanswered messages', counts.messages, `${staffPath('messages')}?state=open`),
    item('Disputes waiting for evidence', counts.disputes, staffPath('purchases', 'disputes')),
    item('Purchases open for over an hour', counts.openPurchases, `${staffPath('purchases')}?state=stuck`),
    item('Reconciliation findings', findings, staffPath('purchases', 'findings')),
    item('Cards to print', counts.toPrint, `${staffPath('cards')}?step=waiting`),
    item('Printed cards to send', counts.toSend, `${staffPath('cards')}?step=printed`),
    item('Payouts due', payoutsDue, `${staffPath('affiliates', 'runs')}/${lastMonth}`),
    item(
      'Affiliates over the 1099 threshold without a tax form',
      formsMissing,
      `${staffPath('affiliates')}?threshold=overWithoutForm`,
    ),
    item('Webinar rewards owed', counts.rewards, `${staffPath('webinar', 'rewards')}?state=owed`),
    ...(failedJobs === null ? [] : [item('Failed jobs', failedJobs, staffPath('system'))]),
  ];
}
