import type { Db, Trx } from '#db/client.ts';
import { lockAccount } from '../../../accounts/account.service.ts';
import { requireReferrer } from '../../../affiliates/referral.service.ts';
import { hasBusinessPlan } from '../../../business-plans/business-plan.service.ts';
import { listCorporatePlanIds, requireCorporatePlans } from '../../../catalog/plan.service.ts';
import type { PromoCode } from '../../../catalog/promo-code.schema.ts';
import { requireOpenPromoCode, requirePromoCode } from '../../../catalog/promo-code.service.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import { priceSeats, seatsOf } from '../../../catalog/seat-price.shared.ts';
import type { AccountContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { CardCounts, Company } from '../../../memberships/company/company.schema.ts';
import { findCompany, getCompanyStanding } from '../../../memberships/company/company.service.ts';
import { type Buyer, identifyBuyer } from '../../purchase/buyer.ts';
import { abandonPurchase } from '../../purchase/charge-purchase.service.ts';
import { wrongCodeAt } from '../../purchase/coupon.ts';
import { createPurchase, findSubmittedPurchase } from '../../purchase/create-purchase.service.ts';
import { derivedKey } from '../../purchase/fingerprint.ts';
import { findPurchase } from '../../purchase/purchase.repository.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { requireShownPrice } from '../../purchase/shown-price.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { findOpenCorporate } from './corporate.repository.ts';
import {
  type CorporatePurchaseInput,
  countsOf,
  meetsMinimum,
  planCountOf,
  type StoredCorporateCart,
  storedCorporateCart,
} from './corporate.schema.ts';
import { requireNoPlan } from './corporate.service.ts';

/** Prices a company's cards for a year, in cents; a code that does not fit is 'Wrong Promo Code' at `coupon`. */
export async function quoteCorporate(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { coupon, ...counts }: CardCounts & { coupon: string | null },
): Promise<Quote> {
  const asked = coupon ? requirePromoCode(db, coupon, await listCorporatePlanIds(db), now()) : null;
  return priceCounts(db, counts, asked && (await wrongCodeAt('coupon', asked)));
}

async function priceCounts(db: Db, counts: CardCounts, promo: PromoCode | null): Promise<Quote> {
  const { company, personal, family } = await requireCorporatePlans(db);
  const seats = [seatsOf(personal, counts.personal), seatsOf(family, counts.family)];
  return priceSeats(seats, promo, company.id);
}

/**
 * Buys the employees' cards for the signed-in account's company (SPEC section 2, Corporate purchase flow; DESIGN D31,
 * section 4): one plan a company, however many tabs ask at once. The minimum is judged first, then the client's
 * figures, then the card. Answers 'paid', or 'requires_action' where the bank wants the buyer's confirmation.
 */
export async function purchaseCorporate(
  ctx: AccountContext,
  input: CorporatePurchaseInput,
): Promise<PurchaseResult> {
  const { deps, account } = ctx;
  if (input.accountID && input.accountID.toLowerCase() !== account.id) throw new AppError('ACCOUNT_MISMATCH');
  const company = await requireCompany(deps.db, account.id, input.planID);
  await requireEnough(deps, account.id, input);
  requireFigures(input);
  const token = input.token ?? 'none';
  const { employees, coupon } = input;
  const cart: StoredCorporateCart = { employees, coupon, companyId: company.id, companyName: company.name };
  const buyer = await identifyBuyer(ctx, {
    email: account.email,
    idempotencyKey: input.idempotencyKey ?? null,
  });
  const idempotencyKey =
    input.idempotencyKey ?? derivedKey(deps.cookieSecret, buyer.key, 'BuyCorporateCards', cart, token);
  const placed =
    (await findSubmittedPurchase(deps, { buyer, idempotencyKey, cart })) ??
    (await wrongCodeAt('coupon', place(ctx, { company, cart, buyer, idempotencyKey, input, token })));
  return submitPurchase(ctx, placed, token);
}

/** The account's own company, which must be the one that the caller means, where one is named. */
async function requireCompany(db: Db, accountId: string, named?: string | null): Promise<Company> {
  const company = await findCompany(db, accountId);
  const plans = await requireCorporatePlans(db);
  const own = [company?.id, String(plans.company.id)];
  if (!company || (named && !own.includes(named.toLowerCase()))) throw new AppError('COMPANY_NOT_FOUND');
  return company;
}

/** SPEC section 5, Corporate; owners of a business plan buy as few as they like (section 6). */
async function requireEnough(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  { employees }: CorporatePurchaseInput,
): Promise<void> {
  if (meetsMinimum(countsOf(employees))) return;
  const waived = employees.length > 0 && (await hasBusinessPlan(db, accountId, now()));
  if (!waived) throw new AppError('CORPORATE_MINIMUM', { field: 'employees' });
}

/** What an older client counted itself; a difference would be another price (DESIGN D2). */
function requireFigures({ employees, planCount, totalPlans }: CorporatePurchaseInput): void {
  const counts = countsOf(employees);
  const differs =
    (planCount ?? planCountOf(counts)) !== planCountOf(counts) ||
    (totalPlans?.personal ?? counts.personal) !== counts.personal ||
    (totalPlans?.family ?? counts.family) !== counts.family;
  if (differs) throw new AppError('PRICE_CHANGED');
}

interface Placing {
  company: Company;
  cart: StoredCorporateCart;
  buyer: Buyer;
  idempotencyKey: string;
  input: CorporatePurchaseInput;
  token: string;
}

async function place(ctx: AccountContext, placing: Placing) {
  const { deps, account, ip } = ctx;
  const { company, cart, buyer, idempotencyKey, input, token } = placing;
  await requireNoPlan(deps, account.id);
  await abandonUnconfirmed(deps, account.id, idempotencyKey);
  const quote = await priceOpen(ctx, placing);
  return createPurchase(deps, {
    kind: 'corporate',
    buyer,
    idempotencyKey,
    cart,
    quote: requireShownPrice(quote, { ...input, token }),
    email: company.email,
    referrerId: await requireReferrer(deps.db, company.reference, account.id),
    agreements: [],
    ip,
    admit: (trx) => requireNoOther(deps, trx, account.id, idempotencyKey),
  });
}

/** Today's price. An older client that names no coupon means the code of the company form (DESIGN D24). */
async function priceOpen(
  { deps, entryPoint }: AccountContext,
  { company, input, cart }: Placing,
): Promise<Quote> {
  const { db, now } = deps;
  const counts = countsOf(cart.employees);
  const planIds = await listCorporatePlanIds(db);
  const priced = async (code: string | null) =>
    priceCounts(db, counts, code ? await requireOpenPromoCode(db, code, planIds, now()) : null);
  if (entryPoint === 'web' || cart.coupon || !company.code) return priced(cart.coupon);
  const withCode = await priced(company.code).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'WRONG_PROMO_CODE') return null;
    throw error;
  });
  const isShown = withCode && (input.shownTotalCents ?? withCode.totalCents) === withCode.totalCents;
  return isShown ? withCode : priced(null);
}

/** One plan a company: whoever comes second waits for the first on the account's row, and finds it here. */
async function requireNoOther(
  { now }: Deps,
  trx: Trx,
  accountId: string,
  idempotencyKey: string,
): Promise<void> {
  await lockAccount(trx, accountId);
  const standing = await getCompanyStanding(trx, accountId, now());
  if (standing?.isCurrent) throw new AppError('CORPORATE_PLAN_EXISTS');
  const open = await findOpenCorporate(trx, accountId);
  if (open.some((other) => other.idempotencyKey !== idempotencyKey)) throw new AppError('PURCHASE_UNDER_WAY');
}

/** A bank's question that was left unanswered elsewhere does not keep the company from buying here. */
async function abandonUnconfirmed(deps: Deps, accountId: string, idempotencyKey: string): Promise<void> {
  for (const other of await findOpenCorporate(deps.db, accountId)) {
    if (other.idempotencyKey === idempotencyKey) continue;
    const purchase = await findPurchase(deps.db, other.purchaseId);
    if (purchase?.status === 'requires_action') await abandonPurchase(deps, purchase);
  }
}

/** The cart behind a mail's link, for the account that sent it; not once it is paid. */
export async function reopenCorporate({ deps, account }: AccountContext, token: string) {
  const verified = await deps.signer.verify('complete-payment', token);
  const purchase = verified ? await findPurchase(deps.db, verified.subject) : undefined;
  const own = purchase?.kind === 'corporate' && purchase.accountId === account.id;
  if (!own || purchase.status !== 'failed') throw new AppError('PURCHASE_NOT_FOUND');
  const { employees, coupon } = storedCorporateCart.parse(purchase.cart);
  return { cart: { employees, coupon }, quote: purchase.quote };
}
