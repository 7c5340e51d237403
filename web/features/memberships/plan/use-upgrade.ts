import { useRef } from 'react';
import type { z } from 'zod';
import type { upgradeInput } from '#server/checkout/kinds/family-upgrade/family-upgrade.schema.ts';
import { loadStripeClient } from '#web/features/payments/stripe-loader.ts';
import { isRefusal, toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import {
  chooseSubmissionKey,
  markInFlight,
  markRefused,
  newSubmissionKey,
} from '#web/ui/wizard/submission-key.ts';

type Upgrade = Omit<z.input<typeof upgradeInput>, 'idempotencyKey'>;

/**
 * Returns a function that charges the membership's saved card, shows the bank's 3-D Secure challenge if there
 * is one, and resolves to the purchase's id. Repeating the same upgrade never charges twice.
 */
export function useUpgrade() {
  const utils = trpc.useUtils();
  const upgrade = trpc.planChanges.upgrade.useMutation();
  const confirmCard = trpc.checkout.confirmCard.useMutation();
  const submission = useRef(newSubmissionKey());

  async function charge(input: Upgrade, idempotencyKey: string): Promise<string> {
    const result = await upgrade.mutateAsync({ ...input, idempotencyKey });
    if (result.status === 'paid') return result.purchaseId;
    const stripe = await loadStripeClient(await utils.checkout.paymentSetup.fetch());
    await stripe.confirmCardPayment(result.clientSecret);
    // Only the server knows how the challenge ended.
    return (await confirmCard.mutateAsync({ purchaseId: result.purchaseId })).purchaseId;
  }

  return async function submit(input: Upgrade): Promise<string> {
    const { shownTotalCents: _, ...cart } = input;
    const key = chooseSubmissionKey(submission.current, JSON.stringify(cart));
    submission.current = markInFlight(key);
    try {
      const purchaseId = await charge(input, key.key);
      await Promise.all([utils.memberships.invalidate(), utils.billing.invalidate()]);
      return purchaseId;
    } catch (error) {
      const failure = toFailure(error);
      if (isRefusal(failure)) submission.current = markRefused(key, JSON.stringify(cart));
      // The next press of the button accepts the new price.
      if (failure.code === 'PRICE_CHANGED') await utils.planChanges.offer.invalidate();
      throw failure;
    }
  };
}
