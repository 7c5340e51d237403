import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { holdResponse } from '#tests/helpers/hold-response.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const web = startWeb(app);
const WRONG_PASSWORD = 'Please check your username and password. If you need help, contact customer support.';
const EMAIL_TAKEN = 'Could not create an account with this e-mail. Try to log in or reset your password.';
let account: TestAccount;

beforeEach(async () => {
  account = await makeAccount(database.db, { password: 'secret-1' });
});

const login = async () => within(await screen.findByRole('region', { name: 'Login' }));
const register = async () => within(await screen.findByRole('region', { name: 'Register' }));

describe('[S2 authentication panel] the authentication panel', () => {
  test('shows Register and Login together, labeled for password managers', async () => {
    await web.open('/user');
    expect(await screen.findByRole('heading', { name: 'Login to continue' })).toBeVisible();
    const loginForm = await login();
    expect(loginForm.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
    expect(loginForm.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
    expect(loginForm.getByLabelText('Password')).toHaveAttribute('type', 'password');
    const form = await register();
    const tokens = ['First name', 'Last name', 'Email', 'ZIP code', 'Password', 'Confirm password'].map(
      (label) => form.getByLabelText(label).getAttribute('autocomplete'),
    );
    expect(tokens).toEqual([
      'given-name',
      'family-name',
      'username',
      'postal-code',
      'new-password',
      'new-password',
    ]);
  });

  test("[S5 login] shows 'Required Field' at both fields without a request", async () => {
    const { user } = await web.open('/user');
    const form = await login();
    await user.click(form.getByRole('button', { name: 'Login' }));
    expect(form.getByLabelText('Email')).toHaveAccessibleDescription('Required Field');
    expect(form.getByLabelText('Password')).toHaveAccessibleDescription('Required Field');
    expect(form.getByRole('alert')).toHaveFocus();
  });

  test("[S8 login] shows 'Something went wrong' for a wrong password and keeps the input", async () => {
    const { user } = await web.open('/user');
    const form = await login();
    await user.type(form.getByLabelText('Email'), account.email);
    await user.type(form.getByLabelText('Password'), 'secret-2{Enter}');
    const alert = await form.findByRole('alert');
    expect(alert).toHaveTextContent(`Something went wrong${WRONG_PASSWORD}`);
    expect(form.getByLabelText('Email')).toHaveValue(account.email);
    expect(form.getByLabelText('Password')).toHaveValue('secret-2');
  });

  test('[S2 memberships] shows the requested page after login without a reload', async () => {
    const { user } = await web.open('/user');
    const form = await login();
    await user.type(form.getByLabelText('Email'), account.email);
    await user.type(form.getByLabelText('Password'), 'secret-1{Enter}');
    expect(await screen.findByRole('heading', { name: 'Current Memberships' })).toBeVisible();
    expect(screen.queryByText('Login to continue')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: `Welcome ${account.firstname}` })).toBeVisible();
  });

  test("[S2 memberships] shows 'Loading...' until the session is known", async () => {
    const response = holdResponse('viewer.user');
    await web.open('/user', account);
    await response.arrived;
    expect((await screen.findAllByRole('status', { name: 'Loading...' }))[0]).toBeVisible();
    expect(screen.queryByText('Login to continue')).not.toBeInTheDocument();
    response.release();
    expect(await screen.findByRole('heading', { name: 'Current Memberships' })).toBeVisible();
    expect(screen.queryByText('Login to continue')).not.toBeInTheDocument();
  });

  test('[S5 register] shows every error at its field, and in a summary with links', async () => {
    const { user } = await web.open('/user');
    const form = await register();
    await user.type(form.getByLabelText('Email'), 'maria');
    await user.type(form.getByLabelText('Password'), '12345');
    await user.type(form.getByLabelText('Confirm password'), '54321');
    await user.click(form.getByRole('button', { name: 'Register' }));
    const expected = {
      'First name': 'Required Field',
      'Last name': 'Required Field Only one name? Enter a hyphen (-).',
      Email: 'Invalid Email',
      'ZIP code': 'Required Field',
      'Confirm password': 'Passwords do not match!',
    };
    for (const [label, message] of Object.entries(expected)) {
      expect(form.getByLabelText(label)).toHaveAccessibleDescription(message);
    }
    expect(form.getByText('Password must be at least 6 characters!')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Email: Invalid Email' }));
    expect(form.getByLabelText('Email')).toHaveFocus();
  });

  /** Fills in and submits the registration of Nora Lind. */
  async function registerNora(email: string) {
    const { user } = await web.open('/user');
    const form = await register();
    const values = {
      'First name': 'Nora',
      'Last name': 'Lind',
      Email: email,
      'ZIP code': '80202',
      Password: 'secret-1',
      'Confirm password': 'secret-1',
    };
    for (const [label, value] of Object.entries(values)) {
      await user.click(form.getByLabelText(label));
      await user.paste(value);
    }
    await user.click(form.getByRole('button', { name: 'Register' }));
    return form;
  }

  test('[S4 register] creates the account and logs it in', async () => {
    await registerNora('nora@example.com');
    expect(await screen.findByRole('button', { name: 'Welcome Nora' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Current Memberships' })).toBeVisible();
  });

  test("[S8 register] shows 'Error: Could not create Account' for a registered email, also at the field", async () => {
    const form = await registerNora(account.email.toUpperCase());
    const alert = await form.findByRole('alert');
    expect(alert).toHaveTextContent('Error: Could not create Account');
    expect(alert).toHaveTextContent(EMAIL_TAKEN);
    expect(form.getByLabelText('Email')).toHaveAccessibleDescription(EMAIL_TAKEN);
    expect(form.getByLabelText('First name')).toHaveValue('Nora');
  });
});

describe('[S2 authentication panel] Forgot password', () => {
  async function openForgotPassword() {
    const openedPage = await web.open('/user');
    await openedPage.user.click((await login()).getByRole('button', { name: 'Forgot your password' }));
    return openedPage;
  }

  test("confirms with 'An email has been sent to {email}' and links back to Login", async () => {
    const { user } = await openForgotPassword();
    const field = screen.getByLabelText('Account email');
    expect(field).toHaveFocus();
    await user.type(field, ` ${account.email}{Enter}`);
    expect(await screen.findByText(`An email has been sent to ${account.email}`)).toBeVisible();
    expect(app.jobs.of('password-reset').at(-1)).toEqual({ email: account.email });
    await user.click(screen.getByRole('button', { name: 'Back to Login' }));
    const email = (await login()).getByLabelText('Email');
    await waitFor(() => expect(email).toHaveFocus());
  });

  test('[D10] shows the same for an unknown email', async () => {
    const { user } = await openForgotPassword();
    await user.type(screen.getByLabelText('Account email'), 'nobody@example.com{Enter}');
    expect(await screen.findByText('An email has been sent to nobody@example.com')).toBeVisible();
  });

  test("[S5 reset] shows 'Please enter an email' for an empty field", async () => {
    const { user } = await openForgotPassword();
    await user.click(screen.getByRole('button', { name: 'Send reset link' }));
    expect(screen.getByLabelText('Account email')).toHaveAccessibleDescription('Please enter an email');
  });

  test("[S8 reset] shows 'An Error Occurred' for a failure", async () => {
    const { user } = await openForgotPassword();
    const enqueue = app.jobs.enqueue;
    app.jobs.enqueue = () => Promise.reject(new Error('the queue is gone'));
    await user.type(screen.getByLabelText('Account email'), `${account.email}{Enter}`);
    const alert = await screen.findByRole('alert').finally(() => {
      app.jobs.enqueue = enqueue;
    });
    expect(alert).toHaveTextContent('An Error OccurredPlease contact customer support');
    expect(JSON.stringify(app.log.takeFaults())).toContain('the queue is gone');
  });
});
