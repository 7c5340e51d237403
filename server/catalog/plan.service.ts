import type { Db } from '#db/client.ts';
import { AppError } from '../errors.ts';
import { findPlans } from './plan.repository.ts';
import type { Plan } from './plan.schema.ts';

/** Everything that is sold, by number. */
export async function listPlans(db: Db): Promise<Plan[]> {
  return findPlans(db);
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
