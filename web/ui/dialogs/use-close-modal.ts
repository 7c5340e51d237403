import { useLocation, useNavigate } from 'react-router';
import { readHistoryState } from '#web/lib/history-state.ts';

/**
 * Closes a modal that has its own URL. Goes back to the entry before it, so that Back does not open it again. If the
 * visitor opened the modal's URL directly, goes to the page beneath it.
 */
export function useCloseModal(closePath: string): () => void {
  const navigate = useNavigate();
  const { modalDepth } = readHistoryState(useLocation().state);
  return () => {
    if (modalDepth > 0) void navigate(-modalDepth);
    else void navigate(closePath, { replace: true });
  };
}
