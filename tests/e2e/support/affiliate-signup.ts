import type { Page } from '@playwright/test';
import type { AffiliateSignupInput } from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import { expect } from './journey.ts';
import type { Person } from './purchase.ts';

/**
 * Registers an account and signs it up as an affiliate by calling the API, with the house account as its
 * reference. The page stays logged in. Returns the account's reference code.
 */
export async function signUpAffiliate(
  page: Page,
  { firstname, lastname, email, password }: Person,
  createSignup: (values: { reference: unknown }) => AffiliateSignupInput,
): Promise<string> {
  const post = async (procedure: string, data: object, headers: Record<string, string> = {}) => {
    const response = await page.request.post(`/trpc/${procedure}`, { data, headers });
    expect(response.ok(), await response.text()).toBe(true);
  };
  const read = async (procedure: string) =>
    (await (await page.request.get(`/trpc/${procedure}`)).json()).result.data;
  await post('accounts.register', { firstname, lastname, email, password, zip: '80202', startSession: true });
  await page.request.get('/api/csrf');
  const token = (await page.context().cookies()).find(({ name }) => name === 'csrfToken');
  const { id } = await read('affiliates.houseReference');
  await post('affiliateSignup.join', createSignup({ reference: id }), { 'x-csrf-token': token?.value ?? '' });
  return (await read('affiliates.overview')).referenceCode;
}
