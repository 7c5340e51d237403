import type { RefObject } from 'react';
import { newId } from '#server/lib/ids.ts';
import type { CardFields } from '#web/features/payments/card-fields.schema.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { type Failure, toFailure } from '#web/lib/errors.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';

type Setups = RouterOutputs['billing']['startCardChange'];
type Result = RouterOutputs['billing']['changeCard'];

/**
 * The form's calls to the server. They apply to the whole account, or to the one subscription that an emailed
 * link names.
 */
export interface CardChangeCalls {
  start(key: string): Promise<Setups>;
  change(setupIds: string[]): Promise<Result>;
}

const makeFailure = (code: string, message: string): Failure => ({
  code,
  message,
  fieldErrors: {},
  requestId: undefined,
});

/**
 * Saves the entered card at Stripe, makes it the card for all future charges, and pays open bills with it.
 */
export async function submitCardChange(
  card: RefObject<CardHandle | null>,
  { stripeName: name, stripeZip: zip }: CardFields,
  { start, change }: CardChangeCalls,
): Promise<void> {
  // Keep the handle, because the ref is cleared if the user closes the form during the bank's challenge.
  const handle = card.current;
  if (handle === null)
    throw makeFailure('CARD_NOT_READ', 'The card fields aren’t ready yet. Please try again in a moment.');
  try {
    const setups = await start(newId());
    for (const { clientSecret } of setups) await handle.save(clientSecret, { name, zip });
    const setupIds = setups.map(({ id }) => id);
    // No setups means that the link's bill has already been paid.
    if (setupIds.length === 0) return;
    // The bank may require a confirmation for each bill.
    const confirmed = new Set<string>();
    for (;;) {
      const result = await change(setupIds);
      if (result.status === 'done') return;
      if (confirmed.has(result.clientSecret)) {
        throw makeFailure('BANK_REFUSED', 'Your bank didn’t confirm the payment, so we didn’t charge you.');
      }
      await handle.authenticate(result.clientSecret);
      confirmed.add(result.clientSecret);
    }
  } catch (error) {
    const failure = toFailure(error);
    const isUnknown = failure.code === 'NETWORK' || failure.code === 'UNEXPECTED';
    throw isUnknown
      ? {
          ...failure,
          message: 'We don’t know yet if the payment went through. Try again. You’ll never be charged twice.',
        }
      : failure;
  }
}
