import { takeOwnership } from '#db/owner-lock.ts';

/** A process that takes and releases a lock on request. */
const [lock = ''] = process.argv.slice(2);
let release: (() => Promise<void>) | undefined;

const commands = new Map([
  [
    'take',
    async () => {
      release = await takeOwnership(lock);
      return 'taken';
    },
  ],
  [
    'release',
    async () => {
      await release?.();
      return 'released';
    },
  ],
]);

process.on('message', (command) => {
  const execute = commands.get(String(command));
  execute?.().then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.send?.('ready');
