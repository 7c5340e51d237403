import { FIGURE_KINDS, WEEKS_SHOWN } from '#server/domains/stores/figures/figure.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { FigureCharts } from './figure-charts.tsx';
import type { OwnBusinessData } from './own-business-data.ts';
import classes from './owner.module.css';

/** Shows how often the business was seen and used in recent weeks. */
export function FiguresSection({ business }: { business: OwnBusinessData }) {
  const figures = trpc.businesses.figures.useQuery();
  return (
    <section aria-labelledby="own-figures" className={classes.section}>
      <h2 id="own-figures">Your stats</h2>
      {figures.isError ? (
        <ErrorBox message={toFailure(figures.error).message} onRetry={() => void figures.refetch()} />
      ) : figures.data === undefined ? (
        <Skeleton heights={['5rem', '21rem', '21rem']} />
      ) : figures.data.every((week) => FIGURE_KINDS.every((kind) => week[kind] === 0)) ? (
        <NoFigures business={business} />
      ) : (
        <FigureCharts weeks={figures.data} />
      )}
      <p className={classes.hint}>
        We count the searches that show your business and what people do there, but not who they are. Your own
        visits don’t count, and repeated clicks from one address count once an hour. The charts cover{' '}
        {WEEKS_SHOWN} weeks, Monday to Sunday in UTC, and update within a minute.
      </p>
    </section>
  );
}

function NoFigures({ business: { isListed, promotions } }: { business: OwnBusinessData }) {
  const advice = !isListed
    ? 'Your business isn’t in the savings search right now. See your listing above for what to do.'
    : promotions.length === 0
      ? 'Add a promotion below. Members open businesses that show what they’ll save.'
      : 'Members find you by name, category, and place. Check that all three are right, then come back in a few days.';
  return (
    <EmptyState headingLevel={3} title="No stats yet">
      {advice}
    </EmptyState>
  );
}
