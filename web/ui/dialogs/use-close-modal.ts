import { useLocation, useNavigate } from 'react-router';
import { readHistoryNote } from '#web/lib/history-state.ts';

/**
 * Leaves a modal that lives in the address: back to before it was opened, so that Back does not open it again; or,
 * where the visitor came to it directly, to the page beneath it.
 */
export function useCloseModal(beneath: string): () => void {
  const navigate = useNavigate();
  const { modalDepth } = readHistoryNote(useLocation().state);
  return () => {
    if (modalDepth > 0) void navigate(-modalDepth);
    else void navigate(beneath, { replace: true });
  };
}
