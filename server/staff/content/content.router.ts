import { z } from 'zod';
import { listPlans, listPriceTexts } from '../../domains/catalog/plan.service.ts';
import { planEdit } from '../../domains/catalog/plan-edit.schema.ts';
import { textName } from '../../domains/content/content.schema.ts';
import { setting, settingKey } from '../../domains/content/setting.schema.ts';
import { listSettings } from '../../domains/content/setting.service.ts';
import { discardDraft, saveDraft } from '../../domains/content/text-draft.service.ts';
import { textTitles } from '../../domains/content/text-titles.shared.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import {
  approval,
  draftAction,
  draftInput,
  planDetail,
  planSummary,
  publication,
  restoration,
  settingDetail,
  settingEdit,
  textChanges,
  textDetail,
  textSummary,
  textView,
} from './content.schema.ts';
import { describePlan, planPlanEdit } from './plan.service.ts';
import { describeSetting, planSetting } from './setting.service.ts';
import {
  compareDraft,
  describeText,
  listTexts,
  planApproval,
  planPublication,
  planRestoration,
  viewText,
} from './text.service.ts';

const settingsRouter = router({
  list: staffProcedure.output(z.array(setting)).query(({ ctx }) => listSettings(ctx.deps.db)),
  detail: staffProcedure
    .input(z.object({ key: settingKey }))
    .output(settingDetail)
    .query(({ ctx, input }) => describeSetting(ctx.deps.db, input.key)),
  change: createAction(settingEdit, planSetting),
});

const textsRouter = router({
  list: staffProcedure.output(z.array(textSummary)).query(({ ctx }) => listTexts(ctx.deps.db)),
  detail: staffProcedure
    .input(z.object({ type: textName }))
    .output(textDetail)
    .query(({ ctx, input }) => describeText(ctx.deps.db, input.type)),
  /** Returns a version or, if `version` is null, the draft as visitors will see it. */
  view: staffProcedure
    .input(z.object({ type: textName, version: z.int().min(1).nullable() }))
    .output(textView)
    .query(({ ctx, input }) => viewText(ctx.deps, input.type, input.version)),
  changes: staffProcedure
    .input(z.object({ type: textName }))
    .output(textChanges)
    .query(({ ctx, input }) => compareDraft(ctx.deps.db, input.type)),
  saveDraft: staffProcedure
    .input(draftInput)
    .output(z.object({ revision: z.uuid() }))
    .mutation(async ({ ctx, input }) =>
      saveDraft(ctx.deps, input, await listPriceTexts(ctx.deps.db), { actorId: ctx.account.id }),
    ),
  discardDraft: createAction(draftAction, async ({ deps }, { type, revision }) => ({
    effects: [`The draft of “${textTitles[type]}” will be lost. The published version stays.`],
    perform: (by) => discardDraft(deps, { type, revision }, by),
    done: 'The draft was discarded.',
  })),
  publish: createAction(publication, planPublication),
  restore: createAction(restoration, planRestoration),
  approve: createAction(approval, planApproval),
});

const plansRouter = router({
  list: staffProcedure.output(z.array(planSummary)).query(({ ctx }) => listPlans(ctx.deps.db)),
  detail: staffProcedure
    .input(z.object({ id: z.int() }))
    .output(planDetail)
    .query(({ ctx, input }) => describePlan(ctx.deps.db, input.id)),
  change: createAction(planEdit, planPlanEdit),
});

export const staffContentRouter = router({
  settings: settingsRouter,
  texts: textsRouter,
  plans: plansRouter,
});
