import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startCommandSocket } from '#server/app/cli/command-socket.ts';
import { reconcileCommand } from '#server/app/cli/commands/reconcile.ts';
import { dispatchCommand } from '#server/app/cli/dispatch-command.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { seededTestDb, serverTest } from '#tests/helpers/database/database.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = seededTestDb();
const folder = temporaryFolder();
const checkout = testCheckout(database);
const AGREES = { exitCode: 0, output: expect.stringContaining('Stripe and our records agree') };

describe('[D46] a command that needs Stripe', () => {
  it('runs in the running server', async () => {
    const { deps } = checkout();
    const config = loadConfig({ DATA_DIR: folder() });
    const close = await startCommandSocket({ ...deps, config, log: recordingLogger() }, deps);
    expect(await dispatchCommand(config, 'reconcile', [])).toMatchObject(AGREES);
    await close();
  });

  serverTest('connects to the database and Stripe itself if DATABASE_URL is set', async () => {
    const config = loadConfig({
      DATABASE_URL: database.url ?? '',
      DATA_DIR: join(folder(), 'unused'),
      STRIPE_SANDBOX_URL: checkout().sandbox.url,
      LOG_LEVEL: 'silent',
    });
    expect(await dispatchCommand(config, 'reconcile', [])).toMatchObject(AGREES);
  });

  it('explains how to start the server if it is not running', async () => {
    const { db, now, config, jobs } = checkout().deps;
    const deps = { db, now, config, openJobs: async () => jobs };
    expect(await executeCommand(reconcileCommand, deps, [])).toEqual({
      exitCode: 1,
      output: 'This command needs the running server. Start it first: npm start',
    });
  });
});
