import type { GooglePassApi } from './google-pass-api.ts';
import type { LoyaltyObject } from './loyalty-object.ts';

export interface RecordingPassApi extends GooglePassApi {
  /** What Google would have been told last, the newest last. */
  readonly updates: readonly LoyaltyObject[];
}

const KEPT = 100;

/** Where there is no service account that Google knows: tells nobody, and keeps what it would have told. */
export function createRecordingPassApi(
  onUpdate: (object: LoyaltyObject) => void = () => {},
): RecordingPassApi {
  const updates: LoyaltyObject[] = [];
  return {
    standIn: true,
    updates,
    update: async (object) => {
      updates.push(object);
      onUpdate(object);
      updates.splice(0, Math.max(0, updates.length - KEPT));
    },
  };
}
