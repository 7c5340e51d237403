import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useState } from 'react';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLeaveConfirmation } from './use-leave-confirmation.ts';

const UnsavedContext = createContext<(id: string, unsaved: boolean) => void>(() => undefined);

interface UnsavedProps {
  changed: boolean;
  onChanged?: (changed: boolean) => void;
}

/** Tells the surrounding guard whether a form has unsaved changes. */
export function Unsaved({ changed, onChanged }: UnsavedProps) {
  const id = useId();
  const setUnsavedForm = useContext(UnsavedContext);
  useEffect(() => onChanged?.(changed), [onChanged, changed]);
  useEffect(() => {
    setUnsavedForm(id, changed);
    return () => setUnsavedForm(id, false);
  }, [setUnsavedForm, id, changed]);
  return null;
}

/** Asks for confirmation before leaving the page while a form in it has unsaved changes. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const setUnsavedForm = useCallback((id: string, isUnsaved: boolean) => {
    setUnsaved((ids) => {
      if (ids.includes(id) === isUnsaved) return ids;
      return isUnsaved ? [...ids, id] : ids.filter((other) => other !== id);
    });
  }, []);
  const { isConfirming, leave, stay } = useLeaveConfirmation(unsaved.length > 0);

  return (
    <UnsavedContext value={setUnsavedForm}>
      {children}
      <ConfirmDialog
        opened={isConfirming}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        onConfirm={leave}
        onCancel={stay}
        danger
      >
        <p>What you changed on this page is not saved yet.</p>
      </ConfirmDialog>
    </UnsavedContext>
  );
}
