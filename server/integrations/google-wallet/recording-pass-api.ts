import type { GooglePassApi } from './google-pass-api.ts';
import type { LoyaltyObject } from './loyalty-object.ts';

export interface RecordingPassApi extends GooglePassApi {
  /** The latest updates, newest last. */
  readonly updates: readonly LoyaltyObject[];
}

const MAX_RECORDED = 100;

/** Used without a Google service account: records updates instead of sending them. */
export function createRecordingPassApi(
  onUpdate: (object: LoyaltyObject) => void = () => {},
): RecordingPassApi {
  const updates: LoyaltyObject[] = [];
  return {
    isStandIn: true,
    updates,
    update: async (object) => {
      updates.push(object);
      onUpdate(object);
      updates.splice(0, Math.max(0, updates.length - MAX_RECORDED));
    },
  };
}
