import { useCorporatePlans } from '#web/features/catalog/corporate/use-corporate-plans.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldScope } from '#web/ui/form/field-context.tsx';
import { hasErrors } from '#web/ui/form/validation.ts';
import { icon } from '#web/ui/icons.tsx';
import classes from '../corporate.module.css';
import { employeeErrors } from './employee-errors.ts';
import { EmployeeFields } from './employee-fields.tsx';
import { type EmployeeValues, nameOf } from './employee-values.ts';

const ChevronIcon = icon(<path d="M9 6l6 6-6 6" />);

interface EmployeeRowProps {
  values: EmployeeValues;
  /** The index in the whole list. */
  place: number;
  open: boolean;
  companyName: string;
  onToggle(): void;
  onRemove(): void;
}

/** One employee: a summary line, and the fields while expanded. */
export function EmployeeRow({ values, place, open, companyName, onToggle, onRemove }: EmployeeRowProps) {
  const { data: plans } = useCorporatePlans();
  const id = `employee-${values.key}`;
  const name = nameOf(values, place);
  const card = values.familyPlan ? plans?.family : plans?.personal;
  return (
    <li id={id} className={classes.row} data-open={open || undefined}>
      <div className={classes.rowHead}>
        <h4>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={open}
            aria-controls={open ? `${id}-fields` : undefined}
            onClick={onToggle}
          >
            <ChevronIcon size={20} />
            <span className={classes.rowName}>
              {place + 1}. {name}
            </span>
            <span className={classes.rowCard}>{card?.copy.title}</span>
            {!open && hasErrors(employeeErrors(values)) ? (
              <span className={classes.flag}>Needs a look</span>
            ) : null}
          </button>
        </h4>
        <Button variant="quiet" onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
      {open ? (
        <fieldset id={`${id}-fields`} className={classes.rowFields} aria-label={`Employee ${place + 1}`}>
          <FieldScope name={`Employee ${place + 1}`}>
            <EmployeeFields
              at={`employees.${place}.`}
              values={values}
              companyName={companyName}
              familyLabel={plans?.familyLabel}
            />
          </FieldScope>
        </fieldset>
      ) : null}
    </li>
  );
}
