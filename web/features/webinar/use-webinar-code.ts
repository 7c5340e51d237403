import { useEffect } from 'react';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';

export type HeldCode = NonNullable<RouterOutputs['webinar']['check']>;

interface WebinarCodeProps {
  /** From the URL; empty if there is none. */
  code: string;
  /** Whether the video was watched to its end, with or without a code. */
  watched: boolean;
  onFinished(): void;
}

/** The code in the URL. Entering it records the start (D35), and the end of the video records the end. */
export function useWebinarCode({ code, watched, onFinished }: WebinarCodeProps) {
  const { webinar } = trpc.useUtils();
  const check = trpc.webinar.check.useQuery({ code }, { enabled: code !== '' });
  const keep = (found: HeldCode) => webinar.check.setData({ code }, found);
  const change = trpc.webinar.change.useMutation({
    onSuccess: (found, sent) => {
      keep(found);
      if (sent.dateFinishedWatching) onFinished();
    },
  });

  const held = check.data ?? null;
  const isOpen = held !== null && !held.completedForm;
  const starts = isOpen && held.dateStartedWatching === null;
  const ends = isOpen && watched && held.dateFinishedWatching === null;

  function record() {
    const now = new Date().toISOString();
    change.mutate({
      code,
      dateStartedWatching: starts ? now : null,
      dateFinishedWatching: ends ? now : null,
    });
  }

  const isDue = (starts || ends) && !change.isPending && !change.isError;
  useEffect(() => {
    if (isDue) record();
  });

  return { held, check, keep, failure: change.error, recordAgain: record };
}
