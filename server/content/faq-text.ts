import { escapeHtml } from '../lib/html.ts';
import type { FaqEntry, FaqSection } from './faq.schema.ts';

const HEADING = /<(h2|h3)(?: id="([^"]*)")?>([\s\S]*?)<\/\1>/g;
const INLINE_TAG = /<\/?(?:a|em|strong)\b[^>]*>/g;
const TAG = /<[^>]*>/g;
const FIGURE = /\{([\w.-]+)\}/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** What a placeholder stands for, by name: '{price.family}' by 'price.family'. */
export type Figures = Readonly<Record<string, string>>;

/** HTML of our own making as plain text. */
function plainText(html: string): string {
  return html
    .replace(INLINE_TAG, '')
    .replace(TAG, ' ')
    .replace(/&([a-z]+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}

/** 'How do I cancel?' as 'how-do-i-cancel'. */
function slugOf(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/[\p{M}’']/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

function fill(html: string, figures: Figures): string {
  return html.replace(FIGURE, (whole, name: string) =>
    Object.hasOwn(figures, name) ? escapeHtml(figures[name] ?? '') : whole,
  );
}

interface Part {
  level: string;
  id: string;
  title: string;
  body: string;
}

function partsOf(html: string): { before: string; parts: Part[] } {
  const headings = [...html.matchAll(HEADING)];
  const parts = headings.map((heading, at) => {
    const [whole, level = '', id = '', words = ''] = heading;
    const end = headings[at + 1]?.index ?? html.length;
    const title = plainText(words);
    return {
      level,
      id: id || slugOf(title),
      title,
      body: html.slice(heading.index + whole.length, end).trim(),
    };
  });
  return { before: html.slice(0, headings[0]?.index ?? html.length).trim(), parts };
}

/** The FAQ's text as people read it: a section for each h2, a question for each h3, figures filled in. */
export function readFaq(html: string, figures: Figures): FaqSection[] {
  const sections: FaqSection[] = [];
  for (const { level, id, title, body } of partsOf(fill(html, figures)).parts) {
    if (level === 'h2') sections.push({ id, title, entries: [] });
    else sections.at(-1)?.entries.push(entryOf(id, title, body));
  }
  return sections;
}

function entryOf(id: string, question: string, html: string): FaqEntry {
  return { id, question, html, text: plainText(`${question} ${html}`) };
}

/** What staff have to put right before such a text can be shown, in words. */
export function faqFaults(html: string, figures: Figures): string[] {
  const { before, parts } = partsOf(html);
  const faults = before === '' ? [] : ['It begins with a section: <h2>Memberships</h2>.'];
  if (parts.length === 0) return ['It has no questions.'];
  if (parts[0]?.level === 'h3') faults.push('The first question stands in no section.');
  const ids = new Set<string>();
  for (const { level, id, title, body } of parts) {
    if (title === '') faults.push(`A heading <${level}> is empty.`);
    else if (id === '') faults.push(`“${title}” needs an id: <${level} id="…">.`);
    if (level === 'h3' && body === '') faults.push(`“${title}” has no answer.`);
    if (level === 'h2' && body !== '')
      faults.push(`Below the section “${title}” stands text without a question.`);
    if (ids.has(id)) faults.push(`The id “${id}” stands there twice.`);
    ids.add(id);
  }
  const unknown = [...html.matchAll(FIGURE)].filter(([, name = '']) => !Object.hasOwn(figures, name));
  return [...faults, ...new Set(unknown.map(([whole]) => `Nothing is known as ${whole}.`))];
}
