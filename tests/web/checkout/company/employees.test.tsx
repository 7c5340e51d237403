import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { dialog, press } from '../checkout-web.tsx';
import { companyWeb, employeeFields, filledEmployees, page } from './company-web.tsx';

const database = seededTestDb();
const web = companyWeb(database);

const MINIMUM_MESSAGE = 'For a valid Corporate Plan, you must purchase at least 5 everything cards.';
const names = () => screen.getAllByRole('heading', { level: 4 }).map((heading) => heading.textContent);
const status = (text: string | RegExp) => screen.findByText(text, { selector: '[role="status"]' });

describe('[S2 corporate] the employees page', () => {
  test('adds, removes, and collapses employees, and counts their cards', async () => {
    const { user } = await web.openAt('employees', { employees: filledEmployees(2) });
    await page('Employees');
    expect(await status('2 cards of at least 5')).toBeVisible();
    expect(screen.getByText(MINIMUM_MESSAGE)).toBeVisible();
    expect(await screen.findByText(/a year, before promo codes$/)).toHaveTextContent(/^\$99\.90 a year/);

    await press(user, 'Add Employee');
    const third = await employeeFields(3);
    expect(third.getByLabelText('First name')).toHaveFocus();
    await user.keyboard('Bob');
    await user.type(third.getByLabelText('Last name'), 'Lee');
    await user.type(third.getByLabelText('Phone'), '5550100143');
    expect(await status('3 cards of at least 5')).toBeVisible();
    await user.click(third.getByRole('checkbox', { name: /^Family plan/ }));
    expect(third.getByText('$49.95 Extra')).toBeVisible();
    expect(await status('4 cards of at least 5')).toBeVisible();
    expect(screen.getByText(/^2 personal, 1 family/)).toBeVisible();
    await press(user, 'Add Employee');
    expect(await status('5 cards of at least 5')).toBeVisible();
    expect(screen.queryByText(MINIMUM_MESSAGE)).toBeNull();

    const toggleButton = screen.getByRole('button', { name: /^3\. Bob Lee Family card/ });
    expect(toggleButton).toHaveAttribute('aria-expanded', 'false');
    await user.click(toggleButton);
    expect((await employeeFields(3)).getByLabelText('Last name')).toHaveValue('Lee');
    await user.click(toggleButton);
    expect(screen.queryByRole('group', { name: 'Employee 3' })).toBeNull();

    await press(user, 'Remove Ann1 Smith');
    expect(names().map((name) => name?.replace(/(Personal|Family).*/, '').trim())).toEqual([
      '1. Ann2 Smith',
      '2. Bob Lee',
      '3. Employee 3',
    ]);
    expect(screen.getByRole('button', { name: /^1\. Ann2 Smith/ })).toHaveFocus();
  });

  test('[S5 corporate] refuses too few cards, with a link to Add Employee', async () => {
    const { user } = await web.openAt('employees', { employees: filledEmployees(4) });
    await page('Employees');
    await press(user, 'Continue');
    const errorButton = await screen.findByRole('button', { name: `Employees: ${MINIMUM_MESSAGE}` });
    expect(screen.getByRole('heading', { name: 'Employees', level: 3 })).toBeVisible();
    await user.click(errorButton);
    expect(screen.getByRole('button', { name: 'Add Employee' })).toHaveFocus();
  });

  test('[S6 business owner] has no minimum for owners of a business plan', async () => {
    const owner = await web.newAccount();
    await web.checkout().caller(owner).businessPlans.purchase(businessPlanPurchase());
    const { user } = await web.openAt('employees', { employees: filledEmployees(1) }, owner);
    await page('Employees');
    expect(await status('1 card')).toBeVisible();
    expect(screen.queryByText(MINIMUM_MESSAGE)).toBeNull();
    await press(user, 'Continue');
    expect(await page('Payment')).toBeVisible();
  });

  test('expands family and address fields on request', async () => {
    const { user } = await web.openAt('employees', { employees: filledEmployees(1) });
    await page('Employees');
    // A single employee is expanded from the start.
    const fields = await employeeFields(1);
    expect(fields.queryByLabelText('Street address')).toBeNull();
    await user.click(fields.getByRole('checkbox', { name: /^This employee has their own address/ }));
    expect(fields.getByLabelText('Street address')).toBeVisible();
    await user.click(fields.getByRole('checkbox', { name: /^Family plan/ }));
    await user.type(fields.getByLabelText(/^Spouse’s first name/), 'Sam');
    await user.click(fields.getByRole('button', { name: 'Add family member' }));
    expect(fields.getByLabelText('Family member 1')).toHaveFocus();
    await press(user, 'Continue');
    expect(
      await screen.findByRole('button', { name: 'Employee 1, Street address: Required Field' }),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Employee 1, Family member 1: Required Field' })).toBeVisible();
  });

  test("[S2 info modal] explains the form in 'Adding a Membership'", async () => {
    const { user } = await web.openAt('employees');
    await page('Employees');
    await press(user, 'Adding a Membership');
    const info = await dialog('Adding a Membership');
    expect(info.getByText(/It costs \$49\.95 Extra and counts as two cards/)).toBeVisible();
    await user.click(info.getByRole('button', { name: 'Ok' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Adding a Membership' })).toBeNull());
  });
});

describe('[S2 corporate] 500 employees', () => {
  const makeManyEmployees = () => {
    const employees = filledEmployees(500);
    Object.assign(employees[321] ?? {}, { phone: '' });
    return employees;
  };

  test('are paged, and an error opens its page and employee', async () => {
    const { user } = await web.openAt('employees', { employees: makeManyEmployees() });
    await page('Employees');
    expect(await screen.findAllByText('1 to 25 of 500')).not.toHaveLength(0);
    expect(names()).toHaveLength(25);
    await press(user, 'Continue');
    await user.click(await screen.findByRole('button', { name: 'Employee 322, Phone: Required Field' }));
    expect((await employeeFields(322)).getByLabelText('Phone')).toHaveFocus();
    expect(screen.getAllByText('301 to 325 of 500')).not.toHaveLength(0);
    await user.keyboard('5550100142');
    await press(user, 'Continue');
    expect(await page('Payment')).toBeVisible();
    expect(await screen.findByText('We charge $24,975.00 now.')).toBeVisible();
  });

  test('can be searched', async () => {
    const { user } = await web.openAt('employees', { employees: makeManyEmployees() });
    await page('Employees');
    await user.type(await screen.findByLabelText('Find an employee'), 'ann322 {Enter}');
    expect(names()).toEqual(['322. Ann322 SmithPersonal cardNeeds attention']);
    expect(screen.getByRole('heading', { name: 'Employees', level: 3 })).toBeVisible();
    await user.type(screen.getByLabelText('Find an employee'), 'x');
    expect(await status('No matches')).toBeVisible();
  });

  test('are removed all at once after a confirmation', async () => {
    const { user } = await web.openAt('employees', { employees: makeManyEmployees() });
    await page('Employees');
    await press(user, 'Remove all employees');
    const question = await dialog('Remove all');
    expect(question.getByText(/remove all 500 employees/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Remove all' }));
    await waitFor(() => expect(screen.queryAllByRole('heading', { level: 4 })).toHaveLength(0));
    expect(await status('0 cards of at least 5')).toBeVisible();
  });
});

describe('[S2 corporate] a pasted or uploaded list of employees', () => {
  const TEXT = 'First name,Last name,Phone\nBob,Lee,5550100143\nKim,Park,\nDora,Hill,5550100145';

  async function openList(employees = filledEmployees(1)) {
    const openedPage = await web.openAt('employees', { employees });
    await page('Employees');
    await press(openedPage.user, 'Paste or upload a list');
    return { ...openedPage, list: await dialog('Paste or upload a list') };
  }

  test('adds valid rows, reports the others, and adds those after they are corrected', async () => {
    const { user, list } = await openList();
    expect(list.getByRole('button', { name: 'Add these employees' })).toBeDisabled();
    await user.click(list.getByLabelText('Employees'));
    await user.paste(TEXT);
    await user.click(list.getByRole('button', { name: 'Add these employees' }));
    const alert = await list.findByRole('alert');
    await waitFor(() => expect(alert).toHaveFocus());
    expect(alert).toHaveTextContent('2 employees added; one row needs a change.');
    expect(within(alert).getByRole('listitem')).toHaveTextContent('Row 3, Kim Park: Phone: Required Field');
    expect(list.getByLabelText('Employees')).toHaveValue('First name,Last name,Phone\nKim,Park,');
    await user.type(list.getByLabelText('Employees'), '5550100144');
    await user.click(list.getByRole('button', { name: 'Add these employees' }));
    expect(await list.findByText(/no email addresses, so nobody will be invited by email/)).toBeVisible();
    await user.click(await list.findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Paste or upload a list' })).toBeNull());
    expect(names()).toHaveLength(4);
    expect(await status('4 cards of at least 5')).toBeVisible();
  });

  test('replaces blank rows, but not one of which only the phone number was entered', async () => {
    const blank = { firstname: '', lastname: '', phone: '' };
    const { user, list } = await openList([
      ...filledEmployees(1, blank),
      ...filledEmployees(1, { ...blank, phone: '(555) 010-0149' }),
    ]);
    await user.click(list.getByLabelText('Employees'));
    await user.paste('First name,Last name,Phone\nBob,Lee,5550100143');
    await user.click(list.getByRole('button', { name: 'Add these employees' }));
    expect(await list.findByText(/no email addresses, so nobody will be invited by email/)).toBeVisible();
    await user.click(await list.findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Paste or upload a list' })).toBeNull());
    expect(names()).toEqual([expect.stringContaining('Employee 1'), expect.stringContaining('Bob Lee')]);
  });

  test('can be read from a file, and a file that is not a list is reported', async () => {
    const { user, list } = await openList();
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input === null) throw new Error('There is no file to choose');
    await user.upload(input, new File(['PK\u0003\u0004'], 'book.csv', { type: 'text/csv' }));
    expect(
      await list.findByText('Please save the list as a CSV file first, then choose that file'),
    ).toBeVisible();
    await user.upload(input, new File([TEXT], 'staff.csv', { type: 'text/csv' }));
    await waitFor(() => expect(list.getByLabelText('Employees')).toHaveValue(TEXT));
    expect(list.queryByRole('alert')).toBeNull();
  });
});
