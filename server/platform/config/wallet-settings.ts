import { z } from 'zod';

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----\n[\s\S]+?-----END \1-----/;

/**
 * A PEM block: unchanged, on one line with \n for line breaks, or base64-encoded. Removes the text that
 * openssl prints around it.
 */
const pem = z
  .string()
  .transform((value) => {
    const text = value.includes('-----BEGIN') ? value : Buffer.from(value, 'base64').toString('utf8');
    return PEM_BLOCK.exec(text.replaceAll('\\n', '\n').replaceAll('\r', ''))?.[0] ?? '';
  })
  .refine((text) => text !== '', {
    error: 'use a PEM text, with \\n for its line ends, or the same in base64',
  });

export const walletSettings = {
  APPLE_PASS_TYPE_ID: z
    .string()
    .regex(/^pass\.[\w.-]+$/, 'use an identifier that begins with pass.')
    .optional(),
  APPLE_PASS_TEAM_ID: z
    .string()
    .regex(/^[A-Z0-9]{10}$/, 'use your 10-character team ID')
    .optional(),
  APPLE_PASS_CERTIFICATE: pem.optional(),
  APPLE_PASS_KEY: pem.optional(),
  APPLE_PASS_KEY_PASSPHRASE: z.string().optional(),
  APPLE_PASS_WWDR: pem.optional(),
  GOOGLE_WALLET_ISSUER_ID: z.string().regex(/^\d+$/, 'use the issuer’s number').optional(),
  GOOGLE_WALLET_SERVICE_ACCOUNT: z.email('use the service account’s email').optional(),
  GOOGLE_WALLET_KEY: pem.optional(),
};
const environment = z.object(walletSettings);
type WalletEnvironment = z.infer<typeof environment>;

export const APPLE_SETTINGS = [
  'APPLE_PASS_TYPE_ID',
  'APPLE_PASS_TEAM_ID',
  'APPLE_PASS_CERTIFICATE',
  'APPLE_PASS_KEY',
  'APPLE_PASS_WWDR',
] as const;
export const GOOGLE_SETTINGS = [
  'GOOGLE_WALLET_ISSUER_ID',
  'GOOGLE_WALLET_SERVICE_ACCOUNT',
  'GOOGLE_WALLET_KEY',
] as const;

export interface ApplePassConfig {
  passTypeId: string;
  teamId: string;
  /** `certificate`, `key`, and `wwdr` are PEM. */
  certificate: string;
  key: string;
  wwdr: string;
  keyPassphrase: string | undefined;
}

export interface GoogleWalletConfig {
  issuerId: string;
  serviceAccount: string;
  /** A PKCS #8 key in PEM format. */
  key: string;
}

export interface WalletConfig {
  /** If undefined, self-signed certificates in the data folder sign the passes. */
  applePass: ApplePassConfig | undefined;
  /** If undefined, a generated key in the data folder signs the passes. */
  googleWallet: GoogleWalletConfig | undefined;
}

/**
 * Lists the wallet settings that are missing. Production requires them unless ALLOW_STANDINS includes
 * `wallets`.
 */
export function listMissingWallets(env: WalletEnvironment): string[] {
  const missingSettings = [
    ...(env.APPLE_PASS_TYPE_ID ? [] : ['APPLE_PASS_*']),
    ...(env.GOOGLE_WALLET_ISSUER_ID ? [] : ['GOOGLE_WALLET_*']),
  ];
  return missingSettings.length > 0 ? [`${missingSettings.join(' and ')}, or ALLOW_STANDINS=wallets`] : [];
}

export function readWalletConfig(env: WalletEnvironment): WalletConfig {
  return { applePass: readApplePassConfig(env), googleWallet: readGoogleWalletConfig(env) };
}

function readApplePassConfig(env: WalletEnvironment): ApplePassConfig | undefined {
  const { APPLE_PASS_TYPE_ID: passTypeId, APPLE_PASS_TEAM_ID: teamId, APPLE_PASS_KEY: key } = env;
  const { APPLE_PASS_CERTIFICATE: certificate, APPLE_PASS_WWDR: wwdr } = env;
  if (!passTypeId || !teamId || !certificate || !key || !wwdr) return undefined;
  return { passTypeId, teamId, certificate, key, wwdr, keyPassphrase: env.APPLE_PASS_KEY_PASSPHRASE };
}

function readGoogleWalletConfig(env: WalletEnvironment): GoogleWalletConfig | undefined {
  const { GOOGLE_WALLET_ISSUER_ID: issuerId, GOOGLE_WALLET_SERVICE_ACCOUNT: serviceAccount } = env;
  const key = env.GOOGLE_WALLET_KEY;
  return issuerId && serviceAccount && key ? { issuerId, serviceAccount, key } : undefined;
}
