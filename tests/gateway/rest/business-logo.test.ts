import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_PICTURE_BYTES } from '#server/domains/stores/owner/own-business.schema.ts';
import { RATE_LIMITS } from '#server/platform/rate-limits/rate-limits.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makePicture, makePng } from '#tests/helpers/pictures.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });
// The clock stands still, so that no rate-limit window ends between two uploads.
const at = new Date();
const limitedApp = testApp(database, { now: () => at });
const PATH = '/api/business/logo';
const LOGO = /^\/files\/logos\/[0-9a-f]{32}\.webp$/;
const TOO_LARGE = 'Please choose a picture of at most 5 MB';
const NO_PICTURE = 'Please choose a picture: PNG, JPEG, or WebP';

const putLogo = (visitor: Visitor, payload: Buffer, headers: Record<string, string> = {}) =>
  visitor.send('PUT', PATH, { payload, headers: { 'content-type': 'image/png', ...headers } });

async function makeOwner() {
  const account = await makeAccount(database.db);
  const businessId = await makeOwnedBusiness(database.db, {
    accountId: account.id,
    businessname: `Logo ${account.id.slice(-12)}`,
  });
  return { account, businessId, visitor: await (await server.visitor(account)).fetchCsrfToken() };
}
const findLogo = async (businessId: string) =>
  (
    await database.db
      .selectFrom('businesses')
      .select('logo')
      .where('id', '=', businessId)
      .executeTakeFirstOrThrow()
  ).logo;

describe('[D51] PUT /api/business/logo', () => {
  test('re-encodes the picture and shows it wherever the business is shown', async () => {
    const { account, visitor } = await makeOwner();
    const response = await putLogo(visitor, await makePicture('png'));
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const { logo } = response.json();
    expect(logo).toMatch(LOGO);
    expect(await server.caller(account).businesses.mine()).toMatchObject({ logo });
    const searchResult = await server.caller().savings.search({ name: account.id.slice(-12) });
    expect(searchResult.stores).toMatchObject([{ logo }]);
    expect((await visitor.get(logo)).statusCode).toBe(200);
  });

  test('detects the format from the bytes, not from the content type', async () => {
    const { visitor, businessId } = await makeOwner();
    const jpeg = await makePicture('jpeg');
    expect((await putLogo(visitor, jpeg, { 'content-type': 'image/svg+xml' })).statusCode).toBe(200);
    const logoBefore = await findLogo(businessId);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const type of ['image/png', 'image/webp', 'image/svg+xml']) {
      const response = await putLogo(visitor, svg, { 'content-type': type });
      expect([response.statusCode, response.json()]).toEqual([400, { error: NO_PICTURE }]);
    }
    expect(await findLogo(businessId)).toBe(logoBefore);
  });

  test.each([
    ['application/json', Buffer.from('{}')],
    ['application/json', Buffer.from('{')],
    ['text/html', Buffer.from('<p>')],
    ['multipart/form-data; boundary=x', Buffer.from('--x--')],
    ['application/octet-stream', Buffer.alloc(10)],
    ['image/png', Buffer.alloc(0)],
    ['', Buffer.from('x')],
    ['no content type', Buffer.from('x')],
  ])('refuses a body of %j', async (type, body) => {
    const { visitor } = await makeOwner();
    const response = await putLogo(visitor, body, { 'content-type': type });
    expect([response.statusCode, response.json()]).toEqual([400, { error: NO_PICTURE }]);
  });

  test('refuses requests without a CSRF token, visitors, and accounts without a business', async () => {
    const picture = await makePicture('png');
    const { visitor, businessId } = await makeOwner();
    const [forgedResponse, foreignResponse] = [
      await putLogo(visitor, picture, { 'x-csrf-token': 'x'.repeat(32) }),
      await putLogo(visitor, picture, { origin: 'https://evil.example' }),
    ];
    expect([forgedResponse.statusCode, foreignResponse.statusCode]).toEqual([403, 403]);
    const visitorResponse = await putLogo(await server.visitor(), picture);
    expect([visitorResponse.statusCode, visitorResponse.json()]).toEqual([
      401,
      { error: 'Login to continue' },
    ]);
    const visitorWithoutBusiness = await (
      await server.visitor(await makeAccount(database.db))
    ).fetchCsrfToken();
    const notFoundResponse = await putLogo(visitorWithoutBusiness, picture);
    expect([notFoundResponse.statusCode, notFoundResponse.json()]).toEqual([
      404,
      { error: 'Your account doesn’t have a business.' },
    ]);
    expect(await findLogo(businessId)).toBeNull();
  });

  test('changes only the owner’s business', async () => {
    const [a, b] = [await makeOwner(), await makeOwner()];
    const first = (await putLogo(b.visitor, await makePicture('png'))).json().logo;
    const second = (await putLogo(a.visitor, await makePicture('png', { red: 9 }))).json().logo;
    await server.caller(a.account).businesses.removeLogo();
    expect([await findLogo(a.businessId), await findLogo(b.businessId)]).toEqual([null, first]);
    expect((await a.visitor.get(second)).statusCode).toBe(404);
    expect((await a.visitor.get(first)).statusCode).toBe(200);
  });

  test('[D49] has its own rate limit', async () => {
    const visitor = await (await limitedApp.visitor((await makeOwner()).account)).fetchCsrfToken();
    for (let n = 0; n < RATE_LIMITS.upload.hits; n++) {
      expect((await putLogo(visitor, Buffer.from('x'))).statusCode).toBe(400);
    }
    const response = await putLogo(visitor, Buffer.from('x'));
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('[D51] a picture that is too large', () => {
  const picture = makePng(8, 8);
  /** Pads an image to `length` bytes. Decoders ignore bytes after its end. */
  const padPicture = (length: number) => Buffer.concat([picture, Buffer.alloc(length - picture.length)]);

  test('is refused from one byte above the limit', async () => {
    const { visitor } = await makeOwner();
    expect((await putLogo(visitor, padPicture(MAX_PICTURE_BYTES))).statusCode).toBe(200);
    const response = await putLogo(visitor, padPicture(MAX_PICTURE_BYTES + 1));
    expect([response.statusCode, response.json()]).toEqual([400, { error: TOO_LARGE }]);
  });

  test('is refused if it has too many pixels, even in few bytes', async () => {
    const { visitor } = await makeOwner();
    const response = await putLogo(visitor, makePng(30_000, 30_000));
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toContain('24 megapixels');
  });
});

describe('[D51] an upload over a real connection', () => {
  let port: number;
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const address = server.app.server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });

  /** Sends the whole body before it reads the response, as a browser does. */
  async function sendWhole(visitor: Visitor, body: Buffer, isChunked: boolean) {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`http://127.0.0.1:${port}${PATH}`, {
      method: 'PUT',
      headers: {
        cookie,
        'content-type': 'image/png',
        'x-csrf-token': visitor.cookies.get('csrfToken') ?? '',
      },
      body: isChunked ? new Blob([new Uint8Array(body)]).stream() : new Uint8Array(body),
      ...(isChunked ? { duplex: 'half' } : {}),
    });
    const connection = response.headers.get('connection');
    return { status: response.status, text: await response.text(), connection };
  }

  test.each([false, true])(
    'gets a response even if its body is far above the limit (chunked: %s)',
    async (isChunked) => {
      const { visitor } = await makeOwner();
      const { status, text } = await sendWhole(visitor, Buffer.alloc(4 * MAX_PICTURE_BYTES), isChunked);
      expect([status, text]).toEqual([400, JSON.stringify({ error: TOO_LARGE })]);
      const visitorResponse = await sendWhole(
        await server.visitor(),
        Buffer.alloc(4 * MAX_PICTURE_BYTES),
        isChunked,
      );
      expect(visitorResponse.status).toBe(401);
    },
  );

  test('is cut off if it never ends and dropped if it is aborted, and the next one succeeds', async () => {
    const { visitor, businessId } = await makeOwner();
    const endlessResponse = await sendWhole(visitor, Buffer.alloc(12 * MAX_PICTURE_BYTES), true);
    expect(endlessResponse).toMatchObject({ status: 400, connection: 'close' });
    await new Promise<void>((resolve) => {
      const brokenRequest = request({
        port,
        path: PATH,
        method: 'PUT',
        headers: {
          cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'content-type': 'image/png',
          'x-csrf-token': visitor.cookies.get('csrfToken') ?? '',
          'content-length': '1000',
        },
      });
      brokenRequest.once('error', () => resolve());
      brokenRequest.write(makePng(8, 8), () =>
        setTimeout(() => brokenRequest.destroy(new Error('gone')), 100),
      );
    });
    expect(await findLogo(businessId)).toBeNull();
    expect((await sendWhole(visitor, makePng(8, 8), false)).status).toBe(200);
  });
});
