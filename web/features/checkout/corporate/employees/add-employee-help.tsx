import { Modal } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
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
