import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import { HANDLED_EVENTS } from '#server/domains/payments/events/stripe-event.service.ts';
import { DatabaseProxy } from '#tests/bench/faults/database-proxy.ts';
import { HttpClient } from '#tests/bench/support/http-client.ts';
import { createVisitors } from '#tests/bench/support/product-server.ts';
import { databaseUrl, onServer } from '#tests/helpers/database/template.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import type { ProductProcess } from '#tests/helpers/product.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { type Replica, startReplica, startWriter } from './replica.ts';
import { openSite, type Site } from './site.ts';

const NAME = 'everything_card_alerts';
const POOL_SIZE = 10;
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const run = promisify(execFile);

/** The product and the services that it depends on. Each service can be made to fail. */
export interface Rig {
  metricsPort: number;
  database: DatabaseProxy;
  stripe: DatabaseProxy;
  replica: Replica;
  query: Site['query'];
  startMailServer(): Promise<void>;
  stopMailServer(): Promise<void>;
  fillDisk(): Promise<void>;
  emptyDisk(): Promise<void>;
  /** Signs Stripe's events with another secret, or with the product's if null. */
  signEventsWith(secret: string | null): Promise<void>;
  /** Makes the site's proxy serve a certificate that expires in this many days. */
  serveCertificate(days: number): Promise<void>;
  /** Restarts the product with its clock this many seconds ahead. */
  restart(secondsAhead?: number): Promise<void>;
  /** Locks the plans table, and sends requests that read it. */
  lockPlans(): Promise<void>;
  unlockPlans(): Promise<void>;
  readLog(): string;
  operatorSettings(): Record<string, string>;
  close(): Promise<void>;
}

export async function openAlertRig(folder: string): Promise<Rig> {
  const closers: Array<() => unknown> = [];
  const close = async () => {
    for (const closePart of closers.reverse()) await closePart();
  };
  return openParts(folder, closers, close).catch(async (error) => {
    await close();
    throw error;
  });
}

async function openParts(
  folder: string,
  closers: Array<() => unknown>,
  close: () => Promise<void>,
): Promise<Rig> {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  await run('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', dataDir]);
  closers.push(() => run('umount', [dataDir]));
  const writer = await startWriter();
  closers.push(() => writer.stop());
  await onServer(writer.url, (admin) => admin.query(`create database ${NAME}`));
  const directUrl = databaseUrl(writer.url, NAME);
  const replica = await startReplica(directUrl);
  closers.push(() => replica.stop());
  const database = new DatabaseProxy(directUrl);
  const url = await database.open();
  closers.push(() => database.close());
  const site = await openSite(directUrl, {});
  closers.push(() => site.close());
  const stripe = new DatabaseProxy(site.sandbox.url);
  closers.push(() => stripe.close());
  const [mailPort, metricsPort, sitePort] = [await freePort(), await freePort(), await freePort()];
  const proxy = await startSiteProxy(folder, sitePort);
  closers.push(() => proxy.close());
  const settings = {
    DATABASE_URL: url,
    DATABASE_READ_URL: replica.url,
    DATABASE_POOL: String(POOL_SIZE),
    DATA_DIR: dataDir,
    METRICS_PORT: String(metricsPort),
    PUBLIC_URL: `https://localhost:${sitePort}`,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    STRIPE_SANDBOX_URL: await stripe.open(),
    LOG_LEVEL: 'info',
  };

  let mailServer: SMTPServer | undefined;
  const startMailServer = async () => {
    const server = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      onData: (stream, _session, done) => stream.on('end', done).resume(),
    });
    server.on('error', () => {});
    await new Promise<void>((resolve) => server.listen(mailPort, '127.0.0.1', resolve));
    mailServer = server;
  };
  const stopMailServer = () =>
    new Promise<void>((resolve) => (mailServer ? mailServer.close(resolve) : resolve()));

  let product: ProductProcess | undefined;
  const logs: string[] = [];
  const signEventsWith = async (secret: string | null) => {
    if (!product) return;
    const text = await readFile(join(dataDir, 'secrets.json'), 'utf8');
    const { webhookSecret } = z.object({ webhookSecret: z.string() }).parse(JSON.parse(text));
    await site.sandbox.control.setWebhook({
      url: `${product.url}/api/stripe/webhook`,
      secret: secret ?? webhookSecret,
      events: [...HANDLED_EVENTS],
    });
  };
  const restart = async (secondsAhead = 0) => {
    if (product) logs.push(product.output());
    await product?.stop();
    const clock = { LD_PRELOAD: FAKETIME, FAKETIME: `+${secondsAhead}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
    product = await site.start({ ...settings, ...(secondsAhead > 0 ? clock : {}) });
    await signEventsWith(null);
  };

  await startMailServer();
  closers.push(() => stopMailServer());
  await restart();
  const visitors = startVisitors(() => product?.port);
  closers.push(() => visitors.stop());
  const locker = new pg.Client({ connectionString: directUrl });
  await locker.connect();
  closers.push(() => locker.end());
  let flood: Promise<unknown> = Promise.resolve();
  let isFlooding = false;

  return {
    metricsPort,
    database,
    stripe,
    replica,
    query: site.query,
    startMailServer,
    stopMailServer,
    signEventsWith,
    restart,
    serveCertificate: async (days) => proxy.setSecureContext(await createCertificate(folder, days)),
    fillDisk: async () => {
      const { bavail, bsize } = await statfs(dataDir);
      await writeFile(join(dataDir, 'filler'), Buffer.alloc(Math.floor(bavail * bsize * 0.97)));
    },
    emptyDisk: () => rm(join(dataDir, 'filler')),
    lockPlans: async () => {
      await locker.query('begin; lock table plans in access exclusive mode');
      isFlooding = true;
      const request = async () => {
        while (isFlooding) await fetch(`${product?.url}/trpc/catalog.plans`).catch(() => sleep(100));
      };
      flood = Promise.all(Array.from({ length: 3 * POOL_SIZE }, request));
    },
    unlockPlans: async () => {
      isFlooding = false;
      await locker.query('rollback');
      await flood;
    },
    readLog: () => [...logs, product?.output() ?? ''].join('\n'),
    operatorSettings: () => ({
      PORT: String(product?.port),
      DATABASE_URL: url,
      DATABASE_READ_URL: replica.url,
      DATA_DIR: dataDir,
      SITE: `localhost:${sitePort}`,
    }),
    close,
  };
}

async function createCertificate(folder: string, days: number): Promise<{ key: string; cert: string }> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', String(days)];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    ...subject,
  ]);
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
}

/** Starts a stand-in for the proxy that serves the site's certificate. */
async function startSiteProxy(folder: string, port: number): Promise<Server> {
  const server = createServer(await createCertificate(folder, 365), (_request, response) => response.end());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/**
 * Buys about two cards a second and ignores failures. Each purchase causes calls to Stripe, webhooks, and
 * emails.
 */
function startVisitors(readPort: () => number | undefined) {
  const headers = createVisitors();
  let isStopped = false;
  const visit = async () => {
    while (!isStopped) {
      const port = readPort();
      const client = port ? new HttpClient(port) : undefined;
      await client?.post('/trpc/checkout.buyCard', makeCardPurchase(), headers()).catch(() => {});
      client?.close();
      await sleep(1_000);
    }
  };
  const visiting = Promise.all([visit(), visit()]);
  return {
    stop: async () => {
      isStopped = true;
      await visiting;
    },
  };
}
