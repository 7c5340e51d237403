import type { ReactNode } from 'react';
import parts from '#web/ui/styles/parts.module.css';
import classes from './checkout.module.css';

interface FieldGroupProps {
  title: string;
  children: ReactNode;
}

export function FieldGroup({ title, children }: FieldGroupProps) {
  return (
    <fieldset className={`${parts.fieldGroup} ${classes.fieldGroup}`}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
