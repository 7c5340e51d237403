import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeCompany, makeEmployeeCard } from '#tests/helpers/factories/company.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { employee, makeCompanyWithCards } from '#tests/helpers/purchases/company.ts';
import { buyMembership } from '#tests/helpers/purchases/membership.ts';
import { makeSentCard } from '#tests/helpers/purchases/physical-card.ts';
import { REASON } from '#tests/helpers/staff.ts';
import { whenStarted } from '../checkout/checkout-web.tsx';
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

const database = seededTestDb();
const checkout = testCheckout(database);
const { console, open } = staffWeb(database, whenStarted(checkout));

const hasButton = (name: string) => screen.queryAllByRole('button', { name, hidden: true }).length > 0;

describe('a membership in the console', () => {
  async function openMembership() {
    const membership = await buyMembership(checkout());
    const { user } = await open(`/staff/memberships/${membership.id}`);
    await screen.findByRole('heading', { level: 1, name: 'Ann Smith', hidden: true });
    return { ...membership, user, calls: recordMutations() };
  }

  test('ends at the end of its period unless staff choose now, which is all that is left then', async () => {
    const { id, user, calls } = await openMembership();
    const options = async () =>
      (await inDialog())
        .getAllByRole<HTMLInputElement>('radio', { hidden: true })
        .map(({ value, checked }) => [value, checked]);
    await press(user, 'Cancel the membership');
    expect(await options()).toEqual([
      ['period-end', true],
      ['now', false],
    ]);
    await showPreview(user);
    await confirm(user, 'Cancel the membership');
    await closeDialog(user);
    await screen.findByText(/^Membership canceled/);
    await press(user, 'Cancel the membership');
    expect(await options()).toEqual([['now', true]]);
    await showPreview(user);
    await confirm(user, 'Cancel the membership');
    await closeDialog(user);
    expect(await screen.findByText(/, Individual, Canceled$/)).toBeInTheDocument();
    expect(hasButton('Cancel the membership')).toBe(false);
    expect(calls.filter(({ name }) => name === 'memberships.cancel.perform')).toMatchObject([
      { input: { values: { id, when: 'period-end' } } },
      { input: { values: { id, when: 'now' } } },
    ]);
  });

  test('is extended by whole days, and a payment is refunded from its row', async () => {
    const { user, calls } = await openMembership();
    await press(user, 'Extend');
    const dialog = await inDialog();
    expect(dialog.getByLabelText('Days')).toHaveValue('30');
    await fill(user, 'Reason', REASON);
    for (const [days, message] of [
      ['1.5', 'Enter whole days'],
      ['0', 'At least 1 day'],
    ] as const) {
      await fill(user, 'Days', days);
      await pressInDialog(user, 'Continue');
      expect(await dialog.findByLabelText('Days')).toHaveAccessibleDescription(message);
    }
    expect(calls).toEqual([]);
    await fill(user, 'Days', '45');
    await showPreview(user);
    expect(calls.at(-1)?.input).toMatchObject({ values: { days: '45' } });
    await closeDialog(user);

    await user.click(
      within(rowOf('Payments', '$49.95')).getByRole('button', { name: 'Refund', hidden: true }),
    );
    await fill(user, 'Amount in dollars', '49.95');
    await showPreview(user);
    expect(await confirm(user, 'Refund')).toBe('Refunded $49.95.');
    await closeDialog(user);
    await screen.findByText(/, Individual, Refunded$/);
    expect(within(rowOf('Payments', '$49.95')).queryByRole('button', { hidden: true })).toBeNull();
  });

  test('has a card that is replaced at the address on file, and a claim link only until it has an owner', async () => {
    const { id } = await makeSentCard(database.db, { subscription: { periodEnd: new Date('2099-01-01') } });
    const { user } = await open(`/staff/memberships/${id}`);
    await press(user, 'Replace the card');
    const dialog = await inDialog();
    expect(dialog.getByLabelText('Street address')).toHaveValue('1600 Broadway');
    expect(dialog.getByLabelText('ZIP code')).toHaveValue('80202');
    expect(hasButton('Send a card')).toBe(false);
    expect(hasButton('Send a claim link')).toBe(true);
    await closeDialog(user);
  });
});

describe('a company in the console', () => {
  const cardsLoaded = () => screen.findByRole('table', { name: 'List of employees’ cards', hidden: true });
  const names = () =>
    within(screen.getByRole('table', { name: 'List of employees’ cards', hidden: true }))
      .getAllByRole('link', { hidden: true })
      .map(({ textContent }) => textContent);

  test('lists its cards page by page, and a search starts at page 1', async () => {
    const company = await makeCompany(database.db, { accountId: (await makeAccount(database.db)).id });
    for (let index = 1; index <= 27; index++) {
      await makeEmployeeCard(database.db, company, {
        firstname: index === 1 ? 'Zoe' : 'Ann',
        lastname: `Number${String(index).padStart(2, '0')}`,
      });
    }
    const { user } = await open(`/staff/companies/${company.id}`);
    await cardsLoaded();
    expect(screen.getByText('27: 27 personal, 0 family')).toBeInTheDocument();
    const pages = screen.getByRole('navigation', { name: 'Pages of cards', hidden: true });
    expect(pages).toHaveTextContent('Page 1 of 2');
    expect(names()).toHaveLength(25);
    await press(user, 'Next');
    await screen.findByText(/Page 2 of 2/);
    await screen.findByText('Ann Number27');
    expect(names()).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Next', hidden: true })).toBeDisabled();
    await user.click(screen.getByRole('searchbox', { hidden: true }));
    await user.paste('zoe');
    expect(await screen.findByText('Zoe Number01')).toBeInTheDocument();
    expect(names()).toEqual(['Zoe Number01']);
  });

  test('gets a card for another employee, with the errors at the employee’s fields, and invitations again', async () => {
    const { companyId } = await makeCompanyWithCards(database.db, checkout(), {
      employees: [employee(0, { email: 'first@nguyen.example' }), ...[1, 2, 3, 4].map((n) => employee(n))],
    });
    const { user } = await open(`/staff/companies/${companyId}`);
    await cardsLoaded();
    const calls = recordMutations();
    const invited = /^Resend invitation/;
    expect(screen.getAllByRole('button', { name: invited, hidden: true })).toHaveLength(1);
    await press(user, 'Resend invitation (Employee 0 Number000)');
    expect((await showPreview(user))[0]).toContain('first@nguyen.example');
    await closeDialog(user);

    await press(user, 'Replace employee (Employee 1 Number001)');
    await fill(user, 'First name', 'Nina');
    await fill(user, 'Last name', 'Park');
    await fill(user, 'Reason', REASON);
    await pressInDialog(user, 'Continue');
    const dialog = await inDialog();
    expect(await dialog.findByLabelText('Phone')).toHaveAccessibleDescription('Required Field');
    expect(dialog.getByLabelText('First name')).toHaveValue('Nina');
    await fill(user, 'Phone', '(303) 555-0142');
    expect(await showPreview(user)).toContain('Nothing is charged.');
    expect(await confirm(user, 'Replace employee')).toMatch(/^The new card is /);
    await closeDialog(user);
    expect(await screen.findByText('Nina Park')).toBeInTheDocument();
    expect(names()).not.toContain('Employee 1 Number001');
    expect(calls.at(-1)).toMatchObject({
      name: 'companies.replaceEmployee.perform',
      input: { values: { id: companyId, employee: { firstname: 'Nina', lastname: 'Park' } } },
    });
    expect((await console().companies.cards({ id: companyId })).count).toBe(5);
  });
});
