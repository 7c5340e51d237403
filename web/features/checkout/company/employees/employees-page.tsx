import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  computePlanCount,
  countCards,
  repeatedPeopleError,
} from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import { MIN_CORPORATE_CARDS } from '#server/lib/business-rules.ts';
import { omitRepeatedPeople } from '#server/lib/same-person.ts';
import { useCompanyPlans } from '#web/features/catalog/company/use-company-plans.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from '../company-purchase.module.css';
import { cardCountError, type ListRules } from './employee-errors.ts';
import { EmployeeList } from './employee-list.tsx';
import { type EmployeeValues, isUntouched } from './employee-values.ts';
import { ListDialog } from './list-dialog.tsx';
import { useEmployees } from './use-employees.ts';
import '#web/ui/styles/mantine-rest.css';

interface CardCountProps extends ListRules {
  employees: readonly EmployeeValues[];
  /** The price of the cards in the list. */
  price: ReactNode;
}

const pluralize = (count: number, singular: string) => `${count} ${singular}${count === 1 ? '' : 's'}`;

function CardCount({ employees, price, onKeepOne, ...rules }: CardCountProps & { onKeepOne(): void }) {
  const { minimumWaived, cardPeople } = rules;
  const field = useField('employees', 'Employees', focusAdd);
  const counts = countCards(employees);
  // Toward the minimum, a family card counts as two.
  const countedCards = minimumWaived ? employees.length : computePlanCount(counts);
  const countError = cardCountError(employees, rules);
  const repeatedError = repeatedPeopleError(employees, cardPeople);
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
      {repeatedError === null ? null : (
        <div role="status">
          <p className={classes.countFault}>{repeatedError}</p>
          <div className={layout.toolRow}>
            <Button variant="secondary" onClick={onKeepOne}>
              Keep one of each
            </Button>
            <CheckboxField name="keepsRepeated" label="Keep both">
              Keep both. They’re different people.
            </CheckboxField>
          </div>
        </div>
      )}
      {field.error === undefined || [countError, repeatedError].includes(field.error) ? null : (
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

interface EmployeesPageProps extends CardCountProps {
  /** The company receives the cards of employees who have no address of their own. */
  companyName: string;
  onChange(employees: EmployeeValues[]): void;
}

export function EmployeesPage(props: EmployeesPageProps) {
  const { companyName, onChange, ...count } = props;
  const { employees, cardPeople = [] } = count;
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
      <CardCount
        {...count}
        onKeepOne={() => {
          onChange(omitRepeatedPeople(employees, cardPeople));
          focusAdd();
        }}
      />
      <AddEmployeeHelp opened={dialog === 'adding'} onClose={() => setDialog(null)} />
      <ListDialog
        opened={dialog === 'list'}
        listed={employees.filter((values) => !isUntouched(values))}
        cardPeople={cardPeople}
        onAdd={list.addAll}
        onClose={() => setDialog(null)}
      />
    </>
  );
}
