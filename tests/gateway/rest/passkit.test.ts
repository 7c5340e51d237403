import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { refreshWalletPasses } from '#server/domains/memberships/wallet/wallet-pass.service.ts';
import { isPassToken } from '#server/domains/memberships/wallet/wallet-pass-content.ts';
import { pushWalletPass } from '#server/domains/memberships/wallet/wallet-push.service.ts';
import { newId } from '#server/lib/ids.ts';
import type { PassPush } from '#server/platform/integrations/apple-wallet/pass-push.ts';
import { createRecordingPush } from '#server/platform/integrations/apple-wallet/recording-push.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { TEST_PASS_TYPE, testAppleWallet } from '#tests/helpers/fakes/wallets.ts';
import { readPass } from '#tests/server/memberships/wallet/wallet-documents.ts';

const database = testDb();
const END = new Date('2026-12-05T19:00:00Z');
let now = new Date('2026-11-21T12:00:00Z');
let goneTokens = new Set<string>();
const recording = createRecordingPush();
const push: PassPush = {
  isStandIn: true,
  notify: async (tokens) => {
    await recording.notify(tokens);
    return tokens.map((token) => (goneTokens.has(token) ? 'gone' : 'sent'));
  },
};
const app = testApp(database, () => ({
  now: () => now,
  limits: NO_LIMITS,
  appleWallet: { ...testAppleWallet(), push },
}));

let account: TestAccount;
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z');
  goneTokens = new Set();
  account = await makeAccount(database.db);
});

interface DevicePass {
  membershipId: string;
  subscriptionId: string;
  token: string;
}

/** Creates a pass that was downloaded to a phone. */
async function downloadPass(): Promise<DevicePass> {
  const subscription = { periodEnd: END };
  const { id, number, subscriptionId } = await makeMembership(database.db, {
    accountId: account.id,
    subscription,
  });
  const visitor = await app.visitor(account);
  const response = await visitor.get(`/api/users/applepass?id=${number}`);
  const { authenticationToken } = readPass(response.rawPayload);
  return { membershipId: id, subscriptionId, token: authenticationToken };
}

const V1 = '/api/passkit/v1';
const proof = (token: string) => ({ authorization: `ApplePass ${token}` });
const newDevice = () => newId().replaceAll('-', '');
const registrations = (device: string) => `${V1}/devices/${device}/registrations/${TEST_PASS_TYPE}`;

async function call(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const visitor = await app.visitor();
  return visitor.send(method, url, {
    headers: { ...(token === undefined ? {} : proof(token)), ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

const register = (device: string, { membershipId, token }: DevicePass, pushToken = `push-${device}`) =>
  call('POST', `${registrations(device)}/${membershipId}`, { token, body: { pushToken } });
const listPasses = (device: string, since?: string) =>
  call('GET', `${registrations(device)}${since === undefined ? '' : `?passesUpdatedSince=${since}`}`);
const fetchPass = ({ membershipId, token }: DevicePass, headers?: Record<string, string>) =>
  call('GET', `${V1}/passes/${TEST_PASS_TYPE}/${membershipId}`, { token, ...(headers ? { headers } : {}) });
const change = (pass: DevicePass, values: object) =>
  database.db.updateTable('subscriptions').set(values).where('id', '=', pass.subscriptionId).execute();

const passList = z.object({ serialNumbers: z.array(z.string()), lastUpdated: z.string() });

describe('a phone with a pass', () => {
  test('registers once, is notified of a change, fetches the changed pass, and unregisters', async () => {
    const [pass, device] = [await downloadPass(), newDevice()];
    expect((await register(device, pass)).statusCode).toBe(201);
    expect((await register(device, pass)).statusCode).toBe(200);

    const allPasses = passList.parse((await listPasses(device)).json());
    expect(allPasses.serialNumbers).toEqual([pass.membershipId]);
    expect((await listPasses(device, allPasses.lastUpdated)).statusCode).toBe(204);

    const passBefore = await fetchPass(pass);
    expect(passBefore.statusCode).toBe(200);
    expect(passBefore.headers).toMatchObject({
      'content-type': 'application/vnd.apple.pkpass',
      // Shared caches must not store a personal pass.
      'cache-control': 'private, no-cache',
    });
    const date = String(passBefore.headers['last-modified']);
    expect((await fetchPass(pass, { 'if-modified-since': date })).statusCode).toBe(304);

    await change(pass, { status: 'past_due' });
    await refreshWalletPasses(app.deps);
    await pushWalletPass(app.deps, pass.membershipId);
    expect(recording.sentPushTokens.at(-1)).toBe(`push-${device}`);

    const changedPasses = passList.parse((await listPasses(device, allPasses.lastUpdated)).json());
    expect(changedPasses.serialNumbers).toEqual([pass.membershipId]);
    const passAfter = await fetchPass(pass, { 'if-modified-since': date });
    expect(readPass(passAfter.rawPayload)).toMatchObject({ voided: true, serialNumber: pass.membershipId });
    expect(Date.parse(String(passAfter.headers['last-modified']))).toBeGreaterThan(Date.parse(date));
    expect((await listPasses(device, changedPasses.lastUpdated)).statusCode).toBe(204);

    const headers = { 'content-type': 'application/json' };
    const registration = `${registrations(device)}/${pass.membershipId}`;
    expect((await call('DELETE', registration, { token: pass.token, headers })).statusCode).toBe(200);
    expect((await listPasses(device)).statusCode).toBe(204);
    expect(
      await database.db.selectFrom('walletDevices').select('id').where('id', '=', device).execute(),
    ).toEqual([]);
  });

  test('keeps its token only while the secret that signed the token is listed', async () => {
    const { membershipId, token } = await downloadPass();
    const [secret] = app.deps.identitySecrets;
    const isAccepted = (...identitySecrets: [string, ...string[]]) =>
      isPassToken({ identitySecrets }, membershipId, token);
    expect([isAccepted('newer', secret), isAccepted('newer')]).toEqual([true, false]);
  });

  test('receives the current pass even before the refresh job ran', async () => {
    const pass = await downloadPass();
    await change(pass, { status: 'canceled', endedAt: now });
    expect(readPass((await fetchPass(pass)).rawPayload)).toMatchObject({ voided: true });
  });

  test('lists only its own passes that changed', async () => {
    const [device, otherDevice] = [newDevice(), newDevice()];
    const [firstPass, secondPass] = [await downloadPass(), await downloadPass()];
    await register(device, firstPass);
    await register(device, secondPass);
    await register(otherDevice, secondPass);
    const { lastUpdated } = passList.parse((await listPasses(device)).json());
    await change(firstPass, { status: 'unpaid' });
    await refreshWalletPasses(app.deps);
    expect(passList.parse((await listPasses(device, lastUpdated)).json()).serialNumbers).toEqual([
      firstPass.membershipId,
    ]);
    expect(passList.parse((await listPasses(otherDevice)).json()).serialNumbers).toEqual([
      secondPass.membershipId,
    ]);
  });

  test('is notified at its newest push token', async () => {
    const [pass, device] = [await downloadPass(), newDevice()];
    await register(device, pass, 'old-token');
    await register(device, pass, 'new-token');
    const passBefore = recording.sentPushTokens.length;
    await pushWalletPass(app.deps, pass.membershipId);
    expect(recording.sentPushTokens.slice(passBefore)).toEqual(['new-token']);
  });

  test('is deleted when its push token is no longer valid', async () => {
    const [pass, device, secondPass] = [await downloadPass(), newDevice(), newDevice()];
    await register(device, pass);
    await register(secondPass, pass);
    goneTokens = new Set([`push-${device}`]);
    await pushWalletPass(app.deps, pass.membershipId);
    expect((await listPasses(device)).statusCode).toBe(204);
    expect((await listPasses(secondPass)).statusCode).toBe(200);
  });

  test('replaces the oldest registration above the limit of devices', async () => {
    const pass = await downloadPass();
    const devices = Array.from({ length: 32 }, newDevice);
    for (const device of devices) {
      now = new Date(now.getTime() + 1_000);
      await register(device, pass);
    }
    const rows = await database.db
      .selectFrom('walletRegistrations')
      .select('deviceId')
      .where('membershipId', '=', pass.membershipId)
      .execute();
    expect(rows.map(({ deviceId }) => deviceId).toSorted()).toEqual(devices.slice(2).toSorted());
  });

  test('can send log lines, which are truncated', async () => {
    const logs = ['x'.repeat(10_000), ...Array.from({ length: 100 }, (_, line) => `line ${line}`)];
    expect((await call('POST', `${V1}/log`, { body: { logs } })).statusCode).toBe(200);
    expect((await call('POST', `${V1}/log`, { body: { logs: 'none' } })).statusCode).toBe(400);
  });
});

describe('a request from someone else’s phone', () => {
  test('can’t register, fetch, or unregister a pass without its token', async () => {
    const [pass, othersPass] = [await downloadPass(), await downloadPass()];
    const device = newDevice();
    await register(device, pass);
    const serial = pass.membershipId;
    for (const token of [undefined, '', 'nonsense', othersPass.token, pass.token.slice(1)]) {
      const by = token === undefined ? {} : { token };
      const responses = [
        await call('POST', `${registrations(newDevice())}/${serial}`, { ...by, body: { pushToken: 'x' } }),
        await call('GET', `${V1}/passes/${TEST_PASS_TYPE}/${serial}`, by),
        await call('DELETE', `${registrations(device)}/${serial}`, by),
      ];
      for (const response of responses) {
        expect(response.statusCode).toBe(401);
        expect(response.json()).toEqual({ error: 'We don’t recognize this pass.' });
      }
    }
    expect((await listPasses(device)).statusCode).toBe(200);
  });

  test('returns no pass for another pass type or an invalid serial number', async () => {
    const pass = await downloadPass();
    const foreignPaths = [`pass.example.other/${pass.membershipId}`, `${TEST_PASS_TYPE}/${newId()}`];
    for (const path of [...foreignPaths, `${TEST_PASS_TYPE}/nonsense`]) {
      expect((await call('GET', `${V1}/passes/${path}`, { token: pass.token })).statusCode).toBe(401);
    }
    const otherKind = `${V1}/devices/${newDevice()}/registrations/pass.example.other`;
    expect((await call('GET', otherKind)).statusCode).toBe(204);
  });

  test('with an invalid update tag lists all passes', async () => {
    const [pass, device] = [await downloadPass(), newDevice()];
    await register(device, pass);
    for (const since of ['-1', 'x', '99999999999999999999', '%00', '1e9', '']) {
      expect((await listPasses(device, since)).statusCode).toBe(200);
    }
    expect((await listPasses(device, '999999999')).statusCode).toBe(204);
  });
});

describe('GET /api/users/applepass', () => {
  const requestPass = async (id: string, visitorAccount: TestAccount | null) =>
    (await app.visitor(visitorAccount)).get(`/api/users/applepass?id=${encodeURIComponent(id)}`);

  test('returns the owner’s pass for any spelling of the number', async () => {
    const { number } = await makeMembership(database.db, {
      accountId: account.id,
      subscription: { periodEnd: END },
    });
    const response = await requestPass(number.toLowerCase(), account);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/vnd.apple.pkpass',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="everything-card-[\w-]{14}\.pkpass"$/,
      ),
      'cache-control': 'no-store',
    });
  });

  test('returns 401 without a session, 404 for another account’s or an invalid number, and 403 for an ended membership', async () => {
    const { number } = await makeMembership(database.db, {
      accountId: account.id,
      subscription: { periodEnd: END },
    });
    const visitorResponse = await requestPass(number, null);
    expect([visitorResponse.statusCode, visitorResponse.json()]).toEqual([
      401,
      { error: 'Login to continue' },
    ]);
    const otherAccount = await makeAccount(database.db);
    for (const [id, visitorAccount] of [
      [number, otherAccount],
      ['0123456789AB', account],
      ['nonsense', account],
      ['', account],
      ['\u0000', account],
    ] as const) {
      const response = await requestPass(id, visitorAccount);
      expect([response.statusCode, response.json()]).toEqual([404, { error: 'No Membership Found' }]);
    }
    const noNumberResponse = await (await app.visitor(account)).get('/api/users/applepass');
    expect(noNumberResponse.statusCode).toBe(404);
    const twoNumbersResponse = await (await app.visitor(account)).get(
      `/api/users/applepass?id=${number}&id=${number}`,
    );
    expect(twoNumbersResponse.statusCode).toBe(404);
    now = END;
    const endedResponse = await requestPass(number, account);
    expect([endedResponse.statusCode, endedResponse.json()]).toEqual([
      403,
      { error: 'The membership is invalid. For more info, please contact us.' },
    ]);
  });
});
