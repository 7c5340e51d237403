import { describe, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import { readConfigError, removeSettings, STRIPE } from '#tests/helpers/settings.ts';

describe('[D45] a rehearsal', () => {
  const rehearsal = { ...removeSettings(...Object.keys(STRIPE)), REHEARSAL: '1' };

  test('is production with the payment sandbox', () => {
    expect(loadConfig(rehearsal)).toMatchObject({ production: true, rehearsal: true, stripe: undefined });
    const sharedSettings = { STRIPE_SANDBOX_URL: 'http://127.0.0.1:1', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
    expect(loadConfig({ ...rehearsal, ...sharedSettings })).toMatchObject({
      sandboxUrl: 'http://127.0.0.1:1',
      webhookSecret: 'whsec_abc',
    });
  });

  test('requires everything else that production requires', () => {
    const line = readConfigError({ NODE_ENV: 'production', REHEARSAL: '1' });
    for (const name of ['DATABASE_URL', 'IDENTITY_SECRET', 'FIELD_KEYS', 'PUBLIC_URL', 'SMTP_URL'])
      expect(line).toContain(name);
    expect(line).not.toContain('STRIPE_');
  });

  test.each(['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const)('refuses to start with %s', (name) => {
    const line = readConfigError({ ...rehearsal, [name]: STRIPE[name] });
    expect(line).toContain(name);
    expect(line).toContain('REHEARSAL');
  });

  test('refuses to start outside production, where the sandbox is the default', () => {
    expect(readConfigError({ REHEARSAL: '1' })).toContain('NODE_ENV=production');
  });
});
