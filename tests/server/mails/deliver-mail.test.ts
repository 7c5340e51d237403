import { describe, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import { type Mailer, UndeliverableMailError } from '#server/platform/integrations/mailer/mailer.ts';
import { deliverMail } from '#server/platform/mails/deliver-mail.ts';
import { findSentMail } from '#server/platform/mails/sent-mail.repository.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { metered } from '#tests/helpers/database/metered-db.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { recordingMailer } from '#tests/helpers/fakes/mailer.ts';
import { SELLER } from '#tests/helpers/seller.ts';
import { MAIL_SAMPLES } from './mail-samples.ts';

const config = loadConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://card.example' });

const database = testDb();
const now = () => new Date();

const createFailingMailer = (error: Error): Mailer => ({
  isStandIn: true,
  send: () => Promise.reject(error),
});

describe('[D18] an enqueued email', () => {
  test('is rendered and sent with its job’s id as the Message-ID', async () => {
    const mailer = recordingMailer();
    const deps = { config, db: database.db, log: recordingLogger(), mailer, now };
    await deliverMail(deps, SELLER, MAIL_SAMPLES.welcome, 'job-7');
    expect(mailer.sent).toHaveLength(1);
    expect(mailer.sent[0]).toMatchObject({
      to: 'zoe@example.com',
      subject: 'Welcome to Everything Card',
      messageId: 'job-7',
      text: expect.stringContaining('Email: help@card.example'),
      html: expect.stringContaining('https://card.example/pricing'),
    });
  });

  test('is sent once if its job runs twice, even if the database failed after the first time', async () => {
    const mailer = recordingMailer();
    const meter = metered(database.db);
    const deps = { config, db: meter.db, log: recordingLogger(), mailer, now };
    meter.failAfter(2);
    const first = deliverMail(deps, SELLER, MAIL_SAMPLES.welcome, 'job-11');
    await expect.poll(() => mailer.sent.length).toBe(1);
    meter.reset();
    await first;
    await deliverMail(deps, SELLER, MAIL_SAMPLES.welcome, 'job-11');
    expect(mailer.sent).toHaveLength(1);
  });

  test('is recorded without the address if it confirms that the account was deleted', async () => {
    const deps = { config, db: database.db, log: recordingLogger(), mailer: recordingMailer(), now };
    await deliverMail(deps, SELLER, MAIL_SAMPLES['account-deleted'], 'job-12');
    expect(await findSentMail(database.db, 'job-12')).toMatchObject({ outcome: 'sent', recipient: null });
  });

  test('fails if the mail server is unreachable, so that the job is retried', async () => {
    const deps = {
      config,
      db: database.db,
      now,
      log: recordingLogger(),
      mailer: createFailingMailer(new Error('ECONNREFUSED')),
    };
    await expect(deliverMail(deps, SELLER, MAIL_SAMPLES.welcome, 'job-8')).rejects.toThrow('ECONNREFUSED');
  });

  test('is dropped if it can never be sent, and logged without the address', async () => {
    const log = recordingLogger();
    const mailer = createFailingMailer(new UndeliverableMailError('A mail has an address that is not one'));
    await deliverMail(
      { config, db: database.db, log, mailer, now },
      SELLER,
      { ...MAIL_SAMPLES.welcome, to: 'nobody' },
      'job-9',
    );
    const faults = log.takeFaults();
    expect(faults).toMatchObject([{ level: 'warn', text: expect.stringContaining('job-9') }]);
    expect(faults[0]?.text).not.toContain('nobody');
  });

  test('fails if its stored props are invalid', async () => {
    const mailer = recordingMailer();
    const deps = { config, db: database.db, log: recordingLogger(), mailer, now };
    const storedMail = '{"mail":"receipt","to":"zoe@example.com","props":{}}';
    await expect(deliverMail(deps, SELLER, JSON.parse(storedMail), 'job-10')).rejects.toThrow();
    expect(mailer.sent).toEqual([]);
  });
});
