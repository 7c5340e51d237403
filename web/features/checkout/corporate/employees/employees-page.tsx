import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { CardCount } from '../card-count.tsx';
import classes from '../corporate.module.css';
import { AddEmployeeHelp } from './add-employee-help.tsx';
import { EmployeeList } from './employee-list.tsx';
import { type EmployeeValues, isUntouched } from './employee-values.ts';
import { ListDialog } from './list-dialog.tsx';
import { useEmployees } from './use-employees.ts';

interface EmployeesPageProps {
  employees: readonly EmployeeValues[];
  minimumWaived: boolean;
  /** The company receives the cards of employees who have no address of their own. */
  companyName: string;
  /** The price of the cards in the list. */
  price: ReactNode;
  onChange(employees: EmployeeValues[]): void;
}

export function EmployeesPage(props: EmployeesPageProps) {
  const { employees, minimumWaived, companyName, price, onChange } = props;
  const list = useEmployees(employees, onChange);
  const [dialog, setDialog] = useState<'adding' | 'list' | null>(null);
  return (
    <>
      <div className={classes.tools}>
        <Button variant="secondary" onClick={() => setDialog('list')}>
          Paste or upload a list
        </Button>
        <Button variant="quiet" onClick={() => setDialog('adding')}>
          Adding a Membership
        </Button>
      </div>
      <EmployeeList list={list} companyName={companyName} />
      <div className={classes.tools}>
        <Button variant="secondary" onClick={list.add} id="add-employee">
          Add Employee
        </Button>
        {employees.length > 1 ? (
          <ConfirmedAction
            label="Remove all"
            targetName="employees"
            keepLabel="Keep them"
            onConfirm={async () => list.clear()}
          >
            <p>Are you sure you want to remove all {employees.length} employees from this list?</p>
          </ConfirmedAction>
        ) : null}
      </div>
      <CardCount employees={employees} minimumWaived={minimumWaived} price={price} />
      <AddEmployeeHelp opened={dialog === 'adding'} onClose={() => setDialog(null)} />
      <ListDialog
        opened={dialog === 'list'}
        listedCount={employees.every(isUntouched) ? 0 : employees.length}
        onAdd={list.addAll}
        onClose={() => setDialog(null)}
      />
    </>
  );
}
