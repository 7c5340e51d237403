import { describe, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import {
  APPLE_PASS,
  GOOGLE_WALLET,
  PRODUCTION,
  readConfigError,
  removeSettings,
  STRIPE,
} from '#tests/helpers/settings.ts';

describe('local settings', () => {
  test('are all optional', () => {
    expect(loadConfig({})).toEqual({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      dataDir: './data',
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databaseReadUrl: undefined,
      databaseOwnerUrl: undefined,
      databaseStatements: 'named',
      databasePool: 10,
      role: 'all',
      drainSeconds: 0,
      filesDir: 'data/files',
      rehearsal: false,
      demo: true,
      stripe: undefined,
      webhookSecret: undefined,
      sandboxUrl: undefined,
      smtpUrl: undefined,
      mailFrom: 'Everything Card <cards@everythingcard.example>',
      usps: undefined,
      backofficeUrl: undefined,
      corsOrigins: [],
      identitySecrets: undefined,
      fieldKeys: undefined,
      s3: undefined,
      ach: expect.objectContaining({ isStandIn: true }),
      applePass: undefined,
      googleWallet: undefined,
      trustProxy: [],
      cookieDomain: undefined,
      logLevel: 'info',
      areDraftTextsAllowed: true,
    });
  });

  test('ignore empty and unknown variables', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '', STRIPE_SECRET_KEY: '', HOME: '/root' })).toEqual(
      loadConfig({}),
    );
  });

  test('derive the public URL from the port', () => {
    expect(loadConfig({ PORT: '8080' })).toMatchObject({ port: 8080, publicUrl: 'http://localhost:8080' });
    expect(loadConfig({ PORT: '8080', PUBLIC_URL: 'https://card.example/' }).publicUrl).toBe(
      'https://card.example',
    );
  });

  test.each([
    ['0', false],
    ['false', false],
    ['1', true],
    ['true', true],
  ])('accept DEMO=%s', (DEMO, demo) => {
    expect(loadConfig({ DEMO }).demo).toBe(demo);
    expect(loadConfig({ ...PRODUCTION, DEMO }).demo).toBe(demo);
  });
});

describe('an invalid value is reported by its variable in one line that does not contain the value', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['NODE_ENV', 'prod'],
    ['PUBLIC_URL', 'localhost:3000'],
    ['PUBLIC_URL', 'card.example'],
    ['PUBLIC_URL', 'ftp://card.example'],
    ['BACKOFFICE_URL', 'backoffice.example'],
    ['DATABASE_URL', 'mysql://user:hunter2@127.0.0.1/cards'],
    ['DATABASE_READ_URL', 'http://127.0.0.1'],
    ['DATABASE_POOL', '0'],
    ['DATABASE_STATEMENTS', 'prepared'],
    ['ROLE', 'both'],
    ['DRAIN_SECONDS', '301'],
    ['DRAIN_SECONDS', '-1'],
    ['ALLOW_EMBEDDED', 'yes'],
    ['REHEARSAL', 'on'],
    ['DEMO', 'yes'],
    ['STRIPE_SECRET_KEY', 'pk_live_hunter2'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_live_hunter2'],
    ['STRIPE_WEBHOOK_SECRET', 'hunter2'],
    ['SMTP_URL', 'mail.example:587'],
    ['IDENTITY_SECRET', 'hunter2'],
    ['FIELD_KEYS', 'hunter2'],
    ['FIELD_KEYS', ','],
    ['FIELD_KEYS', `:hunter2${'a'.repeat(36)}=`],
    ['FIELD_KEYS', `k1:hunter2${'a'.repeat(35)}`],
    ['FIELD_KEYS', `k1:hunter2${'a'.repeat(37)}`],
    ['FIELD_KEYS', `k.1:hunter2${'a'.repeat(36)}=`],
    ['FIELD_KEYS', `${'k'.repeat(21)}:hunter2${'a'.repeat(36)}=`],
    ['FIELD_KEYS', `k1:hunter2${'a'.repeat(36)}=,k1:${'b'.repeat(43)}=`],
    ['FIELD_KEYS', `k1:hunter2${'a'.repeat(36)}=,k2`],
    ['ALLOW_STANDINS', 'cards'],
    ['ALLOW_STANDINS', 'mail,payments'],
    ['APPLE_PASS_TYPE_ID', 'com.example.hunter2'],
    ['APPLE_PASS_TEAM_ID', 'hunter2'],
    ['APPLE_PASS_KEY', 'hunter2'],
    ['GOOGLE_WALLET_ISSUER_ID', 'hunter2'],
    ['GOOGLE_WALLET_KEY', '-----BEGIN hunter2'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example,b.example'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    const line = readConfigError({ [name]: value });
    expect(line).toContain(name);
    expect(line).not.toContain('\n');
    expect(line).not.toContain('hunter2');
  });

  test('several invalid values are all reported', () => {
    const line = readConfigError({ PORT: 'x', DEMO: 'x', LOG_LEVEL: 'x' });
    for (const name of ['PORT', 'DEMO', 'LOG_LEVEL']) expect(line).toContain(name);
    expect(line).not.toContain('\n');
  });
});

describe('settings that depend on each other', () => {
  test.each(Object.entries(STRIPE))(
    'include both other Stripe keys in the error if only %s is set',
    (name, value) => {
      const line = readConfigError({ [name]: value });
      for (const otherKey of Object.keys(STRIPE)) {
        if (otherKey === name) expect(line).not.toContain(otherKey);
        else expect(line).toContain(otherKey);
      }
    },
  );

  test('include the missing half of the USPS credentials in the error', () => {
    expect(readConfigError({ USPS_CLIENT_ID: 'id' })).toContain('USPS_CLIENT_SECRET');
    expect(readConfigError({ USPS_CLIENT_SECRET: 'secret' })).toContain('USPS_CLIENT_ID');
  });

  test('include the database that a web process or a worker shares with the others', () => {
    for (const role of ['web', 'worker']) expect(readConfigError({ ROLE: role })).toContain('DATABASE_URL');
    expect(loadConfig({ ROLE: 'web', DATABASE_URL: 'postgres://127.0.0.1/cards' })).toMatchObject({
      role: 'web',
    });
  });

  test('are accepted when complete', () => {
    expect(loadConfig({ ...STRIPE, USPS_CLIENT_ID: 'id', USPS_CLIENT_SECRET: 'secret' })).toMatchObject({
      stripe: { secretKey: 'sk_live_abc', publishableKey: 'pk_live_abc' },
      webhookSecret: 'whsec_abc',
      usps: { clientId: 'id', clientSecret: 'secret' },
    });
  });
});

describe('[D45] production', () => {
  test('starts with real services and without demo accounts', () => {
    expect(loadConfig(PRODUCTION)).toMatchObject({ production: true, demo: false, rehearsal: false });
  });

  test('drains for ten seconds unless told otherwise', () => {
    expect(loadConfig(PRODUCTION).drainSeconds).toBe(10);
    expect(loadConfig({ ...PRODUCTION, DRAIN_SECONDS: '0' }).drainSeconds).toBe(0);
    expect(loadConfig({ DRAIN_SECONDS: '3' }).drainSeconds).toBe(3);
    expect(loadConfig({ ...PRODUCTION, ROLE: 'worker' }).drainSeconds).toBe(0);
  });

  test('runs on the embedded database only if that is allowed', () => {
    const embedded = removeSettings('DATABASE_URL');
    const line = readConfigError(embedded);
    expect(line).toContain('DATABASE_URL');
    expect(line).toContain('ALLOW_EMBEDDED=1');
    expect(loadConfig({ ...embedded, ALLOW_EMBEDDED: '1' }).databaseUrl).toBeUndefined();
  });

  test.each([
    'DATABASE_URL',
    'STRIPE_SECRET_KEY',
    'IDENTITY_SECRET',
    'FIELD_KEYS',
    'PUBLIC_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'USPS_CLIENT_ID',
    'APPLE_PASS_TYPE_ID',
    'GOOGLE_WALLET_ISSUER_ID',
  ])('does not start without %s', (name) => {
    const pairs = [
      ...[STRIPE, APPLE_PASS, GOOGLE_WALLET].map((group) => Object.keys(group)),
      ['USPS_CLIENT_ID', 'USPS_CLIENT_SECRET'],
    ];
    const requiredTogether = pairs.find((pair) => pair.includes(name)) ?? [name];
    expect(readConfigError(removeSettings(...requiredTogether))).toContain(
      name.replace(/(APPLE_PASS|GOOGLE_WALLET)_.*/, '$1_*'),
    );
  });

  test('reports everything that is missing at once', () => {
    const line = readConfigError({ NODE_ENV: 'production' });
    const names = [
      'STRIPE_SECRET_KEY',
      'IDENTITY_SECRET',
      'FIELD_KEYS',
      'PUBLIC_URL',
      'SMTP_URL',
      'USPS_CLIENT_ID',
      'APPLE_PASS_* and GOOGLE_WALLET_*, or ALLOW_STANDINS=wallets',
    ];
    for (const name of names) {
      expect(line).toContain(name);
    }
  });

  test('allows stand-ins only for listed services, and only for mail and addresses', () => {
    const withoutServices = removeSettings('SMTP_URL', 'MAIL_FROM', 'USPS_CLIENT_ID', 'USPS_CLIENT_SECRET');
    expect(readConfigError({ ...withoutServices, ALLOW_STANDINS: 'mail' })).toContain('USPS_CLIENT_ID');
    expect(readConfigError({ ...withoutServices, ALLOW_STANDINS: 'addresses' })).toContain('SMTP_URL');
    expect(loadConfig({ ...withoutServices, ALLOW_STANDINS: 'mail, addresses' })).toMatchObject({
      smtpUrl: undefined,
      usps: undefined,
    });
  });

  test('never allows a stand-in for Stripe', () => {
    const withoutStripe = removeSettings(...Object.keys(STRIPE));
    expect(readConfigError({ ...withoutStripe, ALLOW_STANDINS: 'mail,addresses,wallets' })).toContain(
      'STRIPE_SECRET_KEY',
    );
    expect(readConfigError({ ...PRODUCTION, STRIPE_SANDBOX_URL: 'http://127.0.0.1:1' })).toContain(
      'STRIPE_SANDBOX_URL',
    );
  });
});

describe('[D7] keys of encrypted columns', () => {
  test('are read in order, 32 bytes each, in both base64 alphabets', () => {
    const [firstKey, secondKey] = [Buffer.alloc(32, 0xfb), Buffer.alloc(32, 0xff)];
    const { fieldKeys } = loadConfig({
      FIELD_KEYS: ` 2026-new:${firstKey.toString('base64url')}, old_1:${secondKey.toString('base64')} `,
    });
    expect(fieldKeys?.map(({ id, key }) => [id, Buffer.from(key).toString('hex')])).toEqual([
      ['2026-new', firstKey.toString('hex')],
      ['old_1', secondKey.toString('hex')],
    ]);
  });
});

describe('[D48] proxy and origin settings', () => {
  test('are normalized as browsers send them', () => {
    const CORS_ORIGINS = 'https://Backoffice.example/, https://other.example:8443 ,';
    expect(loadConfig({ CORS_ORIGINS }).corsOrigins).toEqual([
      'https://backoffice.example',
      'https://other.example:8443',
    ]);
  });

  test.each([
    ['0', []],
    ['1', ['loopback', 'linklocal', 'uniquelocal']],
    ['203.0.113.7, 10.1.0.0/16,2001:db8::/32', ['203.0.113.7', '10.1.0.0/16', '2001:db8::/32']],
  ])('accept TRUST_PROXY=%s', (TRUST_PROXY, trustProxy) => {
    expect(loadConfig({ TRUST_PROXY })).toMatchObject({ trustProxy });
  });
});
