import { describe, expect, test } from 'vitest';
import { MAX_PICTURE_BYTES } from '#server/domains/stores/owner/own-business.schema.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makePhoto } from '#tests/helpers/factories/store.ts';
import { makePicture, makePng } from '#tests/helpers/pictures.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });

const post = (visitor: Visitor, payload: Buffer, type = 'image/png') =>
  visitor.send('POST', '/api/business/photos', { payload, headers: { 'content-type': type } });

async function makeOwner() {
  const account = await makeAccount(database.db);
  const businessId = await makeOwnedBusiness(database.db, { accountId: account.id });
  return { businessId, visitor: await (await server.visitor(account)).fetchCsrfToken() };
}
const countPhotos = async (businessId: string) =>
  (await database.db.selectFrom('businessPhotos').select('id').where('businessId', '=', businessId).execute())
    .length;

describe('[D51] POST /api/business/photos', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    're-encodes a %s, shrinks it, and serves it',
    async (format) => {
      const { visitor } = await makeOwner();
      const response = await post(visitor, await makePicture(format, { width: 2_000, height: 1_000 }));
      expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
      const [photo] = response.json().photos;
      expect(photo).toMatchObject({ width: 1_600, height: 800, alt: null });
      const file = await (await server.visitor()).get(photo.file);
      expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp']);
    },
  );

  test('refuses other formats, broken files, and pictures that are too large', async () => {
    const { visitor, businessId } = await makeOwner();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const brokenFile = (await makePicture('png')).subarray(0, 60);
    const refusedFiles = [
      [svg, 'image/svg+xml', 'Please choose a picture: PNG, JPEG, or WebP'],
      [svg, 'image/png', 'Please choose a picture: PNG, JPEG, or WebP'],
      [brokenFile, 'image/png', 'Please choose a picture: PNG, JPEG, or WebP'],
      [Buffer.alloc(MAX_PICTURE_BYTES + 1), 'image/png', 'Please choose a picture of at most 5 MB'],
      [makePng(20_000, 20_000), 'image/png', 'Please choose a picture of at most 24 megapixels'],
    ] as const;
    for (const [file, type, error] of refusedFiles) {
      const response = await post(visitor, file, type);
      expect([response.statusCode, response.json()]).toEqual([400, { error }]);
    }
    expect(await countPhotos(businessId)).toBe(0);
  });

  test('refuses a seventh photo, even if it arrives together with the sixth', async () => {
    const { visitor, businessId } = await makeOwner();
    for (let position = 1; position <= 5; position++) await makePhoto(database.db, { businessId, position });
    const picture = await makePicture('png');
    const responses = await Promise.all([post(visitor, picture), post(visitor, picture)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const seventhResponse = await post(visitor, picture);
    expect([seventhResponse.statusCode, seventhResponse.json().error]).toEqual([
      409,
      'You already have the most photos a page can show. Remove one first.',
    ]);
    expect(await countPhotos(businessId)).toBe(6);
  });
});
