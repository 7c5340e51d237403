import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans, makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { REASON } from '#tests/helpers/staff.ts';
import {
  closeDialog,
  confirm,
  fill,
  inDialog,
  press,
  pressInDialog,
  recordMutations,
  showPreview,
  staffWeb,
} from './staff-web.tsx';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const { open } = staffWeb(database, app);

beforeAll(() => makePlans(database.db));

const openNewCode = async () => {
  const { user } = await open('/staff/promo-codes');
  const calls = recordMutations();
  await press(user, 'Create a promo code');
  return { user, calls, dialog: await inDialog() };
};

describe('the terms of a new promo code', () => {
  test('are a percentage, once per buyer for one period, unless staff enter something else', async () => {
    const { user, calls, dialog } = await openNewCode();
    expect(dialog.getByLabelText(/^Periods/)).toHaveValue('1');
    expect(dialog.getByLabelText(/^Uses per buyer/)).toHaveValue('1');
    expect(dialog.queryByLabelText('Amount in $')).toBeNull();
    await fill(user, 'Code', 'sprng10');
    await fill(user, 'Percent', '12.5');
    await fill(user, 'Uses in total', '500');
    await fill(user, /^First day/, '2026-12-01');
    await fill(user, /^Last day/, '2099-03-01');
    expect(dialog.queryByLabelText(/^Price of Family Membership/)).toBeNull();
    await user.click(dialog.getByLabelText(/^Family Membership, \$99\.90 a month/));
    await fill(user, /^Price of Family Membership/, '80');
    expect(await showPreview(user)).toEqual([
      'SPRNG10: 12.5% off Family Membership at $80.00 for 1 period, at most 500 uses, once per buyer, from December 1, 2026, until March 1, 2099',
      'Family Membership: $80.00 instead of $99.90',
    ]);
    expect(calls.at(-1)?.input).toMatchObject({
      values: {
        ...{ code: 'SPRNG10', discount: 'percent', percentOff: '12.5', periods: '1', maxUses: '500' },
        ...{ validFrom: '2026-12-01', validUntil: '2099-03-01' },
      },
    });
    expect(await confirm(user, 'Create a promo code')).toBe('Buyers can use SPRNG10 at checkout.');
  });

  test('are checked at their fields, also by the server, and kept', async () => {
    await makePromoCode(database.db, { code: 'TAKEN' });
    const { user, calls, dialog } = await openNewCode();
    await fill(user, 'Code', 'taken');
    await user.selectOptions(dialog.getByLabelText('Discount'), 'Amount off');
    expect(dialog.queryByLabelText('Percent')).toBeNull();
    await fill(user, 'Amount in $', '0');
    await fill(user, /^Last day/, '2026-11-30');
    await fill(user, /^First day/, '2026-12-01');
    await fill(user, 'Reason', REASON);
    await pressInDialog(user, 'Continue');
    const expectError = (label: RegExp | string, message: string) =>
      waitFor(() =>
        expect(dialog.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(message)),
      );
    await expectError('Uses in total', 'Please enter a whole number from 1 to 100,000');
    await fill(user, 'Uses in total', '5');
    await pressInDialog(user, 'Continue');
    await expectError('Amount in $', 'Please enter more than $0.00');
    await expectError(/^Last day/, 'The last day can’t be before the first');
    expect(calls).toEqual([]);
    await fill(user, 'Amount in $', '10');
    await fill(user, /^Last day/, '2026-12-31');
    await pressInDialog(user, 'Continue');
    await expectError('Code', 'There’s already a promo code with this name.');
    expect(dialog.getByLabelText('Amount in $')).toHaveValue('10');
    await fill(user, 'Code', 'tenoff');
    expect(await showPreview(user)).toContain('Individual Membership: $39.95 instead of $49.95');

    await makePromoCode(database.db, { code: 'TENOFF' });
    await pressInDialog(user, 'Create a promo code');
    await waitFor(() => expect(dialog.getByRole('alert')).toHaveFocus());
    await expectError('Code', 'There’s already a promo code with this name.');
    expect(dialog.getByLabelText('Reason')).toHaveValue(REASON);
  });
});

describe('an existing promo code', () => {
  test('opens with its terms in dollars and percent, and moves to the page of its new name', async () => {
    await makePromoCode(database.db, {
      ...{ code: 'TYPPO', maxUses: 7, maxUsesPerBuyer: null, periods: null },
      plans: [{ planId: 0, recurringPriceCents: 1_050 }],
    });
    const { user } = await open('/staff/promo-codes/TYPPO');
    await press(user, 'Correct');
    const dialog = await inDialog();
    expect(dialog.getByLabelText('Discount')).toHaveDisplayValue('Amount off');
    expect(dialog.getByLabelText('Amount in $')).toHaveValue('10.00');
    expect(dialog.getByLabelText(/^Periods/)).toHaveValue('');
    expect(dialog.getByLabelText('Uses in total')).toHaveValue('7');
    expect(dialog.getByLabelText(/^Uses per buyer/)).toHaveValue('');
    expect(dialog.getByLabelText(/^Price of Individual Membership/)).toHaveValue('10.50');
    expect(dialog.getByLabelText(/^Family Membership, /)).not.toBeChecked();
    await fill(user, 'Code', 'typo');
    await showPreview(user);
    expect(await confirm(user, 'Correct')).toBe('TYPO was corrected.');
    await closeDialog(user);
    expect(await screen.findByRole('heading', { level: 1, name: 'TYPO', hidden: true })).toBeInTheDocument();
    expect(window.location.pathname).toBe('/staff/promo-codes/TYPO');
  });

  test('is limited, stopped, and started again', async () => {
    await makePromoCode(database.db, { code: 'SPRING', maxUses: 9 });
    const { user } = await open('/staff/promo-codes/SPRING');
    await press(user, 'Change limits');
    await fill(user, 'Uses in total', '5');
    await showPreview(user);
    expect(await confirm(user, 'Change limits')).toBe('The new limits for SPRING apply.');
    await closeDialog(user);
    await screen.findByText(/^\$10\.00 off.* at most 5 uses/);
    for (const [label, message, next] of [
      ['Stop', 'SPRING is stopped.', 'Start again'],
      ['Start again', 'SPRING can be used again.', 'Stop'],
    ] as const) {
      await press(user, label);
      await showPreview(user);
      expect(await confirm(user, label)).toBe(message);
      await closeDialog(user);
      await waitFor(() => expect(screen.getByRole('button', { name: next })).toBeVisible());
      expect(screen.getByRole('button', { name: label, hidden: true })).not.toBeVisible();
    }
  });
});
