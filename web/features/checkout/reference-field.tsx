import { Combobox, InputBase, useCombobox } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useDebouncedValue } from '@mantine/hooks';
import '@mantine/core/styles/Combobox.layer.css';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Referrer } from '#server/domains/affiliates/reference.schema.ts';
import { readReferralCode } from '#web/lib/referral.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useField } from '#web/ui/form/field-context.tsx';
import formClasses from '#web/ui/form/form.module.css';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { isChosenReference, NOT_CHOSEN, type ReferenceValues } from './reference-values.ts';
import { referrerLabel, useReferenceLookup } from './use-reference-lookup.ts';

/**
 * The number of letters that a search needs. The server requires the same number, so that nobody can page
 * through all affiliates (D5).
 */
const MIN_SEARCH_LENGTH = 3;

type ReferenceForm = Pick<WizardForm<ReferenceValues>, 'values' | 'set'>;

interface ReferenceFieldProps {
  form: ReferenceForm;
  question?: string;
  /** True for affiliates, who must name a reference (D24). */
  required?: boolean;
}

/**
 * A search field for the referrer. Accepts an exact reference code or email without a choice from the list.
 * Any other text stays in the box and keeps the buyer on the page (D56).
 */
export function ReferenceField(props: ReferenceFieldProps) {
  const { form, question = 'Who told you about the card?', required = false } = props;
  const text = form.values.referenceLabel;
  const onChoose = (reference: string | null, referenceLabel: string) =>
    form.set({ reference, referenceLabel });
  const field = useField('reference', 'Reference');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [unknownText, setUnknownText] = useState<string | null>(null);
  const lookup = useReferenceLookup();
  const shownText = useRef(text);
  useEffect(() => {
    shownText.current = text;
  }, [text]);

  const searchText = text.trim();
  const isChosen = isChosenReference(field.value);
  const [debouncedText] = useDebouncedValue(searchText, 250);
  const isSearching = !isChosen && debouncedText === searchText && searchText.length >= MIN_SEARCH_LENGTH;
  const search = trpc.affiliates.searchReferences.useQuery({ value: searchText }, { enabled: isSearching });
  const referrers = isSearching ? (search.data ?? []) : [];

  function type(newText: string) {
    onChoose(newText.trim() === '' ? null : newText, newText);
    combobox.openDropdown();
    combobox.resetSelectedOption();
  }

  function choose(referrer: Referrer | undefined) {
    if (referrer) onChoose(referrer.id, referrerLabel(referrer));
    combobox.closeDropdown();
  }

  async function lookUp() {
    if (isChosen || searchText === '') return;
    const referrer = await lookup.find(searchText);
    // The buyer may have changed the text during the lookup.
    if (shownText.current !== text) return;
    if (referrer) choose(referrer);
    else setUnknownText(text);
  }

  function onKeyDown(event: KeyboardEvent) {
    const isOptionSelected = combobox.dropdownOpened && combobox.getSelectedOptionIndex() !== -1;
    if (event.key !== 'Enter' || isOptionSelected || isChosen || searchText === '') return;
    // Otherwise Enter would submit the page before the lookup is done.
    event.preventDefault();
    void lookUp();
  }

  return (
    <Combobox
      store={combobox}
      size="md"
      withinPortal={false}
      onOptionSubmit={(id) => choose(referrers.find((referrer) => referrer.id === id))}
    >
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <InputBase
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
          description={`${question} Type a name, a reference code, or an email address.`}
          error={field.error ?? (unknownText === text && !isChosen && text !== '' ? NOT_CHOSEN : undefined)}
          size="md"
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            combobox.closeDropdown();
            void lookUp();
          }}
          rightSectionPointerEvents="all"
          rightSection={
            text === '' ? null : (
              <Combobox.ClearButton
                // Keep the button reachable by keyboard: a referral link may have filled in a referrer that
                // the buyer doesn't want.
                aria-label="Clear reference"
                aria-hidden={undefined}
                tabIndex={0}
                onClear={() => {
                  onChoose(null, '');
                  document.getElementById(field.id)?.focus();
                }}
              />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={isChosen || searchText === ''}>
        <Combobox.Options>
          {referrers.map((referrer) => (
            <Combobox.Option key={referrer.id} value={referrer.id}>
              {referrerLabel(referrer)}
            </Combobox.Option>
          ))}
          {referrers.length > 0 ? null : (
            <Combobox.Empty>{describeNoMatches(searchText, search, required)}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

type Search = Pick<ReturnType<typeof trpc.affiliates.searchReferences.useQuery>, 'isPending' | 'isError'>;

function describeNoMatches(searchText: string, { isPending, isError }: Search, required: boolean): string {
  if (searchText.length < MIN_SEARCH_LENGTH) return 'Type at least 3 letters';
  if (isError)
    return `Search isn’t responding. ${required ? 'Please try again later.' : 'Clear the field to continue without a reference.'}`;
  return isPending ? 'Searching…' : 'No matches';
}

/** Prefills the reference from a referral link, unless the link is the buyer's own. */
function useReferral({ values, set }: ReferenceForm): void {
  const code = readReferralCode() ?? '';
  const isNew = code !== '' && code !== values.referralCode;
  const viewer = trpc.viewer.user.useQuery();
  const referrerQuery = trpc.affiliates.referral.useQuery({ code }, { enabled: isNew });
  const referrer = viewer.data !== undefined && referrerQuery.data ? referrerQuery.data : null;

  const prefillReference = useEffectEvent(({ id, label }: { id: string; label: string }) => {
    // Don't replace a referrer that the buyer chose.
    const isChosen = values.reference !== null && values.referralCode === '';
    if (isChosen || id === viewer.data?.id) set({ referralCode: code });
    else set({ reference: id, referenceLabel: label, referralCode: code });
  });

  useEffect(() => {
    if (isNew && referrer !== null) prefillReference(referrer);
  }, [isNew, referrer]);
}

/** The reference of a buyer, who need not name one. A referral link fills it in. */
export function BuyerReferenceField(props: Pick<ReferenceFieldProps, 'form' | 'question'>) {
  useReferral(props.form);
  return <ReferenceField {...props} />;
}
