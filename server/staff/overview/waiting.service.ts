import type { AccountContext } from '../../context.ts';
import { findLastReconciliation } from '../../reconciliation/nightly-reconciliation.service.ts';
import { MAX_OPEN_MS } from '../purchases/purchase-list.repository.ts';
import { type StaffSectionName, staffPath } from '../sections.shared.ts';
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
  const item = (label: string, count: number, section: StaffSectionName, page?: string): WaitingItem => ({
    label,
    count,
    path: page?.startsWith('?') ? `${staffPath(section)}${page}` : staffPath(section, page),
  });
  return [
    item('Unanswered messages', counts.messages, 'messages', '?state=open'),
    item('Disputes that await evidence', counts.disputes, 'purchases', 'disputes'),
    item('Purchases open for over an hour', counts.openPurchases, 'purchases', '?state=stuck'),
    item('Findings of the reconciliation', findings, 'purchases', 'findings'),
    item('Physical cards to print and send', counts.cards, 'cards'),
    item('Payouts due', payoutsDue, 'affiliates'),
    item('Affiliates owed money without a tax form', formsMissing, 'affiliates'),
    item('Webinar rewards owed', counts.rewards, 'webinar'),
    ...(failedJobs === null ? [] : [item('Failed jobs', failedJobs, 'system')]),
  ];
}
