import { formatLongDate } from '#server/lib/dates.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';

export type OwnPlanData = NonNullable<RouterOutputs['businessPlans']['mine']>;

export function formatDay(instant: string): string {
  return formatLongDate(new Date(instant));
}

export function hasEnded({ state }: Pick<OwnPlanData, 'state'>): boolean {
  return state === 'ended';
}

export function isOverdue({ state }: Pick<OwnPlanData, 'state'>): boolean {
  return state === 'past_due' || state === 'unpaid';
}

/**
 * Returns null if the listing ends with the plan. The free year of listing after a trial can last longer than
 * the trial and a plan that was bought later (D15).
 */
export function describeFreeListing({ listedUntil, periodEnd }: OwnPlanData): string | null {
  return new Date(listedUntil) > new Date(periodEnd)
    ? `Your free listing stays up until ${formatDay(listedUntil)}.`
    : null;
}

/** Returns a sentence about the listing after the plan has ended. */
export function describeListingEnd(plan: OwnPlanData): string {
  return describeFreeListing(plan) ?? 'After that, your business won’t be in the savings search.';
}

export const PRESENT_AGAIN_LABELS = { yes: 'Yes', no: 'No', maybe: 'Maybe' } as const;

export function listSocialHandles(socialMedia: NonNullable<OwnPlanData['programs']['socialMedia']>) {
  const { facebook, instagram, twitter, snapchat, pinterest, linkedin } = socialMedia;
  const handles = [
    { name: 'Facebook', handle: facebook },
    { name: 'Instagram', handle: instagram },
    { name: 'Twitter', handle: twitter },
    { name: 'Snapchat', handle: snapchat },
    { name: 'Pinterest', handle: pinterest },
    { name: 'LinkedIn', handle: linkedin },
  ];
  return handles.flatMap(({ name, handle }) => (handle === null ? [] : [{ name, handle }]));
}
