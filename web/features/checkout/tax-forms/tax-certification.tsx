import type { ReactNode } from 'react';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import classes from '../checkout.module.css';
import { FieldGroup } from '../field-group.tsx';

interface TaxCertificationProps {
  /** The checkbox's path in the form's values. */
  name: string;
  children: ReactNode;
}

export function TaxCertification({ name, children }: TaxCertificationProps) {
  return (
    <FieldGroup title="Certification">
      <div className={classes.certification}>{children}</div>
      <CheckboxField name={name} label="Certification">
        I accept these terms
      </CheckboxField>
    </FieldGroup>
  );
}
