import { describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { seed } from '#db/seed/seed.ts';
import { contractType } from '#server/domains/content/content.schema.ts';
import { recordAgreements } from '#server/domains/content/content.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';

const database = seededTestDb();
const app = testApp(database, { limits: NO_LIMITS });

const OF_GRAPHQL = [
  'REPRESENTATIVE',
  'BUSINESSBASIC',
  'BUSINESSEXCLUSIVE',
  'BUSINESSPREMIUM',
  'BUSINESSTERMS',
  'BUSINESSPRIVACY',
] as const;
const OF_REST = [
  'INFLUENCER',
  'REPRESENTATIVE',
  'PRIVACYPOLICY',
  'POLICYPROCEDUREMANUAL',
  'LOYALTYAFFILIATE',
  'FRIEND',
  'MEMBER',
] as const;

async function readByGraphql(type: string): Promise<unknown> {
  const visitor = await app.visitor();
  const { data } = await visitor.graphql(
    'query GetContract($type: ContractType!) { GetContract(type: $type) }',
    { type },
  );
  return data?.GetContract;
}

async function readByRest(type: string): Promise<unknown> {
  return (await (await app.visitor()).post('/api/contract', { type })).json().contract;
}

/** Reads the newest stored text, with its version and date, as the web app does. */
const readStoredText = (type: (typeof OF_GRAPHQL)[number] | (typeof OF_REST)[number]) =>
  type === 'PRIVACYPOLICY'
    ? app.caller().content.policy({ type: 'PRIVACY' })
    : app.caller().content.contract({ type });

const ENDPOINTS = [
  ...OF_GRAPHQL.map((type) => ({ endpoint: 'GetContract', type, read: readByGraphql })),
  ...OF_REST.map((type) => ({ endpoint: 'POST /api/contract', type, read: readByRest })),
];

test('[S7 contracts] GraphQL and REST together return every contract', () => {
  const listedTypes = ENDPOINTS.map(({ type }) => type).filter((type) => type !== 'PRIVACYPOLICY');
  expect([...new Set<string>(listedTypes)].sort()).toEqual([...contractType.options].sort());
});

describe.each(ENDPOINTS)('[S7 contracts] $type through $endpoint', ({ type, read }) => {
  test('returns the stored text with its version and date', async () => {
    const text = await readStoredText(type);
    expect(text.version).toBe(1);
    expect(text.publishedAt.getTime()).toBeGreaterThan(Date.parse('2026-01-01'));
    expect(text.publishedAt.getTime()).toBeLessThan(Date.parse('2027-01-01'));
    expect(await read(type)).toBe(text.html);
  });

  test('contains no scripts, styles, or external content', async () => {
    const html = String(await read(type));
    expect(html).not.toMatch(/<\s*(script|style|iframe|object|embed|img|svg|form|link|meta|base)\b/i);
    expect(html).not.toMatch(/\son\w+\s*=|javascript:|data:|style\s*=/i);
  });

  test('has unique headings without skipped levels or numbers', async () => {
    const headings = [...String(await read(type)).matchAll(/<h([1-6])>(.*?)<\/h\1>/g)].map(
      ([, level, words = '']) => ({ level: Number(level), words }),
    );
    expect(headings.length).toBeGreaterThanOrEqual(5);
    let previousLevel = 1;
    for (const { level } of headings) {
      expect(level).toBeGreaterThan(1);
      expect(level).toBeLessThanOrEqual(previousLevel + 1);
      previousLevel = level;
    }
    const words = headings.map((heading) => heading.words);
    expect(new Set(words).size).toBe(words.length);
    const numbers = words.flatMap((text) => /^(\d+)\. /.exec(text)?.[1] ?? []).map(Number);
    if (numbers.length > 0) expect(numbers).toEqual(words.map((_, index) => index + 1));
  });
});

describe('[S7 contracts] a new version', () => {
  const versionTwo = {
    type: 'BUSINESSTERMS',
    version: 2,
    html: '<p>Version 2 of the business terms.</p>',
    publishedAt: new Date('2026-12-24T08:00:00Z'),
  } as const;

  async function agree(agreedAt: Date): Promise<void> {
    const { id } = await makeAccount(database.db);
    await inTransaction(database.db, (trx) =>
      recordAgreements(trx, [{ type: 'BUSINESSTERMS' }], {
        accountId: id,
        purchaseId: null,
        ip: '198.51.100.7',
        agreedAt,
      }),
    );
  }
  const agreements = () =>
    database.db
      .selectFrom('agreements')
      .select(['contractType', 'contractVersion', 'agreedAt'])
      .orderBy('agreedAt')
      .execute();

  test('applies from its publication, and earlier agreements keep the first version', async () => {
    const [before, after] = [new Date('2026-12-20T08:00:00Z'), new Date('2026-12-25T08:00:00Z')];
    const firstLine = await app.caller().content.contract({ type: 'BUSINESSTERMS' });
    await agree(before);
    await database.db.insertInto('contracts').values(versionTwo).execute();
    await agree(after);

    expect(await app.caller().content.contract({ type: 'BUSINESSTERMS' })).toEqual(versionTwo);
    expect(await readByGraphql('BUSINESSTERMS')).toBe(versionTwo.html);
    expect(await agreements()).toEqual([
      { contractType: 'BUSINESSTERMS', contractVersion: 1, agreedAt: before },
      { contractType: 'BUSINESSTERMS', contractVersion: 2, agreedAt: after },
    ]);
    const keptRows = database.db
      .selectFrom('contracts')
      .select('html')
      .where('type', '=', 'BUSINESSTERMS')
      .where('version', '=', 1);
    expect((await keptRows.executeTakeFirstOrThrow()).html).toBe(firstLine.html);
  });

  test('stays the newest after a restart, and other contracts stay unchanged', async () => {
    await seed(database.db);
    expect(await readByGraphql('BUSINESSTERMS')).toBe(versionTwo.html);
    expect((await app.caller().content.contract({ type: 'BUSINESSBASIC' })).version).toBe(1);
  });
});
