import { useId } from 'react';
import { CheckIcon } from '#web/ui/icons.tsx';
import classes from './search-form.module.css';
import type { SearchFormState } from './use-search-form.ts';

const LABEL = 'Include national businesses';

export function NationalField({ form }: { form: SearchFormState }) {
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
