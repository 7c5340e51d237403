import { Modal } from '@mantine/core';
import layout from '#web/ui/styles/layout.module.css';
import '#web/ui/styles/mantine-rest.css';
import type { ContractType } from '#server/domains/content/content.schema.ts';
import { contractTitles } from '#server/domains/content/text-titles.shared.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { toFailure } from '#web/lib/errors.ts';
import { toDate } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { RichText } from '#web/ui/published-text.tsx';
import classes from './contract-dialog.module.css';

/** PRIVACYPOLICY is the HTTP API's name for the privacy policy, which is not one of the contracts. */
export type ReadableText = ContractType | 'PRIVACYPOLICY';

const readTitle = (type: ReadableText) =>
  type === 'PRIVACYPOLICY' ? 'Terms and privacy policy' : contractTitles[type];

interface ContractDialogProps {
  type: ReadableText;
  opened: boolean;
  onClose(): void;
}

export function ContractDialog({ type, opened, onClose }: ContractDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={readTitle(type)}
      size="46rem"
      classNames={{ title: layout.dialogTitle, root: classes.contract }}
    >
      {opened ? <ContractText type={type} /> : null}
      <div className={layout.dialogActions} data-print="hide">
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}

function ContractText({ type }: { type: ReadableText }) {
  const isPolicy = type === 'PRIVACYPOLICY';
  const policy = trpc.content.policy.useQuery({ type: 'PRIVACY' }, { ...PUBLISHED_HTML, enabled: isPolicy });
  const contract = trpc.content.contract.useQuery(
    { type: isPolicy ? 'MEMBER' : type },
    { ...PUBLISHED_HTML, enabled: !isPolicy },
  );
  const text = isPolicy ? policy : contract;
  if (text.isError)
    return <ErrorBox message={toFailure(text.error).message} onRetry={() => void text.refetch()} />;
  if (text.data === undefined) return <Skeleton heights={['2rem', '6rem', '6rem', '6rem']} />;
  const { version: publication, publishedAt, html } = text.data;
  const date = toDate(publishedAt);
  return (
    <>
      <p className={classes.version}>
        Version {publication}
        {date === null ? null : `, published ${formatLongDate(date)}`}
      </p>
      <RichText html={html} />
    </>
  );
}

const PUBLISHED_HTML = { staleTime: Number.POSITIVE_INFINITY };
