import { join } from 'node:path';
import { createDb, type DbClient, type FinishedQuery } from '#db/client.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { listNewerMigrations } from '#db/migration-list.ts';
import { createReader } from '#db/reader.ts';
import { seed } from '#db/seed/seed.ts';
import { ensureHouseAccount } from '../domains/accounts/provided-account.service.ts';
import { createVisitCounts } from '../domains/affiliates/links/visit-counts.service.ts';
import { PURCHASE_KINDS } from '../domains/checkout/kinds/index.ts';
import { HANDLED_EVENTS } from '../domains/payments/events/stripe-event.service.ts';
import { createFigureCounts } from '../domains/stores/figures/figure-counts.ts';
import type { Config } from '../platform/config/config.ts';
import { getReplicaLocation, getServerLocation } from '../platform/config/database-settings.ts';
import { loadSecrets } from '../platform/config/secrets.ts';
import type { Deps, Logger } from '../platform/deps.ts';
import { createFolderStore } from '../platform/integrations/files/folder-store.ts';
import { createS3Store } from '../platform/integrations/files/s3-store.ts';
import { createFileMailer } from '../platform/integrations/mailer/file-mailer.ts';
import { createRehearsalMailer } from '../platform/integrations/mailer/rehearsal-mailer.ts';
import { createSmtpMailer } from '../platform/integrations/mailer/smtp-mailer.ts';
import type { StripeCall } from '../platform/integrations/stripe/call-scope.ts';
import { createStripe } from '../platform/integrations/stripe/client.ts';
import { createCachedVerifier } from '../platform/integrations/usps/cached-verifier.ts';
import { createOfflineVerifier } from '../platform/integrations/usps/offline-verifier.ts';
import { createUspsVerifier } from '../platform/integrations/usps/usps-verifier.ts';
import { openJobQueue } from '../platform/jobs/queue.ts';
import { migrateJobQueue } from '../platform/jobs/queue-schema.ts';
import { countStripeCall } from '../platform/monitoring/metrics.ts';
import { addStep } from '../platform/monitoring/tracing.ts';
import { createRateLimiter } from '../platform/rate-limits/rate-limiter.ts';
import { createFieldCipher } from '../platform/security/field-cipher.ts';
import { createSessions } from '../platform/security/session.ts';
import { createSigner } from '../platform/security/signed-token.ts';
import { spawnSandbox } from '../sandbox/spawn.ts';
import { ping } from './http/health.repository.ts';
import { assertPayments } from './startup/installation.service.ts';
import type { LogWithOutages } from './startup/logger.ts';
import { watchFiles, watchMailer, watchStripe } from './startup/outage-watch.ts';
import { openAppleWallet, openGoogleWallet } from './startup/wallets.ts';

/** The sandbox accepts any test key. */
const SANDBOX_SECRET_KEY = 'sk_test_sandbox';

export interface OpenedDeps {
  deps: Deps;
  client: DbClient;
  /** Undefined with live Stripe. */
  sandboxUrl: string | undefined;
  /** Makes the sandbox send its webhooks to this URL. No-op if the server didn't start the sandbox. */
  setWebhookUrl(url: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database, migrates and seeds it, and connects to all other services. */
export async function openDeps(config: Config, { log, outages }: LogWithOutages): Promise<OpenedDeps> {
  const closeFunctions: Array<() => Promise<void>> = [];
  const close = async () => {
    for (const closePart of closeFunctions.reverse()) await closePart();
  };
  try {
    const services = Promise.withResolvers<Services>();
    // Handle a rejection that occurs before the `await` below; otherwise it would be reported as unhandled.
    services.promise.catch(() => {});
    const startServices = () => {
      const opening = openServices(config, log);
      services.resolve(opening);
      closeFunctions.push(async () => (await opening.catch(() => undefined))?.close());
    };
    if (config.databaseUrl) startServices();
    const observer = { onQuery: config.traces ? addStatementStep : undefined };
    const client = await createDb(
      getServerLocation(config) ?? {
        dataDir: config.dataDir,
        onOwned: startServices,
        snapshot: config.demo ? 'demo' : 'seeded',
      },
      observer,
    );
    closeFunctions.unshift(() => client.close());
    outages.probe('database', () => ping(client.db));
    const replicaLocation = getReplicaLocation(config);
    const replica = replicaLocation && (await createDb(replicaLocation, observer));
    if (replica) closeFunctions.unshift(() => replica.close());
    await assertPayments(client.db, config);
    await prepareSchema(client);
    const jobs = await openJobQueue(client, log, undefined, { hasWorkers: config.role !== 'web' });
    closeFunctions.push(() => jobs.stop());
    const { secrets, payments, wallets } = await services.promise;
    watchStripe(payments.stripe, outages);
    const now = () => new Date();
    const limits = createRateLimiter({ db: client.db, now, log });
    closeFunctions.push(() => limits.flush());
    const visitCounts = createVisitCounts({ db: client.db, log });
    closeFunctions.push(() => visitCounts.flush());
    const figures = createFigureCounts({ db: client.db, now, log });
    closeFunctions.push(() => figures.flush());
    const deps: Deps = {
      config,
      db: client.db,
      reader: createReader({ writer: client.db, replica: replica?.db, log }),
      now,
      log,
      stripe: payments.stripe,
      webhookSecret: secrets.webhookSecret,
      addresses: openAddresses(config, log),
      mailer: watchMailer(openMailer(config), outages),
      files: config.s3
        ? watchFiles(createS3Store(config.s3), outages)
        : createFolderStore({ folder: config.filesDir }),
      ...wallets,
      jobs,
      sessions: createSessions(client.db, { secure: config.production, domain: config.cookieDomain, now }),
      signer: createSigner(secrets.identitySecrets, now),
      limits,
      kinds: PURCHASE_KINDS,
      visitCounts,
      figures,
      cipher: createFieldCipher(secrets.fieldKeys),
      identitySecrets: secrets.identitySecrets,
    };
    return { deps, client, sandboxUrl: payments.sandboxUrl, setWebhookUrl: payments.setWebhookUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function prepareSchema(client: DbClient): Promise<void> {
  await migrateToLatest(client);
  if (client.server) await migrateJobQueue(client.server);
  // If a newer release seeded the database, this one could put back what that release removed.
  if ((await listNewerMigrations(client.db)).length > 0) return;
  await seed(client.db);
  await ensureHouseAccount(client.db);
}

type Services = Awaited<ReturnType<typeof openServices>>;

/**
 * Loads the secrets, and opens payments and wallets. Runs while the database opens, because starting the
 * sandbox takes about as long.
 */
async function openServices(config: Config, log: Logger) {
  const secrets = await loadSecrets(config);
  const payments = await openPayments(config, secrets.webhookSecret);
  const wallets = await openWallets(config, log).catch(async (error) => {
    await payments.close();
    throw error;
  });
  const close = async () => {
    await wallets.appleWallet.close();
    await payments.close();
  };
  return { secrets, payments, wallets, close };
}

async function openWallets(config: Config, log: Logger) {
  const [appleWallet, googleWallet] = await Promise.all([
    openAppleWallet(config, log),
    openGoogleWallet(config, log),
  ]);
  return { appleWallet, googleWallet };
}

async function openPayments(config: Config, webhookSecret: string) {
  if (config.stripe) {
    const stripe = createStripe({ secretKey: config.stripe.secretKey, onCall: observeStripeCall });
    return { stripe, sandboxUrl: undefined, setWebhookUrl: async () => {}, close: async () => {} };
  }
  if (config.sandboxUrl) {
    const stripe = createStripe({
      secretKey: SANDBOX_SECRET_KEY,
      apiUrl: config.sandboxUrl,
      onCall: observeStripeCall,
    });
    return { stripe, sandboxUrl: config.sandboxUrl, setWebhookUrl: async () => {}, close: async () => {} };
  }
  const sandbox = await spawnSandbox({
    dataDir: config.dataDir,
    secretKey: SANDBOX_SECRET_KEY,
    isRehearsal: config.rehearsal,
    webhookSecret,
  });
  return {
    stripe: createStripe({ secretKey: SANDBOX_SECRET_KEY, apiUrl: sandbox.url, onCall: observeStripeCall }),
    sandboxUrl: sandbox.url,
    setWebhookUrl: async (url: string) => {
      await sandbox.control.setWebhook({ url, secret: webhookSecret, events: [...HANDLED_EVENTS] });
    },
    close: () => sandbox.close(),
  };
}

/** Adds a statement to the current trace. Its text contains placeholders instead of values. */
function addStatementStep({ sql, durationMs, error }: FinishedQuery): void {
  const verb = sql.slice(0, sql.indexOf(' '));
  addStep(`SQL ${verb}`, { 'db.query.text': sql }, durationMs, error);
}

function observeStripeCall({ method, path, status, startedAtMs }: StripeCall): void {
  countStripeCall(status, startedAtMs);
  addStep(`Stripe ${method}`, { path, status: status ?? 'none' }, performance.now() - startedAtMs);
}

function openMailer(config: Config) {
  const mailer = config.smtpUrl
    ? createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom })
    : createFileMailer({ folder: join(config.dataDir, 'mail'), from: config.mailFrom });
  return config.rehearsal ? createRehearsalMailer(mailer) : mailer;
}

function openAddresses(config: Config, log: Logger) {
  if (!config.usps) return createOfflineVerifier();
  const onUnavailable = (reason: string) => log.warn({ reason }, 'USPS is unavailable');
  return createCachedVerifier(createUspsVerifier({ ...config.usps, onUnavailable }));
}
