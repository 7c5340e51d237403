import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { computePlanCount, countCards } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import { MIN_CORPORATE_CARDS } from '#server/lib/business-rules.ts';
import { useCompanyPlans } from '#web/features/catalog/company/use-company-plans.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from '../company-purchase.module.css';
import { cardCountError } from './employee-errors.ts';
import { EmployeeList } from './employee-list.tsx';
import { type EmployeeValues, isUntouched } from './employee-values.ts';
import { ListDialog } from './list-dialog.tsx';
import { useEmployees } from './use-employees.ts';
import '#web/ui/styles/mantine-rest.css';

interface CardCountProps {
  employees: readonly EmployeeValues[];
  minimumWaived: boolean;
  /** The price of the cards in the list. */
  price: ReactNode;
}

const pluralize = (count: number, singular: string) => `${count} ${singular}${count === 1 ? '' : 's'}`;

function CardCount({ employees, minimumWaived, price }: CardCountProps) {
  const field = useField('employees', 'Employees', focusAdd);
  const counts = countCards(employees);
  // Toward the minimum, a family card counts as two.
  const countedCards = minimumWaived ? employees.length : computePlanCount(counts);
  const countError = cardCountError(employees, minimumWaived);
  return (
    <div className={classes.count} data-short={countError === null ? undefined : true}>
      <p className={classes.countTotal} role="status">
        {minimumWaived
          ? pluralize(countedCards, 'card')
          : `${pluralize(countedCards, 'card')} of at least ${MIN_CORPORATE_CARDS}`}
      </p>
      <p>
        {counts.personal} personal, {counts.family} family
        {counts.family > 0 && !minimumWaived ? ' (each counts as two)' : ''}
      </p>
      {price}
      {countError === null ? null : <p className={classes.countFault}>{countError}</p>}
      {field.error === undefined || field.error === countError ? null : (
        <p className={classes.countFault}>{field.error}</p>
      )}
    </div>
  );
}

function focusAdd(): void {
  document.getElementById('add-employee')?.focus();
}

function AddEmployeeHelp({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { data: plans } = useCompanyPlans();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Adding a Membership"
      size="36rem"
      centered
      withCloseButton={false}
      classNames={{ title: layout.dialogTitle }}
    >
      <ul className={classes.notes}>
        <li>Each employee gets a membership with its own ID. We need a name and a phone number.</li>
        <li>
          If you add an email address, we’ll invite the employee to keep the card in their own account. If you
          don’t, you can print the card from your company page.
        </li>
        <li>We ship physical cards to your company’s address unless you enter the employee’s own address.</li>
        <li>
          A family plan also covers a spouse and children. It costs {plans?.familyLabel ?? 'more'} and counts
          as two cards.
        </li>
        <li>
          Have the names in a spreadsheet? Choose “Paste or upload a list.” We’ll show you any errors row by
          row.
        </li>
      </ul>
      <div className={classes.dialogActions}>
        <Button onClick={onClose} data-autofocus>
          Ok
        </Button>
      </div>
    </Modal>
  );
}

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
      <div className={layout.tightRow}>
        <Button variant="secondary" onClick={() => setDialog('list')}>
          Paste or upload a list
        </Button>
        <Button variant="quiet" onClick={() => setDialog('adding')}>
          Adding a Membership
        </Button>
      </div>
      <EmployeeList list={list} companyName={companyName} />
      <div className={layout.tightRow}>
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
        listed={employees.filter((values) => !isUntouched(values))}
        onAdd={list.addAll}
        onClose={() => setDialog(null)}
      />
    </>
  );
}
