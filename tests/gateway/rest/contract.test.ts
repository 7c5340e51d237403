import { beforeAll, describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const CONTRACTS = [
  'INFLUENCER',
  'REPRESENTATIVE',
  'POLICYPROCEDUREMANUAL',
  'LOYALTYAFFILIATE',
  'FRIEND',
  'MEMBER',
];

beforeAll(async () => {
  const publishedAt = new Date('2026-01-01T00:00:00Z');
  const text = (type: string, version: number) => ({
    type,
    version,
    html: `<p>${type} ${version}</p>`,
    publishedAt,
  });
  await database.db
    .insertInto('contracts')
    .values([...CONTRACTS, 'BUSINESSBASIC'].flatMap((type) => [text(type, 101), text(type, 102)]))
    .execute();
  await database.db
    .insertInto('policies')
    .values([text('PRIVACY', 101), text('PRIVACY', 103), text('COOKIE', 101)])
    .execute();
});

const readContract = async (type: unknown) => (await app.visitor()).post('/api/contract', { type });

describe('POST /api/contract', () => {
  test.each(CONTRACTS)('[rest contract] returns the newest text of %s', async (type) => {
    const response = await readContract(type);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ contract: `<p>${type} 102</p>` });
  });

  test('[rest contract] returns the privacy policy for PRIVACYPOLICY', async () => {
    expect((await readContract('PRIVACYPOLICY')).json()).toEqual({ contract: '<p>PRIVACY 103</p>' });
  });

  test.each(['BUSINESSBASIC', 'PRIVACY', 'COOKIE', 'member', '', null, undefined, 7, ['MEMBER']])(
    '[rest contract] returns 400 for the type %j',
    async (type) => {
      const response = await readContract(type);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({ error: 'There is no such contract' });
    },
  );
});
