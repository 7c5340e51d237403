import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { SILENT_IO } from '#server/app/cli/command.ts';
import { cardsCommand } from '#server/app/cli/commands/cards.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { queuePhysicalCard } from '#server/domains/memberships/physical-card/physical-card.service.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { listMails } from '#tests/helpers/purchases/mails.ts';
import { CARD_ADDRESS } from '#tests/helpers/purchases/physical-card.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = testDb();
const folder = temporaryFolder();
const now = () => new Date('2026-11-21T12:00:00Z');
let jobs = recordingJobQueue();

beforeEach(async () => {
  jobs = recordingJobQueue();
  await database.db.deleteFrom('physicalCardRequests').execute();
});

async function run(...args: string[]) {
  let output = '';
  const deps = { db: database.db, now, config: loadConfig({}), openJobs: async () => jobs };
  const write = async (text: string) => {
    output += text;
  };
  return { ...(await executeCommand(cardsCommand, deps, args, { ...SILENT_IO, write })), written: output };
}

/** Queues a card that was requested `hours` ago. Returns the request's id and the membership's number. */
async function queueCard(
  hours: number,
  {
    recipient = 'Maria Gomez',
    ...overrides
  }: Parameters<typeof makeMembership>[1] & { recipient?: string } = {},
) {
  const membership = await makeMembership(database.db, {
    subscription: { periodEnd: new Date('2026-12-24T12:00:00Z') },
    ...overrides,
  });
  await inTransaction(database.db, (trx) =>
    queuePhysicalCard(trx, {
      membershipId: membership.id,
      recipient,
      email: `${membership.id}@example.com`,
      address: CARD_ADDRESS,
      requestedAt: new Date(now().getTime() - hours * 3_600_000),
      isReplacement: false,
    }),
  );
  const { id } = await database.db
    .selectFrom('physicalCardRequests')
    .select('id')
    .where('membershipId', '=', membership.id)
    .executeTakeFirstOrThrow();
  return { id, number: formatMembershipNumber(membership.number), email: `${membership.id}@example.com` };
}

describe('[D29] npm run cards', () => {
  test('queue lists waiting cards, oldest first, and also sent ones with --all', async () => {
    expect(await run('queue')).toMatchObject({ exitCode: 0, output: 'No cards are waiting.' });
    const younger = await queueCard(1);
    const olderCard = await queueCard(30);
    const { output } = await run('queue');
    expect(output.split('\n')).toHaveLength(3);
    expect(output.indexOf(olderCard.number)).toBeLessThan(output.indexOf(younger.number));
    expect(output).toContain('1600 Broadway');
    await run('sent', olderCard.id);
    expect((await run('queue')).output).not.toContain(olderCard.number);
    expect((await run('queue', '--all')).output).toContain(olderCard.number);
  });

  test('queue --csv escapes formulas in recipient names', async () => {
    const card = await queueCard(2, { recipient: '=HYPERLINK("http://evil.example")', planId: 4 });
    const file = join(folder(), 'cards.csv');
    expect((await run('queue', '--csv', file)).output).toBe(`1 cards written to ${file}.`);
    const [row] = parse(await readFile(file, 'utf8'), { columns: true, bom: true });
    expect(row).toMatchObject({
      id: card.id,
      'membership ID': card.number,
      plan: 'Family',
      'name on card': 'Maria Gomez',
      membership: 'Active',
      recipient: '\'=HYPERLINK("http://evil.example")',
      'street 1': '1600 Broadway',
      'street 2': '',
      zip: '80202',
      card: 'first',
      requested: '2026-11-21',
      sent: '',
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await run('queue', '--csv', '-')).written).toContain(card.number);
  });

  test('queue makes a relative path absolute, because the server may write the file', () => {
    const file = join(process.cwd(), 'cards.csv');
    expect(cardsCommand.resolvePaths?.(['queue', '--csv', 'cards.csv'])).toEqual(['queue', '--csv', file]);
    expect(cardsCommand.resolvePaths?.(['queue', '--csv=cards.csv'])).toEqual(['queue', `--csv=${file}`]);
    expect(cardsCommand.resolvePaths?.(['queue', '--csv', '-'])).toEqual(['queue', '--csv', '-']);
  });

  test('queue shows the day a card ends and its standing, of the card or its plan, whichever ends first', async () => {
    const past = new Date('2026-11-20T19:00:00Z');
    const soon = new Date('2026-12-01T19:00:00Z');
    const periodEnd = new Date('2026-12-24T19:00:00Z');
    await queueCard(3, { endedAt: past, subscription: { periodEnd } });
    await queueCard(2, { endedAt: soon, subscription: { periodEnd } });
    await queueCard(1, { endedAt: soon, subscription: { periodEnd, endedAt: past } });
    const rows = parse((await run('queue', '--csv', '-')).written, { columns: true });
    expect(rows).toMatchObject([
      { expires: '2026-11-20', membership: 'Canceled' },
      { expires: '2026-12-01', membership: 'Active' },
      { expires: '2026-11-20', membership: 'Canceled' },
    ]);
  });

  test('sent marks a card as sent and emails its owner once, and reports unknown and repeated ids', async () => {
    const card = await queueCard(2);
    const firstRun = await run('sent', card.id);
    expect(firstRun).toMatchObject({ exitCode: 0 });
    expect(firstRun.output).toContain(`an email goes to Maria Gomez <${card.email}>`);
    const secondRun = await run('sent', card.id, 'nonsense', '0190a000-0000-7000-8000-000000000000');
    expect(secondRun.exitCode).toBe(1);
    const printedText = JSON.stringify(secondRun);
    expect(printedText).toContain('was already marked as sent on 2026-11-21T12:00:00.000Z');
    expect(printedText.match(/is not in the queue/g)).toHaveLength(2);
    expect(listMails(jobs, card.email)).toMatchObject([
      { mail: 'card-sent', props: { number: card.number, address: CARD_ADDRESS } },
    ]);
  });

  test.each([[[]], [['send']], [['sent']], [['queue', 'x']], [['sent', 'x', '--all']]])(
    'prints the usage for %j',
    async (args) => {
      const result = await run(...args);
      expect(result.exitCode).not.toBe(0);
      expect(JSON.stringify(result)).toContain('npm run cards');
    },
  );
});
