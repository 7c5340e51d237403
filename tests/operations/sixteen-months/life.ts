import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { TIMERS } from '#server/app/startup/timers.ts';
import type { OutgoingMail } from '#server/platform/integrations/mailer/mailer.ts';
import type { JobHandlers, JobQueue } from '#server/platform/jobs/queue.ts';
import { STATE_TABLES } from '#server/platform/mails/events/mail-event.ts';
import { MAIL_EVENTS } from '#server/platform/mails/events/mail-events.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { openCheckout, type TestCheckout } from '#tests/helpers/purchases/checkout.ts';
import { markdownTable } from '../../bench/support/table.ts';

interface DueJob {
  id: string;
  dueAtMs: number;
  run(handlers: JobHandlers): Promise<void>;
}

interface SentMail {
  mail: string;
  to: string;
  text: string;
  step: string;
  at: Date;
}

interface Change {
  change: string;
  step: string;
  at: Date;
}

const DAY_MS = 86_400_000;
/** Some emails collect what happened in a day. */
const MAX_DELAY_MS = 2.5 * DAY_MS;

export interface Life {
  checkout: TestCheckout;
  now(): Date;
  /** Moves the clock by a day, and does the work of the timers, the webhooks, and the jobs. */
  passDay(): Promise<void>;
  /** Runs a step and everything that it enqueues, and compares what changed with what was emailed. */
  record(step: string, run: () => Promise<unknown>): Promise<void>;
  report(): Promise<{ table: string; faults: string[] }>;
  close(): Promise<void>;
}

const EVENTS = Object.entries(MAIL_EVENTS).map(([name, event]) => ({
  name,
  changes: new Set<string>(event.from),
  mails: 'mails' in event ? event.mails : null,
}));
const CHANGES = new Set(EVENTS.flatMap(({ changes }) => [...changes]));

const stateRow = z.record(z.string(), z.unknown());
type State = Map<string, { table: string; columns: Record<string, unknown> }>;

export async function openLife(db: Db): Promise<Life> {
  const clock = { now: new Date() };
  const now = () => clock.now;
  let dueJobs: DueJob[] = [];
  const jobIds = new Set<string>();
  const mails: SentMail[] = [];
  const changes: Change[] = [];
  let [step, currentMail] = ['start', ''];

  const recorder = recordingJobQueue();
  const enqueue: JobQueue['enqueue'] = async (trx, name, payload, options = {}) => {
    const { id = randomUUID(), startAfterSeconds = 0 } = options;
    await recorder.enqueue(trx, name, payload, options);
    if (jobIds.has(`${name} ${id}`)) return;
    jobIds.add(`${name} ${id}`);
    // As stored in the database, without the types of this process.
    const stored: typeof payload = JSON.parse(JSON.stringify(payload));
    dueJobs.push({
      id,
      dueAtMs: clock.now.getTime() + startAfterSeconds * 1000,
      run: async (handlers) => {
        if (name === 'mail') currentMail = z.object({ mail: z.string() }).parse(stored).mail;
        await handlers[name](stored, id);
      },
    });
  };
  const jobs: JobQueue = {
    ...recorder,
    enqueue,
    enqueueAll: async (trx, name, payloads) => {
      for (const payload of payloads) await enqueue(trx, name, payload);
    },
  };
  const mailer = {
    isStandIn: true,
    send: async ({ to, text }: OutgoingMail) => {
      mails.push({ mail: currentMail, to, text, step, at: now() });
    },
  };
  const checkout = await openCheckout(db, { now, jobs, mailer });
  clock.now = await checkout.sandbox.control.now();
  const handlers = createJobHandlers(checkout.deps);

  async function runJobs(): Promise<void> {
    for (;;) {
      const isDue = ({ dueAtMs }: DueJob) => dueAtMs <= clock.now.getTime();
      const due = dueJobs.filter(isDue);
      if (due.length === 0) return;
      dueJobs = dueJobs.filter((job) => !isDue(job));
      for (const job of due) await job.run(handlers);
    }
  }

  async function readState(): Promise<State> {
    const state: State = new Map();
    for (const table of STATE_TABLES) {
      const rows: RawBuilder<{ row: unknown }> = sql`select to_jsonb(t) as row from ${sql.table(table)} t`;
      for (const { row } of (await rows.execute(db)).rows) {
        const columns = stateRow.parse(row);
        state.set(`${table} ${identify(columns)}`, { table, columns });
      }
    }
    return state;
  }

  async function record(name: string, run: () => Promise<unknown>): Promise<void> {
    step = name;
    const before = await readState();
    const at = now();
    await run();
    await runJobs();
    for (const change of listChanges(before, await readState())) changes.push({ change, step, at });
  }

  return {
    checkout,
    now,
    record,
    passDay: async () => {
      clock.now = await checkout.sandbox.control.advance({ days: 1 });
      for (const timer of TIMERS) await timer.run(checkout.deps);
    },
    report: async () => {
      const chargeCount = (await checkout.sandbox.control.charges()).length;
      const receipts = mails.filter(({ mail }) => mail === 'receipt' || mail === 'renewal-receipt').length;
      const { table, silent } = compare(changes, mails);
      return {
        table: `${table}\n\n${chargeCount} charges, ${receipts} receipts, ${mails.length} emails in all.`,
        faults: [
          ...silent,
          ...findRepeated(mails),
          ...(receipts < chargeCount ? [`${chargeCount - receipts} charges have no receipt`] : []),
        ],
      };
    },
    close: () => checkout.close(),
  };
}

/** Counts each event, and finds the changes after which none of their emails was sent. */
function compare(changes: readonly Change[], mails: readonly SentMail[]) {
  const counts = new Map<string, number>();
  const silent: string[] = [];
  for (const { change, step, at } of changes) {
    const sent = new Set(
      mails
        .filter((mail) => mail.at >= at && mail.at.getTime() <= at.getTime() + MAX_DELAY_MS)
        .map(({ mail }) => mail),
    );
    const candidates = EVENTS.filter((event) => event.changes.has(change));
    const emailed = candidates.filter((event) => event.mails?.some((mail) => sent.has(mail)));
    const happened = emailed.length > 0 ? emailed : candidates.filter((event) => event.mails === null);
    if (happened.length === 0) silent.push(`${step}: ${change} was silent`);
    for (const { name } of happened) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rows = EVENTS.map(({ name, mails: names }) => [
    name,
    String(counts.get(name) ?? 0),
    names?.join(', ') ?? 'none',
    String(mails.filter(({ mail }) => names?.some((each) => each === mail)).length),
  ]);
  return { table: markdownTable({ columns: ['event', 'changes', 'emails', 'sent'], rows }), silent };
}

/** The same words to the same person within a day are a repetition. */
function findRepeated(mails: readonly SentMail[]): string[] {
  return mails.flatMap((mail, i) =>
    mails
      .slice(i + 1)
      .filter(({ to, text, at }) => to === mail.to && text === mail.text && +at - +mail.at < DAY_MS)
      .map(({ step }) => `${mail.mail} to ${mail.to} twice: ${mail.step}, ${step}`),
  );
}

/** The primary keys of the tables, of which a row has one. */
const KEYS = ['id', 'membership_id', 'subscription_id', 'purchase_id', 'account_id'];

function identify(row: Record<string, unknown>): string {
  const key = KEYS.find((name) => typeof row[name] === 'string');
  return key ? String(row[key]) : JSON.stringify(row);
}

const toCamelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Names what changed, as the table of events does. */
function listChanges(before: State, after: State): Set<string> {
  const changes = new Set<string>();
  for (const [key, { table, columns }] of after) {
    const previous = before.get(key)?.columns;
    const ofRow = new Set<string>();
    for (const [name, value] of Object.entries(columns)) {
      if (previous ? JSON.stringify(previous[name]) === JSON.stringify(value) : value === null) continue;
      const column = `${table}.${toCamelCase(name)}`;
      for (const change of [column, `${column}: ${String(value)}`]) {
        if (CHANGES.has(change)) ofRow.add(change);
      }
    }
    // A new row's kind or status says more than that it is new.
    if (!previous && ofRow.size === 0) changes.add(table);
    for (const change of ofRow) changes.add(change);
  }
  return changes;
}
