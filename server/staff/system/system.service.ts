import { AppError } from '../../lib/errors.ts';
import { maskPayload, maskText } from '../../lib/mask.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/deps.ts';
import type { DeadLetter } from '../../platform/jobs/dead-letter.repository.ts';
import {
  countDeadLetters,
  listDeadLetters,
  openDeadLetter,
} from '../../platform/jobs/dead-letter.service.ts';
import type { StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { listStandIns } from '../../platform/monitoring/stand-ins.ts';
import type { ReadList } from '../kit/list.repository.ts';
import { runCheck } from './checks/check.ts';
import { createChecks } from './checks/examine.ts';
import { hideSecrets } from './checks/hide-secrets.ts';
import type { CheckResult } from './system.schema.ts';
import { findFailedJobs } from './system-list.repository.ts';

const MAX_CELL = 200;
const shorten = (text: string) => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text);

/** Lists the jobs that failed for good, with the names and addresses in them masked. */
export const readFailedJobs: ReadList = async (db, request) =>
  (await findFailedJobs(db, request)).map(({ payload, error, ...job }) => ({
    ...job,
    payload: shorten(JSON.stringify(maskPayload(payload))),
    error: shorten(maskText(error)),
  }));

const presentJob = ({ payload, rowId: _, ...letter }: DeadLetter) => ({
  ...letter,
  payload: JSON.stringify(payload, null, 2),
});

/** Returns a failed job with the names and addresses in it masked. Throws NOT_FOUND. */
export async function getFailedJob(deps: Deps, id: string) {
  const [letter] = await listDeadLetters(deps, { ids: [id] }, 1);
  if (!letter) throw new AppError('NOT_FOUND');
  return presentJob(letter);
}

/** Returns a failed job unmasked, and records who opened it and why. Throws NOT_FOUND. */
export async function openFailedJob(deps: Deps, id: string, by: StaffAuthor) {
  return presentJob(await openDeadLetter(deps, id, by));
}

/** Describes what a retry or a drop would do. Throws NOT_FOUND if none of the jobs is still there. */
export async function planJobs(deps: Deps, ids: readonly string[], effect: (queue: string) => string) {
  const letters = await deps.jobs.deadLetters.list({ ids }, ids.length);
  if (letters.length === 0) throw new AppError('NOT_FOUND');
  return {
    effects: letters.map(({ id, queue }) => `${effect(queue)} (${id}).`),
    state: letters.map(({ rowId }) => rowId),
  };
}

export async function describeSystem(deps: Deps) {
  return {
    standIns: listStandIns(deps),
    settings: listSettings(deps.config),
    failedJobs: await countDeadLetters(deps),
  };
}

/** Settings whose values aren't secret. */
const PUBLIC_SETTINGS = new Set<string>([
  'production',
  'rehearsal',
  'port',
  'host',
  'metricsPort',
  'publicUrl',
  'dataDir',
  'drainSeconds',
  'demo',
  'mailFrom',
  'backofficeUrl',
  'corsOrigins',
  'filesDir',
  'trustProxy',
  'cookieDomain',
  'logLevel',
  'areDraftTextsAllowed',
  'role',
  'databasePool',
  'databaseStatements',
] satisfies Array<keyof Config>);

function listSettings(config: Config) {
  return Object.entries(config).map(([name, value]) => ({
    name,
    value: PUBLIC_SETTINGS.has(name) ? describeValue(value) : isSet(value) ? 'set' : 'not set',
  }));
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== false;

function describeValue(value: unknown): string {
  if (!isSet(value)) return value === false ? 'no' : 'not set';
  if (value === true) return 'yes';
  return Array.isArray(value) ? value.join(', ') || 'none' : String(value);
}

/** Runs the checks of `npm run doctor` that a running server can make. */
export async function runChecks({ config, now }: Pick<Deps, 'config' | 'now'>): Promise<CheckResult[]> {
  const secrets = flatten(config);
  const results = await Promise.all(
    Object.entries(createChecks(config, { now: now() })).map(async ([area, check]) =>
      (await runCheck(check)).map(({ status, text }) => ({ area, status, text: hideSecrets(text, secrets) })),
    ),
  );
  return results.flat();
}

/** Returns each text of the settings under its path, such as 'STRIPE_SECRETKEY', as `hideSecrets` expects. */
function flatten(value: unknown, path: string[] = []): Record<string, string> {
  if (typeof value === 'string') return { [path.join('_').toUpperCase()]: value };
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign({}, ...Object.entries(value).map(([name, child]) => flatten(child, [...path, name])));
}
