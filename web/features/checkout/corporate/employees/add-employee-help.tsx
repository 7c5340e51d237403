import { Modal } from '@mantine/core';
import { useCorporatePlans } from '#web/features/catalog/corporate/use-corporate-plans.ts';
import { Button } from '#web/ui/button.tsx';
import classes from '../corporate.module.css';

export function AddEmployeeHelp({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { data: plans } = useCorporatePlans();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Adding a Membership"
      size="36rem"
      centered
      withCloseButton={false}
      classNames={{ title: classes.dialogTitle }}
    >
      <ul className={classes.notes}>
        <li>
          Each employee gets a membership with a number of its own. A name and a phone number are needed.
        </li>
        <li>
          With an e-mail address, the employee is invited to keep the card in an account of their own. Without
          one, you print the card from your company page.
        </li>
        <li>
          Things for an employee go to your company’s address, unless you enter an address of the employee’s
          own.
        </li>
        <li>
          A family plan covers a spouse and children, too. It costs {plans?.familyLabel ?? 'more'} and counts
          as two cards.
        </li>
        <li>
          Do you have the names in a spreadsheet? Choose ‘Paste or upload a list’: what is wrong in it is
          shown row by row.
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
