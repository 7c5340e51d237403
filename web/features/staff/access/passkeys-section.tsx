import { useState } from 'react';
import { formatLongDate } from '#server/lib/dates.ts';
import { toFailure } from '#web/lib/errors.ts';
import { toDate } from '#web/lib/format.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { PageMeta } from '#web/ui/page/page-meta.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useStaffClient } from '../kit/staff-client.ts';
import { StaffSection } from '../kit/staff-detail.tsx';
import { StaffTable } from '../kit/staff-table.tsx';
import { usePasskeyRetry } from './passkey-browser.ts';
import { AddPasskeyForm } from './staff-gate.tsx';

type Passkey = RouterOutputs['accounts']['passkeys']['mine'][number];

const COLUMNS = {
  name: { label: 'Device', format: 'text' },
  createdAt: { label: 'Added', format: 'instant' },
  lastUsedAt: { label: 'Last used', format: 'instant' },
  remove: { label: 'Remove', format: 'text' },
} as const;

/** Lists the staff member's own passkeys. */
export function PasskeysSection() {
  const passkeys = trpc.accounts.passkeys.mine.useQuery();
  const utils = trpc.useUtils();
  const refresh = () => utils.accounts.passkeys.mine.invalidate();
  // Empties the form for the next passkey, but never while someone is typing a name.
  const [addedCount, setAddedCount] = useState(0);
  const finishAdding = async () => {
    await refresh();
    setAddedCount((count) => count + 1);
  };
  return (
    <>
      <PageMeta title="Your passkeys" noindex />
      <h1 tabIndex={-1}>Your passkeys</h1>
      <p>
        You can open the console with any of them. Keep one on a second device in case you lose the first.
      </p>
      {passkeys.error ? (
        <ErrorBox message={toFailure(passkeys.error).message} onRetry={() => void passkeys.refetch()} />
      ) : null}
      {passkeys.isPending ? <Skeleton heights={['8rem']} /> : null}
      {passkeys.data ? (
        <StaffTable
          label="Your passkeys"
          columns={COLUMNS}
          rows={passkeys.data.map((passkey) => ({ ...passkey, remove: null }))}
          renderCell={(column, row) => {
            const passkey = passkeys.data.find(({ id }) => id === row.id);
            if (column !== 'remove' || !passkey) return undefined;
            return <RemovePasskey passkey={passkey} onRemoved={refresh} />;
          }}
        />
      ) : null}
      <StaffSection title="Add another passkey">
        <AddPasskeyForm key={addedCount} onAdded={finishAdding} />
      </StaffSection>
    </>
  );
}

function RemovePasskey({ passkey, onRemoved }: { passkey: Passkey; onRemoved(): Promise<void> }) {
  const client = useStaffClient();
  const withPasskey = usePasskeyRetry();
  const addedAt = toDate(passkey.createdAt);
  return (
    <ConfirmedAction
      label="Remove"
      targetName={passkey.name}
      keepLabel="Keep it"
      onConfirm={async () => {
        await withPasskey(() => client.accounts.passkeys.remove.mutate({ id: passkey.id }));
        await onRemoved();
      }}
    >
      <p>
        {passkey.name}
        {addedAt === null ? '' : `, added ${formatLongDate(addedAt)},`} will no longer open the console. It
        also closes in your other sessions, until you use another passkey there.
      </p>
    </ConfirmedAction>
  );
}
