import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import type { TestAccount } from '#tests/helpers/factories/account.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { employee, employees, makeCompany, makeWatchedCompany } from '#tests/helpers/purchases/company.ts';
import { act, actTwice, listAudit, listRows, makeStaff, REASON } from '#tests/helpers/staff.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });
let staff: TestAccount;

const caller = () => checkout().staffCaller(staff);
const companies = () => caller().staff.companies;
const names = async (input: Parameters<typeof listRows>[2]) =>
  (await listRows(caller(), 'companies', input)).map(({ id }) => id);

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
  staff = await makeStaff(database.db);
});

const createCompany = () =>
  makeWatchedCompany(database.db, checkout(), {
    employees: [employee(0, { email: 'first@nguyen.example' }), ...employees(5).slice(1)],
  });

const LIST = 'First name,Last name,Phone,Email\nAnn,Smith,5550100142,ann@example.com\nBob,Lee,5550100143,\n';

describe('[D31] a company in the staff console', () => {
  test('shows its seats, plan, and cards', async () => {
    const { companyId, account } = await createCompany();
    expect(await companies().detail({ id: companyId })).toMatchObject({
      account: { id: account.id, email: account.email },
      view: {
        company: { name: 'Nguyen Logistics' },
        counts: { personal: 5, family: 0 },
        plan: {
          statusText: 'Active',
          canResume: false,
          nextCharge: { amountCents: 24_975 },
          payments: [{ amountCents: 24_975 }],
        },
      },
      claimed: 0,
    });
    const { count, cards } = await companies().cards({ id: companyId, search: 'first@' });
    expect({ count, invitations: cards.map(({ invitation }) => invitation) }).toEqual({
      count: 1,
      invitations: ['sent'],
    });
    await expect(companies().detail({ id: account.id })).rejects.toThrow('Not Found');
  });

  test('gets cards: the preview says what is charged, and the audit log who did it', async () => {
    const { companyId, account, charged, cards } = await createCompany();
    const { effects, message } = await act(companies().addCards, { id: companyId, list: LIST });
    expect(effects).toEqual([
      'Nguyen Logistics gets 2 personal and 0 family cards.',
      expect.stringMatching(
        /^\$99\.90 is charged to the visa ending in 4242 now, for (36[56]) of \1 days until /,
      ),
      'Each renewal costs $99.90 more.',
      'The company gets a receipt by email, and we invite 1 of the employees by email.',
    ]);
    expect(message).toBe('2 cards added.');
    expect(await charged()).toEqual([9_990, 24_975]);
    expect(await cards()).toBe(7);
    expect(checkout().jobs.of('sync-seats')).toContainEqual({ accountId: account.id });
    expect(await listAudit(database.db, `company:${companyId}`)).toEqual([
      {
        action: 'company.add-cards',
        actorId: staff.id,
        reason: REASON,
        change: { before: null, after: '2 cards' },
      },
    ]);
    const again = await companies().addCards.preview({ values: { id: companyId, list: LIST } });
    expect(again.effects.join()).toContain('Nothing more is charged');
  });

  test('gets no cards for a list with an invalid row, or if the price has changed', async () => {
    const { companyId, charged } = await createCompany();
    const invalid = { id: companyId, list: 'Ann,Smith,\n' };
    await expect(companies().addCards.preview({ values: invalid })).rejects.toThrow(
      'Row 1, Ann Smith: Phone: Required Field',
    );
    const values = { id: companyId, list: LIST };
    const { version } = await companies().addCards.preview({ values });
    now = new Date(now.getTime() + 100 * 86_400_000);
    await expect(companies().addCards.perform({ values, reason: REASON, version })).rejects.toThrow(
      'Someone else changed this',
    );
    expect(await charged()).toEqual([24_975]);
  });

  test('gets a new card for another employee, and the old card ends', async () => {
    const { companyId, cards } = await createCompany();
    const [card] = (await companies().cards({ id: companyId })).cards;
    const values = { id: companyId, membershipId: String(card?.id), employee: employee(9) };
    const { effects, message } = await act(companies().replaceEmployee, values);
    expect(effects[0]).toContain(formatMembershipNumber(String(card?.number)));
    const oldCard = await checkout()
      .caller()
      .verification.find({ number: String(card?.number) });
    expect(oldCard).toMatchObject({ updatedStatus: 'invalid' });
    expect(await cards()).toBe(5);
    const [entry] = await listAudit(database.db, `company:${companyId}`);
    expect(entry).toMatchObject({ action: 'company.replace-employee', actorId: staff.id, reason: REASON });
    expect(message).toMatch(/^The new card is \w{4}-\w{4}-\w{4}\.$/);
    await expect(act(companies().replaceEmployee, values)).rejects.toThrow('No Membership Found');
  });

  test('can have an invitation sent again', async () => {
    const { companyId } = await createCompany();
    const { cards } = await companies().cards({ id: companyId, search: 'first@' });
    const values = { id: companyId, membershipId: String(cards[0]?.id) };
    const mailCount = checkout().jobs.of('mail').length;
    await act(companies().resendInvitation, values);
    expect(checkout().jobs.of('mail').slice(mailCount)).toMatchObject([
      { mail: 'employee-invitation', to: 'first@nguyen.example' },
    ]);
    expect(await listAudit(database.db, `membership:${values.membershipId}`)).toMatchObject([
      { action: 'membership.invite', actorId: staff.id, reason: REASON },
    ]);
    const other = await createCompany();
    await expect(act(companies().resendInvitation, { ...values, id: other.companyId })).rejects.toThrow(
      'No Membership Found',
    );
  });

  test('can be canceled at the end of its year, and resumed', async () => {
    const { companyId, caller: owner } = await createCompany();
    await expect(actTwice(companies().cancel, { id: companyId })).resolves.toMatchObject({
      message: expect.stringContaining('Someone else changed this'),
    });
    expect((await owner.corporate.company()).plan).toMatchObject({ canceled: true, nextCharge: null });
    expect(await companies().detail({ id: companyId })).toMatchObject({
      view: { plan: { canResume: true } },
    });
    await act(companies().resume, { id: companyId });
    expect((await owner.corporate.company()).plan).toMatchObject({ canceled: false });
    const by = { actorId: staff.id, reason: REASON };
    expect(await listAudit(database.db, `company:${companyId}`)).toEqual([
      { ...by, action: 'company.cancel', change: { before: 'renews', after: 'canceled' } },
      { ...by, action: 'company.resume', change: { before: 'canceled', after: 'renews' } },
    ]);
  });

  test('is found by a contact’s name that thousands have', async () => {
    const { companyId, account } = await createCompany();
    await createCompany();
    await database.db
      .updateTable('accounts')
      .set({ lastname: 'Zwick' })
      .where('id', '=', account.id)
      .execute();
    await sql`insert into accounts (id, email, firstname, lastname, zip, password_hash)
      select gen_random_uuid(), 'member-' || number || '@example.com', 'Ann', 'Zwick', '80202', ''
      from generate_series(1, 2001) number`.execute(database.db);
    expect(await names({ search: 'zwick' })).toEqual([companyId]);
  });

  test('is found by name, contact, email, and membership ID, and by its renewal', async () => {
    const paidCompany = await createCompany();
    const { companyId: id, account } = paidCompany;
    const form = { name: 'Quartz & Sons', email: 'office@quartz.example' };
    const unpaidCompany = await makeCompany(database.db, checkout(), form);
    expect(await names({ search: 'artz' })).toEqual([unpaidCompany.companyId]);
    expect(await names({ search: 'OFFICE@QUARTZ' })).toEqual([unpaidCompany.companyId]);
    expect(await names({ search: account.email })).toEqual([id]);
    const [card] = (await companies().cards({ id })).cards;
    expect(await names({ search: formatMembershipNumber(String(card?.number)) })).toEqual([id]);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ filters: { renewal: 'soon' } })).not.toContain(id);
    now = new Date(now.getTime() + 340 * 86_400_000);
    expect(await names({ filters: { renewal: 'soon' } })).toContain(id);
    expect(await names({ filters: { renewal: 'overdue' } })).toEqual([]);
    const [row] = await listRows(caller(), 'companies', { search: account.email });
    expect(row).toMatchObject({ plan: 'Active', cards: 5, claimed: 0 });
    const [none] = await listRows(caller(), 'companies', { search: 'artz' });
    expect(none).toMatchObject({ plan: 'None', cards: 0, renews: null });
  });
});
