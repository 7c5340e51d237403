import { useState } from 'react';
import { ContractDialog, type ReadableText } from '#web/features/content/contract-dialog.tsx';
import { CheckboxField } from '#web/ui/form/fields.tsx';
import classes from './checkout.module.css';

export interface Agreement {
  /** The checkbox's path in the form's values. */
  name: string;
  type: ReadableText;
  /** The document's name, worded for use within a sentence. */
  title: string;
}

/** Each checkbox comes with a button that opens the agreement's text. */
export function AgreementFields({ agreements }: { agreements: readonly Agreement[] }) {
  const [openedAgreement, setOpenedAgreement] = useState<{ type: ReadableText; opened: boolean } | null>(
    null,
  );
  return (
    <>
      <div className={classes.choices}>
        {agreements.map(({ name, type, title }) => (
          <div key={name}>
            <CheckboxField name={name} label={title.charAt(0).toUpperCase() + title.slice(1)}>
              I accept the {title}
            </CheckboxField>
            <button
              type="button"
              className={classes.termsLink}
              onClick={() => setOpenedAgreement({ type, opened: true })}
            >
              Read the {title}
            </button>
          </div>
        ))}
      </div>
      {openedAgreement === null ? null : (
        <ContractDialog
          {...openedAgreement}
          onClose={() => setOpenedAgreement({ ...openedAgreement, opened: false })}
        />
      )}
    </>
  );
}
