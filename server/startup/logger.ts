import { pino, stdSerializers } from 'pino';
import type { Config } from '../config/config.ts';
import type { Logger } from '../deps.ts';

/** Values under these names never reach a log, however deep they stand. */
const SECRET_NAME =
  /password|passphrase|secret|token|cookie|authorization|signature|session|csrf|keys?$|^confirm$|^idNumber$|tax(payer)?id/i;
const HIDDEN = '[hidden]';

/** Objects that are what their fields are; pino's picture of an error is one. */
const PLAIN = new Set([Object.prototype, null, Object.getPrototypeOf(stdSerializers.err(new Error()))]);

/**
 * A copy of what is logged without its secrets. A request, a socket and the like are named alone: nobody knows what
 * hangs on them.
 */
function withoutSecrets(value: unknown, above: readonly object[] = []): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (above.includes(value)) return '[circular]';
  const path = [...above, value];
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, path));
  if (value instanceof Error) return hideEntries({ ...stdSerializers.err(value) }, path);
  if (PLAIN.has(Object.getPrototypeOf(value))) return hideEntries(value, path);
  return 'toJSON' in value ? value : `[${value.constructor.name}]`;
}

function hideEntries(object: object, path: readonly object[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      SECRET_NAME.test(name) ? HIDDEN : withoutSecrets(value, path),
    ]),
  );
}

/** JSON lines in production, readable ones on a developer's screen. */
export function createLogger(config: Pick<Config, 'production' | 'logLevel'>): Logger {
  const options = {
    level: config.logLevel,
    formatters: { log: (fields: object) => hideEntries(fields, [fields]) },
    // Errors are plain by then.
    serializers: { err: (value: unknown) => value },
  };
  if (config.production) return pino(options);
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
  });
}
