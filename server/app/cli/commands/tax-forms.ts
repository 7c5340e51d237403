import { parseArgs } from 'node:util';
import type { Account } from '../../../domains/accounts/account.repository.ts';
import { rotateFields } from '../../../domains/affiliates/field-rotation.service.ts';
import {
  findTaxForms,
  type OpenedTaxForm,
  openTaxForm,
} from '../../../domains/affiliates/tax-forms/tax-form.service.ts';
import { TAX_FORM_NAMES } from '../../../domains/affiliates/tax-forms/tax-year.shared.ts';
import { AppError } from '../../../lib/errors.ts';
import { loadFieldKeys } from '../../../platform/config/secrets.ts';
import { createFieldCipher } from '../../../platform/security/field-cipher.ts';
import { type Command, type CommandDeps, CommandError, type CommandIo, UsageError } from '../command.ts';
import { formatTable } from '../text-table.ts';
import { requireAccountByEmail } from './accounts.ts';

const usage = `Usage:
  npm run tax-forms -- show <email> --by <staff email> --reason <text>
        print an account's tax forms with their numbers, and record who opened them and why in the audit log
  npm run tax-forms -- rotate
        encrypt every form, bank account, and file for the bank with the first key of FIELD_KEYS; safe to repeat,
        and while servers are running

To change the key, first append the new key to FIELD_KEYS of every process, then move it to the front, then rotate. The
old key can be removed when rotate reports that nothing uses it.`;

type FormDeps = Parameters<typeof openTaxForm>[0];

export const taxFormsCommand: Command = {
  usage,
  run: async (deps, args, io) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { by: { type: 'string' }, reason: { type: 'string' } },
    });
    const [action, email, ...rest] = positionals;
    const hasNoOptions = values.by === undefined && values.reason === undefined;
    if (action === 'rotate' && email === undefined && hasNoOptions)
      return rotateForms(await withCipher(deps), io);
    if (action !== 'show' || email === undefined || rest.length > 0) {
      throw new UsageError('Choose an action: rotate, or show with an email.');
    }
    if (!values.by || !values.reason)
      throw new UsageError('Say who opens the forms (--by) and why (--reason).');
    return printForms(await withCipher(deps), { email, by: values.by, reason: values.reason });
  },
};

/** Adds the cipher for tax forms. Loads its keys on demand, so that other commands work without them. */
export async function withCipher(deps: CommandDeps): Promise<FormDeps> {
  return { ...deps, cipher: createFieldCipher(await loadFieldKeys(deps.config)) };
}

async function rotateForms(deps: FormDeps, io: CommandIo): Promise<string> {
  const { total, rotated, unreadable } = await rotateFields(deps, {
    onBatch: (done) => io.progress({ done, total: null, text: `${done} rows` }),
  });
  const summary = `${rotated} of ${total} rows were encrypted with the current key.`;
  if (unreadable.length === 0) return `${summary} None uses another key.`;
  const lines = unreadable.map(({ id, reason }) => `  ${id}  ${reason}`);
  throw new CommandError(`${summary} These can't be decrypted:\n${lines.join('\n')}`);
}

async function printForms(
  deps: FormDeps,
  options: { email: string; by: string; reason: string },
): Promise<string> {
  const owner = await requireAccountByEmail(deps.db, options.email);
  const opener = await requireAccountByEmail(deps.db, options.by);
  const formsOnFile = await findTaxForms(deps.db, owner.id);
  const sections: string[] = [];
  for (const kind of ['w9', 'w8ben'] as const) {
    if (!formsOnFile[kind]) continue;
    const openedForm = await openOrExplain(
      opener,
      openTaxForm(deps, { accountId: owner.id, kind, openedBy: opener.id, reason: options.reason }),
    );
    sections.push(formatForm(TAX_FORM_NAMES[kind], owner, openedForm));
  }
  if (sections.length === 0) throw new CommandError(`${owner.email} has no tax form on file.`);
  return sections.join('\n\n');
}

/** Converts errors about opening a tax form to CommandErrors that the operator can act on. */
export async function openOrExplain(
  opener: Account,
  opening: Promise<OpenedTaxForm>,
): Promise<OpenedTaxForm> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'NOT_ALLOWED') throw new CommandError(`${opener.email} is not a staff account.`);
    throw new CommandError(error.message);
  }
}

function formatForm(title: string, owner: Account, form: OpenedTaxForm): string {
  return formatTable([
    ['form', `${title}, ${form.id}`],
    ['account', owner.email],
    ['accepted', `${form.acceptedAt.toISOString()} from ${form.ip}`],
    ...Object.entries({ ...form.details, ...form.numbers }).map(([name, value]) => [name, String(value)]),
  ]);
}
