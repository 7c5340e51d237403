import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { employee, employees, makeCompanyWithCards } from '#tests/helpers/purchases/company.ts';
import { expectFocus } from '#tests/helpers/web.tsx';
import { dialog, press, typeCard } from '../checkout/checkout-web.tsx';
import { companyWeb, employeeFields, page } from '../checkout/company/company-web.tsx';

const database = seededTestDb();
const web = companyWeb(database);

const VALID_CARD = '4242424242424242';

const invitedEmployee = employee(4, { firstname: 'Ina', lastname: 'Vited', email: 'ina@example.com' });
const family = employee(5, { firstname: 'Fay', lastname: 'Mily', familyPlan: true, spouseFirstName: 'Sam' });

/** Creates a company with three plain cards, an invited employee, and a family card. */
const newCompany = () =>
  makeCompanyWithCards(database.db, web.checkout(), {
    employees: [...employees(3), invitedEmployee, family],
  });

const findItem = async (name: string) =>
  within((await screen.findByRole('heading', { name, level: 3 })).closest('li') ?? document.body);
const holders = () =>
  screen.queryAllByRole('listitem').flatMap((row) => within(row).queryByRole('heading')?.textContent ?? []);

describe('[S2 /user] the Company tab', () => {
  test("[D29] links to an employee's physical card until the employee claims it", async () => {
    const { account } = await newCompany();
    await database.db
      .updateTable('memberships')
      .set({ accountId: (await web.newAccount()).id, claimedAt: new Date() })
      .where('lastname', '=', 'Vited')
      .where('accountId', 'is', null)
      .execute();
    const { user } = await web.open('/user/company', account);
    await screen.findByRole('heading', { name: 'Ina Vited' });
    expect((await findItem('Ina Vited')).queryByRole('link', { name: /^Request Physical Card/ })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Request Physical Card of Fay Mily' }));
    expect(await screen.findByRole('heading', { name: 'Request Physical Card', level: 1 })).toBeVisible();
    expect(await screen.findByText('Fay Mily')).toBeVisible();
    expect(screen.getByLabelText('Street address')).toHaveValue('1437 Bannock St');
  });

  test('requires a visitor to log in', async () => {
    await web.open('/user/company');
    expect(await screen.findByRole('heading', { name: 'Login to continue' })).toBeVisible();
  });

  test('is hidden without a company, and its URL offers the purchase', async () => {
    await newCompany();
    await web.open('/user', await web.newAccount());
    expect(await screen.findByText('You don’t have a membership yet')).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Company' })).toBeNull();
    await web.open('/user/company', await web.newAccount());
    expect(await screen.findByText('Your company has no cards yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Buy corporate cards' })).toHaveAttribute(
      'href',
      '/pricing?plan=corporate',
    );
  });

  test('[D31] shows the plan with a link to its receipts, and every card with its state', async () => {
    const { account } = await newCompany();
    const { user } = await web.open('/user', account);
    expect(await screen.findByRole('heading', { name: 'Corporate Group membership' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'View Membership Card' })).toBeNull();
    expect(screen.getByRole('link', { name: 'See your employees’ cards' })).toHaveAttribute(
      'href',
      '/user/company',
    );
    await user.click(screen.getByRole('tab', { name: 'Company' }));
    expect(await screen.findByRole('heading', { name: 'Nguyen Logistics' })).toBeVisible();
    expect(screen.getByText('5 cards: 4 personal, 1 family')).toBeVisible();
    expect(screen.getByText(/^on [A-Z]/, { selector: 'dd' })).toHaveTextContent(/^\$299\.70 on/);
    expect(screen.getByRole('link', { name: 'See your receipts' })).toHaveAttribute('href', '/user/billing');
    await screen.findByRole('heading', { name: 'Ina Vited' });
    expect(holders()).toHaveLength(5);
    expect((await findItem('Ina Vited')).getByText('ina@example.com')).toBeVisible();
    expect((await findItem('Ina Vited')).getByText(/^(Invited on|Invitation on its way)/)).toBeVisible();
    expect((await findItem('Fay Mily')).getByText('Sam', { selector: 'bdi' })).toBeVisible();
    expect((await findItem('Fay Mily')).getByText('No email: print the card')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Print the cards without an email' })).toHaveAttribute(
      'href',
      '/api/company/cards.pdf',
    );
    const csvLink = screen.getByRole('link', { name: 'Download all as CSV' });
    expect(csvLink).toHaveAttribute('href', '/api/company/cards.csv');
    expect(csvLink).toHaveAttribute('download');
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });
});

describe('[D31] a company', () => {
  test("replaces an employee's card with one that has a new number", async () => {
    const { account, caller } = await newCompany();
    const { user } = await web.open('/user/company', account);
    await user.click(await screen.findByRole('link', { name: 'Replace Fay Mily' }));
    const modal = await dialog('Replace an employee');
    expect(await modal.findByText(/ends right away/)).toHaveTextContent(/^The family card of Fay Mily ends/);
    // It is still a family card.
    expect(modal.queryByRole('checkbox', { name: /^Family plan/ })).toBeNull();
    await user.click(modal.getByRole('button', { name: 'Replace employee' }));
    expect(await modal.findByRole('button', { name: 'First name: Required Field' })).toBeVisible();
    await user.type(modal.getByLabelText('First name'), 'Nora');
    await user.type(modal.getByLabelText('Last name'), 'Newman');
    await user.type(modal.getByLabelText('Phone'), '5550100166');
    await user.type(modal.getByLabelText(/^Spouse’s first name/), 'Tim');
    await user.click(modal.getByRole('button', { name: 'Replace employee' }));
    await expectFocus(await page('Nora Newman now has a card'));
    const { cards } = await caller.corporate.cards({ search: 'Newman' });
    expect(cards).toMatchObject([{ plan: 4, spouseFirstName: 'Tim' }]);
    expect(modal.getByText(/^Its membership ID is/)).toHaveTextContent(
      formatMembershipNumber(cards[0]?.number ?? ''),
    );
    const [close] = modal.getAllByRole('button', { name: 'Close' }).toReversed();
    await user.click(close ?? document.body);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('heading', { name: 'Nora Newman' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Fay Mily' })).toBeNull();
  });

  test("can’t find another company's card", async () => {
    const otherCompany = await newCompany();
    const { account } = await newCompany();
    const { cards } = await otherCompany.caller.corporate.cards({});
    await web.open(`/user/company?replace=${cards[0]?.number}`, account);
    expect(await (await dialog('Replace an employee')).findByText('No Membership Found')).toBeVisible();
  });

  test('resends an invitation and sees where it was sent', async () => {
    const { account } = await newCompany();
    const { user } = await web.open('/user/company', account);
    const button = await screen.findByRole('button', { name: 'Resend invitation to Ina Vited' });
    await user.click(button);
    expect(await screen.findByText('Sent again to ina@example.com')).toBeVisible();
    await user.click(button);
    expect(
      await screen.findByText('We just sent the invitation. Please wait a minute before you resend it.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Resend invitation to Fay Mily' })).toBeNull();
  });

  test('[D44] sees the price of added cards, pays it, and then sees the cards', async () => {
    const { account } = await newCompany();
    const { user } = await web.open('/user/company', account);
    await user.click(await screen.findByRole('link', { name: 'Add cards' }));
    const fields = await employeeFields(1);
    expect(screen.getByText('1 card', { selector: '[role="status"]' })).toBeVisible();
    expect(await screen.findByText(/more each year$/)).toHaveTextContent(
      /^\$49\.95 now, for (36[56]) of \1 days until .+; then \$49\.95 more each year$/,
    );
    await user.click(fields.getByRole('checkbox', { name: /^Family plan/ }));
    await waitFor(() => expect(screen.getByText(/more each year$/)).toHaveTextContent(/^\$99\.90 now/));
    // Without a minimum, a family card doesn't count as two.
    expect(screen.getByText('1 card', { selector: '[role="status"]' })).toBeVisible();
    await user.click(fields.getByRole('checkbox', { name: /^Family plan/ }));
    await user.type(fields.getByLabelText('First name'), 'Employee 1');
    await user.type(fields.getByLabelText('Last name'), 'Number001');
    await user.type(fields.getByLabelText('Phone'), '303 555 0199');
    await press(user, 'Continue');
    expect(await screen.findAllByText(/^Employee 1 Number001 already has a card on this plan\./)).not.toEqual(
      [],
    );
    await user.click(screen.getByRole('checkbox', { name: /^Keep both/ }));
    await press(user, 'Continue');
    await page('Payment');
    await press(user, 'Previous');
    await page('Employees');
    await press(user, 'Keep one of each');
    await press(user, 'Add Employee');
    const newFields = await employeeFields(1);
    await user.type(newFields.getByLabelText('First name'), 'Zoe');
    await user.type(newFields.getByLabelText('Last name'), 'Last');
    await user.type(newFields.getByLabelText('Phone'), '5550100167');
    await press(user, 'Continue');
    await page('Payment');
    expect(await screen.findByText('We charge $49.95 now, one time only.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a promo code' })).toBeNull();
    await typeCard(user, VALID_CARD);
    await press(user, 'Submit');
    await expectFocus(await page("You're all set!"));
    await press(user, 'See your cards');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('6 cards: 5 personal, 1 family')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Zoe Last' })).toBeVisible();
  });

  test('cancels its plan after a confirmation, and the cards work until the plan ends', async () => {
    const { account, caller } = await newCompany();
    const { user } = await web.open('/user/company', account);
    await user.click(await screen.findByRole('button', { name: 'Cancel Plan with all its cards' }));
    const question = await dialog('Cancel Plan');
    await user.click(question.getByRole('button', { name: 'Cancel Plan' }));
    expect(await screen.findByText(/^Your employees can use all cards until/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Cancel Plan/ })).toBeNull();
    expect((await caller.corporate.company()).plan).toMatchObject({ canceled: true, nextCharge: null });
    expect(await caller.corporate.seatsQuote({ personal: 1, family: 0 })).toMatchObject({ yearlyCents: 0 });
    await user.click(screen.getByRole('button', { name: 'Resume Membership Corporate plan' }));
    expect(await screen.findByText('It renews automatically each year until you cancel it.')).toBeVisible();
  });

  test('that has lost a dispute sees when its plan ended, and can’t print its cards', async () => {
    const { account, purchaseId } = await newCompany();
    const { control } = web.checkout().sandbox;
    const [charge] = await web.checkout().listCharges(purchaseId);
    await control.closeDispute(await control.dispute(String(charge?.id)), 'lost');
    await syncCharge(web.checkout().deps, String(charge?.id));
    await web.open('/user/company', account);
    const { endedAt } = await database.db
      .selectFrom('subscriptions')
      .select('endedAt')
      .where('purchaseId', '=', purchaseId)
      .executeTakeFirstOrThrow();
    const endDay = formatLongDate(endedAt ?? new Date(0));
    expect(await screen.findByText(`Your plan ended on ${endDay}`)).toBeVisible();
    expect(screen.getByText(/^Your bank returned the payment you disputed\./)).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Download all as CSV' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Print/ })).toBeNull();
  });

  test('[S2] searches employees and pages through them', async () => {
    const { account } = await makeCompanyWithCards(database.db, web.checkout(), { employees: employees(30) });
    const { user } = await web.open('/user/company', account);
    await screen.findByRole('heading', { name: 'Employee 0 Number000' });
    expect(holders()).toHaveLength(25);
    await user.click(screen.getByRole('link', { name: 'Page 2' }));
    expect(await screen.findByRole('heading', { name: 'Employee 27 Number027' })).toBeVisible();
    await expectFocus(screen.getByRole('heading', { name: 'Your employees’ cards' }));
    await user.type(screen.getByLabelText('Find an employee'), 'number003{Enter}');
    await waitFor(() => expect(holders()).toEqual(['Employee 3 Number003']));
    expect(window.location.search).toBe('?find=number003');
    await user.clear(screen.getByLabelText('Find an employee'));
    await waitFor(() => expect(holders()).toHaveLength(25));
  });
});

describe('[S6 business owner] the owner of a business plan', () => {
  test('finds employee cards without a minimum on the Business page', async () => {
    const owner = await web.newAccount();
    await web.checkout().caller(owner).businessPlans.purchase(businessPlanPurchase());
    const { user } = await web.open('/user/business', owner);
    await user.click(await screen.findByRole('link', { name: 'Create employee memberships' }));
    expect(await page('Company Basic Information')).toBeVisible();
  });
});
