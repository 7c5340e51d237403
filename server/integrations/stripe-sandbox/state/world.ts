import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { type EventEntry, EventLog, type Origin } from '../events/event-log.ts';
import { IdempotentResponses, type ResponseEntry } from '../http/idempotency.ts';
import { Clock } from './clock.ts';
import { type BlobRef, Journal } from './journal.ts';
import type { Kind, Records } from './records.ts';
import { Schedule } from './schedule.ts';
import { DEFAULT_SETTINGS, type State } from './state.ts';
import { type Put, Store } from './store.ts';

interface Commit {
  readonly puts: readonly Put[];
  readonly events: readonly EventEntry[];
  readonly answer?: ResponseEntry;
  readonly answers?: readonly ResponseEntry[];
  readonly delivered?: readonly string[];
  readonly state?: State;
}

interface Answer {
  readonly entry: ResponseEntry;
  readonly body: string;
}

const COMPACT_AT = 32 << 20;
const KEPT_EVENTS = 2000;
/** Objects in one line of a journal that is written anew. */
const ROWS = 200;
const NOBODY: Origin = { requestId: null, idempotencyKey: null };

/** Everything that the sandbox knows. Work on it is synchronous and ends with `commit` or `rollback`. */
export class World {
  readonly store = new Store();
  readonly clock = new Clock();
  readonly events = new EventLog();
  readonly answers = new IdempotentResponses();
  readonly schedule = new Schedule();
  state: State = { clockOffset: 0, settings: DEFAULT_SETTINGS, webhook: null, faults: [], compactedBytes: 0 };
  /** Called after a commit with the events for which a webhook is owed. */
  onUndelivered: (ids: readonly string[]) => void = () => {};
  readonly #journal: Journal<Commit>;
  #origin: Origin = NOBODY;
  #stateChanged = false;

  constructor(folder: string, compactAt = COMPACT_AT) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#journal = new Journal(join(folder, 'journal'));
    this.#journal.replay((commit, blobs) => this.#apply(commit, blobs));
    if (this.#journal.size > Math.max(compactAt, 2 * this.state.compactedBytes)) this.#compact();
  }

  now(): number {
    return this.clock.now();
  }

  begin(origin: Origin): void {
    this.#origin = origin;
  }

  /** An event of this moment, with the object as it is now and, for an update, what it was before. */
  emit(type: Stripe.Event['type'], object: Records[Kind], previous?: object): void {
    const { webhook, settings } = this.state;
    const wanted = webhook !== null && (webhook.events?.includes(type) ?? true);
    const owed = wanted && settings.webhooks !== 'drop';
    this.events.emit(type, object, { created: this.now(), origin: this.#origin, owed, previous });
  }

  changeState(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.#stateChanged = true;
  }

  /** Writes what was done, with the answer that is given for it, as one transaction; where that fails, nothing was. */
  commit(answer?: Answer): void {
    const puts = this.store.changes();
    const drafts = this.events.takeDrafts();
    const blobs = new Map(drafts.map(({ entry, text }) => [entry.id, text]));
    if (answer !== undefined) blobs.set(encodeURIComponent(answer.entry.key), answer.body);
    if (this.clock.offset !== this.state.clockOffset) this.changeState({ clockOffset: this.clock.offset });
    this.#origin = NOBODY;
    if (puts.length === 0 && blobs.size === 0 && !this.#stateChanged) return;
    const commit: Commit = {
      puts,
      events: drafts.map(({ entry }) => entry),
      ...(answer === undefined ? {} : { answer: answer.entry }),
      ...(this.#stateChanged ? { state: this.state } : {}),
    };
    const refs = this.#journal.append(commit, blobs);
    this.#stateChanged = false;
    this.store.accept();
    for (const put of puts) this.schedule.note(put);
    this.#record(commit, refs);
    const owed = commit.events.filter((entry) => entry.owed).map((entry) => entry.id);
    if (owed.length > 0) this.onUndelivered(owed);
  }

  rollback(): void {
    this.store.rollback();
    this.events.takeDrafts();
  }

  markDelivered(ids: readonly string[]): void {
    for (const id of ids) this.events.owed.delete(id);
    this.#journal.append({ puts: [], events: [], delivered: ids }, new Map());
  }

  read(ref: BlobRef): string {
    return this.#journal.read(ref);
  }

  close(): void {
    this.#journal.close();
  }

  #apply(commit: Commit, refs: ReadonlyMap<string, BlobRef>): void {
    for (const put of commit.puts) {
      this.store.restore(put);
      this.schedule.note(put);
    }
    for (const id of commit.delivered ?? []) this.events.owed.delete(id);
    if (commit.state !== undefined) {
      this.state = {
        ...this.state,
        ...commit.state,
        settings: { ...DEFAULT_SETTINGS, ...commit.state.settings },
      };
      this.clock.restore(commit.state.clockOffset);
    }
    this.#record(commit, refs);
  }

  #record(commit: Commit, refs: ReadonlyMap<string, BlobRef>): void {
    for (const entry of commit.events) {
      const ref = refs.get(entry.id);
      if (ref !== undefined) this.events.record(entry, ref);
    }
    for (const entry of [
      ...(commit.answers ?? []),
      ...(commit.answer === undefined ? [] : [commit.answer]),
    ]) {
      const ref = refs.get(encodeURIComponent(entry.key));
      if (ref !== undefined) this.answers.record(entry, ref);
    }
  }

  /** Keeps the objects, the latest events with those still owed, and the day's answers. */
  #compact(): void {
    const blobs = new Map<string, string>();
    const kept = this.events
      .list()
      .filter(({ entry }, n) => n < KEPT_EVENTS || this.events.owed.has(entry.id));
    const answers = this.answers.list(this.now());
    for (const { entry, ref } of kept.reverse()) blobs.set(entry.id, this.read(ref));
    for (const { entry, ref } of answers) blobs.set(encodeURIComponent(entry.key), this.read(ref));
    const puts = this.store.snapshot();
    const rows = Array.from({ length: Math.ceil(puts.length / ROWS) }, (_, n) => ({
      commit: { puts: puts.slice(n * ROWS, (n + 1) * ROWS), events: [] },
      blobs: new Map<string, string>(),
    }));
    const commit: Commit = {
      puts: [],
      events: kept.map(({ entry }) => ({ ...entry, owed: this.events.owed.has(entry.id) })),
      answers: answers.map(({ entry }) => entry),
      state: this.state,
    };
    this.#record(commit, this.#journal.rewrite([...rows, { commit, blobs }]));
    this.changeState({ compactedBytes: this.#journal.size });
    this.commit();
  }
}
