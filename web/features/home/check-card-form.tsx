import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { Button } from '#web/ui/button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './home-sections.module.css';

/** Lets cashiers look up a member's card by its number. */
export function CheckCardForm() {
  const navigate = useNavigate();
  const [number, setNumber] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    const trimmedNumber = number.trim();
    void navigate(trimmedNumber === '' ? paths.verify() : paths.verifyCard(trimmedNumber));
  }

  return (
    <section className={classes.section} aria-labelledby="check-title">
      <div className={classes.check}>
        <div>
          <h2 id="check-title">Checking a member’s card?</h2>
          <p className={`${layout.lead} ${classes.lead}`}>
            Type the ID on the card to see its status, its expiration date, and who it belongs to.
          </p>
        </div>
        <form action={paths.verify()} onSubmit={submit} className={classes.checkForm}>
          <label htmlFor="check-number">Membership ID</label>
          <div className={layout.row}>
            <input
              id="check-number"
              name="number"
              value={number}
              onChange={(event) => setNumber(event.currentTarget.value)}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
            />
            <Button type="submit" variant="accent">
              Verify card
            </Button>
          </div>
        </form>
      </div>
    </section>
  );
}
