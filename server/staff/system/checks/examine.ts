import type { Config } from '../../../platform/config/config.ts';
import type { Verdict } from './check.ts';
import { checkFiles, checkMail, checkUsps } from './service-checks.ts';
import { checkKeys, checkSettings } from './settings-checks.ts';
import { checkStripe, type StripeReport } from './stripe-checks.ts';
import { checkAppleWallet, checkGoogleWallet } from './wallet-checks.ts';

interface CheckOptions {
  now: Date;
  stripe?: Promise<StripeReport>;
  /** Replace the real URLs of the services. */
  urls?: { usps?: string; google?: string };
}

/**
 * Creates the checks of the settings, and of the services that they name, for `npm run doctor` and the
 * console.
 */
export function createChecks(config: Config, { now, urls = {}, stripe }: CheckOptions) {
  const checks = {
    settings: () => checkSettings(config),
    keys: () => checkKeys(config),
    mail: () => checkMail(config),
    files: () => checkFiles(config),
    Stripe: async () => (await (stripe ?? checkStripe(config))).verdicts,
    USPS: () => checkUsps(config, urls.usps),
    wallets: async () => [
      ...(await checkAppleWallet(config, now)),
      ...(await checkGoogleWallet(config, now, urls.google)),
    ],
  };
  return checks satisfies Record<string, () => Promise<Verdict[]>>;
}
