import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { inviteEmployees, resendInvitation } from '#server/domains/memberships/company/invitation.service.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import {
  employee,
  employees,
  familyEmployee,
  makeCompany,
  makeCompanyWithCards,
  makeCorporatePurchase,
} from '#tests/helpers/purchases/company.ts';
import { findMailLink } from '#tests/helpers/purchases/mails.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

beforeEach(() => {
  now = new Date();
});

const withEmails = (count: number) => {
  const batch = randomUUID();
  return employees(count).map((one, n) => ({ ...one, email: `employee-${n}-${batch}@nguyen.example` }));
};

interface Invitation {
  mail: string;
  to: string;
  props: Record<string, unknown>;
}

function isInvitation(job: unknown): job is Invitation {
  return JSON.stringify(job).startsWith('{"mail":"employee-invitation"');
}

/** Returns the queued invitations to these addresses. */
const invitationsTo = (people: ReadonlyArray<{ email?: string | null | undefined }>) =>
  checkout()
    .jobs.of('mail')
    .filter(isInvitation)
    .filter(({ to }) => people.some(({ email }) => email === to));

async function findToken(invitation: Invitation | undefined): Promise<string> {
  const link = await findMailLink(checkout(), String(invitation?.to), 'claimUrl');
  return new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
}

describe('an invitation', () => {
  it('is sent by a job after the purchase, once to each employee with an email address', async () => {
    const people = withEmails(120);
    const { companyId, caller } = await makeCompanyWithCards(database.db, checkout(), {
      employees: [...people, ...employees(123).slice(120)],
    });
    expect(invitationsTo(people)).toEqual([]);
    expect(checkout().jobs.of('invite-employees')).toContainEqual({ companyId });
    await Promise.all([
      inviteEmployees(checkout().deps, companyId),
      inviteEmployees(checkout().deps, companyId),
    ]);
    await inviteEmployees(checkout().deps, companyId);
    const invitations = invitationsTo(people);
    expect(invitations).toHaveLength(120);
    expect(new Set(invitations.map(({ to }) => to)).size).toBe(120);
    const { cards } = await caller.corporate.cards({});
    expect(invitations.find(({ to }) => to === people[0]?.email)?.props).toMatchObject({
      firstname: 'Employee 0',
      companyName: 'Nguyen Logistics',
      planName: 'Individual',
      number: formatMembershipNumber(cards[0]?.number ?? ''),
    });
    expect(cards[0]).toMatchObject({ invitation: 'sent', invitedAt: now });
  });

  it('leads to a claim: the employee has the card, and only the company can cancel it', async () => {
    const people = withEmails(5);
    const { companyId, caller } = await makeCompanyWithCards(database.db, checkout(), { employees: people });
    await inviteEmployees(checkout().deps, companyId);
    const [first] = invitationsTo(people);
    const holder = checkout().caller(await makeAccount(database.db));
    const { number } = await holder.claims.claim({ token: await findToken(first) });
    expect(await holder.memberships.mine()).toMatchObject([
      { number, plan: 3, canShowCard: true, canCancel: false, lastCharge: null, nextChargeAt: null },
    ]);
    expect((await captureError(holder.memberships.cancel({ number }))).code).toBe('NOT_ALLOWED');
    expect((await holder.viewer.user())?.hasValidMembership).toBe(true);
    const [card] = (await caller.corporate.cards({})).cards;
    expect(card).toMatchObject({ number, invitation: 'claimed', claimedAt: now });
    // The company can't resend the invitation of a claimed card.
    const again = caller.corporate.resendInvitation({ membershipId: card?.id ?? '' });
    expect((await captureError(again)).code).toBe('MEMBERSHIP_NOT_FOUND');
  });

  it('can be resent, at most once a minute', async () => {
    const people = withEmails(5);
    const { companyId, caller, account } = await makeCompanyWithCards(database.db, checkout(), {
      employees: people,
    });
    await inviteEmployees(checkout().deps, companyId);
    const [card] = (await caller.corporate.cards({})).cards;
    const membershipId = card?.id ?? '';
    const error = await captureError(caller.corporate.resendInvitation({ membershipId }));
    expect(error.code).toBe('INVITED_JUST_NOW');
    now = new Date(now.getTime() + 61_000);
    expect(await resendInvitation(checkout().deps, account.id, membershipId)).toBe(true);
    expect(invitationsTo(people.slice(0, 1))).toHaveLength(2);
    const otherCompany = await makeCompanyWithCards(database.db, checkout());
    const [silent] = (await otherCompany.caller.corporate.cards({})).cards;
    const resending = otherCompany.caller.corporate.resendInvitation({ membershipId: silent?.id ?? '' });
    expect((await captureError(resending)).code).toBe('MEMBERSHIP_NOT_FOUND');
  });
});

describe('replacing an employee', () => {
  it('ends the old card everywhere immediately and creates a new one of the same plan', async () => {
    const people = withEmails(5);
    const { companyId, caller, purchaseId } = await makeCompanyWithCards(database.db, checkout(), {
      employees: people,
    });
    await inviteEmployees(checkout().deps, companyId);
    const [old] = (await caller.corporate.cards({})).cards;
    const [invitation] = invitationsTo(people.slice(0, 1));
    const holder = checkout().caller(await makeAccount(database.db));
    await holder.claims.claim({ token: await findToken(invitation) });
    const replacement = await caller.corporate.replace({
      membershipId: old?.id ?? '',
      employee: employee(77, { email: 'successor@nguyen.example' }),
    });
    const visitor = checkout().caller(null);
    expect(await visitor.verification.find({ number: old?.number ?? '' })).toMatchObject({
      updatedStatus: 'invalid',
      state: 'canceled',
    });
    expect(await visitor.verification.find({ number: replacement.number })).toMatchObject({
      updatedStatus: 'active',
      plan: 3,
      lastname: 'Number077',
    });
    expect((await holder.memberships.card({ number: old?.number ?? '' })).shown).toBe(false);
    expect((await holder.viewer.user())?.hasValidMembership).toBe(false);
    expect(await holder.memberships.mine()).toMatchObject([{ isCurrent: false, canShowCard: false }]);
    const { count, cards } = await caller.corporate.cards({});
    expect(count).toBe(5);
    expect(cards.map(({ id }) => id)).not.toContain(old?.id);
    expect(cards.at(-1)).toMatchObject({ id: replacement.id, invitation: 'sent', claimedAt: null });
    expect(await caller.corporate.company()).toMatchObject({
      planCount: 5,
      plan: { nextCharge: { amountCents: 24_975 } },
    });
    const [company] = await caller.memberships.mine();
    expect(await visitor.verification.find({ number: company?.number ?? '' })).toMatchObject({
      individualCount: 5,
    });
    expect(await checkout().listCharges(purchaseId)).toHaveLength(1);
    await inviteEmployees(checkout().deps, companyId);
    expect(invitationsTo([{ email: 'successor@nguyen.example' }])).toHaveLength(1);
  });

  it('happens once, even with concurrent requests', async () => {
    const { caller } = await makeCompanyWithCards(database.db, checkout());
    const [old] = (await caller.corporate.cards({})).cards;
    const attempts = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) =>
        caller.corporate.replace({ membershipId: old?.id ?? '', employee: employee(80 + n) }),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await caller.corporate.cards({})).count).toBe(5);
  });

  it('keeps a family card a family card and requires all fields of the new employee', async () => {
    const { caller } = await makeCompanyWithCards(database.db, checkout(), { employees: employees(3, 1) });
    const { cards } = await caller.corporate.cards({});
    const family = cards.find(({ plan }) => plan === 4)?.id ?? '';
    const personal = await captureError(
      caller.corporate.replace({ membershipId: family, employee: employee(9) }),
    );
    expect(personal).toMatchObject({
      code: 'CARD_KIND_FIXED',
      fieldErrors: { 'employee.familyPlan': expect.stringContaining('same kind') },
    });
    const blank = await captureError(caller.corporate.replace({ membershipId: family, employee: {} }));
    expect(blank.fieldErrors).toEqual({
      'employee.firstname': 'Required Field',
      'employee.lastname': 'Required Field',
      'employee.phone': 'Required Field',
    });
    // The rejected request left the card unchanged.
    expect((await caller.corporate.cards({})).cards.map(({ id }) => id)).toContain(family);
    const { number } = await caller.corporate.replace({ membershipId: family, employee: familyEmployee(9) });
    expect(await checkout().caller(null).verification.find({ number })).toMatchObject({ plan: 4 });
  });

  it('is allowed only for the company’s own current employee cards', async () => {
    const ownCompany = await makeCompanyWithCards(database.db, checkout());
    const other = await makeCompanyWithCards(database.db, checkout());
    const [theirs] = (await other.caller.corporate.cards({})).cards;
    const [company] = await ownCompany.caller.memberships.mine();
    const [own] = (await ownCompany.caller.corporate.cards({})).cards;
    await ownCompany.caller.corporate.replace({ membershipId: own?.id ?? '', employee: employee(50) });
    for (const membershipId of [theirs?.id, company?.id, own?.id, randomUUID()]) {
      const input = { membershipId: membershipId ?? '', employee: employee(51) };
      expect((await captureError(ownCompany.caller.corporate.replace(input))).code).toBe(
        'MEMBERSHIP_NOT_FOUND',
      );
      const invitation = ownCompany.caller.corporate.resendInvitation(input);
      expect((await captureError(invitation)).code).toBe('MEMBERSHIP_NOT_FOUND');
    }
    const find = checkout()
      .caller(null)
      .verification.find({ number: theirs?.number ?? '' });
    expect(await find).toMatchObject({ updatedStatus: 'active', lastname: 'Number000' });
    const companyWithoutCards = await makeCompany(database.db, checkout());
    const input = { membershipId: theirs?.id ?? '', employee: employee(52) };
    expect((await captureError(companyWithoutCards.caller.corporate.replace(input))).code).toBe(
      'MEMBERSHIP_NOT_FOUND',
    );
  });
});

describe('the company’s page', () => {
  it('pages and searches the company’s own cards only', async () => {
    const list = employees(60).map((one, n) => ({
      ...one,
      email: n === 41 ? '100%_sure@nguyen.example' : null,
    }));
    const { caller } = await makeCompanyWithCards(database.db, checkout(), { employees: list });
    const other = await makeCompanyWithCards(database.db, checkout());
    const [first, third] = [await caller.corporate.cards({}), await caller.corporate.cards({ page: 3 })];
    expect([first.count, first.cards.length, third.cards.length]).toEqual([60, 25, 10]);
    expect(third.cards.at(-1)?.lastname).toBe('Number059');
    expect((await caller.corporate.cards({ page: 4 })).cards).toEqual([]);
    const findLastnames = async (search: string, who = caller) =>
      (await who.corporate.cards({ search })).cards.map(({ lastname }) => lastname);
    expect(await findLastnames('employee 41 number')).toEqual(['Number041']);
    expect(await findLastnames('100%_s')).toEqual(['Number041']);
    expect(await findLastnames('0_1')).toEqual([]);
    const number = formatMembershipNumber(first.cards[7]?.number ?? '').toLowerCase();
    expect(await findLastnames(number)).toEqual(['Number007']);
    expect(await findLastnames(number, other.caller)).toEqual([]);
    expect((await other.caller.corporate.cards({})).count).toBe(5);
  });

  it('[D29] offers the employee’s own address for a printed card, or else the company’s', async () => {
    const { caller } = await makeCompany(database.db, checkout());
    const ownAddress = {
      ownAddress: true,
      street1: '350 5TH AVE',
      city: 'New York',
      state: 'NY',
      zip: '10118',
    };
    await caller.corporate.purchase(
      makeCorporatePurchase({ employees: [employee(0, ownAddress), ...employees(5).slice(1)] }),
    );
    const [first, second] = (await caller.corporate.cards({})).cards;
    const findAddress = async (id = '') => (await caller.physicalCards.find({ id })).address;
    expect(await findAddress(first?.id)).toMatchObject({
      street1: '350 5TH AVE',
      street2: null,
      state: 'NY',
    });
    expect(await findAddress(second?.id)).toMatchObject({
      street1: '1437 Bannock St',
      state: 'CO',
      zip: '80202',
    });
  });
});
