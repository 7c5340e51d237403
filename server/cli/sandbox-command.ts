import type { SandboxControl } from '../integrations/stripe-sandbox/control.ts';
import type { ChargeSeen } from '../integrations/stripe-sandbox/http/control-schema.ts';
import type { FaultOrder } from '../integrations/stripe-sandbox/state/state.ts';
import { formatCents } from '../lib/money.ts';
import { columns } from './columns.ts';
import { UsageError } from './command.ts';

export const SANDBOX_USAGE = `Usage:
  npm run sandbox -- status                              its clock, its faults, the webhooks it owes
  npm run sandbox -- advance <number> hours|days|months  moves its clock; renewals and retries happen on the way
  npm run sandbox -- advance to <date>                   the same, to 2027-01-31 or 2027-01-31T10:00:00Z
  npm run sandbox -- charges [<number>]                  the latest charges, 20 unless told
  npm run sandbox -- card <customer> <number>            the customer's card becomes this test card
  npm run sandbox -- decline [<times>] [<reason>]        the bank refuses the next charges
  npm run sandbox -- delay <milliseconds> [<times>]      the next answers take longer
  npm run sandbox -- lose [<times>]                      the next requests are done, but not answered
  npm run sandbox -- fail before|after [<times>]         the next requests fail, before or after their work
  npm run sandbox -- clear                               no more faults
  npm run sandbox -- dispute <charge>                    the cardholder takes a charge back
  npm run sandbox -- decide <dispute> won|lost           the bank decides a dispute
  npm run sandbox -- webhooks send|hold|drop|flush       sends events, keeps them back, forgets them, or sends them all now
  npm run sandbox -- retries <days,…> cancel|unpaid|past_due
                                                         when a failed renewal is tried again, and how it ends`;

type Word = (control: SandboxControl, args: readonly string[]) => Promise<string>;

const WORDS: Readonly<Record<string, Word>> = {
  status: showStatus,
  advance: async (control, args) => `It is now ${day(await control.advance(readTime(args)))} in the sandbox.`,
  charges: async (control, [count = '20']) => showCharges((await control.charges()).slice(0, number(count))),
  card: async (control, [customer, ...digits]) => {
    await control.changeCard(needed(customer, 'customer'), needed(digits.join(''), 'card number'));
    return 'The card was changed.';
  },
  decline: (control, [times = '1', reason = 'generic_decline']) =>
    order(control, { kind: 'decline', times: number(times), reason }),
  delay: (control, [milliseconds, times = '1']) =>
    order(control, {
      kind: 'delay',
      milliseconds: number(needed(milliseconds, 'milliseconds')),
      times: number(times),
    }),
  lose: (control, [times = '1']) => order(control, { kind: 'lose', times: number(times) }),
  fail: (control, [when, times = '1']) =>
    order(control, {
      kind: `error-${choice(when, ['before', 'after'])}`,
      times: number(times),
    }),
  clear: async (control) => {
    await control.clearFaults();
    return 'There are no faults.';
  },
  dispute: async (control, [charge]) => `The dispute is ${await control.dispute(needed(charge, 'charge'))}.`,
  decide: async (control, [dispute, outcome]) => {
    await control.closeDispute(needed(dispute, 'dispute'), choice(outcome, ['won', 'lost']));
    return `The dispute is ${outcome}.`;
  },
  webhooks: async (control, [mode]) => {
    if (mode === 'flush') await control.flushWebhooks();
    else await control.settings({ webhooks: choice(mode, ['send', 'hold', 'drop']) });
    return `Webhooks: ${mode}.`;
  },
  retries: async (control, [days = '', end]) => {
    const afterRetries = choice(end, ['cancel', 'unpaid', 'past_due']);
    const retryDays = days.split(',').filter(Boolean).map(number);
    await control.settings({ retryDays, afterRetries });
    return `A failed renewal is tried again after ${retryDays.join(', ')} days, and then: ${afterRetries}.`;
  },
};

/** Does what the words say and answers what is to be printed. */
export async function commandSandbox(control: SandboxControl, args: readonly string[]): Promise<string> {
  const [name = '', ...rest] = args;
  const word = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  if (word === undefined) throw new UsageError(name === '' ? 'Say what to do.' : `There is no '${name}'.`);
  return word(control, rest);
}

async function showStatus(control: SandboxControl): Promise<string> {
  const { now, pid, pendingWebhooks, webhookUrl, faults, settings } = await control.status();
  const rows = [
    ['Clock', day(new Date(now))],
    ['Process', String(pid)],
    ['Webhooks', `${settings.webhooks} to ${webhookUrl ?? 'nowhere'}, ${pendingWebhooks} owed`],
    ['Retries', `after ${settings.retryDays.join(', ')} days, then ${settings.afterRetries}`],
    ...faults.map(({ kind, times, match }) => [
      'Fault',
      `${kind}, ${times} times${match ? ` on ${match}` : ''}`,
    ]),
  ];
  return columns(rows);
}

function showCharges(charges: readonly ChargeSeen[]): string {
  if (charges.length === 0) return 'Nothing was charged.';
  return columns(
    charges.map(({ created, amount, refunded, id, customer, metadata }) => [
      day(new Date(created)),
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

async function order(control: SandboxControl, fault: FaultOrder): Promise<string> {
  await control.fault(fault);
  return `Ordered: ${fault.kind}, ${fault.times} times.`;
}

function readTime([count, unit]: readonly string[]): Parameters<SandboxControl['advance']>[0] {
  if (count === 'to') {
    const instant = new Date(unit ?? '');
    if (Number.isNaN(instant.getTime())) throw new UsageError(`'${unit ?? ''}' is no date.`);
    return { to: instant.toISOString() };
  }
  return {
    [choice(unit?.replace(/s?$/, 's'), ['hours', 'days', 'months'])]: number(needed(count, 'number')),
  };
}

function number(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new UsageError(`'${text}' is no whole number.`);
  return value;
}

function needed(text: string | undefined, what: string): string {
  if (text === undefined || text === '') throw new UsageError(`The ${what} is missing.`);
  return text;
}

function choice<const T extends string>(given: string | undefined, choices: readonly T[]): T {
  const chosen = choices.find((one) => one === given);
  if (chosen === undefined) throw new UsageError(`Say one of: ${choices.join(', ')}.`);
  return chosen;
}

function day(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}
