import type { ReactNode } from 'react';
import classes from './checkout.module.css';

interface FieldGroupProps {
  title: string;
  children: ReactNode;
}

export function FieldGroup({ title, children }: FieldGroupProps) {
  return (
    <fieldset className={classes.fieldGroup}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
