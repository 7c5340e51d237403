import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createFileMailer } from '#server/platform/integrations/mailer/file-mailer.ts';
import { buildTestApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const folder = temporaryFolder();
const database = testDb();
const server = testApp(database, () => ({ settings: { DATA_DIR: folder() } }));
let mail = '';

beforeAll(async () => {
  const mails = join(folder(), 'mail');
  await mkdir(mails, { recursive: true });
  const mailer = createFileMailer({ folder: mails, from: 'cards@card.example' });
  await mailer.send({
    to: 'zoe@example.com',
    subject: 'Your <b>new</b> password',
    text: 'A link',
    html: '<p>A link</p><script>steal()</script>',
    messageId: 'job-1',
  });
  const mailList = await server.app.inject('/dev/mail');
  mail = /href="(\/dev\/mail\/[^"]+)"/.exec(mailList.body)?.[1] ?? '';
});

describe.each(['/metrics', '/dev/mail', 'a mail'])('[D51] %s is available only from this machine', (name) => {
  const url = () => (name === 'a mail' ? mail : name);

  test.each(['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1'])(
    'responds to %s',
    async (remoteAddress) => {
      expect((await server.app.inject({ url: url(), remoteAddress })).statusCode).toBe(200);
    },
  );

  test.each(['10.0.0.1', '203.0.113.7', '2001:db8::1', '::ffff:10.0.0.1'])(
    'is not found for %s',
    async (remoteAddress) => {
      const response = await server.app.inject({ url: url(), remoteAddress });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({ error: 'Not Found' });
    },
  );

  // A proxy on this machine forwards requests from other machines.
  test.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['x-real-ip', '127.0.0.1'],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'https'],
    ['via', '1.1 proxy'],
  ])('is not found through a proxy that sends %s', async (header, value) => {
    expect((await server.app.inject({ url: url(), headers: { [header]: value } })).statusCode).toBe(404);
  });

  test('is not found through a trusted proxy either', async () => {
    const trustingApp = await buildTestApp(database.db, {
      settings: { DATA_DIR: folder(), TRUST_PROXY: '1' },
    });
    onTestFinished(() => trustingApp.close());
    const headers = { 'x-forwarded-for': '127.0.0.1' };
    expect((await trustingApp.app.inject({ url: url(), headers })).statusCode).toBe(404);
  });

  // DNS rebinding: another site can point its host name to this machine.
  test.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', '10.0.0.1'])(
    'is not found under the host name %s',
    async (host) => {
      expect((await server.app.inject({ url: url(), headers: { host } })).statusCode).toBe(404);
    },
  );

  test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'card.localhost:3000'])(
    'responds under the host name %s',
    async (host) => {
      expect((await server.app.inject({ url: url(), headers: { host } })).statusCode).toBe(200);
    },
  );
});

describe('[D51] the mail page', () => {
  test('lists sent emails and runs no script from an email', async () => {
    const mailList = await server.app.inject('/dev/mail');
    expect(mailList.body).toContain('Your &lt;b&gt;new&lt;/b&gt; password');
    const response = await server.app.inject(mail);
    expect(response.body).toContain('zoe@example.com');
    expect(response.body).not.toContain('<script>');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.headers['content-security-policy']).not.toContain('script-src');
    expect(response.body).toMatch(/<iframe sandbox="(?![^"]*allow-scripts)/);
  });

  test('refuses unknown and malformed email names', async () => {
    for (const name of ['none', '..%2fsecrets', '%00', 'x'.repeat(101)]) {
      expect((await server.app.inject(`/dev/mail/${name}`)).statusCode, name).toBeOneOf([400, 404]);
    }
  });

  test('is not found in production', async () => {
    const production = await buildTestApp(database.db, {
      config: { ...server.deps.config, production: true },
    });
    onTestFinished(() => production.close());
    expect((await production.app.inject('/dev/mail')).statusCode).toBe(404);
  });
});
