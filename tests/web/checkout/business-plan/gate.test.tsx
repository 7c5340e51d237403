import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { expectFocus } from '#tests/helpers/web.tsx';
import { businessPlanWeb, dialog } from '../checkout-web.tsx';

const database = seededTestDb();
const web = businessPlanWeb(database);

const firstPage = () => screen.findByRole('heading', { name: 'Basic Information' });

async function registerWith(open: Awaited<ReturnType<typeof web.open>>, email: string) {
  const { user } = open;
  const form = within(await screen.findByRole('region', { name: 'Register' }));
  const values: [string, string][] = [
    ['First name', 'Nora'],
    ['Last name', 'Walker'],
    ['Email', email],
    ['ZIP code', '80202'],
    ['Password', 'a long enough password'],
    ['Confirm password', 'a long enough password'],
  ];
  for (const [label, text] of values) {
    await user.click(form.getByLabelText(label));
    await user.paste(text);
  }
  await user.click(form.getByRole('button', { name: 'Register' }));
}

describe('[S2 link /affiliates] the URL parameter ?plan=', () => {
  test.each([
    ['basic-networking', 'Purchase Community Educator Membership'],
    ['basic-business', 'Purchase Deluxe Membership'],
    ['exclusive-business', 'Purchase Exclusive Membership'],
    ['premium-business', 'Purchase Business PLUS Membership'],
  ])('with %s opens "%s" on load', async (slug, title) => {
    await web.open(`/affiliates?plan=${slug}`);
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
  });

  test.each(['platinum', 'individual', 'corporate'])('with %s opens nothing', async (word) => {
    await web.open(`/affiliates?plan=${word}`);
    await screen.findByRole('heading', { level: 1 });
    await screen.findAllByText('$99.90', { exact: false });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('[S4 business purchase] the purchase modal before its wizard', () => {
  test('requires login or registration first, then refetches the viewer', async () => {
    const openedPage = await web.open('/affiliates?plan=premium-business');
    const modal = await dialog('Purchase Business PLUS Membership');
    const heading = await modal.findByRole('heading', { name: 'Login to continue' });
    await expectFocus(heading);
    await registerWith(openedPage, 'nora@example.com');
    const first = await firstPage();
    await expectFocus(first);
    expect(screen.getByText('Step 1 of 6')).toBeVisible();
    expect(screen.queryByText('Login to continue')).toBeNull();
  });

  test('offers plan management to an owner', async () => {
    const owner = await makeAccount(database.db);
    await web
      .checkout()
      .caller(owner)
      .businessPlans.purchase(businessPlanPurchase({ plan: 8 }));
    await web.open('/affiliates?plan=premium-business', owner);
    const modal = await dialog('Purchase Business PLUS Membership');
    expect(await modal.findByRole('heading', { name: 'Manage your Business Plan' })).toBeVisible();
    expect(modal.getByText(/You already have the Community Educator Membership/)).toBeVisible();
    for (const name of ['Manage your plan', 'Go to the Backoffice']) {
      const link = modal.getByRole('link', { name });
      await waitFor(() => expect(link).toHaveAttribute('href', '/user/business'));
    }
    expect(screen.queryByRole('heading', { name: 'Basic Information' })).toBeNull();
  });

  test('[D15][D81] sells a plan during a trial, whose listing fills the form', async () => {
    const owner = await makeAccount(database.db);
    const trial = { businessname: 'Trial Bakery', type: 9, zip: '80202' };
    await web.checkout().caller(owner).businessPlans.startTrial(trial);
    expect(await web.checkout().caller(owner).viewer.user()).toMatchObject({ hasBusinessPlan: true });
    await web.open('/affiliates?plan=basic-networking', owner);
    expect(await firstPage()).toBeVisible();
    expect(screen.getByLabelText('Business name')).toHaveValue('Trial Bakery');
    expect(screen.getByLabelText(/Category/)).toHaveValue('9');
    expect(screen.getByLabelText('ZIP code')).toHaveValue('80202');
  });

  test('sells a plan after the previous one has ended', async () => {
    const owner = await makeAccount(database.db);
    await web
      .checkout()
      .caller(owner)
      .businessPlans.purchase(businessPlanPurchase({ plan: 8 }));
    const endedYesterday = new Date(Date.now() - 86_400_000);
    await database.db
      .updateTable('businessPlans')
      .set({ endedAt: endedYesterday })
      .where('accountId', '=', owner.id)
      .execute();
    await web.open('/affiliates?plan=basic-networking', owner);
    expect(await firstPage()).toBeVisible();
  });
});
