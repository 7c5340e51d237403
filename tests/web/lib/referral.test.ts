import { beforeEach, describe, expect, test, vi } from 'vitest';
import { writeCookie } from '#web/lib/cookies.ts';
import { isReferralCode, readReferralCode, rememberReferralCode } from '#web/lib/referral.ts';

beforeEach(() => writeCookie('ref', '', 0));

describe('a referral link’s code', () => {
  test.each(['DEMO', 'maria7k2m', 'A-1', 'a'.repeat(40)])('is valid: %s', (code) => {
    expect(isReferralCode(code)).toBe(true);
  });

  test.each(['', ' DEMO', 'DE MO', 'a'.repeat(41), '<b>', 'DEMO;Path=/', 'ÄÖ', 'a_b', '../x', 'DEMO\n'])(
    'is invalid and not stored: %j',
    (code) => {
      expect(isReferralCode(code)).toBe(false);
      rememberReferralCode(code);
      expect(readReferralCode()).toBeUndefined();
    },
  );

  test('is stored in a first-party cookie for 90 days', () => {
    const setCookie = vi.spyOn(document, 'cookie', 'set');
    rememberReferralCode('DEMO');
    expect(setCookie).toHaveBeenCalledExactlyOnceWith('ref=DEMO; Path=/; Max-Age=7776000; SameSite=Lax');
    expect(readReferralCode()).toBe('DEMO');
    setCookie.mockRestore();
  });

  test('is replaced by the newest link’s', () => {
    rememberReferralCode('FIRST');
    rememberReferralCode('SECOND');
    expect(readReferralCode()).toBe('SECOND');
  });

  test('is ignored if the cookie’s code is invalid', () => {
    writeCookie('ref', '<script>', 60);
    expect(readReferralCode()).toBeUndefined();
  });

  test('is ignored if the cookie cannot be decoded', () => {
    const getCookie = vi.spyOn(document, 'cookie', 'get').mockReturnValue('ref=%E0%A4%A');
    expect(readReferralCode()).toBeUndefined();
    getCookie.mockRestore();
  });
});
