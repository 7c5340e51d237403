import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { readMembershipNumber } from '#server/lib/readers/membership-number.ts';
import { valueOrNull } from '#server/lib/readers/reading.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './verify-search.module.css';

/** Leaves room for the link of a card. */
const MAX_LENGTH = 2_000;

/** Formats a valid membership number as printed on the card. Otherwise only trims the input. */
export function formatTypedNumber(input: string): string {
  const number = valueOrNull(readMembershipNumber(input));
  return number === null ? input.trim() : formatMembershipNumber(number);
}

/** Searching for the same number again checks it again. */
export function VerifySearch({ initialNumber }: { initialNumber: string }) {
  const navigate = useNavigate();
  const { verification } = trpc.useUtils();
  const [typed, setTyped] = useState(initialNumber);
  const [isEmpty, setEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function search(event: FormEvent) {
    event.preventDefault();
    const id = formatTypedNumber(typed);
    setEmpty(id === '');
    if (id === '') return input.current?.focus();
    setTyped(id);
    void verification.find.invalidate();
    void navigate(paths.verifyCard(id));
  }

  return (
    <form
      aria-label="Search"
      action={paths.verify()}
      onSubmit={search}
      className={classes.form}
      data-print="hide"
    >
      <label htmlFor="membership-number">Membership ID</label>
      <div className={`${layout.row} ${classes.row}`}>
        <input
          ref={input}
          id="membership-number"
          aria-invalid={isEmpty || undefined}
          aria-describedby={isEmpty ? 'membership-number-error' : undefined}
          name="number"
          type="search"
          enterKeyHint="search"
          placeholder="Search ID..."
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          // Selects the text, so that typing replaces the last number.
          onFocus={(event) => event.currentTarget.select()}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={MAX_LENGTH}
        />
        <Button type="submit">Search</Button>
      </div>
      {isEmpty ? (
        <p id="membership-number-error" role="alert" className={classes.error}>
          Type the ID on the card: 12 letters and digits, in three groups of four.
        </p>
      ) : null}
    </form>
  );
}
