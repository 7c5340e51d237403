import { type Config, ConfigError, loadConfig } from '../../../platform/config/config.ts';
import { problem, runCheck, type Verdict, warning } from '../../../staff/system/checks/check.ts';
import { createChecks } from '../../../staff/system/checks/examine.ts';
import { hideSecrets } from '../../../staff/system/checks/hide-secrets.ts';
import { checkClock } from '../../../staff/system/checks/service-checks.ts';
import { checkStripe } from '../../../staff/system/checks/stripe-checks.ts';
import { type CommandResult, isHelpRequested } from '../command.ts';
import { formatTable } from '../text-table.ts';
import { checkDatabase } from './database-checks.ts';

const usage = `Usage:
  npm run doctor

Checks the settings, and everything that they name: keys, database, schema, clock, mail, files, Stripe and its webhook,
USPS, and the wallets' certificates. Run it with the server's settings, as the server's user. Changes nothing, except
that it writes and removes a small file where uploads are stored, and creates missing keys as the first start does.

Ends with exit code 1 if there is a problem. Warnings don't count.`;

export interface DoctorOptions {
  env: Record<string, string | undefined>;
  now?: Date;
  /** Overrides the services' real URLs. */
  urls?: { stripe?: string; usps?: string; google?: string };
}

type Section = [name: string, verdicts: Verdict[]];

/** `npm run doctor`. It doesn't need a running server or a working database. */
export async function runDoctor(args: string[], options: DoctorOptions): Promise<CommandResult> {
  if (isHelpRequested(args)) return { exitCode: 0, output: usage };
  const sections = await examine(options);
  const verdicts = sections.flatMap(([, list]) => list);
  const rows = sections.flatMap(([name, list]) =>
    list.map(({ status, text }) => [status === 'ok' ? 'ok' : status.toUpperCase(), name, text]),
  );
  const summary = `${countOf(verdicts, 'problem')}, ${countOf(verdicts, 'warning')}`;
  return {
    exitCode: verdicts.some(({ status }) => status === 'problem') ? 1 : 0,
    output: hideSecrets(`${formatTable(rows)}\n\n${summary}`, options.env),
  };
}

async function examine({ env, now = new Date(), urls = {} }: DoctorOptions): Promise<Section[]> {
  let config: Config;
  try {
    config = loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.problems.length > 0 ? error.problems : [error.message];
    return [
      [
        'settings',
        [
          ...problems.map((text) => problem(text)),
          warning('Correct these first. Nothing else was checked, because it depends on them.'),
        ],
      ],
    ];
  }
  const database = checkDatabase(config);
  const stripe = checkStripe(config, urls.stripe);
  const { settings, keys, ...services } = createChecks(config, { now, urls, stripe });
  const checks: Record<string, () => Promise<Verdict[]>> = {
    settings,
    keys: async () => [...(await keys()), ...(await database).keys],
    database: async () => (await database).database,
    schema: async () => (await database).schema,
    clock: async () =>
      checkClock({
        'the database’s': await database.then(
          ({ clockOffsetMs }) => clockOffsetMs,
          () => null,
        ),
        'Stripe’s': await stripe.then(
          ({ clockOffsetMs }) => clockOffsetMs,
          () => null,
        ),
      }),
    ...services,
  };
  return Promise.all(
    Object.entries(checks).map(async ([name, check]): Promise<Section> => [name, await runCheck(check)]),
  );
}

function countOf(verdicts: readonly Verdict[], status: Verdict['status']): string {
  const { length } = verdicts.filter((verdict) => verdict.status === status);
  return `${length} ${status}${length === 1 ? '' : 's'}`;
}
