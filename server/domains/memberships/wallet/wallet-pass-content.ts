import { createHmac, timingSafeEqual } from 'node:crypto';
import { formatCardDate } from '../../../lib/dates.ts';
import { formatMembershipNumber } from '../../../lib/membership-number.ts';
import { paths } from '../../../lib/pages.shared.ts';
import { formatPersonName } from '../../../lib/same-person.ts';
import type { SupportContact } from '../../../lib/support-contact.ts';
import type { Deps } from '../../../platform/deps.ts';
import { hashJson } from '../../../platform/hash-json.ts';
import type { PassFacts } from '../../../platform/integrations/apple-wallet/apple-wallet.ts';
import type {
  GooglePassFacts,
  GooglePassState,
} from '../../../platform/integrations/google-wallet/google-wallet.ts';
import type { StoredMembership } from '../membership.repository.ts';
import { getExpiry, getMembershipState, isActive } from '../membership-state.shared.ts';
import { getStateLabel } from '../state/state-summary.shared.ts';

type ContentDeps = Pick<Deps, 'config' | 'identitySecrets'>;

function signPass(secret: string, membershipId: string): string {
  return createHmac('sha256', secret).update(`wallet-pass:${membershipId}`).digest('base64url');
}

/**
 * True if the token proves that its device has this membership's pass. The token stays the same until our
 * secret changes.
 */
export function isPassToken(
  deps: Pick<Deps, 'identitySecrets'>,
  membershipId: string,
  receivedToken: string,
): boolean {
  const token = Buffer.from(receivedToken);
  return deps.identitySecrets.some((secret) => {
    const expected = Buffer.from(signPass(secret, membershipId));
    return expected.length === token.length && timingSafeEqual(expected, token);
  });
}

function listOtherNames(membership: StoredMembership): string[] {
  const spouse = [membership.spouseFirstname, membership.spouseLastname].filter(Boolean).join(' ');
  return [...(spouse ? [spouse] : []), ...membership.familyMembers];
}

const verificationUrl = ({ config }: ContentDeps, number: string) =>
  `${config.publicUrl}${paths.verifyCard(number)}`;
const holderName = ({ firstname, lastname }: StoredMembership) => formatPersonName({ firstname, lastname });

export function buildApplePassContent(
  deps: ContentDeps,
  membership: StoredMembership,
  support: SupportContact,
  now: Date,
): PassFacts {
  const { publicUrl } = deps.config;
  return {
    serialNumber: membership.id,
    authenticationToken: signPass(deps.identitySecrets[0], membership.id),
    membershipNumber: formatMembershipNumber(membership.number),
    planName: membership.planName,
    holder: holderName(membership),
    otherNames: listOtherNames(membership),
    expires: formatCardDate(getExpiry(membership)),
    expiresAt: getExpiry(membership),
    status: getStateLabel(membership, 'member', now),
    voided: !isActive(membership, now),
    verificationUrl: verificationUrl(deps, membership.number),
    manageUrl: `${publicUrl}${paths.account()}`,
    webServiceUrl: `${publicUrl}/api/passkit`,
    supportPhone: support.phone,
    supportEmail: support.email,
  };
}

function toGoogleState(membership: StoredMembership, now: Date): GooglePassState {
  if (isActive(membership, now)) return 'ACTIVE';
  const state = getMembershipState(membership, now);
  return state === 'past_due' || state === 'unpaid' ? 'INACTIVE' : 'EXPIRED';
}

export function buildGooglePassContent(
  deps: ContentDeps,
  membership: StoredMembership,
  now: Date,
): GooglePassFacts {
  return {
    membershipId: membership.id,
    membershipNumber: formatMembershipNumber(membership.number),
    planName: membership.planName,
    holder: holderName(membership),
    expiresAt: getExpiry(membership),
    state: toGoogleState(membership, now),
    verificationUrl: verificationUrl(deps, membership.number),
  };
}

/** The digest changes whenever the pass's content does. */
export function computeDigest(facts: PassFacts): string {
  return hashJson(facts).slice(0, 22);
}

/** Returns when the membership's state will next change by time alone, or null if it never will. */
export function findNextChange({ periodEnd, endedAt }: StoredMembership, now: Date): Date | null {
  const futureInstants = [periodEnd, endedAt].filter((instant) => instant !== null && instant > now);
  return futureInstants.reduce<Date | null>(
    (earliest, instant) => (!earliest || (instant && instant < earliest) ? instant : earliest),
    null,
  );
}
