import { parseArgs } from 'node:util';
import type { Db } from '#db/client.ts';
import { changePublicSetting } from '../../../domains/content/setting.service.ts';
import { createWebinarCodes, listWebinarCodes } from '../../../domains/webinar/code.service.ts';
import { describeCodeState } from '../../../domains/webinar/code-file.service.ts';
import { listRewards, markRewardSent, type Reward } from '../../../domains/webinar/reward.service.ts';
import { toBusinessDate } from '../../../lib/dates.ts';
import { MAX_NEW_WEBINAR_CODES } from '../../../lib/staff-bounds.ts';
import { videoLink } from '../../../lib/video-link.ts';
import { type Command, type CommandDeps, CommandError, type CommandIo, UsageError } from '../command.ts';
import { markAllSent, printList, resolveCsvPath } from '../shipments.ts';
import { formatTable } from '../text-table.ts';

const usage = `Usage:
  npm run webinar -- codes add <number>          create codes to hand out, and print one per line
  npm run webinar -- codes list                  list every code and its progress
  npm run webinar -- rewards list [--all] [--csv <file>]
        list the rewards owed for redeemed codes, oldest first; --all includes sent ones.
        --csv writes a CSV file; - writes to standard output
  npm run webinar -- rewards sent <id…>          mark rewards as sent, once, and email their recipients
  npm run webinar -- video <link>|none           set the webinar's video: an https link to an MP4 or WebM file, or to a
                                                 YouTube or Vimeo video`;

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
    const hasNoOptions = values.csv === undefined && !values.all;
    if (noun === 'rewards' && action === 'list' && rest.length === 0)
      return printRewards(deps.db, values, io);
    if (noun === 'rewards' && action === 'sent' && rest.length > 0 && hasNoOptions)
      return markSent(deps, rest);
    if (noun === 'codes' && action === 'list' && rest.length === 0 && hasNoOptions)
      return printCodes(deps.db);
    if (noun === 'codes' && action === 'add' && rest.length === 1 && hasNoOptions)
      return addCodes(deps, rest[0] ?? '');
    if (noun === 'video' && action && rest.length === 0 && hasNoOptions) return setVideo(deps, action);
    throw new UsageError(
      noun ? `Unknown arguments: ${args.join(' ')}` : 'Choose a topic: codes, rewards, or video.',
    );
  },
};

async function addCodes(deps: CommandDeps, count: string): Promise<string> {
  if (!/^\d{1,5}$/.test(count) || Number(count) < 1 || Number(count) > MAX_NEW_WEBINAR_CODES) {
    throw new UsageError(`The number of codes must be from 1 to ${MAX_NEW_WEBINAR_CODES}.`);
  }
  return (await createWebinarCodes(deps, Number(count))).join('\n');
}

async function printCodes(db: Db): Promise<string> {
  const webinarCodes = await listWebinarCodes(db);
  if (webinarCodes.length === 0) return 'There are no codes.';
  return formatTable(
    webinarCodes.map(({ code, createdAt, startedAt, finishedAt, selection, selectedAt }) => [
      code,
      describeCodeState({ startedAt, finishedAt, selection }),
      (selectedAt ?? finishedAt ?? startedAt ?? createdAt).toISOString(),
    ]),
  );
}

const REWARD_NAMES = { lunch: 'lunch certificate', 'gift-card': 'gift card' } as const;

function toCells({ id, amount, kind, detail, recipient, email, code, owedAt, sentAt }: Reward): string[] {
  return [
    id,
    amount,
    REWARD_NAMES[kind],
    detail ?? '',
    recipient,
    email,
    code,
    toBusinessDate(owedAt),
    sentAt ? toBusinessDate(sentAt) : '',
  ];
}
const HEADINGS = ['id', 'amount', 'reward', 'for', 'recipient', 'email', 'code', 'owed', 'sent'];

async function printRewards(
  db: Db,
  { all, csv }: { all: boolean; csv?: string | undefined },
  io: CommandIo,
): Promise<string> {
  const rows = (await listRewards(db, { includeSent: all })).map(toCells);
  const emptyMessage = all ? 'There are no rewards.' : 'No rewards are owed.';
  return printList({ headings: HEADINGS, rows, noun: 'rewards', emptyMessage }, csv, io);
}

async function markSent(deps: CommandDeps, ids: string[]): Promise<string> {
  const jobs = await deps.openJobs();
  return markAllSent(ids, (id) => markRewardSent({ ...deps, jobs }, id), 'is not a reward.');
}

async function setVideo(deps: CommandDeps, link: string): Promise<string> {
  if (link === 'none') {
    await changePublicSetting(deps, 'webinarlink', '');
    return 'The webinar now has no video.';
  }
  const video = videoLink(link);
  if (!video) {
    throw new CommandError(
      'Unsupported link. Use an https link to an .mp4 or .webm file, or to a YouTube or Vimeo video.',
    );
  }
  await changePublicSetting(deps, 'webinarlink', link.trim());
  return `The webinar now shows ${video.src}`;
}
