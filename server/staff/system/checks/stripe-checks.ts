import { HANDLED_EVENTS } from '../../../domains/payments/events/stripe-event.service.ts';
import type { Config } from '../../../platform/config/config.ts';
import { createStripe, STRIPE_API_VERSION } from '../../../platform/integrations/stripe/client.ts';
import { readAddress } from '../../../platform/integrations/stripe/sandbox-address.ts';
import { describeError, ok, problem, type Verdict, warning } from './check.ts';

export interface StripeReport {
  verdicts: Verdict[];
  /** Stripe's clock minus ours. Null if it could not be read. */
  clockOffsetMs: number | null;
}

type StripeClient = ReturnType<typeof createStripe>;

export async function checkStripe(config: Config, apiUrl?: string): Promise<StripeReport> {
  if (!config.stripe) return { verdicts: await checkSandbox(config), clockOffsetMs: null };
  const stripe = createStripe({ secretKey: config.stripe.secretKey, ...(apiUrl ? { apiUrl } : {}) });
  const account = await readAccount(stripe);
  if (!account.isReached) return { verdicts: account.verdicts, clockOffsetMs: null };
  const otherVerdicts = await Promise.all([
    explainFailure(() => checkWebhook(stripe, config.publicUrl), 'Webhook Endpoints'),
    explainFailure(() => checkDeliveries(stripe), 'Events'),
  ]);
  return {
    verdicts: [...account.verdicts, ...otherVerdicts.flat()],
    clockOffsetMs: account.clockOffsetMs,
  };
}

async function checkSandbox({ sandboxUrl, dataDir }: Config): Promise<Verdict[]> {
  const url = sandboxUrl ?? readAddress(dataDir)?.url;
  const isRunning =
    url !== undefined &&
    (await fetch(url).then(
      () => true,
      () => false,
    ));
  if (sandboxUrl && !isRunning) {
    return [
      problem('The sandbox at STRIPE_SANDBOX_URL isn’t responding. Start it: npm run sandbox -- serve'),
    ];
  }
  return [ok(isRunning ? 'a sandbox is running' : 'a sandbox, which starts with the server')];
}

interface AccountReport {
  isReached: boolean;
  verdicts: Verdict[];
  clockOffsetMs: number | null;
}

async function readAccount(stripe: StripeClient): Promise<AccountReport> {
  const requestedAt = Date.now();
  let clockOffsetMs: number | null = null;
  let hasFailed = false;
  const verdicts = await explainFailure(
    async () => {
      const account = await stripe.accounts.retrieveCurrent();
      // The header has whole seconds, so the true time is half a second later on average.
      const date = Date.parse(account.lastResponse.headers.date ?? '') + 500;
      clockOffsetMs = Number.isNaN(date) ? null : date - (requestedAt + Date.now()) / 2;
      const name = account.business_profile?.name ?? account.id;
      return [
        account.charges_enabled
          ? ok(`the account ${name} can charge cards`)
          : problem(
              `Stripe doesn’t let the account ${name} charge cards. Complete it in Stripe’s dashboard.`,
            ),
        ...(account.payouts_enabled
          ? []
          : [
              warning(
                'Stripe doesn’t pay out to the account. Complete its bank account in Stripe’s dashboard.',
              ),
            ]),
      ];
    },
    'Accounts',
    () => {
      hasFailed = true;
    },
  );
  return { isReached: !hasFailed, verdicts, clockOffsetMs };
}

/** Reports Stripe's errors, with what to do about them. */
async function explainFailure(
  check: () => Promise<Verdict[]>,
  resource: string,
  onUnreachable: () => void = () => {},
): Promise<Verdict[]> {
  try {
    return await check();
  } catch (error) {
    const type = error instanceof Error && 'type' in error ? String(error.type) : '';
    if (type === 'StripePermissionError') {
      return [
        warning(
          `STRIPE_SECRET_KEY can’t read ${resource}, so they weren’t checked. Allow it for this key in Stripe’s dashboard.`,
        ),
      ];
    }
    onUnreachable();
    if (type === 'StripeAuthenticationError') {
      return [problem('Stripe refuses STRIPE_SECRET_KEY. Copy it again from Stripe’s dashboard.')];
    }
    const reason = type === 'StripeConnectionError' ? 'no connection' : type || describeError(error);
    return [problem(`Stripe isn’t responding (${reason}). Allow https to api.stripe.com.`)];
  }
}

async function checkWebhook(stripe: StripeClient, publicUrl: string): Promise<Verdict[]> {
  const url = `${publicUrl}/api/stripe/webhook`;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const endpoint = data.find((candidate) => candidate.url === url);
  if (!endpoint)
    return [
      problem(
        `Stripe doesn’t have a webhook to ${url}. Add it, and set STRIPE_WEBHOOK_SECRET to its secret.`,
      ),
    ];
  if (endpoint.status !== 'enabled')
    return [problem('The webhook is disabled. Enable it in Stripe’s dashboard.')];
  const events = new Set<string>(endpoint.enabled_events);
  const missingEvents = events.has('*') ? [] : HANDLED_EVENTS.filter((event) => !events.has(event));
  const version = endpoint.api_version;
  return [
    missingEvents.length > 0
      ? problem(
          `The webhook is missing these events. Add them in Stripe’s dashboard: ${missingEvents.join(', ')}`,
        )
      : ok(`the webhook to ${url} has all events`),
    ...(version && version !== STRIPE_API_VERSION
      ? [
          warning(
            `The webhook has Stripe’s API version ${version}. Add one with version ${STRIPE_API_VERSION} and remove this one.`,
          ),
        ]
      : []),
  ];
}

const DAY_SECONDS = 86_400;

async function checkDeliveries(stripe: StripeClient): Promise<Verdict[]> {
  const since = Math.floor(Date.now() / 1000) - DAY_SECONDS;
  const { data } = await stripe.events.list({
    types: [...HANDLED_EVENTS].slice(0, MAX_TYPES),
    delivery_success: false,
    created: { gte: since },
    limit: 1,
  });
  return data.length === 0
    ? [ok('all events from the last day were delivered')]
    : [
        problem(
          'Events from the last day couldn’t be delivered. If Stripe’s dashboard shows 400 responses, copy the webhook’s secret to STRIPE_WEBHOOK_SECRET.',
        ),
      ];
}

/** The most event types that Stripe accepts in one request. */
const MAX_TYPES = 20;
