import type { Db } from '#db/client.ts';
import { AppError } from '../../../../lib/errors.ts';
import type { AccountContext } from '../../../../platform/context.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { findReferral } from '../../../affiliates/referral.service.ts';
import type { Plan } from '../../../catalog/plan.schema.ts';
import { requireCorporatePlans } from '../../../catalog/plan.service.ts';
import { calculateProration } from '../../../catalog/proration.shared.ts';
import { createSeats, priceAddedSeats, type Seats } from '../../../catalog/seat-price.shared.ts';
import type { CardCounts } from '../../../memberships/company/company.schema.ts';
import {
  type CompanyStanding,
  findCompany,
  getCompanyStanding,
} from '../../../memberships/company/company.service.ts';
import { listCardPeople } from '../../../memberships/company/company-card.service.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { requireShownPrice } from '../../purchase/shown-price.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { countCards, type Employee } from '../corporate/corporate.schema.ts';
import { requireDistinctPeople } from '../corporate/distinct-people.service.ts';
import type { AddSeatsInput, SeatsQuote, StoredSeatsCart } from './company-seats.schema.ts';

function getPaidPeriod({ membership: { periodStart, paidUntil } }: CompanyStanding) {
  return { periodStart, periodEnd: paidUntil };
}

async function requirePaidPlan({ db, now }: Pick<Deps, 'db' | 'now'>, accountId: string) {
  const company = await findCompany(db, accountId);
  if (!company) throw new AppError('COMPANY_NOT_FOUND');
  const standing = await getCompanyStanding(db, accountId, now());
  // A grant by staff extends only existing cards. It adds no paid time in which new cards could run.
  const isPaid = standing?.isActive && standing.membership.paidUntil > now();
  if (!isPaid) throw new AppError('CORPORATE_PLAN_INACTIVE');
  return { company, standing, paidPeriod: getPaidPeriod(standing) };
}

/**
 * New cards cost as much as the company's other cards of that plan. The first card of a plan costs today's
 * price.
 */
async function priceSeatsByYear(
  db: Db,
  { seats }: CompanyStanding,
  { personal, family }: CardCounts,
): Promise<{ personal: Seats; family: Seats }> {
  const plans = await requireCorporatePlans(db);
  const addedSeats = (plan: Plan, quantity: number): Seats => {
    const newSeats = createSeats(plan, quantity);
    const currentSeat = seats.find(({ planId }) => planId === plan.id);
    return { ...newSeats, yearlyCents: currentSeat?.yearlyCents ?? newSeats.yearlyCents };
  };
  return {
    personal: addedSeats(plans.personal, personal),
    family: addedSeats(plans.family, family),
  };
}

/**
 * Prices cards that are added today. Each costs its yearly price, prorated to the remaining days of the paid
 * year.
 */
export async function quoteSeats(
  deps: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  counts: CardCounts,
): Promise<SeatsQuote> {
  const { standing, paidPeriod } = await requirePaidPlan(deps, accountId);
  const seats = Object.values(await priceSeatsByYear(deps.db, standing, counts));
  const proration = calculateProration(paidPeriod, deps.now());
  return {
    ...proration,
    quote: priceAddedSeats(seats, proration),
    until: paidPeriod.periodEnd,
    yearlyCents: standing.renews ? seats.reduce((sum, seat) => sum + seat.quantity * seat.yearlyCents, 0) : 0,
  };
}

/** Builds the cart for these employees' cards. `quote` prices it at the time of the call. */
export async function orderSeats(deps: Pick<Deps, 'db' | 'now'>, accountId: string, employees: Employee[]) {
  const { company, standing, paidPeriod } = await requirePaidPlan(deps, accountId);
  const { membership } = standing;
  const seats = await priceSeatsByYear(deps.db, standing, countCards(employees));
  const cart: StoredSeatsCart = {
    companyId: company.id,
    companyName: company.name,
    subscriptionId: membership.subscriptionId,
    periodEnd: paidPeriod.periodEnd.toISOString(),
    yearlyCents: { personal: seats.personal.yearlyCents, family: seats.family.yearlyCents },
    employees,
  };
  const quote = () => priceAddedSeats(Object.values(seats), calculateProration(paidPeriod, deps.now()));
  return { company, membership, cart, quote };
}

export async function addSeats(ctx: AccountContext, input: AddSeatsInput): Promise<PurchaseResult> {
  const { deps, account } = ctx;
  if (input.employees.length === 0) {
    throw new AppError('INVALID_INPUT', { field: 'employees', message: 'Please add an employee' });
  }
  requireDistinctPeople(ctx, input);
  const { company, cart, quote } = await orderSeats(deps, account.id, input.employees);
  const token = input.token ?? 'none';
  return submitPurchase(ctx, {
    kind: 'company-seats',
    cart,
    token,
    email: company.email,
    idempotencyKey: input.idempotencyKey,
    legacyCall: 'addSeats',
    prepare: async () => {
      // A repeated call gets the result of the first one, whose people have cards by now.
      requireDistinctPeople(ctx, input, await listCardPeople(deps.db, { accountId: account.id, ...cart }));
      return {
        quote: requireShownPrice(ctx, quote(), { ...input, token }),
        ...(await findReferral(ctx, company.reference)),
        agreements: [],
      };
    },
  });
}

/** Lists the people whose cards the next renewal charges, to compare added employees with them. */
export async function listPlanPeople(deps: Pick<Deps, 'db' | 'now'>, accountId: string) {
  const { subscriptionId } = (await requirePaidPlan(deps, accountId)).standing.membership;
  return listCardPeople(deps.db, { accountId, subscriptionId });
}
