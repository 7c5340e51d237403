import { describe, expect, it } from 'vitest';
import { findPurchase } from '#server/domains/checkout/purchase/purchase.repository.ts';
import { purchaseResult } from '#server/domains/checkout/purchase/purchase.schema.ts';
import { createReceiptLink } from '#server/domains/checkout/receipt/receipt-links.ts';
import { newId } from '#server/lib/ids.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

async function buyCard(account: Awaited<ReturnType<typeof makeAccount>> | null) {
  const visitor = await checkout().visitor(account);
  await visitor.fetchCsrfToken();
  const response = await visitor.trpc(
    'mutation',
    'checkout.buyCard',
    makeCardPurchase({ firstname: '<b>Zoë</b>' }),
  );
  const { purchaseId } = purchaseResult.parse(response.data);
  return { visitor, url: `/api/receipt?id=${purchaseId}`, purchaseId };
}

describe('[S2 receipt] GET /api/receipt', () => {
  it('shows a receipt to the buyer’s account, as a page and as a PDF, with names escaped', async () => {
    const { visitor, url } = await buyCard(await makeAccount(database.db));
    const page = await visitor.get(url);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('$49.95');
    expect(page.body).toContain('&lt;b&gt;Zoë&lt;/b&gt;');
    expect(page.headers['cache-control']).toBe('no-store');
    const pdf = await visitor.get(`${url}&format=pdf`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('shows a guest’s receipt only in the browser that bought', async () => {
    const { visitor, url } = await buyCard(null);
    expect((await visitor.get(url)).statusCode).toBe(200);
    const stranger = await checkout().visitor();
    expect((await stranger.get(url)).statusCode).toBe(404);
    const member = await checkout().visitor(await makeAccount(database.db));
    expect((await member.get(url)).json()).toEqual({ error: 'Receipt not found' });
  });

  it('[D50] with the key in the receipt email opens only that receipt', async () => {
    const ownPurchase = await buyCard(null);
    const otherPurchase = await buyCard(null);
    const purchase = await findPurchase(database.db, ownPurchase.purchaseId);
    if (!purchase) throw new Error('no purchase');
    const link = new URL(await createReceiptLink(checkout().deps, purchase));
    const stranger = await checkout().visitor();
    const redirect = await stranger.get(link.pathname + link.search);
    expect(redirect.statusCode).toBe(302);
    expect(redirect.headers).toMatchObject({ location: ownPurchase.url, 'referrer-policy': 'no-referrer' });
    expect(redirect.cookies).toMatchObject([{ httpOnly: true, path: '/api/receipt', maxAge: 3_600 }]);
    const pdfRedirect = await stranger.get(`${link.pathname}${link.search}&format=pdf`);
    expect(pdfRedirect.headers.location).toBe(`${ownPurchase.url}&format=pdf`);
    expect((await stranger.get(ownPurchase.url)).statusCode).toBe(200);
    expect((await stranger.get(`${ownPurchase.url}&format=pdf`)).headers['content-type']).toBe(
      'application/pdf',
    );
    expect((await stranger.get(otherPurchase.url)).statusCode).toBe(404);
    const key = link.searchParams.get('key') ?? '';
    expect((await stranger.get(`${otherPurchase.url}&key=${key}`)).statusCode).toBe(404);
    const otherStranger = await checkout().visitor();
    const [head = '', body = '', signature = ''] = key.split('.');
    const forgedKey = [head, body, signature.split('').reverse().join('')].join('.');
    expect((await otherStranger.get(`${ownPurchase.url}&key=${forgedKey}`)).statusCode).toBe(404);
  });

  it('responds to invalid ids with a message, never with a server error', async () => {
    const visitor = await checkout().visitor();
    for (const id of ['', 'x', newId(), '%00', "' or 1=1"]) {
      const response = await visitor.get(`/api/receipt?id=${encodeURIComponent(id)}`);
      expect([400, 404]).toContain(response.statusCode);
      expect(response.json()).toEqual({ error: 'Receipt not found' });
    }
  });
});

describe('[D41] a guest who repeats a purchase with the same key', () => {
  it('is charged once even without the cookie of the first response', async () => {
    const input = makeCardPurchase();
    const first = await (await checkout().visitor()).trpc('mutation', 'checkout.buyCard', input);
    const second = await (await checkout().visitor()).trpc('mutation', 'checkout.buyCard', input);
    expect(second.data).toEqual(first.data);
    const charges = await checkout().sandbox.control.charges();
    const { purchaseId } = purchaseResult.parse(first.data);
    expect(charges.filter((charge) => charge.metadata.purchase === purchaseId)).toHaveLength(1);
  });

  it('gets the same purchase with the cookie of the first response', async () => {
    const visitor = await checkout().visitor();
    const input = makeCardPurchase();
    const first = await visitor.trpc('mutation', 'checkout.buyCard', input);
    expect(visitor.cookies.has('buyer')).toBe(true);
    expect((await visitor.trpc('mutation', 'checkout.buyCard', input)).data).toEqual(first.data);
  });
});
