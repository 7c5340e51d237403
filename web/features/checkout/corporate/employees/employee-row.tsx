import { useCorporatePlans } from '#web/features/catalog/corporate/use-corporate-plans.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldScope } from '#web/ui/form/field-context.tsx';
import { hasErrors } from '#web/ui/form/validation.ts';
import { icon } from '#web/ui/icons.tsx';
import classes from '../corporate.module.css';
import { findEmployeeErrors } from './employee-errors.ts';
import { EmployeeFields } from './employee-fields.tsx';
import { type EmployeeValues, employeeName } from './employee-values.ts';

const ChevronIcon = icon(<path d="M9 6l6 6-6 6" />);

interface EmployeeRowProps {
  values: EmployeeValues;
  /** The employee's position in the whole list, across pages. */
  index: number;
  isOpen: boolean;
  companyName: string;
  onToggle(): void;
  onRemove(): void;
}

/** Shows a summary line and, while expanded, the employee's fields. */
export function EmployeeRow({ values, index, isOpen, companyName, onToggle, onRemove }: EmployeeRowProps) {
  const { data: plans } = useCorporatePlans();
  const id = `employee-${values.key}`;
  const name = employeeName(values, index);
  const card = values.familyPlan ? plans?.family : plans?.personal;
  return (
    <li id={id} className={classes.row} data-open={isOpen || undefined}>
      <div className={classes.rowHead}>
        <h4>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-fields` : undefined}
            onClick={onToggle}
          >
            <ChevronIcon size={20} />
            <span className={classes.rowName}>
              {index + 1}. {name}
            </span>
            <span className={classes.rowCard}>{card?.copy.title}</span>
            {!isOpen && hasErrors(findEmployeeErrors(values)) ? (
              <span className={classes.flag}>Needs attention</span>
            ) : null}
          </button>
        </h4>
        <Button variant="quiet" onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
      {isOpen ? (
        <fieldset id={`${id}-fields`} className={classes.rowFields} aria-label={`Employee ${index + 1}`}>
          <FieldScope name={`Employee ${index + 1}`}>
            <EmployeeFields
              pathPrefix={`employees.${index}.`}
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
