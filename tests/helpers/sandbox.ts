import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, beforeAll } from 'vitest';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import type { SandboxControl } from '#server/sandbox/control.ts';
import { type RunningSandbox, startSandbox } from '#server/sandbox/sandbox.ts';
import { withoutRetryPauses } from './retry-pauses.ts';

export interface TestSandbox {
  readonly stripe: Stripe;
  readonly control: SandboxControl;
  readonly url: string;
}

/** Starts an empty Stripe sandbox in this process for the calling test file. */
export function testSandbox(): TestSandbox {
  let runningSandbox: (RunningSandbox & { dataDir: string; stripe: Stripe }) | undefined;
  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-sandbox-'));
    const sandbox = await startSandbox({ dataDir });
    runningSandbox = {
      ...sandbox,
      dataDir,
      stripe: withoutRetryPauses(createStripe({ secretKey: 'sk_test_tests', apiUrl: sandbox.url })),
    };
  });
  afterAll(async () => {
    await runningSandbox?.close();
    if (runningSandbox) await rm(runningSandbox.dataDir, { recursive: true, force: true });
  });
  const requireSandbox = () => {
    if (!runningSandbox) throw new Error('The sandbox is available only inside tests and hooks.');
    return runningSandbox;
  };
  return {
    get stripe() {
      return requireSandbox().stripe;
    },
    get control() {
      return requireSandbox().control;
    },
    get url() {
      return requireSandbox().url;
    },
  };
}
