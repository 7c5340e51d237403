import { usStates } from '#server/lib/us-states.ts';
import { BUSINESS_CATEGORIES, TYPE_NAMES } from '#server/stores/category.shared.ts';
import { NationalField } from './national-field.tsx';
import { Select, TextInput } from './search-fields.tsx';
import classes from './search-form.module.css';
import type { SearchFormState } from './use-search-form.ts';

const states = usStates.map(({ code, name }) => ({ value: code, label: name }));
const types = TYPE_NAMES.map((name) => ({ value: name, label: name }));
const categories = Object.entries(BUSINESS_CATEGORIES)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => (a.label < b.label ? -1 : 1));

/** Less common filters. A city can replace the ZIP code. */
export function MoreFilters({ form }: { form: SearchFormState }) {
  return (
    <div className={classes.more}>
      <Select
        {...form.field('category')}
        label="Category"
        description="Anything that it offers"
        options={categories}
        prompt="Any category"
        autoComplete="off"
      />
      <Select
        {...form.field('type')}
        label="Type"
        description="What it mainly is"
        options={types}
        prompt="Any type"
        autoComplete="off"
      />
      <TextInput
        {...form.field('city')}
        label="City"
        description="Where you know no ZIP code"
        autoComplete="address-level2"
        autoCapitalize="words"
        maxLength={60}
      />
      <Select
        {...form.field('state')}
        label="State"
        description="Goes with the city"
        options={states}
        prompt="Any state"
        autoComplete="address-level1"
      />
      <NationalField form={form} />
    </div>
  );
}
