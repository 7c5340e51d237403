import { Progress } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { type ImportDetail, importId } from '#server/staff/imports/import.schema.ts';
import { type ImportKindName, importErrorsPath } from '#server/staff/imports/import-kinds.shared.ts';
import { IMPORT_STATES } from '#server/staff/imports/import-list.shared.ts';
import { formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useRefreshStaff, useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffFileLink } from '#web/features/staff/kit/staff-file-link.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { usePasskeyRetry } from '../access/passkey-browser.ts';
import { MappingForm } from './mapping-form.tsx';
import '#web/ui/styles/mantine-rest.css';
import '@mantine/core/styles/Progress.layer.css';

const columns = {
  line: { label: 'Line', format: 'text' },
  column: { label: 'Column', format: 'text' },
  message: { label: 'What to correct', format: 'text' },
} as const;

/** Lists the rejected lines of a file, page by page. */
function ImportFaults({
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
        <div>
          <StaffFileLink href={importErrorsPath(id)}>Download the refused rows</StaffFileLink> with all their
          columns and their errors.
        </div>
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

type Import = RouterOutputs['staff']['imports']['find'];

const POLL_MS = 1_000;
const IN_PROGRESS: ReadonlyArray<Import['state']> = ['uploading', 'checking', 'running'];
const NEXT_STEPS: Readonly<Record<Import['state'], string>> = {
  uploading: 'The file is being uploaded.',
  mapping: 'Choose what the columns and values of the file mean. Then we check it. Nothing is imported yet.',
  checking: 'The file is being checked. Nothing is stored yet. You can leave this page.',
  checked: 'This is what the import would do. Correct the lines below in your file, or import the rest now.',
  running: 'The import is running in the background. You can leave this page.',
  done: 'The import is finished.',
  canceled: 'This import was canceled. Rows that were already imported stay.',
  failed: 'Correct the file and upload it again.',
};

/** Shows a dry run or an import: its progress, its result, and the rejected lines. */
export function ImportPage({ kind }: { kind: ImportKindName }) {
  const { id = '' } = useParams();
  const query = trpc.staff.imports.find.useQuery(
    { id },
    {
      refetchInterval: ({ state: { data } }) => (data && IN_PROGRESS.includes(data.state) ? POLL_MS : false),
    },
  );
  if (query.error) return <ErrorBox message={toFailure(query.error).message} />;
  if (!query.data) return <Skeleton heights={['3rem', '16rem']} />;
  const { fileName, state, counts, checked, reason, problem, hasFiles, recognized } = query.data;
  const isInProgress = IN_PROGRESS.includes(state);
  const isCounted = state !== 'uploading' && state !== 'mapping' && state !== 'failed';
  return (
    <StaffDetail
      section={kind === 'businesses' ? 'businesses' : 'import'}
      title={fileName}
      subtitle={IMPORT_STATES[state]}
      actions={<ImportActions id={id} state={state} />}
    >
      <StaffSection title="Progress">
        <p role="status">{problem ?? NEXT_STEPS[state]}</p>
        {isInProgress ? (
          <Progress.Root size="lg">
            <Progress.Section value={percent(query.data)} aria-label="Progress" />
          </Progress.Root>
        ) : null}
        {isCounted ? (
          <Facts
            rows={[
              ['New', formatCount(counts.new, checked?.new)],
              ['Changed', formatCount(counts.changed, checked?.changed)],
              ['Unchanged', formatCount(counts.unchanged, checked?.unchanged)],
              ['Refused', formatCount(counts.refused, checked?.refused)],
              ['Skipped', formatCount(counts.skipped, checked?.skipped)],
              ['Uploaded', formatInstant(query.data.createdAt)],
              ['Finished', query.data.finishedAt === null ? null : formatInstant(query.data.finishedAt)],
              ['Reason', reason],
            ]}
          />
        ) : null}
      </StaffSection>
      {recognized === null ? null : <RecognizedFile {...recognized} isMapped={state !== 'mapping'} />}
      {hasFiles && recognized !== null && (state === 'mapping' || state === 'checked') ? (
        <MappingStep key={id} kind={kind} id={id} isOpen={state === 'mapping'} />
      ) : null}
      {counts.refused > 0 ? (
        <ImportFaults
          key={state}
          id={id}
          refetchMs={isInProgress && POLL_MS}
          hasFiles={hasFiles && !isInProgress}
        />
      ) : null}
    </StaffDetail>
  );
}

const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
} as const;
const SEPARATORS: Readonly<Record<string, string>> = {
  ',': 'Commas',
  ';': 'Semicolons',
  '\t': 'Tabs',
  '|': 'Vertical bars',
};

type Recognized = NonNullable<ImportDetail['recognized']>;

function RecognizedFile(file: Recognized & { isMapped: boolean }) {
  const { exportedFrom, encoding, separator, rows, unused, isMapped } = file;
  return (
    <StaffSection title="What we recognized">
      <Facts
        rows={[
          ['System', exportedFrom ?? 'Unknown'],
          ['Rows', rows.toLocaleString('en-US')],
          ['Encoding', ENCODINGS[encoding]],
          ['Separator', SEPARATORS[separator] ?? separator],
        ]}
      />
      {isMapped && unused.length > 0 ? <p>Not used: {unused.join(', ')}.</p> : null}
    </StaffSection>
  );
}

interface MappingStepProps {
  kind: ImportKindName;
  id: string;
  /** False if the file is already mapped, so that staff first choose to change that. */
  isOpen: boolean;
}

function MappingStep({ kind, id, isOpen }: MappingStepProps) {
  const [isChanging, setIsChanging] = useState(false);
  if (isOpen || isChanging) return <OpenMapping kind={kind} id={id} onMapped={() => setIsChanging(false)} />;
  return (
    <div>
      <Button variant="quiet" onClick={() => setIsChanging(true)}>
        Change columns and values
      </Button>
    </div>
  );
}

function OpenMapping({ kind, id, onMapped }: { kind: ImportKindName; id: string; onMapped(): void }) {
  const client = useStaffClient();
  const refreshStaff = useRefreshStaff();
  const withPasskey = usePasskeyRetry();
  // Not kept, because the form starts with the first data that it gets.
  const query = trpc.staff.imports.mapping.useQuery({ id }, { gcTime: 0 });
  return (
    <StaffQuery query={query}>
      {(step) => (
        <MappingForm
          kind={kind}
          step={step}
          onSubmit={async (mapping) => {
            await withPasskey(() => client.staff.imports.map.mutate({ id, mapping }));
            onMapped();
            await refreshStaff();
          }}
        />
      )}
    </StaffQuery>
  );
}

function ImportActions({ id, state }: { id: string; state: Import['state'] }) {
  const client = useStaffClient();
  return (
    <>
      {state === 'checked' ? (
        <StaffAction label="Import" schema={importId} initial={{ id }} action={client.staff.imports.start} />
      ) : null}
      {state === 'mapping' || state === 'checking' || state === 'checked' || state === 'running' ? (
        <StaffAction
          label="Cancel import"
          danger
          schema={importId}
          initial={{ id }}
          action={client.staff.imports.cancel}
        />
      ) : null}
    </>
  );
}

const percent = ({ readBytes, bytes }: Import) => (bytes === 0 ? 0 : Math.round((readBytes / bytes) * 100));

function formatCount(count: number, checked: number | undefined): string {
  const text = count.toLocaleString('en-US');
  return checked === undefined ? text : `${text} of ${checked.toLocaleString('en-US')}`;
}
