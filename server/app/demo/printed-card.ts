import { inTransaction } from '#db/client.ts';
import { getAccountByEmail } from '../../domains/accounts/account.service.ts';
import { listOwnMemberships } from '../../domains/memberships/membership.service.ts';
import {
  listCardShipments,
  markCardAsSent,
} from '../../domains/memberships/physical-card/card-shipment.service.ts';
import { queuePhysicalCard } from '../../domains/memberships/physical-card/physical-card.service.ts';
import type { Deps } from '../../platform/deps.ts';

const HOLDER_EMAIL = 'family@example.com';

/**
 * Requests a physical card and marks it as sent, so that the demo can order a replacement. Run it after
 * `seedDemoMemberships`.
 */
export async function seedDemoPrintedCard(deps: Deps): Promise<void> {
  const account = await getAccountByEmail(deps.db, HOLDER_EMAIL);
  const [membership] = await listOwnMemberships(deps.db, account.id, deps.now());
  if (!membership) return;
  const isQueued = await inTransaction(deps.db, (trx) =>
    queuePhysicalCard(trx, {
      membershipId: membership.id,
      recipient: `${account.firstname} ${account.lastname}`,
      email: account.email,
      address: {
        street1: '350 5TH AVE',
        street2: null,
        city: 'NEW YORK',
        state: 'NY',
        zip: '10118',
        country: 'US',
      },
      requestedAt: deps.now(),
      isReplacement: false,
    }),
  );
  if (!isQueued) return;
  const card = (await listCardShipments(deps)).find(({ email }) => email === account.email);
  if (card) await markCardAsSent(deps, card.id);
}
