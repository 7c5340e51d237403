import { join } from 'node:path';
import { z } from 'zod';
import { type AchConfig, achSettings, listMissingAchSettings, readAchConfig } from './ach-settings.ts';
import {
  type DatabaseConfig,
  databaseSettings,
  listMissingForRole,
  readDatabaseConfig,
} from './database-settings.ts';
import { listMissingS3Settings, readS3Config, type S3Config, s3Settings } from './s3-settings.ts';
import {
  booleanSetting,
  type FieldKey,
  fieldKeys,
  listMissingFromGroup,
  listSetting,
  originsSetting,
  proxiesSetting,
  type SigningSecrets,
  signingSecrets,
  urlSetting,
} from './setting-types.ts';
import {
  APPLE_SETTINGS,
  GOOGLE_SETTINGS,
  listMissingWallets,
  readWalletConfig,
  type WalletConfig,
  walletSettings,
} from './wallet-settings.ts';

/**
 * The stand-ins that production may use if ALLOW_STANDINS names them. Stripe's sandbox isn't one of them
 * (D45).
 */
const STAND_INS = ['mail', 'addresses', 'wallets', 'texts'] as const;

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
  PORT: z.coerce.number({ error: 'use a number' }).int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: z.coerce.number({ error: 'use a number' }).int().min(1).max(65_535).optional(),
  PUBLIC_URL: urlSetting.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  ...databaseSettings,
  ALLOW_EMBEDDED: booleanSetting.optional(),
  FILES_DIR: z.string().min(1).optional(),
  DRAIN_SECONDS: z.coerce.number({ error: 'use a number' }).int().min(0).max(300).optional(),
  REHEARSAL: booleanSetting.default(false),
  DEMO: booleanSetting.optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'use a key that begins with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'use a key that begins with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'use a secret that begins with whsec_')
    .optional(),
  STRIPE_SANDBOX_URL: urlSetting.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'use smtp://… or smtps://…')
    .optional(),
  MAIL_FROM: z.string().min(3).optional(),
  USPS_CLIENT_ID: z.string().optional(),
  USPS_CLIENT_SECRET: z.string().optional(),
  BACKOFFICE_URL: urlSetting.optional(),
  CORS_ORIGINS: originsSetting.default([]),
  IDENTITY_SECRET: signingSecrets.optional(),
  FIELD_KEYS: fieldKeys.optional(),
  ...s3Settings,
  ...achSettings,
  ...walletSettings,
  ALLOW_STANDINS: listSetting.pipe(z.array(z.enum(STAND_INS))).default([]),
  TRUST_PROXY: proxiesSetting.default([]),
  COOKIE_DOMAIN: z.string().optional(),
  TRACES_URL: urlSetting.optional(),
  TRACES_SAMPLE_RATE: z.coerce.number().min(0).max(1).default(0.05),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

type Environment = z.infer<typeof environment>;

export interface StripeConfig {
  secretKey: string;
  publishableKey: string;
}

export interface Config extends WalletConfig, DatabaseConfig {
  production: boolean;
  /** Like production, except that payments go to the sandbox. Every page, email, and log line says so. */
  rehearsal: boolean;
  port: number;
  host: string;
  /** If undefined, only this machine can read the metrics, on `port`. */
  metricsPort: number | undefined;
  publicUrl: string;
  dataDir: string;
  /** How long `/readyz` reports 503 before a stopping process closes its port, so that proxies notice. */
  drainSeconds: number;
  demo: boolean;
  /** If undefined, the Stripe sandbox is used. */
  stripe: StripeConfig | undefined;
  /** If undefined, it is created in the data folder at the first start. */
  webhookSecret: string | undefined;
  /** The URL of a running sandbox. If this and `stripe` are undefined, the server starts one. */
  sandboxUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  usps: { clientId: string; clientSecret: string } | undefined;
  backofficeUrl: string | undefined;
  corsOrigins: string[];
  /** If undefined, they are created in the data folder at the first start. */
  identitySecrets: SigningSecrets | undefined;
  /**
   * The keys that encrypt tax numbers, with the current key first. If undefined, a key is created in the data
   * folder at the first start.
   */
  fieldKeys: FieldKey[] | undefined;
  /** If undefined, the bank files that pay affiliates can't be created. */
  ach: AchConfig | undefined;
  /** Where uploaded files are stored. If undefined, in `filesDir`. */
  s3: S3Config | undefined;
  filesDir: string;
  /**
   * The trusted proxies, as IP addresses, ranges, or range names. If empty, the direct peer is the client.
   */
  trustProxy: string[];
  cookieDomain: string | undefined;
  logLevel: Environment['LOG_LEVEL'];
  /** If undefined, nothing is traced, and OpenTelemetry isn't loaded. */
  traces: { url: string; sampleRate: number } | undefined;
  /** Whether legal texts that counsel hasn't reviewed may be published. Always true outside production. */
  areDraftTextsAllowed: boolean;
}

/** Invalid or missing settings, described in one line. */
export class ConfigError extends Error {
  /** The problems as a list. Empty if there is only one. */
  readonly problems: readonly string[];

  constructor(message: string, { problems = [], cause }: { problems?: string[]; cause?: unknown } = {}) {
    super(message, { cause });
    this.problems = problems;
  }
}

function listMissingInProduction(env: Environment): string[] {
  const missingSettings: string[] = [];
  if (!env.DATABASE_URL && !env.ALLOW_EMBEDDED) {
    missingSettings.push('DATABASE_URL, or ALLOW_EMBEDDED=1 to run a small site on the embedded database');
  }
  if (!env.STRIPE_SECRET_KEY && !env.REHEARSAL) {
    missingSettings.push('STRIPE_SECRET_KEY (the sandbox takes no real cards)');
  }
  if (!env.IDENTITY_SECRET) missingSettings.push('IDENTITY_SECRET');
  if (!env.FIELD_KEYS) missingSettings.push('FIELD_KEYS (encrypts tax and bank account numbers)');
  if (!env.PUBLIC_URL) missingSettings.push('PUBLIC_URL');
  if (!env.SMTP_URL && !env.ALLOW_STANDINS.includes('mail'))
    missingSettings.push('SMTP_URL, or ALLOW_STANDINS=mail');
  if (env.SMTP_URL && !env.MAIL_FROM) missingSettings.push('MAIL_FROM (the sender of our emails)');
  if (!env.USPS_CLIENT_ID && !env.ALLOW_STANDINS.includes('addresses')) {
    missingSettings.push('USPS_CLIENT_ID and USPS_CLIENT_SECRET, or ALLOW_STANDINS=addresses');
  }
  if (!env.ALLOW_STANDINS.includes('wallets')) missingSettings.push(...listMissingWallets(env));
  return missingSettings;
}

/**
 * Requires production without Stripe keys, so that no rehearsal starts by accident where real cards are
 * charged (D45).
 */
function assertRehearsal(env: Environment): void {
  if (env.NODE_ENV !== 'production') {
    throw new ConfigError('REHEARSAL needs NODE_ENV=production: without it, the sandbox is used anyway');
  }
  const keys = (['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const).filter((name) => env[name]);
  if (keys.length > 0) {
    throw new ConfigError(
      `REHEARSAL takes payments with the sandbox, so it does not start with ${keys.join(' and ')}. Unset one or the other.`,
    );
  }
}

type EnvironmentVariables = Record<string, string | undefined>;

export function readEnvironment(): EnvironmentVariables {
  return process.env;
}

/**
 * Reads and validates the settings. Throws a `ConfigError` that names every invalid setting or, if all are
 * valid, every missing one.
 */
export function loadConfig(source: EnvironmentVariables = readEnvironment()): Config {
  const nonEmptySettings = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsedSettings = environment.safeParse(nonEmptySettings);
  if (!parsedSettings.success) {
    const problems = parsedSettings.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings are not valid: ${problems.join('; ')}`, { problems });
  }
  const env = parsedSettings.data;
  const production = env.NODE_ENV === 'production';
  if (env.REHEARSAL) assertRehearsal(env);
  const missingSettings = [
    ...(env.REHEARSAL
      ? []
      : listMissingFromGroup(env, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])),
    ...listMissingFromGroup(env, ['USPS_CLIENT_ID', 'USPS_CLIENT_SECRET']),
    ...listMissingForRole(env),
    ...listMissingS3Settings(env),
    ...listMissingAchSettings(env),
    ...listMissingFromGroup(env, APPLE_SETTINGS),
    ...listMissingFromGroup(env, GOOGLE_SETTINGS),
    ...(production ? listMissingInProduction(env) : []),
  ];
  if (missingSettings.length > 0) {
    const problems = missingSettings.map((text) => `Set ${text}`);
    throw new ConfigError(`These settings are missing: ${missingSettings.join('; ')}`, { problems });
  }
  if (production && env.STRIPE_SANDBOX_URL && !env.REHEARSAL) {
    throw new ConfigError('STRIPE_SANDBOX_URL cannot be used in production: the sandbox takes no real cards');
  }
  return {
    production,
    rehearsal: env.REHEARSAL,
    port: env.PORT,
    host: env.HOST,
    metricsPort: env.METRICS_PORT,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    dataDir: env.DATA_DIR,
    ...readDatabaseConfig(env),
    drainSeconds: env.DRAIN_SECONDS ?? (production && env.ROLE !== 'worker' ? 10 : 0),
    demo: env.DEMO ?? !production,
    stripe: readStripeConfig(env),
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    sandboxUrl: env.STRIPE_SANDBOX_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? 'Everything Card <cards@everythingcard.example>',
    usps:
      env.USPS_CLIENT_ID && env.USPS_CLIENT_SECRET
        ? { clientId: env.USPS_CLIENT_ID, clientSecret: env.USPS_CLIENT_SECRET }
        : undefined,
    backofficeUrl: env.BACKOFFICE_URL,
    corsOrigins: env.CORS_ORIGINS,
    identitySecrets: env.IDENTITY_SECRET,
    fieldKeys: env.FIELD_KEYS,
    ach: readAchConfig(env, production),
    s3: readS3Config(env),
    filesDir: env.FILES_DIR ?? join(env.DATA_DIR, 'files'),
    ...readWalletConfig(env),
    trustProxy: env.TRUST_PROXY,
    cookieDomain: env.COOKIE_DOMAIN,
    logLevel: env.LOG_LEVEL,
    traces: env.TRACES_URL ? { url: env.TRACES_URL, sampleRate: env.TRACES_SAMPLE_RATE } : undefined,
    areDraftTextsAllowed: !production || env.ALLOW_STANDINS.includes('texts'),
  };
}

function readStripeConfig(env: Environment): StripeConfig | undefined {
  if (!env.STRIPE_SECRET_KEY || !env.STRIPE_PUBLISHABLE_KEY) return undefined;
  return { secretKey: env.STRIPE_SECRET_KEY, publishableKey: env.STRIPE_PUBLISHABLE_KEY };
}
