export type PushOutcome =
  | 'sent'
  // The token will never work again, for example because the phone no longer has the pass.
  | 'gone';

/** Notifies phones that a pass has changed. They then fetch the pass from our web service. */
export interface PassPush {
  isStandIn: boolean;
  /**
   * Returns one outcome per token, in order. Throws if any notification fails; then the caller retries all
   * tokens.
   */
  notify(pushTokens: readonly string[]): Promise<PushOutcome[]>;
}
