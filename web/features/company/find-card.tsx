import { TextInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import classes from './company.module.css';
import { useCompanySearchParams } from './company-search-params.ts';

/** Searches all of the company's cards by name, e-mail address, or number. */
export function FindCard() {
  const { find, searchCards } = useCompanySearchParams();
  const [searchText, setSearchText] = useState(find);
  const [lastFind, setLastFind] = useState(find);
  // Follow the URL: Back and Forward change the search, too.
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
          // The field's clear button resets the search at once.
          if (event.currentTarget.value === '') searchCards('');
        }}
      />
      <Button type="submit" variant="secondary">
        Find
      </Button>
    </form>
  );
}
