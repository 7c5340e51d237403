import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { createFileMailer } from '#server/platform/integrations/mailer/file-mailer.ts';
import { listStoredMails, readStoredMail } from '#server/platform/integrations/mailer/mail-folder.ts';
import {
  AddressRejectedError,
  type OutgoingMail,
  UndeliverableMailError,
} from '#server/platform/integrations/mailer/mailer.ts';
import { createSmtpMailer } from '#server/platform/integrations/mailer/smtp-mailer.ts';

const from = 'Everything Card <cards@everythingcard.example>';
const mail: OutgoingMail = {
  to: 'zoë@example.com',
  subject: 'Your receipt, Zoë 🎉',
  text: 'Total: $59.95\n.\nA line of its own with a point above.',
  html: '<p>Total: <b>$59.95</b></p>',
};

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Received {
  to: string[];
  raw: string;
}

/** Starts a real SMTP server that records the mails it receives. */
async function startSmtp(options: { password?: string; refuse?: string } = {}) {
  const receivedMails: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: options.password === undefined,
    allowInsecureAuth: true,
    onAuth: (auth, _session, callback) =>
      auth.password === options.password
        ? callback(null, { user: auth.username })
        : callback(new Error('no')),
    onRcptTo: (_address, _session, callback) =>
      options.refuse ? callback(Object.assign(new Error(options.refuse), { responseCode: 550 })) : callback(),
    onData: async (stream, session, callback) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(Buffer.from(chunk));
      const to = session.envelope.rcptTo.map((recipient) => recipient.address);
      receivedMails.push({ to, raw: Buffer.concat(chunks).toString('utf8') });
      callback();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(resolve)));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The SMTP server has no port');
  return { received: receivedMails, port: address.port };
}

async function mailFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-mail-'));
  closers.push(() => rm(folder, { recursive: true }));
  return join(folder, 'mail');
}

describe('[D18 outbox] email by SMTP', () => {
  test('arrives with both parts, from the configured sender, to one recipient', async () => {
    const smtp = await startSmtp({ password: 'p w/d' });
    const url = `smtp://user:${encodeURIComponent('p w/d')}@127.0.0.1:${smtp.port}`;
    const mailer = createSmtpMailer({ url, from });
    await mailer.send({ ...mail, messageId: 'job-7', headers: { 'X-Mail': 'receipt' } });

    expect(mailer.isStandIn).toBe(false);
    const [receivedMail] = smtp.received;
    expect(receivedMail?.to).toEqual(['zoë@example.com']);
    const parsedMail = await PostalMime.parse(receivedMail?.raw ?? '');
    expect(parsedMail.from).toMatchObject({
      name: 'Everything Card',
      address: 'cards@everythingcard.example',
    });
    expect(parsedMail.subject).toBe('Your receipt, Zoë 🎉');
    expect(parsedMail.text?.trim()).toBe(mail.text);
    expect(parsedMail.html?.trim()).toBe(mail.html);
    expect(parsedMail.messageId).toBe('<job-7@everythingcard.example>');
    expect(parsedMail.headers.find((header) => header.key === 'auto-submitted')?.value).toBe(
      'auto-generated',
    );
    expect(parsedMail.headers.find((header) => header.key === 'x-mail')?.value).toBe('receipt');
  });

  test('fails with a wrong password or an unreachable server, so that the job is retried', async () => {
    const protectedSmtp = await startSmtp({ password: 'right' });
    const wrongMailer = createSmtpMailer({ url: `smtp://user:wrong@127.0.0.1:${protectedSmtp.port}`, from });
    await expect(wrongMailer.send(mail)).rejects.toThrow();
    await expect(createSmtpMailer({ url: 'smtp://127.0.0.1:1', from }).send(mail)).rejects.toThrow();
    expect(protectedSmtp.received).toEqual([]);
  });

  test.each([
    ['a missing mailbox', '5.1.1 No such user', true],
    ['a disabled mailbox', '5.2.1 Mailbox disabled, access denied', true],
    ['a missing mailbox without a status code', 'No such user here', true],
    ['a full mailbox', '5.2.2 Mailbox full', false],
    ['a relay that refuses us', '5.7.1 Relaying denied', false],
    ['a relay that refuses us without a status code', 'relay not permitted', false],
  ])('after %s (“%s”), reports that the mailbox doesn’t exist: %s', async (_, refuse, isGone) => {
    const smtp = await startSmtp({ refuse });
    const error: unknown = await createSmtpMailer({ url: `smtp://127.0.0.1:${smtp.port}`, from })
      .send(mail)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof AddressRejectedError).toBe(isGone);
  });

  test('times out on a server that sends no greeting', async () => {
    const silentServer = createServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => silentServer.close(resolve)));
    const address = silentServer.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port');
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${address.port}`, from, timeoutMs: 100 });
    await expect(mailer.send(mail)).rejects.toThrow(/greeting|timeout/i);
  });
});

describe('[S8] user input cannot inject mail headers', () => {
  test('removes line breaks from the subject and headers', async () => {
    const smtp = await startSmtp();
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${smtp.port}`, from });
    const evil = 'Hello\r\nBcc: victim@example.com\r\n\r\nBody';
    await mailer.send({ ...mail, subject: evil, headers: { 'X-Name': evil } });
    const [receivedMail] = smtp.received;
    expect(receivedMail?.to).toEqual(['zoë@example.com']);
    const parsedMail = await PostalMime.parse(receivedMail?.raw ?? '');
    expect(parsedMail.bcc).toBeUndefined();
    expect(parsedMail.subject).toBe('Hello Bcc: victim@example.com Body');
    expect(parsedMail.text?.trim()).toBe(mail.text);
  });

  test.each([
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'Name <a@example.com>',
    'a@example.com;b@example.com',
    'nobody',
    '',
  ])('refuses the address %j', async (to) => {
    const smtp = await startSmtp();
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${smtp.port}`, from });
    await expect(mailer.send({ ...mail, to })).rejects.toBeInstanceOf(UndeliverableMailError);
    expect(smtp.received).toEqual([]);
  });

  test('refuses line breaks in header names and message ids', async () => {
    const mailer = createFileMailer({ folder: await mailFolder(), from });
    await expect(mailer.send({ ...mail, headers: { 'X: y\r\nBcc': 'z' } })).rejects.toBeInstanceOf(
      UndeliverableMailError,
    );
    await expect(mailer.send({ ...mail, messageId: 'a>\r\nBcc: b' })).rejects.toBeInstanceOf(
      UndeliverableMailError,
    );
  });
});

describe('[D51] email written to files', () => {
  test('becomes one .eml file per message, which can be listed and read', async () => {
    const folder = await mailFolder();
    const now = () => new Date('2026-11-21T10:11:12.345Z');
    const mailer = createFileMailer({ folder, from, now });
    await mailer.send(mail);
    expect(mailer.isStandIn).toBe(true);
    expect(await readdir(folder)).toEqual(['2026-11-21T10-11-12.345Z-1.eml']);
    const raw = await readFile(join(folder, '2026-11-21T10-11-12.345Z-1.eml'), 'utf8');
    expect(raw).not.toMatch(/[^\r]\n/);
    const [id = ''] = await listStoredMails(folder);
    const storedMail = await readStoredMail(folder, id);
    expect(storedMail).toMatchObject({ id, to: 'zoë@example.com', subject: mail.subject });
    // The Date header has no milliseconds.
    expect(storedMail?.sentAt).toEqual(new Date('2026-11-21T10:11:12Z'));
    expect(storedMail?.text.trim()).toBe(mail.text);
    expect(storedMail?.html.trim()).toBe(mail.html);
  });

  test('keeps messages sent at the same moment by several processes, newest first', async () => {
    const folder = await mailFolder();
    const now = () => new Date('2026-11-21T10:11:12.345Z');
    const mailers = [1, 2].map(() => createFileMailer({ folder, from, now }));
    const subjects = Array.from({ length: 12 }, (_, i) => `Mail ${i}`);
    await Promise.all(subjects.map((subject, i) => mailers[i % 2]?.send({ ...mail, subject })));
    const ids = await listStoredMails(folder);
    expect(ids.map((id) => Number(id.split('-').at(-1)))).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const storedMails = await Promise.all(ids.map((id) => readStoredMail(folder, id)));
    expect(storedMails.map((storedMail) => storedMail?.subject).sort()).toEqual([...subjects].sort());
    expect((await readdir(folder)).filter((name) => !name.endsWith('.eml'))).toEqual([]);
  });

  test('can be listed without a folder, and never reads a file outside it', async () => {
    const folder = await mailFolder();
    expect(await listStoredMails(folder)).toEqual([]);
    const mailer = createFileMailer({ folder, from });
    await mailer.send(mail);
    await writeFile(join(folder, '..', 'secret.eml'), 'Subject: secret\r\n\r\nsecret');
    expect(await readStoredMail(folder, '../secret')).toBeNull();
    expect(await readStoredMail(folder, '2026-11-21T10-11-12.345Z-9')).toBeNull();
  });
});
