import { randomInt } from 'node:crypto';
import { test as base, type Page } from '@playwright/test';
import { readAddress } from '#server/integrations/stripe-sandbox/address.ts';
import { SandboxControl } from '#server/integrations/stripe-sandbox/control.ts';
import { type ProductProcess, startProduct } from '#tests/helpers/product.ts';
import { Complaints } from './complaints.ts';
import { PRODUCT_DATA } from './product-data.ts';

interface OfEachTest {
  /** Judged after the test: whatever a page complains of fails it, unless the test expected that. */
  complaints: Complaints;
  /** Opens a page as somebody else: other cookies, another address. */
  newVisitor: () => Promise<Page>;
  /** Commands the card network of this worker's product: its clock, its faults. Faults end with the test. */
  sandbox: SandboxControl;
}

interface OfEachWorker {
  /** The product, started with demo data and a folder of its own for all tests of this worker. */
  product: ProductProcess;
}

/** The limits count by address (D49): every visitor comes from one of their own. */
function address(): Record<string, string> {
  return { 'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(1, 255)}` };
}

/** A page that came as HTML counts as opened once the app has taken it over: no person is quicker. */
function patient(page: Page): Page {
  const takenOver = () =>
    page.waitForFunction(
      () =>
        document.getElementById('answers') === null || document.documentElement.dataset.ready !== undefined,
    );
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const answer = await goto.apply(page, args);
    await takenOver();
    return answer;
  };
  page.reload = async (...args) => {
    const answer = await reload.apply(page, args);
    await takenOver();
    return answer;
  };
  return page;
}

// Playwright reads what a fixture depends on off the pattern of its first parameter, the empty one too.
export const test = base.extend<OfEachTest, OfEachWorker>({
  product: [
    async ({}, use) => {
      const product = await startProduct({ TRUST_PROXY: '1' }, process.env[PRODUCT_DATA]);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  extraHTTPHeaders: async ({}, use) => use(address()),
  page: async ({ page, javaScriptEnabled }, use) => use(javaScriptEnabled === false ? page : patient(page)),
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints();
      complaints.watch(context);
      await use(complaints);
      expect(complaints.open(), 'what the pages complained of').toEqual([]);
    },
    { auto: true },
  ],
  newVisitor: async ({ browser, complaints }, use) => {
    const contexts: Array<{ close(): Promise<void> }> = [];
    await use(async () => {
      const context = await browser.newContext({ extraHTTPHeaders: address() });
      contexts.push(context);
      complaints.watch(context);
      return patient(await context.newPage());
    });
    for (const context of contexts) await context.close();
  },
  sandbox: async ({ product }, use) => {
    const address = readAddress(product.dataDir);
    if (!address) throw new Error('the product has no sandbox');
    const control = new SandboxControl(address);
    await use(control);
    await control.clearFaults();
  },
});

export const { expect } = test;
