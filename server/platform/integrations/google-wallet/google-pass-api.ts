import type { LoyaltyObject } from './loyalty-object.ts';

export interface GooglePassApi {
  isStandIn: boolean;
  /**
   * Updates a pass. Creates it if nobody has saved it yet, so that an old "Save" link later shows current
   * data. Throws if this fails; the caller retries.
   */
  update(object: LoyaltyObject): Promise<void>;
}
