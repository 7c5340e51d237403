import { sql } from 'kysely';
import { createDb } from '#db/client.ts';
import { newId } from '#server/lib/ids.ts';
import { expect, startLater } from '../support/journey.ts';
import { findMail } from '../support/mails.ts';
import { DEVELOPER_EMAIL, signInAsStaff, staffMovedClockTest } from '../support/staff.ts';
import { expectAudited, findRow, performAction } from '../support/staff-actions.ts';

/** Another worker fixture gives this journey a product of its own, which it restarts. */
const test = staffMovedClockTest.extend<object, { systemProduct: boolean }>({
  systemProduct: [true, { scope: 'worker' }],
});

const LONG_MS = 150_000;
const RECIPIENT = 'zoe@example.com';
const REASON = 'Mail works again';

/** Stores two mail jobs that failed for good, as after a night without a mail server. */
async function addFailedJobs(dataDir: string): Promise<{ retriedId: string; droppedId: string }> {
  const [retriedId, droppedId] = [newId(), newId()];
  const client = await createDb({ dataDir });
  for (const [id, to] of [
    [retriedId, RECIPIENT],
    [droppedId, 'old@example.com'],
  ]) {
    const payload = JSON.stringify({ mail: 'welcome', to, props: { firstname: 'Zoe' } });
    await sql`insert into pgboss.job
      (name, data, source_name, source_id, source_root_id, source_created_on, source_retry_count, source_output)
      values ('dead-letters', ${payload}::jsonb, 'mail', ${id}, ${id}, now(), 12,
        ${JSON.stringify({ message: `450 <${to}>: try later` })}::jsonb)`.execute(client.db);
  }
  await client.close();
  return { retriedId, droppedId };
}

test('a developer reads the state, retries and drops failed jobs, and replays a webhook', {
  tag: '@desktop',
}, async ({ page, runningApp }) => {
  test.setTimeout(LONG_MS);
  await runningApp.stop();
  const { retriedId, droppedId } = await addFailedJobs(runningApp.dataDir);
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
      await expect(findRow(page, 'Failed jobs', 'mail')).toHaveCount(2);
      await page.goto(`/staff/system/jobs/${retriedId}`);
      await expect(page.getByText('Last error')).toBeVisible();
      await expect(page.getByText(RECIPIENT)).toHaveCount(0);
      await page.getByRole('button', { name: 'Show all of it' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('The member called');
      await dialog.getByRole('button', { name: 'Show all of it' }).click();
      await expect(dialog.getByText(RECIPIENT).first()).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await test.step('a retried job sends its mail, and a dropped one is gone', async () => {
      await performAction(page, 'Retry', {
        reason: REASON,
        effects: [`Runs a job of mail again (${retriedId}).`],
        message: '1 job will run again.',
      });
      await findMail(app.dataDir, RECIPIENT, 'Welcome to Everything Card');
      await page.goto(`/staff/system/jobs/${droppedId}`);
      await performAction(page, 'Drop', { reason: 'The address is wrong', message: '1 job dropped.' });
      await page.goto('/staff/system/jobs');
      await expect(page.getByText('Nothing found')).toBeVisible();
    });

    await test.step('a replayed webhook is applied again', async () => {
      await page.goto('/staff/system/webhooks?outcome=applied');
      await page
        .getByRole('table', { name: 'Webhooks' })
        .getByRole('link', { name: /^evt_/ })
        .first()
        .click();
      await performAction(page, 'Replay', { reason: 'It looked wrong', message: 'It is handled again.' });
      await expect(async () => {
        await page.reload();
        await expect(page.getByText('applied', { exact: true })).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 15_000 });
    });

    for (const [action, subject, reason] of [
      ['job.open', retriedId, 'The member called'],
      ['job.retry', retriedId, REASON],
      ['job.drop', droppedId, 'The address is wrong'],
      ['stripe-event.replay', 'stripe-event:evt_', 'It looked wrong'],
    ] as const) {
      await expectAudited(page, { action, subject, reason });
    }
  } finally {
    await app.stop();
  }
});
