import { createStaffToken } from '../../../domains/accounts/sessions/staff-token.service.ts';
import { AppError } from '../../../lib/errors.ts';
import { paths } from '../../../lib/pages.shared.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { formatTable } from '../text-table.ts';
import { requireAccountByEmail } from './accounts.ts';

const usage = `Usage:
  npm run staff-token -- <email>

Prints a token that logs in to a staff account once, within 10 minutes. Keep it secret.`;

export const staffTokenCommand: Command = {
  usage,
  run: async (deps, args) => {
    const [email] = args;
    if (email === undefined || args.length !== 1)
      throw new UsageError('Name the staff account by its email.');
    const account = await requireAccountByEmail(deps.db, email);
    try {
      const { token, expiresAt } = await createStaffToken(deps, account);
      return formatTable([
        ['Token', token],
        ['Valid', `once, until ${expiresAt.toISOString()}`],
        ['Page', `${deps.config.publicUrl}${paths.staffLogin()}`],
      ]);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'NOT_ALLOWED')) throw error;
      throw new CommandError(
        `${account.email} is not a staff account. Make it one first: npm run accounts -- set-type ${account.email} admin`,
      );
    }
  },
};
