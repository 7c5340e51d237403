import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { completeAuthentication } from '#tests/helpers/fakes/complete-authentication.ts';
import { type Buyer, CARDS } from './buyers.ts';
import type { Fleet } from './fleet.ts';
import { choose } from './stripe-proxy.ts';
import { callBuyCard, callProcedure, createToken, openWizard, type PurchaseOutcome } from './submit.ts';

/** Errors of a second submission that mean that the buyer already has the product. */
const ALREADY_BOUGHT = new Set([
  'BUSINESS_PLAN_EXISTS',
  'CORPORATE_PLAN_EXISTS',
  'CARD_NOT_SENT',
  'PLAN_ALREADY_HELD',
]);
const TRY_AGAIN = new Set(['PAYMENT_UNCONFIRMED', 'UNAVAILABLE', 'PURCHASE_UNDER_WAY']);
const REFUSED = new Set(['CARD_DECLINED', 'CARD_INVALID', 'CARD_CHECK_NEEDED', 'PURCHASE_INTERRUPTED']);
const REFUSED_CARD = new Set(['CARD_DECLINED', 'CARD_INVALID']);
/**
 * Errors that don't reveal the outcome. PURCHASE_INTERRUPTED is one of them only if it is a buyer's first
 * response.
 */
const NO_ANSWER = new Set(['PAYMENT_UNCONFIRMED', 'UNAVAILABLE']);
/**
 * The slowest acceptable responses while no faults are injected. A slower request may have run into a
 * timeout: 5 s for a connection, or 15 s for another submission of the same purchase.
 */
const MAX_CALM_MS = { UNAVAILABLE: 4_500, other: 14_000 };
const MAX_TRIES = 4;
const MAX_TOKEN_AGE_MS = 23 * 3_600_000;
const MAX_PAUSE_MS = 2_000;

export const WRONG_ANSWERS = [
  'good cards refused',
  'no answer although nothing failed',
  'unexpected answers',
] as const;

interface WrongAnswer {
  name: (typeof WRONG_ANSWERS)[number];
  buyer: Buyer;
  code: string;
}

export interface ShopOptions {
  fleet: Pick<Fleet, 'ports' | 'generationOf' | 'whenAnyReady'>;
  sandboxUrl: string;
  random: () => number;
  /** Returns how many milliseconds the clocks of the database and of Stripe have been moved. */
  clockMs: () => number;
}

/** Simulates buyers and records the outcomes that they see. */
export class Shop {
  readonly answers: Record<string, number> = {};
  /** Buyers whose outcome is unknown, and who return after the faults are over. */
  readonly waiting: Buyer[] = [];
  /** Buyers who left without knowing the outcome, and never return. */
  readonly left: Buyer[] = [];
  readonly wrongAnswers: WrongAnswer[] = [];
  /** True once no more faults are injected. */
  isCalm = false;
  readonly #options: ShopOptions;
  #whenOpen: Promise<void> | undefined;
  #submissions = 0;

  constructor(options: ShopOptions) {
    this.#options = options;
  }

  /** Holds the buyers' next submissions until the returned function is called. */
  close(): () => void {
    const opened = Promise.withResolvers<void>();
    this.#whenOpen = opened.promise;
    return () => {
      this.#whenOpen = undefined;
      opened.resolve();
    };
  }

  get submissions(): number {
    return this.#submissions;
  }

  async visit(buyer: Buyer): Promise<void> {
    const { client } = buyer;
    const { clockMs, random } = this.#options;
    const { authorization } = client.headers;
    // Without the page, a guest has no form to submit.
    const isGuest = client.api === 'trpc' && !authorization;
    while (isGuest && !(await openWizard(await this.#choosePort(), client))) await sleep(500);
    buyer.triedAtMs ??= clockMs();
    for (let attempts = 0; attempts < MAX_TRIES; attempts += 1) {
      const answers = await Promise.all(
        buyer.hasTwoTabs && attempts === 0
          ? [this.#submit(buyer), this.#submit({ ...buyer, key: randomUUID(), token: undefined })]
          : [this.#submit(buyer)],
      );
      const answer = answers.find(({ kind }) => kind === 'paid') ?? answers[0];
      if (!answer || this.#isDone(buyer, answer)) return;
      await sleep(random() * MAX_PAUSE_MS);
    }
    this.waiting.push(buyer);
  }

  /** Records the response and decides the buyer's next step. Returns true if the buyer is done. */
  #isDone(buyer: Buyer, answer: PurchaseOutcome): boolean {
    if (answer.kind === 'paid') {
      buyer.lastOutcome = 'paid';
      return true;
    }
    // A buyer who ignores the bank's check, or doesn't submit again, never learns the outcome.
    if (answer.kind === 'requires_action' || answer.kind === 'not sent') return true;
    if (answer.kind === 'refused' && ALREADY_BOUGHT.has(answer.code)) {
      buyer.lastOutcome = 'paid';
      return true;
    }
    if (answer.kind === 'refused' && REFUSED.has(answer.code)) {
      buyer.lastOutcome = 'refused';
      if (buyer.afterRefusal === 'leave') return true;
      buyer.card = 'good';
      buyer.token = undefined;
      return false;
    }
    if (answer.kind === 'refused' && !TRY_AGAIN.has(answer.code)) {
      this.wrongAnswers.push({ name: 'unexpected answers', buyer, code: answer.code });
      return true;
    }
    buyer.lastOutcome = 'nothing';
    if (buyer.retry !== 'same-request') buyer.token = undefined;
    if (buyer.retry === 'new-key') buyer.key = randomUUID();
    if (buyer.retry === 'leave') this.left.push(buyer);
    return buyer.retry === 'leave';
  }

  async #submit(buyer: Buyer): Promise<PurchaseOutcome> {
    const { fleet, sandboxUrl } = this.#options;
    const port = await this.#choosePort();
    this.#submissions += 1;
    const clockMs = this.#options.clockMs();
    // Stripe forgets idempotency keys after a day. It would then reject this token as used if an earlier
    // request succeeded.
    if (clockMs - buyer.tokenClockMs > MAX_TOKEN_AGE_MS) buyer.token = undefined;
    if (!buyer.token) {
      buyer.token = await createToken(sandboxUrl, CARDS[buyer.card]);
      buyer.tokenClockMs = clockMs;
    }
    // An older client has no idempotency key, so we recognize its cart for only 30 minutes (D54). If the
    // clocks were moved since the first submission, the buyer has read the email and doesn't submit again.
    const isTooLate = this.#options.clockMs() > (buyer.triedAtMs ?? clockMs);
    if (buyer.client.api === 'graphql' && isTooLate) return { kind: 'not sent' };
    const generation = fleet.generationOf(port);
    const startedAt = new Date();
    const { client, path, cart, token, key, card } = buyer;
    const answer =
      client.api === 'graphql'
        ? await callBuyCard(port, client, { ...cart, token })
        : await callProcedure(port, client, path, { ...cart, token, idempotencyKey: key });
    this.#count(answer);
    const isSameServer = generation === fleet.generationOf(port);
    const isFirst = buyer.history.length === 0;
    recordAnswer(buyer, `${startedAt.toISOString()} ${port}${isSameServer ? '' : ' (killed)'}`, answer);
    const code = answer.kind === 'refused' ? answer.code : '';
    if (REFUSED_CARD.has(code) && card === 'good')
      this.wrongAnswers.push({ name: 'good cards refused', buyer, code });
    const isUnanswered =
      answer.kind === 'lost' || NO_ANSWER.has(code) || (code === 'PURCHASE_INTERRUPTED' && isFirst);
    const maxMs = code === 'UNAVAILABLE' ? MAX_CALM_MS.UNAVAILABLE : MAX_CALM_MS.other;
    const isOverdue = Date.now() - startedAt.getTime() > maxMs;
    if (this.isCalm && isUnanswered && !isOverdue)
      this.wrongAnswers.push({ name: 'no answer although nothing failed', buyer, code: code || 'lost' });
    return answer.kind === 'requires_action' ? this.#authenticate(buyer, answer, port) : answer;
  }

  /** Waits until a server runs, and picks one at random, as a load balancer does. */
  async #choosePort(): Promise<number> {
    const { fleet, random } = this.#options;
    await this.#whenOpen;
    await fleet.whenAnyReady();
    return choose([fleet.ports()[0] ?? 0, ...fleet.ports()], random);
  }

  /**
   * Completes or fails the bank's check as the buyer does, then confirms the purchase. Does nothing if the
   * buyer ignores the check.
   */
  async #authenticate(
    buyer: Buyer,
    answer: Extract<PurchaseOutcome, { kind: 'requires_action' }>,
    port: number,
  ): Promise<PurchaseOutcome> {
    const { authentication, client } = buyer;
    if (authentication === 'ignored') return answer;
    const { sandboxUrl } = this.#options;
    await completeAuthentication(sandboxUrl, answer.clientSecret, authentication).catch(() => {});
    const { purchaseId } = answer;
    const startedAt = new Date();
    const confirmed = await callProcedure(port, client, 'checkout.confirmCard', { purchaseId });
    this.#count(confirmed);
    recordAnswer(buyer, `${startedAt.toISOString()} ${port} confirmed`, confirmed);
    // The browser would now submit the same purchase again, as after a lost response.
    if (confirmed.kind === 'requires_action') return { kind: 'lost' };
    return confirmed.kind === 'refused' && confirmed.code === 'PURCHASE_NOT_FOUND'
      ? { kind: 'lost' }
      : confirmed;
  }

  #count(answer: PurchaseOutcome): void {
    const name = answer.kind === 'refused' ? answer.code : answer.kind;
    this.answers[name] = (this.answers[name] ?? 0) + 1;
  }
}

function recordAnswer(buyer: Buyer, request: string, answer: PurchaseOutcome): void {
  const outcome = answer.kind === 'refused' ? `${answer.code} "${answer.message}"` : answer.kind;
  buyer.history.push(`${request}, ${new Date().toISOString()} ${outcome}`);
}
