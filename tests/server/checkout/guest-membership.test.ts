import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getReceipt } from '#server/domains/checkout/receipt/receipt.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { findMailLink, listMails } from '#tests/helpers/purchases/mails.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

async function makeGuestPurchase() {
  const input = makeCardPurchase();
  const { purchaseId } = await checkout().caller(null).checkout.buyCard(input);
  const link = await findMailLink(checkout(), input.email, 'cancelUrl');
  return { purchaseId, email: input.email, key: new URLSearchParams(link.hash.slice(1)).get('key') ?? '' };
}

/** Makes a guest's purchase whose membership somebody else has claimed. */
async function makeClaimedPurchase() {
  const purchase = await makeGuestPurchase();
  const holder = await makeAccount(database.db);
  const { hash } = await findMailLink(checkout(), purchase.email, 'claimUrl');
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  await checkout().caller(holder).claims.claim({ token });
  return { ...purchase, holder };
}

const listMailsNamed = (to: string, name: string) =>
  listMails(checkout().jobs, to).filter(({ mail }) => mail === name);

describe('[D50] a guest’s link to cancel', () => {
  it('shows the membership and cancels it at the end of its period', async () => {
    const { purchaseId, key } = await makeGuestPurchase();
    const stranger = checkout().caller(null);
    expect(await stranger.checkout.guestMembership({ key })).toMatchObject({
      planName: 'Individual',
      canceled: false,
    });
    expect(await stranger.checkout.cancelGuestMembership({ key })).toBe(true);
    expect(await stranger.checkout.cancelGuestMembership({ key })).toBe(true);
    expect(await stranger.checkout.guestMembership({ key })).toMatchObject({ canceled: true });
    const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
    const stripeSubscription = await checkout().deps.stripe.subscriptions.retrieve(
      String(providerSubscriptionId),
    );
    expect(stripeSubscription.cancel_at_period_end).toBe(true);

    expect(await stranger.checkout.guestMembership({ key })).toMatchObject({ canResume: true });
    expect(await stranger.checkout.resumeGuestMembership({ key })).toBe(true);
    expect(await stranger.checkout.guestMembership({ key })).toMatchObject({
      canceled: false,
      canResume: false,
    });
  });

  it('notifies the payer and the holder if somebody else has claimed the membership', async () => {
    const { key, email, holder } = await makeClaimedPurchase();
    const guest = checkout().caller(null).checkout;
    for (let i = 0; i < 2; i++) await guest.cancelGuestMembership({ key });
    expect(listMailsNamed(email, 'membership-cancelled')).toMatchObject([{ props: { isByPayer: false } }]);
    expect(listMailsNamed(holder.email, 'membership-cancelled')).toMatchObject([
      { props: { isByPayer: true } },
    ]);

    // The holder may pay with a card of their own by now.
    expect(await guest.guestMembership({ key })).toMatchObject({ canceled: true, canResume: false });
    await expect(guest.resumeGuestMembership({ key })).rejects.toThrow('permission');
    const { memberships } = checkout().caller(holder);
    const [membership] = await memberships.mine();
    for (let i = 0; i < 2; i++) await memberships.resume({ number: membership?.number ?? '' });
    expect(listMailsNamed(holder.email, 'membership-resumed')).toHaveLength(1);
    expect(listMailsNamed(email, 'membership-resumed')).toHaveLength(1);
    const link = await findMailLink(checkout(), email, 'cancelUrl');
    const newKey = new URLSearchParams(link.hash.slice(1)).get('key') ?? '';
    expect(await guest.cancelGuestMembership({ key: newKey })).toBe(true);
    expect(await memberships.mine()).toMatchObject([{ canceled: true }]);
  });

  it('is emailed again if it expired, once a day, and only in place of one of ours', async () => {
    const { purchaseId, email } = await makeGuestPurchase();
    const key = await checkout().deps.signer.sign('cancel-membership', purchaseId, { seconds: -60 });
    const guest = checkout().caller(null).checkout;
    await expect(guest.guestMembership({ key })).rejects.toThrow('No Membership Found');
    for (const sentKey of [`${key}x`, key, key])
      expect(await guest.sendGuestLink({ key: sentKey })).toBe(true);
    expect(listMailsNamed(email, 'membership-link')).toHaveLength(1);
    const link = await findMailLink(checkout(), email, 'cancelUrl');
    const newKey = new URLSearchParams(link.hash.slice(1)).get('key') ?? '';
    expect(await guest.guestMembership({ key: newKey })).toMatchObject({ canceled: false });
  });

  it('is emailed from a receipt to the guest who bought, once a day', async () => {
    const { purchaseId, email } = await makeGuestPurchase();
    const account = await makeAccount(database.db);
    const ownInput = makeCardPurchase();
    const own = await checkout().caller(account).checkout.buyCard(ownInput);
    const guest = checkout().caller(null).checkout;
    for (const id of [randomUUID(), own.purchaseId, purchaseId, purchaseId])
      expect(await guest.sendGuestLink({ purchaseId: id })).toBe(true);
    const countLinks = (to: string) => listMailsNamed(to, 'membership-link').length;
    expect([email, ownInput.email, account.email].map(countLinks)).toEqual([1, 0, 0]);
  });

  it('is offered by the receipt to anyone but the account that claimed the membership', async () => {
    const { purchaseId, holder } = await makeClaimedPurchase();
    const { deps } = checkout();
    const key = await deps.signer.sign('receipt', purchaseId);
    const findLink = async (account: typeof holder | null) =>
      (await getReceipt({ deps, account, existingGuestKey: null }, { id: purchaseId, key })).cancelLink?.url;
    expect(await findLink(null)).toBe(`http://localhost:3000/cancel?receipt=${purchaseId}`);
    expect(await findLink(holder)).toBe('http://localhost:3000/user');
  });

  it('refuses a key that is forged or for another purpose', async () => {
    const { purchaseId, key } = await makeGuestPurchase();
    const receipt = await checkout().deps.signer.sign('receipt', purchaseId, { seconds: 60 });
    for (const wrong of ['', 'x', `${key}x`, receipt]) {
      await expect(checkout().caller(null).checkout.cancelGuestMembership({ key: wrong })).rejects.toThrow(
        'No Membership Found',
      );
    }
  });
});

describe('[D50] a guest who bought a membership that somebody else has claimed', () => {
  it('is notified if the holder cancels it', async () => {
    const { key, email, holder } = await makeClaimedPurchase();
    const { memberships } = checkout().caller(holder);
    const [membership] = await memberships.mine();
    for (let i = 0; i < 2; i++) await memberships.cancel({ number: membership?.number ?? '' });
    expect(listMailsNamed(holder.email, 'membership-cancelled')).toMatchObject([
      { props: { isForBuyer: false } },
    ]);
    expect(listMailsNamed(email, 'membership-cancelled')).toMatchObject([{ props: { isForBuyer: true } }]);
    expect(await checkout().caller(null).checkout.guestMembership({ key })).toMatchObject({ canceled: true });
  });
});
