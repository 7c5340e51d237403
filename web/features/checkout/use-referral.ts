import { useEffect, useEffectEvent } from 'react';
import { readReferralCode } from '#web/lib/referral.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { ReferenceValues } from './reference-values.ts';

/** Prefills the reference from a referral link, unless the link is the buyer's own. */
export function useReferral(values: ReferenceValues, set: (patch: Partial<ReferenceValues>) => void): void {
  const code = readReferralCode() ?? '';
  const isNew = code !== '' && code !== values.referralCode;
  const viewer = trpc.viewer.user.useQuery();
  const referrerQuery = trpc.affiliates.referral.useQuery({ code }, { enabled: isNew });
  const referrer = viewer.data !== undefined && referrerQuery.data ? referrerQuery.data : null;

  const prefillReference = useEffectEvent(({ id, label }: { id: string; label: string }) => {
    // Don't replace a referrer that the buyer chose.
    const isChosen = values.reference !== null && values.referralCode === '';
    if (isChosen || id === viewer.data?.id) set({ referralCode: code });
    else set({ reference: id, referenceLabel: label, referralCode: code });
  });

  useEffect(() => {
    if (isNew && referrer !== null) prefillReference(referrer);
  }, [isNew, referrer]);
}
