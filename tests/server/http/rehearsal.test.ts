import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatStartBanner } from '#server/app/startup/banner.ts';
import { AppError } from '#server/lib/errors.ts';
import { REHEARSAL_NOTICE } from '#server/lib/rehearsal.ts';
import { createRehearsalMailer } from '#server/platform/integrations/mailer/rehearsal-mailer.ts';
import { renderMail } from '#server/platform/mails/layout/render-mail.ts';
import { buildWholeApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { recordingMailer } from '#tests/helpers/fakes/mailer.ts';
import { SELLER } from '#tests/helpers/seller.ts';
import { PRODUCTION_WITH_STANDINS, STRIPE } from '#tests/helpers/settings.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const folder = temporaryFolder();
const withoutStripe = Object.fromEntries(
  Object.entries(PRODUCTION_WITH_STANDINS).filter(([name]) => !(name in STRIPE)),
);
const rehearsal = testApp(testDb(), { settings: { ...withoutStripe, REHEARSAL: '1' } });

test('[D45] every page of a rehearsal says so, and search engines stay away', async () => {
  const webRoot = join(folder(), 'web');
  await mkdir(webRoot);
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><body><div id="root"></div></body>');
  const app = await buildWholeApp(rehearsal.deps, { webRoot });
  onTestFinished(() => app.close());
  app.get('/unavailable', () => {
    throw new AppError('UNAVAILABLE');
  });
  const headers = { accept: 'text/html' };
  for (const url of ['/login', '/no/such/page', '/unavailable']) {
    const { body, headers: sent } = await app.inject({ url, headers });
    expect(body.split(REHEARSAL_NOTICE), url).toHaveLength(2);
    expect(sent['x-robots-tag']).toBe('noindex');
  }
  rehearsal.log.takeFaults();
});

test('[D45] every mail of a rehearsal says so in its subject, text, and HTML', async () => {
  const mailer = recordingMailer();
  const content = { subject: 'Welcome', preview: '', heading: 'Welcome', paragraphs: ['Hello.'], reason: '' };
  const mail = renderMail(content, { publicUrl: 'https://card.example', seller: SELLER });
  await createRehearsalMailer(mailer).send({ to: 'ann@example.com', ...mail });
  const [sent] = mailer.sent;
  expect(sent?.subject).toBe('[Rehearsal] Welcome');
  expect(sent?.text.startsWith(REHEARSAL_NOTICE)).toBe(true);
  expect(sent?.html).toContain(REHEARSAL_NOTICE);
});

test('[D45] the start banner of a rehearsal begins with it', () => {
  const banner = formatStartBanner(rehearsal.deps, 'https://card.example', [], 1);
  expect(banner.split('\n')[0]).toContain(REHEARSAL_NOTICE);
  expect(banner).toContain('card payments: a sandbox');
});
