import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { deliverMail } from '#server/platform/mails/deliver-mail.ts';
import { insertSuppression } from '#server/platform/mails/suppression.repository.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { findMailLink, listMails } from '#tests/helpers/purchases/mails.ts';
import { buyMembership } from '#tests/helpers/purchases/membership.ts';
import { SELLER } from '#tests/helpers/seller.ts';
import { act, listAudit, makeStaff, REASON } from '#tests/helpers/staff.ts';
import { openQueue } from '../../jobs/test-queue.ts';

const database = seededTestDb();
const checkout = testCheckout(database);
let staff: TestAccount;

const console = () => checkout().staffCaller(staff).staff.members;
const memberships = () => checkout().staffCaller(staff).staff.memberships;

beforeAll(async () => {
  staff = await makeStaff(database.db);
});

const grantTo = (email: string) => ({ email, firstname: 'Lia', lastname: 'Ortiz', plan: '1', months: '3' });

describe('a free membership', () => {
  test('for an account costs nothing, ends by itself, and has a receipt and a mail', async () => {
    const member = await makeAccount(database.db);
    const { effects, message } = await act(console().grant, grantTo(member.email.toUpperCase()));
    expect(effects.join(' ')).toContain('Nothing is charged');
    const [row] = (await console().get({ id: member.id })).memberships;
    expect(row).toMatchObject({ plan: 'Family', holder: 'Lia Ortiz', state: 'Active' });
    expect(message).toContain(row?.number);
    const membership = await memberships().get({ id: row?.id ?? '' });
    expect(membership).toMatchObject({ renews: null, subscriptionId: null, accountId: member.id });
    const mail = listMails(checkout().jobs, member.email).at(-1);
    expect(mail).toMatchObject({ mail: 'membership-granted', props: { claimUrl: null, planName: 'Family' } });
    expect(await listAudit(database.db, `membership:${row?.id}`)).toMatchObject([
      { action: 'membership.grant', actorId: staff.id, reason: REASON },
    ]);
    const { receipts } = await checkout().caller(member).billing.receipts({});
    expect(receipts).toMatchObject([{ amountCents: 0, description: 'Family Membership' }]);
  });

  test('for an address without an account can be claimed with the link in the mail', async () => {
    const email = `lia-${randomUUID()}@example.com`;
    await act(console().grant, grantTo(email));
    const link = await findMailLink(checkout(), email, 'claimUrl');
    const member = await makeAccount(database.db);
    const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
    await checkout().caller(member).claims.claim({ token });
    expect((await console().get({ id: member.id })).memberships).toHaveLength(1);
  });

  test('is given once, even if two staff members confirm it at the same time', async () => {
    const email = `lia-${randomUUID()}@example.com`;
    const values = grantTo(email);
    const { version } = await console().grant.preview({ values });
    const confirm = () => console().grant.perform({ values, reason: REASON, version });
    const outcomes = await Promise.allSettled([confirm(), confirm()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { cause: { code: 'CHANGED_SINCE' } },
    });
  });

  test.each([
    ['a plan that is not for people', { plan: '5' }],
    ['no plan', { plan: '' }],
    ['no months', { months: '' }],
    ['years', { months: '25' }],
  ])('is refused with %s', async (_what, change) => {
    const values = { ...grantTo('lia@example.com'), ...change };
    await expect(console().grant.preview({ values })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

test('an account’s name is corrected once, and the audit log has no names', async () => {
  const { id } = await makeAccount(database.db, { firstname: 'Mariah', lastname: 'Gomes' });
  const previous = { firstname: 'Mariah', lastname: 'Gomes' };
  await act(console().correctName, { id, firstname: 'Maria', lastname: 'Gomez', previous });
  expect(await console().get({ id })).toMatchObject({ firstname: 'Maria', lastname: 'Gomez' });
  const auditEntries = await listAudit(database.db, `account:${id}`);
  expect(auditEntries).toMatchObject([{ action: 'account.correct-name', actorId: staff.id, reason: REASON }]);
  expect(JSON.stringify(auditEntries)).not.toContain('Gomez');
  const lateValues = { id, firstname: 'Mary', lastname: 'Gomes', previous };
  await expect(act(console().correctName, lateValues)).rejects.toMatchObject({
    cause: { code: 'CHANGED_SINCE' },
  });
});

test('ending the sessions of an account logs it out everywhere', async () => {
  const member = await makeAccount(database.db);
  const visitor = await checkout().visitor(member);
  await checkout().deps.sessions.create(member);
  expect((await console().get({ id: member.id })).sessions).toHaveLength(2);
  const { message } = await act(console().endSessions, { id: member.id });
  expect(message).toBe('Ended 2 sessions.');
  expect((await visitor.trpc('query', 'viewer.user')).data).toBeNull();
  expect(await listAudit(database.db, `account:${member.id}`)).toMatchObject([
    { action: 'account.end-sessions', change: { before: '2', after: '0' } },
  ]);
});

test('opening a member is an audit row, and shows payments, agreements, and what happened', async () => {
  const member = await makeAccount(database.db);
  const { purchaseId } = await buyMembership(checkout(), member);
  const { payments, agreements, timeline } = await console().get({ id: member.id });
  expect(payments).toMatchObject([{ purchaseId, amountCents: 4995, card: 'Visa ending in 4242' }]);
  expect(agreements.map(({ contract }) => contract)).toContain('Membership terms');
  expect(timeline.map(({ title }) => title)).toEqual(expect.arrayContaining(['Registered', 'Paid $49.95']));
  const openEntries = await database.db
    .selectFrom('auditLog')
    .select('actorId')
    .where('subject', '=', `account:${member.id}`)
    .where('action', '=', 'open')
    .execute();
  expect(openEntries).toEqual([{ actorId: staff.id }]);
});

describe('the mails of a member', () => {
  test('say whether they went out', async () => {
    const member = await makeAccount(database.db);
    const { deps } = checkout();
    const cancelled = {
      mail: 'card-expiring',
      to: member.email,
      props: {},
    };
    await deliverMail(
      deps,
      SELLER,
      { mail: 'welcome', to: member.email, props: { firstname: 'Maria' } },
      randomUUID(),
    );
    await insertSuppression(database.db, {
      email: member.email,
      reason: 'staff',
      suppressedAt: new Date(),
    });
    await deliverMail(deps, SELLER, cancelled, randomUUID());
    const { mails, suppressions } = await console().get({ id: member.id });
    expect(suppressions).toEqual(['Staff suppressed this address.']);
    expect(mails.map(({ mail, state }) => [mail, state]).sort()).toEqual([
      ['card-expiring', 'Not sent: the address is suppressed'],
      ['welcome', 'Sent'],
    ]);
    await act(console().unsuppress, { email: member.email });
    expect((await console().get({ id: member.id })).suppressions).toEqual([]);
    expect(await listAudit(database.db, 'mail-suppressions')).toMatchObject([
      { action: 'mail.unsuppress', actorId: staff.id, reason: REASON },
    ]);
  });

  test('can be sent again as long as the queue has them, with new links', async () => {
    const queue = await openQueue(database);
    const { email, id } = await buyMembership(checkout());
    const [receipt] = listMails(checkout().jobs, email);
    const jobId = randomUUID();
    await database.client.db.transaction().execute((trx) =>
      // Put the recorded job in a real queue, in the JSON form in which it is stored.
      queue.enqueue(trx, 'mail', JSON.parse(JSON.stringify(receipt)), { id: jobId }),
    );
    const caller = checkout().staffCaller(staff, { deps: { ...checkout().deps, jobs: queue } }).staff;
    expect((await caller.memberships.get({ id })).mails).toMatchObject([{ state: 'Waiting' }]);
    const waiting = { cause: { code: 'MAIL_WAITING' } };
    await expect(act(caller.members.resendMail, { id: jobId })).rejects.toMatchObject(waiting);
    const handlers = createJobHandlers(checkout().deps);
    const [isSending, mayFinish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await queue.startWorkers({
      ...handlers,
      mail: async (...job) => {
        isSending.resolve();
        await mayFinish.promise;
        await handlers.mail(...job);
      },
    });
    await isSending.promise;
    await expect(act(caller.members.resendMail, { id: jobId }))
      .rejects.toMatchObject(waiting)
      .finally(mayFinish.resolve);
    const sent = () => checkout().mailer.sent.filter(({ to }) => to === email);
    await expect.poll(() => sent().length).toBe(1);
    await expect.poll(async () => (await queue.mails.find(jobId))?.state).toBe('over');
    await act(caller.members.resendMail, { id: jobId });
    await expect.poll(() => sent().length).toBe(2);
    expect(await listAudit(database.db, `mail:${jobId}`)).toMatchObject([
      { action: 'mail.resend', actorId: staff.id, reason: REASON },
    ]);
    await expect(act(caller.members.resendMail, { id: randomUUID() })).rejects.toMatchObject({
      cause: { code: 'MAIL_GONE' },
    });
  });
});

test('a guest’s membership is listed without an account', async () => {
  const { id, number } = await makeMembership(database.db, { firstname: 'Zelda', lastname: 'Quist' });
  const page = await checkout()
    .staffCaller(staff)
    .staff.lists.read({ list: 'memberships', search: number, filters: { owner: 'nobody' } });
  expect(page.rows).toMatchObject([{ id, name: 'Zelda Quist', owner: null, state: 'Active' }]);
});
