import type { EditableFaqSection } from '#server/domains/content/faq.schema.ts';
import { toSlug } from '#server/domains/content/faq-text.shared.ts';

type Sections = readonly EditableFaqSection[];
type Question = EditableFaqSection['entries'][number];

function swap<Item>(items: readonly Item[], index: number, step: number): Item[] {
  const [item] = items.slice(index, index + 1);
  const others = items.filter((_, other) => other !== index);
  return item === undefined ? others : others.toSpliced(index + step, 0, item);
}

/** Moves a section one place up (-1) or down (1). */
export function moveSection(sections: Sections, id: string, step: 1 | -1): EditableFaqSection[] {
  return swap(
    sections,
    sections.findIndex((section) => section.id === id),
    step,
  );
}

/**
 * Moves a question one place up (-1) or down (1). Past the edge of its section, it moves to the adjacent one.
 */
export function moveQuestion(sections: Sections, id: string, step: 1 | -1): EditableFaqSection[] {
  const sectionIndex = sections.findIndex(({ entries }) => entries.some((entry) => entry.id === id));
  const entries = sections[sectionIndex]?.entries ?? [];
  const index = entries.findIndex((entry) => entry.id === id);
  const entry = entries[index];
  const target = sections[sectionIndex + step];
  if (!entry) return [...sections];
  if (index + step >= 0 && index + step < entries.length) {
    return sections.map((section, other) =>
      other === sectionIndex ? { ...section, entries: swap(entries, index, step) } : section,
    );
  }
  if (!target) return [...sections];
  return removeQuestion(sections, id).map((section) =>
    section.id === target.id
      ? { ...section, entries: step === 1 ? [entry, ...section.entries] : [...section.entries, entry] }
      : section,
  );
}

export function removeQuestion(sections: Sections, id: string): EditableFaqSection[] {
  return sections.map((section) => ({
    ...section,
    entries: section.entries.filter((entry) => entry.id !== id),
  }));
}

export function patchQuestion(
  sections: Sections,
  id: string,
  patch: Partial<Question>,
): EditableFaqSection[] {
  return sections.map((section) => ({
    ...section,
    entries: section.entries.map((entry) => (entry.id === id ? { ...entry, ...patch } : entry)),
  }));
}

/** Adds a question to the end of a section. */
export function addQuestion(
  sections: Sections,
  sectionId: string,
  question: Pick<Question, 'question' | 'html'>,
): EditableFaqSection[] {
  const entry = { ...question, id: createId(sections, question.question), isHidden: false };
  return sections.map((section) =>
    section.id === sectionId ? { ...section, entries: [...section.entries, entry] } : section,
  );
}

export function addSection(sections: Sections, title: string): EditableFaqSection[] {
  return [...sections, { id: createId(sections, title), title, entries: [] }];
}

/** Returns an id that isn't in the FAQ yet, such as 'how-do-i-cancel-2'. */
function createId(sections: Sections, title: string): string {
  const ids = new Set(sections.flatMap(({ id, entries }) => [id, ...entries.map((entry) => entry.id)]));
  const slug = toSlug(title) || 'question';
  let id = slug;
  for (let number = 2; ids.has(id); number += 1) id = `${slug}-${number}`;
  return id;
}
