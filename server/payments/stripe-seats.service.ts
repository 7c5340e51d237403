import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Deps } from '../deps.ts';
import { callStripe, isResourceMissing } from './stripe-errors.ts';
import { productIdOf, requireProduct } from './stripe-order.service.ts';

/** So many cards of a plan on a subscription, with the price that each renews for, in cents. */
export interface SeatLine {
  planId: number;
  description: string;
  quantity: number;
  yearlyCents: number;
}

type StripeDeps = Pick<Deps, 'stripe'>;
type ItemChange = Stripe.SubscriptionUpdateParams.Item;

/**
 * Makes a subscription renew as many cards as there are. Nothing is charged for it now: what is left of the running
 * year was paid for in whole days (DESIGN D44). One that is over at the provider stays as it is.
 */
export async function setSeats(
  deps: StripeDeps,
  providerId: string,
  seats: readonly SeatLine[],
): Promise<void> {
  try {
    const { items } = await callStripe(() => deps.stripe.subscriptions.retrieve(providerId));
    const changes: ItemChange[] = [];
    for (const seat of seats) changes.push(...(await changesFor(deps, items.data, seat)));
    if (changes.length === 0) return;
    await callStripe(() =>
      deps.stripe.subscriptions.update(
        providerId,
        { items: changes, proration_behavior: 'none' },
        { idempotencyKey: `seats:${providerId}:${digestOf(changes)}` },
      ),
    );
  } catch (error) {
    if (!isResourceMissing(error)) throw error;
  }
}

function digestOf(changes: readonly ItemChange[]): string {
  return createHash('sha256').update(JSON.stringify(changes)).digest('hex').slice(0, 32);
}

async function changesFor(
  deps: StripeDeps,
  items: readonly Stripe.SubscriptionItem[],
  { planId, description, quantity, yearlyCents }: SeatLine,
): Promise<ItemChange[]> {
  const [item, ...doubles] = items.filter(({ price }) => productOf(price) === productIdOf(planId));
  if (!item) {
    const product = await requireProduct(deps, planId, description);
    const recurring = { interval: 'year' as const };
    return [{ price_data: { currency: 'usd', product, unit_amount: yearlyCents, recurring }, quantity }];
  }
  // Two jobs that met may have made the item twice.
  const surplus = doubles.map(({ id }) => ({ id, deleted: true }));
  return item.quantity === quantity ? surplus : [{ id: item.id, quantity }, ...surplus];
}

function productOf({ product }: Stripe.Price): string {
  return typeof product === 'string' ? product : product.id;
}
