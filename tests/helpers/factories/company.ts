import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { CompaniesTable, CompanyCardsTable, MembershipsTable } from '#db/tables/memberships.ts';
import type { SubscriptionsTable } from '#db/tables/payments.ts';
import { newId } from '#server/lib/ids.ts';
import { makeMembership, type TestMembership } from './membership.ts';
import { makeSubscription } from './subscription.ts';

const DAY_MS = 86_400_000;

export interface TestCompany extends Selectable<CompaniesTable> {
  subscriptionId: string;
  /** The membership of the company's owner, on the company's plan. */
  membership: TestMembership;
}

/** Creates a company without employees, 100 days into a year of its plan. */
export async function makeCompany(
  db: Db,
  {
    accountId,
    subscription,
    ...columns
  }: Partial<Insertable<CompaniesTable>> & {
    accountId: string;
    subscription?: Partial<Insertable<SubscriptionsTable>>;
  },
): Promise<TestCompany> {
  const { id: subscriptionId } = await makeSubscription(db, {
    accountId,
    periodStart: new Date(Date.now() - 100 * DAY_MS),
    periodEnd: new Date(Date.now() + 265 * DAY_MS),
    ...subscription,
  });
  const membership = await makeMembership(db, { accountId, subscriptionId, planId: 5 });
  const company = await db
    .insertInto('companies')
    .values({
      id: newId(),
      accountId,
      name: 'Rocky Mountain Tools',
      street1: '1600 Broadway',
      city: 'Denver',
      state: 'CO',
      zip: '80202',
      country: 'US',
      email: 'office@example.com',
      phone: '(555) 010-0150',
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...company, subscriptionId, membership };
}

/** Creates an unclaimed employee card without an email address. */
export async function makeEmployeeCard(
  db: Db,
  company: Pick<TestCompany, 'id' | 'subscriptionId'>,
  {
    email = null,
    ...columns
  }: Partial<Insertable<MembershipsTable>> & Pick<Partial<Insertable<CompanyCardsTable>>, 'email'> = {},
): Promise<TestMembership> {
  const { subscriptionId } = company;
  const membership = await makeMembership(db, { planId: 3, ...columns, subscriptionId });
  await db
    .insertInto('companyCards')
    .values({
      membershipId: membership.id,
      companyId: company.id,
      email,
      phone: '(555) 010-0151',
      yearlyCents: membership.planId === 4 ? 9990 : 4995,
    })
    .execute();
  return membership;
}
