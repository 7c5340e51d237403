import { type Db, inTransaction } from '#db/client.ts';
import {
  approveText,
  listDrafts,
  listVersions,
  readText,
  TEXTS,
} from '../../../domains/content/text.service.ts';
import { type CommandDeps, CommandError, type CommandIo, UsageError } from '../command.ts';
import { formatTable } from '../text-table.ts';

/** Returns the canonical name of a text; the input's case doesn't matter. Throws if there is no such text. */
export function requireText(input: string | undefined): string {
  const name = input?.toUpperCase();
  if (name === undefined) throw new UsageError('Name a text.');
  if (TEXTS.has(name)) return name;
  throw new CommandError(`There is no text ${input}. Texts: ${[...TEXTS.keys()].join(', ')}.`);
}

async function printTexts(db: Db): Promise<string> {
  const drafts = await listDrafts(db);
  const rows = await Promise.all(
    [...TEXTS.keys()].map(async (name) => {
      const text = await readText(db, name);
      return [
        name,
        text ? `version ${text.version}` : 'missing',
        text?.publishedAt.toISOString() ?? '',
        drafts.includes(name) ? 'draft' : '',
      ];
    }),
  );
  return formatTable(rows);
}

async function printHistory(db: Db, name: string): Promise<string> {
  const versions = await listVersions(db, name);
  if (versions.length === 0) return `${name} was never published.`;
  return formatTable(
    versions.map(({ version, publishedAt, html }) => [
      `version ${version}`,
      publishedAt.toISOString(),
      `${html.length.toLocaleString('en-US')} characters`,
    ]),
  );
}

async function printText(db: Db, name: string, version: number | undefined, io: CommandIo): Promise<string> {
  const text = await readText(db, name, version);
  if (!text) throw new CommandError(`${name} has no version ${version ?? 1}.`);
  await io.write(text.html.endsWith('\n') ? text.html : `${text.html}\n`);
  return '';
}

export async function textsAction(
  deps: CommandDeps,
  [action, name, ...rest]: string[],
  version: string | undefined,
  io: CommandIo,
): Promise<string> {
  if (version !== undefined && !/^[1-9]\d{0,5}$/.test(version))
    throw new UsageError('--version takes a number.');
  const { db } = deps;
  if (action === 'approve' && version === undefined && name !== undefined) {
    return approveTexts(deps, [name, ...rest].map(requireText));
  }
  if (rest.length === 0 && (action === 'show' || version === undefined)) {
    if (action === 'list' && name === undefined) return printTexts(db);
    if (action === 'history') return printHistory(db, requireText(name));
    if (action === 'show') return printText(db, requireText(name), version ? Number(version) : undefined, io);
  }
  throw new UsageError('Choose an action for texts: list, show, history, or approve.');
}

async function approveTexts({ db, now }: CommandDeps, names: string[]): Promise<string> {
  return inTransaction(db, async (trx) => {
    const lines: string[] = [];
    for (const name of names) {
      const version = await approveText(trx, name, now());
      lines.push(version === null ? `${name}  is not a draft` : `${name}  version ${version}, reviewed`);
    }
    return lines.join('\n');
  });
}
