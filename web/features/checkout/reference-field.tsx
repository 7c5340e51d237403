import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import '@mantine/core/styles/Combobox.layer.css';
import { useState } from 'react';
import type { Referrer } from '#server/affiliates/reference.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useField } from '#web/ui/form/field-context.tsx';
import formClasses from '#web/ui/form/form.module.css';

/** How a referrer is listed (SPEC section 3): 'first last - e-mail'. */
export function referrerLabel({ firstname, lastname, email }: Referrer): string {
  return `${firstname} ${lastname} - ${email}`;
}

/** The server looks for nothing shorter, so that nobody can page through the affiliates (DESIGN D5). */
const SHORTEST_SEARCH = 3;

interface ReferenceFieldProps {
  /** How the chosen referrer was listed: a draft knows it after a reload, the server is not asked again. */
  chosenLabel: string;
  question?: string;
  /** Affiliates must name one (DESIGN D24). */
  required?: boolean;
  onChoose(id: string | null, label: string): void;
}

/** Who told the buyer of the card: a list that fills while somebody types. */
export function ReferenceField(props: ReferenceFieldProps) {
  const { chosenLabel, question = 'Who told you about the card?', required = false, onChoose } = props;
  const field = useField('reference', 'Reference');
  const [typed, setTyped] = useState(chosenLabel);
  const [settled] = useDebouncedValue(typed.trim(), 250);
  const searching = settled.length >= SHORTEST_SEARCH && settled !== chosenLabel;
  const found = trpc.affiliates.searchReferences.useQuery({ value: settled }, { enabled: searching });

  const chosen = typeof field.value === 'string' ? [{ value: field.value, label: chosenLabel }] : [];
  const rows = searching
    ? (found.data ?? []).map((row) => ({ value: row.id, label: referrerLabel(row) }))
    : [];
  const data = [...rows, ...chosen.filter(({ value }) => rows.every((row) => row.value !== value))];

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
      // For the keyboard, too: a link may have filled in whom the buyer does not want to name.
      clearButtonProps={{
        'aria-label': 'Clear reference',
        'aria-hidden': undefined,
        tabIndex: 0,
        onClick: () => document.getElementById(field.id)?.focus(),
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      data={data}
      filter={({ options }) => options}
      value={typeof field.value === 'string' ? field.value : null}
      onChange={(id, option) => onChoose(id, option?.label ?? '')}
      nothingFoundMessage={nothingFound(settled, found, required)}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

type Search = Pick<ReturnType<typeof trpc.affiliates.searchReferences.useQuery>, 'isFetching' | 'isError'>;

function nothingFound(settled: string, { isFetching, isError }: Search, required: boolean): string {
  if (settled.length < SHORTEST_SEARCH) return 'Type at least 3 letters';
  if (isFetching) return 'Searching…';
  if (!isError) return 'Nobody found';
  return `The search does not answer. ${required ? 'Please try again later.' : 'You can go on without a reference.'}`;
}
