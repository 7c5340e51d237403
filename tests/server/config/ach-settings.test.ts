import { expect, test } from 'vitest';
import { requireAchConfig } from '#server/domains/affiliates/bank-files/bank-file.service.ts';
import { readAchConfig } from '#server/platform/config/ach-settings.ts';
import { loadConfig } from '#server/platform/config/config.ts';

const SETTINGS = {
  ACH_BANK_ROUTING: '121042882',
  ACH_BANK_NAME: 'First Bank',
  ACH_COMPANY_ID: '1234567890',
  ACH_COMPANY_NAME: 'Everything Card',
};

test('stand-ins replace missing bank details, but not in production', () => {
  expect(loadConfig({}).ach).toMatchObject({ isStandIn: true });
  expect(readAchConfig({}, true)).toBeUndefined();
  expect(readAchConfig(SETTINGS, true)).toEqual({
    bankRouting: '121042882',
    bankName: 'First Bank',
    companyId: '1234567890',
    companyName: 'Everything Card',
    originId: '1234567890',
    isStandIn: false,
  });
  expect(loadConfig({ ...SETTINGS, ACH_ORIGIN_ID: '121042882' }).ach?.originId).toBe('121042882');
});

test('without bank details, no file is made, and the message names the settings', () => {
  const config = { ...loadConfig({}), ach: undefined };
  expect(() => requireAchConfig({ config })).toThrow(
    'The bank file needs these settings: ACH_BANK_ROUTING, ACH_BANK_NAME, ACH_COMPANY_ID, ACH_COMPANY_NAME.',
  );
});

test.each([
  [{ ...SETTINGS, ACH_BANK_ROUTING: '121042883' }, 'ACH_BANK_ROUTING: use the 9 digits'],
  [
    { ...SETTINGS, ACH_BANK_NAME: 'A bank with a very long name' },
    'ACH_BANK_NAME: use at most 23 characters',
  ],
  [
    { ACH_BANK_ROUTING: '121042882' },
    'ACH_BANK_NAME, ACH_COMPANY_ID, ACH_COMPANY_NAME (needed with the others)',
  ],
  [{ ACH_ORIGIN_ID: '1' }, '(needed with ACH_ORIGIN_ID)'],
])('refuses %j', (settings, message) => {
  expect(() => loadConfig(settings)).toThrow(message);
});
