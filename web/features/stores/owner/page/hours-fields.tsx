import { TextInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { WEEKDAYS } from '#server/domains/stores/hours.shared.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import classes from '../owner.module.css';

/** A day's hours as form values. */
export interface DayValues {
  isOpen: boolean;
  opens: string;
  closes: string;
}

interface HoursFieldsProps {
  hours: readonly DayValues[];
  onChange(hours: DayValues[]): void;
}

export function HoursFields({ hours, onChange }: HoursFieldsProps) {
  const [monday] = hours;
  return (
    <fieldset className={classes.further}>
      <legend>Business hours</legend>
      <p className={classes.hint}>
        Leave all days closed if you don’t want to show hours. A closing time before the opening time means
        the next day.
      </p>
      <ul className={classes.days}>
        {WEEKDAYS.map((day, index) => (
          <li key={day} className={classes.day}>
            <CheckboxField name={`hours.${index}.isOpen`} label={`Open on ${day}`}>
              {day}
            </CheckboxField>
            {hours[index]?.isOpen ? (
              <>
                <TimeField name={`hours.${index}.opens`} label={`${day} opens`} />
                <TimeField name={`hours.${index}.closes`} label={`${day} closes`} />
              </>
            ) : (
              <span className={classes.hint}>Closed</span>
            )}
          </li>
        ))}
      </ul>
      {monday?.isOpen ? (
        <Button variant="quiet" onClick={() => onChange(WEEKDAYS.map(() => monday))}>
          Use Monday’s hours for every day
        </Button>
      ) : null}
    </fieldset>
  );
}

function TimeField({ name, label }: { name: string; label: string }) {
  const field = useField(name, label);
  return (
    <TextInput
      id={field.id}
      name={name}
      type="time"
      label={label}
      value={typeof field.value === 'string' ? field.value : ''}
      error={field.error}
      onChange={(event) => field.setValue(event.currentTarget.value)}
      onBlur={field.onBlur}
    />
  );
}
