import { stringify } from 'csv-stringify/sync';
import type { Message } from '../../../domains/content/messages/message.repository.ts';
import { type MessageKind, messageKind } from '../../../domains/content/messages/message.schema.ts';
import { deleteSenderData, listMessages } from '../../../domains/content/messages/message.service.ts';
import { guardCell } from '../../../lib/spreadsheet.ts';
import { type CommandDeps, type CommandIo, UsageError } from '../command.ts';
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

export async function messagesAction(
  deps: CommandDeps,
  [action, ...rest]: string[],
  options: MessageOptions,
  io: CommandIo,
): Promise<string> {
  const [firstArgument] = rest;
  if (action === 'export' && firstArgument !== undefined && rest.length === 1) {
    const messages = await listMessages(deps.db, {
      kind: parseKind(options.kind),
      suspected: options.suspected,
    });
    return writeOutput(firstArgument, formatMessagesCsv(messages), io);
  }
  if (
    action === 'forget' &&
    firstArgument !== undefined &&
    rest.length === 1 &&
    options.kind === undefined &&
    !options.suspected
  ) {
    return forgetPerson(deps, firstArgument);
  }
  throw new UsageError('Choose an action for messages: export or forget.');
}

async function forgetPerson(deps: CommandDeps, email: string): Promise<string> {
  const { messages, subscribed } = await deleteSenderData(deps, email);
  return `${messages} ${messages === 1 ? 'message' : 'messages'} from ${email} deleted${
    subscribed ? ', and the newsletter subscription' : ''
  }.`;
}
