import { parseArgs } from 'node:util';
import type { Db } from '#db/client.ts';
import { changePublicSetting } from '../../content/setting.service.ts';
import { businessDay } from '../../lib/dates.ts';
import { videoLink } from '../../lib/video-link.ts';
import { createWebinarCodes, listWebinarCodes } from '../../webinar/code.service.ts';
import { listRewards, markRewardSent, type Reward } from '../../webinar/reward.service.ts';
import { type Command, type CommandDeps, CommandError, type CommandIo, UsageError } from '../command.ts';
import { markAllSent, printList, resolveCsvPath } from '../shipments.ts';
import { textTable } from '../text-table.ts';
import { stateOf } from '../webinar-codes-file.ts';

export const MOST_CODES = 10_000;

const usage = `Usage:
  npm run webinar -- codes add <number>          makes new codes and prints them, a line each, to be handed out
  npm run webinar -- codes list                  every code, and how far its holder is
  npm run webinar -- rewards list [--all] [--csv <file>]
        what is owed for redeemed codes, the longest owed first; with --all what was sent, too.
        --csv writes a file for a spreadsheet; - writes to standard output
  npm run webinar -- rewards sent <id…>          marks rewards as sent and tells their recipients by mail, once
  npm run webinar -- video <link>|none           the webinar's video: an https link to an MP4 or WebM file, or to a
                                                 video of YouTube or Vimeo`;

/** `npm run webinar` (DESIGN D14, D35). */
export const webinarCommand: Command = {
  usage,
  resolvePaths: resolveCsvPath,
  run: async (deps, args, io) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { csv: { type: 'string' }, all: { type: 'boolean', default: false } },
    });
    const [noun, action, ...rest] = positionals;
    const isBare = values.csv === undefined && !values.all;
    if (noun === 'rewards' && action === 'list' && rest.length === 0) return rewards(deps.db, values, io);
    if (noun === 'rewards' && action === 'sent' && rest.length > 0 && isBare) return sent(deps, rest);
    if (noun === 'codes' && action === 'list' && rest.length === 0 && isBare) return codes(deps.db);
    if (noun === 'codes' && action === 'add' && rest.length === 1 && isBare) return add(deps, rest[0] ?? '');
    if (noun === 'video' && action && rest.length === 0 && isBare) return video(deps, action);
    throw new UsageError(
      noun ? `These arguments are not known: ${args.join(' ')}` : 'Say what to do: codes, rewards or video.',
    );
  },
};

async function add(deps: CommandDeps, count: string): Promise<string> {
  if (!/^\d{1,5}$/.test(count) || Number(count) < 1 || Number(count) > MOST_CODES) {
    throw new UsageError(`Say how many codes: 1 to ${MOST_CODES}.`);
  }
  return (await createWebinarCodes(deps, Number(count))).join('\n');
}

async function codes(db: Db): Promise<string> {
  const found = await listWebinarCodes(db);
  if (found.length === 0) return 'There are no codes.';
  return textTable(
    found.map(({ code, createdAt, startedAt, finishedAt, selection, selectedAt }) => [
      code,
      stateOf({ startedAt, finishedAt, selection }),
      (selectedAt ?? finishedAt ?? startedAt ?? createdAt).toISOString(),
    ]),
  );
}

const KINDS = { lunch: 'lunch certificate', 'gift-card': 'gift card' } as const;

function cellsOf({ id, amount, kind, detail, recipient, email, code, owedAt, sentAt }: Reward): string[] {
  return [
    id,
    amount,
    KINDS[kind],
    detail ?? '',
    recipient,
    email,
    code,
    businessDay(owedAt),
    sentAt ? businessDay(sentAt) : '',
  ];
}
const HEADINGS = ['id', 'amount', 'reward', 'for', 'recipient', 'e-mail', 'code', 'owed', 'sent'];

async function rewards(
  db: Db,
  { all, csv }: { all: boolean; csv?: string | undefined },
  io: CommandIo,
): Promise<string> {
  const rows = (await listRewards(db, { sentToo: all })).map(cellsOf);
  const none = all ? 'There are no rewards.' : 'Nothing is owed.';
  return printList({ headings: HEADINGS, rows, noun: 'rewards', none }, csv, io);
}

async function sent(deps: CommandDeps, ids: string[]): Promise<string> {
  const jobs = await deps.openJobs();
  return markAllSent(ids, (id) => markRewardSent({ ...deps, jobs }, id), 'is no reward.');
}

async function video(deps: CommandDeps, link: string): Promise<string> {
  if (link === 'none') {
    await changePublicSetting(deps, 'webinarlink', '');
    return 'The webinar has no video now.';
  }
  const shown = videoLink(link);
  if (!shown) {
    throw new CommandError(
      'This link cannot be shown: it takes an https link to an .mp4 or .webm file, or to a video of YouTube or Vimeo.',
    );
  }
  await changePublicSetting(deps, 'webinarlink', link.trim());
  return `The webinar shows ${shown.src}`;
}
