import { useLocation } from 'react-router';
import { readHistoryState } from '#web/lib/history-state.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';

/**
 * Closes a modal that has its own URL by going back to the entry before it, so that Back doesn't reopen it.
 * If the visitor opened the modal's URL directly, goes to `closePath` instead. Does nothing if the visitor has
 * already closed the modal, for example while its form was being saved.
 */
export function useCloseModal(closePath: string): () => void {
  const navigate = useLateNavigate();
  const { modalDepth } = readHistoryState(useLocation().state);
  return () => {
    if (modalDepth > 0) navigate(-modalDepth);
    else navigate(closePath, { replace: true });
  };
}
