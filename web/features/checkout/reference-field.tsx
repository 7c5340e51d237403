import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import '@mantine/core/styles/Combobox.layer.css';
import { useState } from 'react';
import type { Referrer } from '#server/affiliates/reference.schema.ts';
import { useField } from '#web/components/form/field-context.tsx';
import formClasses from '#web/components/form/form.module.css';
import { trpc } from '#web/lib/trpc.ts';

/** How a referrer is listed (SPEC section 3): 'first last - e-mail'. */
export function referrerLabel({ firstname, lastname, email }: Referrer): string {
  return `${firstname} ${lastname} - ${email}`;
}

/** The server looks for nothing shorter, so that nobody can page through the affiliates (DESIGN D5). */
const SHORTEST_SEARCH = 3;

interface ReferenceFieldProps {
  /** How the chosen referrer was listed: a draft knows it after a reload, the server is not asked again. */
  chosenLabel: string;
  onChoose(id: string | null, label: string): void;
}

/** Who told the buyer of the card: a list that fills while somebody types. */
export function ReferenceField({ chosenLabel, onChoose }: ReferenceFieldProps) {
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
        <>
          Reference <span className={formClasses.optional}>(optional)</span>
        </>
      }
      description="Who told you about the card? Type a name, a reference code or an e-mail address."
      error={field.error}
      size="md"
      searchable
      clearable
      openOnFocus={false}
      clearButtonProps={{ 'aria-label': 'Clear reference' }}
      searchValue={typed}
      onSearchChange={setTyped}
      data={data}
      filter={({ options }) => options}
      value={typeof field.value === 'string' ? field.value : null}
      onChange={(id, option) => onChoose(id, option?.label ?? '')}
      nothingFoundMessage={nothingFound(settled, found.isFetching, found.isError)}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

function nothingFound(settled: string, busy: boolean, failed: boolean): string {
  if (settled.length < SHORTEST_SEARCH) return 'Type at least 3 letters';
  if (busy) return 'Searching…';
  return failed ? 'The search does not answer. You can go on without a reference.' : 'Nobody found';
}
