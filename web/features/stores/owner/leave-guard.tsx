import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useState } from 'react';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLeaveConfirmation } from './use-leave-confirmation.ts';

const UnsavedContext = createContext<(id: string, isUnsaved: boolean) => void>(() => undefined);

interface UnsavedProps {
  hasChanges: boolean;
  onChanged?: (hasChanges: boolean) => void;
}

/** Reports to the surrounding LeaveGuard whether a form has unsaved changes. */
export function ReportUnsaved({ hasChanges, onChanged }: UnsavedProps) {
  const id = useId();
  const setUnsavedForm = useContext(UnsavedContext);
  useEffect(() => onChanged?.(hasChanges), [onChanged, hasChanges]);
  useEffect(() => {
    setUnsavedForm(id, hasChanges);
    return () => setUnsavedForm(id, false);
  }, [setUnsavedForm, id, hasChanges]);
  return null;
}

/** Asks for confirmation before the user leaves the page while a form on it has unsaved changes. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const [unsavedForms, setUnsaved] = useState<readonly string[]>([]);
  const setUnsavedForm = useCallback((id: string, isUnsaved: boolean) => {
    setUnsaved((ids) => {
      if (ids.includes(id) === isUnsaved) return ids;
      return isUnsaved ? [...ids, id] : ids.filter((formId) => formId !== id);
    });
  }, []);
  const { isConfirming, leave, stay } = useLeaveConfirmation(unsavedForms.length > 0);

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
        <p>Your changes on this page aren’t saved yet.</p>
      </ConfirmDialog>
    </UnsavedContext>
  );
}
