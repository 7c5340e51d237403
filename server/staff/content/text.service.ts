import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { listPriceTexts } from '../../domains/catalog/plan.service.ts';
import { type TextName, textName } from '../../domains/content/content.schema.ts';
import { findPlaceholderValues } from '../../domains/content/faq.service.ts';
import { readEditableFaq, readFaq } from '../../domains/content/faq-text.shared.ts';
import { formatPublishedHtml } from '../../domains/content/html-format.shared.ts';
import { approveVersion, listDrafts, listVersions, readText } from '../../domains/content/text.service.ts';
import {
  isSameText,
  listSavedDrafts,
  publishDraft,
  readDraft,
  restoreVersion,
} from '../../domains/content/text-draft.service.ts';
import { textTitles } from '../../domains/content/text-titles.shared.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { diffLines } from '../../lib/diff.ts';
import { AppError } from '../../lib/errors.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { readAuditTimeline } from '../kit/timeline.service.ts';
import type {
  approval,
  publication,
  restoration,
  textChanges,
  textDetail,
  textSummary,
  textView,
} from './content.schema.ts';
import { findPublications, findStaffName } from './text-version.repository.ts';

type StaffContext = Pick<AccountContext, 'deps'>;

export async function listTexts(db: Db): Promise<Array<z.input<typeof textSummary>>> {
  const unreviewedTypes = await listDrafts(db);
  const drafts = await listSavedDrafts(db);
  return Promise.all(
    textName.options.map(async (type) => {
      const text = await readText(db, type);
      return {
        type,
        title: textTitles[type],
        version: text?.version ?? null,
        publishedAt: text?.publishedAt ?? null,
        isReviewed: !unreviewedTypes.includes(type),
        draftSavedAt: drafts.find((draft) => draft.type === type)?.savedAt ?? null,
      };
    }),
  );
}

const publishedVersion = z.object({ after: z.string() });

export async function describeText(db: Db, type: TextName): Promise<z.input<typeof textDetail>> {
  const [versions, draft, unreviewedTypes, publications] = await Promise.all([
    listVersions(db, type),
    readDraft(db, type),
    listDrafts(db),
    findPublications(db, type),
  ]);
  const [newestVersion] = versions;
  const publishers = new Map(
    publications.map(({ change, reason, firstname, lastname }) => {
      const [, version] = /^version (\d+)/.exec(publishedVersion.parse(change).after) ?? [];
      return [Number(version), { by: formatPersonName({ firstname, lastname }), reason }];
    }),
  );
  return {
    title: textTitles[type],
    type,
    revision: draft?.revision ?? null,
    version: newestVersion?.version ?? 0,
    html: newestVersion?.html ?? '',
    isReviewed: !unreviewedTypes.includes(type),
    publishedAt: newestVersion?.publishedAt ?? null,
    draft: draft
      ? { ...draft, savedBy: draft.savedBy === null ? null : await findStaffName(db, draft.savedBy) }
      : null,
    versions: versions.map(({ version, publishedAt }) => ({
      version,
      publishedAt,
      by: publishers.get(version)?.by ?? null,
      reason: publishers.get(version)?.reason ?? null,
    })),
    timeline: await readAuditTimeline(db, [`text:${type}`]),
  };
}

/** Returns a version or, without one, the draft as it will look once it is published. */
export async function viewText(
  { db, now }: { db: Db; now(): Date },
  type: TextName,
  version: number | null,
): Promise<z.input<typeof textView>> {
  const draft = version === null ? await readDraft(db, type) : undefined;
  const text = draft
    ? { version: draft.baseVersion + 1, publishedAt: now(), html: draft.html }
    : await readText(db, type, version ?? undefined);
  if (!text || (version === null && !draft)) throw new AppError('NOT_FOUND');
  const { publishedAt, html } = text;
  const values = await findPlaceholderValues(db, await listPriceTexts(db));
  return {
    title: textTitles[type],
    version: text.version,
    publishedAt,
    html,
    sections: type === 'FAQ' ? readFaq(html, values) : null,
  };
}

const CONTEXT_LINES = 2;

/** Compares the draft with the published version. Throws NOT_FOUND if there is no draft. */
export async function compareDraft(db: Db, type: TextName): Promise<z.input<typeof textChanges>> {
  const [draft, published] = await Promise.all([readDraft(db, type), readText(db, type)]);
  if (!draft) throw new AppError('NOT_FOUND');
  const lines = diffLines(splitBlocks(published?.html ?? ''), splitBlocks(draft.html));
  const isNearChange = (index: number) =>
    lines
      .slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
      .some(({ kind }) => kind !== 'same');
  return {
    title: textTitles[type],
    version: published?.version ?? 0,
    lines: lines
      .map(({ kind, text }, id) => ({ id, kind, html: isNearChange(id) ? text : null }))
      // Replace each run of distant unchanged paragraphs with a single row.
      .filter(({ id, html }) => html !== null || id === 0 || isNearChange(id - 1)),
  };
}

const HIDDEN_QUESTION = /<h3([^>]*) hidden>([\s\S]*?)<\/h3>/;

/** Splits a text into headings, paragraphs, and list items. Each of them is valid HTML on its own. */
function splitBlocks(html: string): string[] {
  return formatPublishedHtml(html)
    .split('\n')
    .filter((line) => !/^(?:<\/?(?:ul|ol)>|<\/li>)?$/.test(line))
    .map((line) => line.replace(HIDDEN_QUESTION, '<h3$1>$2 (hidden)</h3>'))
    .map((line) => (line.startsWith('<li>') ? `<ul>${line}</ul>` : line));
}

const READERS: Partial<Record<TextName, string>> = {
  PRIVACY: 'Visitors see it on the privacy policy page right away.',
  COOKIE: 'Visitors see it on the cookie policy page right away.',
  FAQ: 'Visitors see it on the FAQ page right away.',
};

export async function planPublication({ deps }: StaffContext, input: z.infer<typeof publication>) {
  const { type, isReviewed } = input;
  const published = await readText(deps.db, type);
  const draft = await readDraft(deps.db, type);
  if (draft?.revision !== input.revision) throw new AppError('CHANGED_SINCE');
  if (isSameText(published, draft.html)) {
    throw new AppError('INVALID_INPUT', { message: 'The draft is the same as the published version.' });
  }
  const version = published?.version ?? 0;
  const publicationText = published
    ? `replaces version ${version} of ${formatLongDate(published.publishedAt)}`
    : 'is published';
  const effects = [
    `Version ${version + 1} of “${textTitles[type]}” ${publicationText}.`,
    READERS[type] ??
      'From now on, people accept this version when they buy or sign up. We keep earlier versions for the people who accepted them.',
    ...(type === 'FAQ' ? describeFaqChanges(published?.html ?? '', draft.html) : []),
    ...(draft.baseVersion < version
      ? [
          `The draft was started from version ${draft.baseVersion}, so the changes in version ${version} will be lost unless the draft includes them.`,
        ]
      : []),
    ...(isReviewed
      ? []
      : ['Counsel hasn’t reviewed it. Production won’t restart unless it allows unreviewed texts.']),
  ];
  return {
    effects,
    perform: async (by: StaffAuthor) => publishDraft(deps, input, await listPriceTexts(deps.db), by),
    done: (newVersion: number) => `Version ${newVersion} is published.`,
  };
}

/** Counts the questions that differ. */
export function describeFaqChanges(before: string, after: string): string[] {
  const readQuestions = (html: string) =>
    new Map(
      readEditableFaq(formatPublishedHtml(html)).flatMap(({ entries }) =>
        entries.filter(({ isHidden }) => !isHidden).map((entry) => [entry.id, JSON.stringify(entry)]),
      ),
    );
  const [oldQuestions, newQuestions] = [readQuestions(before), readQuestions(after)];
  const ids = [...newQuestions.keys()];
  const addedCount = ids.filter((id) => !oldQuestions.has(id)).length;
  const removedCount = [...oldQuestions.keys()].filter((id) => !newQuestions.has(id)).length;
  const changedCount = ids.filter(
    (id) => oldQuestions.has(id) && oldQuestions.get(id) !== newQuestions.get(id),
  ).length;
  return [`Questions: ${addedCount} added, ${changedCount} changed, ${removedCount} removed or hidden.`];
}

export async function planRestoration({ deps }: StaffContext, input: z.infer<typeof restoration>) {
  const { type, oldVersion } = input;
  if (!(await readText(deps.db, type, oldVersion))) throw new AppError('NOT_FOUND');
  const draft = await readDraft(deps.db, type);
  return {
    effects: [
      `Version ${oldVersion} becomes the draft of “${textTitles[type]}”. Visitors see no change until you publish it.`,
      ...(draft ? [`The draft from ${formatLongDate(draft.savedAt)} is lost.`] : []),
    ],
    perform: (by: StaffAuthor) => restoreVersion(deps, input, by),
    done: `Version ${oldVersion} is now the draft.`,
  };
}

export async function planApproval({ deps }: StaffContext, input: z.infer<typeof approval>) {
  const { type, version } = input;
  const text = await readText(deps.db, type);
  if (text?.version !== version) throw new AppError('CHANGED_SINCE');
  return {
    effects: [
      `Version ${version + 1} of “${textTitles[type]}” is published with the same words, as reviewed by counsel.`,
    ],
    perform: (by: StaffAuthor) => approveVersion(deps, input, by),
    done: (newVersion: number) => `Version ${newVersion} is published as reviewed.`,
  };
}
