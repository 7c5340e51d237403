import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const web = startWeb(app);
const PASSWORD = 'a long password';
let account: TestAccount;

beforeEach(async () => {
  account = await makeAccount(database.db, { firstname: 'Mia', lastname: 'Reyes', password: PASSWORD });
});

const findSection = async (name: string) => within(await screen.findByRole('region', { name }));
const profile = () => app.caller(account).accounts.profile.get();

describe('/user/profile', () => {
  test('changes the name, which the header shows immediately', async () => {
    const { user } = await web.open('/user/profile', account);
    const section = await findSection('Your name');
    await user.clear(section.getByLabelText('First name'));
    await user.type(section.getByLabelText('First name'), 'Ana');
    await user.click(section.getByRole('button', { name: 'Save name' }));
    expect(await section.findByRole('status')).toHaveTextContent('Your name is saved.');
    expect(await profile()).toMatchObject({ firstname: 'Ana', lastname: 'Reyes' });
    await waitFor(() => expect(screen.getByRole('banner')).toHaveTextContent('Ana'));
  });

  test('[D68] requests a name that documents can’t print in Latin letters too, and explains a missing last name', async () => {
    const { user } = await web.open('/user/profile', account);
    const section = await findSection('Your name');
    expect(section.queryByLabelText('Name in Latin letters')).not.toBeInTheDocument();
    await user.clear(section.getByLabelText('First name'));
    await user.type(section.getByLabelText('First name'), '小明');
    await user.clear(section.getByLabelText('Last name'));
    await user.click(section.getByRole('button', { name: 'Save name' }));
    await waitFor(() =>
      expect(section.getByLabelText('Last name')).toHaveAccessibleDescription(
        expect.stringContaining('Only one name? Enter a hyphen (-).'),
      ),
    );
    await user.type(section.getByLabelText('Last name'), '-');
    await user.click(section.getByRole('button', { name: 'Save name' }));
    const latinName = section.getByLabelText('Name in Latin letters');
    await waitFor(() =>
      expect(latinName).toHaveAccessibleDescription(/Please enter the name in Latin letters/),
    );
    await user.type(latinName, 'Xiaoming');
    await user.click(section.getByRole('button', { name: 'Save name' }));
    expect(await section.findByRole('status')).toHaveTextContent('Your name is saved.');
    expect(await profile()).toMatchObject({ firstname: '小明', lastname: '-', latinName: 'Xiaoming' });
  });

  test('shows a wrong password at its field and keeps the input', async () => {
    const { user } = await web.open('/user/profile', account);
    const section = await findSection('Your email address');
    await user.type(section.getByLabelText('New email'), 'ana@example.org');
    await user.type(section.getByLabelText('Current password'), 'wrong-1');
    await user.click(section.getByRole('button', { name: 'Change email' }));
    await waitFor(() =>
      expect(section.getByLabelText('Current password')).toHaveAccessibleDescription(
        'That isn’t your current password.',
      ),
    );
    expect(section.getByLabelText('New email')).toHaveValue('ana@example.org');
    await user.clear(section.getByLabelText('Current password'));
    await user.type(section.getByLabelText('Current password'), PASSWORD);
    await user.click(section.getByRole('button', { name: 'Change email' }));
    expect(await section.findByRole('status')).toHaveTextContent(
      'We sent a link to ana@example.org. Open it',
    );
    expect(await profile()).toMatchObject({ email: account.email, pendingEmail: 'ana@example.org' });
    await user.click(section.getByRole('button', { name: `Keep ${account.email}` }));
    expect(await section.findByText(/The link we sent no longer works\./)).toBeVisible();
    expect(await profile()).toMatchObject({ email: account.email, pendingEmail: null });
  });

  test('changes the password, refuses a common one, and empties the fields afterward', async () => {
    const { user } = await web.open('/user/profile', account);
    const section = await findSection('Your password');
    const fill = async (password: string) => {
      for (const [label, text] of [
        ['Current password', PASSWORD],
        ['New password', password],
        ['Confirm password', password],
      ] as const) {
        await user.clear(section.getByLabelText(label));
        await user.type(section.getByLabelText(label), text);
      }
      await user.click(section.getByRole('button', { name: 'Change password' }));
    };
    await fill('Password1');
    expect(
      await section.findByRole('button', { name: /Please choose a password that is harder to guess\./ }),
    ).toBeVisible();
    await fill('another long password');
    expect(await section.findByRole('status')).toHaveTextContent('Your password is changed, and');
    expect(section.getByLabelText('New password')).toHaveValue('');
  });

  test('switches optional emails on and off, and names those that are always sent', async () => {
    const { user } = await web.open('/user/profile', account);
    const section = await findSection('Emails from us');
    await user.click(await section.findByRole('checkbox', { name: 'Shipping notices' }));
    await user.click(section.getByRole('checkbox', { name: 'Newsletter' }));
    await user.click(section.getByRole('button', { name: 'Save email settings' }));
    expect(await section.findByRole('status')).toHaveTextContent('Your email settings are saved.');
    expect(section.getByText(/You’ll always get receipts/)).toBeVisible();
    expect(await app.caller(account).accounts.profile.mailPreferences()).toEqual({
      newsletter: true,
      shippingNotices: false,
      renewalReceipts: true,
      receiptPdf: false,
    });
  });

  test('says what still prevents a deletion, and where to end it', async () => {
    await makeMembership(database.db, { accountId: account.id });
    await web.open('/user/profile', account);
    const section = await findSection('Delete your account');
    const link = await section.findByRole('link', { name: 'Individual Membership' });
    expect(link).toHaveAttribute('href', '/user');
    expect(link.closest('li')).toHaveTextContent(/renews on .*\. Cancel it first/);
    expect(section.queryByRole('button')).toBeNull();
  });

  test('does not call an overdue plan one that renews', async () => {
    const overdue = { status: 'past_due', pastDueSince: new Date(), periodEnd: new Date() } as const;
    await makeMembership(database.db, { accountId: account.id, subscription: overdue });
    await web.open('/user/profile', account);
    const section = await findSection('Delete your account');
    expect(
      (await section.findByRole('link', { name: 'Individual Membership' })).closest('li'),
    ).toHaveTextContent('Your Individual Membership has an unpaid bill. Cancel it first.');
  });

  test('deletes the account after its password was entered, and logs out', async () => {
    const { user } = await web.open('/user/profile', account);
    const section = await findSection('Delete your account');
    await user.click(await section.findByRole('button', { name: 'Delete my account…' }));
    expect(section.getByLabelText('Current password')).toHaveFocus();
    await user.click(section.getByRole('button', { name: 'Keep my account' }));
    await user.tab();
    expect(section.getByRole('button', { name: 'Delete my account…' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.type(section.getByLabelText('Current password'), PASSWORD);
    await user.click(section.getByRole('button', { name: 'Delete my account permanently' }));
    const notice = await screen.findByText('Your account is deleted');
    expect(notice).toBeVisible();
    expect(document.activeElement).toContainElement(notice);
    expect(document.body).not.toHaveFocus();
    await waitFor(() => expect(screen.getByRole('banner')).not.toHaveTextContent('Mia'));
    await expect(app.caller().accounts.login({ email: account.email, password: PASSWORD })).rejects.toThrow(
      'Please check your username and password.',
    );
  });

  test('lists the sessions and ends the others', async () => {
    await app.deps.sessions.create(account);
    const { user } = await web.open('/user/profile', account);
    const section = await findSection('Where you’re logged in');
    expect(await section.findByText('This device')).toBeVisible();
    expect(section.getByRole('button', { name: /^Log out Unknown device, Last used/ })).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Log out everywhere else' }));
    expect(await section.findByText('You’re not logged in anywhere else.')).toBeVisible();
  });
});
