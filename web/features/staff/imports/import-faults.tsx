import { useState } from 'react';
import { importErrorsPath } from '#server/staff/imports/import-kinds.shared.ts';
import { StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffFileLink } from '#web/features/staff/kit/staff-file-link.tsx';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

const columns = {
  line: { label: 'Line', format: 'text' },
  column: { label: 'Column', format: 'text' },
  message: { label: 'What to correct', format: 'text' },
} as const;

/** Lists the rejected lines of a file, page by page. */
export function ImportFaults({
  id,
  refetchMs,
  hasFiles,
}: {
  id: string;
  refetchMs: number | false;
  /** True if the rejected rows can be downloaded. */
  hasFiles: boolean;
}) {
  const [after, setAfter] = useState<{ line: number; position: number } | undefined>();
  const query = trpc.staff.imports.faults.useQuery(
    { id, after },
    { placeholderData: (last) => last, refetchInterval: refetchMs, refetchOnMount: 'always' },
  );
  const lastFault = query.data?.faults.at(-1);
  return (
    <StaffSection title="Errors by line">
      {hasFiles ? (
        <p>
          <StaffFileLink href={importErrorsPath(id)}>Download the refused rows</StaffFileLink> with all their
          columns and their errors.
        </p>
      ) : null}
      {query.error ? <ErrorBox message={toFailure(query.error).message} /> : null}
      {query.data ? (
        <StaffTable
          label="Errors by line"
          columns={columns}
          rows={query.data.faults.map((fault) => ({
            ...fault,
            id: `${fault.line}.${fault.position}`,
            line: String(fault.line),
          }))}
        />
      ) : (
        <Skeleton heights={['12rem']} />
      )}
      <div>
        {after === undefined ? null : (
          <Button variant="quiet" onClick={() => setAfter(undefined)}>
            First lines
          </Button>
        )}
        {query.data?.hasMore && lastFault ? (
          <Button
            variant="quiet"
            onClick={() => setAfter({ line: lastFault.line, position: lastFault.position })}
          >
            Next lines
          </Button>
        ) : null}
      </div>
    </StaffSection>
  );
}
