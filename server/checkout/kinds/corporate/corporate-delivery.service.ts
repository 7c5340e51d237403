import type { Trx } from '#db/client.ts';
import { lockAccount } from '../../../accounts/account.service.ts';
import { requireCorporatePlans } from '../../../catalog/plan.service.ts';
import type { Deps } from '../../../deps.ts';
import { getCompanyStanding } from '../../../memberships/company/company.service.ts';
import { createEmployeeCards } from '../../../memberships/company/company-card.service.ts';
import { enqueueSeatsSync } from '../../../memberships/company/company-seats.service.ts';
import { createMembership } from '../../../memberships/membership.service.ts';
import type { Purchase } from '../../purchase/purchase.schema.ts';
import { storedCorporateCart, storedSeatsCart } from './corporate.schema.ts';

type SettlingDeps = Pick<Deps, 'jobs' | 'now'>;

/**
 * A company's bought cards: its own membership of plan 5, and one of plan 3 or 4 for each employee, all on one
 * subscription and in one transaction (SPEC section 2). No single card is what the receipt is about.
 */
export async function deliverCorporate(
  deps: SettlingDeps,
  trx: Trx,
  purchase: Purchase,
  { subscriptionId }: { subscriptionId: string },
): Promise<null> {
  const { companyId, companyName, employees } = storedCorporateCart.parse(purchase.cart);
  const plans = await requireCorporatePlans(trx);
  await createMembership(trx, {
    accountId: purchase.accountId,
    subscriptionId,
    planId: plans.company.id,
    firstname: companyName,
    lastname: '',
    spouseFirstname: null,
    spouseLastname: null,
    familyMembers: [],
  });
  const prices = new Map(purchase.quote.lines.map(({ planId, unitCents }) => [planId, unitCents]));
  await createEmployeeCards(deps, trx, {
    company: { id: companyId },
    subscriptionId,
    employees,
    yearlyCents: ({ id }) => prices.get(id) ?? 0,
  });
  return null;
}

/** Cards that join the company's plan; the provider learns afterwards how many there are to renew (DESIGN D44). */
export async function deliverSeats(deps: SettlingDeps, trx: Trx, purchase: Purchase): Promise<null> {
  const { companyId, subscriptionId, employees, yearlyCents } = storedSeatsCart.parse(purchase.cart);
  await createEmployeeCards(deps, trx, {
    company: { id: companyId },
    subscriptionId,
    employees,
    yearlyCents: ({ isFamily }) => (isFamily ? yearlyCents.family : yearlyCents.personal),
  });
  if (purchase.accountId) await enqueueSeatsSync(deps, trx, purchase.accountId);
  return null;
}

/** Whether another purchase has become the company's plan: then a late charge is given back, not settled. */
export async function isCorporateOutrun(
  trx: Trx,
  { id, accountId }: Pick<Purchase, 'id' | 'accountId'>,
  now: Date,
): Promise<boolean> {
  if (!accountId) return true;
  await lockAccount(trx, accountId);
  const standing = await getCompanyStanding(trx, accountId, now);
  return standing?.isCurrent === true && standing.membership.purchaseId !== id;
}

/** Whether the period for which added cards were priced is over, or is not paid any more: then the charge is given back. */
export async function areSeatsOutrun(
  trx: Trx,
  { accountId, cart }: Pick<Purchase, 'accountId' | 'cart'>,
  now: Date,
): Promise<boolean> {
  if (!accountId) return true;
  const { subscriptionId, periodEnd } = storedSeatsCart.parse(cart);
  const standing = await getCompanyStanding(trx, accountId, now);
  if (!standing?.isPaid) return true;
  const { membership } = standing;
  return membership.subscriptionId !== subscriptionId || membership.periodEnd.toISOString() !== periodEnd;
}
