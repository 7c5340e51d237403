import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { makePayable } from '#tests/helpers/factories/payout-account.ts';
import { holdResponse } from '#tests/helpers/hold-response.ts';
import { REASON } from '#tests/helpers/staff.ts';
import {
  closeDialog,
  confirm,
  fill,
  inDialog,
  press,
  pressInDialog,
  recordMutations,
  rowOf,
  showPreview,
  staffWeb,
} from './staff-web.tsx';

const database = testDb();
let now = Date.parse('2026-12-04T18:05:00Z');
// Ticks, because a timeline can't show two identical events of one instant.
const app = testApp(database, { now: () => new Date(now++), limits: NO_LIMITS });
const { open } = staffWeb(database, app);

const MONTH = '2026-11';
const TAX_NUMBER = '123456789';
let amy: TestAccount;
const files: Array<{ name: string; content: Blob }> = [];

const earn = (amountCents: number) =>
  makeCommission(database.db, {
    affiliateId: amy.id,
    amountCents,
    payableAt: new Date('2026-11-20T00:00:00Z'),
  });

beforeAll(async () => {
  amy = await makeAccount(database.db, {
    ...{ firstname: 'Amy', lastname: 'Adams', accountType: 1, referenceCode: 'AMY' },
  });
  await makePayable(database.db, app.deps.cipher, { accountId: amy.id });
  await earn(1_249);
});

beforeEach(() => {
  files.length = 0;
  // jsdom doesn't implement downloads.
  let lastContent = new Blob();
  URL.createObjectURL = (content) => {
    if (content instanceof Blob) lastContent = content;
    return 'blob:saved';
  };
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, content: lastContent });
  });
});

/** Gives the open dialog's reason and sends its form. Returns the sentence that reports the result. */
async function give(user: UserEvent, label: string) {
  await fill(user, 'Reason', REASON);
  await pressInDialog(user, label);
  return (await (await inDialog()).findByRole('status', { hidden: true })).textContent;
}

const isHidden = (name: string) => {
  const button = screen.queryByRole('button', { name, hidden: true });
  return button === null || button.closest('[hidden]') !== null;
};

describe('a tax form', () => {
  const openForm = async () => {
    const { user } = await open(`/staff/affiliates/${amy.id}`);
    await press(user, 'Open W-9');
    return user;
  };

  test('is opened with a reason, and again only with another one', async () => {
    const user = await openForm();
    const calls = recordMutations();
    expect(screen.getByText('•••-••-6789')).toBeInTheDocument();
    expect(screen.queryByText(TAX_NUMBER)).toBeNull();
    await pressInDialog(user, 'Open W-9');
    const reason = await (await inDialog()).findByLabelText('Reason');
    expect(reason).toHaveAccessibleDescription('Required Field');
    expect(calls).toEqual([]);
    await fill(user, 'Reason', REASON);
    await pressInDialog(user, 'Open W-9');
    expect(await screen.findByText(TAX_NUMBER)).toBeInTheDocument();
    expect(calls).toMatchObject([{ input: { accountId: amy.id, kind: 'w9', reason: REASON } }]);
    await closeDialog(user);
    expect(screen.queryByText(TAX_NUMBER)).toBeNull();
    expect(await screen.findByText(new RegExp(REASON))).toBeInTheDocument();
    await press(user, 'Open W-9');
    expect((await inDialog()).getByLabelText('Reason')).toHaveValue('');
  });

  test('that arrives after its dialog was closed is not shown', async () => {
    const user = await openForm();
    await fill(user, 'Reason', REASON);
    const response = holdResponse('openTaxForm');
    await pressInDialog(user, 'Open W-9');
    await response.arrived;
    await closeDialog(user);
    response.release();
    await screen.findAllByText(new RegExp(REASON));
    await press(user, 'Open W-9');
    expect((await inDialog()).getByLabelText('Reason')).toHaveValue('');
    expect(screen.queryByText(TAX_NUMBER)).toBeNull();
  });
});

describe('a payout run', () => {
  test('is paid only as it was shown, and then has files for the bank', async () => {
    const { user } = await open(`/staff/affiliates/runs/${MONTH}`);
    const calls = recordMutations();
    await screen.findByText('Preview: not paid yet');
    expect(rowOf('Payees', 'Amy Adams')).toHaveTextContent('$12.49');
    expect(isHidden('Download the file')).toBe(true);
    await press(user, 'Mark as paid');
    await earn(100);
    await fill(user, 'Reason', REASON);
    await pressInDialog(user, 'Continue');
    expect(await (await inDialog()).findByRole('alert')).toHaveTextContent('Someone else changed this');
    await closeDialog(user);
    await waitFor(() => expect(rowOf('Payees', 'Amy Adams')).toHaveTextContent('$13.49'));

    await press(user, 'Mark as paid');
    expect((await showPreview(user))[0]).toBe(`${MONTH} is marked as paid: 1 payout, $13.49 in total.`);
    expect(await confirm(user, 'Mark as paid')).toBe(`${MONTH} is marked as paid: 1 payout.`);
    expect(calls.at(-1)?.input).toMatchObject({ values: { month: MONTH, count: 1, totalCents: 1_349 } });
    await closeDialog(user);
    expect(await screen.findByText(/^Marked as paid Dec 4, 2026/)).toBeInTheDocument();
    expect(isHidden('Mark as paid')).toBe(true);

    await press(user, 'Download the file');
    expect((await inDialog()).getByRole('checkbox', { hidden: true })).not.toBeChecked();
    expect(await give(user, 'Download the file')).toBe(`payouts-${MONTH}.csv was downloaded.`);
    await closeDialog(user);
    await press(user, 'Download the file');
    await user.click((await inDialog()).getByRole('checkbox', { hidden: true }));
    await give(user, 'Download the file');
    await closeDialog(user);
    const contents = await Promise.all(files.map(({ content }) => content.text()));
    expect(contents.map((text) => text.includes(TAX_NUMBER))).toEqual([false, true]);
  });

  test('is sent to the bank once, and a returned payout waits', async () => {
    const { user } = await open(`/staff/affiliates/runs/${MONTH}`);
    expect(await screen.findByText(/A new file has 1 payment, \$13\.49 in\s+total/)).toBeInTheDocument();
    await press(user, 'Create the bank file');
    expect(await give(user, 'Create the bank file')).toMatch(/ was downloaded\. Send it to the bank once\.$/);
    expect(await files[0]?.content.text()).toContain('000123456789');
    await closeDialog(user);
    expect(await screen.findByText('None of this month’s payouts can be sent now.')).toBeInTheDocument();
    expect(isHidden('Create the bank file')).toBe(true);
    expect(rowOf('Sent payouts', 'Amy Adams')).toHaveTextContent('$13.496789');
    await press(user, 'Download file 1 again');
    await give(user, 'Download file 1 again');
    await closeDialog(user);
    expect(await files[1]?.content.text()).toBe(await files[0]?.content.text());

    await press(user, 'Mark as returned (Amy Adams)');
    await fill(user, 'Reason', REASON);
    await pressInDialog(user, 'Continue');
    const dialog = await inDialog();
    const bankReason = /^The bank’s reason/;
    expect(await dialog.findByLabelText(bankReason)).toHaveAccessibleDescription(
      expect.stringContaining('Required Field'),
    );
    await fill(user, bankReason, 'The account is closed.');
    await showPreview(user);
    await confirm(user, 'Mark as returned');
    await closeDialog(user);
    const leftOut = await screen.findByRole('table', { name: 'Left out', hidden: true });
    expect(within(leftOut).getByText(/has to be replaced/)).toBeInTheDocument();
    expect(screen.queryByRole('table', { name: 'Sent payouts', hidden: true })).toBeNull();
  });
});
