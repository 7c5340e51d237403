import { lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'react-router';
import { FIGURE_KINDS, type FigureKind, WEEKS_SHOWN } from '#server/domains/stores/figures/figure.shared.ts';
import { DEFAULT_DISTANCE, DEFAULT_SORT } from '#server/domains/stores/search/search-rules.shared.ts';
import { PROMOTION_CHANGE_DAYS } from '#server/lib/business-rules.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { ResendVerification } from '#web/features/accounts/resend-verification.tsx';
import { writeAddress } from '#web/features/stores/search/search-address.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { Chart } from '#web/ui/chart/chart.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { ListingForm } from './listing-form.tsx';
import { LogoSection } from './logo-section.tsx';
import type { OwnBusinessData } from './own-business-data.ts';
import classes from './owner.module.css';
import { PromotionsForm, type PromotionsFormProps } from './promotions/promotions-form.tsx';
import { SavedPromotions } from './promotions/saved-promotions.tsx';

/** Shows the form, or a read-only list while the promotions can't be changed. */
function PromotionsSection({ business }: { business: OwnBusinessData }) {
  const [hasUnsavedInput, setHasUnsavedInput] = useState(false);
  const [wasSaved, setSaved] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const changeAt = business.promotionsChangeAt;
  const nextChange = changeAt === null ? null : formatLongDate(new Date(changeAt));

  function onSaved() {
    setHasUnsavedInput(false);
    setSaved(true);
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="own-promotions" className={`${layout.endedSection} ${classes.section}`}>
      <h2 id="own-promotions" ref={heading} tabIndex={-1}>
        Your promotions
      </h2>
      {wasSaved ? <Notice tone="success">Your promotions are saved.</Notice> : null}
      {nextChange === null ? (
        <p className={classes.hint}>
          You can change your promotions every {PROMOTION_CHANGE_DAYS} days. Nothing changes for members until
          you save.
        </p>
      ) : (
        <Notice title={`You can change your promotions again on ${nextChange}`}>
          You can change promotions every {PROMOTION_CHANGE_DAYS} days.
          {hasUnsavedInput
            ? ' Someone changed them in the meantime. What you typed stays here while this page is open.'
            : null}
        </Notice>
      )}
      {/* Keep the form if it has unsaved input, even if another tab has saved first. */}
      {nextChange === null || hasUnsavedInput ? (
        <EditablePromotions business={business} onChanged={setHasUnsavedInput} onSaved={onSaved} />
      ) : (
        <SavedPromotions promotions={business.promotions} />
      )}
    </section>
  );
}

/** An owner without promotions sees an invitation to add one before the form opens. */
function EditablePromotions(props: PromotionsFormProps) {
  const [isFormOpen, setFormOpen] = useState(props.business.promotions.length > 0);
  if (isFormOpen) return <PromotionsForm {...props} />;
  return (
    <EmptyState
      headingLevel={3}
      title="You don’t have any promotions"
      action={<Button onClick={() => setFormOpen(true)}>Add a promotion</Button>}
    >
      Tell members what they save with you: a discount, a gift, or a code for your online store.
    </EmptyState>
  );
}

/** Returns the URL of a search for the business's name. */
function buildNameSearch(name: string): string {
  const values = { name, category: '', type: '', zip: '', city: '', state: '', national: false };
  const distance = String(DEFAULT_DISTANCE);
  return paths.savings(writeAddress({ values: { ...values, distance }, sort: DEFAULT_SORT, page: 1 }));
}

function ListingState({ business }: { business: OwnBusinessData }) {
  const { isListed, isHiddenByStaff, isOwnerVerified, businessname, slug } = business;
  const plan = trpc.businessPlans.mine.useQuery();
  if (isHiddenByStaff) {
    return (
      <Notice title="Members can’t find your business right now">
        We hid your listing. <Link to={paths.contact()}>Contact us</Link> to learn why.
      </Notice>
    );
  }
  if (!isListed && !isOwnerVerified && plan.data?.kind === 'trial') {
    return (
      <Notice title="Members can find your business once you verify your email">
        <p>Follow the link in our email “Verify your email address.”</p>
        <ResendVerification />
      </Notice>
    );
  }
  if (!isListed) {
    return (
      <Notice title="Members can’t find your business right now">
        You’re in the savings search while you have a plan, and for a year after a trial starts.{' '}
        <Link to={paths.businessPlans()}>See the plans</Link>
      </Notice>
    );
  }
  return (
    <Notice title="Members can find your business">
      <Link to={paths.store(slug)}>See your page</Link> ·{' '}
      <Link to={buildNameSearch(businessname)}>See it in the savings search</Link>
    </Notice>
  );
}

const LABELS: Readonly<Record<FigureKind, string>> = {
  shown: 'Shown in results',
  opened: 'Opened',
  copied: 'Codes copied',
  directions: 'Directions',
  calls: 'Calls',
};

/** Two charts, because calls are so few that views would hide them in a single chart. */
const CHARTS: ReadonlyArray<{ title: string; kinds: readonly FigureKind[] }> = [
  { title: 'Views by week', kinds: ['shown', 'opened'] },
  { title: 'Actions by week', kinds: ['copied', 'directions', 'calls'] },
];

const weekFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

function FigureCharts({ weeks }: { weeks: RouterOutputs['businesses']['figures'] }) {
  const rows = weeks.map(({ week, ...values }) => ({ label: weekFormat.format(new Date(week)), values }));
  const count = (kind: FigureKind) =>
    weeks.reduce((sum, week) => sum + week[kind], 0).toLocaleString('en-US');
  return (
    <>
      <dl className={classes.totals}>
        {CHARTS.flatMap(({ kinds }) => kinds).map((kind) => (
          <div key={kind}>
            <dt>{LABELS[kind]}</dt>
            <dd>{count(kind)}</dd>
          </div>
        ))}
      </dl>
      {CHARTS.map(({ title, kinds }) => (
        <Chart
          key={title}
          title={title}
          kind="bars"
          format="count"
          rowHeading="Week of"
          series={kinds.map((name) => ({ name, label: LABELS[name] }))}
          rows={rows}
        />
      ))}
    </>
  );
}

/** Shows how often the business was seen and used in recent weeks. */
function FiguresSection({ business }: { business: OwnBusinessData }) {
  const figures = trpc.businesses.figures.useQuery();
  return (
    <section aria-labelledby="own-figures" className={`${layout.endedSection} ${classes.section}`}>
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

const PageEditor = lazy(async () => ({ default: (await import('./page/page-editor.tsx')).PageEditor }));

/** Renders nothing if the account has no business. */
export function OwnBusiness() {
  const ownBusiness = trpc.businesses.mine.useQuery();
  if (ownBusiness.isPending) return <Skeleton heights={['2.25rem', '48rem', '20rem']} />;
  if (ownBusiness.data === undefined) {
    return (
      <ErrorBox message={toFailure(ownBusiness.error).message} onRetry={() => void ownBusiness.refetch()} />
    );
  }
  if (ownBusiness.data === null) return null;
  const business = ownBusiness.data;
  return (
    <>
      <section aria-labelledby="own-listing" className={`${layout.endedSection} ${classes.section}`}>
        <h2 id="own-listing">Your listing</h2>
        <ListingState business={business} />
        <div className={classes.columns}>
          <ListingForm business={business} />
          <LogoSection business={business} />
        </div>
      </section>
      <FiguresSection business={business} />
      <Suspense fallback={<Skeleton heights={['20rem', '20rem']} />}>
        <PageEditor business={business} />
      </Suspense>
      <PromotionsSection business={business} />
    </>
  );
}
