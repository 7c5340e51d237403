import { once } from 'node:events';
import { HANDLED_EVENTS } from '../../domains/payments/events/stripe-event.service.ts';
import { formatCents } from '../../lib/money.ts';
import { type Config, loadConfig } from '../../platform/config/config.ts';
import { loadSecrets } from '../../platform/config/secrets.ts';
import { readAddress } from '../../platform/integrations/stripe/sandbox-address.ts';
import { SandboxControl } from '../../sandbox/control.ts';
import type { ChargeSummary } from '../../sandbox/http/control-schema.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import type { FaultInput } from '../../sandbox/state/state.ts';
import { CommandError, type CommandResult, isHelpRequested, UsageError } from './command.ts';
import { formatTable } from './text-table.ts';

const usage = `Usage:
  npm run sandbox -- status                              show the clock, the faults, and the pending webhooks
  npm run sandbox -- advance <number> hours|days|months  advance the clock, with the renewals and retries on the way
  npm run sandbox -- advance to <date>                   advance the clock to 2027-01-31 or 2027-01-31T10:00:00Z
  npm run sandbox -- charges [<number>]                  list the latest charges (default: 20)
  npm run sandbox -- card <customer> <number>            replace a customer's card with this test card
  npm run sandbox -- decline [<times>] [<reason>]        decline the next charges
  npm run sandbox -- delay <milliseconds> [<times>]      delay the next responses
  npm run sandbox -- lose [<times>]                      process the next requests, but drop their responses
  npm run sandbox -- fail before|after [<times>]         fail the next requests, before or after processing them
  npm run sandbox -- clear                               clear all faults
  npm run sandbox -- dispute <charge>                    open a dispute about a charge
  npm run sandbox -- decide <dispute> won|lost           close a dispute
  npm run sandbox -- fail-refund <refund>                let the bank reject a refund after it succeeded
  npm run sandbox -- webhooks send|hold|drop|flush       send, hold, or drop webhooks, or send all held ones now
  npm run sandbox -- retries <days,…> cancel|unpaid|past_due
                                                         set the retry days and the final state of a failed renewal
  npm run sandbox -- serve [<port>]                      run a sandbox on its own, for several servers whose
                                                         STRIPE_SANDBOX_URL names it (default port: 12111)`;

type SandboxAction = (control: SandboxControl, args: readonly string[]) => Promise<string>;

const ACTIONS: Readonly<Record<string, SandboxAction>> = {
  status: formatStatus,
  advance: async (control, args) =>
    `The sandbox clock is at ${formatTime(await control.advance(parseTime(args)))}.`,
  charges: async (control, [count = '20']) =>
    formatCharges((await control.charges()).slice(0, parseWholeNumber(count))),
  card: async (control, [customer, ...digits]) => {
    await control.changeCard(
      requireArgument(customer, 'customer'),
      requireArgument(digits.join(''), 'card number'),
    );
    return 'Replaced the card.';
  },
  decline: (control, [times = '1', reason = 'generic_decline']) =>
    scheduleFault(control, { kind: 'decline', times: parseWholeNumber(times), reason }),
  delay: (control, [milliseconds, times = '1']) =>
    scheduleFault(control, {
      kind: 'delay',
      milliseconds: parseWholeNumber(requireArgument(milliseconds, 'milliseconds')),
      times: parseWholeNumber(times),
    }),
  lose: (control, [times = '1']) => scheduleFault(control, { kind: 'lose', times: parseWholeNumber(times) }),
  fail: (control, [when, times = '1']) =>
    scheduleFault(control, {
      kind: `error-${parseChoice(when, ['before', 'after'])}`,
      times: parseWholeNumber(times),
    }),
  clear: async (control) => {
    await control.clearFaults();
    return 'Cleared all faults.';
  },
  dispute: async (control, [charge]) =>
    `Opened dispute ${await control.dispute(requireArgument(charge, 'charge'))}.`,
  decide: async (control, [dispute, outcome]) => {
    await control.closeDispute(requireArgument(dispute, 'dispute'), parseChoice(outcome, ['won', 'lost']));
    return `Closed the dispute as ${outcome}.`;
  },
  'fail-refund': async (control, [refund]) => {
    await control.failRefund(requireArgument(refund, 'refund'));
    return 'The refund failed.';
  },
  webhooks: async (control, [mode]) => {
    if (mode === 'flush') await control.flushWebhooks();
    else await control.settings({ webhooks: parseChoice(mode, ['send', 'hold', 'drop']) });
    return `Webhooks: ${mode}.`;
  },
  retries: async (control, [days = '', end]) => {
    const afterRetries = parseChoice(end, ['cancel', 'unpaid', 'past_due']);
    const retryDays = days.split(',').filter(Boolean).map(parseWholeNumber);
    await control.settings({ retryDays, afterRetries });
    return `Failed renewals are retried after ${retryDays.join(', ')} days, then: ${afterRetries}.`;
  },
};

/**
 * `npm run sandbox`: controls the Stripe sandbox of the running server. The data folder contains its address.
 */
export async function runSandbox(args: string[]): Promise<CommandResult> {
  if (isHelpRequested(args)) return { exitCode: 0, output: usage };
  try {
    const config = loadConfig();
    if (args[0] === 'serve') return { exitCode: 0, output: await serve(config, args[1]) };
    const { dataDir } = config;
    const address = readAddress(dataDir);
    if (address === null) {
      throw new CommandError(`No sandbox is running for ${dataDir}. It runs with the server: npm start`);
    }
    return { exitCode: 0, output: await runSandboxAction(new SandboxControl(address), args) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof UsageError) return { exitCode: 2, output: `${message}\n\n${usage}` };
    const isUnreachable = error instanceof TypeError && message === 'fetch failed';
    return {
      exitCode: 1,
      output: isUnreachable ? 'The sandbox isn’t responding. Is the server running?' : message,
    };
  }
}

export async function runSandboxAction(control: SandboxControl, args: readonly string[]): Promise<string> {
  const [name = '', ...rest] = args;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) {
    throw new UsageError(name === '' ? 'Choose an action.' : `There is no action '${name}'.`);
  }
  return action(control, rest);
}

/**
 * Runs a sandbox until SIGINT or SIGTERM. It sends webhooks to PUBLIC_URL, so they pass through the servers'
 * proxy.
 */
async function serve(config: Config, port = '12111'): Promise<string> {
  const { webhookSecret } = await loadSecrets(config);
  const sandbox = await startSandbox({
    dataDir: config.dataDir,
    port: parseWholeNumber(port),
    webhook: {
      url: `${config.publicUrl}/api/stripe/webhook`,
      secret: webhookSecret,
      events: [...HANDLED_EVENTS],
    },
    isRehearsal: config.rehearsal,
  });
  console.log(`The sandbox is running. Start the servers with STRIPE_SANDBOX_URL=${sandbox.url}`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await sandbox.close();
  return 'The sandbox has stopped.';
}

async function formatStatus(control: SandboxControl): Promise<string> {
  const { now, pid, pendingWebhooks, webhookUrl, faults, settings } = await control.status();
  const rows = [
    ['Clock', formatTime(new Date(now))],
    ['Process', String(pid)],
    ['Webhooks', `${settings.webhooks} to ${webhookUrl ?? 'nowhere'}, ${pendingWebhooks} pending`],
    ['Retries', `after ${settings.retryDays.join(', ')} days, then ${settings.afterRetries}`],
    ...faults.map(({ kind, times, match }) => [
      'Fault',
      `${kind}, ${times} times${match ? ` on ${match}` : ''}`,
    ]),
  ];
  return formatTable(rows);
}

function formatCharges(charges: readonly ChargeSummary[]): string {
  if (charges.length === 0) return 'There are no charges.';
  return formatTable(
    charges.map(({ created, amount, refunded, id, customer, metadata }) => [
      formatTime(new Date(created)),
      formatCents(amount),
      refunded > 0 ? `-${formatCents(refunded)}` : '',
      id,
      customer ?? '',
      Object.entries(metadata)
        .map(([key, value]) => `${key}=${value}`)
        .join(' '),
    ]),
  );
}

async function scheduleFault(control: SandboxControl, fault: FaultInput): Promise<string> {
  await control.fault(fault);
  return `Scheduled: ${fault.kind}, ${fault.times} times.`;
}

function parseTime([count, unit]: readonly string[]): Parameters<SandboxControl['advance']>[0] {
  if (count === 'to') {
    const instant = new Date(unit ?? '');
    if (Number.isNaN(instant.getTime())) throw new UsageError(`'${unit ?? ''}' is not a date.`);
    return { to: instant.toISOString() };
  }
  return {
    [parseChoice(unit?.replace(/s?$/, 's'), ['hours', 'days', 'months'])]: parseWholeNumber(
      requireArgument(count, 'number'),
    ),
  };
}

function parseWholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new UsageError(`'${text}' is not a whole number.`);
  return value;
}

function requireArgument(text: string | undefined, argumentName: string): string {
  if (text === undefined || text === '') throw new UsageError(`The ${argumentName} is missing.`);
  return text;
}

function parseChoice<const T extends string>(text: string | undefined, choices: readonly T[]): T {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw new UsageError(`Expected one of: ${choices.join(', ')}.`);
  return chosen;
}

function formatTime(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}
