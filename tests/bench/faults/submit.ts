import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/**
 * What a buyer learns. `lost`: no response, or one that doesn't reveal the outcome. `not sent`: the buyer
 * didn't submit again.
 */
export type PurchaseOutcome =
  | { kind: 'paid' }
  | { kind: 'requires_action'; purchaseId: string; clientSecret: string }
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'lost' | 'not sent' };

/** A buyer's browser, or an older client. */
export interface Client {
  api: 'trpc' | 'graphql';
  headers: Record<string, string>;
  /** The `buyer` cookie, which identifies a guest. Undefined until the server sets it. */
  cookie: string | undefined;
  /** The status of every response, or 0 if none arrived. */
  statuses: number[];
}

const TIMEOUT_MS = 60_000;

const errorData = z.object({ code: z.string() });
const result = z.object({
  status: z.enum(['paid', 'requires_action']),
  purchaseId: z.string(),
  clientSecret: z.string().optional(),
});
const trpcBody = z.union([
  z.object({ result: z.object({ data: result }) }),
  z.object({ error: z.object({ message: z.string(), data: errorData }) }),
]);
const graphqlBody = z.union([
  z.object({ errors: z.tuple([z.object({ message: z.string(), extensions: errorData })], z.unknown()) }),
  z.object({ data: z.object({ BuyCard: z.object({ id: z.string() }) }) }),
]);

const toRefusal = ({ code }: z.infer<typeof errorData>, message: string): PurchaseOutcome => ({
  kind: 'refused',
  code,
  message,
});

async function post(port: number, path: string, client: Client, body: unknown): Promise<unknown> {
  const response = await request(client, `http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...client.headers,
      ...(client.cookie ? { cookie: client.cookie } : {}),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return response.json();
}

async function request(client: Client, url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options).catch((error: unknown) => {
    client.statuses.push(0);
    throw error;
  });
  client.statuses.push(response.status);
  keepCookie(client, response);
  return response;
}

function keepCookie(client: Client, { headers }: Response): void {
  const [cookie] = headers.getSetCookie().flatMap((line) => /^buyer=[^;]*/.exec(line)?.[0] ?? []);
  client.cookie = cookie ?? client.cookie;
}

/**
 * Loads the data of the wizard's payment page. The response sets a guest's cookie. Returns false if there is
 * still no cookie.
 */
export async function openWizard(port: number, client: Client): Promise<boolean> {
  const headers = client.cookie ? { cookie: client.cookie } : {};
  const url = `http://127.0.0.1:${port}/trpc/checkout.paymentSetup`;
  await request(client, url, { headers }).catch(() => undefined);
  return client.cookie !== undefined;
}

/** Calls a tRPC procedure that buys, or that confirms a payment. */
export async function callProcedure(
  port: number,
  client: Client,
  path: string,
  input: object,
): Promise<PurchaseOutcome> {
  try {
    const body = trpcBody.parse(await post(port, `/trpc/${path}`, client, input));
    if ('error' in body) return toRefusal(body.error.data, body.error.message);
    const { status, purchaseId, clientSecret = '' } = body.result.data;
    return status === 'paid' ? { kind: 'paid' } : { kind: status, purchaseId, clientSecret };
  } catch {
    return { kind: 'lost' };
  }
}

const ARGUMENT_TYPES: Record<string, string> = {
  plan: 'Int',
  reference: 'ID',
  members: '[MemberInput!]',
  boughtBefore: 'Boolean',
  contractAgree: 'Boolean',
  requestedPhysicalCard: 'Boolean',
};

/** Buys a card like an older client, which has no idempotency key. */
export async function callBuyCard(port: number, client: Client, cart: object): Promise<PurchaseOutcome> {
  const names = Object.keys(cart);
  const variables = names.map((name) => `$${name}: ${ARGUMENT_TYPES[name] ?? 'String'}`).join(', ');
  const fieldArguments = names.map((name) => `${name}: $${name}`).join(', ');
  const query = `mutation (${variables}) { BuyCard(${fieldArguments}) { id } }`;
  try {
    const body = graphqlBody.parse(await post(port, '/graphql', client, { query, variables: cart }));
    if ('data' in body) return { kind: 'paid' };
    const [{ extensions, message }] = body.errors;
    return toRefusal(extensions, message);
  } catch {
    return { kind: 'lost' };
  }
}

/**
 * Creates a single-use token, as the buyer's browser does. Retries, because the sandbox may be restarting.
 */
export async function createToken(sandboxUrl: string, number: string): Promise<string> {
  const year = new Date().getFullYear() + 5;
  for (;;) {
    try {
      const response = await fetch(`${sandboxUrl}/v1/tokens`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer pk_test_sandbox',
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': randomUUID(),
        },
        body: `card[number]=${number}&card[exp_month]=12&card[exp_year]=${year}&card[cvc]=123`,
      });
      return z.object({ id: z.string() }).parse(await response.json()).id;
    } catch {
      await sleep(200);
    }
  }
}
