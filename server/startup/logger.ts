import { pino, stdSerializers } from 'pino';
import type { Config } from '../config/config.ts';
import type { Logger } from '../deps.ts';

/** Values under these names never reach a log, at any depth. */
const SECRET_NAME =
  /password|passphrase|secret|token|cookie|authorization|signature|session|csrf|keys?$|^confirm$|^idNumber$|tax(payer)?id/i;
const HIDDEN = '[hidden]';

/** Prototypes of plain objects, including pino's serialized errors. */
const PLAIN = new Set([Object.prototype, null, Object.getPrototypeOf(stdSerializers.err(new Error()))]);

/**
 * A copy of a logged value without its secrets. Objects of other classes, such as requests and sockets, are reduced to
 * their class name, because they could refer to anything.
 */
function withoutSecrets(value: unknown, ancestors: readonly object[] = []): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ancestors.includes(value)) return '[circular]';
  const path = [...ancestors, value];
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

/** Logs JSON lines in production, and readable lines in development. */
export function createLogger(config: Pick<Config, 'production' | 'logLevel'>): Logger {
  const options = {
    level: config.logLevel,
    formatters: { log: (fields: object) => hideEntries(fields, [fields]) },
    // The formatter has already serialized errors.
    serializers: { err: (value: unknown) => value },
  };
  if (config.production) return pino(options);
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
  });
}
