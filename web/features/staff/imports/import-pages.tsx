import { FileInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import {
  IMPORT_FILE_DAYS,
  IMPORT_KINDS,
  type ImportKindName,
  importPath,
  importUploadPath,
  MAX_IMPORT_BYTES,
} from '#server/staff/imports/import-kinds.shared.ts';
import { importList } from '#server/staff/imports/import-list.shared.ts';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { Facts, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { getCsrfHeaders } from '#web/lib/csrf.ts';
import { FALLBACK_MESSAGE } from '#web/lib/errors.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { ImportPage } from './import-page.tsx';
import '#web/ui/styles/mantine-rest.css';

const UNREACHABLE = 'We couldn’t upload the file. Please check your connection and try again.';
const FILE_TOO_LARGE = `Please choose a file of at most ${MAX_IMPORT_BYTES / 1024 ** 2} MB. Split a larger one into several files.`;

type ImportOptions = Readonly<Record<string, string | boolean>>;

const successResponse = z.object({ id: z.uuid() });
const errorResponse = z.object({ error: z.string() });

/** Returns the import's id. Throws an error with a message for the user. */
async function uploadImport(kind: ImportKindName, file: File, options: ImportOptions = {}): Promise<string> {
  const query = new URLSearchParams({ name: file.name, options: JSON.stringify(options) });
  const headers = { 'content-type': 'text/csv', ...(await getCsrfHeaders()) };
  const response = await fetch(`${importUploadPath(kind)}?${query}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers,
    body: file,
  }).catch(() => {
    throw new Error(UNREACHABLE);
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return successResponse.parse(body).id;
  throw new Error(errorResponse.safeParse(body).data?.error ?? FALLBACK_MESSAGE);
}

interface ImportUploadProps {
  kind: ImportKindName;
  /** Sent with the file. `fields` are the form controls for these options. */
  options?: ImportOptions | undefined;
  fields?: ReactNode;
}

/** Uploads a file and opens the page of its dry run. */
function ImportUpload({ kind, options, fields }: ImportUploadProps) {
  const navigate = useLateNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function upload() {
    if (file === null) return setFailure('Please choose a file.');
    if (file.size > MAX_IMPORT_BYTES) return setFailure(FILE_TOO_LARGE);
    setBusy(true);
    setFailure(null);
    try {
      const id = await uploadImport(kind, file, options);
      navigate(importPath(kind, id));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <StaffSection title="Upload a file">
      <p>
        A CSV file of at most {MAX_IMPORT_BYTES / 1024 ** 2} MB. We check it first and don’t store anything
        until you start the import. We delete the file if you cancel the import, or after {IMPORT_FILE_DAYS}{' '}
        days.
      </p>
      {failure === null ? null : <ErrorBox message={failure} focus />}
      <FileInput
        size="md"
        label="File"
        accept=".csv,text/csv"
        placeholder="Choose a CSV file"
        value={file}
        onChange={setFile}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the file' }}
      />
      {fields}
      <div>
        <Button onClick={() => void upload()} busy={busy}>
          Upload and check
        </Button>
      </div>
      <details>
        <summary>Columns in the file</summary>
        <Facts rows={Object.entries<string>(IMPORT_KINDS[kind].columns)} />
      </details>
    </StaffSection>
  );
}

/**
 * The pages of one kind of import: the upload form with a list of earlier imports, and a page for each
 * import.
 */
export function ImportPages(props: ImportUploadProps) {
  const { kind } = props;
  const title = `Import ${IMPORT_KINDS[kind].label.toLowerCase()}`;
  return (
    <SectionRoutes
      root={importPath(kind)}
      lists={[
        {
          name: 'imports',
          definition: { ...importList, title },
          page: <ImportPage kind={kind} />,
          children: <ImportUpload {...props} />,
        },
      ]}
    />
  );
}
