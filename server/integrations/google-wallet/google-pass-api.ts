import type { LoyaltyObject } from './loyalty-object.ts';

/** Tells Google what a pass says now, for those who have saved it. */
export interface GooglePassApi {
  standIn: boolean;
  /** 'unknown' where nobody has saved this pass; throws where Google could not be asked. */
  update(object: LoyaltyObject): Promise<'updated' | 'unknown'>;
}
