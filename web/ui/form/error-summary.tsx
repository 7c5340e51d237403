import { type RefObject, useEffect, useRef, useState } from 'react';
import type { RegisteredField } from './field-context.tsx';
import classes from './form.module.css';
import type { FieldErrors } from './validation.ts';

interface ErrorSummaryProps {
  title?: string | undefined;
  summary: { errors: FieldErrors; attempt: number };
  /**
   * The current errors. Lines for corrected errors are struck through instead of removed, so that the layout
   * doesn't shift while typing.
   */
  errors: FieldErrors;
  fields: RefObject<Map<string, RegisteredField>>;
}

interface SummaryLine {
  path: string;
  text: string;
}

/** Lists the errors, with buttons that focus their fields. Takes focus when an attempt fails. */
export function ErrorSummary({ title, summary, errors, fields }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState<SummaryLine[]>([]);

  useEffect(() => {
    const registeredFields = fields.current;
    setLines(
      Object.entries(summary.errors).map(([path, message]) => {
        const label = registeredFields.get(path)?.label;
        return { path, text: label === undefined ? message : `${label}: ${message}` };
      }),
    );
  }, [summary, fields]);

  // Waits for the lines to be rendered before moving focus to them.
  useEffect(() => {
    if (lines.length > 0) box.current?.focus();
  }, [lines]);

  if (lines.length === 0) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className={classes.summary}>
      <p className={classes.summaryTitle}>{title ?? 'Please check the marked fields.'}</p>
      <ul>
        {lines.map(({ path, text }) => (
          <li key={path} data-corrected={errors[path] === undefined || undefined}>
            {fields.current.has(path) ? (
              <button type="button" onClick={() => fields.current.get(path)?.focus()}>
                {text}
              </button>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
