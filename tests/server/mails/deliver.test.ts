import { beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '#server/config/config.ts';
import { type Mailer, MailRefusedError } from '#server/integrations/mailer/mailer.ts';
import { deliverMail } from '#server/mails/deliver.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { recordingMailer } from '#tests/helpers/fakes/mailer.ts';
import { MAIL_SAMPLES } from './mail-samples.ts';

const database = testDb();
const config = loadConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://card.example' });

beforeAll(async () => {
  const supportEmail = { key: 'supportEmail', value: 'help@card.example', isPublic: true };
  await database.db.deleteFrom('settings').where('key', '=', 'supportEmail').execute();
  await database.db.insertInto('settings').values(supportEmail).execute();
});

const failing = (error: Error): Mailer => ({ standIn: true, send: () => Promise.reject(error) });

describe('[D18] a mail of the outbox', () => {
  test('is rendered with the settings of today and sent under its job’s id', async () => {
    const mailer = recordingMailer();
    await deliverMail(
      { config, db: database.db, log: recordingLogger(), mailer },
      MAIL_SAMPLES.welcome,
      'job-7',
    );
    expect(mailer.sent).toHaveLength(1);
    expect(mailer.sent[0]).toMatchObject({
      to: 'zoe@example.com',
      subject: 'Welcome to Everything Card',
      messageId: 'job-7',
      text: expect.stringContaining('E-mail: help@card.example'),
      html: expect.stringContaining('https://card.example/pricing'),
    });
  });

  test('is tried again when the mail server is out of reach', async () => {
    const deps = {
      config,
      db: database.db,
      log: recordingLogger(),
      mailer: failing(new Error('ECONNREFUSED')),
    };
    await expect(deliverMail(deps, MAIL_SAMPLES.welcome, 'job-8')).rejects.toThrow('ECONNREFUSED');
  });

  test('is given up when it can never be sent, and the log says so without the address', async () => {
    const log = recordingLogger();
    const mailer = failing(new MailRefusedError('A mail has an address that is not one'));
    await deliverMail(
      { config, db: database.db, log, mailer },
      { ...MAIL_SAMPLES.welcome, to: 'nobody' },
      'job-9',
    );
    const faults = log.takeFaults();
    expect(faults).toMatchObject([{ level: 'warn', text: expect.stringContaining('job-9') }]);
    expect(faults[0]?.text).not.toContain('nobody');
  });

  test('of a shape that no mail has is an error, not an empty mail', async () => {
    const mailer = recordingMailer();
    const deps = { config, db: database.db, log: recordingLogger(), mailer };
    await expect(
      deliverMail(deps, { mail: 'receipt', to: 'zoe@example.com', props: {} }, 'job-10'),
    ).rejects.toThrow();
    expect(mailer.sent).toEqual([]);
  });
});
