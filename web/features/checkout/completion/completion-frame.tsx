import { type ReactNode, useEffect, useRef } from 'react';
import { useDocumentTitle } from '#web/ui/page/document-title.ts';
import classes from '../checkout.module.css';

interface CompletionFrameProps {
  title?: string;
  heading: string;
  /** Use 3 inside a modal, whose title is an h2, and 2 on a page. */
  headingLevel?: 2 | 3;
  text: ReactNode;
  children: ReactNode;
}

/** Reports that a purchase or another task is done, and moves focus to the heading. */
export function CompletionFrame(props: CompletionFrameProps) {
  const { title = 'Purchase completed', heading, headingLevel = 3, text, children } = props;
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const headingRef = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useEffect(() => headingRef.current?.focus(), []);
  return (
    <div className={classes.completion}>
      <CheckMark />
      <Heading ref={headingRef} tabIndex={-1} data-autofocus>
        {heading}
      </Heading>
      <p className={classes.thanks}>{text}</p>
      {children}
    </div>
  );
}

function CheckMark() {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" focusable="false" className={classes.checkMark}>
      <circle cx="32" cy="32" r="30" />
      <path d="M19 33l9 9 17-19" />
    </svg>
  );
}
