import { useLocation, useNavigate } from 'react-router';
import { readHistoryState } from '#web/lib/history-state.ts';

/**
 * Closes a modal that has its own URL by going back to the entry before it, so that Back doesn't reopen it.
 * If the visitor opened the modal's URL directly, goes to `closePath` instead.
 */
export function useCloseModal(closePath: string): () => void {
  const navigate = useNavigate();
  const { modalDepth } = readHistoryState(useLocation().state);
  return () => {
    if (modalDepth > 0) void navigate(-modalDepth);
    else void navigate(closePath, { replace: true });
  };
}
