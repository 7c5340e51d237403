import type { Trx } from '#db/client.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { requirePlan } from '../../../catalog/plan.service.ts';
import { getPublicSettings } from '../../../content/content.service.ts';
import type { BusinessPlanCart } from './business-plan.schema.ts';

/**
 * Emails support staff what the owner entered about the included programs, because staff set them up by hand.
 * Sends nothing if the owner joins none.
 */
export async function requestPrograms(
  deps: Deps,
  trx: Trx,
  cart: BusinessPlanCart,
  ownerEmail: string,
): Promise<void> {
  const facts = listProgramFacts(cart);
  if (facts.length === 0) return;
  const { supportEmail } = await getPublicSettings(trx);
  if (!supportEmail) return;
  const { name } = await requirePlan(trx, cart.plan, 'business');
  await deps.jobs.enqueue(trx, 'mail', {
    mail: 'programs-wanted',
    to: supportEmail,
    props: { businessname: cart.businessname, planName: name, ownerEmail, facts },
  });
}

function listProgramFacts({ programs: { loyalty, socialMedia, presentation } }: BusinessPlanCart) {
  const optionalFact = (label: string, value: string | null) => (value ? [{ label, value }] : []);
  return [
    ...(loyalty ? [{ label: 'Sharing program', value: 'yes' }] : []),
    ...(socialMedia
      ? [
          { label: 'Social media program', value: 'yes' },
          ...optionalFact('Facebook', socialMedia.facebook),
          ...optionalFact('Instagram', socialMedia.instagram),
          ...optionalFact('Twitter', socialMedia.twitter),
          ...optionalFact('Snapchat', socialMedia.snapchat),
          ...optionalFact('Pinterest', socialMedia.pinterest),
          ...optionalFact('LinkedIn', socialMedia.linkedin),
          ...optionalFact('About the business', socialMedia.socialMediaInfo),
        ]
      : []),
    ...(presentation
      ? [
          { label: 'Presentation', value: 'yes' },
          { label: 'Contact', value: presentation.presentationContactName },
          { label: 'Contact’s email', value: presentation.presentationContactEmail },
          ...optionalFact('Time', presentation.presentationTime),
          { label: 'Future presentations', value: presentation.presentationFuture },
        ]
      : []),
  ];
}
