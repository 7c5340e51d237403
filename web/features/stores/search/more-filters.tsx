import { useId } from 'react';
import { BUSINESS_CATEGORIES, TYPE_NAMES } from '#server/domains/stores/category.shared.ts';
import { usStates } from '#server/lib/us-states.ts';
import { Select, TextInput } from '#web/ui/form/inputs.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';
import classes from './search-form.module.css';
import type { SearchFormState } from './use-search-form.ts';

const LABEL = 'Include national businesses';

function NationalField({ form }: { form: SearchFormState }) {
  const id = useId();
  return (
    <div className={classes.national}>
      <div className={classes.box}>
        <input
          id={id}
          type="checkbox"
          name="national"
          checked={form.values.national}
          aria-describedby={`${id}-description`}
          onChange={(event) => form.set({ national: event.currentTarget.checked })}
        />
        <CheckIcon size={18} />
      </div>
      <div>
        <label htmlFor={id}>{LABEL}</label>
        <p id={`${id}-description`}>Without a ZIP code or city, you’ll see only these.</p>
      </div>
    </div>
  );
}

const stateOptions = usStates.map(({ code, name }) => ({ value: code, label: name }));
const typeOptions = TYPE_NAMES.map((name) => ({ value: name, label: name }));
const categoryOptions = Object.entries(BUSINESS_CATEGORIES)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => (a.label < b.label ? -1 : 1));

/** Filters that few visitors use. A city with its state can replace the ZIP code. */
export function MoreFilters({ form }: { form: SearchFormState }) {
  return (
    <div className={classes.more}>
      <Select
        {...form.field('category')}
        label="Category"
        description="Anything the business offers"
        options={categoryOptions}
        prompt="Any category"
        autoComplete="off"
      />
      <Select
        {...form.field('type')}
        label="Type"
        description="The business’s main category"
        options={typeOptions}
        prompt="Any type"
        autoComplete="off"
      />
      <TextInput
        {...form.field('city')}
        label="City"
        description="If you don’t know the ZIP code"
        autoComplete="address-level2"
        autoCapitalize="words"
        maxLength={60}
      />
      <Select
        {...form.field('state')}
        label="State"
        description="Required with a city"
        options={stateOptions}
        prompt="Any state"
        autoComplete="address-level1"
      />
      <NationalField form={form} />
    </div>
  );
}
