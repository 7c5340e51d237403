import { getAccountByEmail } from '../../domains/accounts/account.service.ts';
import { type CardCart, cardCart } from '../../domains/checkout/kinds/card/card-purchase.schema.ts';
import { quoteCard } from '../../domains/checkout/kinds/card/card-purchase.service.ts';
import type { Deps } from '../../platform/deps.ts';
import { buyForDemo } from './purchase.ts';

interface DemoPurchase {
  email: string;
  plan: CardCart['plan'];
  spouseFirstName?: string;
  spouseLastName?: string;
  members?: Array<{ name: string }>;
}

const DEMO_PURCHASES: DemoPurchase[] = [
  { email: 'member@example.com', plan: 0 },
  {
    email: 'family@example.com',
    plan: 1,
    spouseFirstName: 'Dana',
    spouseLastName: 'Miller',
    members: [{ name: 'Ella Miller' }, { name: 'Noah Miller' }],
  },
];

/** Buys the demo members' cards through checkout. Does nothing with live Stripe. */
export async function seedDemoMemberships(deps: Deps): Promise<void> {
  if (deps.config.stripe) return;
  for (const purchase of DEMO_PURCHASES) await buyOnce(deps, purchase);
}

async function buyOnce(deps: Deps, { email, ...cartFields }: DemoPurchase): Promise<void> {
  const account = await getAccountByEmail(deps.db, email);
  const cart = cardCart.parse({
    street1: '350 5TH AVE',
    city: 'NEW YORK',
    state: 'NY',
    zip: '10118',
    country: 'US',
    phone: '(555) 010-0142',
    contractAgree: true,
    firstname: account.firstname,
    lastname: account.lastname,
    email,
    ...cartFields,
  });
  await buyForDemo(deps, account, {
    kind: 'card',
    idempotencyKey: 'demo',
    cart,
    quote: () => quoteCard(deps.db, cart, deps.now()),
    agreements: [{ type: 'MEMBER' }],
  });
}
