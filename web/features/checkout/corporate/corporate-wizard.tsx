import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Quote } from '#server/domains/catalog/quote.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { type Failure, isRefusal } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useCompletion } from '#web/ui/wizard/use-completion.ts';
import { Wizard } from '#web/ui/wizard/wizard.tsx';
import { useCardPayment } from '../use-card-payment.ts';
import { usePromoCode } from '../use-promo-code.ts';
import { useReferenceLookup } from '../use-reference-lookup.ts';
import { buildCorporateInput, PURCHASE_ERROR_HEADER, presentFailure } from './corporate-order.ts';
import { corporatePages } from './corporate-pages.tsx';
import { buildCompanyInput, type CorporateValues, DRAFT_ID, SECRET_FIELDS } from './corporate-values.ts';

interface CorporateWizardProps {
  viewer: Viewer;
  minimumWaived: boolean;
  /** Used for fields that the draft lacks, such as secrets, and for all fields if there is no draft. */
  initial: CorporateValues;
  /** Restarts the wizard with the same values and a new idempotency key. */
  onStartAgain(values: CorporateValues): void;
}

export function CorporateWizard({ viewer, minimumWaived, initial, onStartAgain }: CorporateWizardProps) {
  const complete = useCompletion();
  const { search } = useLocation();
  const utils = trpc.useUtils();
  const card = useRef<CardHandle>(null);
  const [quote, setQuote] = useState<Quote>();
  const promo = usePromoCode();
  const reference = useReferenceLookup();
  const registerCompany = trpc.corporate.register.useMutation();
  const purchase = trpc.corporate.purchase.useMutation();

  async function refreshAfter({ code }: Failure) {
    // After these refetches, another page, the login, or another account's wizard may replace this one. The
    // draft survives.
    if (code === 'CORPORATE_PLAN_EXISTS') await utils.corporate.company.invalidate();
    if (code === 'NOT_SIGNED_IN' || code === 'ACCOUNT_MISMATCH') await utils.viewer.user.invalidate();
    // Fetch the new price. The next press of the button accepts it.
    if (code === 'PRICE_CHANGED') await utils.corporate.quote.invalidate();
  }

  const payment = useCardPayment<CorporateValues>({
    quote,
    card,
    buy: (submission) => purchase.mutateAsync(buildCorporateInput(submission, viewer.id)),
    presentFailure,
    onProblem: refreshAfter,
    onPaid: (id) => {
      const params = new URLSearchParams(search);
      params.delete('step');
      params.set('plan', 'corporate');
      params.set('completed', id);
      complete(`?${params}`);
      void Promise.all([utils.corporate.invalidate(), utils.memberships.invalidate()]);
    },
  });

  /** Registers the company before the purchase, so that staff know about it even if it never buys. */
  async function saveCompany(values: CorporateValues): Promise<Partial<CorporateValues>> {
    await registerCompany.mutateAsync(buildCompanyInput(values));
    const code = values.code.trim().toUpperCase();
    return code === '' || values.promoEntry !== '' ? {} : { promoEntry: code, discountCode: code };
  }

  const mayHaveBeenCharged = payment.problem !== null && !isRefusal(payment.problem);
  return (
    <Wizard
      id={DRAFT_ID}
      title="Corporate plan"
      initial={initial}
      secretPaths={SECRET_FIELDS}
      cartOf={() => quote?.totalCents}
      pages={corporatePages({
        viewer,
        minimumWaived,
        cardNeeded: quote?.free !== true,
        saveCompany,
        reference,
        payment: {
          promo,
          card,
          problem: payment.problem,
          onQuote: setQuote,
          onStartAgain,
          onLeave: payment.clearProblem,
        },
      })}
      labels={{
        next: 'Continue',
        submit: mayHaveBeenCharged ? 'Try again' : 'Submit',
      }}
      errorHeader={PURCHASE_ERROR_HEADER}
      onSubmit={payment.submit}
    />
  );
}
