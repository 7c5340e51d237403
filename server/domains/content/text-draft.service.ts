import { inTransaction, isUniqueViolation, type Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Actor, recordAudit } from '../../platform/monitoring/audit.service.ts';
import type { PublishedText } from './content.schema.ts';
import { cleanText } from './faq.service.ts';
import type { PlaceholderValues } from './faq-text.shared.ts';
import { formatPublishedHtml } from './html-format.shared.ts';
import { publishText, readText } from './text.service.ts';
import {
  deleteDraft,
  findAllDrafts,
  findDraft,
  insertDraft,
  type TextDraft,
  updateDraft,
} from './text-draft.repository.ts';

export type { TextDraft };
export const readDraft = findDraft;
export const listSavedDrafts = findAllDrafts;

type DraftDeps = Pick<Deps, 'db' | 'now'>;

/** What the editor showed when it was opened. */
export interface DraftBase {
  /** The revision of the draft; null if there was none. */
  revision: string | null;
  /** The newest published version; 0 if there was none. */
  version: number;
}

/**
 * Saves the next version of a text without publishing it. Throws CHANGED_SINCE if someone else saved a draft
 * or published a version in the meantime. `prices` are formatted prices by plan slug.
 */
export async function saveDraft(
  deps: DraftDeps,
  { type, html: source, ...base }: { type: string; html: string } & DraftBase,
  prices: PlaceholderValues,
  by: Actor,
): Promise<TextDraft> {
  const { html, errors } = await cleanText(deps.db, type, source, prices);
  if (errors.length > 0) {
    throw new AppError('INVALID_INPUT', { field: 'html', message: errors.join(' ') });
  }
  return inTransaction(deps.db, (trx) => replaceDraft(deps, trx, { type, html, base, by }));
}

/** Makes an older version the draft of the next one. */
export async function restoreVersion(
  deps: DraftDeps,
  { type, oldVersion, ...base }: { type: string; oldVersion: number } & DraftBase,
  by: Actor,
): Promise<TextDraft> {
  return inTransaction(deps.db, async (trx) => {
    const text = await readText(trx, type, oldVersion);
    if (!text) throw new AppError('NOT_FOUND');
    return replaceDraft(deps, trx, { type, html: text.html, base, by });
  });
}

interface NewDraft {
  type: string;
  html: string;
  base: DraftBase;
  by: Actor;
}

async function replaceDraft(
  { now }: Pick<Deps, 'now'>,
  trx: Trx,
  { type, html, base, by }: NewDraft,
): Promise<TextDraft> {
  const before = await findDraft(trx, type);
  const newestText = await readText(trx, type);
  if ((newestText?.version ?? 0) !== base.version) throw new AppError('CHANGED_SINCE');
  const draft = {
    type,
    html: formatPublishedHtml(html),
    baseVersion: before?.baseVersion ?? base.version,
    revision: newId(),
    savedAt: now(),
    savedBy: by.actorId ?? null,
  };
  const isSaved =
    base.revision === null ? await insertDraft(trx, draft) : await updateDraft(trx, base.revision, draft);
  if (!isSaved) throw new AppError('CHANGED_SINCE');
  await recordAudit(trx, {
    action: 'text.draft',
    subject: `text:${type}`,
    at: draft.savedAt,
    change: {
      before: before ? describe(before.html) : newestText ? `version ${newestText.version}` : null,
      after: describe(draft.html),
    },
    ...by,
  });
  return draft;
}

function describe(html: string): string {
  return `a draft of ${html.length.toLocaleString('en-US')} characters`;
}

export async function discardDraft(
  { db, now }: DraftDeps,
  { type, revision }: { type: string; revision: string },
  by: Actor,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const draft = await takeDraft(trx, type, revision);
    const change = { before: describe(draft.html), after: null };
    await recordAudit(trx, { action: 'text.discard', subject: `text:${type}`, at: now(), change, ...by });
  });
}

/** Publishes the draft as the next version, and returns its number. Throws if the draft changes nothing. */
export async function publishDraft(
  deps: DraftDeps,
  { type, isReviewed, ...base }: { type: string; isReviewed: boolean } & DraftBase,
  prices: PlaceholderValues,
  by: Actor,
): Promise<number> {
  try {
    return await inTransaction(deps.db, async (trx) => {
      const draft = await takeDraft(trx, type, base.revision ?? '');
      const newestText = await readText(trx, type);
      if ((newestText?.version ?? 0) !== base.version) throw new AppError('CHANGED_SINCE');
      // Settings and prices may have changed since the draft was saved.
      const { html, errors } = await cleanText(trx, type, draft.html, prices);
      if (errors.length > 0) throw new AppError('INVALID_INPUT', { message: errors.join(' ') });
      const text = { type, html, isDraft: !isReviewed };
      const version = isSameText(newestText, html) ? null : await publishText(trx, text, deps.now(), by);
      if (version === null) throw new AppError('INVALID_INPUT', { message: 'The draft has no changes.' });
      return version;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('CHANGED_SINCE', { cause: error });
    throw error;
  }
}

/** Compares the texts, ignoring whitespace between blocks. */
export function isSameText(text: PublishedText | undefined, html: string): boolean {
  return text !== undefined && formatPublishedHtml(text.html) === formatPublishedHtml(html);
}

async function takeDraft(trx: Trx, type: string, revision: string): Promise<TextDraft> {
  const draft = await findDraft(trx, type);
  if (draft?.revision !== revision || !(await deleteDraft(trx, type, revision))) {
    throw new AppError('CHANGED_SINCE');
  }
  return draft;
}
