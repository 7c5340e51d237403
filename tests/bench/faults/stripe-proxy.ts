import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Faults that a single request to Stripe can have. */
const REQUEST_FAULTS = [
  'refuse',
  'lose',
  'delay-request',
  'delay-response',
  'break',
  'error',
  'page',
] as const;
type RequestFault = (typeof REQUEST_FAULTS)[number];
/**
 * What an outage affects. `charges`: charges can't be sent. `all`: nothing can be sent. `responses`:
 * responses to charges and all events except refunds' don't arrive.
 */
type Outage = 'charges' | 'all' | 'responses';
const CHARGES = /^POST \/v1\/(subscriptions|payment_intents)/;
const REFUND_EVENT = /"type": ?"(charge\.refund|refund\.)/;
const EVENT_FAULTS = ['drop', 'refuse', 'delay', 'repeat'] as const;

const MAX_DELAY_MS = 4_000;
/** A purchase makes about eight requests to Stripe, which may take 17 seconds together. */
const MAX_SLOWNESS_MS = 800;
/** The SDK makes three attempts, so it recovers from one lost response but not from three. */
const SDK_TRIES = 3;
const HOP_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

interface ProxiedResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface ProxyOptions {
  sandboxUrl: string;
  /** Returns the webhook URL of a server, which can change with every event. */
  webhookUrl: () => string;
  random: () => number;
}

/** Proxies requests and events between the servers and the Stripe sandbox, and injects faults into them. */
export class StripeProxy {
  readonly counts: Record<string, number> = {};
  outage: Outage | undefined;
  /** Delays every request by a random time, in addition to any fault. */
  isSlow = false;
  /** The fraction of requests and events with a fault, from 0 to 1. */
  faultRate = 0;
  readonly #options: ProxyOptions;
  readonly #server: Server;
  /** Incremented by `cut`. Requests of an earlier epoch are not forwarded, and get no response. */
  #epoch = 0;
  /** The fault injected into the next attempts of a request, by idempotency key. */
  readonly #bursts = new Map<string, { fault: RequestFault; times: number }>();

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      const pass = request.url?.startsWith('/webhook')
        ? this.#passEvent(request, response)
        : this.#passRequest(request, response);
      pass.catch(() => response.destroy());
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  /** Drops all requests in transit, and closes all connections. */
  cut(): void {
    this.#epoch += 1;
    this.#bursts.clear();
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #passRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (this.isSlow) await sleep(this.#options.random() * MAX_SLOWNESS_MS);
    const fault = this.#chooseFault(request);
    if (fault === 'refuse') response.destroy();
    else if (fault === 'error')
      send(response, { status: 500, headers: {}, body: '{"error":{"type":"api_error"}}' });
    else if (fault === 'page') send(response, { status: 502, headers: {}, body: '<h1>Bad gateway</h1>' });
    else await this.#forward(request, body, response, fault);
  }

  async #forward(
    request: IncomingMessage,
    body: string,
    response: ServerResponse,
    fault: RequestFault | undefined,
  ): Promise<void> {
    const epoch = this.#epoch;
    if (fault === 'delay-request') await sleep(this.#options.random() * MAX_DELAY_MS);
    if (epoch !== this.#epoch) return;
    const answer = await post(`${this.#options.sandboxUrl}${request.url}`, request, body);
    if (fault === 'delay-response') await sleep(this.#options.random() * MAX_DELAY_MS);
    if (epoch !== this.#epoch || fault === 'lose') response.destroy();
    else if (fault === 'break')
      send(response, { ...answer, body: answer.body.slice(0, answer.body.length / 2) });
    else send(response, answer);
  }

  async #passEvent(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const { random } = this.#options;
    const isLost = this.outage === 'responses' && !REFUND_EVENT.test(body);
    const randomFault = random() < this.faultRate ? choose(EVENT_FAULTS, random) : undefined;
    const fault = isLost ? 'drop' : randomFault;
    if (fault) this.#count(`event-${fault}`);
    const status = { drop: 200, refuse: 500 };
    if (fault === 'drop' || fault === 'refuse') {
      send(response, { status: status[fault], headers: {}, body: '' });
      return;
    }
    if (fault === 'delay') await sleep(random() * MAX_DELAY_MS);
    if (fault === 'repeat') await post(this.#options.webhookUrl(), request, body);
    send(response, await post(this.#options.webhookUrl(), request, body));
  }

  #chooseFault({ method, url, headers }: IncomingMessage): RequestFault | undefined {
    const isCharge = CHARGES.test(`${method} ${url}`);
    if (this.outage === 'all' || (this.outage === 'charges' && isCharge)) return 'refuse';
    if (this.outage === 'responses' && isCharge) return 'lose';
    const fault = this.#chooseRandomFault(String(headers['idempotency-key'] ?? ''));
    if (fault) this.#count(fault);
    return fault;
  }

  #chooseRandomFault(key: string): RequestFault | undefined {
    const burst = this.#bursts.get(key);
    if (burst) {
      burst.times -= 1;
      if (burst.times === 0) this.#bursts.delete(key);
      return burst.fault;
    }
    const { random } = this.#options;
    if (random() >= this.faultRate) return undefined;
    const fault = choose(REQUEST_FAULTS, random);
    if (key !== '' && random() < 0.5) this.#bursts.set(key, { fault, times: SDK_TRIES - 1 });
    return fault;
  }

  #count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}

export function choose<T>(choices: readonly [T, ...T[]], random: () => number): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function removeHopHeaders(headers: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !HOP_HEADERS.has(name)));
}

async function post(
  url: string,
  { method = 'GET', headers }: IncomingMessage,
  body: string,
): Promise<ProxiedResponse> {
  const allHeaders = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = await fetch(url, {
    method,
    headers: removeHopHeaders(allHeaders),
    ...(method === 'GET' ? {} : { body }),
    signal: AbortSignal.timeout(30_000),
  });
  return { status: answer.status, headers: removeHopHeaders(answer.headers), body: await answer.text() };
}

function send(response: ServerResponse, { status, headers, body }: ProxiedResponse): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}
