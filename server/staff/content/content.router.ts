import { z } from 'zod';
import { listPlans, listPriceTexts } from '../../domains/catalog/plan.service.ts';
import { planEdit } from '../../domains/catalog/plan-edit.schema.ts';
import { textName } from '../../domains/content/content.schema.ts';
import { listSettings } from '../../domains/content/setting.service.ts';
import { approveVersion } from '../../domains/content/text.service.ts';
import {
  discardDraft,
  publishDraft,
  restoreVersion,
  saveDraft,
} from '../../domains/content/text-draft.service.ts';
import { textTitles } from '../../domains/content/text-titles.shared.ts';
import { router } from '../../platform/trpc.ts';
import { createPreviewedAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import {
  approval,
  draftAction,
  draftInput,
  planDetail,
  planSummary,
  publication,
  restoration,
  setting,
  settingDetail,
  settingEdit,
  settingKey,
  textChanges,
  textDetail,
  textSummary,
  textView,
} from './content.schema.ts';
import { describePlan, editPlan, previewPlanEdit } from './plan.service.ts';
import { describeSetting, editSetting, previewSetting } from './setting.service.ts';
import {
  compareDraft,
  describeText,
  listTexts,
  previewApproval,
  previewPublication,
  previewRestoration,
  viewText,
} from './text.service.ts';

const settingsRouter = router({
  list: staffProcedure.output(z.array(setting)).query(({ ctx }) => listSettings(ctx.deps.db)),
  detail: staffProcedure
    .input(z.object({ key: settingKey }))
    .output(settingDetail)
    .query(({ ctx, input }) => describeSetting(ctx.deps.db, input.key)),
  change: createPreviewedAction({
    input: settingEdit,
    preview: (ctx, input) => previewSetting(ctx.deps.db, input),
    perform: (ctx, input, by) => editSetting(ctx.deps, input, by),
  }),
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
  discardDraft: createPreviewedAction({
    input: draftAction,
    preview: async (_ctx, { type, revision }) => ({
      effects: [`The draft of “${textTitles[type]}” will be lost. The published version stays.`],
      state: { revision },
    }),
    perform: async (ctx, input, by) => {
      await discardDraft(ctx.deps, { type: input.type, revision: input.revision }, by);
      return 'The draft was discarded.';
    },
  }),
  publish: createPreviewedAction({
    input: publication,
    preview: (ctx, input) => previewPublication(ctx.deps.db, input),
    perform: async (ctx, input, by) => {
      const version = await publishDraft(ctx.deps, input, await listPriceTexts(ctx.deps.db), by);
      return `Version ${version} is published.`;
    },
  }),
  restore: createPreviewedAction({
    input: restoration,
    preview: (ctx, input) => previewRestoration(ctx.deps.db, input),
    perform: async (ctx, input, by) => {
      await restoreVersion(ctx.deps, input, by);
      return `Version ${input.oldVersion} is now the draft.`;
    },
  }),
  approve: createPreviewedAction({
    input: approval,
    preview: (ctx, input) => previewApproval(ctx.deps.db, input),
    perform: async (ctx, input, by) =>
      `Version ${await approveVersion(ctx.deps, input, by)} is published as reviewed.`,
  }),
});

const plansRouter = router({
  list: staffProcedure.output(z.array(planSummary)).query(({ ctx }) => listPlans(ctx.deps.db)),
  detail: staffProcedure
    .input(z.object({ id: z.int() }))
    .output(planDetail)
    .query(({ ctx, input }) => describePlan(ctx.deps.db, input.id)),
  change: createPreviewedAction({
    input: planEdit,
    preview: (ctx, input) => previewPlanEdit(ctx.deps.db, input),
    perform: (ctx, input, by) => editPlan(ctx.deps, input, by),
  }),
});

export const staffContentRouter = router({
  settings: settingsRouter,
  texts: textsRouter,
  plans: plansRouter,
});
