import { createServer } from 'node:net';
import type { Config } from '../config/config.ts';

/**
 * Rejects with EADDRINUSE where somebody listens on the port already: said at once, and not after the database was
 * opened and filled. The server itself listens later and has the last word.
 */
export async function assertPortFree({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()));
  });
}
