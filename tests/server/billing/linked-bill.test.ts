import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testBilling } from '#tests/helpers/purchases/billing.ts';
import { saveCard } from '#tests/helpers/purchases/saved-card.ts';

const { checkout, buy, billing, buyOverdue, ...helpers } = testBilling();
const { billOf, chargesOf, cardAtStripe, linkToken, saveFor } = helpers;

describe('[D50] a bill’s link', () => {
  test('lets a guest pay this bill, and changes the card of this subscription alone', async () => {
    const { account, bought } = await buyOverdue();
    const other = await buy(account);
    const ours = billing();
    const token = await linkToken(bought);
    expect(await ours.linked({ token })).toMatchObject({
      name: 'Individual membership',
      isOwn: false,
      isPaid: false,
      bill: { amountCents: 4995 },
    });
    expect(await billing(account).linked({ token })).toMatchObject({ isOwn: true });

    const [setup] = await ours.startLinkedCardChange({ token, key: randomUUID() });
    if (!setup) throw new Error('There is no setup');
    const change = { token, setupIds: [setup.id], bills: billOf(bought) };
    await expect(ours.changeLinkedCard(change)).rejects.toThrow('card that was used is invalid');
    await saveCard(checkout().sandbox.url, setup, '5555555555554444');
    await expect(ours.changeLinkedCard({ ...change, bills: billOf(bought, other) })).rejects.toThrow(
      'This bill can no longer be paid.',
    );
    // A link must not give access to the cards that the account has saved.
    const setupIds = await saveFor(account);
    await expect(ours.changeLinkedCard({ ...change, setupIds })).rejects.toThrow('Not Found');
    expect(await ours.changeLinkedCard(change)).toEqual({ status: 'done' });
    expect(await chargesOf(bought)).toHaveLength(2);
    expect([await cardAtStripe(bought), await cardAtStripe(other)]).toEqual(['4444', '4242']);

    // The link now only shows that the bill is paid. It can't change anything more.
    expect(await ours.linked({ token })).toMatchObject({ isPaid: true, bill: null });
    expect(await ours.startLinkedCardChange({ token, key: randomUUID() })).toEqual([]);
    expect(await ours.changeLinkedCard(change)).toEqual({ status: 'done' });
    expect(await chargesOf(bought)).toHaveLength(2);
  });

  test('does not work if it is forged', async () => {
    const { bought } = await buyOverdue();
    const claim = await checkout().deps.signer.sign('claim-membership', bought.id, { seconds: 60 });
    const ours = billing();
    const key = randomUUID();
    for (const token of ['abc', claim]) {
      await expect(ours.linked({ token })).rejects.toThrow('This link doesn’t work');
      await expect(ours.startLinkedCardChange({ token, key })).rejects.toThrow('This link doesn’t work');
    }
  });
});
