import type { Trx } from '#db/client.ts';
import { lockRunningPurchaseIds, startBusinessPlan } from '../../../business-plans/business-plan.service.ts';
import { requirePlan } from '../../../catalog/plan.service.ts';
import { getPublicSettings } from '../../../content/content.service.ts';
import type { Deps } from '../../../deps.ts';
import { OTHER_CATEGORY } from '../../../stores/category.shared.ts';
import { saveOwnedBusiness } from '../../../stores/owned-business.service.ts';
import type { Purchase } from '../../purchase/purchase.schema.ts';
import { type BusinessPlanCart, businessPlanCart } from './business-plan.schema.ts';

/** A bought plan: the business with its first location, in the search from here on (SPEC section 1). */
export async function deliverBusinessPlan(
  deps: Deps,
  trx: Trx,
  purchase: Purchase,
  {
    subscriptionId,
    providerSubscriptionId,
    periodEnd,
    now,
  }: { subscriptionId: string; providerSubscriptionId: string | null; periodEnd: Date; now: Date },
): Promise<void> {
  if (!purchase.accountId) throw new Error('A business plan was bought by nobody');
  const cart = businessPlanCart.parse(purchase.cart);
  const { businessId } = await saveOwnedBusiness(trx, {
    accountId: purchase.accountId,
    businessname: cart.businessname,
    categories: [cart.type ?? OTHER_CATEGORY],
    url: cart.url,
    phone: cart.phone,
    address: cart,
    promotions: cart.promotions,
    now,
  });
  await startBusinessPlan(trx, {
    accountId: purchase.accountId,
    planId: cart.plan,
    purchaseId: purchase.id,
    subscriptionId,
    businessId,
    programs: cart.programs,
    startedAt: now,
    // A free period ends by itself (DESIGN D25).
    endedAt: providerSubscriptionId ? null : periodEnd,
  });
  await tellStaff(deps, trx, cart, purchase.email);
}

/** Programs are set up by people: the support address hears what the owner told for them. */
async function tellStaff(deps: Deps, trx: Trx, cart: BusinessPlanCart, ownerEmail: string): Promise<void> {
  const facts = factsOf(cart);
  const { supportEmail } = await getPublicSettings(trx);
  if (facts.length === 0 || !supportEmail) return;
  const { name } = await requirePlan(trx, cart.plan, 'business');
  await deps.jobs.enqueue(trx, 'mail', {
    mail: 'programs-wanted',
    to: supportEmail,
    props: { businessname: cart.businessname, planName: name, ownerEmail, facts },
  });
}

function factsOf({ programs: { loyalty, socialMedia, presentation } }: BusinessPlanCart) {
  const told = (label: string, value: string | null) => (value ? [{ label, value }] : []);
  return [
    ...(loyalty ? [{ label: 'Sharing program', value: 'yes' }] : []),
    ...(socialMedia
      ? [
          { label: 'Social media program', value: 'yes' },
          ...told('Facebook', socialMedia.facebook),
          ...told('Instagram', socialMedia.instagram),
          ...told('Twitter', socialMedia.twitter),
          ...told('Snapchat', socialMedia.snapchat),
          ...told('Pinterest', socialMedia.pinterest),
          ...told('LinkedIn', socialMedia.linkedin),
          ...told('About the business', socialMedia.socialMediaInfo),
        ]
      : []),
    ...(presentation
      ? [
          { label: 'Presentation', value: 'yes' },
          { label: 'Contact', value: presentation.presentationContactName },
          { label: 'Contact’s e-mail', value: presentation.presentationContactEmail },
          ...told('Time', presentation.presentationTime),
          { label: 'Future presentations', value: presentation.presentationFuture },
        ]
      : []),
  ];
}

/** Whether another purchase has become the account's plan: then a late charge is refunded, not settled. */
export async function isOutrun(
  trx: Trx,
  { id, accountId }: { id: string; accountId: string | null },
  now: Date,
): Promise<boolean> {
  if (!accountId) return true;
  return (await lockRunningPurchaseIds(trx, accountId, now)).some((running) => running !== id);
}
