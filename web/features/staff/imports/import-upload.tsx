import { FileInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { type ReactNode, useState } from 'react';
import {
  IMPORT_FILE_DAYS,
  IMPORT_KINDS,
  type ImportKindName,
  importPath,
  MAX_IMPORT_BYTES,
} from '#server/staff/imports/import-kinds.shared.ts';
import { Facts, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { FILE_TOO_LARGE, type ImportOptions, uploadImport } from './upload-import.ts';

export interface ImportUploadProps {
  kind: ImportKindName;
  /** Sent with the file. `fields` are the form controls for these options. */
  options?: ImportOptions | undefined;
  fields?: ReactNode;
}

/** Uploads a file and opens the page of its dry run. */
export function ImportUpload({ kind, options, fields }: ImportUploadProps) {
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
        A CSV file in UTF-8 of at most {MAX_IMPORT_BYTES / 1024 ** 2} MB. We check it first and don’t store
        anything until you start the import. We delete the file if you cancel the import, or after{' '}
        {IMPORT_FILE_DAYS} days.
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
