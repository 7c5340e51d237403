import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BILL_LINKS } from '#server/domains/billing/bill-link.ts';
import { signMail } from '#server/domains/checkout/receipt/mail-link.service.ts';
import { MIN_FORM_SECONDS } from '#server/domains/content/messages/form-timing.shared.ts';
import { deleteSubscriber } from '#server/domains/content/messages/newsletter.repository.ts';
import { listSubscribers, sendNewsletter } from '#server/domains/content/messages/newsletter.service.ts';
import { moveMailPreferences } from '#server/domains/content/messages/newsletter-subscription.service.ts';
import { deliverMail } from '#server/platform/mails/deliver-mail.ts';
import { insertSuppression } from '#server/platform/mails/suppression.repository.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeSetting, makeSubscriber } from '#tests/helpers/factories/content.ts';
import { SELLER } from '#tests/helpers/seller.ts';

const database = testDb();
const queuedMail = z.object({
  mail: z.string(),
  to: z.string(),
  props: z.looseObject({ subject: z.string() }),
});
const confirmationMail = z.object({
  mail: z.literal('newsletter-confirm'),
  to: z.string(),
  props: z.object({ confirmUrl: z.unknown() }),
});
let clock = new Date('2026-11-22T12:00:00Z');
const server = testApp(database, { now: () => clock });

beforeEach(async () => {
  await database.db.deleteFrom('newsletterSubscribers').execute();
  clock = new Date(clock.getTime() + 3_600_000);
});

/** Returns a form token, after enough time for a person to fill in the form. */
async function createAgedFormToken(): Promise<string> {
  const { token } = await server.caller().content.formToken();
  clock = new Date(clock.getTime() + (MIN_FORM_SECONDS + 1) * 1000);
  return token;
}

describe('[S5 newsletter, S7 subscribe] a subscription', () => {
  const subscribe = async (email: string | null) =>
    server.caller().content.subscribe({ email, formToken: await createAgedFormToken() });
  const listSubscribers = () =>
    database.db.selectFrom('newsletterSubscribers').select(['email', 'suspicion']).orderBy('email').execute();

  test('is stored once, ignoring case, and a malformed address is ignored without an error', async () => {
    expect(await subscribe(' Zoe@Example.com ')).toBe(true);
    expect(await subscribe('zoe@example.com')).toBe(true);
    for (const nonsense of ['', null, 'zoe', 'a\u0000@b.co', 'x'.repeat(100_000)]) {
      expect(await subscribe(nonsense)).toBe(false);
    }
    expect(await listSubscribers()).toEqual([{ email: 'zoe@example.com', suspicion: null }]);
  });

  test('from a bot is stored as suspected, until a person subscribes the address', async () => {
    expect(await server.caller().content.subscribe({ email: 'zoe@example.com' })).toBe(false);
    expect(await listSubscribers()).toEqual([{ email: 'zoe@example.com', suspicion: 'no token' }]);
    expect(await subscribe('zoe@example.com')).toBe(true);
    expect(await server.caller().content.subscribe({ email: 'zoe@example.com' })).toBe(false);
    expect(await listSubscribers()).toEqual([{ email: 'zoe@example.com', suspicion: null }]);
  });
});

describe('the newsletter', () => {
  const EMAIL = 'zoe@example.com';
  const listEmails = async () =>
    (await listSubscribers(database.db, { suspected: false })).map(({ email }) => email);
  const tokenIn = (link: string) => /token=([\w.-]+)/.exec(link)?.[1] ?? '';

  /** Enqueues an issue and sends the queued emails. */
  async function sendIssue(subject: string) {
    await makeSetting(database.db, 'postalAddress', '1600 Broadway, Denver, CO 80202');
    await sendNewsletter(server.deps, { subject, paragraphs: ['Twelve businesses joined.'] });
    const jobs = server.jobs.of('mail').map((job) => queuedMail.parse(job));
    for (const [at, job] of jobs.filter(({ props }) => props.subject === subject).entries()) {
      const mail = await signMail(server.deps, job, BILL_LINKS);
      if (!mail) continue;
      await deliverMail(server.deps, SELLER, mail, `${subject}-${at}`);
    }
    return server.mailer.sent.filter((mail) => mail.subject === subject);
  }

  beforeEach(async () => {
    await database.db.deleteFrom('mailSuppressions').execute();
    await makeSubscriber(database.db, EMAIL);
  });

  test('has our postal address and two ways to unsubscribe', async () => {
    const [mail] = await sendIssue('October');
    expect(mail?.to).toBe(EMAIL);
    expect(mail?.text).toContain('1600 Broadway, Denver, CO 80202');
    expect(mail?.text).toMatch(/http:\/\/localhost:3000\/unsubscribe#token=\S+/);
    expect(mail?.headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(/^<http:\/\/localhost:3000\/api\/unsubscribe\?token=[^>]+>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  test('is not sent without a postal address', async () => {
    await makeSetting(database.db, 'postalAddress', '');
    await expect(sendNewsletter(server.deps, { subject: 'None', paragraphs: ['x'] })).rejects.toThrow(
      'Please set postalAddress first',
    );
  });

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=x', '--x\r\n\r\nOne-Click\r\n--x--'],
    ['application/json', '{'],
  ])(
    'can be canceled with one POST as %s without a session, while a GET only opens the page',
    async (type, payload) => {
      const [mail] = await sendIssue(`Issue ${type}`);
      const url = `/api/unsubscribe?token=${tokenIn(mail?.headers?.['List-Unsubscribe'] ?? '')}`;
      const pageResponse = await server.app.inject({ method: 'GET', url });
      expect(pageResponse.statusCode).toBe(302);
      expect(pageResponse.headers.location).toMatch(/^\/unsubscribe#token=/);
      expect(await listEmails()).toEqual([EMAIL]);

      for (let times = 0; times < 2; times++) {
        const response = await server.app.inject({
          method: 'POST',
          url,
          payload,
          headers: { 'content-type': type, origin: 'https://mail.example' },
        });
        expect(response.statusCode).toBe(200);
      }
      expect(await listEmails()).toEqual([]);
      expect(await sendIssue(`Next ${type}`)).toEqual([]);
    },
  );

  test('can be subscribed to again on that page, unless staff have suppressed the address', async () => {
    const [mail] = await sendIssue('November');
    const token = tokenIn(mail?.text ?? '');
    const { content } = server.caller();
    const change = (isSubscribed: boolean) => content.changeNewsletterSubscription({ token, isSubscribed });
    expect(await content.newsletterSubscription({ token })).toEqual({
      list: 'newsletter',
      email: EMAIL,
      isSubscribed: true,
    });
    expect(await change(false)).toMatchObject({ email: EMAIL, isSubscribed: false });
    expect(await change(true)).toMatchObject({ isSubscribed: true });
    await insertSuppression(database.db, { email: EMAIL, reason: 'staff', suppressedAt: clock });
    expect(await change(true)).toMatchObject({ isSubscribed: false });
    expect(await listEmails()).toEqual([]);
  });

  test('doesn’t follow an account to a new address that has unsubscribed', async () => {
    const to = 'moved@example.com';
    await insertSuppression(database.db, { email: to, reason: 'unsubscribed', suppressedAt: clock });
    await database.db.transaction().execute((trx) => moveMailPreferences(trx, EMAIL, to, clock));
    expect(await listEmails()).toEqual([]);
  });

  test('has unsubscribe links that work for two years, and only if we signed them', async () => {
    const [mail] = await sendIssue('December');
    const token = tokenIn(mail?.text ?? '');
    clock = new Date(clock.getTime() + 2 * 365 * 86_400_000);
    expect(await server.caller().content.newsletterSubscription({ token })).toMatchObject({ email: EMAIL });
    const forgedToken = await server.deps.signer.sign('form', EMAIL, { seconds: 60 });
    for (const url of ['/api/unsubscribe', `/api/unsubscribe?token=${forgedToken}`]) {
      const { statusCode } = await server.app.inject({ method: 'POST', url });
      expect(statusCode).toBeGreaterThanOrEqual(400);
      expect(statusCode).toBeLessThan(500);
    }
    expect(await listEmails()).toEqual([EMAIL]);
  });

  test.each([
    ['the form', async () => ({ caller: server.caller(), formToken: await createAgedFormToken() })],
    ['GraphQL', async () => ({ caller: server.caller(null, { entryPoint: 'legacy' }) })],
  ] as const)(
    'isn’t sent again to an unsubscribed address because of %s, until its owner confirms',
    async (_, open) => {
      // One confirmation a day is sent.
      clock = new Date(clock.getTime() + 2 * 86_400_000);
      await deleteSubscriber(database.db, EMAIL);
      await insertSuppression(database.db, { email: EMAIL, reason: 'unsubscribed', suppressedAt: clock });
      const subscribe = async (email: string) => {
        const { caller, ...antiSpam } = await open();
        return caller.content.subscribe({ email, ...antiSpam });
      };
      const [mailsBefore, day] = [server.jobs.of('mail').length, clock];
      for (const email of [EMAIL, EMAIL.toUpperCase(), 'new@example.com']) {
        expect(await subscribe(email)).toBe(true);
      }
      expect(await listEmails()).toEqual(['new@example.com']);
      const listRequests = () =>
        server.jobs
          .of('mail')
          .slice(mailsBefore)
          .map((job) => confirmationMail.parse(job));
      expect(listRequests()).toHaveLength(1);

      clock = new Date(day.getTime() + 86_400_000);
      await subscribe(EMAIL);
      const [request, next] = listRequests();
      expect(next).toMatchObject({ to: EMAIL });
      const mail = request && (await signMail(server.deps, request, BILL_LINKS));
      const token = tokenIn(JSON.stringify(mail));
      await server.caller().content.changeNewsletterSubscription({ token, isSubscribed: true });
      expect(await listEmails()).toContain(EMAIL);
    },
  );

  test('isn’t requested for an unsubscribed address by a form that looks like a bot’s', async () => {
    await insertSuppression(database.db, { email: EMAIL, reason: 'unsubscribed', suppressedAt: clock });
    const mailsBefore = server.jobs.of('mail').length;
    expect(await server.caller().content.subscribe({ email: EMAIL })).toBe(false);
    expect(server.jobs.of('mail')).toHaveLength(mailsBefore);
  });
});
