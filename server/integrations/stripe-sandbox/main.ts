import { z } from 'zod';
import { startSandbox } from './sandbox.ts';
import { webhookSchema } from './state/state.ts';

/** The sandbox as a process of its own; its parent sends the settings and it ends with its parent. */
const orderSchema = z.object({
  dataDir: z.string(),
  port: z.number(),
  controlKey: z.string(),
  webhook: webhookSchema.optional(),
});

process.once('message', async (message) => {
  try {
    const { webhook, ...order } = orderSchema.parse(message);
    const sandbox = await startSandbox({
      ...order,
      ...(webhook === undefined ? {} : { webhook }),
      orphaned: () => !process.connected,
      leave: () => setImmediate(() => process.exit(0)),
    });
    const end = () => void sandbox.close().then(() => process.exit(0));
    process.once('disconnect', end);
    // These reach the whole group: the parent finishes its requests first and then disconnects.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (!process.connected) end();
      });
    }
    if (!process.connected) return end();
    process.send?.({ url: sandbox.url });
  } catch (error) {
    console.error('sandbox:', error instanceof Error ? error.message : error);
    process.exit(1);
  }
});
