import type { Db, Trx } from '#db/client.ts';
import { AppError } from '../../../../lib/errors.ts';
import { omitRepeatedPeople } from '../../../../lib/same-person.ts';
import type { AccountContext } from '../../../../platform/context.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { lockAccount, requireOwnAccount } from '../../../accounts/account.service.ts';
import { requireReferral } from '../../../affiliates/referral.service.ts';
import { hasBusinessPlan } from '../../../business-plans/business-plan.service.ts';
import { listCorporatePlanIds, requireCorporatePlans } from '../../../catalog/plan.service.ts';
import type { PromoCode } from '../../../catalog/promo-code.schema.ts';
import {
  requireChargeable,
  requireOpenPromoCode,
  requirePromoCode,
} from '../../../catalog/promo-code.service.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import { createSeats, priceSeats } from '../../../catalog/seat-price.shared.ts';
import type { CardCounts, Company } from '../../../memberships/company/company.schema.ts';
import { findCompany, getCompanyStanding } from '../../../memberships/company/company.service.ts';
import { abandonUnconfirmedPurchases } from '../../purchase/abandon-purchase.service.ts';
import { findOpenPurchases } from '../../purchase/purchase.repository.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { reopenPurchase } from '../../purchase/reopen-purchase.service.ts';
import { matchShownPrice, requireShownPrice } from '../../purchase/shown-price.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import {
  type CorporatePurchaseInput,
  computePlanCount,
  countCards,
  isBelowMinimum,
  type StoredCorporateCart,
  storedCorporateCart,
} from './corporate.schema.ts';
import { reportWrongCodeAt, requireNoPlan } from './corporate.service.ts';
import { requireDistinctPeople } from './distinct-people.service.ts';

/** Prices a company's cards for a year. Reports a wrong promo code as an error in the field `coupon`. */
export async function quoteCorporate(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { coupon, ...counts }: CardCounts & { coupon: string | null },
): Promise<Quote> {
  const price = async () =>
    priceCounts(
      db,
      counts,
      coupon ? await requirePromoCode(db, coupon, await listCorporatePlanIds(db), now()) : null,
    );
  return reportWrongCodeAt('coupon', price());
}

async function priceCounts(db: Db, counts: CardCounts, promo: PromoCode | null): Promise<Quote> {
  const { company, personal, family } = await requireCorporatePlans(db);
  const seats = [createSeats(personal, counts.personal), createSeats(family, counts.family)];
  return requireChargeable(priceSeats(seats, promo, company.id));
}

/** Buys the employees' cards for the signed-in account's company, which can have only one plan at a time. */
export async function purchaseCorporate(
  ctx: AccountContext,
  input: CorporatePurchaseInput,
): Promise<PurchaseResult> {
  const { deps, account } = ctx;
  requireOwnAccount(input.accountID, account);
  const company = await requireCompany(deps.db, account.id, input.planID);
  requireDistinctPeople(ctx, input);
  await requireMinimum(deps, account.id, input);
  requireMatchingCounts(input);
  const token = input.token ?? 'none';
  const { employees, coupon } = input;
  const cart: StoredCorporateCart = { employees, coupon, companyId: company.id, companyName: company.name };
  const submission = submitPurchase(ctx, {
    kind: 'corporate',
    cart,
    token,
    email: company.email,
    idempotencyKey: input.idempotencyKey,
    legacyCall: 'BuyCorporateCards',
    prepare: async ({ idempotencyKey }) => {
      await requireNoPlan(deps, account.id);
      await abandonUnconfirmedPurchases(deps, await findOtherPurchases(deps.db, account.id, idempotencyKey));
      const quote = await priceOpenCorporate(ctx, { company, cart, input });
      return {
        quote: requireShownPrice(ctx, quote, { ...input, token }),
        ...(await requireReferral(ctx, company.reference, account.id)),
        agreements: [],
        admit: (trx) => requireNoOtherPlan(deps, trx, account.id, idempotencyKey),
      };
    },
  });
  return reportWrongCodeAt('coupon', submission);
}

/** Throws COMPANY_NOT_FOUND if an older client sent an id of neither the account's company nor its plan. */
async function requireCompany(db: Db, accountId: string, submittedId?: string | null): Promise<Company> {
  const company = await findCompany(db, accountId);
  const plans = await requireCorporatePlans(db);
  const validIds = [company?.id, String(plans.company.id)];
  if (!company || (submittedId && !validIds.includes(submittedId.toLowerCase())))
    throw new AppError('COMPANY_NOT_FOUND');
  return company;
}

async function requireMinimum(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  { employees, keepsRepeated }: CorporatePurchaseInput,
): Promise<void> {
  const counts = countCards(keepsRepeated ? employees : omitRepeatedPeople(employees));
  if (!isBelowMinimum(counts, false)) return;
  if (isBelowMinimum(counts, await hasBusinessPlan(db, accountId, now())))
    throw new AppError('CORPORATE_MINIMUM', { field: 'employees' });
}

/**
 * Throws PRICE_CHANGED if an older client sent card counts that differ from ours, because its price then
 * differs too.
 */
function requireMatchingCounts({ employees, planCount, totalPlans }: CorporatePurchaseInput): void {
  const counts = countCards(employees);
  const hasDifferentCounts =
    (planCount ?? computePlanCount(counts)) !== computePlanCount(counts) ||
    (totalPlans?.personal ?? counts.personal) !== counts.personal ||
    (totalPlans?.family ?? counts.family) !== counts.family;
  if (hasDifferentCounts) throw new AppError('PRICE_CHANGED');
}

/**
 * Older clients send no coupon. For them, use the promo code from the company form, unless it is no longer
 * valid or the buyer saw the full price.
 */
async function priceOpenCorporate(
  ctx: AccountContext,
  { company, cart, input }: { company: Company; cart: StoredCorporateCart; input: CorporatePurchaseInput },
): Promise<Quote> {
  const { db, now } = ctx.deps;
  const counts = countCards(cart.employees);
  const planIds = await listCorporatePlanIds(db);
  const priceWithCode = async (code: string | null) =>
    priceCounts(db, counts, code ? await requireOpenPromoCode(db, code, planIds, now()) : null);
  if (ctx.entryPoint === 'web' || cart.coupon || !company.code) return priceWithCode(cart.coupon);
  const discountedQuote = await priceWithCode(company.code).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'WRONG_PROMO_CODE') return null;
    throw error;
  });
  const isShown = discountedQuote && matchShownPrice(ctx, discountedQuote, input.shownTotalCents);
  return isShown ? discountedQuote : priceWithCode(null);
}

/**
 * Throws if the company has a plan, or another open purchase of one. Of two concurrent submissions, the
 * second waits for the account's lock and then finds the first one's purchase.
 */
async function requireNoOtherPlan(
  { now }: Deps,
  trx: Trx,
  accountId: string,
  idempotencyKey: string,
): Promise<void> {
  await lockAccount(trx, accountId);
  const standing = await getCompanyStanding(trx, accountId, now());
  if (standing?.isCurrent) throw new AppError('CORPORATE_PLAN_EXISTS');
  const otherPurchases = await findOtherPurchases(trx, accountId, idempotencyKey);
  if (otherPurchases.length > 0) throw new AppError('PURCHASE_UNDER_WAY');
}

async function findOtherPurchases(db: Db, accountId: string, idempotencyKey: string) {
  const openPurchases = await findOpenPurchases(db, accountId, 'corporate');
  return openPurchases.filter((purchase) => purchase.idempotencyKey !== idempotencyKey);
}

/** Reopens a failed purchase from a link that was emailed to the buyer. */
export async function reopenCorporate({ deps, account }: AccountContext, token: string) {
  const expected = { kind: 'corporate' as const, cart: storedCorporateCart, accountId: account.id };
  const { cart, quote } = await reopenPurchase(deps, token, expected);
  return { cart: { employees: cart.employees, coupon: cart.coupon }, quote };
}
