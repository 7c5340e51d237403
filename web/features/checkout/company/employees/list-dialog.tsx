import { FileButton, Modal, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { MAX_EMPLOYEES } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import type { RowFault } from '#server/domains/checkout/kinds/corporate/employee-list.schema.ts';
import type { PersonDraft } from '#server/lib/same-person.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from '../company-purchase.module.css';
import type { EmployeeValues } from './employee-values.ts';
import '#web/ui/styles/mantine-rest.css';

const MAX_SHOWN_ROWS = 50;

const countEmployees = (count: number) => (count === 1 ? '1 employee' : `${count} employees`);

function RejectedRows({ added, faults }: { added: number; faults: RowFault[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (faults.length > 0) box.current?.focus();
  }, [faults]);
  const rowsNeed = faults.length === 1 ? 'one row needs' : `${faults.length} rows need`;
  return (
    <div ref={box} role="alert" tabIndex={-1} className={classes.faults}>
      <p>
        <strong>
          {added === 0
            ? `We didn’t add anyone: ${rowsNeed} a change.`
            : `${countEmployees(added)} added; ${rowsNeed} a change.`}
        </strong>{' '}
        {faults.length === 1 ? 'It’s listed' : 'They’re listed'} below. Correct{' '}
        {faults.length === 1 ? 'it and add it' : 'them and add them'} again.
      </p>
      <ul>
        {faults.slice(0, MAX_SHOWN_ROWS).map(({ line, name, problems }) => (
          <li key={line}>
            <strong>
              Row {line}
              {name === '' ? '' : `, ${name}`}
            </strong>
            : {problems.join('; ')}
          </li>
        ))}
      </ul>
      {faults.length > MAX_SHOWN_ROWS ? <p>And {faults.length - MAX_SHOWN_ROWS} more rows.</p> : null}
    </div>
  );
}

interface ListResult {
  added: number;
  faults: RowFault[];
  notes: string[];
  repeated: EmployeeValues[];
}

function ListNotes({ added, faults, notes, repeated, onKeep }: ListResult & { onKeep(): void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (faults.length === 0) box.current?.focus();
  }, [faults]);
  return (
    <div ref={box} role="status" tabIndex={-1} className={classes.faults}>
      {faults.length === 0 ? (
        <p>
          <strong>{added === 0 ? 'We didn’t add anyone.' : `${countEmployees(added)} added.`}</strong> Please
          note:
        </p>
      ) : null}
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {repeated.length === 0 ? null : (
        <button type="button" className={classes.linkButton} onClick={onKeep}>
          Keep both, if they’re different people
        </button>
      )}
    </div>
  );
}

const DOWNLOAD_FAILED = 'We couldn’t load part of this page. Please check your connection and try again.';

interface ListDialogProps {
  opened: boolean;
  listed: readonly EmployeeValues[];
  /** The people who already have cards. */
  cardPeople: readonly PersonDraft[];
  onAdd(employees: EmployeeValues[]): void;
  onClose(): void;
}

/** Adds many employees at once. Rows with errors stay in the dialog, where the user can correct them. */
export function ListDialog({ opened, listed, cardPeople, onAdd, onClose }: ListDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Paste or upload a list"
      size="44rem"
      closeOnClickOutside={false}
      classNames={{ title: layout.dialogTitle }}
    >
      <ListReader listed={listed} cardPeople={cardPeople} onAdd={onAdd} onClose={onClose} />
    </Modal>
  );
}

function ListReader({ listed, cardPeople, onAdd, onClose }: Omit<ListDialogProps, 'opened'>) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [result, setResult] = useState<ListResult | null>(null);
  const [busy, setBusy] = useState(false);
  const resetFileInput = useRef<() => void>(null);

  function changeText(newText: string) {
    setText(newText);
    setError(null);
  }

  /** Runs a task that loads code on demand, and shows an error if the download fails. */
  async function runLoading(task: () => Promise<void>) {
    setBusy(true);
    setError(null);
    try {
      await task();
    } catch {
      setResult(null);
      setError(DOWNLOAD_FAILED);
    } finally {
      setBusy(false);
    }
  }

  const choose = (file: File) =>
    runLoading(async () => {
      resetFileInput.current?.();
      const { readFile } = await import('./list-file.ts');
      const readText = await readFile(file);
      setResult(null);
      if ('text' in readText) setText(readText.text);
      else setError(readText.fault);
    });

  const addEmployees = () =>
    runLoading(async () => {
      const { readList } = await import('./list-file.ts');
      const list = readList(text, MAX_EMPLOYEES - listed.length, [...cardPeople, ...listed]);
      if ('fault' in list) {
        setResult(null);
        return setError(list.fault);
      }
      const { employees, repeated, faults, notes, rest } = list;
      if (employees.length > 0) onAdd(employees);
      if (faults.length === 0 && notes.length === 0) return onClose();
      setText(rest);
      setResult({ added: employees.length, faults, notes, repeated });
    });

  function keepRepeated({ repeated, faults }: ListResult) {
    onAdd(repeated);
    if (faults.length === 0) return onClose();
    setResult(
      (shown) => shown && { ...shown, added: shown.added + repeated.length, notes: [], repeated: [] },
    );
  }

  const saveTemplate = () =>
    runLoading(async () => {
      const { buildTemplate: templateFile } = await import('./list-file.ts');
      saveFile(templateFile(), 'employees.csv');
    });

  return (
    <div className={classes.reader}>
      <p>
        Enter one employee per line: first name, last name, phone, email. You can add columns for a family
        plan and its members. For a person with one name, enter a hyphen (-) as the last name.{' '}
        <button type="button" className={classes.linkButton} onClick={() => void saveTemplate()}>
          Download a template
        </button>
      </p>
      {error === null ? null : <ErrorBox title="There was an issue." message={error} focus />}
      {result === null || result.faults.length === 0 ? null : (
        <RejectedRows added={result.added} faults={result.faults} />
      )}
      {result === null || result.notes.length === 0 ? null : (
        <ListNotes {...result} onKeep={() => keepRepeated(result)} />
      )}
      <Textarea
        label="Employees"
        description="Paste them from a spreadsheet, or type them separated by commas."
        rows={9}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => changeText(event.currentTarget.value)}
        classNames={{ input: classes.listText }}
        data-autofocus
      />
      <Notice>We won’t charge you before you’ve seen the whole list and the total.</Notice>
      <div className={classes.dialogActions}>
        <FileButton
          resetRef={resetFileInput}
          accept=".csv,.tsv,.txt,text/csv"
          onChange={(file) => void (file && choose(file))}
        >
          {({ onClick }) => (
            <Button variant="secondary" onClick={onClick}>
              Choose a CSV file
            </Button>
          )}
        </FileButton>
        {result !== null && result.faults.length === 0 && text.trim() === '' ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <Button onClick={() => void addEmployees()} busy={busy} disabled={text.trim() === ''}>
            Add these employees
          </Button>
        )}
      </div>
    </div>
  );
}
