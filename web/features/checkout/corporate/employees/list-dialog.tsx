import { FileButton, Modal, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { MAX_EMPLOYEES } from '#server/checkout/kinds/corporate/corporate.schema.ts';
import type { RowFault } from '#server/checkout/kinds/corporate/employee-list.schema.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import classes from '../corporate.module.css';
import type { EmployeeValues } from './employee-values.ts';
import { RejectedRows } from './rejected-rows.tsx';

const UNFETCHED = 'A part of this page could not be fetched. Please check your connection and try again.';

interface ListDialogProps {
  opened: boolean;
  /** The number of employees already listed. */
  present: number;
  onAdd(employees: EmployeeValues[]): void;
  onClose(): void;
}

/** Adds many employees at once. Rows with errors stay in the dialog to be corrected. */
export function ListDialog({ opened, present, onAdd, onClose }: ListDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Paste or upload a list"
      size="44rem"
      closeOnClickOutside={false}
      classNames={{ title: classes.dialogTitle }}
    >
      <Reader present={present} onAdd={onAdd} onClose={onClose} />
    </Modal>
  );
}

function Reader({ present, onAdd, onClose }: Omit<ListDialogProps, 'opened'>) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [rows, setRows] = useState<{ added: number; faults: RowFault[] } | null>(null);
  const [busy, setBusy] = useState(false);
  const forget = useRef<() => void>(null);

  function write(changed: string) {
    setText(changed);
    setFault(null);
  }

  /** Runs code that is loaded on demand, and reports a failed download. */
  async function withReader(work: () => Promise<void>) {
    setBusy(true);
    setFault(null);
    try {
      await work();
    } catch {
      setRows(null);
      setFault(UNFETCHED);
    } finally {
      setBusy(false);
    }
  }

  const choose = (file: File) =>
    withReader(async () => {
      forget.current?.();
      const { readFile } = await import('./list-file.ts');
      const read = await readFile(file);
      setRows(null);
      if ('text' in read) setText(read.text);
      else setFault(read.fault);
    });

  const add = () =>
    withReader(async () => {
      const { readList } = await import('./list-file.ts');
      const read = readList(text, MAX_EMPLOYEES - present);
      if ('fault' in read) {
        setRows(null);
        return setFault(read.fault);
      }
      const { employees, faults, rest } = read;
      if (employees.length > 0) onAdd(employees);
      if (faults.length === 0) return onClose();
      setText(rest);
      setRows({ added: employees.length, faults });
    });

  const saveTemplate = () =>
    withReader(async () => {
      const { templateFile } = await import('./list-file.ts');
      saveFile(templateFile(), 'employees.csv');
    });

  return (
    <div className={classes.reader}>
      <p>
        One employee a line: first name, last name, phone, e-mail. Further columns may say whether it is a
        family plan, and who belongs to the family.{' '}
        <button type="button" className={classes.linkButton} onClick={() => void saveTemplate()}>
          Download a template
        </button>
      </p>
      {fault === null ? null : <ErrorBox title="There was an issue." message={fault} focus />}
      {rows === null ? null : <RejectedRows added={rows.added} faults={rows.faults} />}
      <Textarea
        label="Employees"
        description="Paste them from a spreadsheet, or type them with commas in between."
        rows={9}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        classNames={{ input: classes.listText }}
        data-autofocus
      />
      <Notice>Nothing is charged before you have seen everybody and the total.</Notice>
      <div className={classes.dialogActions}>
        <FileButton
          resetRef={forget}
          accept=".csv,.tsv,.txt,text/csv"
          onChange={(file) => void (file && choose(file))}
        >
          {({ onClick }) => (
            <Button variant="secondary" onClick={onClick}>
              Choose a CSV file
            </Button>
          )}
        </FileButton>
        <Button onClick={() => void add()} busy={busy} disabled={text.trim() === ''}>
          Add these employees
        </Button>
      </div>
    </div>
  );
}
