import { getAccountByEmail } from '../accounts/account.service.ts';
import { type CardCart, cardCart } from '../checkout/card-purchase.schema.ts';
import { quoteCard } from '../checkout/card-purchase.service.ts';
import { drivePurchase } from '../checkout/drive.service.ts';
import { findPlacedPurchase, placePurchase } from '../checkout/place.service.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';

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

/** The published test card that is always accepted. */
const TEST_CARD = 'tok_visa';

/** Buys the demo members' cards as they would themselves; only in the sandbox, where no money moves. */
export async function seedDemoMemberships(deps: Deps): Promise<void> {
  if (deps.config.stripe) return;
  for (const purchase of DEMO_PURCHASES) await buyOnce(deps, purchase);
}

async function buyOnce(deps: Deps, { email, ...wanted }: DemoPurchase): Promise<void> {
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
    ...wanted,
  });
  const order = {
    kind: 'card' as const,
    buyer: { key: `account:${account.id}`, accountId: account.id, providerCustomerId: null },
    idempotencyKey: 'demo',
    cart,
  };
  const placed =
    (await findPlacedPurchase(deps, order)) ??
    (await placePurchase(deps, {
      ...order,
      quote: await quoteCard(deps.db, cart, deps.now()),
      email,
      agreements: ['MEMBER'],
      ip: '127.0.0.1',
    }));
  if (placed.purchase.status === 'paid') return;
  try {
    await drivePurchase(deps, placed.purchase, {
      token: TEST_CARD,
      confirmable: false,
      resumed: !placed.fresh,
    });
  } catch (error) {
    // Another process may be buying it at this moment: the sweeper settles what is left, and the start goes on.
    if (!(error instanceof AppError && error.code === 'PAYMENT_UNCONFIRMED')) throw error;
  }
}
