import { createPublicKey } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GooglePassFacts } from '#server/platform/integrations/google-wallet/google-wallet.ts';
import { createRecordingPassApi } from '#server/platform/integrations/google-wallet/recording-pass-api.ts';
import { createGoogleWallet } from '#server/platform/integrations/google-wallet/signed-google-passes.ts';
import { createWalletObjectsApi } from '#server/platform/integrations/google-wallet/walletobjects-api.ts';
import { TEST_ISSUER, testGoogleKey } from '#tests/helpers/fakes/wallets.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const FACTS: GooglePassFacts = {
  membershipId: '01990000-0000-7000-8000-000000000001',
  membershipNumber: 'ABCD-EFGH-JKMN',
  planName: 'Family',
  holder: 'Maria Gomez',
  expiresAt: new Date('2026-12-05T19:00:00Z'),
  state: 'ACTIVE',
  verificationUrl: 'https://cards.example.com/verify/card/ABCDEFGHJKMN',
};

const walletAt = (publicUrl: string, serviceAccount = TEST_ISSUER.serviceAccount) =>
  createGoogleWallet({
    issuer: { ...TEST_ISSUER, serviceAccount, key: testGoogleKey() },
    publicUrl,
    isStandIn: false,
    api: createRecordingPassApi(),
  });
const wallet = walletAt('https://cards.example.com');
const decodePass = async (token: string) =>
  jwtVerify(token, createPublicKey(testGoogleKey()), { audience: 'google', algorithms: ['RS256'] });

describe('a Google Wallet pass', () => {
  test('is signed by the service account, for our site, with the card and its class', async () => {
    const { payload, protectedHeader } = await decodePass(await wallet.sign(FACTS, NOW));
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toEqual({
      iss: TEST_ISSUER.serviceAccount,
      aud: 'google',
      typ: 'savetowallet',
      iat: NOW.getTime() / 1000,
      origins: ['https://cards.example.com'],
      payload: {
        loyaltyClasses: [
          expect.objectContaining({
            id: `${TEST_ISSUER.issuerId}.everything-card`,
            programLogo: { sourceUri: { uri: 'https://cards.example.com/wallet-logo.png' } },
          }),
        ],
        loyaltyObjects: [
          {
            id: `${TEST_ISSUER.issuerId}.${FACTS.membershipId}`,
            classId: `${TEST_ISSUER.issuerId}.everything-card`,
            state: 'ACTIVE',
            accountId: 'ABCD-EFGH-JKMN',
            accountName: 'Maria Gomez',
            loyaltyPoints: { label: 'Plan', balance: { string: 'Family' } },
            barcode: { type: 'QR_CODE', value: FACTS.verificationUrl },
            validTimeInterval: { end: { date: '2026-12-05T19:00:00.000Z' } },
          },
        ],
      },
    });
  });

  test('never exceeds Google’s length limit, with any names and a long site URL', async () => {
    const url = `https://${'membership-cards.'.repeat(3)}example.com`;
    const longWallet = walletAt(url, 'everything-card-wallet@everything-card-123456.iam.gserviceaccount.com');
    const verificationUrl = `${url}/verify/card/ABCDEFGHJKMN`;
    const arbitraryName = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constant('👩‍👩‍👧'.repeat(70)),
    );
    await fc.assert(
      fc.asyncProperty(arbitraryName, async (holder) => {
        const token = await longWallet.sign({ ...FACTS, holder, verificationUrl }, NOW);
        expect(token.length).toBeLessThanOrEqual(1_800);
        await decodePass(token);
      }),
      { numRuns: 60 },
    );
  });
});

interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: string;
}

let google: Server;
let base: string;
let receivedRequests: ReceivedRequest[] = [];
let statusCodes: Record<string, number> = {};
let status = 200;
beforeAll(async () => {
  google = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      receivedRequests.push({ method, url, authorization: headers.authorization, body });
      const isToken = url === '/token';
      response.writeHead(isToken ? 200 : (statusCodes[`${method} ${url}`] ?? status), {
        'content-type': 'application/json',
        // Only read if the status is a redirect's.
        location: '/redirected',
      });
      response.end(isToken ? JSON.stringify({ access_token: 'granted', expires_in: 3_600 }) : '{}');
    });
  });
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
  const address = google.address();
  base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => new Promise<void>((resolve) => google.close(() => resolve())));
beforeEach(() => {
  receivedRequests = [];
  statusCodes = {};
  status = 200;
});

describe('updating a saved Google pass', () => {
  let now = NOW;
  const createUpdatingWallet = () => {
    const issuer = { ...TEST_ISSUER, key: testGoogleKey() };
    const api = createWalletObjectsApi({
      issuer,
      publicUrl: 'https://cards.example.com',
      now: () => now,
      tokenUrl: `${base}/token`,
      apiUrl: base,
    });
    return createGoogleWallet({ issuer, publicUrl: 'https://cards.example.com', isStandIn: false, api });
  };

  test('reuses the service account’s token until shortly before it expires', async () => {
    const updatingWallet = createUpdatingWallet();
    await updatingWallet.update({ ...FACTS, state: 'INACTIVE' });
    now = new Date(NOW.getTime() + 58 * 60_000);
    await updatingWallet.update(FACTS);
    now = new Date(NOW.getTime() + 59 * 60_000);
    await updatingWallet.update(FACTS);
    const address = `/walletobjects/v1/loyaltyObject/${TEST_ISSUER.issuerId}.${FACTS.membershipId}`;
    expect(receivedRequests.map(({ url }) => url)).toEqual(['/token', address, address, '/token', address]);
    const [tokenRequest, firstUpdate] = receivedRequests;
    const assertion = new URLSearchParams(tokenRequest?.body).get('assertion') ?? '';
    const { payload } = await jwtVerify(assertion, createPublicKey(testGoogleKey()), { currentDate: NOW });
    expect(payload).toMatchObject({ iss: TEST_ISSUER.serviceAccount, aud: `${base}/token` });
    expect(firstUpdate).toMatchObject({ method: 'PATCH', authorization: 'Bearer granted' });
    expect(JSON.parse(firstUpdate?.body ?? '')).toMatchObject({
      state: 'INACTIVE',
      accountId: 'ABCD-EFGH-JKMN',
    });
  });

  test('creates a missing pass, so that an old link adds the current one', async () => {
    const [patch, makeClass, makeObject] = [
      `PATCH /walletobjects/v1/loyaltyObject/${TEST_ISSUER.issuerId}.${FACTS.membershipId}`,
      'POST /walletobjects/v1/loyaltyClass',
      'POST /walletobjects/v1/loyaltyObject',
    ];
    for (const classStatus of [200, 409]) {
      receivedRequests = [];
      statusCodes = { [patch]: 404, [makeClass]: classStatus };
      await createUpdatingWallet().update({ ...FACTS, state: 'EXPIRED' });
      expect(receivedRequests.slice(1).map(({ method, url }) => `${method} ${url}`)).toEqual([
        patch,
        makeClass,
        makeObject,
      ]);
      expect(JSON.parse(receivedRequests.at(-1)?.body ?? '')).toMatchObject({
        id: `${TEST_ISSUER.issuerId}.${FACTS.membershipId}`,
        classId: `${TEST_ISSUER.issuerId}.everything-card`,
        state: 'EXPIRED',
      });
    }
    statusCodes = { [patch]: 404, [makeObject]: 409 };
    await expect(createUpdatingWallet().update(FACTS)).rejects.toThrow('409');
  });

  test('sends nothing to where a redirect leads', async () => {
    status = 307;
    await expect(createUpdatingWallet().update(FACTS)).rejects.toThrow();
    expect(receivedRequests.map(({ url }) => url)).not.toContain('/redirected');
  });

  test.each([401, 429, 500])('fails with status %i, so that the job is retried', async (errorStatus) => {
    status = errorStatus;
    await expect(createUpdatingWallet().update(FACTS)).rejects.toThrow(String(errorStatus));
  });
});
