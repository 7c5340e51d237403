import type { z } from 'zod';
import { parseStaffList } from '../../domains/checkout/kinds/company-seats/staff-list.service.ts';
import {
  addSeatsByStaff,
  offerSeats,
  type SeatsOffer,
} from '../../domains/checkout/kinds/company-seats/staff-seats.service.ts';
import { countCards } from '../../domains/checkout/kinds/corporate/corporate.schema.ts';
import {
  cancelCorporate,
  getCompanyView,
  resumeCorporate,
} from '../../domains/checkout/kinds/corporate/corporate.service.ts';
import { getCompanyStanding } from '../../domains/memberships/company/company.service.ts';
import { toBusinessDate } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';
import { formatCents } from '../../lib/money.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAudit, type StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { readAuditTimeline, recordOpened } from '../kit/timeline.service.ts';
import { countClaimedCards, findCompanyAccount, findCompanyCard } from './company.repository.ts';
import type { addCardsInput, CompanyDetail } from './company.schema.ts';

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
    account: { ...account, email, name: formatPersonName({ firstname, lastname }) },
    view,
    claimed: standing?.isCurrent
      ? await countClaimedCards(deps.db, { companyId: id, ...standing.membership })
      : 0,
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

/** Plans to cancel the plan at the end of its paid period, or to undo that. */
export async function planRenewal({ deps }: Pick<AccountContext, 'deps'>, id: string, renews: boolean) {
  const account = await requireCompanyAccount(deps, id);
  const { plan, company } = await getCompanyView(deps, account.id);
  const end = plan ? toBusinessDate(plan.periodEnd) : '–';
  return {
    effects: [
      ...(renews
        ? [`The plan for ${company?.name ?? ''} renews again on ${end}.`]
        : [
            `The plan for ${company?.name ?? ''} won’t renew. Its cards work until ${end}.`,
            'If a payment is overdue, the plan and its cards end right away.',
          ]),
      'The company gets an email about it.',
    ],
    state: plan,
    perform: async (by: StaffAuthor) => {
      const change = renews
        ? { before: 'canceled', after: 'renews' }
        : { before: 'renews', after: 'canceled' };
      const action = renews ? 'company.resume' : 'company.cancel';
      let isSaved = false;
      await (renews ? resumeCorporate : cancelCorporate)(deps, account, async (trx) => {
        isSaved = true;
        await recordAudit(trx, { ...by, action, subject: `company:${id}`, at: deps.now(), change });
      });
      if (!isSaved) throw new AppError('CHANGED_SINCE');
    },
    done: renews ? 'The plan renews again.' : 'Canceled.',
  };
}

export async function planSeats(
  { deps }: Pick<AccountContext, 'deps'>,
  { id, list, keepsRepeated }: z.infer<typeof addCardsInput>,
) {
  const account = await requireCompanyAccount(deps, id);
  const { employees, notes } = parseStaffList(list, keepsRepeated);
  const offer = await offerSeats(deps, account.id, employees, keepsRepeated);
  const count = offer.employees.length;
  return {
    effects: [...describeSeats(offer), ...notes],
    perform: (by: StaffAuthor) => addSeatsByStaff(deps, offer, by),
    done: count === 1 ? '1 card added.' : `${count} cards added.`,
  };
}

function describeSeats({ order, employees, price, card, addedAt }: SeatsOffer): string[] {
  if (addedAt) return [`This list was already added on ${toBusinessDate(addedAt)}. Nothing more is charged.`];
  const { quote, days, periodDays, until, yearlyCents } = price;
  const { personal, family } = countCards(employees);
  const invitedCount = employees.filter(({ email }) => email !== null).length;
  return [
    `${order.company.name} gets ${personal} personal and ${family} family cards.`,
    card
      ? `${formatCents(quote.totalCents)} is charged to the ${card.cardBrand ?? 'card'} ending in ${card.cardLast4 ?? '?'} now, for ${days} of ${periodDays} days until ${toBusinessDate(until)}.`
      : 'This will fail, because the plan doesn’t have a saved card. The company can add the cards on its page.',
    yearlyCents === 0
      ? 'The plan won’t renew, so the cards end with it.'
      : `Each renewal costs ${formatCents(yearlyCents)} more.`,
    `The company gets a receipt by email, and we invite ${invitedCount} of the employees by email.`,
  ];
}
