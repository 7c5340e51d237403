import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import classes from '../checkout.module.css';
import { useRows } from '../use-rows.ts';
import type { AffiliateValues } from './affiliate-values.ts';

const MAX_EMPLOYEES = 50;

interface EmployeeFieldsProps {
  employees: AffiliateValues['employees'];
  onChange(employees: AffiliateValues['employees']): void;
}

/** Fields for the employees whom a loyalty affiliate wants us to invite. */
export function EmployeeFields({ employees, onChange }: EmployeeFieldsProps) {
  const rows = employees.map((_, index) => ({ index, path: `employees.${index}` }));
  const { list, add, remove } = useRows(employees, { name: '', contact: '' }, onChange);
  return (
    <div ref={list} className={formClasses.group}>
      <p className={classes.hint}>Who should we invite? You can leave this blank.</p>
      {rows.map(({ path, index }) => (
        <div key={path} className={classes.member}>
          <div className={formClasses.pair}>
            <TextField
              name={`${path}.name`}
              label={`Name of employee ${index + 1}`}
              autoComplete="off"
              autoCapitalize="words"
            />
            <TextField
              name={`${path}.contact`}
              label={`Email or phone of employee ${index + 1}`}
              autoComplete="off"
              autoCapitalize="none"
            />
          </div>
          <Button variant="quiet" onClick={() => remove(index)} aria-label={`Remove employee ${index + 1}`}>
            Remove
          </Button>
        </div>
      ))}
      {employees.length < MAX_EMPLOYEES ? (
        <div>
          <Button variant="secondary" onClick={add}>
            {employees.length === 0 ? 'Add an employee' : 'Add another employee'}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
