import { decodeJwt } from 'jose';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { purchaseResult } from '#server/domains/checkout/purchase/purchase.schema.ts';
import { issueApplePass } from '#server/domains/memberships/wallet/wallet-pass.service.ts';
import type { KeptPurpose } from '#server/platform/security/recovery-rules.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { readPass } from '#tests/server/memberships/wallet/wallet-documents.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

async function buyAsGuest() {
  const visitor = await (await checkout().visitor()).fetchCsrfToken();
  const { data } = await visitor.trpc('mutation', 'checkout.buyCard', makeCardPurchase());
  const { purchaseId } = purchaseResult.parse(data);
  const membership = await database.db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .select(['memberships.id', 'memberships.number', 'memberships.subscriptionId'])
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirstOrThrow();
  return { visitor, purchaseId, membership };
}

const sign = (purpose: KeptPurpose, subject: string) =>
  checkout().deps.signer.sign(purpose, subject, { seconds: 60 });

async function readWithKey(path: string, input: unknown): Promise<string> {
  const { status, data } = await (await checkout().visitor()).trpc('query', path, input);
  expect(status).toBe(200);
  return JSON.stringify(data);
}

/** Returns the text of a PDF, and the addresses that it links to. */
async function readPdf(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: true });
  const pages = Array.from({ length: pdf.numPages }, (_, i) => pdf.getPage(i + 1));
  const annotations = await Promise.all(pages.map(async (page) => (await page).getAnnotations()));
  return [text, ...annotations.flat().map(({ url }) => String(url))].join('\n');
}

/** Returns a receipt as a page and as a PDF. */
async function readReceipt(visitor: Awaited<ReturnType<typeof buyAsGuest>>['visitor'], purchaseId: string) {
  const url = `/api/receipt?id=${purchaseId}`;
  const page = await visitor.get(url);
  const pdf = await visitor.get(`${url}&format=pdf`);
  expect([page.statusCode, pdf.statusCode]).toEqual([200, 200]);
  return [page.body, await readPdf(pdf.rawPayload)];
}

/** Returns everything that a key of each purpose opens. */
const DOCUMENTS: Record<KeptPurpose | 'wallet-pass' | 'buyer-cookie', () => Promise<string[]>> = {
  receipt: async () => {
    const { purchaseId } = await buyAsGuest();
    const stranger = await checkout().visitor();
    await stranger.get(`/api/receipt?id=${purchaseId}&key=${await sign('receipt', purchaseId)}`);
    return readReceipt(stranger, purchaseId);
  },
  // People forward the PDF that they saved in their own browser, too.
  'buyer-cookie': async () => {
    const { visitor, purchaseId } = await buyAsGuest();
    return readReceipt(visitor, purchaseId);
  },
  'cancel-membership': async () => {
    const { purchaseId } = await buyAsGuest();
    const key = await sign('cancel-membership', purchaseId);
    return [await readWithKey('checkout.guestMembership', { key })];
  },
  'claim-membership': async () => {
    const { membership } = await buyAsGuest();
    const token = await sign('claim-membership', membership.id);
    return [await readWithKey('claims.find', { token })];
  },
  'request-card': async () => {
    const { membership } = await buyAsGuest();
    const key = await sign('request-card', membership.id);
    return [await readWithKey('physicalCards.find', { id: membership.number, key })];
  },
  'complete-payment': async () => {
    const { id } = await makePurchase(database.db, { status: 'failed' });
    return [await readWithKey('checkout.reopen', { token: await sign('complete-payment', id) })];
  },
  bill: async () => {
    const { membership } = await buyAsGuest();
    return [await readWithKey('billing.linked', { token: await sign('bill', membership.subscriptionId) })];
  },
  newsletter: async () => {
    const token = await sign('newsletter', 'reader@example.com');
    return [await readWithKey('content.newsletterSubscription', { token })];
  },
  'renewal-receipts': async () => {
    const token = await sign('renewal-receipts', 'payer@example.com');
    return [await readWithKey('content.newsletterSubscription', { token })];
  },
  // It opens nothing: the server returns it with a form, and accepts it with the form's values.
  form: async () => [],
  'wallet-pass': async () => {
    const account = await makeAccount(database.db);
    await checkout().caller(account).checkout.buyCard(makeCardPurchase());
    const [membership] = await checkout().caller(account).memberships.mine();
    const { bytes } = await issueApplePass(checkout().deps, account.id, membership?.number ?? '');
    return [JSON.stringify(readPass(bytes))];
  },
};

/** Lists the purposes of the signed tokens in a text. */
function listPurposes(text: string): unknown[] {
  return [...text.matchAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g)].map(([token]) => decodeJwt(token).aud);
}

describe('[D50] what a key opens', () => {
  it.each(Object.entries(DOCUMENTS))('(%s) contains no key of another purpose', async (purpose, open) => {
    const found = (await open()).flatMap(listPurposes);
    expect(found.filter((other) => other !== purpose)).toEqual([]);
  });

  it('is found by this test if it is a key', async () => {
    const link = `<a href="/cancel#key=${await sign('cancel-membership', 'purchase')}">`;
    expect(listPurposes(`${link}${link}`)).toEqual(['cancel-membership', 'cancel-membership']);
  });
});
