import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { listPlans } from '../catalog/plan.service.ts';
import type { Quote } from '../catalog/quote.schema.ts';
import { callStripe, isKeySpent, isResourceMissing } from './stripe-errors.ts';

/** What to charge in one attempt to pay for a purchase. */
export interface StripeOrder {
  purchaseId: string;
  attempt: number;
  kind: string;
  accountId: string | null;
  quote: Quote;
  /**
   * True to charge a saved card while the cardholder isn't present. The charge fails if the bank requires
   * authentication.
   */
  offSession?: boolean;
}

export interface AttachedCard {
  paymentMethodId: string;
  cardBrand: string | null;
  cardLast4: string | null;
  /** Stripe gives all tokens and payment methods of one card number the same. */
  cardFingerprint: string | null;
}

type StripeDeps = Pick<Deps, 'stripe'>;

/**
 * Derives the key from the purchase and the attempt, so that repeating a call returns its first response
 * (D18).
 */
function buildIdempotencyKey(order: Pick<StripeOrder, 'purchaseId' | 'attempt'>, step: string): string {
  return `purchase:${order.purchaseId}:${order.attempt}:${step}`;
}

/**
 * Builds the metadata that links a Stripe object to its purchase. It also lets us recreate a purchase that is
 * missing after the database was restored from a backup. Don't add names: everyone with access to our Stripe
 * account can see metadata.
 */
export function buildOrderMetadata({ purchaseId, attempt, kind, accountId, quote }: StripeOrder) {
  const plan = quote.lines[0]?.planId;
  return {
    purchase: purchaseId,
    attempt: String(attempt),
    kind,
    ...(plan === undefined ? {} : { plan: String(plan) }),
    ...(accountId === null ? {} : { account: accountId }),
  };
}

/** Creates a customer. A repeated call with the same key returns the first call's customer. */
export async function createCustomer(
  { stripe }: StripeDeps,
  customer: { key: string; email: string; name: string },
): Promise<string> {
  const { id } = await callStripe(() =>
    stripe.customers.create(
      { email: customer.email, name: customer.name },
      { idempotencyKey: `customer:${customer.key}` },
    ),
  );
  return id;
}

/**
 * Attaches the card behind the browser's token to the customer. Throws CARD_INVALID if the token is unusable.
 */
export async function attachCard(
  { stripe }: StripeDeps,
  order: Pick<StripeOrder, 'purchaseId' | 'attempt'>,
  customer: string,
  token: string,
): Promise<AttachedCard> {
  // The key includes the token, because a retry may send a new token for the same card.
  const digest = createHash('sha256').update(token).digest('hex').slice(0, 16);
  return callStripe(async () => {
    try {
      const paymentMethodId = token.startsWith('pm_')
        ? token
        : await createMethod(stripe, order, token, digest);
      const paymentMethod = await stripe.paymentMethods.attach(
        paymentMethodId,
        { customer },
        { idempotencyKey: buildIdempotencyKey(order, `attach:${digest}`) },
      );
      return {
        paymentMethodId: paymentMethod.id,
        cardBrand: paymentMethod.card?.brand ?? null,
        cardLast4: paymentMethod.card?.last4 ?? null,
        cardFingerprint: paymentMethod.card?.fingerprint ?? null,
      };
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) {
        throw new AppError('CARD_INVALID', { cause: error });
      }
      throw error;
    }
  });
}

/**
 * A token can create only one payment method, so all attempts share a key, and later ones receive the payment
 * method of the first. If Stripe used up the token but failed with a stored 500, this throws UNAVAILABLE: the
 * card is good, but the buyer must enter it again.
 */
async function createMethod(
  stripe: Stripe,
  { purchaseId, attempt }: Pick<StripeOrder, 'purchaseId' | 'attempt'>,
  token: string,
  digest: string,
): Promise<string> {
  const create = async (idempotencyKey: string) =>
    (await stripe.paymentMethods.create({ type: 'card', card: { token } }, { idempotencyKey })).id;
  try {
    return await create(`purchase:${purchaseId}:method:${digest}`);
  } catch (error) {
    if (!isKeySpent(error)) throw error;
  }
  try {
    return await create(buildIdempotencyKey({ purchaseId, attempt }, `method:${digest}`));
  } catch (error) {
    const isTokenUsed =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'token_already_used';
    throw isTokenUsed ? new AppError('UNAVAILABLE', { cause: error }) : error;
  }
}

/** The ids of products that we know exist at Stripe, by client. */
const knownProducts = new WeakMap<Stripe, Set<string>>();

export function toProductId(planId: number): string {
  return `everything_card_${planId}`;
}

/** Returns null for a product that isn't one of our plans. */
export function parsePlanId(productId: string | undefined): number | null {
  const [, planId] = /^everything_card_(\d+)$/.exec(productId ?? '') ?? [];
  return planId === undefined ? null : Number(planId);
}

/** Returns the id of the plan's product at Stripe. Creates the product if it doesn't exist yet. */
export async function requireProduct({ stripe }: StripeDeps, planId: number, name: string): Promise<string> {
  const id = toProductId(planId);
  const existingProducts = knownProducts.get(stripe) ?? new Set();
  knownProducts.set(stripe, existingProducts);
  if (existingProducts.has(id)) return id;
  try {
    await stripe.products.create({ id, name });
  } catch (error) {
    const isExisting =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists';
    if (!isExisting) throw error;
  }
  existingProducts.add(id);
  return id;
}

/** Renames the plan's product at Stripe to the plan's current name. Prices are set in the subscriptions. */
export async function syncProduct(
  { db, stripe }: Pick<Deps, 'db' | 'stripe'>,
  planId: number,
): Promise<void> {
  const plan = (await listPlans(db)).find(({ id }) => id === planId);
  if (!plan) return;
  try {
    await callStripe(() => stripe.products.update(toProductId(planId), { name: plan.orderSummaryName }));
  } catch (error) {
    // Nobody has bought the plan yet.
    if (!isResourceMissing(error)) throw error;
  }
}

/** Creates a coupon for the quote's discount. It lasts as many periods as the promo code. */
async function createCoupon({ stripe }: StripeDeps, order: StripeOrder): Promise<string | undefined> {
  const { discountCents, promo, interval } = order.quote;
  if (!promo || discountCents === 0) return undefined;
  const months = promo.periods === null ? null : promo.periods * (interval === 'year' ? 12 : 1);
  const coupon = await stripe.coupons.create(
    {
      amount_off: discountCents,
      currency: 'usd',
      name: promo.code.slice(0, 40),
      ...(months === null
        ? { duration: 'forever' }
        : months === 1
          ? { duration: 'once' }
          : { duration: 'repeating', duration_in_months: months }),
    },
    { idempotencyKey: buildIdempotencyKey(order, 'coupon') },
  );
  return coupon.id;
}

/**
 * Starts the subscription and charges its first invoice. `isConfirmable` means that the buyer's browser can
 * complete authentication. Otherwise, a card that requires it is declined, and Stripe keeps no subscription.
 */
export async function createSubscription(
  deps: StripeDeps,
  order: StripeOrder,
  customer: string,
  paymentMethodId: string,
  isConfirmable: boolean,
): Promise<string> {
  const { interval, lines } = order.quote;
  if (interval === 'once') throw new Error(`Purchase ${order.purchaseId} does not recur`);
  return callStripe(async () => {
    const coupon = await createCoupon(deps, order);
    const pricedLines = await Promise.all(
      lines.map(async (line) => ({
        recurring: line.recurring,
        quantity: line.quantity,
        data: {
          currency: 'usd',
          product: await requireProduct(deps, line.planId, line.description),
          unit_amount: line.unitCents,
        },
      })),
    );
    const items = pricedLines.filter((line) => line.recurring);
    const discounts = coupon ? [{ coupon }] : [];
    const subscription = await deps.stripe.subscriptions.create(
      {
        customer,
        default_payment_method: paymentMethodId,
        items: items.map(({ data, quantity }) => ({
          price_data: { ...data, recurring: { interval } },
          quantity,
        })),
        // A discount on each item would take the full amount off several times.
        ...(coupon ? { discounts } : {}),
        add_invoice_items: pricedLines
          .filter((line) => !line.recurring)
          .map(({ data, quantity }) => ({ price_data: data, quantity, discountable: false })),
        payment_behavior: isConfirmable ? 'allow_incomplete' : 'error_if_incomplete',
        off_session: false,
        metadata: buildOrderMetadata(order),
      },
      { idempotencyKey: buildIdempotencyKey(order, 'subscription') },
    );
    return subscription.id;
  });
}

/**
 * Finds an attempt's subscription by its metadata, because Stripe forgets idempotency keys after a day (D43).
 */
export async function findOrderSubscription(
  { stripe }: StripeDeps,
  order: Pick<StripeOrder, 'purchaseId' | 'attempt'>,
  customer: string,
): Promise<string | undefined> {
  return callStripe(async () => {
    const subscriptions = stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
    for await (const { id, metadata } of subscriptions) {
      if (metadata.purchase === order.purchaseId && metadata.attempt === String(order.attempt)) return id;
    }
    return undefined;
  });
}
