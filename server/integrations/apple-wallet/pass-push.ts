export type PushOutcome =
  | 'sent'
  /** The phone has unregistered from updates. */
  | 'gone';

/** Notifies phones that a pass has changed. They fetch the changes from the web service. */
export interface PassPush {
  isStandIn: boolean;
  /** Returns one outcome per token, in order. Throws if Apple cannot be reached, so that all can be retried. */
  notify(pushTokens: readonly string[]): Promise<PushOutcome[]>;
}
