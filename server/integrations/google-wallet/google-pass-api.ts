import type { LoyaltyObject } from './loyalty-object.ts';

/** Tells Google what a pass says now, for those who have saved it. */
export interface GooglePassApi {
  standIn: boolean;
  /**
   * What the pass says from now on. Also where nobody has saved it yet: a link that somebody kept then brings nothing
   * older. Throws where Google could not be asked, and then may be asked again.
   */
  update(object: LoyaltyObject): Promise<void>;
}
