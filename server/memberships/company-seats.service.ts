import { listPlans } from '../catalog/plan.service.ts';
import type { Deps } from '../deps.ts';
import { setSeats } from '../payments/provider-seats.service.ts';
import { getCompanyStanding, type Seat } from './company.service.ts';

/**
 * Makes the company's subscription renew as many cards as it has. Cards that are added meanwhile are seen by
 * looking again: whoever writes last has read last.
 */
export async function syncSeats(deps: Deps, accountId: string): Promise<void> {
  const descriptions = new Map((await listPlans(deps.db)).map((plan) => [plan.id, plan.orderSummaryName]));
  let written: string | null = null;
  for (;;) {
    const standing = await getCompanyStanding(deps.db, accountId, deps.now());
    if (!standing?.isCurrent || !standing.membership.providerId) return;
    const wanted = JSON.stringify(standing.seats);
    if (wanted === written) return;
    await setSeats(
      deps,
      standing.membership.providerId,
      standing.seats.map((seat: Seat) => ({ ...seat, description: descriptions.get(seat.planId) ?? '' })),
    );
    written = wanted;
  }
}
