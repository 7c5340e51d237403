import { beforeAll, describe, expect, test } from 'vitest';
import { errorSentence } from '#server/lib/errors.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { listRoutes } from '../access/entry-points.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });
let visitor: Visitor;
beforeAll(async () => {
  visitor = await server.staffVisitor(await makeAccount(database.db, { accountType: 42 }));
});

/** Routes that another site may open, with the reason. */
const OPEN: Readonly<Record<string, string>> = {
  'GET /api/csrf': 'no personal data',
  'GET /api/session': 'not a download, and another site can’t read it',
  'GET /api/receipt': 'receipt emails link to it, and a webmail is another site',
  'GET /api/unsubscribe': 'newsletters link to it, and it only redirects',
};

/** Apple Wallet calls them with a pass’s own token, and ignores the session. */
const isWalletRoute = (route: string) => route.includes(' /api/passkit/');

const listReads = () =>
  listRoutes(server.app).filter((route) => /^(?:GET|HEAD) \/api\//.test(route) && !isWalletRoute(route));

async function isRefused(route: string, headers: Record<string, string>): Promise<boolean> {
  const [method, path = ''] = route.split(' ');
  const url = path.replace(/:\w+/g, 'audit');
  const response = await visitor.send(method === 'HEAD' ? 'HEAD' : 'GET', url, { headers });
  if (method === 'HEAD') return response.statusCode === 403;
  return response.statusCode === 403 && response.json().error === errorSentence('CSRF');
}

describe('a file with personal data', () => {
  test('isn’t sent if a page on another site links to it or embeds it', async () => {
    const open: string[] = [];
    for (const route of listReads()) {
      if (!(await isRefused(route, { 'sec-fetch-site': 'cross-site' }))) open.push(route);
    }
    const expected = Object.keys(OPEN).flatMap((route) => [route, route.replace('GET', 'HEAD')]);
    expect(open.toSorted()).toEqual(expected.toSorted());
  });

  test('is sent to our own pages, from the address bar, and to a client that doesn’t say where from', async () => {
    const files = listReads().filter((route) => !route.endsWith('/api/logout'));
    for (const site of ['same-origin', 'same-site', 'none', undefined]) {
      for (const route of files) {
        const refused = await isRefused(route, site === undefined ? {} : { 'sec-fetch-site': site });
        expect({ route, site, refused }).toEqual({ route, site, refused: false });
      }
    }
    const list = await visitor.get('/api/staff/lists/audit.csv', {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(list.statusCode).toBe(200);
  });

  test('is sent to a back office on another site that has a bearer session', async () => {
    const account = await makeAccount(database.db);
    const { sessionId } = await server.deps.sessions.create(account);
    const bearer = await server.visitor();
    const headers = { 'sec-fetch-site': 'cross-site', authorization: `Bearer ${sessionId}` };
    expect((await bearer.get('/api/account/data.json', { headers })).statusCode).toBe(200);
  });
});
