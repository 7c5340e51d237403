import { memo, useEffect } from 'react';
import { useLocation } from 'react-router';
import type { FaqEntry, FaqSection } from '#server/content/faq.schema.ts';
import { paths } from '#server/site/pages.shared.ts';
import { useInnerLinks } from '#web/lib/use-inner-links.ts';
import { CopyLink } from '#web/ui/copy-link.tsx';
import { RichText } from '#web/ui/published-text.tsx';
import classes from './faq.module.css';

interface FaqListProps {
  sections: readonly FaqSection[];
  /** What is found by a search is seen without a click. */
  opened: boolean;
}

/** Questions by section; each opens its answer, and a link with its name leads there. */
export function FaqList({ sections, opened }: FaqListProps) {
  useLinkedAnswer();
  return sections.map(({ id, title, entries }) => (
    <section key={id} className={classes.section} aria-labelledby={`section-${id}`}>
      <h2 id={`section-${id}`}>{title}</h2>
      {entries.map((entry) => (
        <Answer key={entry.id} entry={entry} opened={opened} />
      ))}
    </section>
  ));
}

// Read once, not with each letter of a search, nor when the address follows it.
const AnswerText = memo(RichText);

const Answer = memo(function Answer({ entry, opened }: { entry: FaqEntry; opened: boolean }) {
  const { id, question, html } = entry;
  const text = useInnerLinks();
  return (
    <details id={id} open={opened} className={classes.answer}>
      <summary>
        <h3>{question}</h3>
      </summary>
      <div ref={text} className={classes.text}>
        <AnswerText html={html} />
        <CopyLink
          link={() => new URL(paths.faqAnswer(id), window.location.href).href}
          to={`the answer to “${question}”`}
        />
      </div>
    </details>
  );
});

/** The answer that the address names is open, in sight and in focus: also by a link from this very page. */
function useLinkedAnswer() {
  const { hash, key } = useLocation();
  useEffect(() => {
    // The key is new with each visit: the same link works twice.
    const named = key && hash ? document.getElementById(idOf(hash)) : null;
    if (!(named instanceof HTMLDetailsElement)) return;
    named.open = true;
    named.scrollIntoView({ block: 'start' });
    named.querySelector('summary')?.focus({ preventScroll: true });
  }, [hash, key]);
}

function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
