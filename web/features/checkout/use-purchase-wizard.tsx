import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Quote } from '#server/domains/catalog/quote.schema.ts';
import type { PurchaseResult } from '#server/domains/checkout/purchase/purchase.schema.ts';
import { CARD_FIELD_NAMES } from '#web/features/payments/card-fields.schema.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { type Failure, isRefusal, toFailure } from '#web/lib/errors.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { useCompletion } from '#web/ui/wizard/use-completion.ts';
import { Wizard } from '#web/ui/wizard/wizard.tsx';
import type { Submission } from '#web/ui/wizard/wizard-page.ts';
import { useAddressQuestion } from './address-question.tsx';
import type { PaymentValues } from './payment-values.ts';
import { WizardLoading } from './purchase-modal.tsx';
import { type PurchasePage, withTools } from './purchase-page.tsx';
import { type PaymentSubmission, useCardPayment } from './use-card-payment.ts';
import { usePromoCode } from './use-promo-code.ts';
import { useReferenceLookup } from './use-reference-lookup.ts';

/** The options of the query that loads a purchase from an emailed link. */
export const LOAD_ONCE = { staleTime: Number.POSITIVE_INFINITY };

interface ReopenedPurchase<V> {
  query: { data: unknown; error: unknown; refetch(): Promise<unknown> };
  /** The values of the stored cart, once it has loaded. */
  values: V | undefined;
  /** The label of the link for starting over, shown if the purchase can't be reopened. */
  startLabel: string;
}

interface PurchaseWizardProps<V extends PaymentValues, Context>
  extends Pick<ComponentProps<typeof Wizard<V>>, 'title' | 'errorHeader'> {
  /** The name under which the draft is stored, such as 'card-purchase-family'. */
  draftId: string;
  /** Used for fields that the draft lacks, such as secrets, and for all fields if there is no draft. */
  initial: V;
  /** Paths that are never saved in a draft. '*' matches every list item. */
  secretPaths?: readonly string[];
  /** Returns the pages by id, in their order. */
  pages(
    cardNeeded: boolean,
  ): Record<string, PurchasePage<V, Context>> & Record<'payment', PurchasePage<V, Context>>;
  context: Context;
  labels?: { next?: string; submit?: string };
  /** The query string that opens the wizard, such as '?plan=family'. */
  search: string;
  /** The query string that `completed` is added to after the purchase. The default is `search`. */
  completedSearch?: string;
  reopened?: ReopenedPurchase<V>;
  buy(submission: PaymentSubmission<V>): Promise<PurchaseResult>;
  /** For values that need no payment page. Resolves to the value of the `completed` URL parameter. */
  withoutPayment?: {
    applies(values: V): boolean;
    submit(submission: Submission<V>): Promise<string>;
    submitLabel: string;
  };
  /** Rewords a failure for this kind of purchase. */
  presentFailure?(failure: Failure): Failure;
  /** Updates what the purchase has changed. */
  onPaid?(): void;
}

interface RunProps<V extends PaymentValues, Context> extends PurchaseWizardProps<V, Context> {
  onStartAgain(values: V): void;
}

/** What all purchase wizards have in common: quote, promo code, payment, and the address of the completion. */
function usePurchaseWizard<V extends PaymentValues, Context>(props: RunProps<V, Context>) {
  const {
    initial,
    secretPaths = CARD_FIELD_NAMES,
    labels,
    errorHeader,
    search,
    completedSearch = search,
  } = props;
  const { buy, withoutPayment, onStartAgain } = props;
  const complete = useCompletion();
  const card = useRef<CardHandle>(null);
  const [quote, setQuote] = useState<Quote>();
  const address = useAddressQuestion();
  const promo = usePromoCode();
  const reference = useReferenceLookup();

  function showCompletion(completed: string) {
    const params = new URLSearchParams(completedSearch);
    params.set('completed', completed);
    complete(`?${params}`);
    props.onPaid?.();
  }

  const { problem, ...cardPayment } = useCardPayment<V>({
    quote,
    card,
    buy,
    presentFailure: (failure) => props.presentFailure?.(failure) ?? failure,
    onPaid: showCompletion,
  });

  async function submit(submission: Submission<V>) {
    if (!withoutPayment?.applies(submission.values)) return cardPayment.submit(submission);
    showCompletion(await withoutPayment.submit(submission));
  }

  const mayHaveBeenCharged = problem !== null && !isRefusal(problem);
  const payment = {
    promo,
    card,
    problem,
    onQuote: setQuote,
    onStartAgain,
    onLeave: cardPayment.clearProblem,
  };
  const steps = props.pages(quote?.free !== true);
  const [firstPage = steps.payment, ...otherPages] = Object.values(steps);
  const bind = (page: PurchasePage<V, Context>) =>
    withTools(page, { ...props.context, address, reference, payment });
  return {
    id: props.draftId,
    title: props.title,
    initial,
    secretPaths,
    cartOf: (values: V) => (withoutPayment?.applies(values) ? null : quote?.totalCents),
    pages: [bind(firstPage), ...otherPages.map(bind)] as const,
    labels: {
      ...labels,
      submit(values: V) {
        if (mayHaveBeenCharged) return 'Try again';
        if (withoutPayment?.applies(values)) return withoutPayment.submitLabel;
        return labels?.submit ?? 'Purchase';
      },
    },
    ...(errorHeader === undefined ? {} : { errorHeader }),
    onSubmit: submit,
  };
}

function Run<V extends PaymentValues, Context>(props: RunProps<V, Context>) {
  return <Wizard<V> {...usePurchaseWizard(props)} />;
}

/**
 * The wizard of a purchase. Keeps its state in the URL: `step` is the current page, `completed` holds the id
 * of a finished purchase, and `complete` holds the token of an emailed link that reopens a purchase.
 */
export function PurchaseWizard<V extends PaymentValues, Context>(props: PurchaseWizardProps<V, Context>) {
  const { draftId, initial, secretPaths = CARD_FIELD_NAMES, search, reopened } = props;
  const reopenToken = useCompletionToken();
  const [run, setRun] = useState<{ round: number; values?: V }>({ round: 0 });

  const storeDraft = (values: V) =>
    writeDraft(sessionStorage, draftId, { values, submission: newSubmissionKey() }, secretPaths);

  if (reopenToken !== null && reopened !== undefined)
    return <Reopening reopened={reopened} search={search} storeDraft={storeDraft} />;

  /** Restarts the wizard with the same values and a new idempotency key. */
  function startAgain(values: V) {
    storeDraft(values);
    setRun({ round: run.round + 1, values });
  }
  return <Run key={run.round} {...props} initial={run.values ?? initial} onStartAgain={startAgain} />;
}

interface ReopeningProps<V> {
  reopened: ReopenedPurchase<V>;
  search: string;
  storeDraft(values: V): void;
}

/** Stores the reopened purchase as a draft, then opens its payment page under a URL without the token. */
function Reopening<V>({ reopened, search, storeDraft }: ReopeningProps<V>) {
  const { query, values, startLabel } = reopened;
  const { data, error } = query;
  const navigate = useLateNavigate();
  const { state } = useLocation();
  const storeValues = useEffectEvent(() => {
    if (values !== undefined) storeDraft(values);
  });
  useEffect(() => {
    if (data === undefined) return;
    storeValues();
    // The wizard goes back to an earlier page if it is incomplete, because a draft has no secrets.
    navigate({ search: `${search}&step=payment` }, { replace: true, state });
  }, [data, search, navigate, state]);

  if (error === null || toFailure(error).code !== 'PURCHASE_NOT_FOUND')
    return <WizardLoading queries={[query]} />;
  return (
    <EmptyState
      headingLevel={3}
      title="This link no longer works"
      action={
        <ButtonLink to={{ search }} state={state} replace>
          {startLabel}
        </ButtonLink>
      }
    >
      The purchase is already complete, or the link has expired. If you got a receipt by email, you’re done.
    </EmptyState>
  );
}
