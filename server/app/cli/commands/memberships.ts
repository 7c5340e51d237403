import { parseArgs } from 'node:util';
import { isOverdue } from '../../../domains/memberships/membership.schema.ts';
import { type GrantInput, grantInput } from '../../../domains/memberships/membership-grant.schema.ts';
import { extendMembership } from '../../../domains/memberships/membership-grant.service.ts';
import { getMembershipState } from '../../../domains/memberships/membership-state.ts';
import { toBusinessDate } from '../../../lib/dates.ts';
import { AppError } from '../../../lib/errors.ts';
import { formatMembershipNumber } from '../../../lib/membership-number.ts';
import { MAX_GRANT_DAYS } from '../../../lib/staff-bounds.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { requireStaffByEmail } from './accounts.ts';

const usage = `Usage:
  npm run memberships -- extend <number> --days <n> --by <staff email> --reason <text>
  npm run memberships -- extend <number> --through <YYYY-MM-DD> --by <staff email> --reason <text>
        extend a membership by days after its expiry, or through a day, without a charge. With a company's own number,
        all of its cards are extended. The audit log records it.

Stripe keeps its renewal date, so the next charge is not delayed, and the later of the two end dates counts. A
membership whose renewal is unpaid stays suppressed until it is paid.`;

/** `npm run memberships`: lets staff extend a membership (D26). */
export const membershipsCommand: Command = {
  usage,
  run: async (deps, args) => {
    const { by, ...input } = readArgs(args);
    const staff = await requireStaffByEmail(deps.db, by);
    try {
      const { membership, before, after } = await extendMembership(deps, { ...input, staffId: staff.id });
      const number = formatMembershipNumber(membership.number);
      const message = `${number} expires on ${toBusinessDate(after)} instead of ${toBusinessDate(before)}.`;
      return isOverdue(getMembershipState(membership, deps.now()))
        ? `${message} Its last payment failed, so the card stays suppressed until that is paid.`
        : message;
    } catch (error) {
      if (error instanceof AppError) throw new CommandError(error.message);
      throw error;
    }
  },
};

function readArgs(args: string[]): GrantInput & { by: string } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      days: { type: 'string' },
      through: { type: 'string' },
      by: { type: 'string' },
      reason: { type: 'string' },
    },
  });
  const [action, number, ...rest] = positionals;
  if (action !== 'extend' || number === undefined || rest.length > 0) {
    throw new UsageError('Use extend with one membership number.');
  }
  const { days, through, by, reason = '' } = values;
  if (!by || reason.trim() === '') throw new UsageError('Say who extends it (--by) and why (--reason).');
  if ((days === undefined) === (through === undefined)) throw new UsageError('Use --days or --through.');
  const end = days === undefined ? { through } : { days: Number(days) };
  const input = grantInput.safeParse({ number, end, reason });
  if (input.success) return { ...input.data, by };
  throw new UsageError(
    `--days takes 1 to ${MAX_GRANT_DAYS}, --through a day such as 2027-01-31, and --reason up to 500 characters.`,
  );
}
