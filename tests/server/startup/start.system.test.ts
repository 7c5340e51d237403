import { cp, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { REHEARSAL_NOTICE } from '#server/lib/rehearsal.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { embeddedTemplate } from '#tests/helpers/database/template.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { launchProduct, type Settings, startProduct } from '#tests/helpers/product.ts';
import { PRODUCTION_WITH_STANDINS } from '#tests/helpers/settings.ts';

/** These tests are about the process, not its demo data, which takes seconds to create. */
const WITHOUT_DEMO = { DEMO: '0' };

/**
 * Without PostgreSQL, its URL is undefined, and the product opens its embedded database, which takes seconds.
 */
const database = testDb();

/** Launches a product that must refuse to start, and returns the lines of its output. */
async function outputOfFailedStart(settings: Settings): Promise<string[]> {
  const product = await launchProduct({ ...WITHOUT_DEMO, ...settings });
  onTestFinished(async () => void (await product.stop()));
  const { code } = await product.exited;
  expect(code).toBe(1);
  return product.output().trimEnd().split('\n');
}

describe('a failed start prints one line and exits with 1', () => {
  test('if the port is in use', async () => {
    const portHolder = createServer();
    await new Promise<void>((resolve) => portHolder.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => portHolder.close(() => resolve())));
    const address = portHolder.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const lines = await outputOfFailedStart({ PORT: port, DATABASE_URL: database.url });
    expect(lines).toEqual([expect.stringContaining(port)]);
    expect(lines[0]).toMatch(/in use/i);
  });

  test('if the database does not respond, without printing its password', async () => {
    const port = await freePort();
    const lines = await outputOfFailedStart({
      DATABASE_URL: `postgresql://somebody:hunter2@127.0.0.1:${port}/cards`,
    });
    expect(lines).toEqual([expect.stringContaining(`127.0.0.1:${port}`)]);
    expect(lines[0]).toMatch(/database/i);
    expect(lines[0]).not.toContain('hunter2');
  });

  serverTest('if the database refuses the password', async () => {
    const { url } = inject('postgres') ?? { url: '' };
    const wrongUrl = new URL(url);
    wrongUrl.password = 'hunter2';
    const lines = await outputOfFailedStart({ DATABASE_URL: wrongUrl.href });
    expect(lines).toEqual([expect.stringContaining(wrongUrl.host)]);
    expect(lines[0]).not.toContain('hunter2');
  });

  test('if a setting is invalid', async () => {
    expect(await outputOfFailedStart({ PORT: 'eighty' })).toEqual([expect.stringContaining('PORT')]);
  });

  test('if a production setting is missing, naming every missing secret and every stand-in', async () => {
    const lines = await outputOfFailedStart({ NODE_ENV: 'production', DEMO: undefined });
    expect(lines).toHaveLength(1);
    const names = [
      'STRIPE_SECRET_KEY',
      'IDENTITY_SECRET',
      'FIELD_KEYS',
      'PUBLIC_URL',
      'SMTP_URL',
      'USPS_CLIENT_ID',
      'ALLOW_STANDINS=wallets',
    ];
    for (const name of names) {
      expect(lines[0]).toContain(name);
    }
  });
});

describe('[D46] the embedded database’s owner', () => {
  const folder = mkdtemp(join(tmpdir(), 'everything-card-start-'));
  afterAll(async () => rm(await folder, { recursive: true, force: true }));

  test('is reported to a second process, and does not block the next one after it is killed', async () => {
    await cp(await embeddedTemplate(), await folder, { recursive: true });
    const settings = { ...WITHOUT_DEMO, DATA_DIR: await folder };
    const firstProduct = await startProduct(settings);
    const lines = await outputOfFailedStart({ DATA_DIR: await folder });
    expect(lines).toEqual([expect.stringContaining(String(firstProduct.child.pid))]);
    expect(await fetch(`${firstProduct.url}/readyz`)).toHaveProperty('status', 200);

    firstProduct.child.kill('SIGKILL');
    await firstProduct.exited;
    const next = await startProduct(settings);
    expect(await next.stop()).toEqual({ code: 0, signal: null });
  });
});

serverTest('two processes can share one PostgreSQL', async () => {
  // Each process has its own sandbox in this test, so demo purchases would exist in only one of them.
  const settings = { ...WITHOUT_DEMO, DATABASE_URL: database.url };
  const products = await Promise.all([startProduct(settings), startProduct(settings)]);
  for (const product of products) expect(await fetch(`${product.url}/readyz`)).toHaveProperty('status', 200);
  for (const product of products) expect(await product.stop()).toEqual({ code: 0, signal: null });
});

serverTest('[D45] a rehearsal runs the sandbox in production, and its banner and log say so', async () => {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, ...production } =
    PRODUCTION_WITH_STANDINS;
  const settings = { ...WITHOUT_DEMO, ...production, REHEARSAL: '1', DATABASE_URL: database.url };
  const product = await startProduct({ ...settings, LOG_LEVEL: 'info', DRAIN_SECONDS: '0' });
  onTestFinished(async () => void (await product.stop()));
  await expect.poll(product.output).toContain('Stand-ins:');
  // The second process has its own data folder, and so its own folder of uploaded files (D51).
  expect(await outputOfFailedStart(settings)).toEqual([
    expect.stringMatching(/is not the folder.*FILES_DIR/),
  ]);
  await product.stop();
  const lines = product.output().split('\n');
  expect(lines).toContainEqual(expect.stringContaining(REHEARSAL_NOTICE));
  const logged = lines.filter((line) => line.startsWith('{'));
  expect(logged).not.toEqual([]);
  for (const line of logged) expect(JSON.parse(line)).toHaveProperty('rehearsal', true);
});

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

test('on SIGTERM the process is unready for DRAIN_SECONDS, then finishes running requests and refuses new ones', async () => {
  const product = await startProduct({ ...WITHOUT_DEMO, DATABASE_URL: database.url, DRAIN_SECONDS: '5' });
  onTestFinished(async () => void (await product.stop()));
  const body = JSON.stringify({ query: '{ __typename }' });
  const socket = connect(product.port, '127.0.0.1');
  const response = readAll(socket);
  socket.write(`POST /graphql HTTP/1.1\r\nhost: 127.0.0.1:${product.port}\r\nconnection: close\r\n`);
  socket.write(`content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
  await sleep(200);

  product.child.kill('SIGTERM');
  await expect.poll(() => fetch(`${product.url}/readyz`).then(({ status }) => status)).toBe(503);
  const duringDrain = await fetch(`${product.url}/healthz`);
  expect(duringDrain.status).toBe(200);
  expect(duringDrain.headers.get('connection')).toBe('close');
  await expect
    .poll(() =>
      fetch(`${product.url}/healthz`).then(
        () => 'accepted',
        () => 'refused',
      ),
    )
    .toBe('refused');
  expect(product.child.exitCode).toBeNull();

  socket.write(body.slice(5));
  expect(await response).toMatch(/^HTTP\/1\.1 200 [\s\S]*"__typename":"Query"/);
  expect(await product.exited).toEqual({ code: 0, signal: null });
});
