import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { makePayoutAccount } from '#tests/helpers/factories/payout-account.ts';
import { makeW9 } from '#tests/helpers/factories/tax-form.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
const app = testApp(database, { now: () => NOW, limits: NO_LIMITS });
const web = startWeb(app);

let affiliate: TestAccount;
beforeEach(async () => {
  const referenceCode = `IVY${newId().slice(-8).toUpperCase()}`;
  affiliate = await makeAccount(database.db, { accountType: 1, referenceCode });
});

const earn = (amountCents: number) =>
  makeCommission(database.db, {
    affiliateId: affiliate.id,
    amountCents,
    payableAt: new Date('2026-11-30T12:00:00Z'),
  });
const openPayouts = async () => {
  const openedPage = await web.open('/user/affiliate', affiliate);
  return { ...openedPage, section: within(await screen.findByRole('region', { name: 'Your payouts' })) };
};

describe('the payouts of an affiliate', () => {
  test('say when the next one is, how much, and what it waits for', async () => {
    await earn(1_249);
    const { section } = await openPayouts();
    expect(await section.findByText(/^Your next payout is/)).toHaveTextContent(
      'Your next payout is $12.49, on December 1, 2026 or soon after. A refund can still reduce it.',
    );
    expect(
      section.getByText('We’ll send it once we have your tax form and your bank account.'),
    ).toBeVisible();
    expect(section.getByText('Your tax form is missing')).toBeVisible();
  });

  test('name no day that has passed', async () => {
    await makeCommission(database.db, {
      affiliateId: affiliate.id,
      amountCents: 1_249,
      payableAt: new Date('2026-10-31T12:00:00Z'),
    });
    const { section } = await openPayouts();
    expect(await section.findByText(/^Your next payout is/)).toHaveTextContent(
      /^Your next payout is \$12\.49\. We’ll pay it soon\./,
    );
  });

  test('wait for nothing if both are on file', async () => {
    await earn(1_249);
    await makeW9(database.db, app.deps.cipher, { accountId: affiliate.id });
    await makePayoutAccount(database.db, app.deps.cipher, { accountId: affiliate.id });
    const { section } = await openPayouts();
    expect(await section.findByText('Checking, ends in 6789')).toBeVisible();
    expect(section.getByText(/W-9 with the number •••-••-6789/)).toBeVisible();
    expect(section.queryByText(/once we have/)).not.toBeInTheDocument();
    expect(section.getByRole('button', { name: 'Replace bank account' })).toBeVisible();
  });

  test('wait for another bank account if the bank returned the last payout', async () => {
    await earn(1_249);
    await makeW9(database.db, app.deps.cipher, { accountId: affiliate.id });
    await makePayoutAccount(database.db, app.deps.cipher, { accountId: affiliate.id });
    await database.db.updateTable('payoutAccounts').set({ returnedAt: NOW, returnReason: 'R03' }).execute();
    const { section } = await openPayouts();
    expect(await section.findByText('We’ll send it once we have your bank account.')).toBeVisible();
  });

  test('go to an account whose number is pasted with spaces, which are never cut off', async () => {
    const { user, section } = await openPayouts();
    for (const label of ['Account number', 'Confirm account number']) {
      await user.click(await section.findByLabelText(label));
      await user.paste('1234 5678 9012 3456 7');
      expect(section.getByLabelText(label)).toHaveValue('1234 5678 9012 3456 7');
    }
  });

  test.each([
    [0, /^There’s nothing to pay out yet\./],
    [-500, /^Refunds exceed what you earned by/],
  ])('of %i cents name no date', async (amountCents, sentence) => {
    if (amountCents !== 0) await earn(amountCents);
    const { section } = await openPayouts();
    expect(await section.findByText(sentence)).toBeVisible();
    expect(section.queryByText(/Your next payout is/)).not.toBeInTheDocument();
  });
});
