import { createHmac, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { formatNumber, person, type World } from './conformance-case.ts';
import { type LegacyClient, record, toRecords } from './legacy-client.ts';
import { BUY_CARD } from './mutation-inputs.ts';
import { expectRefusal, MEMBER, parseBody } from './rest-answers.ts';

async function readOwnNumber(client: LegacyClient): Promise<string> {
  const [card] = toRecords((await client.procedure('query', 'memberships.mine')).data);
  return formatNumber(card?.number);
}

const bill = (id: unknown) => `/api/receipt?id=${String(id)}`;

async function buyCard(client: LegacyClient): Promise<unknown> {
  const email = person().email;
  const purchase = await client.answerOf('mutation', 'checkout.buyCard', { ...BUY_CARD, email });
  return purchase.purchaseId;
}

/** Finds the path of a link in a sent email. Without a mail server, the product stores emails as files. */
async function findMailedLink({ dataDir }: World, path: string): Promise<string> {
  const folder = join(dataDir, 'mail');
  for (const name of await readdir(folder)) {
    const mail = (await readFile(join(folder, name), 'utf8')).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    const [link] = mail.match(new RegExp(`${path.replace('?', '\\?')}&(?:amp;)?key=[\\w.~-]+`)) ?? [];
    if (link) return link.replace('&amp;', '&');
  }
  throw new Error(`No mail has ${path}`);
}

/** Tests the REST calls that don't concern sessions. */
export function testRestCalls(world: () => World): void {
  describe('[rest contract] POST /api/contract', () => {
    const requestContract = (type: unknown) => world().visitor().send('POST', '/api/contract', { type });
    const CONTRACTS = [
      'INFLUENCER',
      'REPRESENTATIVE',
      'POLICYPROCEDUREMANUAL',
      'LOYALTYAFFILIATE',
      'FRIEND',
      'MEMBER',
    ];

    test.each(CONTRACTS)('%s returns the same contract as the procedure', async (type) => {
      const { html } = await world().visitor().answerOf('query', 'content.contract', { type });
      expect(html).toMatch(/<h\d/);
      expect(parseBody(await requestContract(type))).toEqual({ contract: html });
    });

    test('PRIVACYPOLICY returns the privacy policy', async () => {
      const { html } = await world().visitor().answerOf('query', 'content.policy', { type: 'PRIVACY' });
      expect(parseBody(await requestContract('PRIVACYPOLICY'))).toEqual({ contract: html });
    });

    test('an unknown type returns 400', async () => {
      expectRefusal(await requestContract('BUSINESSBASIC'), 400);
    });
  });

  test('[rest search/download] returns every match as an attachment, without a session', async () => {
    const client = world().visitor();
    const search = { zip: '80202', distance: 20 };
    const response = await client.send('POST', '/api/search/download', search);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="SearchResults.txt"');
    const { count, stores } = await client.answerOf('query', 'savings.search', { ...search, limit: 100 });
    expect(toRecords(stores)).toHaveLength(Math.min(Number(count), 100));
    expect(Number(count)).toBeGreaterThan(0);
    for (const { businessname } of toRecords(stores)) expect(response.text).toContain(String(businessname));
  });

  test('[rest applepass] returns the owner’s pass, 401 without a session, and 404 for a number that is malformed or belongs to another account', async () => {
    const client = await world().demo(MEMBER.email);
    const path = `/api/users/applepass?id=${await readOwnNumber(client)}`;
    const response = await client.send('GET', path);
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'application/vnd.apple.pkpass',
    });
    expect(response.text.startsWith('PK')).toBe(true);
    expectRefusal(await world().visitor().send('GET', path), 401);
    const otherAccount = await world().demo('family@example.com');
    expect([403, 404]).toContain((await otherAccount.send('GET', path)).status);
    expectRefusal(await client.send('GET', '/api/users/applepass?id=none'), 404);
  });

  test('[rest receipt] returns a receipt as a page and as a PDF, only to its buyer', async () => {
    const { client } = await world().newcomer();
    const id = await buyCard(client);
    const page = await client.send('GET', bill(id));
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.text).toContain('$99.90');
    const pdf = await client.send('GET', `${bill(id)}&format=pdf`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.text.startsWith('%PDF-')).toBe(true);
    expect((await world().visitor().send('GET', bill(id))).status).toBe(404);
    expect((await (await world().demo(MEMBER.email)).send('GET', bill(id))).status).toBe(404);
  });

  test('[rest receipt] returns a guest’s receipt only with the key from the email', async () => {
    const guest = world().visitor();
    const id = await buyCard(guest);
    const link = await vi.waitFor(async () => findMailedLink(world(), bill(id)), {
      timeout: 45_000,
    });
    const byKey = await world().visitor().send('GET', link);
    expect(byKey.status).toBe(200);
    expect(byKey.text).toContain('$99.90');
    expect((await world().visitor().send('GET', bill(id))).status).toBe(404);
  });

  describe('[rest stripe/webhook] POST /api/stripe/webhook', () => {
    const event = () => ({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'customer.created',
      created: Math.floor(Date.now() / 1_000),
      data: { object: { id: 'cus_1', object: 'customer' } },
    });

    /** Signs like Stripe: a timestamp, and an HMAC of the timestamp and the body. */
    async function signWebhook(body: unknown): Promise<string> {
      const { webhookSecret } = JSON.parse(await readFile(join(world().dataDir, 'secrets.json'), 'utf8'));
      const nowSeconds = Math.floor(Date.now() / 1_000);
      const hmac = createHmac('sha256', webhookSecret).update(`${nowSeconds}.${JSON.stringify(body)}`);
      return `t=${nowSeconds},v1=${hmac.digest('hex')}`;
    }

    test('accepts a signed event that arrives twice', async () => {
      const body = event();
      const headers = { 'stripe-signature': await signWebhook(body) };
      for (let i = 0; i < 2; i += 1) {
        const response = await world().visitor().send('POST', '/api/stripe/webhook', body, headers);
        expect(response.status).toBe(200);
      }
    });

    test('returns 400 for an invalid signature', async () => {
      const headers = { 'stripe-signature': await signWebhook(event()) };
      expectRefusal(await world().visitor().send('POST', '/api/stripe/webhook', event(), headers), 400);
    });
  });

  test('[rest healthz] [rest readyz] [rest metrics] respond to requests', async () => {
    // Send no forwarded address, because only this machine may read the metrics.
    const fetchPath = async (path: string) => {
      const response = await fetch(`${world().url}${path}`);
      return { status: response.status, text: await response.text() };
    };
    expect(await fetchPath('/healthz')).toMatchObject({ status: 200 });
    expect(await fetchPath('/readyz')).toMatchObject({ status: 200 });
    expect((await fetchPath('/metrics')).text).toMatch(/^# HELP /m);
  });

  describe('[rest] malformed bodies', () => {
    const CALLS = [
      '/api/identity/signIn',
      '/api/identity/signInWithCustomToken',
      '/api/identity/sendPasswordReset',
      '/api/sessionLogin',
      '/api/contract',
      '/api/search/download',
    ];

    test.each(CALLS)(
      '%s returns 400 with a message for an invalid shape or a body that is too large',
      async (path) => {
        const shapes = [[], 'text', 7, { type: 7, zip: {}, email: 7, token: 7, idToken: [] }];
        for (const body of [...shapes, { email: 'x'.repeat(3_000_000) }]) {
          const response = await world().visitor().send('POST', path, body);
          expectRefusal(response, 400);
        }
      },
    );

    test.each(CALLS)('%s returns 400 for invalid JSON', async (path) => {
      const response = await fetch(`${world().url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":',
      });
      expect(response.status).toBe(400);
      expect(record(await response.json())).toEqual({ error: expect.stringMatching(/^[A-Z]/) });
    });
  });
}
