import { ConfigError, loadConfig } from '#server/platform/config/config.ts';
import { TEST_FIELD_KEYS } from './fakes/field-keys.ts';

export type Settings = Record<string, string | undefined>;

export const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
};
const PEM = (kind: string) => `-----BEGIN ${kind}-----\nhunter2\n-----END ${kind}-----`;
export const APPLE_PASS = {
  APPLE_PASS_TYPE_ID: 'pass.example.card',
  APPLE_PASS_TEAM_ID: 'ABCDE12345',
  APPLE_PASS_CERTIFICATE: PEM('CERTIFICATE'),
  APPLE_PASS_KEY: PEM('PRIVATE KEY'),
  APPLE_PASS_WWDR: PEM('CERTIFICATE'),
};
export const GOOGLE_WALLET = {
  GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
  GOOGLE_WALLET_SERVICE_ACCOUNT: 'cards@project.iam.gserviceaccount.com',
  GOOGLE_WALLET_KEY: PEM('PRIVATE KEY'),
};
export const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://card.example',
  DATABASE_URL: 'postgresql://card@127.0.0.1/card',
  IDENTITY_SECRET: 'a'.repeat(32),
  FIELD_KEYS: TEST_FIELD_KEYS,
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Everything Card <cards@card.example>',
  USPS_CLIENT_ID: 'id',
  USPS_CLIENT_SECRET: 'secret',
  ...STRIPE,
  ...APPLE_PASS,
  ...GOOGLE_WALLET,
};

/** Live Stripe keys, and stand-ins for the other services, because tests must not call those. */
export const PRODUCTION_WITH_STANDINS = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://card.example',
  IDENTITY_SECRET: 'a'.repeat(32),
  FIELD_KEYS: TEST_FIELD_KEYS,
  ALLOW_STANDINS: 'mail,addresses,wallets,texts',
  ALLOW_EMBEDDED: '1',
  ...STRIPE,
};

/** Returns the message of the ConfigError that these settings cause. */
export function readConfigError(settings: Settings): string {
  try {
    loadConfig(settings);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('These settings were accepted');
}

export function removeSettings(...names: string[]): Settings {
  return Object.fromEntries(Object.entries(PRODUCTION).filter(([name]) => !names.includes(name)));
}
