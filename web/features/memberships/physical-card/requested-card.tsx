import { useSearchParams } from 'react-router';
import { formatLongDate } from '#server/lib/dates.ts';
import { formatCents } from '#server/lib/money.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import type { PhysicalCardView } from './card-address-values.ts';
import { CardPreview } from './card-preview.tsx';
import classes from './physical-card.module.css';

/** Offers a replacement once the card has been sent. */
export function RequestedCard({ card }: { card: PhysicalCardView }) {
  return (
    <div className={classes.page}>
      <Notice title="You have already requested a physical card">
        If you need help, please contact our customer support.
      </Notice>
      <RequestProgress card={card} />
      <CardPreview card={card} />
      {card.state === 'sent' ? <ReplacementOffer cents={card.replacementCents} /> : null}
    </div>
  );
}

function RequestProgress({ card: { latest } }: { card: PhysicalCardView }) {
  if (latest === null) return null;
  const requestedOn = formatLongDate(new Date(latest.requestedAt));
  const cardName = latest.isReplacement ? 'Your replacement' : 'Your card';
  if (latest.sentAt === null) {
    return (
      <p className={classes.note}>
        {cardName} was requested on {requestedOn}. We’ll email you when we send it.
      </p>
    );
  }
  return (
    <p className={classes.note}>
      {cardName} was sent on {formatLongDate(new Date(latest.sentAt))}.
    </p>
  );
}

function ReplacementOffer({ cents }: { cents: number }) {
  const [params] = useSearchParams();
  const replaceParams = new URLSearchParams(params);
  replaceParams.set('replace', '1');
  return (
    <section aria-labelledby="replacement" className={classes.offer}>
      <h2 id="replacement">Is it lost or damaged?</h2>
      <p>
        We’ll print another card with the same membership ID. It costs {formatCents(cents)}, and your
        membership stays active.
      </p>
      <ButtonLink to={`?${replaceParams}`} variant="secondary">
        Order a replacement
      </ButtonLink>
    </section>
  );
}
