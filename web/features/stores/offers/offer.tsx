import classes from './offer.module.css';

interface OfferProps {
  headline: string | null;
  savesCents: number | null;
  /** True if the business shows its offers only to members and the visitor isn't one. */
  isHidden?: boolean;
}

/**
 * Formats 1200 cents as 'Save $12' and 1250 cents as 'Save $12.50'. It doesn't use `formatCents`, which would
 * enlarge the page's scripts.
 */
const formatSavings = (cents: number) =>
  `Save $${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })}`;

/**
 * Shows an offer in a few words, and what one use of it saves. All states use the same element, because
 * hydration keeps it when a member's results replace those for visitors.
 */
export function Offer({ headline, savesCents, isHidden = false }: OfferProps) {
  return (
    <p className={isHidden ? classes.hidden : classes.offer}>
      {isHidden ? 'Members see this offer' : null}
      {isHidden || headline === null ? null : <strong>{headline}</strong>}
      {isHidden || savesCents === null ? null : <span>{formatSavings(savesCents)}</span>}
    </p>
  );
}
