export type PushOutcome =
  | 'sent'
  /** The phone does not want to hear of its passes any more. */
  | 'gone';

/** Tells phones that a pass has changed; what has changed they ask the web service for. */
export interface PassPush {
  standIn: boolean;
  /** One outcome for each token, in order; throws where Apple could not be asked, and then all may be asked again. */
  notify(pushTokens: readonly string[]): Promise<PushOutcome[]>;
}
