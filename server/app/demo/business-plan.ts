import { getAccountByEmail } from '../../domains/accounts/account.service.ts';
import { requirePlan } from '../../domains/catalog/plan.service.ts';
import { businessPlanCart } from '../../domains/checkout/kinds/business-plan/business-plan.schema.ts';
import { quoteBusinessPlan } from '../../domains/checkout/kinds/business-plan/business-plan-purchase.service.ts';
import { addWeekFigures, listOwnFigures } from '../../domains/stores/figures/figure.service.ts';
import type { StoreAction } from '../../domains/stores/figures/figure.shared.ts';
import type { OwnBusiness } from '../../domains/stores/owner/own-business.schema.ts';
import { changeDescription, getOwnBusiness } from '../../domains/stores/owner/own-business.service.ts';
import { ownLocationInput } from '../../domains/stores/owner/own-location.schema.ts';
import { saveOwnLocation } from '../../domains/stores/owner/own-location.service.ts';
import type { Deps } from '../../platform/deps.ts';
import { buyForDemo } from './purchase.ts';
import { createRandom } from './stores/random.ts';

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

const DESCRIPTION =
  'A neighborhood bakery two blocks from the capitol. We bake sourdough, rye, and rolls every morning, and cakes to order.';

const WEEKDAY = { isOpen: true, opens: '06:30', closes: '17:00' };
const SATURDAY = { isOpen: true, opens: '07:00', closes: '15:00' };
const CLOSED = { isOpen: false, opens: '', closes: '' };
const HOURS = [WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, SATURDAY, CLOSED];

/** How many views in a search lead to one action of this kind, on average. */
const VIEWS_PER_ACTION: Readonly<Record<StoreAction, number>> = {
  opened: 9,
  copied: 40,
  directions: 25,
  calls: 60,
};

/** Buys the demo owner's plan through checkout, and fills its page. Does nothing with live Stripe. */
export async function seedDemoBusinessPlan(deps: Deps): Promise<void> {
  if (deps.config.stripe) return;
  const account = await getAccountByEmail(deps.db, 'business@example.com');
  const cart = businessPlanCart.parse(BAKERY);
  const plan = await requirePlan(deps.db, cart.plan, 'business');
  await buyForDemo(deps, account, {
    kind: 'business-plan',
    idempotencyKey: 'demo',
    cart,
    quote: () => quoteBusinessPlan(deps, { plan: cart.plan, discountCode: null }),
    agreements: plan.business ? [{ type: plan.business.agreements.contractAgree }] : [],
  });
  const business = await getOwnBusiness(deps, account.id);
  if (business) await fillPage(deps, account.id, business);
}

/** Adds a description, hours, and visits in earlier weeks, unless an earlier start already did. */
async function fillPage(deps: Deps, accountId: string, { id, locations }: OwnBusiness): Promise<void> {
  const earlierWeeks = (await listOwnFigures(deps, accountId)).slice(0, -1);
  const [location] = locations;
  if (!location || earlierWeeks.some(({ shown }) => shown > 0)) return;
  await changeDescription(deps, accountId, DESCRIPTION);
  await saveOwnLocation(deps, accountId, ownLocationInput.parse({ ...BAKERY, ...location, hours: HOURS }));
  const random = createRandom(earlierWeeks.length);
  const weekFigures = earlierWeeks.map(({ week }) => {
    const shown = random.between(180, 320);
    const count = (action: StoreAction) =>
      Math.round((shown / VIEWS_PER_ACTION[action]) * (0.8 + random.next() * 0.4));
    return {
      week,
      shown,
      opened: count('opened'),
      copied: count('copied'),
      directions: count('directions'),
      calls: count('calls'),
    };
  });
  await addWeekFigures(deps.db, id, weekFigures);
}
