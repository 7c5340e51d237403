import { inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import { saveProviderCustomer } from '../../accounts/provider-customer.service.ts';
import { holdPromoCodeForCard } from '../../catalog/promo-code.service.ts';
import { IdempotencyKeySpent } from '../../payments/stripe-errors.ts';
import {
  attachCard,
  createCustomer,
  createSubscription,
  findOrderSubscription,
} from '../../payments/stripe-order.service.ts';
import { createPayment, findOrderPayment } from '../../payments/stripe-payment.service.ts';
import { applyChargeOutcome } from './apply-charge-outcome.service.ts';
import { claimCharge, renewAttemptKeys } from './attempt.repository.ts';
import {
  failAttempt,
  requireOpenAttempt,
  toFailure,
  toUnconfirmed,
  updateAttempt,
} from './attempt.service.ts';
import { findPurchase } from './purchase.repository.ts';
import type { Purchase, PurchaseResult } from './purchase.schema.ts';
import { settleFree } from './settle-purchase.service.ts';

export interface ChargeOptions {
  /** The payment token from the buyer's browser, or 'none'. Null for the sweeper. */
  token: string | null;
  /** True if an earlier request may already have charged this attempt. */
  resumed: boolean;
}

/**
 * Charges an open purchase at Stripe, unless it is free. Safe to repeat, because each step finds what an
 * earlier call created, or repeats the call with the same idempotency key. Throws `CardDeclined` after a
 * definite decline, and PAYMENT_UNCONFIRMED while the outcome is unknown.
 */
export async function chargePurchase(
  deps: Deps,
  purchase: Purchase,
  options: ChargeOptions,
): Promise<PurchaseResult> {
  if (purchase.quote.free) return settleFree(deps, purchase.id);
  try {
    return await chargeAttempt(deps, purchase, options);
  } catch (error) {
    if (!(error instanceof IdempotencyKeySpent)) throw error;
    return chargeUnderNewKeys(deps, purchase, options.token);
  }
}

/**
 * Charges the attempt with new idempotency keys, unless Stripe has already charged it. With the old keys,
 * Stripe would repeat its stored error for a day.
 */
async function chargeUnderNewKeys(
  deps: Deps,
  { id, attempt, isIdle }: Purchase,
  token: string | null,
): Promise<PurchaseResult> {
  // Read the purchase again, because its customer and card may have been saved since.
  const currentPurchase = await findPurchase(deps.db, id);
  if (currentPurchase?.attempt !== attempt) throw new AppError('PAYMENT_UNCONFIRMED');
  const purchase = { ...currentPurchase, isIdle };
  const chargedPurchase = await findCharge(deps, purchase);
  if (chargedPurchase) return chargeAttempt(deps, chargedPurchase, { token, resumed: true });
  const renewedPurchase = await renewAttemptKeys(deps.db, purchase);
  if (!renewedPurchase) throw new AppError('PAYMENT_UNCONFIRMED');
  return chargeAttempt(deps, renewedPurchase, { token, resumed: false });
}

async function chargeAttempt(
  deps: Deps,
  purchase: Purchase,
  { token, resumed }: ChargeOptions,
): Promise<PurchaseResult> {
  const { column } = getChargeType(deps, purchase);
  let mayBeCharged = resumed;
  try {
    const earlierChargedPurchase = resumed ? await findCharge(deps, purchase) : undefined;
    const chargedPurchase =
      earlierChargedPurchase ?? (await createCharge(deps, purchase, token, () => (mayBeCharged = true)));
    // Even if the attempt has ended, its charge must be settled or refunded.
    await updateAttempt(deps, purchase, { [column]: chargedPurchase[column] });
    return await applyChargeOutcome(deps, chargedPurchase);
  } catch (error) {
    const failure = toFailure(error);
    if (failure) await failAttempt(deps, purchase, failure);
    throw mayBeCharged ? toUnconfirmed(error) : error;
  }
}

async function createCharge(
  deps: Deps,
  purchase: Purchase,
  token: string | null,
  onSend: () => void,
): Promise<Purchase> {
  const { column, create } = getChargeType(deps, purchase);
  // Without a card there is nothing to charge, and nothing has been charged yet.
  if (!purchase.paymentMethodId && !token) throw new AppError('PURCHASE_INTERRUPTED');
  const customer = await requireCustomer(deps, purchase);
  const paymentMethodId = await claimWithCard(deps, purchase, customer, token ?? '');
  onSend();
  const charge = await create(
    deps,
    toStripeOrder(purchase),
    customer,
    paymentMethodId,
    purchase.isConfirmable,
  );
  return { ...purchase, [column]: charge };
}

/**
 * Returns the purchase's customer at Stripe, or creates one. A new customer is saved before a card is
 * attached to it, because the next attempt can't attach the same card to another customer.
 */
async function requireCustomer(deps: Deps, purchase: Purchase): Promise<string> {
  const { id, attempt, email, accountId, providerCustomerId } = purchase;
  if (providerCustomerId) return providerCustomerId;
  const customer = await createCustomer(deps, { key: `purchase:${id}:${attempt}`, email, name: email });
  await Promise.all([
    requireOpenAttempt(updateAttempt(deps, purchase, { providerCustomerId: customer })),
    accountId && saveProviderCustomer(deps.db, accountId, customer),
  ]);
  return customer;
}

/** Attaches the token's card, unless the purchase has one, and saves it before anything is charged. */
async function claimWithCard(
  deps: Deps,
  purchase: Purchase,
  customer: string,
  token: string,
): Promise<string> {
  const { id, promoCode, paymentMethodId } = purchase;
  if (paymentMethodId) {
    await requireOpenAttempt(claimCharge(deps.db, purchase));
    return paymentMethodId;
  }
  const card = await attachCard(deps, toStripeOrder(purchase), customer, token);
  const { cardFingerprint } = card;
  if (promoCode && cardFingerprint) {
    await inTransaction(deps.db, async (trx) => {
      await requireOpenAttempt(claimCharge(trx, purchase, card));
      await holdPromoCodeForCard(trx, { purchaseId: id, code: promoCode, cardFingerprint });
    });
  } else await requireOpenAttempt(claimCharge(deps.db, purchase, card));
  return card.paymentMethodId;
}

const SUBSCRIPTION_CHARGE = {
  column: 'providerSubscriptionId',
  find: findOrderSubscription,
  create: createSubscription,
} as const;
const PAYMENT_CHARGE = {
  column: 'providerPaymentId',
  find: findOrderPayment,
  create: createPayment,
} as const;

export const getChargeType = ({ kinds }: Pick<Deps, 'kinds'>, { kind }: Purchase) =>
  kinds[kind].billing === 'once' ? PAYMENT_CHARGE : SUBSCRIPTION_CHARGE;

export function toStripeOrder(purchase: Purchase) {
  const { id, attempt, kind, accountId, quote, isOffSession } = purchase;
  return { purchaseId: id, attempt, kind, accountId, quote, offSession: isOffSession };
}

/** Returns the purchase with the id of its attempt's charge, or undefined if Stripe has no charge for it. */
export async function findCharge(deps: Deps, purchase: Purchase): Promise<Purchase | undefined> {
  const { column, find } = getChargeType(deps, purchase);
  if (purchase[column]) return purchase;
  // The customer is saved before anything is charged.
  if (!purchase.providerCustomerId) return undefined;
  const charge = await find(deps, toStripeOrder(purchase), purchase.providerCustomerId);
  return charge === undefined ? undefined : { ...purchase, [column]: charge };
}
