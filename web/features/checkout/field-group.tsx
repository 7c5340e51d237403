import type { ReactNode } from 'react';
import classes from './checkout.module.css';

interface FieldGroupProps {
  title: string;
  children: ReactNode;
}

/** Fields that belong together under a title (DESIGN D38). */
export function FieldGroup({ title, children }: FieldGroupProps) {
  return (
    <fieldset className={classes.fieldGroup}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
