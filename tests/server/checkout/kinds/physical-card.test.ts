import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cardRequestLink } from '#server/domains/memberships/physical-card/physical-card.service.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeSubscription } from '#tests/helpers/factories/subscription.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { listMails, listSignedMails } from '#tests/helpers/purchases/mails.ts';
import { CARD_ADDRESS, listCardRequests, makeSentCard } from '#tests/helpers/purchases/physical-card.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

/** The receipt email's data about the physical card. */
const offer = z.object({ url: z.url(), isOrdered: z.boolean() });
const PAST = new Date(Date.now() - 86_400_000);
const buildRequest = (membership: { number: string }, key: string | null = null) => ({
  id: membership.number,
  key,
  ...CARD_ADDRESS,
});
const keyIn = (url: string) => new URLSearchParams(new URL(url).hash.slice(1)).get('key');
const keyFor = async (number: string) => keyIn(await cardRequestLink(checkout().deps, database.db, number));
const mailsTo = (email: string) => listMails(checkout().jobs, email);

async function makeHolder(overrides: Parameters<typeof makeMembership>[1] = {}) {
  const account = await makeAccount(database.db);
  const membership = await makeMembership(database.db, { accountId: account.id, ...overrides });
  return { account, membership, caller: checkout().caller(account) };
}

describe('[S2 request physical card, S4 physical card] the request for the first card', () => {
  it('adds the card to the queue for free and sends an email', async () => {
    const { account, membership, caller } = await makeHolder();
    expect(await caller.physicalCards.find({ id: membership.number })).toMatchObject({
      number: membership.number,
      planName: 'Individual',
      recipient: 'Maria Gomez',
      state: 'open',
      latest: null,
      address: null,
      sentWithin: '5-7 business days',
    });
    expect(await caller.physicalCards.request(buildRequest(membership))).toBe(true);
    expect(await listCardRequests(database.db, membership.id)).toEqual([
      {
        recipient: 'Maria Gomez',
        email: account.email,
        street1: '1600 Broadway',
        isReplacement: false,
        sentAt: null,
      },
    ]);
    expect(await caller.physicalCards.find({ id: membership.number })).toMatchObject({
      state: 'requested',
      latest: { sentAt: null, isReplacement: false },
      address: CARD_ADDRESS,
    });
    expect(mailsTo(account.email)).toMatchObject([
      {
        mail: 'card-requested',
        props: { number: formatMembershipNumber(membership.number), sentWithin: '5-7 business days' },
      },
    ]);
  });

  it('[D27] accepts any spelling of the membership number, and the membership id', async () => {
    const { membership, caller } = await makeHolder();
    const respelledNumber = formatMembershipNumber(membership.number).toLowerCase();
    for (const id of [respelledNumber, membership.id]) {
      expect(await caller.physicalCards.find({ id })).toMatchObject({ number: membership.number });
    }
  });

  it('succeeds once, even from ten tabs, and later ones get the specified message', async () => {
    const { account, membership, caller } = await makeHolder();
    const attempts = Array.from({ length: 10 }, () => caller.physicalCards.request(buildRequest(membership)));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      expect(outcome.reason).toMatchObject({
        message: 'You have already requested a physical card',
        cause: { code: 'CARD_REQUESTED', status: 409 },
      });
    }
    expect(await listCardRequests(database.db, membership.id)).toHaveLength(1);
    expect(mailsTo(account.email)).toHaveLength(1);
  });

  it('counts a card that was bought with the membership', async () => {
    const account = await makeAccount(database.db);
    const caller = checkout().caller(account);
    await caller.checkout.buyCard(makeCardPurchase({ requestedPhysicalCard: true, email: account.email }));
    const [bought] = await caller.memberships.mine();
    const id = bought?.number ?? '';
    expect(await caller.physicalCards.find({ id })).toMatchObject({ state: 'requested' });
    await expect(caller.physicalCards.request({ id, ...CARD_ADDRESS })).rejects.toThrow(
      'You have already requested a physical card',
    );
  });

  it('[S5 physical card form] reports missing fields', async () => {
    const { membership, caller } = await makeHolder();
    const blank = { street1: ' ', street2: '', city: '', state: '', zip: '', country: '' };
    await expect(caller.physicalCards.request({ id: membership.number, ...blank })).rejects.toMatchObject({
      cause: {
        fieldErrors: {
          street1: 'Required',
          city: 'Required',
          state: 'Required',
          zip: 'Required',
          country: 'Required',
        },
      },
    });
    await expect(
      caller.physicalCards.request({ ...buildRequest(membership), zip: '802' }),
    ).rejects.toMatchObject({ cause: { fieldErrors: { zip: 'Please enter a 5-digit ZIP code' } } });
    expect(await listCardRequests(database.db, membership.id)).toEqual([]);
  });

  it.each([
    ['past due', { subscription: { status: 'past_due' as const } }],
    ['expired', { subscription: { periodEnd: PAST } }],
    ['ended', { subscription: { status: 'canceled' as const, endedAt: PAST } }],
    ['replaced by another card', { endedAt: PAST }],
    ['a company’s own plan', { planId: 5 }],
  ])('is refused for a membership that is %s', async (_name, overrides) => {
    const { membership, caller } = await makeHolder(overrides);
    expect(await caller.physicalCards.find({ id: membership.number })).toMatchObject({ state: 'closed' });
    await expect(caller.physicalCards.request(buildRequest(membership))).rejects.toMatchObject({
      message: 'The membership is invalid. For more info, please contact us.',
    });
    expect(await listCardRequests(database.db, membership.id)).toEqual([]);
  });
});

describe('[D9] accounts that may request the card', () => {
  it('exclude other accounts, which can’t find the card', async () => {
    const { membership } = await makeHolder();
    const strangers = [checkout().caller(null), checkout().caller(await makeAccount(database.db))];
    for (const stranger of strangers) {
      for (const call of [
        () => stranger.physicalCards.find({ id: membership.number }),
        () => stranger.physicalCards.find({ id: membership.id }),
        () => stranger.physicalCards.request(buildRequest(membership)),
      ]) {
        await expect(call()).rejects.toMatchObject({
          message: 'No Membership Found',
          cause: { code: 'MEMBERSHIP_NOT_FOUND', status: 404 },
        });
      }
    }
    expect(await listCardRequests(database.db, membership.id)).toEqual([]);
  });

  it('include a guest with the receipt’s link, for that card only, and the buyer gets an email', async () => {
    const { email } = makeCardPurchase();
    await checkout().caller(null).checkout.buyCard(makeCardPurchase({ email }));
    const [receipt] = await listSignedMails(checkout(), email);
    const printedCard = offer.parse(receipt?.props.printedCard);
    expect(printedCard.isOrdered).toBe(false);
    const id = new URL(printedCard.url).pathname.replace('/request/card/', '');
    const key = keyIn(printedCard.url);
    const guest = checkout().caller(null);
    expect(await guest.physicalCards.find({ id, key })).toMatchObject({ state: 'open' });
    const other = await makeMembership(database.db);
    for (const wrong of [
      { id: other.number, key },
      { id, key: `${key}x` },
      { id, key: null },
      { id, key: await keyFor(other.number) },
    ]) {
      await expect(guest.physicalCards.find(wrong)).rejects.toThrow('No Membership Found');
    }
    expect(await guest.physicalCards.request({ id, key, ...CARD_ADDRESS })).toBe(true);
    expect(mailsTo(email)).toMatchObject([{ mail: 'receipt' }, { mail: 'card-requested' }]);
  });

  it('exclude a guest with the receipt’s link after the card is claimed', async () => {
    const membership = await makeMembership(database.db);
    const key = await keyFor(membership.number);
    const account = await makeAccount(database.db);
    const guest = checkout().caller(null);
    expect(await guest.physicalCards.find({ id: membership.number, key })).toMatchObject({ state: 'open' });
    await database.db
      .updateTable('memberships')
      .set({ accountId: account.id })
      .where('id', '=', membership.id)
      .execute();
    await expect(guest.physicalCards.find({ id: membership.number, key })).rejects.toThrow(
      'No Membership Found',
    );
    expect(await checkout().caller(account).physicalCards.find({ id: membership.number })).toMatchObject({
      state: 'open',
    });
  });

  it('[D29] include a company for an unclaimed employee card, sent to the employee’s address', async () => {
    const company = await makeAccount(database.db);
    const subscription = await makeSubscription(database.db, { accountId: company.id });
    const { id: companyId } = await database.db
      .insertInto('companies')
      .values({
        id: subscription.id,
        accountId: company.id,
        name: 'Rocky Mountain Tools',
        reference: null,
        ...CARD_ADDRESS,
        street2: 'Suite 5',
        email: 'office@example.com',
        phone: '303 555 0147',
        code: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const makeEmployee = async (homeAddress: typeof CARD_ADDRESS | null) => {
      const nowhere = { street1: null, street2: null, city: null, state: null, zip: null, country: null };
      const card = await makeMembership(database.db, { subscriptionId: subscription.id, planId: 3 });
      await database.db
        .insertInto('companyCards')
        .values({
          membershipId: card.id,
          companyId,
          email: null,
          phone: '303 555 0148',
          yearlyCents: 4995,
          invitedAt: null,
          ...(homeAddress ?? nowhere),
        })
        .execute();
      return card;
    };
    const atHome = await makeEmployee({ ...CARD_ADDRESS, street1: '7 Elm St' });
    const workEmployee = await makeEmployee(null);
    const caller = checkout().caller(company);
    expect((await caller.physicalCards.find({ id: atHome.number })).address).toEqual({
      ...CARD_ADDRESS,
      street1: '7 Elm St',
    });
    expect((await caller.physicalCards.find({ id: workEmployee.number })).address).toEqual({
      ...CARD_ADDRESS,
      street2: 'Suite 5',
    });
    expect(await caller.physicalCards.request(buildRequest(workEmployee))).toBe(true);
    const holder = await makeAccount(database.db);
    await database.db
      .updateTable('memberships')
      .set({ accountId: holder.id })
      .where('id', '=', atHome.id)
      .execute();
    await expect(caller.physicalCards.request(buildRequest(atHome))).rejects.toThrow('No Membership Found');
    expect(await checkout().caller(holder).physicalCards.request(buildRequest(atHome))).toBe(true);
  });

  it('include the owner, who alone sees whether a card was requested', async () => {
    const account = await makeAccount(database.db);
    const { number } = await makeSentCard(database.db, { accountId: account.id });
    const verifyCard = (caller: ReturnType<ReturnType<typeof checkout>['caller']>) =>
      caller.verification.find({ number });
    expect(await verifyCard(checkout().caller(account))).toMatchObject({ requestedPhysicalCard: true });
    expect(await verifyCard(checkout().caller(null))).toMatchObject({ requestedPhysicalCard: null });
  });
});
