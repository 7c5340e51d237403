import { emailLine } from '../../../lib/text.ts';
import { listSuppressions } from '../../../platform/mails/suppression.repository.ts';
import { suppressEmail, unsuppressEmail } from '../../../platform/mails/suppression.service.ts';
import { type Command, type CommandDeps, UsageError } from '../command.ts';
import { formatTable } from '../text-table.ts';

const usage = `Usage:
  npm run mails -- list                  list the addresses that get no email or no newsletter, newest first
  npm run mails -- suppress <email…>     send them only what they just asked for, such as a receipt
  npm run mails -- unsuppress <email…>   email them again if they bounced or staff suppressed them`;

/** `npm run mails`: manages the addresses that get no mail or no newsletter. */
export const mailsCommand: Command = {
  usage,
  run: async (deps, [action, ...emails]) => {
    if (action === 'list' && emails.length === 0) return printSuppressions(deps);
    if (emails.length > 0) {
      if (action === 'suppress') return suppress(deps, parseEmails(emails));
      if (action === 'unsuppress') return unsuppress(deps, parseEmails(emails));
    }
    throw new UsageError('Choose an action: list, suppress, or unsuppress.');
  },
};

function parseEmails(texts: readonly string[]): string[] {
  return texts.map((text) => {
    const parsedEmail = emailLine('').safeParse(text);
    if (parsedEmail.success) return parsedEmail.data.toLowerCase();
    throw new UsageError(`${text} is not an email address.`);
  });
}

async function printSuppressions({ db }: CommandDeps): Promise<string> {
  const rows = (await listSuppressions(db)).map(({ email, reason, suppressedAt }) => [
    email,
    reason,
    suppressedAt.toISOString(),
  ]);
  return formatTable(rows) || 'No address is suppressed.';
}

async function suppress(deps: CommandDeps, emails: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const email of emails) {
    const isNew = await suppressEmail(deps, email);
    lines.push(isNew ? `${email}  is suppressed.` : `${email}  was suppressed before.`);
  }
  return lines.join('\n');
}

async function unsuppress(deps: CommandDeps, emails: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const email of emails) {
    const isChanged = await unsuppressEmail(deps, email);
    lines.push(isChanged ? `${email}  gets email again.` : `${email}  was not suppressed.`);
  }
  return lines.join('\n');
}
