import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Selectable } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Db } from '#db/client.ts';
import type { PurchasesTable } from '#db/tables/checkout.ts';
import type { CardPurchaseInput } from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import type { ChargeSummary } from '#server/sandbox/http/control-schema.ts';
import { type RunningSandbox, startSandbox } from '#server/sandbox/sandbox.ts';
import { buildTestApp, NO_LIMITS, type TestApp, type TestAppOptions } from '../app.ts';
import type { SeededTestDatabaseHandle } from '../database/database.ts';
import { withoutRetryPauses } from '../retry-pauses.ts';

/** The server on a seeded database, with the Stripe sandbox in this process. */
export interface TestCheckout extends TestApp {
  readonly sandbox: RunningSandbox;
  findPurchase(id: string): Promise<Selectable<PurchasesTable>>;
  /** Lists the purchase's Stripe charges that were not fully refunded. */
  listCharges(purchaseId: string): Promise<ChargeSummary[]>;
  listMemberships(
    purchaseId: string,
  ): Promise<Array<{ planId: number; familyMembers: string[]; periodEnd: Date }>>;
}

/** Starts the sandbox in this process, and a server that uses it. */
export async function openCheckout(db: Db, options: TestAppOptions = {}): Promise<TestCheckout> {
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-checkout-'));
  const sandbox = await startSandbox({ dataDir: folder });
  const stripe = withoutRetryPauses(createStripe({ secretKey: 'sk_test_checkout', apiUrl: sandbox.url }));
  const app = await buildTestApp(db, { stripe, limits: NO_LIMITS, sandboxUrl: sandbox.url, ...options });
  return {
    ...app,
    sandbox,
    findPurchase: (id) =>
      db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    listCharges: async (purchaseId) =>
      (await sandbox.control.charges()).filter(
        (charge) => charge.metadata.purchase === purchaseId && charge.refunded < charge.amount,
      ),
    listMemberships: (purchaseId) =>
      db
        .selectFrom('memberships')
        .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
        .select(['memberships.planId', 'memberships.familyMembers', 'subscriptions.periodEnd'])
        .where('subscriptions.purchaseId', '=', purchaseId)
        .execute(),
    close: async () => {
      await app.close();
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens the checkout once for the test file. */
export function testCheckout(
  database: SeededTestDatabaseHandle,
  options: TestAppOptions = {},
): () => TestCheckout {
  let checkout: TestCheckout | undefined;
  beforeAll(async () => {
    checkout = await openCheckout(database.db, options);
  });
  afterAll(() => checkout?.close());
  return () => {
    if (!checkout) throw new Error('The checkout is available only inside tests and hooks.');
    return checkout;
  };
}

/** Returns a valid card purchase, as the wizard sends it. */
export function makeCardPurchase(overrides: Partial<CardPurchaseInput> = {}): CardPurchaseInput {
  return {
    plan: 0,
    firstname: 'Ann',
    lastname: 'Smith',
    street1: '350 5TH AVE',
    street2: null,
    city: 'NEW YORK',
    state: 'NY',
    zip: '10118',
    country: 'US',
    phone: '(555) 010-0142',
    email: `buyer-${randomUUID()}@example.com`,
    spouseFirstName: null,
    spouseLastName: null,
    members: [],
    reference: null,
    boughtBefore: false,
    requestedPhysicalCard: false,
    contractAgree: true,
    discountCode: null,
    token: 'tok_visa',
    idempotencyKey: randomUUID(),
    ...overrides,
  };
}
