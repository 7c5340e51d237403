import { getAccountByEmail } from '../accounts/account.service.ts';
import { requirePlan } from '../catalog/plan.service.ts';
import { businessPlanCart } from '../checkout/kinds/business-plan/business-plan.schema.ts';
import { quoteBusinessPlan } from '../checkout/kinds/business-plan/business-plan-purchase.service.ts';
import type { Deps } from '../deps.ts';
import { buyForDemo } from './purchase.ts';

const EXCLUSIVE_PLAN = 6;

const BAKERY = {
  plan: EXCLUSIVE_PLAN,
  businessname: 'Walker Street Bakery',
  phone: '(303) 555-0147',
  street1: '1437 Bannock St',
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  country: 'US',
  type: 9,
  url: 'https://bakery.example',
  promotions: [
    {
      code: 'BREAD10',
      info: '<p><strong>10% off</strong> every loaf before noon. Show your card at the counter.</p>',
      isOnline: false,
      headline: 'Ten percent off before noon',
    },
  ],
  programs: {
    loyalty: false,
    socialMedia: {
      instagram: '@walkerstreetbakery',
      socialMediaInfo: 'Sourdough, rye and rolls since 1998.',
    },
    presentation: null,
  },
};

/** Buys the demo owner's plan through checkout. Does nothing with live Stripe. */
export async function seedDemoBusinessPlan(deps: Deps): Promise<void> {
  if (deps.config.stripe) return;
  const account = await getAccountByEmail(deps.db, 'business@example.com');
  const cart = businessPlanCart.parse(BAKERY);
  const { business } = await requirePlan(deps.db, cart.plan, 'business');
  await buyForDemo(deps, account, {
    kind: 'business-plan',
    idempotencyKey: 'demo',
    cart,
    quote: () => quoteBusinessPlan(deps, { plan: cart.plan, discountCode: null }),
    agreements: business ? [{ type: business.agreements.contractAgree }] : [],
  });
}
