import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { type EventEntry, EventLog, type Origin } from '../events/event-log.ts';
import { IdempotentResponses, type ResponseEntry } from '../http/idempotency.ts';
import { type BlobRef, Journal } from './journal.ts';
import type { Kind, Records } from './records.ts';
import { Schedule } from './schedule.ts';
import { DEFAULT_SETTINGS, type SandboxState } from './state.ts';
import { type Put, Store } from './store.ts';

/** The system clock plus an offset. All times are in Unix seconds. */
class Clock {
  #offset: number;
  #pinned: number | null = null;

  constructor(offset = 0) {
    this.#offset = offset;
  }

  get offset(): number {
    return this.#offset;
  }

  now(): number {
    return this.#pinned ?? Math.floor(Date.now() / 1000) + this.#offset;
  }

  restore(offset: number): void {
    this.#offset = offset;
  }

  /** Does nothing if the time is in the past. */
  moveTo(instant: number): void {
    const advanceBy = instant - this.now();
    if (advanceBy > 0) this.#offset += advanceBy;
  }

  /** Runs `work` with the clock stopped at the given time. */
  at<T>(instant: number, work: () => T): T {
    const before = this.#pinned;
    this.#pinned = instant;
    try {
      return work();
    } finally {
      this.#pinned = before;
    }
  }
}

interface Commit {
  readonly puts: readonly Put[];
  readonly events: readonly EventEntry[];
  readonly answer?: ResponseEntry;
  readonly answers?: readonly ResponseEntry[];
  readonly delivered?: readonly string[];
  readonly state?: SandboxState;
}

interface StoredResponse {
  readonly entry: ResponseEntry;
  readonly body: string;
}

const COMPACT_AT_BYTES = 32 << 20;
const MAX_COMPACTED_EVENTS = 2000;
const OBJECTS_PER_COMMIT = 200;
const NO_ORIGIN: Origin = { requestId: null, idempotencyKey: null };

/** The sandbox's entire state. Changes are synchronous and end with `commit` or `rollback`. */
export class World {
  readonly store = new Store();
  readonly clock = new Clock();
  readonly events = new EventLog();
  readonly responses = new IdempotentResponses();
  readonly schedule = new Schedule();
  state: SandboxState = {
    clockOffset: 0,
    settings: DEFAULT_SETTINGS,
    webhook: null,
    faults: [],
    compactedBytes: 0,
  };
  /** Called after a commit with the ids of new events to send. */
  onUndelivered: (ids: readonly string[]) => void = () => {};
  readonly #journal: Journal<Commit>;
  #origin: Origin = NO_ORIGIN;
  #stateChanged = false;

  constructor(folder: string, compactAt = COMPACT_AT_BYTES) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#journal = new Journal(join(folder, 'journal'));
    this.#journal.replay((commit, blobs) => this.#apply(commit, blobs));
    if (this.#journal.size > Math.max(compactAt, 2 * this.state.compactedBytes)) this.#compact();
  }

  now(): number {
    return this.clock.now();
  }

  beginRequest(origin: Origin): void {
    this.#origin = origin;
  }

  /** Records an event with the object's current state and, if it was updated, its previous values. */
  emit(type: Stripe.Event['type'], object: Records[Kind], previous?: object): void {
    const { webhook, settings } = this.state;
    const isSubscribed = webhook !== null && (webhook.events?.includes(type) ?? true);
    const owed = isSubscribed && settings.webhooks !== 'drop';
    this.events.emit(type, object, { created: this.now(), origin: this.#origin, owed, previous });
  }

  changeState(change: Partial<SandboxState>): void {
    this.state = { ...this.state, ...change };
    this.#stateChanged = true;
  }

  /**
   * Writes all changes and the request's response to disk as one transaction. If that fails, nothing is
   * written.
   */
  commit(response?: StoredResponse): void {
    const puts = this.store.changes();
    const drafts = this.events.takeDrafts();
    const blobs = new Map(drafts.map(({ entry, text }) => [entry.id, text]));
    if (response !== undefined) blobs.set(encodeURIComponent(response.entry.key), response.body);
    if (this.clock.offset !== this.state.clockOffset) this.changeState({ clockOffset: this.clock.offset });
    this.#origin = NO_ORIGIN;
    if (puts.length === 0 && blobs.size === 0 && !this.#stateChanged) return;
    const commit: Commit = {
      puts,
      events: drafts.map(({ entry }) => entry),
      ...(response === undefined ? {} : { answer: response.entry }),
      ...(this.#stateChanged ? { state: this.state } : {}),
    };
    const refs = this.#journal.append(commit, blobs);
    this.#stateChanged = false;
    this.store.accept();
    for (const put of puts) this.schedule.add(put);
    this.#record(commit, refs);
    const owed = commit.events.filter((entry) => entry.owed).map((entry) => entry.id);
    if (owed.length > 0) this.onUndelivered(owed);
  }

  rollback(): void {
    this.store.rollback();
    this.events.takeDrafts();
  }

  markDelivered(ids: readonly string[]): void {
    for (const id of ids) this.events.undelivered.delete(id);
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
      this.schedule.add(put);
    }
    for (const id of commit.delivered ?? []) this.events.undelivered.delete(id);
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
      if (ref !== undefined) this.responses.record(entry, ref);
    }
  }

  /**
   * Rewrites the journal with the current objects, the latest and the undelivered events, and the last day's
   * responses.
   */
  #compact(): void {
    const blobs = new Map<string, string>();
    const keptEvents = this.events
      .list()
      .filter(({ entry }, n) => n < MAX_COMPACTED_EVENTS || this.events.undelivered.has(entry.id));
    const responses = this.responses.list(this.now());
    for (const { entry, ref } of keptEvents.reverse()) blobs.set(entry.id, this.read(ref));
    for (const { entry, ref } of responses) blobs.set(encodeURIComponent(entry.key), this.read(ref));
    const puts = this.store.snapshot();
    const objectCommits = Array.from({ length: Math.ceil(puts.length / OBJECTS_PER_COMMIT) }, (_, n) => ({
      commit: { puts: puts.slice(n * OBJECTS_PER_COMMIT, (n + 1) * OBJECTS_PER_COMMIT), events: [] },
      blobs: new Map<string, string>(),
    }));
    const commit: Commit = {
      puts: [],
      events: keptEvents.map(({ entry }) => ({ ...entry, owed: this.events.undelivered.has(entry.id) })),
      answers: responses.map(({ entry }) => entry),
      state: this.state,
    };
    this.#record(commit, this.#journal.rewrite([...objectCommits, { commit, blobs }]));
    this.changeState({ compactedBytes: this.#journal.size });
    this.commit();
  }
}
