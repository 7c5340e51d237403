import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Db, inTransaction } from '#db/client.ts';
import { createReader } from '#db/reader.ts';
import { registerGateway } from '#gateway/gateway.ts';
import { type AppOptions, buildApp } from '#server/app/app.ts';
import { appRouter } from '#server/app/router.ts';
import { createVisitCounts } from '#server/domains/affiliates/links/visit-counts.service.ts';
import { hasOnlyTrial } from '#server/domains/business-plans/trial.service.ts';
import { listPriceTexts } from '#server/domains/catalog/plan.service.ts';
import { PURCHASE_KINDS } from '#server/domains/checkout/kinds/index.ts';
import { enqueueReceipt } from '#server/domains/checkout/receipt/receipt-mail.service.ts';
import { hasValidMembership } from '#server/domains/memberships/membership.service.ts';
import { createFigureCounts } from '#server/domains/stores/figures/figure-counts.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import type { Context } from '#server/platform/context.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createFolderStore } from '#server/platform/integrations/files/folder-store.ts';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import { createOfflineVerifier } from '#server/platform/integrations/usps/offline-verifier.ts';
import { createRateLimiter, type RateLimiter } from '#server/platform/rate-limits/rate-limiter.ts';
import { createFieldCipher } from '#server/platform/security/field-cipher.ts';
import { setPasskeyUse } from '#server/platform/security/session.repository.ts';
import { createSessions, hashSessionId } from '#server/platform/security/session.ts';
import { createSigner } from '#server/platform/security/signed-token.ts';
import { createCallerFactory } from '#server/platform/trpc.ts';
import type { TestDatabaseHandle } from './database/database.ts';
import type { TestAccount } from './factories/account.ts';
import { type RecordingJobQueue, recordingJobQueue } from './fakes/job-queue.ts';
import { type RecordingLogger, recordingLogger } from './fakes/logger.ts';
import { type RecordingMailer, recordingMailer } from './fakes/mailer.ts';
import { testAppleWallet, testGoogleWallet } from './fakes/wallets.ts';
import { withoutRetryPauses } from './retry-pauses.ts';
import { Visitor } from './visitor.ts';

const createCaller = createCallerFactory(appRouter);
export type TestCaller = ReturnType<typeof createCaller>;

/** Nothing listens on this port, so a test that calls Stripe by accident fails immediately. */
const UNREACHABLE_STRIPE = 'http://127.0.0.1:9';

export const NO_LIMITS: RateLimiter = {
  takeRequest: async () => {},
  takeAccountCall: async () => {},
  take: async () => {},
  takeKey: async () => {},
  count: async () => {},
  requireLeft: async () => {},
  isExhausted: async () => false,
};

export interface TestApp {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  readonly log: RecordingLogger;
  readonly mailer: RecordingMailer;
  readonly jobs: RecordingJobQueue;
  /** Returns a caller that runs procedures in this process, as the given account or as a visitor. */
  caller(account?: TestAccount | null, overrides?: Partial<Context>): TestCaller;
  /** Returns a caller for a staff account that has just used its passkey. */
  staffCaller(staff: TestAccount, overrides?: Partial<Context>): TestCaller;
  /** Returns a client that sends HTTP requests with cookies, as the given account or as a visitor. */
  visitor(account?: TestAccount | null): Promise<Visitor>;
  /** Returns a client with a session of the staff account that has just used its passkey, or used it then. */
  staffVisitor(staff: TestAccount, passkeyAt?: Date): Promise<Visitor>;
  close(): Promise<void>;
}

export interface TestAppOptions extends Partial<Deps> {
  /** Overrides the tests' default environment variables. */
  settings?: Record<string, string>;
  /** Lets pages call the Stripe sandbox at this URL. */
  sandboxUrl?: string;
}

function testDeps(db: Db, { settings, sandboxUrl: _, ...overrides }: TestAppOptions) {
  const config = loadConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const now = overrides.now ?? (() => new Date());
  const folder = join(tmpdir(), `everything-card-test-files-${randomUUID()}`);
  const [log, mailer, jobs] = [recordingLogger(), recordingMailer(), recordingJobQueue()];
  const deps: Deps = {
    config,
    db,
    reader: createReader({ writer: db }),
    now,
    log,
    stripe: withoutRetryPauses(createStripe({ secretKey: 'sk_test_nobody', apiUrl: UNREACHABLE_STRIPE })),
    addresses: createOfflineVerifier(),
    mailer,
    files: createFolderStore({ folder }),
    appleWallet: testAppleWallet(),
    googleWallet: testGoogleWallet(config.publicUrl),
    jobs,
    sessions: createSessions(db, { secure: config.production, domain: config.cookieDomain, now }),
    signer: createSigner([randomBytes(32).toString('hex')], now),
    limits: createRateLimiter({ db, now, log }),
    kinds: PURCHASE_KINDS,
    visitCounts: createVisitCounts({ db, log }),
    figures: createFigureCounts({ db, now, log }),
    webhookSecret: 'whsec_test',
    cipher: createFieldCipher([{ id: 'test', key: randomBytes(32) }]),
    identitySecrets: [randomBytes(32).toString('hex')],
    ...overrides,
  };
  jobs.handlers.receipt = (trx, receipt, jobId) => enqueueReceipt(deps, trx, receipt, jobId);
  return { deps, log, mailer, jobs, folder };
}

/** Starts a session, as signing in to the account does now. */
export async function startSession({ db, sessions }: Pick<Deps, 'db' | 'sessions'>, accountId: string) {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'securityVersion'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return sessions.create(account);
}

export function createTestContext(
  deps: Deps,
  account: TestAccount | null,
  overrides: Partial<Context>,
): Context {
  const guestKey = randomUUID();
  return {
    deps,
    account,
    sessionId: null,
    passkeyAt: null,
    ip: '127.0.0.1',
    requestId: randomUUID(),
    entryPoint: 'web',
    existingGuestKey: null,
    referral: null,
    knownBrowser: null,
    guestKey: () => guestKey,
    signIn: async () => {},
    signOut: async () => {},
    isMember: async () => account !== null && hasValidMembership(deps.db, account.id, deps.now()),
    hasOnlyTrial: async () => account !== null && hasOnlyTrial(deps.db, account.id, deps.now()),
    planPrices: () => listPriceTexts(deps.db),
    ...overrides,
  };
}

/** Builds the app with everything that `server/main.ts` gives it. */
export const buildWholeApp = (deps: Deps, options: AppOptions) =>
  buildApp(deps, { registerGateway, ...options });

/**
 * Builds the server on a test database. Unless overridden, emails and jobs are only recorded. Doesn't listen
 * on a port.
 */
export async function buildTestApp(db: Db, options: TestAppOptions = {}): Promise<TestApp> {
  const { deps, log, mailer, jobs, folder } = testDeps(db, options);
  const app = await buildWholeApp(deps, { webRoot: null, sandboxUrl: options.sandboxUrl });
  await app.ready();
  const signIn = async (account: TestAccount | null) => {
    const visitor = new Visitor(app);
    if (!account) return { visitor, sessionId: '' };
    const { cookie, sessionId } = await startSession(deps, account.id);
    visitor.setCookie(cookie);
    return { visitor, sessionId };
  };
  return {
    app,
    deps,
    log,
    mailer,
    jobs,
    caller: (account = null, overrides = {}) => createCaller(createTestContext(deps, account, overrides)),
    staffCaller: (staff, overrides = {}) =>
      createCaller(createTestContext(deps, staff, { passkeyAt: deps.now(), ...overrides })),
    visitor: async (account = null) => (await signIn(account)).visitor,
    staffVisitor: async (staff, passkeyAt = deps.now()) => {
      const { visitor, sessionId } = await signIn(staff);
      await inTransaction(db, (trx) => setPasskeyUse(trx, hashSessionId(sessionId), passkeyAt));
      return visitor.fetchCsrfToken();
    },
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Builds the server once for the test file. Pass a function if the options are only known in hooks. A test
 * fails if the server logs a warning or an error that the test doesn't collect with `takeFaults`.
 */
export function testApp(
  database: TestDatabaseHandle,
  options: TestAppOptions | (() => TestAppOptions) = {},
): TestApp {
  let startedApp: TestApp | undefined;
  beforeAll(async () => {
    startedApp = await buildTestApp(database.db, typeof options === 'function' ? options() : options);
  });
  afterEach(() => {
    expect(startedApp?.log.takeFaults() ?? [], 'faults logged by the server').toEqual([]);
  });
  afterAll(() => startedApp?.close());
  const requireBuilt = () => {
    if (!startedApp) throw new Error('The test app is available only inside tests and hooks.');
    return startedApp;
  };
  return {
    get app() {
      return requireBuilt().app;
    },
    get deps() {
      return requireBuilt().deps;
    },
    get log() {
      return requireBuilt().log;
    },
    get mailer() {
      return requireBuilt().mailer;
    },
    get jobs() {
      return requireBuilt().jobs;
    },
    caller: (...args) => requireBuilt().caller(...args),
    staffCaller: (...args) => requireBuilt().staffCaller(...args),
    visitor: (...args) => requireBuilt().visitor(...args),
    staffVisitor: (...args) => requireBuilt().staffVisitor(...args),
    close: () => requireBuilt().close(),
  };
}
