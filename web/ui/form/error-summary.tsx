import { type RefObject, useEffect, useRef, useState } from 'react';
import type { RegisteredField } from './field-context.tsx';
import classes from './form.module.css';
import type { FieldErrors } from './validation.ts';

interface ErrorSummaryProps {
  title?: string | undefined;
  summary: { errors: FieldErrors; attempt: number };
  /** What is still wrong; corrected lines are struck out, so that nothing moves under the typing hand. */
  errors: FieldErrors;
  fields: RefObject<Map<string, RegisteredField>>;
}

interface Line {
  path: string;
  text: string;
}

/** All errors of an attempt in one place, each leading to its field; takes the focus when an attempt fails. */
export function ErrorSummary({ title, summary, errors, fields }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState<Line[]>([]);

  useEffect(() => {
    const known = fields.current;
    setLines(
      Object.entries(summary.errors).map(([path, message]) => {
        const label = known.get(path)?.label;
        return { path, text: label === undefined ? message : `${label}: ${message}` };
      }),
    );
  }, [summary, fields]);

  // Runs once the lines of a new attempt stand in the page.
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
