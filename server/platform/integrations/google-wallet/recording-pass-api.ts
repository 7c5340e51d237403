import type { GooglePassApi } from './google-pass-api.ts';
import type { LoyaltyObject } from './loyalty-object.ts';

export interface RecordingPassApi extends GooglePassApi {
  /** Oldest first. Only the last 100 are kept. */
  readonly updates: readonly LoyaltyObject[];
}

const MAX_RECORDED = 100;

/** The stand-in used without a Google service account. It records updates instead of sending them. */
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
