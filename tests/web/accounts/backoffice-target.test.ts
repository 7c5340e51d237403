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
    ['a visitor to the account’s page, which asks for the login', null, undefined, '/user', false],
    ['whoever is not known yet, too', undefined, undefined, '/user', false],
    // [S2 direct links] The button opens the external back office for everyone; that site decides who may
    // enter.
    ['a visitor to the other site', null, { backoffice: SITE }, SITE, true],
    ['an owner to the other site', owner, { backoffice: SITE }, SITE, true],
    ['any account to the other site', nobody, { backoffice: SITE }, SITE, true],
    ['an owner without it to the business', owner, { backoffice: null }, '/user/business', false],
    ['an owner before it is known to the business', owner, undefined, '/user/business', false],
    [
      'an affiliate without a business to the own figures',
      friend,
      { backoffice: null },
      '/user/affiliate',
      false,
    ],
    ['an affiliate to the other site', friend, { backoffice: SITE }, SITE, true],
    [
      'an affiliate with a business to the business',
      { ...owner, friend: true },
      { backoffice: null },
      '/user/business',
      false,
    ],
    ['others without it to the account', nobody, { backoffice: null }, '/user', false],
  ])('%s', (_, viewer, links, address, isOtherSite) => {
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
  ])('a plan (%s) or a listed business (%s) is something to manage: %s', (plan, listed, expected) => {
    expect(hasBusiness({ hasBusinessPlan: plan, businessSearchList: listed })).toBe(expected);
  });

  test.each([
    [0, false],
    [1, true],
    [2, true],
    [3, true],
    // [D39] Staff aren't affiliates just because they are staff.
    [10, false],
    [42, false],
  ])('[D12] type %s is an affiliate: %s', (accountType, expected) => {
    expect(isAffiliate({ ...basic, accountType })).toBe(expected);
  });

  test.each(['influencer', 'friend'] as const)('[D12] so is the flag %s beside any type', (flag) => {
    expect(isAffiliate({ ...basic, [flag]: true })).toBe(true);
  });
});
