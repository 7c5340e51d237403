import { z } from 'zod';
import {
  type DatabaseConfig,
  databaseSettings,
  listMissingForRole,
  readDatabaseConfig,
} from './database-settings.ts';
import {
  booleanSetting,
  type FieldKey,
  fieldKeys,
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
  PUBLIC_URL: urlSetting.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  ...databaseSettings,
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
  S3_ENDPOINT: urlSetting.optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: booleanSetting.optional(),
  ...walletSettings,
  ALLOW_STANDINS: listSetting.pipe(z.array(z.enum(STAND_INS))).default([]),
  TRUST_PROXY: proxiesSetting.default([]),
  COOKIE_DOMAIN: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

type Environment = z.infer<typeof environment>;

export interface StripeConfig {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

export interface S3Config {
  /** If undefined, Amazon S3. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
}

export interface Config extends WalletConfig, DatabaseConfig {
  production: boolean;
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  demo: boolean;
  /** If undefined, the Stripe sandbox is used. */
  stripe: StripeConfig | undefined;
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
  /** Where uploaded files are stored. If undefined, in the data folder. */
  s3: S3Config | undefined;
  /**
   * The trusted proxies, as addresses, ranges, or names of ranges. If empty, the direct peer is the client.
   */
  trustProxy: string[];
  cookieDomain: string | undefined;
  logLevel: Environment['LOG_LEVEL'];
  /** Whether legal texts that counsel hasn't reviewed may be published. Always true outside production. */
  areDraftTextsAllowed: boolean;
}

/** Invalid or missing settings, described in one line. */
export class ConfigError extends Error {}

function listMissingInProduction(env: Environment): string[] {
  const missing: string[] = [];
  if (!env.STRIPE_SECRET_KEY) missing.push('STRIPE_SECRET_KEY (the sandbox takes no real cards)');
  if (!env.IDENTITY_SECRET) missing.push('IDENTITY_SECRET');
  if (!env.FIELD_KEYS) missing.push('FIELD_KEYS (what tax numbers are encrypted with)');
  if (!env.PUBLIC_URL) missing.push('PUBLIC_URL');
  if (!env.SMTP_URL && !env.ALLOW_STANDINS.includes('mail')) missing.push('SMTP_URL, or ALLOW_STANDINS=mail');
  if (env.SMTP_URL && !env.MAIL_FROM) missing.push('MAIL_FROM (whom the mails come from)');
  if (!env.USPS_CLIENT_ID && !env.ALLOW_STANDINS.includes('addresses')) {
    missing.push('USPS_CLIENT_ID and USPS_CLIENT_SECRET, or ALLOW_STANDINS=addresses');
  }
  if (!env.ALLOW_STANDINS.includes('wallets')) missing.push(...listMissingWallets(env));
  return missing;
}

function listMissingFromGroup(env: Environment, names: ReadonlyArray<keyof Environment>): string[] {
  const unset = names.filter((name) => env[name] === undefined);
  return unset.length > 0 && unset.length < names.length
    ? [`${unset.join(', ')} (needed with the others)`]
    : [];
}

/** Without this check, setting only S3_ENDPOINT would silently keep the files in the data folder. */
function listMissingS3Settings(env: Environment): string[] {
  const requiredNames = ['S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const hasOtherS3Settings = env.S3_ENDPOINT !== undefined || env.S3_FORCE_PATH_STYLE !== undefined;
  const missing = listMissingFromGroup(env, requiredNames);
  return hasOtherS3Settings && requiredNames.every((name) => env[name] === undefined)
    ? [`${requiredNames.join(', ')} (needed with the other S3 settings)`]
    : missing;
}

/**
 * Reads and validates the settings. Throws a `ConfigError` that names every invalid setting or, if all are
 * valid, every missing one.
 */
export function loadConfig(source: Record<string, string | undefined> = process.env): Config {
  const nonEmptySettings = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(nonEmptySettings);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings are not valid: ${problems.join('; ')}`);
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const missing = [
    ...listMissingFromGroup(env, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']),
    ...listMissingFromGroup(env, ['USPS_CLIENT_ID', 'USPS_CLIENT_SECRET']),
    ...listMissingForRole(env),
    ...listMissingS3Settings(env),
    ...listMissingFromGroup(env, APPLE_SETTINGS),
    ...listMissingFromGroup(env, GOOGLE_SETTINGS),
    ...(production ? listMissingInProduction(env) : []),
  ];
  if (missing.length > 0) throw new ConfigError(`These settings are missing: ${missing.join('; ')}`);
  if (production && env.STRIPE_SANDBOX_URL) {
    throw new ConfigError('STRIPE_SANDBOX_URL cannot be used in production: the sandbox takes no real cards');
  }
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    dataDir: env.DATA_DIR,
    ...readDatabaseConfig(env),
    demo: env.DEMO ?? !production,
    stripe: readStripeConfig(env),
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
    s3: readS3Config(env),
    ...readWalletConfig(env),
    trustProxy: env.TRUST_PROXY,
    cookieDomain: env.COOKIE_DOMAIN,
    logLevel: env.LOG_LEVEL,
    areDraftTextsAllowed: !production || env.ALLOW_STANDINS.includes('texts'),
  };
}

function readStripeConfig(env: Environment): StripeConfig | undefined {
  if (!env.STRIPE_SECRET_KEY || !env.STRIPE_PUBLISHABLE_KEY || !env.STRIPE_WEBHOOK_SECRET) return undefined;
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    publishableKey: env.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
  };
}

function readS3Config(env: Environment): S3Config | undefined {
  if (!env.S3_REGION || !env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY)
    return undefined;
  return {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    forcePathStyle: env.S3_FORCE_PATH_STYLE ?? false,
  };
}
