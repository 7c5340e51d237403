import { Checkbox } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import type { ReactNode } from 'react';
import { useField } from './field-context.tsx';
import type { CommonProps } from './fields.tsx';
import classes from './form.module.css';

interface CheckboxFieldProps extends Omit<CommonProps, 'label' | 'optional' | 'autoComplete'> {
  /** The visible label, which may contain links. */
  children: ReactNode;
  /** The field's name in the error summary. */
  label: string;
  onChange?: (isChecked: boolean) => void;
}

export function CheckboxField({ name, label, children, description, onChange }: CheckboxFieldProps) {
  const field = useField(name, label);
  return (
    <Checkbox
      id={field.id}
      name={name}
      className={classes.checkbox}
      label={children}
      description={description}
      checked={field.value === true}
      aria-invalid={field.error === undefined ? undefined : true}
      error={field.error}
      onChange={({ currentTarget: { checked } }) => {
        field.setValue(checked);
        onChange?.(checked);
      }}
      onBlur={field.onBlur}
    />
  );
}
