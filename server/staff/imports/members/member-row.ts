import { z } from 'zod';
import type { Plan } from '../../../domains/catalog/plan.schema.ts';
import type { FamilyNames } from '../../../domains/memberships/family.schema.ts';
import { latinName } from '../../../lib/latin-name.schema.ts';
import { readPostalCode } from '../../../lib/readers/zip.ts';
import { NO_LAST_NAME } from '../../../lib/same-person.ts';
import { restoreZip } from '../../../lib/table/cells.ts';
import { type DayReading, readDay } from '../../../lib/table/day.ts';
import type { TableCells } from '../../../lib/table/table.ts';
import {
  emailLine,
  nameLine,
  optionalLine,
  optionalName,
  optionalReading,
  requiredLine,
} from '../../../lib/text.ts';
import { hashJson } from '../../../platform/hash-json.ts';
import { findOption, type ValueOption } from '../mapping/mapping-rules.shared.ts';
import { isMemberColumn, type MemberColumn } from './member-columns.shared.ts';

/** A row of a members file. Each cell is valid, but the row hasn't been compared with the database. */
export interface MemberRow {
  line: number;
  email: string;
  firstname: string;
  lastname: string;
  latinName: string | null | undefined;
  zip: string;
  plan: Plan;
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

function dayCell(reading: DayReading) {
  return optionalLine(40).transform((text, context) => {
    const result = readDay(text ?? '', reading);
    if ('day' in result) return result.day;
    context.issues.push({ code: 'custom', input: text, message: result.problem });
    return z.NEVER;
  });
}

/** A plan's number, short name, and names. */
export function toPlanOption({ id, slug, name, orderSummaryName }: Plan): ValueOption {
  const names = [String(id), name, orderSummaryName].map((text) => text.toLowerCase());
  return { value: slug ?? String(id), label: name, names };
}

function planCell(plans: readonly Plan[]) {
  const options = plans.map((plan) => ({ plan, ...toPlanOption(plan) }));
  return requiredLine('Required Field').transform((text, context) => {
    const plan = options.find((option) => findOption([option], text))?.plan;
    if (plan) return { plan, text };
    const names = options.map(({ value }) => value).join(' or ');
    const message = `There is no such plan for members. Enter ${names}`;
    context.issues.push({ code: 'custom', input: text, message });
    return z.NEVER;
  });
}

interface StatusOption extends ValueOption {
  value: NonNullable<MemberRow['status']>;
}

/** WooCommerce writes its internal names, which begin with 'wcm-'. */
export const STATUS_OPTIONS: StatusOption[] = [
  { value: 'active', label: 'Active', names: ['trialing', 'current', 'wcm-active'] },
  { value: 'past_due', label: 'Past due', names: ['pastdue', 'past due'] },
  { value: 'canceled', label: 'Canceled', names: ['cancelled', 'wcm-cancelled'] },
  { value: 'expired', label: 'Expired', names: ['inactive', 'ended', 'wcm-expired'] },
];

const statusCell = optionalLine(40).transform((text, context) => {
  if (text === null) return null;
  const status = STATUS_OPTIONS.find((option) => findOption([option], text));
  if (status) return status.value;
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

function createCellSchema({ plans, dayReading }: MemberReading) {
  return z.object({
    email: emailLine('Required Field'),
    firstname: nameLine('Required Field'),
    lastname: optionalName().transform((name) => name ?? NO_LAST_NAME),
    latin_name: latinName(),
    plan: planCell(plans),
    external_id: optionalLine(),
    number: optionalLine(),
    started: dayCell(dayReading),
    paid_through: dayCell(dayReading),
    status: statusCell,
    spouse_firstname: optionalName(),
    spouse_lastname: optionalName(),
    family_members: familyCell,
    zip: z.preprocess(restoreZip, optionalReading(readPostalCode, 20)),
    stripe_customer_id: stripeId('cus'),
    stripe_subscription_id: stripeId('sub'),
  } satisfies Record<Exclude<MemberColumn, 'name'>, z.ZodType>);
}

/** A person with one name may have it in either column. */
function withFirstName(cells: TableCells): TableCells {
  const { firstname = '', lastname = '' } = cells;
  return firstname.trim() === '' ? { ...cells, firstname: lastname, lastname: '' } : cells;
}

/** How to read a file's cells. */
export interface MemberReading {
  /** The plans that a member can have. */
  plans: readonly Plan[];
  dayReading: DayReading;
}

export function digest(...parts: Array<string | number>): string {
  return hashJson(parts);
}

const toColumn = (name: unknown): MemberColumn | null =>
  typeof name === 'string' && isMemberColumn(name) ? name : null;

/**
 * Creates a function that validates a row without the database. It returns the errors of all cells, and of
 * the row as a whole.
 */
export function createRowReader(reading: MemberReading) {
  const cellSchema = createCellSchema(reading);
  const endSchema = cellSchema.pick({
    started: true,
    paid_through: true,
    status: true,
    stripe_subscription_id: true,
  });
  return (line: number, rowCells: TableCells): MemberRow | { faults: CellFault[] } => {
    const cells = withFirstName(splitName(rowCells));
    const parsed = cellSchema.safeParse(cells);
    // Checked even if other cells are wrong, so that all errors can be corrected at once.
    const end = endSchema.safeParse(cells);
    const contradiction = end.success ? findContradiction(end.data) : undefined;
    if (!parsed.success || contradiction) {
      const cellFaults = (parsed.error?.issues ?? []).map(({ path, message }) => ({
        column: toColumn(path[0]),
        message,
      }));
      return { faults: [...cellFaults, ...(contradiction ? [contradiction] : [])] };
    }
    const { plan, ...row } = parsed.data;
    return {
      line,
      email: row.email,
      firstname: row.firstname,
      lastname: row.lastname,
      latinName: row.latin_name,
      zip: row.zip ?? '',
      plan: plan.plan,
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
      // A blank column that older files lack must not change the digest.
      digest: digest(
        JSON.stringify({ ...parsed.data, latin_name: row.latin_name || undefined, plan: plan.text }),
      ),
    };
  };
}

/** A part of a last name before its last word, as in 'de la Cruz'. */
const NAME_PARTICLE = /^(?:af|al|bin|d[aeiou]|de[lrn]|della|dos|el|ibn|l[ae]|st\.?|te[nr]|v[ao]n|zu[mr]?)$/i;

/** Fills the first and the last name from the full name, if they are empty. */
function splitName(cells: TableCells): TableCells {
  const name = (cells.name ?? '').trim().replace(/\s+/g, ' ');
  if (name === '' || cells.firstname?.trim() || cells.lastname?.trim()) return cells;
  const [last = '', first] = name.split(/\s*,\s*/);
  if (first) return { ...cells, firstname: first, lastname: last };
  const words = name.split(' ');
  let start = Math.max(words.length - 1, 1);
  while (start > 1 && NAME_PARTICLE.test(words[start - 1] ?? '')) start--;
  return { ...cells, firstname: words.slice(0, start).join(' '), lastname: words.slice(start).join(' ') };
}

interface MembershipEnd extends Pick<MemberRow, 'started' | 'status'> {
  paid_through: string | null;
  stripe_subscription_id: string | null;
}

function findContradiction({
  stripe_subscription_id: subscriptionId,
  paid_through: paidThrough,
  started,
  status,
}: MembershipEnd): CellFault | undefined {
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
