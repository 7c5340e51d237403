import { useEffect } from 'react';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { rememberWebinarCode } from './remembered-code.ts';

export type WebinarCode = NonNullable<RouterOutputs['webinar']['check']>;

interface WebinarCodeProps {
  /** From the URL, or '' if it has none. */
  code: string;
  /** True once the video was watched to its end, even without a code. */
  wasWatched: boolean;
  onFinished(): void;
}

/** Looks up the code in the URL. Records when its visitor started (D35) and finished watching. */
export function useWebinarCode({ code, wasWatched, onFinished }: WebinarCodeProps) {
  const { webinar } = trpc.useUtils();
  const check = trpc.webinar.check.useQuery({ code }, { enabled: code !== '' });
  const saveCode = (newCode: WebinarCode) => webinar.check.setData({ code }, newCode);
  const recordTimes = trpc.webinar.change.useMutation({
    onSuccess: (updatedCode, times) => {
      saveCode(updatedCode);
      if (times.dateFinishedWatching) onFinished();
    },
  });

  const enteredCode = check.data ?? null;
  useEffect(() => {
    if (enteredCode !== null) rememberWebinarCode(enteredCode.code);
  }, [enteredCode]);
  const isOpen = enteredCode !== null && !enteredCode.completedForm;
  const recordsStart = isOpen && enteredCode.dateStartedWatching === null;
  const recordsEnd = isOpen && wasWatched && enteredCode.dateFinishedWatching === null;

  function sendTimes() {
    const now = new Date().toISOString();
    recordTimes.mutate({
      code,
      dateStartedWatching: recordsStart ? now : null,
      dateFinishedWatching: recordsEnd ? now : null,
    });
  }

  const hasUnsentTimes = (recordsStart || recordsEnd) && !recordTimes.isPending && !recordTimes.isError;
  useEffect(() => {
    if (hasUnsentTimes) sendTimes();
  });

  return { enteredCode, check, saveCode, failure: recordTimes.error, recordAgain: sendTimes };
}
