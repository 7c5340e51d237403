import { z } from 'zod';
import { startSandbox } from './sandbox.ts';
import { webhookSchema } from './state/state.ts';

/** Entry point of the sandbox process. The parent sends these options, and the process exits with its parent. */
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
    // These signals reach the whole process group. Wait for the parent, which finishes its requests and disconnects.
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
