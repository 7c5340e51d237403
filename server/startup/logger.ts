import { pino, stdSerializers } from 'pino';
import type { Config } from '../config/config.ts';
import type { Logger } from '../deps.ts';
import { getLogFields } from '../monitoring/request-scope.ts';

/** Values under these names never reach a log, at any depth. */
const SECRET_NAME =
  /password|passphrase|secret|token|cookie|authorization|signature|session|csrf|keys?$|^confirm$|^idNumber$|tax(payer)?id/i;
const HIDDEN_VALUE = '[hidden]';

/** Prototypes of plain objects, including pino's serialized errors. */
const PLAIN_PROTOTYPES = new Set([
  Object.prototype,
  null,
  Object.getPrototypeOf(stdSerializers.err(new Error())),
]);

/**
 * Copies a logged value without its secrets. Class instances without `toJSON`, such as requests and sockets,
 * are reduced to their class name, because they could refer to anything.
 */
function withoutSecrets(value: unknown, ancestors: readonly object[] = []): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ancestors.includes(value)) return '[circular]';
  const nextAncestors = [...ancestors, value];
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, nextAncestors));
  if (value instanceof Error) return hideEntries({ ...stdSerializers.err(value) }, nextAncestors);
  if (PLAIN_PROTOTYPES.has(Object.getPrototypeOf(value))) return hideEntries(value, nextAncestors);
  return 'toJSON' in value ? value : `[${value.constructor.name}]`;
}

function hideEntries(object: object, nextAncestors: readonly object[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      SECRET_NAME.test(name) ? HIDDEN_VALUE : withoutSecrets(value, nextAncestors),
    ]),
  );
}

/** Logs JSON lines in production, and readable lines in development. */
export function createLogger(config: Pick<Config, 'production' | 'rehearsal' | 'logLevel'>): Logger {
  const options = {
    level: config.logLevel,
    mixin: getLogFields,
    formatters: { log: (fields: object) => hideEntries(fields, [fields]) },
    // The formatter has already serialized errors.
    serializers: { err: (value: unknown) => value },
  };
  if (config.rehearsal) return pino(options).child({ rehearsal: true });
  if (config.production) return pino(options);
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
  });
}
