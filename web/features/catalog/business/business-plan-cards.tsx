import { type BusinessPlanSlug, paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { Awning } from '#web/ui/awning.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CopyLink } from '#web/ui/copy-link.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import cardClasses from '../plan-card.module.css';
import { PlanPoints } from '../plan-card.tsx';
import { PlanPrice } from '../plan-price.tsx';
import classes from './business-plan-cards.module.css';
import { type BusinessPlan, useBusinessPlans } from './use-business-plans.ts';

const SKELETONS = ['first', 'second', 'third', 'fourth'];

export function BusinessPlanCards() {
  const plans = useBusinessPlans();
  if (plans.isError) {
    return <ErrorBox message={toFailure(plans.error).message} onRetry={() => void plans.refetch()} />;
  }
  return (
    <div className={classes.cards}>
      {plans.isPending
        ? SKELETONS.map((key) => <Skeleton key={key} heights={['31rem']} />)
        : plans.data.map((offer) => <BusinessPlanCard key={offer.slug} offer={offer} />)}
    </div>
  );
}

function BusinessPlanCard({ offer }: { offer: BusinessPlan }) {
  const { plan, slug } = offer;
  const { title, summary, points } = plan.copy;
  return (
    <article className={cardClasses.card} aria-labelledby={`plan-${slug}`}>
      <Awning size="shop" tone={slug === 'premium-business' ? 'marigold' : 'spruce'} />
      <div className={`${layout.cardBody} ${cardClasses.body}`}>
        <h2 id={`plan-${slug}`}>{title}</h2>
        <p className={cardClasses.summary}>{summary}</p>
        <PlanPrice offer={offer} />
        <PlanPoints points={points} />
        <div className={cardClasses.actions}>
          <ButtonLink to={paths.buyBusinessPlan(slug)} state={opensModal} fullWidth>
            Purchase<VisuallyHidden> {title}</VisuallyHidden>
          </ButtonLink>
          <CopyLink link={() => buildPlanLink(slug)} targetName={`the ${title}`} />
        </div>
      </div>
    </article>
  );
}

/** Returns the current URL with the parameter that opens the plan's purchase. */
function buildPlanLink(slug: BusinessPlanSlug): string {
  const address = new URL(window.location.href);
  address.searchParams.set('plan', slug);
  return address.href;
}
