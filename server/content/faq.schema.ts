import { z } from 'zod';

export const faqEntry = z.object({
  /** Stays the same while the words change: a link to the answer is `/faq#<id>`. */
  id: z.string(),
  question: z.string(),
  /** Paragraphs, lists and links; figures are filled in. */
  html: z.string(),
  /** Question and answer without marks, for the search. */
  text: z.string(),
});
export type FaqEntry = z.infer<typeof faqEntry>;

export const faqSection = z.object({ id: z.string(), title: z.string(), entries: z.array(faqEntry) });
export type FaqSection = z.infer<typeof faqSection>;

/** The questions that people ask, by section, in the order in which staff wrote them. */
export const faq = z.object({
  version: z.int(),
  publishedAt: z.date(),
  sections: z.array(faqSection),
});
export type Faq = z.infer<typeof faq>;
