import { expect } from '../support/journey.ts';
import {
  addAuthenticator,
  addFirstPasskey,
  makeStaffToken,
  STAFF_EMAIL,
  signInAsStaff,
  staffTest as test,
} from '../support/staff.ts';

const PASSWORD = 'everything-demo';
const NAVIGATION = { name: 'Sections' };

test('staff add their first passkey with a token, and later use it after a password', {
  tag: '@phone',
}, async ({ page, runningApp }) => {
  await addAuthenticator(page);
  const token = await makeStaffToken(runningApp, STAFF_EMAIL);
  await page.goto('/staff/audit');
  await expect(page.getByRole('heading', { name: 'Login to continue' })).toBeVisible();
  const login = page.getByRole('region', { name: 'Login', exact: true });
  await login.getByLabel('Email').fill(STAFF_EMAIL);
  await login.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await login.getByRole('button', { name: 'Login' }).click();

  const tokenStep = page.getByRole('region', { name: 'Enter a staff token' });
  await expect(tokenStep).toContainText(`npm run staff-token -- ${STAFF_EMAIL}`);
  await tokenStep.getByLabel('Token', { exact: true }).fill(token);
  await tokenStep.getByRole('button', { name: 'Continue' }).click();
  await addFirstPasskey(page);
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Passkey added' }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Log out' }).click();
  await login.getByLabel('Email').fill(STAFF_EMAIL);
  await login.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await login.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
});

test('staff add a passkey of another device, and remove one', { tag: '@desktop' }, async ({
  page,
  runningApp,
  newVisitor,
}) => {
  await signInAsStaff(page, runningApp);
  await page.goto('/staff/passkeys');
  const table = page.getByRole('table', { name: 'Your passkeys' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toContainText('This is your only passkey.');
  await dialog.getByRole('button', { name: 'Keep it' }).click();

  // Use a second page, because each page has its own authenticator, which holds one passkey per account.
  const other = await page.context().newPage();
  await addAuthenticator(other);
  await other.goto('/staff/passkeys');
  await other.getByLabel('Name of this device').fill('Security key');
  await other.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(other.getByRole('table').getByRole('row')).toHaveCount(3);
  await other.close();
  await page.reload();
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await page.goto('/staff/audit?action=passkey.remove');
  await expect(page.getByRole('cell', { name: 'Laptop' }).first()).toBeVisible();

  const member = await newVisitor();
  const site = `http://localhost:${runningApp.port}`;
  await member.request.post(`${site}/trpc/accounts.login`, {
    data: { email: 'member@example.com', password: PASSWORD },
  });
  await member.goto(`${site}/staff`);
  await expect(member.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(member.getByRole('navigation', NAVIGATION)).toHaveCount(0);
});
