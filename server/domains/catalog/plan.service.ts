import type { Db } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { formatCents } from '../../lib/money.ts';
import { findPlans } from './plan.repository.ts';
import type { Plan } from './plan.schema.ts';

export async function listPlans(db: Db): Promise<Plan[]> {
  return findPlans(db);
}

/** Returns formatted prices by plan slug, such as { family: '$99.90' }. */
export async function listPriceTexts(db: Db): Promise<Record<string, string>> {
  return formatPricesBySlug(await findPlans(db));
}

export function formatPricesBySlug(plans: readonly Plan[]): Record<string, string> {
  return Object.fromEntries(
    plans.flatMap(({ slug, priceCents }) => (slug ? [[slug, formatCents(priceCents)]] : [])),
  );
}

/** Throws PLAN_NOT_FOUND for the field `plan` if no plan of this kind has the id. */
export async function requirePlan(db: Db, id: number, kind: Plan['kind']): Promise<Plan> {
  const matchingPlan = (await findPlans(db)).find((plan) => plan.id === id && plan.kind === kind);
  if (!matchingPlan) throw new AppError('PLAN_NOT_FOUND', { field: 'plan' });
  return matchingPlan;
}

/** Throws a plain Error, because the seed always includes the add-ons. */
export async function requireAddon(db: Db, slug: string): Promise<Plan> {
  const matchingPlan = (await findPlans(db)).find((plan) => plan.kind === 'addon' && plan.slug === slug);
  if (!matchingPlan) throw new Error(`The catalog has no addon ${slug}`);
  return matchingPlan;
}

export interface CorporatePlans {
  /** The plan that pays for all of a company's cards. */
  company: Plan;
  personal: Plan;
  family: Plan;
}

export async function listCorporatePlanIds(db: Db): Promise<number[]> {
  return (await findPlans(db)).filter(({ kind }) => kind === 'corporate').map(({ id }) => id);
}

export async function requireCorporatePlans(db: Db): Promise<CorporatePlans> {
  const plans = await findPlans(db);
  const company = plans.find(({ isCompanyPlan }) => isCompanyPlan);
  const personal = plans.find(({ isEmployeeCard, isFamily }) => isEmployeeCard && !isFamily);
  const family = plans.find(({ isEmployeeCard, isFamily }) => isEmployeeCard && isFamily);
  if (!company || !personal || !family) throw new AppError('PLAN_NOT_FOUND', { field: 'plan' });
  return { company, personal, family };
}
