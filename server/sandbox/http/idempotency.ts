import { createHash } from 'node:crypto';
import type { BlobRef } from '../state/journal.ts';
import { SandboxError } from './errors.ts';

export interface ResponseEntry {
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly at: number;
}

const RETENTION_SECONDS = 24 * 3600;

/** Like Stripe, stores the responses of the last day by idempotency key, and knows which keys are in use. */
export class IdempotentResponses {
  readonly #stored = new Map<string, { entry: ResponseEntry; ref: BlobRef }>();
  readonly #running = new Map<string, string>();

  static fingerprint(method: string, path: string, body: string): string {
    return createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64');
  }

  /** Throws if a different request used the key, or if a request with it is still in progress. */
  find(key: string, fingerprint: string, now: number): { status: number; ref: BlobRef } | undefined {
    const storedResponse = this.#stored.get(key);
    const firstFingerprint = this.#running.get(key) ?? storedResponse?.entry.fingerprint;
    if (storedResponse !== undefined && now - storedResponse.entry.at > RETENTION_SECONDS) {
      this.#stored.delete(key);
      return undefined;
    }
    if (firstFingerprint !== undefined && firstFingerprint !== fingerprint) throw keyReused(key);
    if (this.#running.has(key)) throw keyInUse(key);
    return storedResponse === undefined
      ? undefined
      : { status: storedResponse.entry.status, ref: storedResponse.ref };
  }

  start(key: string, fingerprint: string): void {
    this.#running.set(key, fingerprint);
  }

  end(key: string): void {
    this.#running.delete(key);
  }

  record(entry: ResponseEntry, ref: BlobRef): void {
    this.#stored.set(entry.key, { entry, ref });
  }

  list(now: number): { entry: ResponseEntry; ref: BlobRef }[] {
    return [...this.#stored.values()].filter(({ entry }) => now - entry.at <= RETENTION_SECONDS);
  }
}

function keyReused(key: string): SandboxError {
  return new SandboxError(
    400,
    {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    },
    { remember: false },
  );
}

function keyInUse(key: string): SandboxError {
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
