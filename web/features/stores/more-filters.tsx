import { usStates } from '#server/lib/us-states.ts';
import { BUSINESS_CATEGORIES, TYPE_NAMES } from '#server/stores/category.ts';
import { NationalField } from './national-field.tsx';
import { SelectField, TextField } from './search-fields.tsx';
import classes from './search-form.module.css';

const states = usStates.map(({ code, name }) => ({ value: code, label: name }));
const types = TYPE_NAMES.map((name) => ({ value: name, label: name }));
const categories = Object.entries(BUSINESS_CATEGORIES)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => (a.label < b.label ? -1 : 1));

/** The filters that fewer people need. A city stands in for a ZIP code. */
export function MoreFilters() {
  return (
    <div className={classes.more}>
      <SelectField
        name="category"
        label="Category"
        description="Anything that it offers"
        options={categories}
        prompt="Any category"
        autoComplete="off"
      />
      <SelectField
        name="type"
        label="Type"
        description="What it mainly is"
        options={types}
        prompt="Any type"
        autoComplete="off"
      />
      <TextField
        name="city"
        label="City"
        description="Where you know no ZIP code"
        autoComplete="address-level2"
        autoCapitalize="words"
        maxLength={60}
      />
      <SelectField
        name="state"
        label="State"
        description="Goes with the city"
        options={states}
        prompt="Any state"
        autoComplete="address-level1"
      />
      <NationalField />
    </div>
  );
}
