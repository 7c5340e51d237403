import { z } from 'zod';
import { startSandbox } from './sandbox.ts';
import { webhookSchema } from './state/state.ts';

/** The parent process sends these options. The sandbox exits with its parent. */
const optionsSchema = z.object({
  dataDir: z.string(),
  port: z.number(),
  controlKey: z.string(),
  webhook: webhookSchema.optional(),
});

process.once('message', async (message) => {
  try {
    const { webhook, ...options } = optionsSchema.parse(message);
    const sandbox = await startSandbox({
      ...options,
      ...(webhook === undefined ? {} : { webhook }),
      isOrphaned: () => !process.connected,
      exit: () => setImmediate(() => process.exit(0)),
    });
    const shutDown = () => void sandbox.close().then(() => process.exit(0));
    process.once('disconnect', shutDown);
    // Ctrl+C reaches both processes. Keep serving until the parent has finished its requests and disconnects.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (!process.connected) shutDown();
      });
    }
    if (!process.connected) return shutDown();
    process.send?.({ url: sandbox.url });
  } catch (error) {
    console.error('sandbox:', error instanceof Error ? error.message : error);
    process.exit(1);
  }
});
