import { type ProductProcess, type Settings, startProduct } from '#tests/helpers/product.ts';
import { HttpClient } from './http-client.ts';

export const MAX_CLIENTS = 16;

/** How many calls each visitor makes before the next visitor arrives. */
const CALLS_PER_VISITOR = 5;

/**
 * Returns a function that makes the headers that a proxy in front of many visitors would send. Each visitor
 * has an address from the range reserved for benchmarks, because a single address would exceed its rate
 * limits.
 */
export function createVisitors(): () => Record<string, string> {
  let callCount = 0;
  return () => {
    const visitor = Math.floor(callCount++ / CALLS_PER_VISITOR);
    return {
      'x-forwarded-for': `198.${18 + ((visitor >> 16) & 1)}.${(visitor >> 8) & 255}.${visitor & 255}`,
    };
  };
}

export interface MeasuredProduct extends ProductProcess {
  pid: number;
  clients: HttpClient[];
}

/** Starts the product with rate limits and connects the clients. */
export async function startMeasuredProduct(
  databaseUrl: string,
  settings: Settings = {},
): Promise<MeasuredProduct> {
  const product = await startProduct({
    DATABASE_URL: databaseUrl,
    DEMO: '0',
    LOG_LEVEL: 'fatal',
    TRUST_PROXY: '1',
    ...settings,
  });
  const clients = openClients(product.port);
  return {
    ...product,
    pid: product.child.pid ?? 0,
    clients,
    stop: async () => {
      for (const client of clients) client.close();
      return product.stop();
    },
  };
}

export function openClients(port: number): HttpClient[] {
  return Array.from({ length: MAX_CLIENTS }, () => new HttpClient(port));
}

/** Throws unless the response has status 200 and contains `part`. */
export function checkResponse(response: { status: number; body: string } | undefined, part = ''): void {
  if (response?.status !== 200 || !response.body.includes(part)) {
    throw new Error(`A call returned ${response?.status}: ${response?.body.slice(0, 500)}`);
  }
}
