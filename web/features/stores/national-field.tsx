import { useField } from '#web/components/form/field-context.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';
import classes from './national-field.module.css';

const LABEL = 'National businesses';

export function NationalField() {
  const { id, value, setValue } = useField('national', LABEL);
  return (
    <div className={classes.national}>
      <div className={classes.box}>
        <input
          id={id}
          type="checkbox"
          name="national"
          checked={value === true}
          aria-describedby={`${id}-description`}
          onChange={(event) => setValue(event.currentTarget.checked)}
        />
        <CheckIcon size={18} />
      </div>
      <div>
        <label htmlFor={id}>{LABEL}</label>
        <p id={`${id}-description`}>Around a place: these as well. Without a place: these alone.</p>
      </div>
    </div>
  );
}
