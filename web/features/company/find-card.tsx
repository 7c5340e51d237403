import { TextInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import classes from './company.module.css';
import { useCompanySearchParams } from './company-search-params.ts';

/** Searches the company's cards by name, email address, or number. */
export function FindCard() {
  const { find, searchCards } = useCompanySearchParams();
  const [searchText, setSearchText] = useState(find);
  const [lastFind, setLastFind] = useState(find);
  // Back and Forward change the search in the URL, so update the field.
  if (lastFind !== find) {
    setLastFind(find);
    setSearchText(find);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    searchCards(searchText.trim());
  }

  return (
    <form className={classes.find} onSubmit={submit}>
      <TextInput
        label="Find an employee"
        type="search"
        size="md"
        maxLength={100}
        autoComplete="off"
        value={searchText}
        onChange={(event) => {
          setSearchText(event.currentTarget.value);
          // The field's clear button also fires this event, and should reset the search immediately.
          if (event.currentTarget.value === '') searchCards('');
        }}
      />
      <Button type="submit" variant="secondary">
        Find
      </Button>
    </form>
  );
}
