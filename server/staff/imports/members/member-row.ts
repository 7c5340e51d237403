import { z } from 'zod';
import type { Plan } from '../../../domains/catalog/plan.schema.ts';
import type { FamilyNames } from '../../../domains/memberships/family.schema.ts';
import { restoreZip } from '../../../lib/table/cells.ts';
import { type DayReading, readDay } from '../../../lib/table/day.ts';
import type { TableCells } from '../../../lib/table/table.ts';
import { emailLine, nameLine, optionalLine, optionalName, requiredLine } from '../../../lib/text.ts';
import { hashJson } from '../../../platform/hash-json.ts';
import { isMemberColumn, type MEMBER_DAY_COLUMNS, type MemberColumn } from './member-columns.shared.ts';

/** A row of a members file. Each cell is valid, but the row hasn't been compared with the database. */
export interface MemberRow {
  line: number;
  email: string;
  firstname: string;
  lastname: string;
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

/** Accepts a plan's number, short name, or name. */
function planCell(plans: readonly Plan[]) {
  return requiredLine('Required Field').transform((text, context) => {
    const matchesText = (name: string | null) => name?.toLowerCase() === text.toLowerCase();
    const plan = plans.find(({ id, slug, name, orderSummaryName }) =>
      [String(id), slug, name, orderSummaryName].some(matchesText),
    );
    if (plan) return { plan, text };
    const names = plans.map(({ slug }) => slug).join(' or ');
    const message = `There is no such plan for members. Enter ${names}`;
    context.issues.push({ code: 'custom', input: text, message });
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
  // WooCommerce writes its internal names.
  const status = text === null ? null : STATUSES[text.toLowerCase().replace(/^wcm-/, '')];
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

function createCellSchema({ plans, dayReadings }: MemberReading) {
  return z.object({
    email: emailLine('Required Field'),
    firstname: nameLine('Required Field'),
    lastname: nameLine('Required Field'),
    plan: planCell(plans),
    external_id: optionalLine(),
    number: optionalLine(),
    started: dayCell(dayReadings.started),
    paid_through: dayCell(dayReadings.paid_through),
    status: statusCell,
    spouse_firstname: optionalName(),
    spouse_lastname: optionalName(),
    family_members: familyCell,
    zip: z.preprocess(restoreZip, optionalLine(20)),
    stripe_customer_id: stripeId('cus'),
    stripe_subscription_id: stripeId('sub'),
  } satisfies Record<MemberColumn, z.ZodType>);
}

/** How to read a file's cells. */
export interface MemberReading {
  /** The plans that a member can have. */
  plans: readonly Plan[];
  dayReadings: Readonly<Record<(typeof MEMBER_DAY_COLUMNS)[number], DayReading>>;
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
  return (line: number, cells: TableCells): MemberRow | { faults: CellFault[] } => {
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
      digest: digest(JSON.stringify({ ...parsed.data, plan: plan.text })),
    };
  };
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
