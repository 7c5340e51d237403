import type { Db } from '#db/client.ts';
import { getAccount } from '../../domains/accounts/account.service.ts';
import { getAffiliateOverview } from '../../domains/affiliates/affiliate-overview.service.ts';
import { listCommissions } from '../../domains/affiliates/commissions/commission.service.ts';
import { findAccountOnFile } from '../../domains/affiliates/payout-accounts/payout-account.service.ts';
import { findTaxForms, openTaxForm } from '../../domains/affiliates/tax-forms/tax-form.service.ts';
import { getReportingThreshold, TAX_FORM_NAMES } from '../../domains/affiliates/tax-forms/tax-year.shared.ts';
import { toBusinessDate } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';
import { formatCents } from '../../lib/money.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TimelineEntry } from '../kit/timeline.schema.ts';
import { mergeTimelines, readAuditTimeline, recordOpened } from '../kit/timeline.service.ts';
import { staffPath } from '../sections.shared.ts';
import {
  findAffiliatePayouts,
  findCompletedSignups,
  findFormsOnFile,
  findReferredPurchases,
  sumYear,
} from './affiliate.repository.ts';
import type { AffiliateDetail } from './affiliate.schema.ts';

const SHOWN_REFERRALS = 50;

type StaffContext = Pick<AccountContext, 'deps' | 'account'>;

/**
 * Records in the audit log that personal data was opened. Throws NOT_FOUND if the account isn't an affiliate.
 */
export async function readAffiliate(ctx: StaffContext, id: string): Promise<AffiliateDetail> {
  const { deps } = ctx;
  const { db } = deps;
  const [account, overview] = await Promise.all([getAccount(db, id), getAffiliateOverview(deps, id)]);
  if (!account || !overview) throw new AppError('NOT_FOUND');
  await recordOpened(ctx, `account:${id}`);
  const [{ count, lines }, referrals, masked, formsOnFile, payouts, payoutAccount] = await Promise.all([
    listCommissions(deps, id, 1),
    findReferredPurchases(db, id, SHOWN_REFERRALS),
    findTaxForms(db, id),
    findFormsOnFile(db, id),
    findAffiliatePayouts(db, id),
    findAccountOnFile(db, id),
  ]);
  return {
    id,
    name: formatPersonName(account),
    email: account.email,
    zip: account.zip,
    joinedAt: account.createdAt,
    overview,
    commissions: lines,
    commissionCount: count,
    referrals,
    taxForms: formsOnFile.map(({ kind, acceptedAt }) => ({
      kind,
      acceptedAt,
      masked: masked[kind]?.masked ?? '',
    })),
    payoutAccount,
    payouts,
    timeline: await readTimeline(db, id, { payouts, formsOnFile }),
  };
}

async function readTimeline(
  db: Db,
  id: string,
  {
    payouts,
    formsOnFile,
  }: {
    payouts: Awaited<ReturnType<typeof findAffiliatePayouts>>;
    formsOnFile: Awaited<ReturnType<typeof findFormsOnFile>>;
  },
): Promise<TimelineEntry[]> {
  const subjects = [
    `account:${id}`,
    ...formsOnFile.map((form) => `tax-form:${form.id}`),
    ...payouts.map((payout) => `payout:${payout.id}`),
  ];
  const [auditEntries, signups] = await Promise.all([
    readAuditTimeline(db, subjects),
    findCompletedSignups(db, id),
  ]);
  const event = (at: Date, title: string, path: string | null = null): TimelineEntry => ({
    at,
    title,
    detail: null,
    by: null,
    path,
  });
  return mergeTimelines(
    auditEntries,
    signups.map(({ role, donates, completedAt }) =>
      event(completedAt, `Signed up: ${role}${donates ? ', donates' : ''}`),
    ),
    formsOnFile.map(({ kind, acceptedAt }) => event(acceptedAt, `Filed a ${TAX_FORM_NAMES[kind]}`)),
    payouts.map(({ month, paidAt, amountCents }) =>
      event(paidAt, `Payout of ${formatCents(amountCents)} for ${month}`, payoutPath(month)),
    ),
  );
}

const payoutPath = (month: string) => `${staffPath('affiliates')}/runs/${month}`;

/** Decrypts a tax form. The audit log records it. */
export async function openAffiliateTaxForm(
  { deps, account }: StaffContext,
  { accountId, kind, reason }: { accountId: string; kind: 'w9' | 'w8ben'; reason: string },
) {
  const form = await openTaxForm(deps, { accountId, kind, reason, openedBy: account.id });
  const fields = Object.entries({ ...form.details, ...form.numbers });
  return {
    acceptedAt: form.acceptedAt,
    ip: form.ip,
    fields: fields.map(([name, value]) => ({ name, value: String(value) })),
  };
}

export async function readNecYear(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  year = Number(toBusinessDate(now()).slice(0, 4)),
) {
  const thresholdCents = getReportingThreshold(year);
  return { year, thresholdCents, ...(await sumYear(db, year, thresholdCents)) };
}
