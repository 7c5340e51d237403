import { type LoggerOptions, pino, stdSerializers } from 'pino';
import type { Config } from '../../platform/config/config.ts';
import type { Logger } from '../../platform/deps.ts';
import { createOutages, type Outages } from '../../platform/monitoring/outages.ts';
import { getLogFields } from '../../platform/monitoring/request-scope.ts';
import { findUnavailableDependency } from './outage-watch.ts';

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

/** A log, and the outages that it reports in two lines each. */
export interface LogWithOutages {
  log: Logger;
  outages: Outages;
}

const WARN_LEVEL = 40;

/**
 * Logs JSON lines in production, and readable lines in development. An error that was caused by an outage
 * only counts toward that outage, and is logged only with the level `debug`.
 */
export function openLog(config: Pick<Config, 'production' | 'rehearsal' | 'logLevel'>): LogWithOutages {
  const options: LoggerOptions = {
    level: config.logLevel,
    mixin: getLogFields,
    formatters: { log: (fields: object) => hideEntries(fields, [fields]) },
    // The formatter has already serialized errors.
    serializers: { err: (value: unknown) => value },
    hooks: {
      logMethod(args, method, level) {
        const [fields]: unknown[] = args;
        const error =
          typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined;
        const dependency = level >= WARN_LEVEL ? findUnavailableDependency(error) : undefined;
        if (!dependency) return method.apply(this, args);
        outages.fail(dependency, error);
        this.debug(...args);
      },
    },
  };
  const log = openPino(config, options);
  const outages = createOutages(log);
  return { log, outages };
}

function openPino(config: Pick<Config, 'production' | 'rehearsal'>, options: LoggerOptions): Logger {
  if (config.rehearsal) return pino(options).child({ rehearsal: true });
  if (config.production) return pino(options);
  return pino({ ...options, transport: PRETTY_TRANSPORT });
}

const PRETTY_TRANSPORT = {
  target: 'pino-pretty',
  options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
};
