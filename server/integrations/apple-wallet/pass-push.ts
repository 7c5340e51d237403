export type PushOutcome =
  | 'sent'
  // The phone no longer has the pass.
  | 'gone';

/** Notifies phones that a pass has changed. They then fetch the pass from our web service. */
export interface PassPush {
  isStandIn: boolean;
  /**
   * Returns one outcome per token, in order. Throws if Apple can't be reached; then the caller retries all
   * tokens.
   */
  notify(pushTokens: readonly string[]): Promise<PushOutcome[]>;
}
