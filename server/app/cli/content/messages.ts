import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import type { Message } from '../../../domains/content/messages/message.repository.ts';
import { type MessageKind, messageKind } from '../../../domains/content/messages/message.schema.ts';
import {
  deleteSenderData,
  listMessages,
  releaseMessage,
} from '../../../domains/content/messages/message.service.ts';
import { guardCell } from '../../../lib/spreadsheet.ts';
import { type CommandDeps, CommandError, type CommandIo, UsageError } from '../command.ts';
import { writeCsvFile } from '../csv-file.ts';

const STDOUT_NAME = '-';

export interface MessageOptions {
  kind: string | undefined;
  suspected: boolean;
}

function parseKind(text: string | undefined): MessageKind | null {
  if (text === undefined) return null;
  const parsedKind = messageKind.safeParse(text);
  if (parsedKind.success) return parsedKind.data;
  throw new UsageError(`--kind takes ${messageKind.options.join(', ')}.`);
}

async function findMessages({ db }: CommandDeps, { kind, suspected }: MessageOptions): Promise<Message[]> {
  return listMessages(db, { kind: parseKind(kind), suspected });
}

function formatMessage({ id, kind, name, email, fields, suspicion, receivedAt }: Message): string {
  const suspicionText = suspicion ? `  (suspected: ${suspicion})` : '';
  const lines = fields.map(({ label, value }) => `${label}: ${value.replaceAll('\n', '\n  ')}`);
  return [`${receivedAt.toISOString()}  ${kind}  ${id}${suspicionText}`, `${name} <${email}>`, ...lines].join(
    '\n',
  );
}

async function printMessages(deps: CommandDeps, options: MessageOptions): Promise<string> {
  const messages = await findMessages(deps, options);
  return messages.length === 0 ? 'There are no messages.' : messages.map(formatMessage).join('\n\n');
}

function formatMessagesCsv(messages: readonly Message[]): string {
  const headings = ['id', 'received', 'kind', 'name', 'email', 'message', 'suspicion'];
  const rows = messages.map(({ id, receivedAt, kind, name, email, fields, suspicion }) => [
    id,
    receivedAt.toISOString(),
    kind,
    name,
    email,
    fields.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    suspicion ?? '',
  ]);
  return stringify([headings, ...rows.map((row) => row.map(guardCell))]);
}

/** Writes to standard output, or to a CSV file that only its owner can read. */
export async function writeOutput(file: string, text: string, io: CommandIo): Promise<string> {
  if (file === STDOUT_NAME) {
    await io.write(text);
    return '';
  }
  await writeCsvFile(file, (write) => write(text), { secret: true });
  return `Written to ${file}.`;
}

async function releaseMessages(deps: CommandDeps, ids: string[]): Promise<string> {
  const jobs = await deps.openJobs();
  const lines: string[] = [];
  let hasFailed = false;
  for (const id of ids) {
    const isReleased = z.uuid().safeParse(id).success && (await releaseMessage({ ...deps, jobs }, id));
    hasFailed ||= !isReleased;
    lines.push(isReleased ? `${id}  accepted and emailed to staff.` : `${id}  is not a suspected message.`);
  }
  if (hasFailed) throw new CommandError(lines.join('\n'));
  return lines.join('\n');
}

export async function messagesAction(
  deps: CommandDeps,
  [action, ...rest]: string[],
  options: MessageOptions,
  io: CommandIo,
): Promise<string> {
  const [firstArgument] = rest;
  if (action === 'list' && firstArgument === undefined) return printMessages(deps, options);
  if (action === 'export' && firstArgument !== undefined && rest.length === 1) {
    return writeOutput(firstArgument, formatMessagesCsv(await findMessages(deps, options)), io);
  }
  if (options.kind === undefined && !options.suspected && firstArgument !== undefined) {
    if (action === 'release') return releaseMessages(deps, rest);
    if (action === 'forget' && rest.length === 1) return forgetPerson(deps, firstArgument);
  }
  throw new UsageError('Choose an action for messages: list, export, release, or forget.');
}

async function forgetPerson(deps: CommandDeps, email: string): Promise<string> {
  const { messages, subscribed } = await deleteSenderData(deps, email);
  return `${messages} ${messages === 1 ? 'message' : 'messages'} from ${email} deleted${
    subscribed ? ', and the newsletter subscription' : ''
  }.`;
}
