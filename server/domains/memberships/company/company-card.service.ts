import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import { getEmailKey } from '../../accounts/account.service.ts';
import type { Plan } from '../../catalog/plan.schema.ts';
import { type CorporatePlans, requireCorporatePlans } from '../../catalog/plan.service.ts';
import { type FamilyNames, toFamilyColumns } from '../family.schema.ts';
import { createMemberships } from '../membership.service.ts';
import { getMembershipState } from '../membership-state.shared.ts';
import type { StateSummary } from '../state/state.schema.ts';
import { summarizeState } from '../state/state-summary.shared.ts';
import { type CompanyMembership, findCompanyMembership, lockCompany } from './company.repository.ts';
import { COMPANY_CARDS_PER_PAGE, type Company, type CompanyCard } from './company.schema.ts';
import { getCompanyStanding } from './company.service.ts';
import {
  type CardRow,
  endCard,
  findCardPeople,
  findCards,
  insertCompanyCards,
  markReturned,
  setEndedAt,
  unmarkReturned,
} from './company-card.repository.ts';
import { enqueueInvitations, mailEmployee } from './invitation.service.ts';

type CardAddress = NonNullable<CompanyCard['address']>;

/** An employee who gets a card. If all address fields are null, mail goes to the company's address. */
export interface Cardholder extends Record<keyof CardAddress, string | null> {
  firstname: string;
  lastname: string;
  latinName?: string | null | undefined;
  phone: string;
  email: string | null;
  familyPlan: boolean;
  spouseFirstName: string | null;
  spouseLastName: string | null;
  spouseLatinName?: string | null | undefined;
  family: FamilyNames['members'];
}

function choosePlan({ familyPlan }: Cardholder, { personal, family }: CorporatePlans): Plan {
  return familyPlan ? family : personal;
}

/**
 * Creates a card for each employee on the company's subscription, and invites those with an email address to
 * claim it. `yearlyCents` returns the price of a card at each renewal. Returns the cards in the employees'
 * order.
 */
export async function createEmployeeCards(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  options: {
    company: Pick<Company, 'id'>;
    subscriptionId: string;
    purchaseId: string | null;
    employees: readonly Cardholder[];
    yearlyCents: (plan: Plan) => number;
  },
): Promise<Array<{ id: string; number: string }>> {
  const { company, subscriptionId, purchaseId, employees, yearlyCents } = options;
  const plans = await requireCorporatePlans(trx);
  const cards = await createMemberships(
    trx,
    employees.map((employee) => ({
      // The card has no account until the employee claims it.
      accountId: null,
      subscriptionId,
      planId: choosePlan(employee, plans).id,
      firstname: employee.firstname,
      lastname: employee.lastname,
      latinName: employee.latinName,
      ...toFamilyColumns({ ...employee, members: employee.family }),
    })),
  );
  const companyCards = cards.map(({ id }, index) => {
    const employee = employees[index];
    if (!employee) throw new Error('A card was made for nobody');
    const { email, phone, street1, street2, city, state, zip, country } = employee;
    const address = { street1, street2, city, state, zip, country };
    const cardYearlyCents = yearlyCents(choosePlan(employee, plans));
    return {
      membershipId: id,
      companyId: company.id,
      purchaseId,
      email,
      phone,
      ...address,
      yearlyCents: cardYearlyCents,
    };
  });
  await insertCompanyCards(trx, companyCards);
  if (employees.some(({ email }) => email !== null)) await enqueueInvitations(deps, trx, company.id);
  return cards.map(({ id, number }) => ({ id, number }));
}

/**
 * Ends the cards of a purchase, because its money was returned at `at`. If `at` is null, restores them,
 * because the refund failed or the dispute was won. Notifies the employees whose cards end. Returns true if any
 * card changed. Safe to repeat.
 */
export async function setCardsReturned(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  purchaseId: string,
  at: Date | null,
): Promise<boolean> {
  const membershipIds = await (at ? markReturned(trx, purchaseId, at) : unmarkReturned(trx, purchaseId));
  await setEndedAt(trx, membershipIds, at);
  for (const id of at ? membershipIds : [])
    await mailEmployee(deps, trx, id, { change: 'ended', endsAt: null });
  return membershipIds.length > 0;
}

/** Returns the people whose cards the next renewal of the company's plan charges. */
export async function listCardPeople(
  db: Db,
  { accountId, subscriptionId }: { accountId: string; subscriptionId: string },
) {
  return findCardPeople(db, accountId, subscriptionId);
}

export async function listCompanyCards(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  { page, search }: { page: number; search: string | null },
): Promise<{ count: number; cards: CompanyCard[] }> {
  const plan = await findCompanyMembership(db, accountId);
  if (!plan) return { count: 0, cards: [] };
  const { count, rows } = await findCards(db, accountId, plan.subscriptionId, {
    search,
    limit: COMPANY_CARDS_PER_PAGE,
    offset: (page - 1) * COMPANY_CARDS_PER_PAGE,
    now: now(),
  });
  const state = getMembershipState(plan, now());
  return {
    count,
    cards: rows.map((row) => {
      const { kind, label, text } = summarizeCard(plan, row, now());
      return {
        ...toCompanyCard(row),
        state,
        statusText: label,
        endsText: kind === 'removed' ? text : null,
      };
    }),
  };
}

/** Describes an employee's card to the company. It has its plan's state, unless it ends before the plan. */
export function summarizeCard(
  plan: CompanyMembership,
  { endsAt, holderId }: Pick<CardRow, 'endsAt' | 'holderId'>,
  now: Date,
): StateSummary {
  const endedAt = endsAt && (!plan.endedAt || endsAt < plan.endedAt) ? endsAt : plan.endedAt;
  const card = { isEmployeeCard: true, isCompanyPlan: false, isClaimed: holderId !== null, endedAt };
  return summarizeState({ ...plan, ...card }, 'company', now);
}

function toCompanyCard(row: CardRow): Omit<CompanyCard, 'state' | 'statusText' | 'endsText'> {
  const { id, number, planId, planName, isFamily, firstname, lastname, email, phone, claimedAt, invitedAt } =
    row;
  const invitation = row.holderId === null ? (email === null ? 'none' : 'sent') : 'claimed';
  return {
    id,
    number,
    plan: planId,
    planName,
    isFamily,
    firstname,
    lastname,
    spouseFirstName: row.spouseFirstname,
    spouseLastName: row.spouseLastname,
    familyMembers: row.familyMembers,
    email,
    phone,
    invitation,
    invitedAt,
    claimedAt,
    endsAt: row.endsAt,
    address: findOwnAddress(row),
  };
}

function findOwnAddress({ street1, street2, city, state, zip, country }: CardRow): CompanyCard['address'] {
  if (street1 === null || city === null || state === null || zip === null || country === null) return null;
  return { street1, street2, city, state, zip, country };
}

/**
 * Replaces an employee's card with one of the same plan and price for someone else. The old card ends
 * immediately, and its holder is notified. Throws MEMBERSHIP_NOT_FOUND or CORPORATE_PLAN_INACTIVE. Throws
 * CARD_KIND_FIXED if the new employee needs the other plan, because its price differs. Throws
 * TOO_MANY_REQUESTS if one address keeps getting invitations.
 */
export async function replaceEmployee(
  deps: Pick<Deps, 'db' | 'jobs' | 'limits' | 'now'>,
  accountId: string,
  { membershipId, employee }: { membershipId: string; employee: Cardholder },
  /** Runs in the same transaction. */
  onReplace?: (trx: Trx, card: { id: string }) => Promise<void>,
): Promise<{ id: string; number: string }> {
  if (employee.email)
    await deps.limits.takeKey('repeatedNotice', `account:${accountId}:${getEmailKey(employee.email)}`);
  return inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    const company = await lockCompany(trx, accountId);
    const plan = company && (await getCompanyStanding(trx, accountId, now));
    if (!plan) throw new AppError('MEMBERSHIP_NOT_FOUND');
    const { subscriptionId } = plan.membership;
    const endedCard = await endCard(trx, { accountId, membershipId, subscriptionId, now });
    if (!endedCard) throw new AppError('MEMBERSHIP_NOT_FOUND');
    if (!plan.isActive) throw new AppError('CORPORATE_PLAN_INACTIVE');
    if (choosePlan(employee, await requireCorporatePlans(trx)).id !== endedCard.planId) {
      throw new AppError('CARD_KIND_FIXED', { field: 'employee.familyPlan' });
    }
    const [card] = await createEmployeeCards(deps, trx, {
      company,
      subscriptionId,
      purchaseId: endedCard.purchaseId,
      employees: [employee],
      yearlyCents: () => endedCard.yearlyCents,
    });
    if (!card) throw new Error('A replacement brought no card');
    await mailEmployee(deps, trx, membershipId, { change: 'replaced', endsAt: now });
    await onReplace?.(trx, card);
    return card;
  });
}
