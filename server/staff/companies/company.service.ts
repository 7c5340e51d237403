import { offerSeats } from '../../domains/checkout/kinds/company-seats/staff-seats.service.ts';
import { countCards, type Employee } from '../../domains/checkout/kinds/corporate/corporate.schema.ts';
import {
  cancelCorporate,
  getCompanyView,
  resumeCorporate,
} from '../../domains/checkout/kinds/corporate/corporate.service.ts';
import { getCompanyStanding } from '../../domains/memberships/company/company.service.ts';
import { type Cardholder, replaceEmployee } from '../../domains/memberships/company/company-card.service.ts';
import { resendInvitation } from '../../domains/memberships/company/invitation.service.ts';
import { toBusinessDate } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { formatCents } from '../../lib/money.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAudit, type StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { readAuditTimeline, recordOpened } from '../kit/timeline.service.ts';
import { countClaimedCards, findCompanyAccount, findCompanyCard } from './company.repository.ts';
import type { CompanyDetail } from './company.schema.ts';

/** Throws NOT_FOUND. */
export async function requireCompanyAccount({ db }: Pick<Deps, 'db'>, companyId: string) {
  const account = await findCompanyAccount(db, companyId);
  if (!account) throw new AppError('NOT_FOUND');
  return account;
}

/** Returns a company, its plan, and what staff did. The audit log records who opened it. Throws NOT_FOUND. */
export async function openCompany(ctx: AccountContext, id: string): Promise<CompanyDetail> {
  const { deps } = ctx;
  const { firstname, lastname, email, ...account } = await requireCompanyAccount(deps, id);
  const view = await getCompanyView(deps, account.id);
  const standing = await getCompanyStanding(deps.db, account.id, deps.now());
  const subjects = [`company:${id}`, ...(standing ? [`membership:${standing.membership.id}`] : [])];
  await recordOpened(ctx, `company:${id}`);
  return {
    id,
    account: { ...account, email, name: `${firstname} ${lastname}` },
    view,
    claimed: standing?.isCurrent
      ? await countClaimedCards(deps.db, { companyId: id, ...standing.membership })
      : 0,
    canResume: (standing?.isActive && standing.membership.canceledAt !== null) ?? false,
    timeline: await readAuditTimeline(deps.db, subjects),
  };
}

interface CompanyCardKey {
  id: string;
  membershipId: string;
}

/** Throws MEMBERSHIP_NOT_FOUND if the company has no such card, or it was replaced or refunded. */
export async function requireCompanyCard({ db }: Pick<Deps, 'db'>, { id, membershipId }: CompanyCardKey) {
  const card = await findCompanyCard(db, { companyId: id, membershipId });
  if (!card) throw new AppError('MEMBERSHIP_NOT_FOUND');
  return card;
}

/** Throws what `resendInvitation` throws. */
export async function resendInvitationByStaff(
  deps: Deps,
  { id, membershipId }: CompanyCardKey,
  by: StaffAuthor,
): Promise<void> {
  const account = await requireCompanyAccount(deps, id);
  await resendInvitation(deps, account.id, membershipId, (trx) =>
    recordAudit(trx, {
      ...by,
      action: 'membership.invite',
      subject: `membership:${membershipId}`,
      at: deps.now(),
    }),
  );
}

/** Returns the new card's number. Throws what `replaceEmployee` throws. */
export async function replaceEmployeeByStaff(
  deps: Deps,
  { id, membershipId, employee }: CompanyCardKey & { employee: Cardholder },
  by: StaffAuthor,
): Promise<string> {
  const account = await requireCompanyAccount(deps, id);
  const { number } = await replaceEmployee(deps, account.id, { membershipId, employee }, (trx, card) =>
    recordAudit(trx, {
      ...by,
      action: 'company.replace-employee',
      subject: `company:${id}`,
      at: deps.now(),
      change: { before: `membership:${membershipId}`, after: `membership:${card.id}` },
    }),
  );
  return formatMembershipNumber(number);
}

/**
 * Cancels the plan at the end of its paid period, or undoes that. Throws CHANGED_SINCE if nothing changes.
 */
export async function setPlanCanceled(
  deps: Deps,
  id: string,
  isCanceled: boolean,
  by: StaffAuthor,
): Promise<void> {
  const account = await requireCompanyAccount(deps, id);
  const change = isCanceled
    ? { before: 'renews', after: 'canceled' }
    : { before: 'canceled', after: 'renews' };
  let isSaved = false;
  const setCanceled = isCanceled ? cancelCorporate : resumeCorporate;
  await setCanceled(deps, account, async (trx) => {
    isSaved = true;
    const action = isCanceled ? 'company.cancel' : 'company.resume';
    await recordAudit(trx, { ...by, action, subject: `company:${id}`, at: deps.now(), change });
  });
  if (!isSaved) throw new AppError('CHANGED_SINCE');
}

/** Describes what adding cards will do and what it costs. */
export async function previewSeats(deps: Deps, accountId: string, employees: Employee[]) {
  const { companyName, price, card, addedAt } = await offerSeats(deps, accountId, employees);
  const { quote, days, periodDays, until, yearlyCents } = price;
  const state = { addedAt, totalCents: quote.totalCents, card, count: employees.length, until };
  if (addedAt) {
    return {
      effects: [`This list was already added on ${toBusinessDate(addedAt)}. Nothing more is charged.`],
      state,
    };
  }
  const { personal, family } = countCards(employees);
  const invitedCount = employees.filter(({ email }) => email !== null).length;
  const effects = [
    `${companyName} gets ${personal} personal and ${family} family cards.`,
    card
      ? `${formatCents(quote.totalCents)} is charged to the ${card.cardBrand ?? 'card'} ending in ${card.cardLast4 ?? '?'} now, for ${days} of ${periodDays} days until ${toBusinessDate(until)}.`
      : 'This will fail, because the plan doesn’t have a saved card. The company can add the cards on its page.',
    `Each renewal costs ${formatCents(yearlyCents)} more.`,
    `The company gets a receipt by email, and we invite ${invitedCount} of the employees by email.`,
  ];
  return { effects, state };
}
