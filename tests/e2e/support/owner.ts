import type { Page } from '@playwright/test';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { expect } from './journey.ts';
import { newPerson } from './purchase.ts';

interface Login {
  email: string;
  password: string;
}

export const MEMBER: Login = { email: 'member@example.com', password: 'everything-demo' };

/** Creates an account, buys a business plan with it, and logs out. */
export async function makeOwner(page: Page, businessname: string): Promise<Login> {
  const { firstname, lastname, email, password } = newPerson();
  const callProcedure = async (procedure: string, data: object, headers: Record<string, string> = {}) => {
    const response = await page.request.post(`/trpc/${procedure}`, { data, headers });
    expect(response.ok(), await response.text()).toBe(true);
  };
  const zip = '80202';
  await callProcedure('accounts.register', { firstname, lastname, email, zip, password, confirm: password });
  await callProcedure('accounts.login', { email, password });
  await page.request.get('/api/csrf');
  const token = (await page.context().cookies()).find(({ name }) => name === 'csrfToken');
  await callProcedure('businessPlans.purchase', businessPlanPurchase({ businessname }), {
    'x-csrf-token': token?.value ?? '',
  });
  await page.context().clearCookies();
  return { email, password };
}

export async function logIn(page: Page, { email, password }: Login): Promise<void> {
  const form = page.getByRole('main').getByRole('region', { name: 'Login', exact: true });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Login' }).click();
}
