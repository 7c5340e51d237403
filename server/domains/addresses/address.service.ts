import type { AddressCheck, PostalAddress } from '../../lib/address.schema.ts';
import type { AddressVerifier } from '../../platform/integrations/usps/address-verifier.ts';

/**
 * Validates a US address with USPS; other addresses are returned unchanged (D36). Never throws, because a
 * USPS outage must not block a purchase: the status is then 'unavailable'.
 */
export async function validateAddress(
  verifier: AddressVerifier,
  address: PostalAddress,
): Promise<AddressCheck> {
  if (address.country !== 'US') return { status: 'found', address, changed: false };
  const result = await verifier.verify(address);
  if (result.status === 'found') return result;
  return { status: result.status, address, changed: false };
}
