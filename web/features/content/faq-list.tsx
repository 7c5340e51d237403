import { memo, useEffect } from 'react';
import { useLocation } from 'react-router';
import type { FaqEntry, FaqSection } from '#server/domains/content/faq.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { useInnerLinks } from '#web/lib/use-inner-links.ts';
import { CopyLink } from '#web/ui/copy-link.tsx';
import { RichText } from '#web/ui/published-text.tsx';
import classes from './faq.module.css';

interface FaqListProps {
  sections: readonly FaqSection[];
  /** True for search results, whose answers are expanded. */
  opened: boolean;
}

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

// Memoized, so that typing a search doesn't render every answer again.
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
          targetName={`the answer to “${question}”`}
        />
      </div>
    </details>
  );
});

/** Expands the answer named in the URL's hash, scrolls to it, and focuses it. */
function useLinkedAnswer() {
  const { hash, key } = useLocation();
  useEffect(() => {
    // location.key changes on every navigation, so following the same link twice works.
    const linkedAnswer = key && hash ? document.getElementById(parseHash(hash)) : null;
    if (!(linkedAnswer instanceof HTMLDetailsElement)) return;
    linkedAnswer.open = true;
    linkedAnswer.scrollIntoView({ block: 'start' });
    linkedAnswer.querySelector('summary')?.focus({ preventScroll: true });
  }, [hash, key]);
}

function parseHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
