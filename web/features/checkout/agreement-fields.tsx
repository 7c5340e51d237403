import { type ReactNode, useState } from 'react';
import { textVersions } from '#server/domains/content/content.schema.ts';
import { ContractDialog, type ReadableText } from '#web/features/content/contract-dialog.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import classes from './checkout.module.css';

export interface Agreement {
  /** The checkbox's path in the form's values. */
  name: string;
  type: ReadableText;
  /** The agreement's name, worded for use within a sentence. */
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
            <AgreementCheckbox name={name} type={type} label={title.charAt(0).toUpperCase() + title.slice(1)}>
              I accept the {title}
            </AgreementCheckbox>
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

interface AgreementCheckboxProps extends Pick<Agreement, 'name' | 'type'> {
  /** The field's name in the error summary. */
  label: string;
  children: ReactNode;
}

/**
 * Also records which version of the text the buyer accepts. The server rejects a version that is no longer
 * current.
 */
export function AgreementCheckbox({ name, type, label, children }: AgreementCheckboxProps) {
  const versions = trpc.content.textVersions.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const field = useField('acceptedTexts', label);
  function accept(isChecked: boolean) {
    const otherVersions = textVersions
      .catch([])
      .parse(field.value)
      .filter((text) => text.type !== type);
    const shownVersions = versions.data?.filter((text) => isChecked && text.type === type) ?? [];
    field.setValue([...otherVersions, ...shownVersions]);
  }
  return (
    <CheckboxField name={name} label={label} onChange={accept}>
      {children}
    </CheckboxField>
  );
}
