import type { Db } from '#db/client.ts';
import { AppError } from '../errors.ts';
import { formatCents } from '../lib/money.ts';
import { findPlans } from './plan.repository.ts';
import type { Plan } from './plan.schema.ts';

/** Everything that is sold, by number. */
export async function listPlans(db: Db): Promise<Plan[]> {
  return findPlans(db);
}

/** What each plan costs, in words by its slug: 'family' is '$99.90'. */
export async function listPriceTexts(db: Db): Promise<Record<string, string>> {
  return priceTextsOf(await findPlans(db));
}

/** The same of plans that are there already. */
export function priceTextsOf(plans: readonly Plan[]): Record<string, string> {
  return Object.fromEntries(
    plans.flatMap(({ slug, priceCents }) => (slug ? [[slug, formatCents(priceCents)]] : [])),
  );
}

/** One plan of a kind, or a refusal at the field `plan`. */
export async function requirePlan(db: Db, id: number, kind: Plan['kind']): Promise<Plan> {
  const found = (await findPlans(db)).find((plan) => plan.id === id && plan.kind === kind);
  if (!found) throw new AppError('PLAN_NOT_FOUND', { field: 'plan' });
  return found;
}

/** The addon with a slug; the catalog's seed always holds it. */
export async function requireAddon(db: Db, slug: string): Promise<Plan> {
  const found = (await findPlans(db)).find((plan) => plan.kind === 'addon' && plan.slug === slug);
  if (!found) throw new Error(`The catalog has no addon ${slug}`);
  return found;
}

export interface CorporatePlans {
  /** The company's own plan. */
  company: Plan;
  /** The plans of its employees' cards. */
  personal: Plan;
  family: Plan;
}

/** What a promo code for companies may name. */
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
