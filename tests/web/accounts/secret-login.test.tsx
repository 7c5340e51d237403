import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createStaffToken } from '#server/domains/accounts/sessions/staff-token.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const web = startWeb(app);
let stella: TestAccount;

beforeEach(async () => {
  stella = await makeAccount(database.db, { firstname: 'Stella', lastname: 'Reed', accountType: 10 });
});

describe('[S2 token login] /secretloginpage', () => {
  test('[D37] has a token field and Login, no header or footer, and is not indexed', async () => {
    await web.open('/secretloginpage');
    expect(await screen.findByLabelText('Token')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Login' })).toBeVisible();
    expect(screen.queryByRole('banner')).not.toBeInTheDocument();
    expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument();
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });

  test('logs in staff with a token and shows name, email, Go to Front Website, and Logout', async () => {
    const { token } = await createStaffToken(app.deps, stella);
    const { user } = await web.open('/secretloginpage');
    await user.type(await screen.findByLabelText('Token'), `${token}{Enter}`);
    expect(await screen.findByText('Stella Reed')).toBeVisible();
    expect(screen.getByText(new RegExp(stella.email))).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Front Website' })).toHaveAttribute('href', '/');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    const field = await screen.findByLabelText('Token');
    await waitFor(() => expect(field).toHaveFocus());
  });

  test('[S8 token login] shows the error above the form, and stops loading', async () => {
    const { user } = await web.open('/secretloginpage');
    await user.type(await screen.findByLabelText('Token'), 'made-up{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('This token isn’t valid, was already used, or has expired.');
    const field = screen.getByLabelText('Token');
    expect(alert.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole('button', { name: 'Login' })).not.toHaveAttribute('aria-busy');
  });

  test('shows the account that is logged in', async () => {
    await web.open('/secretloginpage', stella);
    expect(await screen.findByText('Stella Reed')).toBeVisible();
    expect(screen.queryByLabelText('Token')).not.toBeInTheDocument();
  });
});
