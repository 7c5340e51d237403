import type Stripe from 'stripe';
import type { Deps } from '../../platform/deps.ts';
import type { Quote } from '../catalog/quote.schema.ts';
import { callStripe, isResourceMissing } from './stripe-errors.ts';
import { requireProduct, toProductId } from './stripe-order.service.ts';

type StripeDeps = Pick<Deps, 'stripe'>;

/**
 * Sets the plan and price at which a subscription renews. Stripe charges nothing now, because we charge for
 * the rest of the paid period ourselves (D44). `paymentCount` is how many periods were paid. They count
 * toward the periods that the promo code covers. Does nothing if the subscription has ended or already has
 * this price. Safe to repeat.
 */
export async function setPlan(
  deps: StripeDeps,
  providerId: string,
  quote: Quote,
  paymentCount: number,
): Promise<void> {
  const line = quote.lines.find(({ recurring }) => recurring);
  if (!line || quote.interval === 'once') throw new Error(`Subscription ${providerId} gets no price`);
  try {
    const subscription = await callStripe(() => deps.stripe.subscriptions.retrieve(providerId));
    const [item] = subscription.items.data;
    if (!item || subscription.ended_at !== null || isPriced(item, line)) return;
    const product = await requireProduct(deps, line.planId, line.description);
    const coupon = await createCoupon(deps, quote, paymentCount);
    const recurring = { interval: quote.interval };
    const priceData = { currency: 'usd', product, unit_amount: line.unitCents, recurring };
    await callStripe(() =>
      deps.stripe.subscriptions.update(providerId, {
        items: [{ id: item.id, price_data: priceData }],
        // The old discount was computed for the old plan.
        discounts: coupon ? [{ coupon }] : '',
        proration_behavior: 'none',
      }),
    );
  } catch (error) {
    if (!isResourceMissing(error)) throw error;
  }
}

function isPriced(
  { price: { product, unit_amount } }: Stripe.SubscriptionItem,
  { planId, unitCents }: Quote['lines'][number],
): boolean {
  const productId = typeof product === 'string' ? product : product.id;
  return productId === toProductId(planId) && unit_amount === unitCents;
}

/**
 * Creates a coupon for the periods that the promo code still covers. One period is a month, because only
 * monthly plans can be changed.
 */
async function createCoupon(
  { stripe }: StripeDeps,
  { promo, recurringCents, discountedRecurringCents }: Quote,
  paymentCount: number,
): Promise<string | undefined> {
  const discountCents = recurringCents - discountedRecurringCents;
  if (!promo || discountCents === 0) return undefined;
  const remainingMonths = promo.periods === null ? null : promo.periods - paymentCount;
  if (remainingMonths !== null && remainingMonths <= 0) return undefined;
  const coupon = await callStripe(() =>
    stripe.coupons.create({
      amount_off: discountCents,
      currency: 'usd',
      name: promo.code.slice(0, 40),
      ...(remainingMonths === null
        ? { duration: 'forever' }
        : remainingMonths === 1
          ? { duration: 'once' }
          : { duration: 'repeating', duration_in_months: remainingMonths }),
    }),
  );
  return coupon.id;
}
