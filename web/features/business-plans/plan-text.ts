import { formatLongDate } from '#server/lib/dates.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';

export type OwnPlanData = NonNullable<RouterOutputs['businessPlans']['mine']>;

export function formatDay(instant: string): string {
  return formatLongDate(new Date(instant));
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
