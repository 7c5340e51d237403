import { sql } from 'kysely';
import type Stripe from 'stripe';
import { createDb, type Db } from '#db/client.ts';
import { newId } from '#server/lib/ids.ts';
import type { SandboxControl } from '#server/sandbox/control.ts';
import type { ProductProcess } from '#tests/helpers/product.ts';
import { expect, startLater } from '../support/journey.ts';
import { expectSameFile } from '../support/list-file.ts';
import { findMail } from '../support/mails.ts';
import { findTermValue } from '../support/purchase.ts';
import { DEVELOPER_EMAIL, signInAsStaff, staffMovedClockTest as test } from '../support/staff.ts';
import { buyAsGuest, expectAudited, findRow, performAction } from '../support/staff-console.ts';
import { openStripe } from '../support/stripe.ts';

test.use({ productName: 'system' });

const LONG_MS = 150_000;
const REASON = 'Mail works again';
const RECIPIENTS = { retried: 'zoe@example.com', dropped: 'old@example.com' };
const WRONG = ['wrong@example.com', 'gone@example.com'];
const OTHERS = ['ann@example.com', 'bob@example.com'];

/**
 * Stores mail jobs that have failed permanently, as after a night without a mail server. Returns their ids.
 */
async function addFailedMails(db: Db, recipients: readonly string[]): Promise<string[]> {
  const mails = recipients.map((to) => ({ id: newId(), to }));
  for (const { id, to } of mails) {
    const payload = JSON.stringify({ mail: 'welcome', to, props: { firstname: 'Zoe' } });
    await sql`insert into pgboss.job
      (name, data, source_name, source_id, source_root_id, source_created_on, source_retry_count, source_output)
      values ('dead-letters', ${payload}::jsonb, 'mail', ${id}, ${id}, now(), 12,
        ${JSON.stringify({ message: `450 <${to}>: try later` })}::jsonb)`.execute(db);
  }
  return mails.map(({ id }) => id);
}

/** Refunds part of a charge at Stripe without sending the webhook. Returns the event. */
async function refundUnnoticed(
  app: ProductProcess,
  sandbox: SandboxControl,
  charge: string,
): Promise<Stripe.Event> {
  const stripe = openStripe(app);
  await sandbox.settings({ webhooks: 'drop' });
  await stripe.refunds.create({ charge, amount: 700 });
  const { data } = await stripe.events.list({ limit: 20 });
  const event = data.find(({ type }) => type === 'charge.refunded');
  if (!event) throw new Error('Stripe has no event');
  return event;
}

/** Stores a webhook that has failed permanently, as after a night without Stripe. */
async function addFailedWebhook(db: Db, { id, type }: Stripe.Event, objectId: string): Promise<void> {
  const settledAt = new Date();
  const reason = 'Error: connection refused';
  await db
    .insertInto('stripeEvents')
    .values({
      id,
      type,
      objectId,
      receivedAt: settledAt,
      outcome: 'failed',
      reason,
      settledAt,
      jobId: newId(),
    })
    .execute();
}

test('a developer reads the state, retries and drops failed jobs, and replays a failed webhook', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, runningApp, sandbox }) => {
  test.setTimeout(LONG_MS);
  await buyAsGuest(await newVisitor(), `http://localhost:${runningApp.port}`);
  const [charge] = await sandbox.charges();
  const event = await refundUnnoticed(runningApp, sandbox, charge?.id ?? '');
  await runningApp.stop();
  const { db, close } = await createDb({ dataDir: runningApp.dataDir });
  const [retriedId = '', droppedId = ''] = await addFailedMails(db, Object.values(RECIPIENTS));
  const otherIds = await addFailedMails(db, OTHERS);
  const wrongIds = await addFailedMails(db, WRONG);
  await addFailedWebhook(db, event, charge?.id ?? '');
  await close();
  const app = await startLater(runningApp.dataDir, 0, { PORT: String(runningApp.port) });
  try {
    await signInAsStaff(page, app, DEVELOPER_EMAIL);

    await test.step('the state names stand-ins, settings, and failed jobs', async () => {
      await page.goto('/staff/system');
      await expect(page.getByRole('region', { name: 'Stand-ins in use' })).toContainText('card payments');
      await expect(page.getByRole('region', { name: 'Failed jobs by queue' })).toContainText('mail');
      await expect(page.getByRole('region', { name: 'Settings' })).toContainText('publicUrl');
      await page.getByRole('button', { name: 'Run the checks' }).click();
      await expect(findRow(page, 'Checks', 'settings').first()).toContainText('local mode');
    });

    await test.step('a failed job is masked until it is opened with a reason', async () => {
      await page.getByRole('link', { name: 'Failed jobs', exact: true }).click();
      await expect(findRow(page, 'Failed jobs', 'mail')).toHaveCount(6);
      await page.goto(`/staff/system/jobs/${retriedId}`);
      await expect(page.getByText('Last error')).toBeVisible();
      await expect(page.getByText(RECIPIENTS.retried)).toHaveCount(0);
      await page.getByRole('button', { name: 'Show full job' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason', { exact: true }).fill('The member called');
      await dialog.getByRole('button', { name: 'Show full job' }).click();
      await expect(dialog.getByText(RECIPIENTS.retried).first()).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await test.step('a retried job sends its mail, and a dropped one is gone', async () => {
      await performAction(page, 'Retry', {
        reason: REASON,
        effects: [`Runs a job from mail again (${retriedId}).`],
        message: '1 job will run again.',
      });
      await findMail(app.dataDir, RECIPIENTS.retried, 'Welcome to Everything Card');
      await page.goto(`/staff/system/jobs/${droppedId}`);
      await performAction(page, 'Drop', { reason: 'The address is wrong', message: '1 job dropped.' });
      await page.goto('/staff/system/jobs');
      await expect(findRow(page, 'Failed jobs', 'mail')).toHaveCount(4);
      for (const id of wrongIds) {
        const row = findRow(page, 'Failed jobs', 'mail').filter({ has: page.locator(`a[href$="${id}"]`) });
        await row.getByRole('checkbox').check();
      }
      await performAction(page, 'Drop', {
        reason: 'No such addresses',
        effects: wrongIds.map((id) => `Permanently deletes a job from mail (${id}).`),
        message: '2 jobs dropped.',
      });
      await expect(findRow(page, 'Failed jobs', 'mail')).toHaveCount(2);
      await page.getByLabel('Select all').check();
      await performAction(page, 'Retry', { reason: REASON, message: '2 jobs will run again.' });
      for (const recipient of OTHERS) await findMail(app.dataDir, recipient, 'Welcome to Everything Card');
      await expect(page.getByText('Nothing here yet')).toBeVisible();
    });

    await test.step('a failed webhook is replayed, which records the refund that it was about', async () => {
      await page.goto('/staff/system/webhooks?outcome=failed');
      await page.getByRole('table', { name: 'Webhooks' }).getByRole('link', { name: event.id }).click();
      await expect(page.getByText('Error: connection refused')).toBeVisible();
      await performAction(page, 'Replay', {
        reason: 'Stripe answers again',
        effects: `applies the current state of ${charge?.id}`,
        message: 'It will be handled again.',
      });
      await expect(async () => {
        await page.reload();
        await expect(findTermValue(page, 'Outcome')).toHaveText('applied', { timeout: 2_000 });
      }).toPass({ timeout: 30_000 });
      await page.goto(`/staff/purchases/${charge?.metadata.purchase}`);
      await expect(findRow(page, 'Payments', '$49.95')).toContainText('$7.00');
      await expect(findRow(page, 'Ledger postings', 'Refunds')).toContainText('$7.00');
    });

    for (const [action, subject, reason] of [
      ['job.open', retriedId, 'The member called'],
      ['job.retry', retriedId, REASON],
      ['job.drop', droppedId, 'The address is wrong'],
      ...otherIds.map((id) => ['job.retry', id, REASON] as const),
      ...wrongIds.map((id) => ['job.drop', id, 'No such addresses'] as const),
      ['stripe-event.replay', `stripe-event:${event.id}`, 'Stripe answers again'],
    ] as const) {
      await expectAudited(page, { action, subject, reason });
    }
    await expectSameFile(page, 'Audit log');
  } finally {
    await app.stop();
  }
});
