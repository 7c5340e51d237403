import { Checkbox } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { type ReactNode, useCallback, useRef } from 'react';
import { useField } from './field-context.tsx';
import classes from './form.module.css';

interface ChoicesFieldProps {
  /** The path of the list of chosen values in the form. */
  name: string;
  label: string;
  description?: ReactNode;
  options: readonly string[];
}

const isText = (value: unknown) => typeof value === 'string';

export function ChoicesField({ name, label, description, options }: ChoicesFieldProps) {
  const group = useRef<HTMLDivElement>(null);
  const focus = useCallback(() => group.current?.querySelector('input')?.focus(), []);
  const field = useField(name, label, focus);
  return (
    <Checkbox.Group
      ref={group}
      id={field.id}
      label={label}
      description={description}
      size="md"
      value={Array.isArray(field.value) ? field.value.filter(isText) : []}
      error={field.error}
      onChange={field.setValue}
      onBlur={(event) => {
        // The field keeps focus while the user moves between its checkboxes.
        if (!event.currentTarget.contains(event.relatedTarget)) field.onBlur();
      }}
    >
      <div className={classes.radios}>
        {options.map((option) => (
          <Checkbox
            key={option}
            value={option}
            label={option}
            size="md"
            aria-invalid={field.error === undefined ? undefined : true}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
