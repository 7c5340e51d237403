import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { SandboxControl } from '#server/sandbox/control.ts';
import { startProduct } from '#tests/helpers/product.ts';
import { CLOCK, expect, findSandbox, movedClockTest as test } from './support/journey.ts';
import { findMail } from './support/mails.ts';
import { press } from './support/purchase.ts';
import { openStripe } from './support/stripe.ts';

test.use({ productName: 'profile' });

const DAY_MS = 86_400_000;
const EMAIL = 'member@example.com';
const NEW_EMAIL = 'maria.gomez@example.net';
const PASSWORD = 'everything-demo';
const NEW_PASSWORD = 'violet rakes at dusk';

const logIn = (page: Page, email: string, password: string) =>
  page.request.post('/trpc/accounts.login', { data: { email, password } });
const section = (page: Page, name: string): Locator => page.getByRole('region', { name });
const expectLoggedOut = async (page: Page) => {
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Login to continue' })).toBeVisible();
};

async function openProfile(page: Page, email: string, password: string): Promise<void> {
  expect((await logIn(page, email, password)).ok()).toBe(true);
  await page.goto('/user/profile');
}

test('a member changes the password and the email address, downloads the data, and deletes the account', {
  tag: '@phone',
}, async ({ page, newVisitor, sandbox, runningApp }) => {
  test.slow();
  await openProfile(page, EMAIL, PASSWORD);
  const other = await newVisitor();

  await test.step('logs out another device', async () => {
    await openProfile(other, EMAIL, PASSWORD);
    await page.reload();
    const sessions = section(page, 'Where you’re logged in');
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
    await sessions.getByRole('button', { name: /^Log out Chrome/ }).click();
    await expect(sessions.getByText('You’re not logged in anywhere else.')).toBeVisible();
    await expectLoggedOut(other);
  });

  await test.step('changes the password, which logs out the other devices', async () => {
    await openProfile(other, EMAIL, PASSWORD);
    const form = section(page, 'Your password');
    await form.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await form.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await form.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(form.getByText('Your password is changed, and')).toBeVisible();
    await findMail(runningApp.dataDir, EMAIL, 'Your password was changed');
    await expectLoggedOut(other);
    expect((await logIn(other, EMAIL, PASSWORD)).status()).toBe(401);
  });

  await test.step('keeps the email address by the link in the email that announces a change', async () => {
    const form = section(page, 'Your email address');
    await form.getByLabel('New email').fill(`not.${NEW_EMAIL}`);
    await form.getByLabel('Current password', { exact: true }).fill(NEW_PASSWORD);
    await form.getByRole('button', { name: 'Change email' }).click();
    await expect(form.getByText(`We also let ${EMAIL} know.`)).toBeVisible();
    const mail = await findMail(runningApp.dataDir, EMAIL, 'Someone asked to change your email address');
    const link = new URL(/https?:\/\/\S+\/keepemail#\S+/.exec(mail.text ?? '')?.[0] ?? '');
    await other.goto(link.pathname + link.hash);
    await press(other, 'Keep my email address');
    await expect(other.getByText('Your account keeps its email address.')).toBeVisible();
    await expectLoggedOut(page);
    await openProfile(page, EMAIL, NEW_PASSWORD);
    await expect(form).toContainText(`You log in with ${EMAIL}.`);
    await expect(form.getByText('We sent a link to')).toHaveCount(0);
  });

  await test.step('changes the email address by the link that is mailed to the new one', async () => {
    const form = section(page, 'Your email address');
    await form.getByLabel('New email').fill(NEW_EMAIL);
    await form.getByLabel('Current password', { exact: true }).fill(NEW_PASSWORD);
    await form.getByRole('button', { name: 'Change email' }).click();
    await expect(form.getByText(`We sent a link to ${NEW_EMAIL}.`)).toBeVisible();
    expect((await logIn(other, NEW_EMAIL, NEW_PASSWORD)).status()).toBe(401);
    const mail = await findMail(runningApp.dataDir, NEW_EMAIL, 'Confirm your new email address');
    const link = new URL(/https?:\/\/\S+\/verifyemail#\S+/.exec(mail.text ?? '')?.[0] ?? '');
    await other.goto(link.pathname + link.hash);
    await press(other, 'Verify my email');
    await expect(other.getByText('Your email address is verified.')).toBeVisible();
    await findMail(runningApp.dataDir, EMAIL, 'Your email address was changed');
    expect((await logIn(other, EMAIL, NEW_PASSWORD)).status()).toBe(401);
    expect((await logIn(other, NEW_EMAIL, NEW_PASSWORD)).ok()).toBe(true);
    await expectLoggedOut(page);
    await openProfile(page, NEW_EMAIL, NEW_PASSWORD);
    await expect(section(page, 'Your email address')).toContainText(`You log in with ${NEW_EMAIL}.`);
  });

  const account = await test.step('downloads the data', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download my data' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const data = JSON.parse(text);
    expect(data.account).toMatchObject([{ firstname: 'Maria', email: NEW_EMAIL }]);
    expect(data.purchases).toMatchObject([{ status: 'paid', totalCents: 4995 }]);
    expect(text).not.toMatch(/argon2|password_?hash/i);
    return String(data.account[0].id);
  });

  const listCharges = async (control: SandboxControl) =>
    (await control.charges()).filter(({ metadata }) => metadata.account === account);
  const charges = await listCharges(sandbox);
  expect(charges).toMatchObject([{ amount: 4995, refunded: 0 }]);
  await test.step('cannot delete the account while its membership runs', async () => {
    const deletion = section(page, 'Delete your account');
    await expect(deletion).toContainText(/Individual Membership renews on .* Cancel it first/);
    await expect(deletion.getByRole('button')).toHaveCount(0);
    await deletion.getByRole('link', { name: 'Individual Membership' }).click();
    await page.getByRole('button', { name: /^Cancel Membership/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Membership' }).click();
    await expect(page.getByRole('button', { name: /^Resume/ })).toBeVisible();
    await page.goto('/user/profile');
    await expect(deletion).toContainText(/Individual Membership runs until .* Come back after it ends\./);
  });

  await runningApp.stop();
  const laterApp = await startProduct({
    TRUST_PROXY: '1',
    DATA_DIR: runningApp.dataDir,
    PORT: String(runningApp.port),
    NODE_OPTIONS: `--import=${CLOCK}`,
    CLOCK_SKEW_MS: String(40 * DAY_MS),
  });
  try {
    for (const visitor of [page, other]) await visitor.context().clearCookies();
    await openProfile(page, NEW_EMAIL, NEW_PASSWORD);
    await openProfile(other, NEW_EMAIL, NEW_PASSWORD);
    await press(page, 'Delete my account…');
    await section(page, 'Delete your account')
      .getByLabel('Current password', { exact: true })
      .fill(NEW_PASSWORD);
    await press(page, 'Delete my account permanently');
    await expect(page.getByText('Your account is deleted')).toBeVisible();
    await expectLoggedOut(page);
    await expectLoggedOut(other);
    expect((await logIn(page, NEW_EMAIL, NEW_PASSWORD)).status()).toBe(401);
    await findMail(laterApp.dataDir, NEW_EMAIL, 'Your account was deleted');
    expect(await listCharges(findSandbox(laterApp))).toEqual(charges);
    const stripe = openStripe(laterApp);
    const customer = charges[0]?.customer ?? '';
    await expect.poll(() => stripe.customers.retrieve(customer)).toMatchObject({ name: null, email: null });
  } finally {
    await laterApp.stop();
  }
});
