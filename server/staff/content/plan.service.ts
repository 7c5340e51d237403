import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import type { Plan } from '../../domains/catalog/plan.schema.ts';
import { listPlans, listPriceTexts } from '../../domains/catalog/plan.service.ts';
import type { PlanEdit } from '../../domains/catalog/plan-edit.schema.ts';
import {
  changePlan,
  checkPlanEdit,
  computePlanRevision,
  describePlanChanges,
  type EditedPlan,
} from '../../domains/catalog/plan-edit.service.ts';
import { formatPlanLabel } from '../../domains/catalog/price.shared.ts';
import { AppError } from '../../lib/errors.ts';
import { centsToDollars, formatCents } from '../../lib/money.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { readAuditTimeline } from '../kit/timeline.service.ts';
import type { planDetail } from './content.schema.ts';
import { listMentions, listQuestionsWith } from './mentions.service.ts';

export async function describePlan(db: Db, id: number): Promise<z.input<typeof planDetail>> {
  const plans = await listPlans(db);
  const plan = plans.find((other) => other.id === id);
  if (!plan) throw new AppError('NOT_FOUND');
  const label = formatPlanLabel(plan, plans);
  return { plan, edit: toEdit(plan), label, timeline: await readAuditTimeline(db, [`plan:${id}`]) };
}

function toEdit(plan: Plan): PlanEdit {
  const { title, label, summary, points } = plan.copy;
  return {
    id: plan.id,
    revision: computePlanRevision(plan),
    name: plan.name,
    orderSummaryName: plan.orderSummaryName,
    price: centsToDollars(plan.priceCents),
    title,
    label,
    summary,
    points: points.join('\n'),
  };
}

/** Where visitors see each kind of plan. */
const PLACES: Record<Plan['kind'], string> = {
  consumer: 'It shows up right away on the home page, the plan and pricing pages, and at checkout.',
  corporate: 'It shows up right away on the corporate plan page, at checkout, and on companies’ own pages.',
  business: 'It shows up right away on the business plans page, in the trial, and at checkout.',
  addon: 'It shows up right away at checkout, on the page where members request a card, and in the FAQ.',
};

const PERIODS = { month: ' a month', year: ' a year', once: '' } as const;

export async function planPlanEdit({ deps }: Pick<AccountContext, 'deps'>, edit: PlanEdit) {
  const edited = await checkPlanEdit(deps.db, edit);
  const { before, after } = edited;
  return {
    effects: [
      ...describePlanChanges(edited).map(
        (row) => `${row.label}: ${row.before || 'empty'} → ${row.after || 'empty'}`,
      ),
      PLACES[after.kind],
      ...(before.priceCents === after.priceCents ? [] : await describeNewPrice(deps.db, edited)),
    ],
    perform: (by: StaffAuthor) => changePlan(deps, edit, by),
    done: `“${after.copy.title}” was changed. It costs ${formatCents(after.priceCents)}${PERIODS[after.billingInterval]}.`,
  };
}

async function describeNewPrice(db: Db, { before, after }: EditedPlan): Promise<string[]> {
  const questions = before.slug
    ? await listQuestionsWith(db, `{price.${before.slug}}`, await listPriceTexts(db))
    : [];
  const mentions = await listMentions(db, formatCents(before.priceCents));
  return [
    `New purchases cost ${formatCents(after.priceCents)}${PERIODS[after.billingInterval]} from now on.`,
    ...(after.billingInterval === 'once'
      ? []
      : ['Current subscriptions keep renewing at their original price.']),
    ...(after.isEmployeeCard ? ['Companies pay their own price for cards that they add.'] : []),
    'Anyone who’s about to pay the old price sees the new one first.',
    ...questions.map((question) => `The FAQ’s answer to “${question}” shows it.`),
    ...mentions.map(
      (place) => `${formatCents(before.priceCents)} is also written out in ${place}. Check it.`,
    ),
  ];
}
