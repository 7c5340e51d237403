import { type FormEvent, useRef, useState } from 'react';
import { MAX_TEXT_LENGTHS, validatePlace } from '#server/domains/stores/search/search-rules.shared.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './zip-form.module.css';

interface ZipFormProps {
  /** The chosen ZIP code, or an empty string. */
  zip: string;
  /** The server's error about the chosen ZIP code. */
  serverError: string | undefined;
  busy: boolean;
  onChoose(zip: string): void;
}

export function ZipForm({ zip, serverError, busy, onChoose }: ZipFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(zip);
  const [isRefused, setRefused] = useState(false);
  const enteredZip = text.trim();
  // A blank field gets the same message as an invalid ZIP code.
  const problem = validatePlace({ zip: enteredZip || '-', city: null, state: null }).zip;
  const error = isRefused ? problem : enteredZip === zip ? serverError : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setRefused(problem !== undefined);
    if (problem === undefined) onChoose(enteredZip);
    else input.current?.focus();
  }

  return (
    <form method="dialog" noValidate className={classes.form} onSubmit={submit}>
      <label htmlFor="offers-zip">ZIP code</label>
      <div>
        <input
          ref={input}
          id="offers-zip"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={MAX_TEXT_LENGTHS.zip}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : 'offers-zip-error'}
        />
        <Button type="submit" busy={busy}>
          Show offers
        </Button>
      </div>
      {error === undefined ? null : <p id="offers-zip-error">{error}</p>}
    </form>
  );
}
