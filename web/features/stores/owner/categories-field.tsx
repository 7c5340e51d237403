import { Checkbox, Input, NativeSelect } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useRef, useState } from 'react';
import { BUSINESS_CATEGORIES } from '#server/domains/stores/category.shared.ts';
import { useField } from '#web/ui/form/field-context.tsx';
import formClasses from '#web/ui/form/form.module.css';
import classes from './owner.module.css';

const categoryOptions = Object.entries(BUSINESS_CATEGORIES)
  .map(([value, label]) => ({ value: Number(value), label }))
  .sort((a, b) => (a.label < b.label ? -1 : 1));

const parseCategories = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];

/** The value is a list that starts with the main category, which is also the business's type. */
export function CategoriesField({ name }: { name: string }) {
  const field = useField(name, 'Main category');
  const [mainCategory, ...additionalCategories] = parseCategories(field.value);

  function chooseMain(value: number) {
    field.setValue([value, ...additionalCategories.filter((other) => other !== value)]);
  }

  function toggle(value: number, isChecked: boolean) {
    if (mainCategory === undefined) return chooseMain(value);
    const otherCategories = additionalCategories.filter((other) => other !== value);
    field.setValue([mainCategory, ...otherCategories, ...(isChecked ? [value] : [])]);
  }

  return (
    <>
      <NativeSelect
        id={field.id}
        name={name}
        label="Main category"
        description="Members see it as your type and can sort by it."
        value={mainCategory ?? ''}
        error={field.error}
        onChange={(event) => chooseMain(Number(event.currentTarget.value))}
        onBlur={field.onBlur}
      >
        {mainCategory === undefined ? <option value="">Choose a category</option> : null}
        {categoryOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
      <AdditionalCategories
        mainCategory={mainCategory}
        selectedCategories={additionalCategories}
        onToggle={toggle}
      />
    </>
  );
}

interface AdditionalCategoriesProps {
  mainCategory: number | undefined;
  selectedCategories: readonly number[];
  onToggle(value: number, isSelected: boolean): void;
}

/** Most businesses have only a main category, so the long list is collapsed unless another one is chosen. */
function AdditionalCategories({ mainCategory, selectedCategories, onToggle }: AdditionalCategoriesProps) {
  const [isExpanded, setExpanded] = useState(selectedCategories.length > 0);
  const list = useRef<HTMLFieldSetElement>(null);

  function expandList() {
    setExpanded(true);
    setTimeout(() => list.current?.querySelector('input')?.focus());
  }

  if (!isExpanded) {
    return (
      <button type="button" className={formClasses.reveal} onClick={expandList}>
        Add more categories…
      </button>
    );
  }
  return (
    <fieldset ref={list} className={classes.further}>
      <Input.Label component="legend" size="md">
        More categories <span className={formClasses.optional}>(optional)</span>
      </Input.Label>
      <Input.Description size="md">Members who search for any of these also find you.</Input.Description>
      <div className={classes.boxes}>
        {categoryOptions
          .filter(({ value }) => value !== mainCategory)
          .map(({ value, label }) => (
            <Checkbox
              key={value}
              className={classes.box}
              label={label}
              checked={selectedCategories.includes(value)}
              onChange={(event) => onToggle(value, event.currentTarget.checked)}
            />
          ))}
      </div>
    </fieldset>
  );
}
