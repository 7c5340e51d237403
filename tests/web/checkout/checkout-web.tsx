import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, vi } from 'vitest';
import { type BusinessPlanSlug, paths } from '#server/lib/pages.shared.ts';
import type { TestApp } from '#tests/helpers/app.ts';
import type { SeededTestDatabaseHandle } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { type TestCheckout, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import {
  SECRET_FIELDS as BUSINESS_SECRETS,
  type BusinessPlanValues,
} from '#web/features/checkout/business-plan/business-plan-values.ts';
import {
  type CardPurchaseValues,
  emptyPurchase,
  SECRET_FIELDS,
} from '#web/features/checkout/card/card-purchase-values.ts';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { filledBusinessPlan } from './business-plan/samples.ts';

/** A guest's values up to the payment page. */
export const filledPurchase: CardPurchaseValues = {
  ...emptyPurchase,
  buyer: 'guest',
  firstname: 'Ann',
  lastname: 'Smith',
  phone: '(555) 010-0142',
  email: 'ann@example.com',
  street1: '350 5TH AVE',
  city: 'NEW YORK',
  state: 'NY',
  zip: '10118',
  contractAgree: true,
};

/** Returns the checkout's app for `startWeb`. Its properties throw until a hook has started the server. */
export function whenStarted(checkout: () => TestCheckout): TestApp {
  return {
    get app() {
      return checkout().app;
    },
    get deps() {
      return checkout().deps;
    },
    get log() {
      return checkout().log;
    },
    get mailer() {
      return checkout().mailer;
    },
    get jobs() {
      return checkout().jobs;
    },
    caller: (...caller) => checkout().caller(...caller),
    staffCaller: (...staff) => checkout().staffCaller(...staff),
    visitor: (...visitor) => checkout().visitor(...visitor),
    staffVisitor: (...staff) => checkout().staffVisitor(...staff),
    close: async () => {},
  };
}

/** Sets up tests that open the web app with a real server and the Stripe sandbox. */
export function checkoutWeb(database: SeededTestDatabaseHandle) {
  const checkout = testCheckout(database);
  const web = startWeb(whenStarted(checkout));
  return {
    checkout,
    open: web.open,
    /** Opens a step of the purchase with a draft. */
    async openAt(step: string, changes: Partial<CardPurchaseValues> = {}, options: OpenOptions = {}) {
      const { plan = 'individual', account = null } = options;
      const values = { ...filledPurchase, ...changes };
      writeDraft(
        sessionStorage,
        `card-purchase-${plan}`,
        { values, submission: newSubmissionKey() },
        SECRET_FIELDS,
      );
      return web.open(`/pricing?plan=${plan}&step=${step}`, account);
    },
  };
}

/** Preloads lazy modules, whose first import can take longer than a test's timeout. */
async function loadParts(): Promise<void> {
  await import('#web/pages/business-plans-page.tsx');
  await import('#web/features/checkout/business-plan/business-plan-purchase.tsx');
  await import('#web/features/payments/card-form.tsx');
  await import('#web/features/payments/sandbox-stripe.ts');
  await import('#web/ui/rich-text/rich-text-editor.tsx');
}

/** Sets up tests of the business plan checkout. `openAt` opens a step with a filled draft. */
export function businessPlanWeb(database: SeededTestDatabaseHandle) {
  const { checkout, open } = checkoutWeb(database);
  beforeAll(async () => {
    await loadParts();
  }, 120_000);
  return {
    checkout,
    open,
    async openAt(
      step: string,
      changes: Partial<BusinessPlanValues> = {},
      { plan = 'basic-networking', account }: { plan?: BusinessPlanSlug; account?: TestAccount } = {},
    ) {
      const values = { ...filledBusinessPlan, ...changes };
      writeDraft(
        sessionStorage,
        `business-plan-${plan}`,
        { values, submission: newSubmissionKey() },
        BUSINESS_SECRETS,
      );
      const owner = account ?? (await makeAccount(database.db, { firstname: 'Olivia', lastname: 'Park' }));
      const openedPage = await open(`${paths.buyBusinessPlan(plan)}&step=${step}`, owner);
      return { ...openedPage, owner };
    },
  };
}

interface OpenOptions {
  plan?: 'individual' | 'family';
  account?: TestAccount | null;
}

export const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));

/** Types a test card and a name into the card form. */
export async function typeCard(user: UserEvent, number: string) {
  const field = (name: RegExp) => screen.findByRole('textbox', { name });
  const values: [RegExp, string][] = [
    [/card number/i, number],
    [/expir/i, '1234'],
    [/cvc/i, '123'],
  ];
  for (const [name, text] of values) {
    const input = await field(name);
    await user.clear(input);
    await user.click(input);
    await user.paste(text);
  }
}

export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

/** Lets the next call of this procedure reach the server, but drops its response. */
export function dropResponse(name: string) {
  const originalFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const response = await originalFetch(...call);
    if (!String(call[0]).includes(name)) return response;
    vi.stubGlobal('fetch', originalFetch);
    throw new TypeError('Failed to fetch');
  });
}
