import { z } from 'zod';
import type { FamilyNames } from '../../../domains/memberships/family.schema.ts';
import { emailLine, nameLine, optionalLine, optionalName, requiredLine } from '../../../lib/text.ts';
import { hashJson } from '../../../platform/hash-json.ts';
import type { MemberColumn } from './member-columns.shared.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MIN_YEAR = 1950;
const MAX_YEAR = 2100;

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i;
const DAY_FIRST = /^(\d{1,2}) ([a-z]{3,9})\.?,? (\d{4})$/i;

const FULL_MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

function parseMonth(text: string): number {
  const name = text.toLowerCase();
  const full = FULL_MONTHS.indexOf(name === 'sept' ? 'september' : name);
  return (full >= 0 ? full : MONTHS.indexOf(name)) + 1;
}

function toDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= MIN_YEAR && year <= MAX_YEAR ? date.toISOString().slice(0, 10) : null;
}

/**
 * Parses a day as YYYY-MM-DD. Returns null for a date that doesn't exist, and for formats such as 03/04/2027
 * that mean different days in different countries. A time after the date is ignored.
 */
export function parseDay(text: string): string | null {
  const [, year = '', month = '', day = ''] = ISO.exec(text) ?? [];
  if (year) return toDay(Number(year), Number(month), Number(day));
  const [, monthName = '', monthDay = '', monthYear = ''] = MONTH_FIRST.exec(text) ?? [];
  if (monthName) return toDay(Number(monthYear), parseMonth(monthName), Number(monthDay));
  const [, onlyDay = '', dayMonth = '', dayYear = ''] = DAY_FIRST.exec(text) ?? [];
  return onlyDay ? toDay(Number(dayYear), parseMonth(dayMonth), Number(onlyDay)) : null;
}

/** A row of a members file. Each cell is valid, but the row hasn't been compared with the database. */
export interface MemberRow {
  line: number;
  email: string;
  firstname: string;
  lastname: string;
  zip: string;
  /** As written in the file. */
  planText: string;
  externalId: string | null;
  externalNumber: string | null;
  /** YYYY-MM-DD. */
  started: string | null;
  paidThrough: string | null;
  status: 'active' | 'past_due' | 'canceled' | 'expired' | null;
  family: FamilyNames;
  customerId: string | null;
  subscriptionId: string | null;
  /** A digest of the row, to find out whether it has changed since the last import. */
  digest: string;
}

export interface CellFault {
  column: MemberColumn | null;
  message: string;
}

const BAD_DAY =
  'Please enter the date as 2027-01-31 or Jan 31, 2027, because 03/04/2027 could mean two different days';

function dayCell() {
  return optionalLine(40).transform((text, context) => {
    if (text === null) return null;
    const day = parseDay(text);
    if (day !== null) return day;
    context.issues.push({ code: 'custom', input: text, message: BAD_DAY });
    return z.NEVER;
  });
}

const STATUSES: Record<string, NonNullable<MemberRow['status']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  pastdue: 'past_due',
  'past due': 'past_due',
  canceled: 'canceled',
  cancelled: 'canceled',
  expired: 'expired',
  inactive: 'expired',
  ended: 'expired',
};

const statusCell = optionalLine(40).transform((text, context) => {
  const status = text === null ? null : STATUSES[text.toLowerCase()];
  if (status !== undefined) return status;
  const message = 'Please enter active, past due, canceled, or expired, or leave it blank';
  context.issues.push({ code: 'custom', input: text, message });
  return z.NEVER;
});

function stripeId(prefix: string) {
  const pattern = new RegExp(`^${prefix}_[A-Za-z0-9_]+$`);
  return optionalLine(255).refine((text) => text === null || pattern.test(text), {
    error: `Please enter a Stripe ID that begins with ${prefix}_, or leave it blank`,
  });
}

const MAX_FAMILY = 20;
const familyCell = z.string().transform((text, context) => {
  const names = text
    .split(/[;|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const parsed = z.array(nameLine('Required Field', 200)).max(MAX_FAMILY).safeParse(names);
  if (parsed.success) return parsed.data.map((name) => ({ name }));
  const message = `Please enter at most ${MAX_FAMILY} names of at most 200 characters, separated by ;`;
  context.issues.push({ code: 'custom', input: text, message });
  return z.NEVER;
});

const memberCells = z.object({
  email: emailLine('Required Field'),
  firstname: nameLine('Required Field'),
  lastname: nameLine('Required Field'),
  plan: requiredLine('Required Field'),
  external_id: optionalLine(),
  number: optionalLine(),
  started: dayCell(),
  paid_through: dayCell(),
  status: statusCell,
  spouse_firstname: optionalName(),
  spouse_lastname: optionalName(),
  family_members: familyCell,
  zip: optionalLine(20),
  stripe_customer_id: stripeId('cus'),
  stripe_subscription_id: stripeId('sub'),
} satisfies Record<MemberColumn, z.ZodType>);

export function digest(...parts: Array<string | number>): string {
  return hashJson(parts);
}

const toColumn = (name: unknown): MemberColumn | null =>
  Object.keys(memberCells.shape).includes(String(name)) ? memberCells.keyof().parse(name) : null;

/** Validates a row without the database. Returns the errors of all cells, or of the row as a whole. */
export function readMemberRow(
  line: number,
  cells: Readonly<Record<string, string>>,
): MemberRow | { faults: CellFault[] } {
  const parsed = memberCells.safeParse(cells);
  if (!parsed.success) {
    return {
      faults: parsed.error.issues.map(({ path, message }) => ({ column: toColumn(path[0]), message })),
    };
  }
  const row = parsed.data;
  const fault = findContradiction(row);
  if (fault) return { faults: [fault] };
  return {
    line,
    email: row.email,
    firstname: row.firstname,
    lastname: row.lastname,
    zip: row.zip ?? '',
    planText: row.plan,
    externalId: row.external_id,
    externalNumber: row.number,
    started: row.started,
    paidThrough: row.paid_through,
    status: row.status,
    family: {
      spouseFirstName: row.spouse_firstname,
      spouseLastName: row.spouse_lastname,
      members: row.family_members,
    },
    customerId: row.stripe_customer_id,
    subscriptionId: row.stripe_subscription_id,
    digest: digest(JSON.stringify(row)),
  };
}

function findContradiction(row: z.output<typeof memberCells>): CellFault | undefined {
  const { stripe_subscription_id: subscriptionId, paid_through: paidThrough, started, status } = row;
  if (subscriptionId !== null) return undefined;
  if (paidThrough === null) {
    return {
      column: 'paid_through',
      message: 'Required without a Stripe subscription: enter the last paid day',
    };
  }
  if (started !== null && started > paidThrough) {
    return { column: 'started', message: 'This can’t be after the last paid day. Correct one of the two' };
  }
  if (status === 'past_due') {
    return {
      column: 'status',
      message: 'Only a Stripe subscription can be past due: add its ID, or enter another status',
    };
  }
  return undefined;
}
