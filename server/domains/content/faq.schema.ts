import { z } from 'zod';

export const faqEntry = z.object({
  /** Must not change when the question is reworded, because `/faq#<id>` links to the answer. */
  id: z.string(),
  question: z.string(),
  /** Paragraphs, lists, and links, with placeholders replaced. */
  html: z.string(),
  /** Question and answer as plain text, for searching. */
  text: z.string(),
});
export type FaqEntry = z.infer<typeof faqEntry>;

export const faqSection = z.object({ id: z.string(), title: z.string(), entries: z.array(faqEntry) });
export type FaqSection = z.infer<typeof faqSection>;

export const faq = z.object({
  version: z.int(),
  publishedAt: z.date(),
  sections: z.array(faqSection),
});
export type Faq = z.infer<typeof faq>;

/** A section as staff edit it: with hidden questions, and with placeholders such as {price.family}. */
export interface EditableFaqSection {
  id: string;
  title: string;
  entries: Array<Pick<FaqEntry, 'id' | 'question' | 'html'> & { isHidden: boolean }>;
}
