import { NativeSelect, TextInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router';
import type { ListDefinition, ListFilter, ListState } from '#server/staff/kit/list.shared.ts';
import { readNewestLocation } from '#web/lib/late-navigation.ts';
import classes from './staff.module.css';

const TYPING_PAUSE_MS = 250;

interface ListFiltersProps {
  definition: ListDefinition;
  state: ListState;
  onChange(changes: Partial<ListState>): void;
}

/** Changes apply while the user types. */
export function ListFilters({ definition, state, onChange }: ListFiltersProps) {
  const id = useId();
  const setFilter = (name: string, value: string) => {
    const { [name]: _, ...others } = state.filters;
    onChange({ filters: value === '' ? others : { ...others, [name]: value } });
  };
  const filters = Object.entries<ListFilter>(definition.filters);
  if (definition.search === undefined && filters.length === 0) return null;
  return (
    <search className={classes.filters}>
      {definition.search === undefined ? null : (
        <SearchField
          label={definition.search}
          search={state.search}
          onSearch={(search) => onChange({ search })}
        />
      )}
      {filters.map(([name, filter]) => (
        <Filter
          key={name}
          id={`${id}${name}`}
          filter={filter}
          value={state.filters[name] ?? ''}
          onChange={(value) => setFilter(name, value)}
        />
      ))}
    </search>
  );
}

interface SearchFieldProps {
  label: string;
  search: string;
  onSearch(search: string): void;
}

function SearchField({ label, search, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(search);
  const [sentText, setSentText] = useState(search);
  const { key } = useLocation();
  // A link or the Back button changed the search, so update the field.
  if (search !== sentText) {
    setSentText(search);
    setText(search);
  }
  // Runs after every render, so that a search that a newer filter canceled starts again.
  useEffect(() => {
    const trimmedText = text.trim();
    if (trimmedText === sentText) return;
    const timer = setTimeout(() => {
      if (readNewestLocation().key !== key) return;
      setSentText(trimmedText);
      onSearch(trimmedText);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      type="search"
      label={label}
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

interface FilterProps {
  id: string;
  filter: ListFilter;
  value: string;
  onChange(value: string): void;
}

function Filter({ id, filter, value, onChange }: FilterProps) {
  if ('format' in filter) {
    return (
      <TextInput
        id={id}
        type="date"
        label={filter.label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <NativeSelect
      id={id}
      label={filter.label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: filter.unset ?? 'All' },
        ...Object.entries(filter.options).map(([option, label]) => ({ value: option, label })),
      ]}
    />
  );
}
