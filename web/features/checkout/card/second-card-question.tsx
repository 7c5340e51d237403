import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';

interface Question {
  answer(isConfirmed: boolean): void;
}

interface SecondCardQuestion {
  /** Resolves to true if the buyer answers yes. */
  ask(text: string): Promise<boolean>;
  dialog: ReactNode;
}

/** Asks a buyer who already has this membership whether to buy another one (D54). */
export function useSecondCardQuestion(): SecondCardQuestion {
  const [question, setQuestion] = useState<Question | null>(null);
  // Keeps the text while the dialog fades out.
  const [shownText, setShownText] = useState('');

  async function ask(text: string): Promise<boolean> {
    setShownText(text);
    const isConfirmed = await new Promise<boolean>((answer) => setQuestion({ answer }));
    setQuestion(null);
    return isConfirmed;
  }

  const dialog = (
    <ConfirmDialog
      opened={question !== null}
      title="You already have this membership"
      confirmLabel="Yes, buy another"
      cancelLabel="No, go back"
      onConfirm={() => question?.answer(true)}
      onCancel={() => question?.answer(false)}
    >
      <p>{shownText}</p>
    </ConfirmDialog>
  );
  return { ask, dialog };
}
