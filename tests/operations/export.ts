import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { DEMO_PASSWORD } from '#server/app/demo/accounts.ts';
import { liveStepAt, makeLiveCode } from '#server/domains/memberships/wallet/live-code.shared.ts';
import { requirePostgres } from '#tests/bench/support/database.ts';
import { markdownTable } from '#tests/bench/support/table.ts';
import { readStoredZip } from '#tests/helpers/database/stored-zip.ts';
import { databaseUrl, onServer } from '#tests/helpers/database/template.ts';
import { startProduct } from '#tests/helpers/product.ts';
import { runCommand } from './support/purchases.ts';

// Starts the product with its demo data on the embedded database, moves the data to PostgreSQL with `npm run
// db:export`, and starts the product there. Cards, passes, and sessions from before must still work. Prints a
// table; exits with 1 if a goal is missed.
// Usage: node tests/operations/export.ts

const MEMBERS = ['member@example.com', 'family@example.com'];
const MAX_EXPORT_SECONDS = 60;
/** The name of the new database and of its owner, and the owner's password. */
const OWNER = 'everything_card_exported';

const session = z.object({ email: z.string(), cookie: z.string(), number: z.string() });
type Session = z.infer<typeof session>;

async function call(origin: string, path: string, input?: unknown, cookie = ''): Promise<unknown> {
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response = await fetch(`${origin}/trpc/${path}${query}`, { headers: { cookie } });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return z.object({ result: z.object({ data: z.unknown() }) }).parse(await response.json()).result.data;
}

async function signIn(origin: string, email: string): Promise<Session> {
  const response = await fetch(`${origin}/trpc/accounts.login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const [membership] = z
    .array(z.object({ number: z.string() }))
    .parse(await call(origin, 'memberships.mine', undefined, cookie));
  return { email, cookie, number: membership?.number ?? '' };
}

const verify = (origin: string, input: object) => call(origin, 'verification.find', input);

/**
 * Reads what a phone stores for a card: its Apple pass and the key for live codes. Also verifies the card.
 */
async function openCard(origin: string, { number, cookie }: Session) {
  const response = await fetch(`${origin}/api/users/applepass?id=${number}`, { headers: { cookie } });
  const passFile = readStoredZip(Buffer.from(await response.arrayBuffer())).get('pass.json');
  const pass = z
    .object({ serialNumber: z.string(), passTypeIdentifier: z.string(), authenticationToken: z.string() })
    .parse(JSON.parse(String(passFile)));
  const card = await call(origin, 'memberships.card', { number }, cookie);
  const { live } = z.object({ live: z.object({ key: z.string(), day: z.number() }) }).parse(card);
  return { pass, live, verification: await verify(origin, { number }) };
}

function buildOwnerUrl(databaseUrl: string): string {
  return Object.assign(new URL(databaseUrl), { username: OWNER, password: OWNER }).href;
}

const folder = await mkdtemp(join(tmpdir(), 'everything-card-operations-'));
const dataDir = join(folder, 'data');
const server = await requirePostgres();
const rows: string[][] = [];
let isMissed = false;
const record = (row: string, result: string, goal: string, isMet: boolean) => {
  rows.push([row, result, goal, isMet ? 'met' : 'MISSED']);
  isMissed ||= !isMet;
};

try {
  // The export must work with only the rights of a database owner.
  await onServer(server.url, async (admin) => {
    await admin.query(`create role ${OWNER} login password '${OWNER}'`);
    await admin.query(`create database ${OWNER} owner ${OWNER}`);
  });
  const url = buildOwnerUrl(databaseUrl(server.url, OWNER));
  const embedded = await startProduct({ DATA_DIR: dataDir });
  const sessions: Session[] = [];
  for (const email of MEMBERS) sessions.push(await signIn(embedded.url, email));
  const cardsBefore = await Promise.all(sessions.map((each) => openCard(embedded.url, each)));
  await embedded.stop();

  const startedAt = performance.now();
  const exportResult = await runCommand(['db:export'], { DATA_DIR: dataDir, DATABASE_URL: url });
  const seconds = (performance.now() - startedAt) / 1000;
  if (exportResult.code !== 0) throw new Error(exportResult.output);
  console.error(exportResult.output);
  const counts = /(\d+) tables with ([\d,]+) rows are the same/.exec(exportResult.output);
  record('exported', `${seconds.toFixed(1)} s`, `${MAX_EXPORT_SECONDS} s`, seconds <= MAX_EXPORT_SECONDS);
  record('equal tables', `${counts?.[1]} with ${counts?.[2]} rows`, 'all', counts !== null);

  const movedProduct = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: url });
  let [same, live, passes, signedIn] = [0, 0, 0, 0];
  for (const [index, each] of sessions.entries()) {
    const card = cardsBefore[index];
    if (!card) continue;
    const { number, cookie } = each;
    const verification = await verify(movedProduct.url, { number });
    if (JSON.stringify(verification) === JSON.stringify(card.verification)) same += 1;
    const code = await makeLiveCode(card.live, liveStepAt(Date.now()));
    if (JSON.stringify(await verify(movedProduct.url, { number, scan: code })).includes('"live"')) live += 1;
    const { passTypeIdentifier, serialNumber, authenticationToken } = card.pass;
    const pass = await fetch(
      `${movedProduct.url}/api/passkit/v1/passes/${passTypeIdentifier}/${serialNumber}`,
      {
        headers: { authorization: `ApplePass ${authenticationToken}` },
      },
    );
    if (pass.status === 200) passes += 1;
    if (JSON.stringify(await call(movedProduct.url, 'viewer.user', undefined, cookie)).includes(each.email))
      signedIn += 1;
  }
  const memberCount = MEMBERS.length;
  for (const [row, count] of Object.entries({
    'cards that verify as before': same,
    'live codes of keys from before': live,
    'passes that update with their tokens': passes,
    'sessions that go on': signedIn,
  })) {
    record(row, `${count} of ${memberCount}`, 'all', count === memberCount);
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: cards } = await client.query('select number from memberships');
  await client.end();
  const verifications = await Promise.all(cards.map(({ number }) => verify(movedProduct.url, { number })));
  record(
    'memberships that verify',
    `${verifications.filter(Boolean).length} of ${cards.length}`,
    'all',
    verifications.every(Boolean),
  );
  await movedProduct.stop();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(markdownTable({ columns: ['step', 'result', 'goal', 'verdict'], rows }));
process.exitCode = isMissed ? 1 : 0;
