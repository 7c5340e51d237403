import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { inTransaction } from '#db/client.ts';
import { openJobQueue } from '#server/platform/jobs/queue.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { type BenchDatabase, withDatabase } from './support/database.ts';
import { formatFigure, median, percentile } from './support/figures.ts';
import { describeMachine } from './support/machine.ts';
import { fillMembers } from './support/members.ts';
import { createVisitors, startMeasuredProduct } from './support/product-server.ts';
import { publish } from './support/report.ts';

// Emails the receipts of a morning's renewals through a mail server, and requests a password reset every few
// seconds. Usage: node tests/bench/renewal-morning.ts [renewals]
const RENEWALS = Number(process.argv[2] ?? 100_000);
const RESET_PAUSE_MS = 5_000;
/** The longest that a password reset may wait. */
const MAX_RESET_SECONDS = 30;

interface MailSink {
  url: string;
  receivedCount(): number;
  /** Resolves when an email to this address arrives. */
  arrival(address: string): Promise<void>;
  close(): Promise<void>;
}

/** A mail server that accepts everything. */
async function openMailSink(): Promise<MailSink> {
  let count = 0;
  const waiting = new Map<string, () => void>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    onData: (stream, session, callback) => {
      stream.resume().on('end', () => {
        count += 1;
        for (const { address } of session.envelope.rcptTo) waiting.get(address)?.();
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    receivedCount: () => count,
    arrival: (to) => new Promise((resolve) => waiting.set(to, resolve)),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Gives every member a purchase like the one that was bought, and a second payment. Returns the payments. */
async function renewAll({ client }: BenchDatabase): Promise<string[]> {
  await sql`update purchases set cart = bought.cart, quote = bought.quote, card_brand = bought.card_brand,
    card_last4 = bought.card_last4
    from (select cart, quote, card_brand, card_last4 from purchases where quote <> '{}' limit 1) as bought
    where purchases.quote = '{}'`.execute(client.db);
  const { rows } = await sql<{ id: string }>`
    insert into payments (id, purchase_id, account_id, provider_invoice_id, amount_cents, period_start, period_end,
      paid_at, card_brand, card_last4)
    select gen_random_uuid(), purchase_id, account_id, 'in_renewal_' || id, 4995, now(), now() + interval '1 month',
      now(), 'visa', '4242'
    from subscriptions where provider_id like 'sub\_%' and purchase_id in (select purchase_id from payments)
    returning id`.execute(client.db);
  await sql`vacuum analyze`.execute(client.db);
  return rows.map(({ id }) => id);
}

await withDatabase(async (database) => {
  const { client, url, description } = database;
  const machine = describeMachine(description);
  await fillMembers(url, RENEWALS);
  const sink = await openMailSink();
  const product = await startMeasuredProduct(url, { SMTP_URL: sink.url, MAIL_FROM: 'cards@example.com' });
  const [http] = product.clients;
  if (!http) throw new Error('There is no client');
  await http.post('/trpc/checkout.buyCard', makeCardPurchase());
  const payments = await renewAll(database);
  const queue = await openJobQueue(
    { ...client, server: { databaseUrl: url } },
    recordingLogger(),
    undefined,
    { hasWorkers: false },
  );
  const visitor = createVisitors();
  const reset = async (email: string): Promise<number> => {
    const arrival = sink.arrival(email);
    const startedAt = performance.now();
    const response = await http.post('/trpc/accounts.passwordReset.request', { email }, visitor());
    if (response.status !== 200)
      throw new Error(`A request for a password reset returned ${response.status}`);
    await arrival;
    return (performance.now() - startedAt) / 1000;
  };
  const quietSeconds = await reset('member-1@example.com');
  const countBefore = sink.receivedCount();
  await inTransaction(client.db, (trx) =>
    queue.enqueueAll(
      trx,
      'later-receipt',
      payments.map((receiptId) => ({ receiptId })),
    ),
  );
  const startedAt = performance.now();
  const waits: number[] = [];
  let member = 1;
  const sentCount = () => sink.receivedCount() - countBefore - waits.length;
  while (sentCount() < payments.length) {
    member += 4;
    waits.push(await reset(`member-${member}@example.com`));
    console.log(`${sentCount()} receipts, ${waits.at(-1)?.toFixed(1)} s for a password reset`);
    await sleep(RESET_PAUSE_MS);
  }
  const minutes = (performance.now() - startedAt) / 60_000;
  await queue.stop();
  await product.stop();
  await sink.close();
  const longest = Math.max(...waits);
  await publish('renewal-morning', machine, {
    title: `${payments.length.toLocaleString('en-US')} renewals of one morning`,
    tables: [
      {
        columns: ['', 'figure'],
        rows: [
          ['receipts a minute', formatFigure(payments.length / minutes)],
          ['minutes until the last one', formatFigure(minutes)],
          ['a password reset on a quiet server, s', formatFigure(quietSeconds)],
          [`password resets meanwhile: median of ${waits.length}, s`, formatFigure(median(waits))],
          ['p95, s', formatFigure(percentile(waits, 95))],
          [`longest (at most ${MAX_RESET_SECONDS}), s`, formatFigure(longest)],
        ],
      },
    ],
    notes: [
      'One process sends everything, through an SMTP server on the same machine that accepts every email.',
    ],
  });
  if (longest > MAX_RESET_SECONDS) process.exitCode = 1;
});
