import { createHash } from 'node:crypto';
import type { BlobRef } from '../state/journal.ts';
import { SandboxError } from './errors.ts';

export interface ResponseEntry {
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly at: number;
}

const REMEMBERED_SECONDS = 24 * 3600;

/** Idempotency: which key was answered how, for a day of the sandbox's clock, and which is being worked on. */
export class IdempotentResponses {
  readonly #known = new Map<string, { entry: ResponseEntry; ref: BlobRef }>();
  readonly #running = new Map<string, string>();

  static fingerprint(method: string, path: string, body: string): string {
    return createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64');
  }

  /** The stored answer to repeat, or undefined where the request is new; refuses what Stripe refuses. */
  look(key: string, fingerprint: string, now: number): { status: number; ref: BlobRef } | undefined {
    const known = this.#known.get(key);
    const seen = this.#running.get(key) ?? known?.entry.fingerprint;
    if (known !== undefined && now - known.entry.at > REMEMBERED_SECONDS) {
      this.#known.delete(key);
      return undefined;
    }
    if (seen !== undefined && seen !== fingerprint) throw reused(key);
    if (this.#running.has(key)) throw inUse(key);
    return known === undefined ? undefined : { status: known.entry.status, ref: known.ref };
  }

  start(key: string, fingerprint: string): void {
    this.#running.set(key, fingerprint);
  }

  end(key: string): void {
    this.#running.delete(key);
  }

  record(entry: ResponseEntry, ref: BlobRef): void {
    this.#known.set(entry.key, { entry, ref });
  }

  list(now: number): { entry: ResponseEntry; ref: BlobRef }[] {
    return [...this.#known.values()].filter(({ entry }) => now - entry.at <= REMEMBERED_SECONDS);
  }
}

function reused(key: string): SandboxError {
  return new SandboxError(
    400,
    {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    },
    { remember: false },
  );
}

function inUse(key: string): SandboxError {
  return new SandboxError(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    },
    { remember: false },
  );
}
