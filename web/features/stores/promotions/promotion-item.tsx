import type { ReactNode } from 'react';
import { formatLongDate } from '#server/lib/dates.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { RichText } from '#web/ui/published-text.tsx';
import { Badge } from '../badge.tsx';
import { getDisplayHost } from '../display-host.ts';
import { Offer } from '../offers/offer.tsx';
import classes from './promotions-drawer.module.css';

/** Formats YYYY-MM-DD as MMMM Do YYYY. */
export function formatDay(day: string): string {
  return formatLongDate(new Date(`${day}T18:00:00Z`));
}

type Promotion = RouterOutputs['savings']['promotions'][number]['promotions'][number];

interface PromotionItemProps {
  promotion: Promotion;
  /** Shown below the promotion. */
  actions?: ReactNode;
  onCodeCopied?: () => void;
}

export function PromotionItem({ promotion, actions, onCodeCopied }: PromotionItemProps) {
  const { info, code, validUntil, isOnline } = promotion;
  return (
    <li className={classes.promotion}>
      <Offer {...promotion} />
      <p className={classes.terms}>
        <Badge>{isOnline ? 'Online' : 'In store'}</Badge>
        {validUntil === null ? null : <span>Valid until {formatDay(validUntil)}</span>}
      </p>
      <div className={classes.info} data-plain={!info.includes('<') || undefined}>
        <RichText html={info} />
      </div>
      {code === null ? null : (
        <div className={classes.code}>
          <div>
            <span className={classes.codeLabel}>Code</span>
            <code>{code}</code>
          </div>
          <CopyButton value={code} label="Copy code" onCopied={onCodeCopied} />
        </div>
      )}
      <Links promotion={promotion} />
      {actions}
    </li>
  );
}

function Links({ promotion: { url, additionalUrl } }: { promotion: Promotion }) {
  const links = [
    { label: 'Go to the offer', url },
    { label: 'More about it', url: additionalUrl },
  ];
  const visibleLinks = links.flatMap(({ label, url }) => {
    const host = url === null ? null : getDisplayHost(url);
    return url === null || host === null ? [] : [{ label, url, host }];
  });
  if (visibleLinks.length === 0) return null;
  return (
    <p className={classes.links}>
      {visibleLinks.map(({ label, url, host }) => (
        <a key={label} href={url} target="_blank" rel="noopener">
          {label} ({host})
        </a>
      ))}
    </p>
  );
}
