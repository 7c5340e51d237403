import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import type { Message } from '../../content/messages/message.repository.ts';
import { type MessageKind, messageKind } from '../../content/messages/message.schema.ts';
import { deleteWriter, listMessages, releaseMessage } from '../../content/messages/message.service.ts';
import { listSubscribers } from '../../content/messages/newsletter.service.ts';
import { guardCell } from '../../lib/spreadsheet.ts';
import { type CommandDeps, CommandError, type CommandIo, UsageError } from '../command.ts';
import { writeCsvFile } from '../csv-file.ts';
import { textTable } from '../text-table.ts';

/** Stands for standard output. */
const STREAM = '-';

export interface MessageOptions {
  kind: string | undefined;
  suspected: boolean;
}

function kindOf(text: string | undefined): MessageKind | null {
  if (text === undefined) return null;
  const parsed = messageKind.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new UsageError(`--kind takes ${messageKind.options.join(', ')}.`);
}

async function findMatching({ db }: CommandDeps, { kind, suspected }: MessageOptions): Promise<Message[]> {
  return listMessages(db, { kind: kindOf(kind), suspected });
}

function formatMessage({ id, kind, name, email, fields, suspicion, receivedAt }: Message): string {
  const about = suspicion ? `  (suspected: ${suspicion})` : '';
  const lines = fields.map(({ label, value }) => `${label}: ${value.replaceAll('\n', '\n  ')}`);
  return [`${receivedAt.toISOString()}  ${kind}  ${id}${about}`, `${name} <${email}>`, ...lines].join('\n');
}

async function list(deps: CommandDeps, options: MessageOptions): Promise<string> {
  const messages = await findMatching(deps, options);
  return messages.length === 0 ? 'There are no messages.' : messages.map(formatMessage).join('\n\n');
}

function messagesFile(messages: readonly Message[]): string {
  const header = ['id', 'received', 'kind', 'name', 'e-mail', 'message', 'suspicion'];
  const rows = messages.map(({ id, receivedAt, kind, name, email, fields, suspicion }) => [
    id,
    receivedAt.toISOString(),
    kind,
    name,
    email,
    fields.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    suspicion ?? '',
  ]);
  return stringify([header, ...rows.map((row) => row.map(guardCell))]);
}

async function writeFile(file: string, text: string, io: CommandIo): Promise<string> {
  if (file === STREAM) {
    await io.write(text);
    return '';
  }
  // Messages are private.
  await writeCsvFile(file, (write) => write(text), { secret: true });
  return `Written to ${file}.`;
}

async function release(deps: CommandDeps, ids: string[]): Promise<string> {
  const jobs = await deps.openJobs();
  const lines: string[] = [];
  let refused = false;
  for (const id of ids) {
    const isReleased = z.uuid().safeParse(id).success && (await releaseMessage({ ...deps, jobs }, id));
    refused ||= !isReleased;
    lines.push(isReleased ? `${id}  accepted and mailed to staff.` : `${id}  is not a suspected message.`);
  }
  if (refused) throw new CommandError(lines.join('\n'));
  return lines.join('\n');
}

/** `npm run content -- messages …`. */
export async function messagesAction(
  deps: CommandDeps,
  [action, ...rest]: string[],
  options: MessageOptions,
  io: CommandIo,
): Promise<string> {
  const [first] = rest;
  if (action === 'list' && first === undefined) return list(deps, options);
  if (action === 'export' && first !== undefined && rest.length === 1) {
    return writeFile(first, messagesFile(await findMatching(deps, options)), io);
  }
  if (options.kind === undefined && !options.suspected && first !== undefined) {
    if (action === 'release') return release(deps, rest);
    if (action === 'forget' && rest.length === 1) return forget(deps, first);
  }
  throw new UsageError('Choose an action for messages: list, export, release or forget.');
}

async function forget({ db }: CommandDeps, email: string): Promise<string> {
  const { messages, subscribed } = await deleteWriter(db, email);
  return `${messages} ${messages === 1 ? 'message' : 'messages'} from ${email} deleted${
    subscribed ? ', and the newsletter subscription' : ''
  }.`;
}

/** `npm run content -- newsletter …`. */
export async function newsletterAction(
  { db }: CommandDeps,
  [action, file, ...rest]: string[],
  { suspected }: { suspected: boolean },
  io: CommandIo,
): Promise<string> {
  const rows = async () =>
    (await listSubscribers(db, { suspected })).map(({ email, subscribedAt }) => [
      email,
      subscribedAt.toISOString(),
    ]);
  if (action === 'list' && file === undefined) return textTable(await rows()) || 'There are no subscribers.';
  if (action === 'export' && file !== undefined && rest.length === 0) {
    const guarded = (await rows()).map((row) => row.map(guardCell));
    return writeFile(file, stringify([['e-mail', 'since'], ...guarded]), io);
  }
  throw new UsageError('Choose an action for the newsletter: list or export.');
}
