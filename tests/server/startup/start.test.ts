import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, serverTest } from '#tests/helpers/database/database.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { launchProduct, type Settings, startProduct } from '#tests/helpers/product.ts';

// Every test here waits for processes that make a database first.
vi.setConfig({ testTimeout: 150_000 });

/** Launches a product that has to refuse, and gives the lines it says. */
async function refusal(settings: Settings): Promise<string[]> {
  const product = await launchProduct(settings);
  onTestFinished(async () => void (await product.stop()));
  const { code } = await product.ended;
  expect(code).toBe(1);
  return product.output().trimEnd().split('\n');
}

describe('[issue 2 start] what keeps it from starting is one clear line and exit 1', () => {
  test('a port in use', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => holder.close(() => resolve())));
    const address = holder.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const lines = await refusal({ PORT: port });
    expect(lines).toEqual([expect.stringContaining(port)]);
    expect(lines[0]).toMatch(/in use/i);
  });

  test('a database that does not answer, without telling its password', async () => {
    const port = await freePort();
    const lines = await refusal({ DATABASE_URL: `postgresql://somebody:hunter2@127.0.0.1:${port}/cards` });
    expect(lines).toEqual([expect.stringContaining(`127.0.0.1:${port}`)]);
    expect(lines[0]).toMatch(/database/i);
    expect(lines[0]).not.toContain('hunter2');
  });

  serverTest('a database that refuses the password', async () => {
    const { url } = inject('postgres') ?? { url: '' };
    const wrong = new URL(url);
    wrong.password = 'hunter2';
    const lines = await refusal({ DATABASE_URL: wrong.href });
    expect(lines).toEqual([expect.stringContaining(wrong.host)]);
    expect(lines[0]).not.toContain('hunter2');
  });

  test.each([
    ['PORT', 'eighty'],
    ['DATABASE_URL', 'mysql://127.0.0.1/cards'],
    ['LOG_LEVEL', 'loud'],
  ])('a setting that cannot be: %s=%s', async (name, value) => {
    const lines = await refusal({ [name]: value, ...(name === 'PORT' ? {} : { PORT: '0' }) });
    expect(lines).toEqual([expect.stringContaining(name)]);
  });

  test('production without its secrets and with stand-ins, all of them named', async () => {
    const lines = await refusal({ NODE_ENV: 'production', DEMO: undefined });
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

describe('[DESIGN D46] the embedded database has one owner', () => {
  const folder = mkdtemp(join(tmpdir(), 'everything-card-start-'));
  afterAll(async () => rm(await folder, { recursive: true, force: true }));

  test('a second process is told who holds the folder; one that was killed holds nothing', async () => {
    const first = await startProduct({ DATA_DIR: await folder });
    const lines = await refusal({ DATA_DIR: await folder });
    expect(lines).toEqual([expect.stringContaining(String(first.child.pid))]);
    expect(await fetch(`${first.url}/readyz`)).toHaveProperty('status', 200);

    first.child.kill('SIGKILL');
    await first.ended;
    const heir = await startProduct({ DATA_DIR: await folder });
    expect(await heir.stop()).toEqual({ code: 0, signal: null });
  });
});

serverTest('[DESIGN 5] two processes share one PostgreSQL', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  // Without demo purchases: each process has a sandbox of its own here, where real ones share a card network.
  const settings = { DATABASE_URL: database.url, DEMO: '0' };
  const products = await Promise.all([startProduct(settings), startProduct(settings)]);
  for (const product of products) expect(await fetch(`${product.url}/readyz`)).toHaveProperty('status', 200);
  for (const product of products) expect(await product.stop()).toEqual({ code: 0, signal: null });
});

async function answer(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

test('[issue 2 start] SIGTERM: a running request is answered, a new one is not taken', async () => {
  const product = await startProduct();
  onTestFinished(async () => void (await product.stop()));
  const body = JSON.stringify({ query: '{ __typename }' });
  const socket = connect(product.port, '127.0.0.1');
  const answered = answer(socket);
  socket.write(`POST /graphql HTTP/1.1\r\nhost: 127.0.0.1:${product.port}\r\nconnection: close\r\n`);
  socket.write(`content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
  await sleep(200);

  product.child.kill('SIGTERM');
  await expect
    .poll(
      () =>
        fetch(`${product.url}/healthz`).then(
          () => 'taken',
          () => 'refused',
        ),
      { timeout: 10_000 },
    )
    .toBe('refused');
  expect(product.child.exitCode).toBeNull();

  socket.write(body.slice(5));
  expect(await answered).toMatch(/^HTTP\/1\.1 200 [\s\S]*"__typename":"Query"/);
  expect(await product.ended).toEqual({ code: 0, signal: null });
});
