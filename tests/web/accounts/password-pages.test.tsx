import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendPasswordReset } from '#server/domains/accounts/password-reset.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const web = startWeb(app);
const INVALID_LINK = 'This link no longer works. Please request a new email.';
let account: TestAccount;

beforeEach(async () => {
  account = await makeAccount(database.db, {
    email: `maria-${crypto.randomUUID()}@example.com`,
    password: 'secret-1',
  });
});

/** Sends the account a password reset email, and returns the path of its link. */
async function mailedPath(): Promise<string> {
  await sendPasswordReset(app.deps, { accountId: account.id }, crypto.randomUUID());
  const mail = app.mailer.sent.findLast(({ to }) => to === account.email);
  const url = new URL(/http\S+setpassword\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  return url.pathname + url.hash;
}

describe('[S2 reset password, S4 password reset] /resetpassword/{id}', () => {
  test('sends the email once and shows the masked address', async () => {
    const jobCountBefore = app.jobs.of('password-reset').length;
    await web.open(`/resetpassword/${account.id}`);
    expect(await screen.findByText('An email has been sent to m•••@example.com')).toBeVisible();
    expect(app.jobs.of('password-reset').slice(jobCountBefore)).toEqual([{ id: account.id }]);
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });

  test.each(['/resetpassword', '/resetpassword/', '/resetpassword/nobody'])(
    "[S8 reset] shows 'Invalid ID' for %s and requests no email",
    async (path) => {
      const before = app.jobs.of('password-reset').length;
      await web.open(path);
      expect(await screen.findByRole('alert')).toHaveTextContent('Invalid ID');
      expect(app.jobs.of('password-reset')).toHaveLength(before);
    },
  );

  test("[S8 reset] shows 'Could not send Password Reset Email' after a failure, which can be retried", async () => {
    const enqueue = app.jobs.enqueue;
    app.jobs.enqueue = () => Promise.reject(new Error('the queue is gone'));
    const { user } = await web.open(`/resetpassword/${account.id}`);
    const alert = await screen.findByRole('alert').finally(() => {
      app.jobs.enqueue = enqueue;
    });
    expect(alert).toHaveTextContent('Could not send Password Reset Email');
    expect(JSON.stringify(app.log.takeFaults())).toContain('the queue is gone');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('An email has been sent to m•••@example.com')).toBeVisible();
  });
});

describe('[S2 reset password] the new password page', () => {
  test('sets the new password, and removes the token from the URL', async () => {
    const path = await mailedPath();
    expect(path).toContain('#token=');
    const historyLength = window.history.length;
    const { user } = await web.open(path);
    const field = await screen.findByLabelText('New password');
    await waitFor(() => expect(window.location.href).toMatch(/\/setpassword$/));
    // Back must not return to the token.
    expect(window.history).toHaveLength(historyLength);
    expect(field).toHaveAttribute('autocomplete', 'new-password');
    await user.type(field, 'secret-2');
    await user.type(screen.getByLabelText('Confirm password'), 'secret-2{Enter}');
    expect(await screen.findByText(/^Your password is changed/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/user');
    const credentials = { email: account.email, password: 'secret-2' };
    await expect(app.caller().accounts.login(credentials)).resolves.toEqual({ id: account.id });
  });

  test('ends the session of the old password', async () => {
    const { user } = await web.open(await mailedPath(), account);
    expect(await screen.findByRole('button', { name: `Welcome ${account.firstname}` })).toBeVisible();
    await user.type(await screen.findByLabelText('New password'), 'secret-2');
    await user.type(screen.getByLabelText('Confirm password'), 'secret-2{Enter}');
    expect(await screen.findByText(/^Your password is changed/)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  });

  test('[S5 register] applies the password rules', async () => {
    const { user } = await web.open(await mailedPath());
    await user.type(await screen.findByLabelText('New password'), '12345');
    await user.type(screen.getByLabelText('Confirm password'), '54321{Enter}');
    expect(screen.getByText('Password must be at least 6 characters!')).toBeVisible();
    expect(screen.getByText('Passwords do not match!')).toBeVisible();
  });

  test('[D50] reports a used link and offers another email', async () => {
    const path = await mailedPath();
    await mailedPath();
    await database.db
      .updateTable('accounts')
      .set(({ eb }) => ({ securityVersion: eb('securityVersion', '+', 1) }))
      .where('id', '=', account.id)
      .execute();
    const { user } = await web.open(path);
    await user.type(await screen.findByLabelText('New password'), 'secret-2');
    await user.type(screen.getByLabelText('Confirm password'), 'secret-2{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(INVALID_LINK);
    await user.type(screen.getByLabelText('Account email'), `${account.email}{Enter}`);
    expect(await screen.findByText(`An email has been sent to ${account.email}`)).toBeVisible();
  });

  test('reports a missing token immediately', async () => {
    await web.open('/setpassword');
    expect(await screen.findByRole('alert')).toHaveTextContent(INVALID_LINK);
  });
});
