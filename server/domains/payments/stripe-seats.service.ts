import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Deps } from '../../platform/deps.ts';
import { callStripe, isResourceMissing } from './stripe-errors.ts';
import { requireProduct, toProductId } from './stripe-order.service.ts';

/** A company's cards of one plan. `yearlyCents` is the renewal price per card. */
export interface SeatLine {
  planId: number;
  description: string;
  quantity: number;
  yearlyCents: number;
}

type StripeDeps = Pick<Deps, 'stripe'>;
type ItemChange = Stripe.SubscriptionUpdateParams.Item;

/**
 * Sets how many cards a subscription renews. Charges nothing now, because added cards were paid for the rest
 * of the year when they were bought (D44). `revision` counts changes of the cards. Does nothing if the
 * subscription no longer exists.
 */
export async function setSeats(
  deps: StripeDeps,
  { providerId, revision }: { providerId: string; revision: number },
  seats: readonly SeatLine[],
): Promise<void> {
  try {
    const { items } = await callStripe(() => deps.stripe.subscriptions.retrieve(providerId));
    const changes: ItemChange[] = [];
    for (const seat of seats) changes.push(...(await computeChanges(deps, items.data, seat)));
    // Stripe rejects removing the last item. If a company has no cards, its plan is ending anyway.
    if (seats.length > 0) changes.push(...removeOtherItems(items.data, seats));
    if (changes.length === 0) return;
    await callStripe(() =>
      deps.stripe.subscriptions.update(
        providerId,
        { items: changes, proration_behavior: 'none' },
        // Without the revision, Stripe would ignore a later change back to the same quantities.
        { idempotencyKey: `seats:${providerId}:${revision}:${computeDigest(changes)}` },
      ),
    );
  } catch (error) {
    if (!isResourceMissing(error)) throw error;
  }
}

function computeDigest(changes: readonly ItemChange[]): string {
  return createHash('sha256').update(JSON.stringify(changes)).digest('hex').slice(0, 32);
}

/** Returns changes that remove the items of plans without any cards left. */
function removeOtherItems(
  items: readonly Stripe.SubscriptionItem[],
  seats: readonly SeatLine[],
): ItemChange[] {
  const products = new Set(seats.map(({ planId }) => toProductId(planId)));
  return items
    .filter(({ price }) => !products.has(getProductId(price)))
    .map(({ id }) => ({ id, deleted: true }));
}

async function computeChanges(
  deps: StripeDeps,
  items: readonly Stripe.SubscriptionItem[],
  { planId, description, quantity, yearlyCents }: SeatLine,
): Promise<ItemChange[]> {
  const [item, ...duplicates] = items.filter(({ price }) => getProductId(price) === toProductId(planId));
  if (!item) {
    const product = await requireProduct(deps, planId, description);
    const recurring = { interval: 'year' as const };
    return [{ price_data: { currency: 'usd', product, unit_amount: yearlyCents, recurring }, quantity }];
  }
  // Two concurrent jobs may both have added the item. Keep only one.
  const removals = duplicates.map(({ id }) => ({ id, deleted: true }));
  return item.quantity === quantity ? removals : [{ id: item.id, quantity }, ...removals];
}

function getProductId({ product }: Stripe.Price): string {
  return typeof product === 'string' ? product : product.id;
}
