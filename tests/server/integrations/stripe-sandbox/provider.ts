import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import type { SandboxControl } from '#server/sandbox/control.ts';
import { startSandbox } from '#server/sandbox/sandbox.ts';
import { withoutRetryPauses } from '#tests/helpers/retry-pauses.ts';
import { type Check, sdkChecks } from './sdk-schemas.ts';
import { WireRecorder } from './wire-recorder.ts';

export const WEBHOOK_SECRET = 'whsec_test_of_the_sandbox';
export const SECRET_KEY = 'sk_test_flows';

/** The sandbox or Stripe's test mode. */
export interface Provider {
  readonly name: string;
  readonly stripe: Stripe;
  readonly secretKey: string;
  readonly check: Check;
  readonly recorder: WireRecorder;
  /** Null for Stripe. */
  readonly control: SandboxControl | null;
  readonly url: string;
  close(): Promise<void>;
}

/** A provider with two products. */
export interface Shop {
  readonly provider: Provider;
  readonly stripe: Stripe;
  readonly plan: string;
  readonly extra: string;
}

/** The sandbox and, if STRIPE_TEST_KEY is set, Stripe. */
export const PROVIDERS: readonly (readonly [name: string, open: () => Promise<Provider>])[] = [
  ['the sandbox', openSandbox],
  ...(process.env.STRIPE_TEST_KEY === undefined ? [] : [['Stripe in test mode', openStripe] as const]),
];

export async function openSandbox(): Promise<Provider> {
  const check = await sdkChecks();
  const recorder = new WireRecorder(check);
  const receiver = await receiveWebhooks((body) => recorder.event(JSON.parse(body)));
  const sandbox = await openLocalSandbox({ url: receiver.url, secret: WEBHOOK_SECRET });
  const stripe = createObservedStripe(SECRET_KEY, sandbox.url, recorder);
  return {
    name: 'the sandbox',
    stripe,
    secretKey: SECRET_KEY,
    check,
    recorder,
    control: sandbox.control,
    url: sandbox.url,
    close: async () => {
      await sandbox.close();
      await receiver.close();
    },
  };
}

async function openStripe(): Promise<Provider> {
  const secretKey = process.env.STRIPE_TEST_KEY ?? '';
  const check = await sdkChecks();
  const recorder = new WireRecorder(check);
  const stripe = createObservedStripe(secretKey, undefined, recorder);
  return {
    name: 'Stripe',
    stripe,
    secretKey,
    check,
    recorder,
    control: null,
    url: '',
    close: async () => {},
  };
}

/** Creates an SDK client whose requests and responses are recorded. */
function createObservedStripe(secretKey: string, apiUrl: string | undefined, recorder: WireRecorder): Stripe {
  const { host, port, protocol } = apiUrl === undefined ? {} : parseHost(apiUrl);
  const stripe = new Stripe(secretKey, {
    telemetry: false,
    emitEventBodies: true,
    ...(host === undefined ? {} : { host, port, protocol }),
  });
  stripe.on('request', (event: Stripe.RequestEvent) =>
    recorder.request(event.method, event.path, readEventBody(event)),
  );
  stripe.on('response', (event: Stripe.ResponseEvent) =>
    recorder.response(event.path, event.status, readEventBody(event)),
  );
  return stripe;
}

/** Returns the body that `emitEventBodies` adds to an event. The SDK's types don't declare it. */
function readEventBody(event: object): unknown {
  return Reflect.get(event, 'body');
}

function parseHost(url: string): { host?: string; port?: string; protocol?: 'http' } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port, protocol: 'http' };
}

export interface LocalSandbox {
  readonly url: string;
  readonly control: SandboxControl;
  readonly stripe: Stripe;
  readonly dataDir: string;
  close(): Promise<void>;
}

/** Starts a sandbox in this process with its own temporary folder. */
export async function openLocalSandbox(webhook?: { url: string; secret: string }): Promise<LocalSandbox> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const sandbox = await startSandbox({ dataDir, ...(webhook === undefined ? {} : { webhook }) });
  return {
    url: sandbox.url,
    control: sandbox.control,
    stripe: withoutRetryPauses(createStripe({ secretKey: SECRET_KEY, apiUrl: sandbox.url })),
    dataDir,
    close: async () => {
      await sandbox.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export interface Receiver {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a webhook endpoint. The handler may return a status number; otherwise the status is 200. */
export async function receiveWebhooks(
  handle: (body: string, signature: string) => unknown,
): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const status = handle(body, String(request.headers['stripe-signature']));
    response.writeHead(typeof status === 'number' ? status : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
