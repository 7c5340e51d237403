import { createServer } from 'node:net';
import type { Config } from '../../platform/config/config.ts';

/**
 * Rejects with EADDRINUSE if the port is taken, so that startup fails before it opens and seeds the database.
 * The server itself may still fail to listen later.
 */
export async function assertPortFree({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()));
  });
}
