import { Checkbox, Input, NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import { BUSINESS_CATEGORIES } from '#server/stores/category.shared.ts';
import { useField } from '#web/ui/form/field-context.tsx';
import formClasses from '#web/ui/form/form.module.css';
import classes from './owner.module.css';

const choices = Object.entries(BUSINESS_CATEGORIES)
  .map(([value, label]) => ({ value: Number(value), label }))
  .sort((a, b) => (a.label < b.label ? -1 : 1));

const numbersOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];

/**
 * Selects the main category, which is the business's type, and additional ones. The main one comes first in the list.
 */
export function CategoriesField({ name }: { name: string }) {
  const field = useField(name, 'Main category');
  const [main, ...further] = numbersOf(field.value);

  function choose(value: number) {
    field.setValue([value, ...further.filter((other) => other !== value)]);
  }

  function toggle(value: number, wanted: boolean) {
    if (main === undefined) return choose(value);
    const others = further.filter((other) => other !== value);
    field.setValue([main, ...others, ...(wanted ? [value] : [])]);
  }

  return (
    <>
      <NativeSelect
        id={field.id}
        name={name}
        label="Main category"
        description="Members see it as your type and sort by it."
        value={main ?? ''}
        error={field.error}
        onChange={(event) => choose(Number(event.currentTarget.value))}
        onBlur={field.onBlur}
      >
        {main === undefined ? <option value="">Choose a category</option> : null}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
      <AdditionalCategories main={main} chosen={further} onToggle={toggle} />
    </>
  );
}

interface AdditionalCategoriesProps {
  main: number | undefined;
  chosen: readonly number[];
  onToggle(value: number, wanted: boolean): void;
}

/** Most businesses have no additional categories, so the long list opens on request. */
function AdditionalCategories({ main, chosen, onToggle }: AdditionalCategoriesProps) {
  const [isExpanded, setExpanded] = useState(chosen.length > 0);
  const list = useRef<HTMLFieldSetElement>(null);

  function ask() {
    setExpanded(true);
    setTimeout(() => list.current?.querySelector('input')?.focus());
  }

  if (!isExpanded) {
    return (
      <button type="button" className={formClasses.reveal} onClick={ask}>
        Add further categories…
      </button>
    );
  }
  return (
    <fieldset ref={list} className={classes.further}>
      <Input.Label component="legend" size="md">
        Further categories <span className={formClasses.optional}>(optional)</span>
      </Input.Label>
      <Input.Description size="md">Members who look for one of these find you, too.</Input.Description>
      <div className={classes.boxes}>
        {choices
          .filter(({ value }) => value !== main)
          .map(({ value, label }) => (
            <Checkbox
              key={value}
              className={classes.box}
              label={label}
              checked={chosen.includes(value)}
              onChange={(event) => onToggle(value, event.currentTarget.checked)}
            />
          ))}
      </div>
    </fieldset>
  );
}
