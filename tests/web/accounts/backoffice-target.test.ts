import { describe, expect, test } from 'vitest';
import {
  backofficeTarget,
  hasBusiness,
  hasNoOwnPage,
  isAffiliate,
} from '#web/features/accounts/backoffice-target.ts';

const basic = { accountType: 0, influencer: false, friend: false };
const nobody = { hasBusinessPlan: false, businessSearchList: false, ...basic };
const owner = { ...nobody, hasBusinessPlan: true, businessSearchList: true };
const friend = { ...nobody, friend: true };
const SITE = 'https://backoffice.example.org';

describe('[D17] the target of Back office', () => {
  test.each([
    ['the account’s page for a visitor, who must log in there', null, undefined, '/user', false],
    ['the account’s page while the viewer is unknown', undefined, undefined, '/user', false],
    // [S2 direct links] The button opens the external back office for everyone; that site decides who may
    // enter.
    ['the configured site for a visitor', null, { backoffice: SITE }, SITE, true],
    ['the configured site for an owner', owner, { backoffice: SITE }, SITE, true],
    ['the configured site for any account', nobody, { backoffice: SITE }, SITE, true],
    [
      'the business page for an owner if no site is configured',
      owner,
      { backoffice: null },
      '/user/business',
      false,
    ],
    [
      'the business page for an owner whose business is not loaded yet',
      owner,
      undefined,
      '/user/business',
      false,
    ],
    [
      'the Referrals page for an affiliate without a business',
      friend,
      { backoffice: null },
      '/user/affiliate',
      false,
    ],
    ['the configured site for an affiliate', friend, { backoffice: SITE }, SITE, true],
    [
      'the business page for an affiliate with a business',
      { ...owner, friend: true },
      { backoffice: null },
      '/user/business',
      false,
    ],
    [
      'the account’s page for other accounts if no site is configured',
      nobody,
      { backoffice: null },
      '/user',
      false,
    ],
  ])('is %s', (_, viewer, links, address, isOtherSite) => {
    expect(backofficeTarget(viewer, links)).toEqual({ address, isExternal: isOtherSite });
  });

  test('is the company page for an account with only a company', () => {
    const getTargetAddress = (viewer: typeof nobody) =>
      backofficeTarget(viewer, { backoffice: null }, true).address;
    expect(getTargetAddress(nobody)).toBe('/user/company');
    expect(getTargetAddress(owner)).toBe('/user/business');
    expect(getTargetAddress(friend)).toBe('/user/affiliate');
    expect([nobody, owner, friend].map(hasNoOwnPage)).toEqual([true, false, false]);
    expect(backofficeTarget(nobody, { backoffice: SITE }, true).address).toBe(SITE);
  });

  test.each([
    [false, false, false],
    [true, false, true],
    // The trial has ended, but its listing lasts a year.
    [false, true, true],
  ])('counts a plan (%s) or a listed business (%s) as a business: %s', (plan, listed, expected) => {
    expect(hasBusiness({ hasBusinessPlan: plan, businessSearchList: listed })).toBe(expected);
  });

  test.each([
    [0, false],
    [1, true],
    [2, true],
    [3, true],
    // Staff aren't affiliates just because they are staff (D39).
    [10, false],
    [42, false],
  ])('[D12] treats account type %s as an affiliate: %s', (accountType, expected) => {
    expect(isAffiliate({ ...basic, accountType })).toBe(expected);
  });

  test.each(['influencer', 'friend'] as const)(
    '[D12] treats an account with the flag %s as an affiliate',
    (flag) => {
      expect(isAffiliate({ ...basic, [flag]: true })).toBe(true);
    },
  );
});
