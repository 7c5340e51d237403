import { beforeAll, expect, it } from 'vitest';
import { reconcileCommand } from '#server/app/cli/commands/reconcile.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import {
  enqueueReconciliation,
  reconcileNight,
} from '#server/domains/reconciliation/nightly-reconciliation.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { losePurchase } from '#tests/helpers/purchases/lost-purchase.ts';
import { listMails } from '#tests/helpers/purchases/mails.ts';

const STAFF = 'support@card.example';
const database = seededTestDb();
let clockOffsetMs = 0;
const checkout = testCheckout(database, { now: () => new Date(Date.now() + clockOffsetMs) });
let today = '';
let tomorrow = '';

beforeAll(async () => {
  await database.db.updateTable('settings').set({ value: STAFF }).where('key', '=', 'supportEmail').execute();
  // Run at noon, so that the day doesn't end during the tests.
  const { control } = checkout().sandbox;
  const day = new Date((await control.now()).getTime() + 86_400_000).toISOString().slice(0, 10);
  const noon = await control.advance({ to: `${day}T12:00:00Z` });
  // The sandbox's clock has whole seconds. Stay ahead of it, so that no charge is in our future.
  clockOffsetMs = noon.getTime() + 1_000 - Date.now();
  today = day;
  tomorrow = new Date(noon.getTime() + 86_400_000).toISOString().slice(0, 10);
});

const readMetrics = async () =>
  (await checkout().app.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' })).body;
const run = (...args: string[]) => {
  const { deps } = checkout();
  const command = { ...deps, openJobs: async () => deps.jobs, openServer: async () => deps };
  return executeCommand(reconcileCommand, command, args);
};
const buy = () => checkout().caller().checkout.buyCard(makeCardPurchase());

it('reconciliation waits for the first payment, and is then enqueued under one id per night', async () => {
  await enqueueReconciliation(checkout().deps);
  expect(checkout().jobs.of('reconcile')).toEqual([]);
  await buy();
  await enqueueReconciliation(checkout().deps);
  expect(checkout().jobs.of('reconcile')).toEqual([{ night: today }]);
});

it('reconciliation sends no email while our data agrees with Stripe’s', async () => {
  expect(await run()).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('Stripe and our records agree'),
  });
  await reconcileNight(checkout().deps, today);
  expect(listMails(checkout().jobs, STAFF)).toEqual([]);
  expect(await readMetrics()).toContain('reconciliation_findings{kind="charge-without-purchase"} 0');
});

it('reconciliation reports findings in the log, the metrics, and one email, even if the job runs twice', async () => {
  const { purchaseId } = await buy();
  const [charge] = await checkout().listCharges(purchaseId);
  await losePurchase(database.db, purchaseId);
  await reconcileNight(checkout().deps, tomorrow);
  await reconcileNight(checkout().deps, tomorrow);
  expect(JSON.stringify(checkout().log.takeFaults())).toContain(charge?.id);
  expect(listMails(checkout().jobs, STAFF)).toMatchObject([
    { mail: 'reconciliation', props: { night: tomorrow, count: 1, findings: [{ id: charge?.id }] } },
  ]);
  // The metrics reuse what they read a second ago.
  await expect.poll(readMetrics).toContain('reconciliation_findings{kind="charge-without-purchase"} 1');
  const { exitCode, output } = await run('--from', today);
  expect(exitCode).toBe(1);
  expect(output).toContain(`charge-without-purchase  ${charge?.id}`);
  expect(output).toContain('1 finding');
  expect(await run('--to', today)).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining(String(charge?.id)),
  });
});

it('reconciliation refuses an invalid period', async () => {
  expect(await run('--from', 'yesterday')).toMatchObject({ exitCode: 2 });
  expect(await run('--from', '2026-02-02', '--to', '2026-02-01')).toMatchObject({ exitCode: 2 });
});
