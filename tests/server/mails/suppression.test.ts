import { beforeEach, describe, expect, test } from 'vitest';
import type { SuppressionReason } from '#db/tables/content.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { AddressRejectedError, type Mailer } from '#server/platform/integrations/mailer/mailer.ts';
import { deliverMail } from '#server/platform/mails/deliver-mail.ts';
import type { MailName } from '#server/platform/mails/mail-registry.ts';
import { findReasons, insertSuppression } from '#server/platform/mails/suppression.repository.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { recordingMailer } from '#tests/helpers/fakes/mailer.ts';
import { SELLER } from '#tests/helpers/seller.ts';
import { MAIL_SAMPLES, signSample } from './mail-samples.ts';

const database = testDb();
const config = loadConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://card.example' });
const now = () => new Date('2026-11-23T12:00:00Z');
const EMAIL = 'zoe@example.com';
const rejectingMailer: Mailer = {
  isStandIn: true,
  send: () => Promise.reject(new AddressRejectedError('The mailbox does not exist')),
};

let count = 0;
const log = recordingLogger();

async function deliver(mail: MailName, mailer: Mailer): Promise<void> {
  const sample = await signSample(MAIL_SAMPLES[mail]);
  const deps = { config, db: database.db, log, mailer, now };
  await deliverMail(deps, SELLER, { ...sample, to: EMAIL }, `suppression-${count++}`);
}

async function isSent(mail: MailName): Promise<boolean> {
  const mailer = recordingMailer();
  await deliver(mail, mailer);
  return mailer.sent.length > 0;
}

async function listSent(reason: SuppressionReason): Promise<string[]> {
  const sent: string[] = [];
  for (const { mail } of Object.values(MAIL_SAMPLES)) {
    await database.db.deleteFrom('mailSuppressions').execute();
    await insertSuppression(database.db, { email: 'Zoe@Example.com', reason, suppressedAt: now() });
    if (await isSent(mail)) sent.push(mail);
  }
  return sent.sort();
}

beforeEach(() => database.db.deleteFrom('mailSuppressions').execute());

/** Emails about something the recipient just did, and emails to our own support address. */
const ALWAYS_SENT = [
  'account-deleted',
  'affiliate-welcome',
  'business-plan-change',
  'card-requested',
  'change-email',
  'claim-link',
  'complete-payment',
  'dispute-opened',
  'email-change-requested',
  'email-changed',
  'membership-cancelled',
  'membership-link',
  'membership-resumed',
  'password-changed',
  'password-reset',
  'payout-account-changed',
  'plan-cancelled',
  'plan-change',
  'programs-wanted',
  'receipt',
  'reconciliation',
  'staff-message',
  'trial-started',
  'verify-email',
  'welcome',
];

describe('a suppressed email address', () => {
  test.each(['rejected', 'staff'] as const)(
    'with the reason %s gets only emails that the person requested',
    async (reason) => {
      expect(await listSent(reason)).toEqual(ALWAYS_SENT);
    },
  );

  test.each([
    ['unsubscribed', ['newsletter']],
    ['no-shipping-notices', ['card-sent', 'reward-sent']],
    ['no-renewal-receipts', ['renewal-receipt']],
  ] as const)('with the reason %s gets every email except %j', async (reason, switchedOff) => {
    const sent = await listSent(reason);
    expect(Object.keys(MAIL_SAMPLES).filter((name) => !sent.includes(name))).toEqual(switchedOff);
  });
});

describe('a mailbox that does not exist', () => {
  test('gets no further emails until one that was requested arrives', async () => {
    await insertSuppression(database.db, { email: EMAIL, reason: 'unsubscribed', suppressedAt: now() });
    await deliver('welcome', rejectingMailer);
    expect(log.takeFaults()).toMatchObject([
      { level: 'warn', text: expect.stringContaining('mail refused') },
    ]);
    expect(await isSent('card-declined')).toBe(false);
    expect(await isSent('receipt')).toBe(true);
    expect(await isSent('card-declined')).toBe(true);
    expect(await isSent('newsletter')).toBe(false);
  });

  test('is never suppressed if it is our own support address', async () => {
    await deliver('staff-message', rejectingMailer);
    log.takeFaults();
    expect(await findReasons(database.db, EMAIL)).toEqual([]);
  });
});
