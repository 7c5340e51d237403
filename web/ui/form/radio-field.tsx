import { Radio } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { type ReactNode, useCallback, useRef } from 'react';
import { useField } from './field-context.tsx';
import classes from './form.module.css';

interface RadioFieldProps {
  /** The path in the form's values. The value is '' until the user chooses. */
  name: string;
  label: string;
  description?: ReactNode;
  options: readonly { value: string; label: string }[];
}

export function RadioField({ name, label, description, options }: RadioFieldProps) {
  const group = useRef<HTMLDivElement>(null);
  const focus = useCallback(() => {
    const radios = [...(group.current?.querySelectorAll('input') ?? [])];
    (radios.find(({ checked }) => checked) ?? radios[0])?.focus();
  }, []);
  const field = useField(name, label, focus);
  return (
    <Radio.Group
      ref={group}
      id={field.id}
      name={name}
      label={label}
      description={description}
      size="md"
      value={typeof field.value === 'string' ? field.value : ''}
      error={field.error}
      onChange={field.setValue}
      onBlur={field.onBlur}
    >
      <div className={classes.radios}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            label={option.label}
            size="md"
            aria-invalid={field.error === undefined ? undefined : true}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
