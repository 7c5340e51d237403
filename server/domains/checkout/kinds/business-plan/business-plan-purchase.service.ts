import { ZodError, type z } from 'zod';
import type { Db, Trx } from '#db/client.ts';
import { AppError } from '../../../../lib/errors.ts';
import { toFieldErrors } from '../../../../lib/field-errors.ts';
import type { AccountContext } from '../../../../platform/context.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { requireOwnAccount } from '../../../accounts/account.service.ts';
import { requireReferral, resolveReference } from '../../../affiliates/referral.service.ts';
import type { W9Input } from '../../../affiliates/tax-forms/tax-form.schema.ts';
import { fileW9, findTaxForms } from '../../../affiliates/tax-forms/tax-form.service.ts';
import { businessPresentation, businessSocialMedia } from '../../../business-plans/business-plan.schema.ts';
import { lockRunningPurchaseIds } from '../../../business-plans/business-plan.service.ts';
import type { BusinessTerms, Plan } from '../../../catalog/plan.schema.ts';
import { requirePlan } from '../../../catalog/plan.service.ts';
import { priceCart } from '../../../catalog/price.shared.ts';
import {
  requireChargeable,
  requireOpenPromoCode,
  requirePromoCode,
} from '../../../catalog/promo-code.service.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import { listAccepted } from '../../../content/content.service.ts';
import { requireLocatable } from '../../../stores/owner/owned-business.service.ts';
import { requireSafePromotions } from '../../../stores/promotion.service.ts';
import { abandonUnconfirmedPurchases } from '../../purchase/abandon-purchase.service.ts';
import { findOpenPurchases } from '../../purchase/purchase.repository.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { requireShownPrice } from '../../purchase/shown-price.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import {
  type BusinessPlanCart,
  businessAgreements,
  businessInformation,
  type businessPlanInput,
  businessPromotions,
  businessSharing,
} from './business-plan.schema.ts';
import { findBlockingPurchases } from './business-plan-purchase.repository.ts';

interface ValidatedPlan {
  cart: BusinessPlanCart;
  /** Null if no W-9 is needed, or if the one on file is used. */
  w9: W9Input | null;
}

/**
 * Validates all pages that apply to this plan and these programs. Throws INVALID_INPUT with all field errors.
 * Drops the fields of other pages.
 */
export function validateBusinessPlan(
  input: z.output<typeof businessPlanInput>,
  terms: BusinessTerms,
  hasW9: boolean,
): ValidatedPlan {
  const information = businessInformation.safeParse(input);
  const promotions = businessPromotions.safeParse(input);
  // A W-9 in the input replaces the one on file.
  const needsW9 = input.loyalty && !(hasW9 && (input.w9 === undefined || input.w9 === null));
  const sharing = needsW9 ? businessSharing.safeParse({ w9: input.w9 ?? {} }) : null;
  const socialMedia = input.socialMedia ? businessSocialMedia.safeParse(input) : null;
  const presentation = input.presentation ? businessPresentation.safeParse(input) : null;
  const agreements = businessAgreements(terms).safeParse(input);
  const pages = [information, promotions, sharing, socialMedia, presentation, agreements];
  const issues = pages.flatMap((page) => page?.error?.issues ?? []);
  if (issues.length > 0 || !information.data || !promotions.data) {
    const fieldErrors = toFieldErrors(new ZodError(issues));
    throw new AppError('INVALID_INPUT', { message: Object.values(fieldErrors)[0], fieldErrors });
  }
  return {
    cart: {
      plan: input.plan,
      ...information.data,
      ...promotions.data,
      programs: {
        loyalty: input.loyalty,
        socialMedia: socialMedia?.data ?? null,
        presentation: presentation?.data ?? null,
      },
      discountCode: input.discountCode,
    },
    w9: sharing?.data?.w9 ?? null,
  };
}

type SoldPlan = Plan & { business: BusinessTerms };

/** Throws WRONG_PROMO_CODE if the code isn't valid for this plan. */
export async function quoteBusinessPlan(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  input: { plan: number; discountCode: string | null },
): Promise<Quote> {
  const plan = await requireSoldPlan(db, input.plan);
  const promo = input.discountCode ? await requirePromoCode(db, input.discountCode, plan.id, now()) : null;
  return requireChargeable(priceCart(plan, [], promo));
}

async function requireSoldPlan(db: Db, id: number): Promise<SoldPlan> {
  const plan = await requirePlan(db, id, 'business');
  if (!plan.business) throw new AppError('PLAN_NOT_FOUND', { field: 'plan' });
  return { ...plan, business: plan.business };
}

/** Buys a business plan. An account can have only one at a time, even if several tabs submit at once. */
export async function purchaseBusinessPlan(
  ctx: AccountContext,
  input: z.output<typeof businessPlanInput>,
): Promise<PurchaseResult> {
  const { deps, account, ip } = ctx;
  requireOwnAccount(input.accountID, account);
  const [plan, taxForms] = await Promise.all([
    requireSoldPlan(deps.db, input.plan),
    findTaxForms(deps.db, account.id),
  ]);
  const { cart: validatedCart, w9 } = validateBusinessPlan(input, plan.business, taxForms.w9 !== null);
  const cart = {
    ...validatedCart,
    reference: await resolveReference(deps.db, validatedCart.reference),
    promotions: await requireSafePromotions(validatedCart.promotions),
  };
  return submitPurchase(ctx, {
    kind: 'business-plan',
    cart,
    token: input.token,
    email: account.email,
    idempotencyKey: input.idempotencyKey,
    legacyCall: 'purchaseBusinessPlan',
    prepare: async ({ idempotencyKey }) => {
      await requireLocatable(deps.db, cart);
      const referral = await requireReferral(ctx, cart.reference, account.id);
      await abandonOthers(deps, account.id, idempotencyKey);
      return {
        quote: requireShownPrice(ctx, await priceOpenPlan(deps, plan, cart.discountCode), input),
        ...referral,
        agreements: listAccepted(plan.business.agreements, input.acceptedTexts),
        admit: async (trx) => {
          await requireNoOtherPlan(deps, trx, account.id, idempotencyKey);
          // Stored apart from the purchase, because a cart must not contain a tax number.
          if (w9) await fileW9(deps, trx, { accountId: account.id, w9, ip, now: deps.now() });
        },
      };
    },
  });
}

async function priceOpenPlan({ db, now }: Deps, plan: SoldPlan, discountCode: string | null): Promise<Quote> {
  const promo = discountCode ? await requireOpenPromoCode(db, discountCode, plan.id, now()) : null;
  return requireChargeable(priceCart(plan, [], promo));
}

/**
 * Throws if the account has another plan, or an open purchase of one. Of two concurrent submissions, the
 * second waits for the account's lock and then finds the first one's purchase.
 */
async function requireNoOtherPlan(
  { now }: Deps,
  trx: Trx,
  accountId: string,
  idempotencyKey: string,
): Promise<void> {
  const runningPurchaseIds = await lockRunningPurchaseIds(trx, accountId, now());
  const blockingPurchases = await findBlockingPurchases(trx, accountId, runningPurchaseIds);
  const otherPurchases = blockingPurchases.filter((purchase) => purchase.idempotencyKey !== idempotencyKey);
  if (otherPurchases.some(({ id }) => runningPurchaseIds.includes(id)))
    throw new AppError('BUSINESS_PLAN_EXISTS');
  if (otherPurchases.length > 0) throw new AppError('PURCHASE_UNDER_WAY');
}

async function abandonOthers(deps: Deps, accountId: string, idempotencyKey: string): Promise<void> {
  const openPurchases = await findOpenPurchases(deps.db, accountId, 'business-plan');
  await abandonUnconfirmedPurchases(
    deps,
    openPurchases.filter((other) => other.idempotencyKey !== idempotencyKey),
  );
}
