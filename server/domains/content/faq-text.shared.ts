import { escapeHtml } from '../../lib/html.ts';
import type { EditableFaqSection, FaqEntry, FaqSection } from './faq.schema.ts';

const HEADING = /<(h2|h3)((?:\s[^>]*)?)>([\s\S]*?)<\/\1>/g;
const ID = /\sid="([^"]*)"/;
const HIDDEN = /\shidden\b/;
const INLINE_TAG = /<\/?(?:a|em|strong)\b[^>]*>/g;
const TAGS = /<[^>]*>/g;
const PLACEHOLDER = /\{([\w.-]+)\}/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Keyed by placeholder: the value of 'price.family' replaces {price.family}. */
export type PlaceholderValues = Readonly<Record<string, string>>;

/** Converts sanitized HTML to plain text. Not safe for other HTML. */
function toPlainText(html: string): string {
  return html
    .replace(INLINE_TAG, '')
    .replace(TAGS, ' ')
    .replace(/&([a-z]+|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Converts 'How do I cancel?' to 'how-do-i-cancel'. */
export function toSlug(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[\p{M}’']/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

function fillPlaceholders(html: string, values: PlaceholderValues): string {
  return html.replace(PLACEHOLDER, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? escapeHtml(values[name] ?? '') : placeholder,
  );
}

interface FaqPart {
  level: string;
  id: string;
  title: string;
  body: string;
  isHidden: boolean;
}

function splitAtHeadings(html: string): { intro: string; parts: FaqPart[] } {
  const headings = [...html.matchAll(HEADING)];
  const parts = headings.map((heading, index) => {
    const [headingHtml, level = '', attributes = '', titleHtml = ''] = heading;
    const end = headings[index + 1]?.index ?? html.length;
    const title = toPlainText(titleHtml);
    return {
      level,
      id: ID.exec(attributes)?.[1] || toSlug(title),
      title,
      body: html.slice(heading.index + headingHtml.length, end).trim(),
      isHidden: HIDDEN.test(attributes.replace(ID, '')),
    };
  });
  return { intro: html.slice(0, headings[0]?.index ?? html.length).trim(), parts };
}

/** Splits the FAQ into sections (h2) and questions (h3). Keeps placeholders. */
export function readEditableFaq(html: string): EditableFaqSection[] {
  const sections: EditableFaqSection[] = [];
  for (const { level, id, title, body, isHidden } of splitAtHeadings(html).parts) {
    if (level === 'h2') sections.push({ id, title, entries: [] });
    else sections.at(-1)?.entries.push({ id, question: title, html: body, isHidden });
  }
  return sections;
}

/** Returns what visitors see: replaces placeholders, and leaves out hidden questions. */
export function readFaq(html: string, values: PlaceholderValues): FaqSection[] {
  return readEditableFaq(fillPlaceholders(html, values)).flatMap(({ entries, ...section }) => {
    const visibleEntries = entries.filter(({ isHidden }) => !isHidden);
    const hasOnlyHiddenEntries = entries.length > 0 && visibleEntries.length === 0;
    return hasOnlyHiddenEntries
      ? []
      : [
          {
            ...section,
            entries: visibleEntries.map((entry) => toFaqEntry(entry.id, entry.question, entry.html)),
          },
        ];
  });
}

/** Converts sections to HTML. The inverse of `readEditableFaq`. */
export function writeFaq(sections: readonly EditableFaqSection[]): string {
  return sections
    .flatMap(({ id, title, entries }) => [
      `<h2 id="${escapeHtml(id)}">${escapeHtml(title)}</h2>`,
      ...entries.map(
        (entry) =>
          `<h3 id="${escapeHtml(entry.id)}"${entry.isHidden ? ' hidden' : ''}>${escapeHtml(entry.question)}</h3>\n${entry.html}`,
      ),
    ])
    .join('\n\n');
}

function toFaqEntry(id: string, question: string, html: string): FaqEntry {
  return { id, question, html, text: toPlainText(`${question} ${html}`) };
}

/** Returns the errors that staff must fix before the FAQ can be published. */
export function findFaqErrors(html: string, values: PlaceholderValues): string[] {
  const { intro, parts } = splitAtHeadings(html);
  const errors = intro === '' ? [] : ['The text must begin with a section heading: <h2>Memberships</h2>.'];
  if (parts.length === 0) return ['The text has no questions.'];
  if (parts[0]?.level === 'h3') errors.push('The first question is not in a section.');
  const ids = new Set<string>();
  for (const { level, id, title, body } of parts) {
    if (title === '') errors.push(`A <${level}> heading is empty.`);
    else if (id === '') errors.push(`“${title}” needs an id: <${level} id="…">.`);
    if (level === 'h3' && body === '') errors.push(`“${title}” has no answer.`);
    if (level === 'h2' && body !== '')
      errors.push(`The section “${title}” has text before its first question.`);
    if (ids.has(id)) errors.push(`The id “${id}” is used twice.`);
    ids.add(id);
  }
  const unknownPlaceholders = [...html.matchAll(PLACEHOLDER)].filter(
    ([, name = '']) => !Object.hasOwn(values, name),
  );
  return [
    ...errors,
    ...new Set(unknownPlaceholders.map(([placeholder]) => `Unknown placeholder ${placeholder}.`)),
  ];
}
