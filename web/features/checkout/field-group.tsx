import type { ReactNode } from 'react';
import layout from '#web/ui/styles/layout.module.css';
import classes from './checkout.module.css';

interface FieldGroupProps {
  title: string;
  children: ReactNode;
}

export function FieldGroup({ title, children }: FieldGroupProps) {
  return (
    <fieldset className={`${layout.fieldGroup} ${classes.fieldGroup}`}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
