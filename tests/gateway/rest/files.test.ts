import { beforeEach, describe, expect, test } from 'vitest';
import type { FileStore } from '#server/platform/integrations/files/file-store.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makePicture } from '#tests/helpers/pictures.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

const database = testDb();

/** Files in memory. The calls in `failing` throw. */
const storedFiles = new Map<string, Uint8Array>();
const failing = new Set<keyof FileStore>();
/** Runs just before a call of the file store, to test races. */
let beforeCall: Partial<Record<keyof FileStore, () => Promise<void>>> = {};

async function enter(call: keyof FileStore): Promise<void> {
  const hook = beforeCall[call];
  delete beforeCall[call];
  await hook?.();
  if (failing.has(call)) throw new Error(`ENOSPC while ${call}`);
}

const files: FileStore = {
  put: async (key, bytes) => {
    await enter('put');
    storedFiles.set(key, bytes);
  },
  get: async (key) => {
    await enter('get');
    const bytes = storedFiles.get(key);
    return bytes ? { bytes, contentType: 'image/webp' } : null;
  },
  remove: async (key) => {
    await enter('remove');
    storedFiles.delete(key);
  },
};
const server = testApp(database, { files });

beforeEach(async () => {
  await database.db.updateTable('businesses').set({ logo: null }).execute();
  storedFiles.clear();
  failing.clear();
  beforeCall = {};
});

const putLogo = async (visitor: Visitor, picture: Buffer) =>
  visitor.send('PUT', '/api/business/logo', { payload: picture, headers: { 'content-type': 'image/png' } });
async function makeOwner() {
  const account = await makeAccount(database.db);
  await makeOwnedBusiness(database.db, { accountId: account.id });
  return { account, visitor: await (await server.visitor(account)).fetchCsrfToken() };
}
const keys = () => [...storedFiles.keys()].map((key) => `/files/${key}`);
const [red, blue] = [() => makePicture('png'), () => makePicture('png', { red: 1 })];

describe('[D51] GET /files/logos/….webp', () => {
  test('returns a logo publicly, cached forever, and only as an image', async () => {
    const { visitor } = await makeOwner();
    const { logo } = (await putLogo(visitor, await red())).json();
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await (await server.visitor()).send(method, logo);
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
      });
      expect(response.headers['set-cookie']).toBeUndefined();
    }
    const { rawPayload } = await visitor.get(logo);
    expect(Buffer.compare(rawPayload, Buffer.from(storedFiles.values().next().value ?? []))).toBe(0);
  });

  const unknownPaths = [
    `/files/logos/${'0'.repeat(32)}.webp`,
    '/files/',
    '/files/logos/',
    '/files/logos/x.webp',
    '/files/secrets.json',
    '/files/../secrets.json',
    '/files/%2e%2e/secrets.json',
    '/files/logos/..%2f..%2fsecrets.json',
    '/files/private/a.pdf',
    `/files/logos/${'0'.repeat(32)}.webp%00`,
    `/files/logos/${'0'.repeat(32)}.webp/`,
    `/files//logos/${'0'.repeat(32)}.webp`,
    `/files/logos/${'A'.repeat(32)}.webp`,
    `/files/${'a/'.repeat(500)}`,
  ];
  test.each(unknownPaths)('responds with 404 to %j', async (path) => {
    storedFiles.set('private/a.pdf', new Uint8Array(3));
    const response = await (await server.visitor()).get(path);
    expect(response.statusCode).toBe(404);
    expect(response.headers['cache-control'] ?? '').not.toContain('immutable');
    expect(response.json()).toMatchObject({ error: 'Not Found' });
  });
});

describe('[D51] a logo file', () => {
  test('is removed when the owner replaces or removes the logo', async () => {
    const { account, visitor } = await makeOwner();
    const first = (await putLogo(visitor, await red())).json().logo;
    const second = (await putLogo(visitor, await blue())).json().logo;
    expect(keys()).toEqual([second]);
    expect(second).not.toBe(first);
    expect((await putLogo(visitor, await blue())).json().logo).toBe(second);
    expect(keys()).toEqual([second]);
    expect((await server.caller(account).businesses.removeLogo()).logo).toBeNull();
    expect(keys()).toEqual([]);
    expect((await server.caller(account).businesses.removeLogo()).logo).toBeNull();
  });

  test('is kept while another business uses the same picture', async () => {
    const [a, b] = [await makeOwner(), await makeOwner()];
    const { logo } = (await putLogo(a.visitor, await red())).json();
    expect((await putLogo(b.visitor, await red())).json().logo).toBe(logo);
    await server.caller(a.account).businesses.removeLogo();
    expect(keys()).toEqual([logo]);
    await putLogo(b.visitor, await blue());
    expect(keys()).not.toContain(logo);
  });

  test.each(['get', 'remove'] as const)(
    'is kept if another business uploads the same picture at that moment (at %s)',
    async (call) => {
      const [a, b] = [await makeOwner(), await makeOwner()];
      const { logo } = (await putLogo(a.visitor, await red())).json();
      beforeCall[call] = async () => {
        expect((await putLogo(b.visitor, await red())).json().logo).toBe(logo);
      };
      await server.caller(a.account).businesses.removeLogo();
      expect(keys()).toEqual([logo]);
    },
  );

  test('is never removed if it is one of our own drawings', async () => {
    const { account, visitor } = await makeOwner();
    const ownDrawing = { logo: '/store-logos/cafe-1.svg' };
    await database.db.updateTable('businesses').set(ownDrawing).where('accountId', '=', account.id).execute();
    failing.add('remove');
    expect((await putLogo(visitor, await red())).statusCode).toBe(200);
  });
});

describe('[D51] a failure of the disk or the bucket', () => {
  const UNAVAILABLE = { error: 'We can’t save files right now. Please try again in a moment.' };
  const takeLoggedFaults = () =>
    server.log.takeFaults().map(({ level, text }) => [level, text.includes('ENOSPC')]);

  test('keeps the previous logo', async () => {
    const { account, visitor } = await makeOwner();
    const { logo } = (await putLogo(visitor, await red())).json();
    failing.add('put');
    const response = await putLogo(visitor, await blue());
    expect([response.statusCode, response.json()]).toEqual([503, UNAVAILABLE]);
    expect((await server.caller(account).businesses.mine())?.logo).toBe(logo);
    expect(keys()).toEqual([logo]);
    expect(takeLoggedFaults()).toContainEqual(['error', true]);
  });

  test('makes a logo’s URL return 503 without caching', async () => {
    failing.add('get');
    const response = await (await server.visitor()).get(`/files/logos/${'0'.repeat(32)}.webp`);
    expect([response.statusCode, response.json()]).toEqual([503, UNAVAILABLE]);
    expect(response.headers['cache-control'] ?? '').not.toContain('immutable');
    expect(takeLoggedFaults()).toContainEqual(['error', true]);
  });

  test('while removing a file is logged and hidden from the owner', async () => {
    const { account, visitor } = await makeOwner();
    const { logo } = (await putLogo(visitor, await red())).json();
    failing.add('remove');
    expect((await server.caller(account).businesses.removeLogo()).logo).toBeNull();
    expect(keys()).toEqual([logo]);
    expect(takeLoggedFaults()).toEqual([['warn', true]]);
  });
});
