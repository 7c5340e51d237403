import type { LoyaltyObject } from './loyalty-object.ts';

/** Updates saved passes at Google. */
export interface GooglePassApi {
  isStandIn: boolean;
  /**
   * Updates a pass. Also creates passes that nobody has saved yet, so that saving an old link later shows current
   * data. Throws if Google cannot be reached, so that the call can be retried.
   */
  update(object: LoyaltyObject): Promise<void>;
}
