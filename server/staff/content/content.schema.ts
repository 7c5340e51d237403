import { z } from 'zod';
import { plan } from '../../domains/catalog/plan.schema.ts';
import { planEdit } from '../../domains/catalog/plan-edit.schema.ts';
import { textName } from '../../domains/content/content.schema.ts';
import { faqSection } from '../../domains/content/faq.schema.ts';
import { setting, settingKey } from '../../domains/content/setting.schema.ts';
import { timelineEntry } from '../kit/timeline.schema.ts';

export const settingDetail = z.object({ setting, timeline: z.array(timelineEntry) });

export const settingEdit = z.object({
  key: settingKey,
  value: z.string().max(500),
  /** The value that the editor saw. */
  expectedValue: z.string(),
});

export const textSummary = z.object({
  type: textName,
  title: z.string(),
  /** Null if it isn't published. */
  version: z.int().nullable(),
  publishedAt: z.date().nullable(),
  isReviewed: z.boolean(),
  draftSavedAt: z.date().nullable(),
});

/**
 * Identifies the state of a text that an editor saw, so that nobody overwrites a change they haven't seen.
 */
const base = {
  type: textName,
  /** The revision of the draft. Null if there was none. */
  revision: z.uuid().nullable(),
  /** The newest published version. 0 if there was none. */
  version: z.int(),
};

export const textDetail = z.object({
  title: z.string(),
  ...base,
  html: z.string(),
  isReviewed: z.boolean(),
  publishedAt: z.date().nullable(),
  draft: z
    .object({ html: z.string(), baseVersion: z.int(), savedAt: z.date(), savedBy: z.string().nullable() })
    .nullable(),
  versions: z.array(
    z.object({
      version: z.int(),
      publishedAt: z.date(),
      /** Null if a command or the first start published it. */
      by: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  timeline: z.array(timelineEntry),
});

/** A text as visitors see it. */
export const textView = z.object({
  title: z.string(),
  version: z.int(),
  publishedAt: z.date(),
  html: z.string(),
  /** The FAQ's sections, with placeholders replaced. Null for other texts. */
  sections: z.array(faqSection).nullable(),
});

/** How the draft differs from the published version, paragraph by paragraph. */
export const textChanges = z.object({
  title: z.string(),
  version: z.int(),
  lines: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(['same', 'removed', 'added']),
      /** Null in place of unchanged paragraphs far from any change. */
      html: z.string().nullable(),
    }),
  ),
});

export const draftInput = z.object({ ...base, html: z.string().max(200_000) });
export const draftAction = z.object({ ...base, revision: z.uuid() });
export const publication = z.object({ ...draftAction.shape, isReviewed: z.boolean() });
export const restoration = z.object({ ...base, oldVersion: z.int().min(1) });
export const approval = z.object({ type: textName, version: z.int() });

export const planSummary = plan.pick({
  id: true,
  kind: true,
  name: true,
  orderSummaryName: true,
  priceCents: true,
  billingInterval: true,
});

export const planDetail = z.object({
  plan,
  /** The form's initial values. A price from before there was a bound must stay readable. */
  edit: planEdit.extend({ price: z.string() }),
  /** The plan's label with its prices. */
  label: z.string(),
  timeline: z.array(timelineEntry),
});
