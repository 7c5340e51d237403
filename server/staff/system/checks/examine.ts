import { REHEARSAL_NOTICE } from '../../../lib/rehearsal.ts';
import type { Config } from '../../../platform/config/config.ts';
import { loadSecrets } from '../../../platform/config/secrets.ts';
import { ok, problem, type Verdict, warning } from './check.ts';
import { checkFiles, checkMail, checkUsps } from './service-checks.ts';
import { checkStripe, type StripeReport } from './stripe-checks.ts';
import { checkAppleWallet, checkGoogleWallet } from './wallet-checks.ts';

const MIN_DISTINCT_CHARACTERS = 12;
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

async function checkSettings(config: Config): Promise<Verdict[]> {
  const { production, rehearsal, publicUrl, trustProxy, demo, databaseUrl } = config;
  const { protocol, hostname } = new URL(publicUrl);
  if (!production) return [ok(`local mode, ${publicUrl}`)];
  return [
    ok(`production, ${publicUrl}`),
    ...(rehearsal ? [warning(`${REHEARSAL_NOTICE} For real payments, unset REHEARSAL.`)] : []),
    ...(protocol === 'https:' || LOCAL_HOST.test(hostname)
      ? []
      : [problem('PUBLIC_URL isn’t https, so browsers won’t keep anyone logged in. Use https://…')]),
    ...(trustProxy.length > 0
      ? []
      : [
          warning(
            'TRUST_PROXY isn’t set, so all visitors behind the proxy share one rate limit. Set TRUST_PROXY=1.',
          ),
        ]),
    ...(demo ? [warning('DEMO=1 shows made-up businesses to real visitors. Unset DEMO.')] : []),
    ...(databaseUrl
      ? []
      : [
          warning(
            'The embedded database allows only one process and may lose the last transactions. Set DATABASE_URL.',
          ),
        ]),
  ];
}

/** Also creates the keys of local mode, as the first start would. */
async function checkKeys(config: Config): Promise<Verdict[]> {
  const { identitySecrets, fieldKeys } = await loadSecrets(config);
  const isGuessable = identitySecrets.some((secret) => new Set(secret).size < MIN_DISTINCT_CHARACTERS);
  const [, mode = ''] = /^[sr]k_(live|test)_/.exec(config.stripe?.secretKey ?? '') ?? [];
  const isMixed = config.stripe !== undefined && !config.stripe.publishableKey.startsWith(`pk_${mode}_`);
  return [
    isGuessable
      ? problem('IDENTITY_SECRET is easy to guess. Make one with: openssl rand -base64 48')
      : ok(
          `${count(identitySecrets.length, 'signing secret')}, ${count(fieldKeys.length, 'encryption key')}`,
        ),
    ...(isMixed
      ? [
          problem(
            'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not both live or both test keys. Copy both from the same page of Stripe’s dashboard.',
          ),
        ]
      : []),
    ...(config.production && mode === 'test'
      ? [warning('STRIPE_SECRET_KEY is a test key, so no money moves. For real payments, set the live keys.')]
      : []),
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

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
