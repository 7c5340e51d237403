import { Modal } from '@mantine/core';
import { PublishedText } from '#web/components/published-text.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import classes from './checkout.module.css';
import printClasses from './terms-dialog.module.css';

interface TermsDialogProps {
  opened: boolean;
  onClose(): void;
}

/** The member's contract, to read and to print. */
export function TermsDialog({ opened, onClose }: TermsDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Membership terms"
      size="46rem"
      classNames={{ title: classes.dialogTitle, root: printClasses.terms }}
    >
      {opened ? <Contract /> : null}
      <div className={classes.dialogActions} data-print="hide">
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}

function Contract() {
  const contract = trpc.content.contract.useQuery(
    { type: 'MEMBER' },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  if (contract.isError)
    return <ErrorBox message={toFailure(contract.error).message} onRetry={() => void contract.refetch()} />;
  if (contract.data === undefined) return <Skeleton heights={['2rem', '6rem', '6rem', '6rem']} />;
  return <PublishedText {...contract.data} />;
}
