import { TextInput } from '@mantine/core';
import '#web/ui/mantine-rest.css';
import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import classes from './company.module.css';
import { useCompanyAddress } from './company-address.ts';

/** Looks for a card by a part of a name, an e-mail address or a number; the server looks, through all of them. */
export function FindCard() {
  const { find, look } = useCompanyAddress();
  const [typed, setTyped] = useState(find);
  const [shown, setShown] = useState(find);
  // Back and forward change what is looked for, too.
  if (shown !== find) {
    setShown(find);
    setTyped(find);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    look(typed.trim());
  }

  return (
    <form className={classes.find} onSubmit={submit}>
      <TextInput
        label="Find an employee"
        type="search"
        size="md"
        maxLength={100}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          // The field's own cross shows everybody again.
          if (event.currentTarget.value === '') look('');
        }}
      />
      <Button type="submit" variant="secondary">
        Find
      </Button>
    </form>
  );
}
