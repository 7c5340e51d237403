import type { PassPush } from './pass-push.ts';

export interface RecordingPush extends PassPush {
  /** Push tokens, oldest first. Only the last 100 are kept. */
  readonly sentPushTokens: readonly string[];
}

const MAX_RECORDED = 100;

/** The stand-in used without Apple certificates. It records notifications instead of sending them. */
export function createRecordingPush(onPush: (pushToken: string) => void = () => {}): RecordingPush {
  const sentPushTokens: string[] = [];
  return {
    isStandIn: true,
    sentPushTokens,
    notify: async (pushTokens) => {
      for (const token of pushTokens) {
        sentPushTokens.push(token);
        onPush(token);
      }
      sentPushTokens.splice(0, Math.max(0, sentPushTokens.length - MAX_RECORDED));
      return pushTokens.map(() => 'sent');
    },
  };
}
