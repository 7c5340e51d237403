import type { Db } from '#db/client.ts';
import type { Plan } from '../../../catalog/plan.schema.ts';
import { requireCorporatePlans } from '../../../catalog/plan.service.ts';
import { priceAddedSeats, prorationOf, type Seats, seatsOf } from '../../../catalog/seat-price.shared.ts';
import type { AccountContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { CardCounts, Company } from '../../../memberships/company/company.schema.ts';
import {
  type CompanyStanding,
  findCompany,
  getCompanyStanding,
} from '../../../memberships/company/company.service.ts';
import { identifyBuyer } from '../../purchase/buyer.ts';
import { createPurchase, findSubmittedPurchase } from '../../purchase/create-purchase.service.ts';
import { derivedKey } from '../../purchase/fingerprint.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { requireShownPrice } from '../../purchase/shown-price.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { countsOf, type Employee } from '../corporate/corporate.schema.ts';
import type { AddSeatsInput, SeatsQuote, StoredSeatsCart } from './company-seats.schema.ts';

/** Cards are added to a plan that is paid for: COMPANY_NOT_FOUND, CORPORATE_PLAN_INACTIVE. */
async function requirePaidPlan({ db, now }: Pick<Deps, 'db' | 'now'>, accountId: string) {
  const company = await findCompany(db, accountId);
  if (!company) throw new AppError('COMPANY_NOT_FOUND');
  const standing = await getCompanyStanding(db, accountId, now());
  if (!standing?.isPaid) throw new AppError('CORPORATE_PLAN_INACTIVE');
  return { company, standing };
}

/** New cards cost what the company's other cards of their kind cost a year; the first of a kind has today's price. */
async function seatsAt(
  db: Db,
  { seats }: CompanyStanding,
  { personal, family }: CardCounts,
): Promise<{ personal: Seats; family: Seats }> {
  const plans = await requireCorporatePlans(db);
  const addedSeats = (plan: Plan, quantity: number): Seats => {
    const today = seatsOf(plan, quantity);
    const current = seats.find(({ planId }) => planId === plan.id);
    return { ...today, yearlyCents: current?.yearlyCents ?? today.yearlyCents };
  };
  return {
    personal: addedSeats(plans.personal, personal),
    family: addedSeats(plans.family, family),
  };
}

/** Prices cards that are added now: their share of the running year by whole days, charged once (DESIGN D44). */
export async function quoteSeats(
  deps: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  counts: CardCounts,
): Promise<SeatsQuote> {
  const { standing } = await requirePaidPlan(deps, accountId);
  const seats = Object.values(await seatsAt(deps.db, standing, counts));
  const proration = prorationOf(standing.membership, deps.now());
  return {
    ...proration,
    quote: priceAddedSeats(seats, proration),
    until: standing.membership.periodEnd,
    yearlyCents: seats.reduce((sum, seat) => sum + seat.quantity * seat.yearlyCents, 0),
  };
}

/** Cards for these employees as a purchase of today: what is kept of it, its price, and for whom. */
export async function orderSeats(deps: Pick<Deps, 'db' | 'now'>, accountId: string, employees: Employee[]) {
  const { company, standing } = await requirePaidPlan(deps, accountId);
  const seats = await seatsAt(deps.db, standing, countsOf(employees));
  const cart: StoredSeatsCart = {
    companyId: company.id,
    companyName: company.name,
    subscriptionId: standing.membership.subscriptionId,
    periodEnd: standing.membership.periodEnd.toISOString(),
    yearlyCents: { personal: seats.personal.yearlyCents, family: seats.family.yearlyCents },
    employees,
  };
  const quote = priceAddedSeats(Object.values(seats), prorationOf(standing.membership, deps.now()));
  return { company, standing, cart, quote };
}

/**
 * Adds employees' cards to the company's plan, at the price that was shown (DESIGN D31, D44). Answers 'paid', or
 * 'requires_action' where the bank wants the buyer's confirmation; a refused card throws its message.
 */
export async function addSeats(ctx: AccountContext, input: AddSeatsInput): Promise<PurchaseResult> {
  const { deps, account } = ctx;
  if (input.employees.length === 0) {
    throw new AppError('INVALID_INPUT', { field: 'employees', message: 'Please add an employee' });
  }
  const { company, cart, quote } = await orderSeats(deps, account.id, input.employees);
  const token = input.token ?? 'none';
  const buyer = await identifyBuyer(ctx, {
    email: account.email,
    idempotencyKey: input.idempotencyKey ?? null,
  });
  const idempotencyKey =
    input.idempotencyKey ?? derivedKey(deps.cookieSecret, buyer.key, 'addSeats', cart, token);
  const placed =
    (await findSubmittedPurchase(deps, { buyer, idempotencyKey, cart })) ??
    (await createPurchase(deps, {
      ...seatsPurchase(company),
      buyer,
      idempotencyKey,
      cart,
      quote: requireShownPrice(quote, { ...input, token }),
      ip: ctx.ip,
    }));
  return submitPurchase(ctx, placed, token);
}

/** What every purchase of added cards has in common, whoever made it. */
export function seatsPurchase({ email, reference }: Company) {
  return { kind: 'company-seats' as const, email, referrerId: reference, agreements: [] };
}
