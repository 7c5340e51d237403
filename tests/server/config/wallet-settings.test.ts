import { describe, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import {
  APPLE_PASS,
  GOOGLE_WALLET,
  PRODUCTION,
  readConfigError,
  removeSettings,
} from '#tests/helpers/settings.ts';

describe('the wallet settings', () => {
  test('must be complete or absent', () => {
    for (const group of [APPLE_PASS, GOOGLE_WALLET]) {
      for (const [name, value] of Object.entries(group)) {
        const line = readConfigError({ [name]: value });
        const otherNames = Object.keys(group).filter((other) => other !== name);
        for (const other of otherNames) expect(line).toContain(other);
        expect(line).not.toContain('hunter2');
      }
    }
  });

  test('accept PEM, PEM on one line, and base64', () => {
    const pem = APPLE_PASS.APPLE_PASS_KEY;
    const exportedPem = `Bag Attributes\r\n  localKeyID: 01\r\n${pem.replaceAll('\n', '\r\n')}\r\n`;
    for (const pemSetting of [
      pem,
      exportedPem,
      pem.replaceAll('\n', '\\n'),
      Buffer.from(pem).toString('base64'),
    ]) {
      const { applePass } = loadConfig({ ...APPLE_PASS, APPLE_PASS_KEY: pemSetting });
      expect(applePass?.key).toBe(pem);
    }
    expect(loadConfig(PRODUCTION)).toMatchObject({
      applePass: { passTypeId: 'pass.example.card', teamId: 'ABCDE12345', keyPassphrase: undefined },
      googleWallet: { issuerId: '3388000000012345678' },
    });
  });

  test('allow stand-in wallets if ALLOW_STANDINS lists them', () => {
    const withoutWallets = removeSettings(...Object.keys(APPLE_PASS), ...Object.keys(GOOGLE_WALLET));
    expect(readConfigError({ ...withoutWallets, ALLOW_STANDINS: 'mail,addresses' })).toContain(
      'ALLOW_STANDINS=wallets',
    );
    const config = loadConfig({ ...withoutWallets, ALLOW_STANDINS: 'wallets' });
    expect(config).toMatchObject({ applePass: undefined, googleWallet: undefined });
  });
});
