import { beforeEach, describe, expect, test, vi } from 'vitest';
import { writeCookie } from '#web/lib/cookies.ts';
import { isReferralCode, readReferralCode, rememberReferralCode } from '#web/lib/referral.ts';

beforeEach(() => writeCookie('ref', '', 0));

describe('[issue 5] the code of a referral link', () => {
  test.each(['DEMO', 'maria7k2m', 'A-1', 'a'.repeat(40)])('%s can be one', (code) => {
    expect(isReferralCode(code)).toBe(true);
  });

  test.each(['', ' DEMO', 'DE MO', 'a'.repeat(41), '<b>', 'DEMO;Path=/', 'ÄÖ', 'a_b', '../x', 'DEMO\n'])(
    '%j cannot: nothing of it is kept',
    (code) => {
      expect(isReferralCode(code)).toBe(false);
      rememberReferralCode(code);
      expect(readReferralCode()).toBeUndefined();
    },
  );

  test('is a first-party cookie for 90 days', () => {
    const written = vi.spyOn(document, 'cookie', 'set');
    rememberReferralCode('DEMO');
    expect(written).toHaveBeenCalledExactlyOnceWith('ref=DEMO; Path=/; Max-Age=7776000; SameSite=Lax');
    expect(readReferralCode()).toBe('DEMO');
    written.mockRestore();
  });

  test('the newest link wins', () => {
    rememberReferralCode('FIRST');
    rememberReferralCode('SECOND');
    expect(readReferralCode()).toBe('SECOND');
  });

  test('a cookie that something else wrote there is none', () => {
    writeCookie('ref', '<script>', 60);
    expect(readReferralCode()).toBeUndefined();
  });

  test('cookies that cannot be decoded break no page', () => {
    const read = vi.spyOn(document, 'cookie', 'get').mockReturnValue('ref=%E0%A4%A');
    expect(readReferralCode()).toBeUndefined();
    read.mockRestore();
  });
});
