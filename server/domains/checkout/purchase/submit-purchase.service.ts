import type { Context } from '../../../platform/context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { abandonPurchase } from './abandon-purchase.service.ts';
import { releaseAttempt, takeOverAttempt } from './attempt.repository.ts';
import { type Buyer, identifyBuyer } from './buyer.ts';
import { completePurchase } from './complete-purchase.service.ts';
import {
  continueSameCart,
  createPurchase,
  findPurchaseOfKey,
  findSameCart,
  isRetriable,
  type PurchaseAttempt,
  type PurchaseOrder,
} from './create-purchase.service.ts';
import { deriveIdempotencyKey } from './fingerprint.ts';
import { isOpen, type PurchaseResult } from './purchase.schema.ts';

/** The parts of an order that only a new attempt needs. */
type PreparedOrder = Pick<
  PurchaseOrder,
  'quote' | 'referrerId' | 'referralLink' | 'agreements' | 'card' | 'admit'
>;

interface SubmissionKey {
  buyer: Buyer;
  idempotencyKey: string;
}

interface Submission extends Pick<PurchaseOrder, 'kind' | 'cart'> {
  token: string;
  /** The receipt goes to this address, which also identifies guests of older clients. */
  email: string;
  idempotencyKey?: string | null | undefined;
  /** The older API's name for the call. It is part of the key that we derive for clients that send none. */
  legacyCall?: string;
  /** Runs only for a new attempt, so that a repeated request isn't priced and validated again. */
  prepare(key: SubmissionKey): Promise<PreparedOrder>;
}

/** Staff buy on behalf of an account that isn't signed in. */
interface StaffContext extends Pick<Context, 'deps' | 'ip'> {
  entryPoint: 'staff';
  buyer: Buyer;
}

/**
 * Submits a cart once per idempotency key. A repeated request returns the first result. After a failed
 * attempt, the same key starts the next one. Returns 'requires_action' if the buyer must confirm with the
 * bank, and throws if the card is declined.
 */
export async function submitPurchase(
  context: Context | StaffContext,
  { kind, cart, token, email, legacyCall = kind, prepare, ...submission }: Submission,
): Promise<PurchaseResult> {
  const { deps, ip } = context;
  const buyer =
    context.entryPoint === 'staff'
      ? context.buyer
      : await identifyBuyer(context, { email, idempotencyKey: submission.idempotencyKey });
  const idempotencyKey =
    submission.idempotencyKey ?? deriveIdempotencyKey(deps, buyer.key, legacyCall, cart, token);
  const key = { buyer, idempotencyKey };
  const order = {
    ...key,
    kind,
    cart,
    email,
    ip,
    isConfirmable: context.entryPoint === 'web',
    isOffSession: context.entryPoint === 'staff',
    isKeyDerived: !submission.idempotencyKey,
  };
  const earlierSubmission = await findOpenSubmission(deps, order);
  const attempt =
    earlierSubmission.attempt ?? (await startSubmission(deps, order, prepare, earlierSubmission));
  return completePurchase(context, attempt, token);
}

type SubmittedOrder = Omit<PurchaseOrder, keyof PreparedOrder | 'paidIds'>;

/**
 * An earlier submission of the buyer: a purchase to continue, or a failed or refunded one to retry with its
 * key.
 */
interface EarlierSubmission {
  attempt?: PurchaseAttempt | undefined;
  failedId?: string | undefined;
  isSameKey?: boolean;
  paidIds: readonly string[];
}

async function startSubmission(
  deps: Deps,
  order: SubmittedOrder,
  prepare: Submission['prepare'],
  { failedId, paidIds }: EarlierSubmission,
): Promise<PurchaseAttempt> {
  try {
    return await createPurchase(deps, { ...(await prepare(order)), ...order, paidIds }, failedId);
  } catch (error) {
    // Another tab may have submitted the same cart first, and that may be why this one was rejected.
    const { attempt } = await findEarlierSubmission(deps, order, paidIds);
    if (attempt) return attempt;
    throw error;
  }
}

async function findEarlierSubmission(
  deps: Deps,
  order: SubmittedOrder,
  knownPaidIds?: readonly string[],
): Promise<EarlierSubmission> {
  const [purchase, sameCart] = await Promise.all([
    findPurchaseOfKey(deps, order),
    findSameCart(deps, order, knownPaidIds),
  ]);
  const { paidIds } = sameCart;
  if (purchase && !isRetriable(purchase))
    return { attempt: { purchase, isNew: false }, isSameKey: true, paidIds };
  const attempt = await continueSameCart(deps, order, sameCart.purchase);
  return { attempt, failedId: purchase?.id, paidIds };
}

/**
 * Finds the buyer's earlier submission. First settles or ends an attempt that is too old, or that awaits the
 * bank's confirmation in another tab.
 */
async function findOpenSubmission(deps: Deps, order: SubmittedOrder): Promise<EarlierSubmission> {
  const earlierSubmission = await findEarlierSubmission(deps, order);
  if (!earlierSubmission.attempt || !isOpen(earlierSubmission.attempt.purchase)) return earlierSubmission;
  const { purchase } = earlierSubmission.attempt;
  // A bank confirmation is still open in another tab, but this tab submitted its own card.
  const isUnconfirmed = purchase.status === 'requires_action' && !earlierSubmission.isSameKey;
  if (!purchase.isExpired && !isUnconfirmed) return earlierSubmission;
  const claimedPurchase = await takeOverAttempt(deps.db, purchase);
  if (!claimedPurchase) return earlierSubmission;
  try {
    await abandonPurchase(deps, claimedPurchase);
  } finally {
    await releaseAttempt(deps.db, claimedPurchase.id);
  }
  return findEarlierSubmission(deps, order, earlierSubmission.paidIds);
}
