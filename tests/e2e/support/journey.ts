import { randomInt } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { readAddress } from '#server/platform/integrations/stripe/sandbox-address.ts';
import { SandboxControl } from '#server/sandbox/control.ts';
import { type ProductProcess, type Settings, startProduct } from '#tests/helpers/product.ts';
import { PageErrors } from './page-errors.ts';
import { PRODUCT_DATA } from './product-data.ts';

/** Loaded with `--import` by a product that a test restarts at another time. */
export const CLOCK = join(import.meta.dirname, '..', '..', 'helpers', 'crash', 'skewed-start.ts');

const DAY_MS = 86_400_000;

interface TestFixtures {
  /** An error on any page fails the test, unless the test expects it. */
  pageErrors: PageErrors;
  /** Opens a page with separate cookies and another IP address. */
  newVisitor: () => Promise<Page>;
  /** Controls the Stripe sandbox of this worker's product. Faults are cleared after the test. */
  sandbox: SandboxControl;
}

interface WorkerFixtures {
  /** The product with demo data, shared by all tests of this worker. */
  runningApp: ProductProcess;
}

/** Makes a random client address, because rate limits count by IP address (D49). */
function randomClientAddress(): Record<string, string> {
  return { 'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(1, 255)}` };
}

/** Makes navigation wait until the app has hydrated the page, because no person is faster than that. */
function withHydrationWait(page: Page): Page {
  const waitForHydration = () =>
    page.waitForFunction(
      () =>
        document.getElementById('answers') === null || document.documentElement.dataset.ready !== undefined,
    );
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const response = await goto.apply(page, args);
    await waitForHydration();
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await waitForHydration();
    return response;
  };
  return page;
}

export function findSandbox({ dataDir }: ProductProcess): SandboxControl {
  const address = readAddress(dataDir);
  if (!address) throw new Error('The product has no sandbox');
  return new SandboxControl(address);
}

// Playwright reads a fixture's dependencies from the destructuring pattern of its first parameter, even an
// empty one.
export const test = base.extend<TestFixtures, WorkerFixtures>({
  runningApp: [
    async ({}, use) => {
      const runningApp = await startProduct(
        { TRUST_PROXY: '1' },
        { dataTemplate: process.env[PRODUCT_DATA] },
      );
      await use(runningApp);
      await runningApp.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ runningApp }, use) => use(runningApp.url),
  extraHTTPHeaders: async ({}, use) => use(randomClientAddress()),
  page: async ({ page, javaScriptEnabled }, use) =>
    use(javaScriptEnabled === false ? page : withHydrationWait(page)),
  pageErrors: [
    async ({ context }, use) => {
      const pageErrors = new PageErrors();
      pageErrors.watch(context);
      await use(pageErrors);
      expect(pageErrors.list(), 'errors on the pages').toEqual([]);
    },
    { auto: true },
  ],
  newVisitor: async ({ browser, pageErrors }, use) => {
    const contexts: Array<{ close(): Promise<void> }> = [];
    await use(async () => {
      const context = await browser.newContext({ extraHTTPHeaders: randomClientAddress() });
      contexts.push(context);
      pageErrors.watch(context);
      return withHydrationWait(await context.newPage());
    });
    for (const context of contexts) await context.close();
  },
  sandbox: async ({ runningApp }, use) => {
    const control = findSandbox(runningApp);
    await use(control);
    await control.clearFaults();
  },
});

/** Starts the product on a data folder, with a clock that is ahead by a number of days. */
export function startLater(dataDir: string, days: number, settings: Settings = {}): Promise<ProductProcess> {
  return startProduct({
    TRUST_PROXY: '1',
    DATA_DIR: dataDir,
    ...(days > 0 ? { NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_SKEW_MS: String(days * DAY_MS) } : {}),
    ...settings,
  });
}

interface MovedClockOptions {
  /** Names the product of a file's journeys. Files with different names never share a product. */
  productName: string;
  /**
   * How many days after the demo data was created the product starts. Move the sandbox's clock by the same
   * amount.
   */
  startDays: number;
  /** Changes the data folder before the product starts. */
  preparation: { prepare(dataDir: string): Promise<void> };
}

/**
 * Use this for journeys that move the clocks, with a `productName` of their own. They may restart the product.
 */
export const movedClockTest = test.extend<object, MovedClockOptions>({
  productName: ['', { option: true, scope: 'worker' }],
  startDays: [0, { option: true, scope: 'worker' }],
  preparation: [{ prepare: async () => {} }, { option: true, scope: 'worker' }],
  runningApp: [
    async ({ productName, startDays, preparation }, use) => {
      if (!productName) throw new Error('Name the product: test.use({ productName })');
      const folder = await mkdtemp(join(tmpdir(), 'everything-card-clock-'));
      await cp(process.env[PRODUCT_DATA] ?? '', folder, { recursive: true });
      await preparation.prepare(folder);
      const runningApp = await startLater(folder, startDays);
      await use(runningApp);
      await runningApp.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  // A restarted product has a new sandbox, so there are no faults to clear.
  sandbox: ({ runningApp }, use) => use(findSandbox(runningApp)),
});

export const { expect } = test;
