import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import '@mantine/core/styles/Combobox.layer.css';
import { useState } from 'react';
import type { Referrer } from '#server/affiliates/reference.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useField } from '#web/ui/form/field-context.tsx';
import formClasses from '#web/ui/form/form.module.css';

/** 'first last - e-mail' */
export function referrerLabel({ firstname, lastname, email }: Referrer): string {
  return `${firstname} ${lastname} - ${email}`;
}

/** The server's minimum too, so that nobody can page through all affiliates (D5). */
const MIN_SEARCH_LENGTH = 3;

interface ReferenceFieldProps {
  /** The chosen referrer's label. It comes from the draft after a reload. */
  chosenLabel: string;
  question?: string;
  /** Whether the field is required, as it is for affiliates (D24). */
  required?: boolean;
  onChoose(id: string | null, label: string): void;
}

/** A search field for the referrer. */
export function ReferenceField(props: ReferenceFieldProps) {
  const { chosenLabel, question = 'Who told you about the card?', required = false, onChoose } = props;
  const field = useField('reference', 'Reference');
  const [searchText, setSearchText] = useState(chosenLabel);
  const [debouncedText] = useDebouncedValue(searchText.trim(), 250);
  const isSearching = debouncedText.length >= MIN_SEARCH_LENGTH && debouncedText !== chosenLabel;
  const search = trpc.affiliates.searchReferences.useQuery(
    { value: debouncedText },
    { enabled: isSearching },
  );

  const chosenOptions = typeof field.value === 'string' ? [{ value: field.value, label: chosenLabel }] : [];
  const options = isSearching
    ? (search.data ?? []).map((affiliate) => ({ value: affiliate.id, label: referrerLabel(affiliate) }))
    : [];
  const data = [
    ...options,
    ...chosenOptions.filter(({ value }) => options.every((row) => row.value !== value)),
  ];

  return (
    <Select
      id={field.id}
      name="reference"
      label={
        required ? (
          'Reference'
        ) : (
          <>
            Reference <span className={formClasses.optional}>(optional)</span>
          </>
        )
      }
      description={`${question} Type a name, a reference code or an e-mail address.`}
      error={field.error}
      size="md"
      searchable
      clearable
      openOnFocus={false}
      // Make the clear button reachable by keyboard: a referral link may have filled in an unwanted referrer.
      clearButtonProps={{
        'aria-label': 'Clear reference',
        'aria-hidden': undefined,
        tabIndex: 0,
        onClick: () => document.getElementById(field.id)?.focus(),
      }}
      searchValue={searchText}
      onSearchChange={setSearchText}
      data={data}
      filter={({ options: allOptions }) => allOptions}
      value={typeof field.value === 'string' ? field.value : null}
      onChange={(id, option) => onChoose(id, option?.label ?? '')}
      nothingFoundMessage={emptyMessage(debouncedText, search, required)}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

type Search = Pick<ReturnType<typeof trpc.affiliates.searchReferences.useQuery>, 'isFetching' | 'isError'>;

function emptyMessage(searchText: string, { isFetching, isError }: Search, required: boolean): string {
  if (searchText.length < MIN_SEARCH_LENGTH) return 'Type at least 3 letters';
  if (isFetching) return 'Searching…';
  if (!isError) return 'Nobody found';
  return `The search does not answer. ${required ? 'Please try again later.' : 'You can go on without a reference.'}`;
}
