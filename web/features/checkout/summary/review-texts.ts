import { formatAddressLines } from '../../stores/store-text.ts';
import type { AddressValues } from '../address-values.ts';
import type { FamilyValues } from '../card/family-step.tsx';

// Texts that summarize the pages of a purchase on its payment page.

/** Joins the texts that aren't empty. */
export function joinTexts(...texts: string[]): string {
  return texts
    .map((text) => text.trim())
    .filter(Boolean)
    .join(', ');
}

export function summarizeAddress(address: AddressValues): string {
  return joinTexts(...formatAddressLines(address));
}

export function summarizeFamily({ spouseFirstName, spouseLastName, members }: FamilyValues): string {
  const names = joinTexts(`${spouseFirstName} ${spouseLastName}`, ...members.map(({ name }) => name));
  return names || 'No one named yet';
}
