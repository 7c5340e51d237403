import { once } from 'node:events';
import { createConnection } from 'node:net';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createReader } from '#db/reader.ts';
import { AppError } from '#server/lib/errors.ts';
import { NO_LIMITS, type TestApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { type Meter, metered } from '#tests/helpers/database/metered-db.ts';
import { makeBusiness, makePromotion, makeStore } from '#tests/helpers/factories/store.ts';
import { generateStores } from '#tests/helpers/stores/generate.ts';
import { loadStores } from '#tests/helpers/stores/load.ts';
import { makeSmallTown } from '#tests/helpers/stores/small-town.ts';

const PATH = '/api/search/download';

describe('[S7 download] the downloaded file', () => {
  const database = testDb();
  const now = () => new Date('2026-11-21T19:30:00Z');
  const server = testApp(database, { limits: NO_LIMITS, now });

  beforeAll(() => makeSmallTown(database.db));

  const download = async (body: unknown) => (await server.visitor()).post(PATH, body);

  test('is a readable text file', async () => {
    const response = await download({ zip: 80202, distance: '100', category: '', national: 'true' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.headers['content-disposition']).toBe('attachment; filename="SearchResults.txt"');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body.split('\r\n')).toEqual(
      [
        'Everything Card: search results',
        '',
        'Searched for: within 100 miles of Denver, CO 80202, or national',
        'Searched on:  November 21, 2026 at 12:30 PM MST',
        'Found:        3 stores',
        'Sorted by name, A to Z.',
        '-'.repeat(78),
        '',
        'Café Joe’s Pizza',
        'Food & Drink | Premier',
        '1600 Curtis St',
        'Denver, CO 80202',
        '(555) 010-0111',
        '0.0 miles away',
        '1 promotion:',
        '  * Two pizzas for the price of one',
        '    ',
        '    * on Mondays',
        '    Code: TWO4ONE. Valid until December 31, 2099. In store',
        '    https://joes.example/menu',
        '    https://joes.example/more',
        '',
        'Secret Spa',
        'Health & Beauty',
        '1600 Curtis St',
        'Denver, CO 80202',
        '(555) 010-0111',
        '10.4 miles away',
        '1 promotion: log in with a valid membership to see them',
        '',
        'Zebra Travel',
        'Travel | National',
        'Nationwide, with no address',
        '',
        '-'.repeat(78),
        'End of the list: 3 stores.',
        '',
      ].map((line) => line.trimEnd()),
    );
  });

  test('accepts numbers and strings as input and ignores paging', async () => {
    const countFound = async (body: object) => /Found: +(\d+)/.exec((await download(body)).body)?.[1];
    expect(await countFound({})).toBe('4');
    expect(await countFound({ category: 9, zip: '80202', distance: 20 })).toBe('1');
    expect(await countFound({ category: '9', zip: 80202, distance: '20' })).toBe('1');
    expect(await countFound({ zip: 2108 })).toBe('1');
    expect(await countFound({ name: null, city: 'boston', state: 'ma', skip: 10, limit: 1, sortBy: 3 })).toBe(
      '1',
    );
    expect(await countFound({ national: true })).toBe('1');
    expect(await countFound({ category: 9, colour: 'red' })).toBe('1');
  });

  test('lists stores in the same order as the search', async () => {
    const near = { zip: '80202', distance: 100, national: true };
    const downloadNames = async (body: object) =>
      (await download(body)).body.match(/^(Boston Books|Café Joe’s Pizza|Secret Spa|Zebra Travel)/gm);
    for (const values of [{}, near]) {
      for (const sortBy of [1, 2, 3, 4, 5] as const) {
        const { stores } = await server.caller().savings.search({ ...values, sortBy });
        expect([sortBy, await downloadNames({ ...values, sortBy })]).toEqual([
          sortBy,
          stores.map(({ businessname }) => businessname),
        ]);
      }
    }
    expect((await download({ ...near, sortBy: '5' })).body).toContain('Nearest first.');
  });

  test('[D51] has no line that a spreadsheet would run as a formula', async () => {
    const business = await makeBusiness(database.db, { name: '=HYPERLINK("https://evil.example")' });
    await makeStore(database.db, { businessId: business.id, phone: '+1 303 555 0111', street1: '＝1+1' });
    await makePromotion(database.db, {
      businessId: business.id,
      info: '<p>Save</p><p>=1+1</p><ul><li>A</li><li>B</li></ul>',
    });
    const { body } = await download({ name: 'HYPERLINK' });
    const lines = body.split('\r\n');
    expect(lines).toEqual(expect.arrayContaining([`'=HYPERLINK("https://evil.example")`, "'＝1+1"]));
    expect(lines).toEqual(expect.arrayContaining(['+1 303 555 0111', "'    =1+1", '    * A']));
    await database.db.deleteFrom('businesses').where('id', '=', business.id).execute();
  });

  test('reports an empty result', async () => {
    const { statusCode, body } = await download({ name: 'xyzzyx' });
    expect(statusCode).toBe(200);
    expect(body).toContain('Found:        0 stores\r\n');
    expect(body).toContain('No Results\r\nEnd of the list: 0 stores.\r\n');
  });

  test.each([
    [{ zip: '99999' }, 'We don’t recognize this ZIP code'],
    [{ zip: 'abcde' }, 'Please enter a 5-digit ZIP code'],
    [{ city: 'Denver' }, 'Required Field'],
    [{ distance: 61 }, 'Please choose a distance of 20, 40, 60, 100 miles'],
    [{ distance: [60] }, 'Please choose a distance of 20, 40, 60, 100 miles'],
    [{ sortBy: 6 }, 'Please choose a sort from 1 to 5'],
    [[], 'Please send JSON'],
  ])('is replaced by a JSON error for the input %j', async (body, error) => {
    const response = await download(body);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.headers['content-type']).toContain('application/json');
    expect(response.headers['content-disposition']).toBeUndefined();
    expect(response.json()).toEqual({ error });
  });
});

describe('[D49] the download limit', () => {
  // A fixed time keeps all requests within one minute, even on a slow machine.
  const requestedAt = new Date('2026-11-21T12:00:05Z');
  const server = testApp(testDb(), { now: () => requestedAt });

  test('allows 30 downloads a minute, then returns 429', async () => {
    const visitor = await server.visitor();
    for (let count = 0; count < 30; count++) expect((await visitor.post(PATH, {})).statusCode).toBe(200);
    const response = await visitor.post(PATH, {});
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('[S7 download] a long list', () => {
  const STORES = 2_500;
  const database = testDb();
  let meter: Meter;
  const server: TestApp = testApp(database, () => {
    meter = metered(database.db);
    return { limits: NO_LIMITS, reader: createReader({ writer: meter.db }) };
  });
  let url: URL;

  beforeAll(async () => {
    await loadStores(database.db, generateStores({ count: STORES, seed: 1 }));
    // About 10 kB per store, more than the network buffers.
    const businesses = await database.db.selectFrom('businesses').select('id').execute();
    const [first] = businesses;
    const { id: _, ...promotion } = await makePromotion(database.db, {
      businessId: first?.id ?? '',
      info: `<p>${'all you can eat '.repeat(650)}</p>`,
    });
    await database.db
      .insertInto('promotions')
      .values(
        businesses.slice(1).map(({ id }) => ({ ...promotion, id: crypto.randomUUID(), businessId: id })),
      )
      .execute();
    url = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  });

  beforeEach(() => meter.reset());

  const post = (signal?: AbortSignal) =>
    fetch(new URL(PATH, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      ...(signal ? { signal } : {}),
    });

  test('arrives completely', async () => {
    const text = await (await post()).text();
    expect(text.length).toBeGreaterThan(STORES * 10_000);
    const [, countFound] = /Found: +([\d,]+) stores/.exec(text) ?? [];
    expect(text).toContain(`End of the list: ${countFound} stores.`);
  });

  test('is read from the database only as fast as the client reads, and reading stops when it disconnects', async () => {
    await (await post()).text();
    const fullCount = meter.statements;
    meter.reset();
    const socket = createConnection(Number(url.port), url.hostname);
    await once(socket, 'connect');
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    );
    await once(socket, 'readable');
    // The client doesn't read, so the server must stop long before the end.
    await vi.waitFor(async () => {
      const countBefore = meter.statements;
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(meter.statements).toBe(countBefore);
    }, 10_000);
    const stoppedCount = meter.statements;
    expect(stoppedCount).toBeLessThan(fullCount);
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(meter.statements).toBe(stoppedCount);
    expect(server.log.takeFaults()).toEqual([]);
  });

  test('returns an error’s status if it fails before the first byte', async () => {
    meter.failAfter(0);
    const response = await post();
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ error: new AppError('UNAVAILABLE').message });
    expect(server.log.takeFaults().length).toBeGreaterThan(0);
  });

  test('breaks the connection if it fails in the middle, so that a partial list does not look complete', async () => {
    await (await post()).text();
    const fullCount = meter.statements;
    meter.reset();
    meter.failAfter(fullCount - 1);
    const response = await post();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    const faults = server.log.takeFaults();
    expect(faults.map(({ text }) => text).join()).toContain('search download');
    expect((await (await server.visitor()).post(PATH, { zip: 'x' })).statusCode).toBe(400);
  });
});
