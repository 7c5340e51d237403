import type { AddressVerifier } from '../integrations/usps/address-verifier.ts';
import type { AddressCheck, PostalAddress } from './address.schema.ts';

/**
 * Asks the post office about an address in the United States; others come back as given (DESIGN D36). Never throws
 * and never blocks a purchase: where nobody answers, the status is 'unavailable' and the address is as given.
 */
export async function validateAddress(
  verifier: AddressVerifier,
  address: PostalAddress,
): Promise<AddressCheck> {
  if (address.country !== 'US') return { status: 'found', address, changed: false };
  const answer = await verifier.verify(address);
  if (answer.status === 'found') return answer;
  return { status: answer.status, address, changed: false };
}
