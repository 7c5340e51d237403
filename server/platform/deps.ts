import type { FastifyBaseLogger } from 'fastify';
import type Stripe from 'stripe';
import type { Db } from '#db/client.ts';
import type { Reader } from '#db/reader.ts';
import type { PurchaseKinds } from '../domains/checkout/purchase/kind.ts';
import type { FigureCounts } from '../domains/stores/figures/figure-counts.ts';
import type { Config } from './config/config.ts';
import type { SigningSecrets } from './config/setting-types.ts';
import type { AppleWallet } from './integrations/apple-wallet/apple-wallet.ts';
import type { FileStore } from './integrations/files/file-store.ts';
import type { GoogleWallet } from './integrations/google-wallet/google-wallet.ts';
import type { Mailer } from './integrations/mailer/mailer.ts';
import type { AddressVerifier } from './integrations/usps/address-verifier.ts';
import type { CountBuffer } from './jobs/count-buffer.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { RateLimiter } from './rate-limits/rate-limiter.ts';
import type { FieldCipher } from './security/field-cipher.ts';
import type { SessionManager } from './security/session.ts';
import type { IdentitySigner } from './security/signed-token.ts';

export type Logger = FastifyBaseLogger;

/** The server's external dependencies, created once at startup. Tests replace some of them. */
export interface Deps {
  config: Config;
  db: Db;
  /** Serves the savings search and verifications, from a replica if there is one. */
  reader: Reader;
  now: () => Date;
  log: Logger;
  stripe: Stripe;
  addresses: AddressVerifier;
  mailer: Mailer;
  /** Stores uploaded files. */
  files: FileStore;
  appleWallet: AppleWallet;
  googleWallet: GoogleWallet;
  jobs: JobQueue;
  sessions: SessionManager;
  signer: IdentitySigner;
  limits: RateLimiter;
  /** How the kinds of purchase differ, for checkout's engine, which imports none of them. */
  kinds: PurchaseKinds<Deps>;
  /** Visits of referral links that aren't written to the database yet. */
  visitCounts: CountBuffer;
  /** Counts for owners how often their listings are seen and used. */
  figures: FigureCounts;
  /** Verifies Stripe's webhook signatures. */
  webhookSecret: string;
  /** Encrypts columns, such as tax numbers, that must not be readable in the database. */
  cipher: FieldCipher;
  /**
   * The secrets for signed cookies, tokens, and links. The first one signs; signatures by any of them are
   * accepted.
   */
  identitySecrets: SigningSecrets;
}
