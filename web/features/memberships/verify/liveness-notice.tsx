import type { ReactNode } from 'react';
import classes from './liveness-notice.module.css';
import type { Verification } from './verification-result.tsx';

type NoticeKind = NonNullable<Verification['liveness']> | 'none';

const RESCAN_ADVICE = 'Ask to see the card open on the phone, and scan it again.';

const NOTICE_TEXTS: Record<NoticeKind, { title: string; text: string }> = {
  live: { title: 'Shown live', text: 'The phone that holds this card made the code just now.' },
  old: {
    title: 'Not shown live',
    text: `This code has expired, so it may be a screenshot. ${RESCAN_ADVICE}`,
  },
  unknown: { title: 'Not shown live', text: `This code didn’t come from this card. ${RESCAN_ADVICE}` },
  none: { title: 'No live code', text: 'Only the ID was checked. A printed card has no live code.' },
};

const WARNING = <path d="M24 5l21 37H3zM24 18v11M24 35v.5" />;
const SHAPES: Record<NoticeKind, ReactNode> = {
  live: (
    <>
      <circle cx="24" cy="24" r="3.5" fill="currentcolor" />
      <path d="M15.5 15.5a12 12 0 0 0 0 17M32.5 15.5a12 12 0 0 1 0 17M9.9 9.9a20 20 0 0 0 0 28.2M38.1 9.9a20 20 0 0 1 0 28.2" />
    </>
  ),
  old: WARNING,
  unknown: WARNING,
  none: (
    <>
      <rect x="5" y="11" width="38" height="26" rx="4" />
      <path d="M12 21h14M12 28h9" />
    </>
  ),
};

/**
 * Shows with words, a shape, and a color whether the scanned code was live, may be a copy, or was missing.
 */
export function LivenessNotice({ liveness }: { liveness: Verification['liveness'] }) {
  const noticeKind = liveness ?? 'none';
  const { title, text } = NOTICE_TEXTS[noticeKind];
  return (
    <div className={classes.band} data-seen={noticeKind}>
      <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        {SHAPES[noticeKind]}
      </svg>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    </div>
  );
}
