import { beforeEach, describe, expect, test, vi } from 'vitest';
import { writeCookie } from '#web/lib/cookies.ts';
import { isReferralCode, readReferralCode, rememberReferralCode } from '#web/lib/referral.ts';

beforeEach(() => writeCookie('ref', '', 0));

describe('the code of a referral link', () => {
  test.each(['DEMO', 'maria7k2m', 'A-1', 'a'.repeat(40)])('%s is valid', (code) => {
    expect(isReferralCode(code)).toBe(true);
  });

  test.each(['', ' DEMO', 'DE MO', 'a'.repeat(41), '<b>', 'DEMO;Path=/', 'ÄÖ', 'a_b', '../x', 'DEMO\n'])(
    '%j is invalid and not stored',
    (code) => {
      expect(isReferralCode(code)).toBe(false);
      rememberReferralCode(code);
      expect(readReferralCode()).toBeUndefined();
    },
  );

  test('is a first-party cookie for 90 days', () => {
    const setCookie = vi.spyOn(document, 'cookie', 'set');
    rememberReferralCode('DEMO');
    expect(setCookie).toHaveBeenCalledExactlyOnceWith('ref=DEMO; Path=/; Max-Age=7776000; SameSite=Lax');
    expect(readReferralCode()).toBe('DEMO');
    setCookie.mockRestore();
  });

  test('the newest link wins', () => {
    rememberReferralCode('FIRST');
    rememberReferralCode('SECOND');
    expect(readReferralCode()).toBe('SECOND');
  });

  test('ignores a cookie with an invalid code', () => {
    writeCookie('ref', '<script>', 60);
    expect(readReferralCode()).toBeUndefined();
  });

  test('ignores a cookie that cannot be decoded', () => {
    const getCookie = vi.spyOn(document, 'cookie', 'get').mockReturnValue('ref=%E0%A4%A');
    expect(readReferralCode()).toBeUndefined();
    getCookie.mockRestore();
  });
});
