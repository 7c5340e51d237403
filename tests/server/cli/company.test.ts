import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { startCommandSocket } from '#server/app/cli/command-socket.ts';
import { companyCommand } from '#server/app/cli/commands/company.ts';
import { dispatchCommand } from '#server/app/cli/dispatch-command.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { sweepPurchases } from '#server/domains/checkout/purchase/sweep-purchases.service.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { openRecordingJobs } from '#tests/helpers/fakes/job-queue.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { makeCompany, makeWatchedCompany } from '#tests/helpers/purchases/corporate.ts';
import { listAudit } from '#tests/helpers/staff.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = testDb();
const folder = temporaryFolder();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

const LIST = `First name,Last name,Phone,Email,Family plan,Family members
Ann,Smith,(555) 010-0142,ann@example.com,yes,Kim Smith
Bob,Lee,(555) 010-0143,,no,
`;

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

const commandDeps = () => ({
  ...checkout().deps,
  openJobs: openRecordingJobs,
  openServer: async () => checkout().deps,
});
const runCompany = (...args: string[]) => executeCommand(companyCommand, commandDeps(), args);

async function listFile(text = LIST): Promise<string> {
  const file = join(folder(), `list-${crypto.randomUUID()}.csv`);
  await writeFile(file, text);
  return file;
}

const createCompany = (overrides?: Parameters<typeof makeWatchedCompany>[2]) =>
  makeWatchedCompany(database.db, checkout(), overrides);

const FULL = 9_990 + 4_995;

describe('[D31] npm run company -- show', () => {
  test('prints the plan, the cards, and the payments', async () => {
    const { email } = await createCompany();
    const { exitCode, output } = await runCompany('show', email);
    expect(exitCode).toBe(0);
    for (const line of [
      /^company +Nguyen Logistics$/m,
      /^address +1437 Bannock St, Denver, CO 80202, US$/m,
      /^cards +5 personal, 0 family$/m,
      /^plan +Active$/m,
      /^next charge +\$249\.75 on \d{4}-\d\d-\d\d$/m,
      /^payment +\d{4}-\d\d-\d\d {2}\$249\.75 {2}Corporate cards$/m,
    ]) {
      expect(output).toMatch(line);
    }
  });

  test('reports a missing plan, company, or account', async () => {
    const { account } = await makeCompany(database.db, checkout());
    expect((await runCompany('show', account.email)).output).toMatch(/^plan +none$/m);
    const { email } = await makeAccount(database.db);
    expect(await runCompany('show', email)).toEqual({ exitCode: 1, output: `${email} has no company.` });
    expect((await runCompany('show', 'nobody@example.com')).output).toContain('There is no account');
  });
});

describe('[D31][D44] npm run company -- add-cards', () => {
  it('shows the prorated price and charges nothing', async () => {
    const { email, caller, charged, cards } = await createCompany();
    now = await checkout().sandbox.control.advance({ days: 100 });
    const { quote, days } = await caller.corporate.seatsQuote({ personal: 1, family: 1 });
    const { exitCode, output } = await runCompany('add-cards', email, await listFile());
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^new cards +1 personal, 1 family$/m);
    expect(output).toContain(`$${(quote.totalCents / 100).toFixed(2)}, for ${days} of `);
    expect(output).toMatch(/^each year +\$149\.85 more$/m);
    expect(output).toMatch(/^paid with +visa ending in 4242$/m);
    expect(output).toContain('Nothing was charged.');
    expect(await charged()).toEqual([24_975]);
    expect(await cards()).toBe(5);
  });

  it('with --yes charges the plan’s card and creates the same cards, emails, and jobs as the website', async () => {
    const { email, account, charged, cards, purchases, companyId, caller } = await createCompany();
    const staff = await makeAccount(database.db, { accountType: 10 });
    const addedCards = await runCompany('add-cards', email, await listFile(), '--yes', '--by', staff.email);
    expect(addedCards.exitCode).toBe(0);
    expect(await charged()).toEqual([FULL, 24_975]);
    expect(await cards()).toBe(7);
    const [purchase] = await purchases();
    expect(purchase).toMatchObject({ status: 'paid', attempt: 1, cardLast4: '4242' });
    expect(addedCards.output).toContain(`/api/receipt?id=${purchase?.id}`);
    const { jobs } = checkout();
    expect(jobs.of('sync-seats')).toContainEqual({ accountId: account.id });
    expect(jobs.of('invite-employees')).toContainEqual({ companyId });
    expect(jobs.of('mail')).toContainEqual(
      expect.objectContaining({
        mail: 'receipt',
        props: expect.objectContaining({
          purchaseNumber: purchase?.id,
          totalCents: FULL,
          paidWith: { brand: 'visa', last4: '4242' },
        }),
      }),
    );
    expect((await caller.corporate.company()).plan?.payments[0]).toMatchObject({
      description: 'Added cards',
    });
    expect(await listAudit(database.db, `company:${companyId}`)).toMatchObject([
      { actorId: staff.id, action: 'company.add-cards' },
    ]);
  });

  it('charges the same file once, even if it is submitted twice at the same time', async () => {
    const { email, charged, cards } = await createCompany();
    const file = await listFile();
    const results = await Promise.all([
      runCompany('add-cards', email, file, '--yes'),
      runCompany('add-cards', email, file, '--yes'),
    ]);
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    now = await checkout().sandbox.control.advance({ days: 3 });
    const secondRun = await runCompany('add-cards', email, file, '--yes');
    expect(secondRun.output).toMatch(/This list was already added on .*\. Nothing more was charged\.$/);
    expect(await charged()).toEqual([FULL, 24_975]);
    expect(await cards()).toBe(7);
  });

  it('does not change other companies', async () => {
    const [firstCompany, secondCompany] = [await createCompany(), await createCompany()];
    await runCompany('add-cards', firstCompany.email, await listFile(), '--yes');
    expect(await secondCompany.cards()).toBe(5);
    expect(await secondCompany.charged()).toEqual([24_975]);
  });

  it('[S5 corporate] lists errors by row, like the website’s upload, and adds no cards', async () => {
    const { email, charged } = await createCompany();
    const file = await listFile(`${LIST}Eve,,(555) 010-0144,nonsense,maybe,\n`);
    expect(await runCompany('add-cards', email, file, '--yes')).toEqual({
      exitCode: 1,
      output: [
        'No cards were added: one row needs a correction.',
        '  Row 4, Eve: Family plan: Please enter yes or no; Last name: Required Field; Email: Invalid Email',
      ].join('\n'),
    });
    for (const [text, sentence] of [
      ['First name,Last name,Phone\n', 'This list is empty.'],
      ['PK\u0003\u0004', 'Please save the list as a CSV file first, then choose that file.'],
    ] as const) {
      expect((await runCompany('add-cards', email, await listFile(text), '--yes')).output).toContain(
        sentence,
      );
    }
    expect((await runCompany('add-cards', email, '/none/at/all.csv')).output).toContain("can't be read");
    expect(await charged()).toEqual([24_975]);
  });

  it('[D41] reports a declined card and continues the same purchase with another card', async () => {
    const { email, changeCard, cards, purchases } = await createCompany();
    await changeCard('4000000000000341');
    const file = await listFile();
    const result = await runCompany('add-cards', email, file, '--yes');
    expect(result).toMatchObject({ exitCode: 1, output: expect.stringContaining('Nothing was charged.') });
    expect(result.output).toMatch(/^The card was declined: /);
    expect(await cards()).toBe(5);
    await changeCard('4000056655665556');
    expect((await runCompany('add-cards', email, file, '--yes')).exitCode).toBe(0);
    expect(await purchases()).toMatchObject([{ status: 'paid', attempt: 2, cardLast4: '5556' }]);
    expect(await cards()).toBe(7);
  });

  it('charges nothing if the bank requires a check by the absent cardholder', async () => {
    const { email, changeCard, cards, purchases, charged } = await createCompany();
    await changeCard('4000002760003184');
    const mailsBefore = checkout().jobs.of('mail').length;
    const { exitCode, output } = await runCompany('add-cards', email, await listFile(), '--yes');
    expect(exitCode).toBe(1);
    expect(output).toContain('The bank wants the cardholder to confirm the payment. Nothing was charged');
    expect(await purchases()).toMatchObject([{ status: 'failed' }]);
    expect(await charged()).toEqual([24_975]);
    expect(await cards()).toBe(5);
    // No email may ask the owner to complete the payment: the purchase has failed, so its link would not
    // work.
    expect(checkout().jobs.of('mail')).toHaveLength(mailsBefore);
  });

  it('[D43] is completed by the sweeper if Stripe’s response is lost, and charged once', async () => {
    const { email, cards, charged } = await createCompany();
    const file = await listFile();
    await checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/payment_intents' });
    const unknown = await runCompany('add-cards', email, file, '--yes');
    expect(unknown).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('Nothing is charged twice'),
    });
    expect(await cards()).toBe(5);
    await moveDatabaseClock(database.db, 60_000);
    await sweepPurchases(checkout().deps);
    expect(await cards()).toBe(7);
    expect((await runCompany('add-cards', email, file, '--yes')).output).toContain(
      'Nothing more was charged.',
    );
    expect(await charged()).toEqual([FULL, 24_975]);
  });

  it('requires a saved card and a paid plan', async () => {
    const freeCode = { percentOff: 100, isFree: true, plans: [{ planId: 5 }] };
    const { code: coupon } = await makePromoCode(database.db, freeCode);
    const freeCompany = await createCompany({ coupon, token: 'none', shownTotalCents: 0 });
    const file = await listFile();
    expect((await runCompany('add-cards', freeCompany.email, file, '--yes')).output).toContain(
      'doesn’t have a saved card',
    );
    const { account } = await makeCompany(database.db, checkout());
    expect((await runCompany('add-cards', account.email, file)).output).toContain('is unpaid');
    const { email } = await makeAccount(database.db);
    expect((await runCompany('add-cards', email, file)).output).toBe(`${email} has no company.`);
  });

  it('accepts only staff for --by', async () => {
    const { email, cards } = await createCompany();
    const result = await runCompany('add-cards', email, await listFile(), '--yes', '--by', email);
    expect(result).toEqual({ exitCode: 1, output: `${email} is not a staff account.` });
    expect(await cards()).toBe(5);
  });

  test.each([
    [[]],
    [['show']],
    [['show', 'a@example.com', '--yes']],
    [['add-cards', 'a@example.com']],
    [['add-cards', 'a@example.com', 'x.csv', 'y.csv']],
    [['add-cards', 'a@example.com', 'x.csv', '--by', 'b@example.com']],
  ])('prints the usage for %j', async (args) => {
    expect(await runCompany(...args)).toEqual({
      exitCode: 2,
      output: expect.stringContaining('npm run company'),
    });
  });
});

describe('[D46] npm run company', () => {
  it('runs in the running server with the caller’s file and staff member', async () => {
    const { email, cards, companyId } = await createCompany();
    const staff = await makeAccount(database.db, { accountType: 10 });
    const { deps } = checkout();
    const config = loadConfig({ DATA_DIR: folder() });
    const close = await startCommandSocket({ ...deps, config, log: recordingLogger() }, deps);
    const addedCards = await dispatchCommand(config, 'company', [
      'add-cards',
      '--yes',
      '--by',
      staff.email,
      email,
      await listFile(),
    ]);
    await close();
    expect(addedCards).toMatchObject({ exitCode: 0, output: expect.stringContaining('2 cards were added') });
    expect(await cards()).toBe(7);
    expect(await listAudit(database.db, `company:${companyId}`)).toMatchObject([{ actorId: staff.id }]);
  });

  serverTest('connects to the database and Stripe itself if DATABASE_URL is set', async () => {
    const { email, cards, charged } = await createCompany();
    const config = loadConfig({
      DATABASE_URL: database.url ?? '',
      DATA_DIR: join(folder(), 'elsewhere'),
      STRIPE_SANDBOX_URL: checkout().sandbox.url,
      LOG_LEVEL: 'silent',
    });
    const addedCards = await dispatchCommand(config, 'company', [
      'add-cards',
      email,
      await listFile(),
      '--yes',
    ]);
    expect(addedCards).toMatchObject({ exitCode: 0, output: expect.stringContaining('2 cards were added') });
    expect(await charged()).toEqual([FULL, 24_975]);
    expect(await cards()).toBe(7);
  });

  it('explains how to start the server if it is not running', async () => {
    const { email } = await createCompany();
    const { openServer: _, ...deps } = commandDeps();
    const { output } = await executeCommand(companyCommand, deps, ['add-cards', email, await listFile()]);
    expect(output).toBe('This command needs the running server. Start it first: npm start');
  });
});
