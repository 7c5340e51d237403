import { useState } from 'react';
import { formatDateInWords } from '#server/lib/dates.ts';
import { formatCents } from '#server/lib/money.ts';
import { familyNames } from '#server/memberships/family.schema.ts';
import { paths } from '#server/site/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import buttonClasses from '#web/ui/button.module.css';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import formClasses from '#web/ui/form/form.module.css';
import { Form } from '#web/ui/form/form.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { FamilyStep, type FamilyValues } from '../../checkout/card/family-step.tsx';
import { Fact, Facts } from '../facts.tsx';
import classes from './upgrade.module.css';
import { useUpgrade } from './use-upgrade.ts';

type Offer = RouterOutputs['planChanges']['offer'];
type Upgrade = NonNullable<Offer['upgrade']>;

const NO_NAMES: FamilyValues = { spouseFirstName: '', spouseLastName: '', members: [] };

/** Shows what the family plan costs now and later, asks for the names, and charges the saved card. */
export function FamilyUpgrade({ number }: { number: string }) {
  const utils = trpc.useUtils();
  const [paidPurchaseId, setPaidPurchaseId] = useState<string | null>(null);
  const offer = trpc.planChanges.offer.useQuery(
    { number },
    { enabled: paidPurchaseId === null, retry: false },
  );
  if (paidPurchaseId !== null) return <UpgradeCompleted purchaseId={paidPurchaseId} />;
  if (offer.data?.upgrade) {
    return (
      <UpgradeForm
        number={number}
        offer={offer.data}
        upgrade={offer.data.upgrade}
        onPaid={(purchaseId) => {
          setPaidPurchaseId(purchaseId);
          // The next offer is for changing back, so discard this one.
          void utils.planChanges.offer.reset({ number });
        }}
      />
    );
  }
  if (offer.isPending) return <Skeleton heights={['8rem', '12rem']} />;
  if (offer.data) return <Notice title="You have the Family plan already">Nothing was charged.</Notice>;
  const { code, message } = toFailure(offer.error);
  if (code === 'PLAN_UNCHANGEABLE') return <Notice title="This can’t be changed now">{message}</Notice>;
  return <ErrorBox message={message} onRetry={() => void offer.refetch()} />;
}

interface UpgradeFormProps {
  number: string;
  offer: Offer;
  upgrade: Upgrade;
  onPaid: (purchaseId: string) => void;
}

function UpgradeForm({ number, offer, upgrade, onPaid }: UpgradeFormProps) {
  const submit = useUpgrade();
  const { quote, card } = upgrade;
  if (!card && !quote.free) {
    return (
      <Notice title="There’s no card on file">
        <p>Please add a payment method first.</p>
        <ButtonLink to={paths.billing()}>Go to billing</ButtonLink>
      </Notice>
    );
  }
  const total = formatCents(quote.totalCents);
  return (
    <Form
      initial={NO_NAMES}
      schema={familyNames}
      submitLabel={
        quote.free ? `Change to ${offer.planName}` : `Pay ${total} and change to ${offer.planName}`
      }
      secondary={
        <ButtonLink to={paths.billing()} variant="quiet">
          Use another card
        </ButtonLink>
      }
      onSubmit={async (names) =>
        onPaid(await submit({ number, ...names, shownTotalCents: quote.totalCents }))
      }
    >
      {(form) => (
        <>
          <UpgradePrice offer={offer} upgrade={upgrade} />
          <FamilyStep form={form} />
        </>
      )}
    </Form>
  );
}

function UpgradePrice({ offer: { planName, renewal }, upgrade }: { offer: Offer; upgrade: Upgrade }) {
  const { quote, days, periodDays, card } = upgrade;
  return (
    <>
      <p>
        Your membership changes to {planName} right away. It keeps its membership ID, and your cards are
        updated.
      </p>
      <Facts>
        <Fact name="Charged now">
          {quote.free ? 'Nothing' : formatCents(quote.totalCents)}{' '}
          <span className={classes.detail}>
            for the {days} of {periodDays} days that are left
            {card?.last4 && !quote.free ? `, with your card ending in ${card.last4}` : null}
          </span>
        </Fact>
        <Fact name="Next bill">
          {formatCents(renewal.amountCents)}{' '}
          <span className={classes.detail}>
            on {formatDateInWords(new Date(renewal.on))}, then every {renewal.interval} until you cancel
          </span>
        </Fact>
      </Facts>
    </>
  );
}

function UpgradeCompleted({ purchaseId }: { purchaseId: string }) {
  const close = useCloseModal(paths.account());
  return (
    <div className={formClasses.group}>
      <Notice tone="success" title="Your family is on the card">
        Your membership ID stays the same. A receipt is on its way to your e-mail.
      </Notice>
      <div className={formClasses.actions}>
        <Button onClick={close}>Done</Button>
        <a
          href={paths.receipt(purchaseId)}
          target="_blank"
          rel="noopener"
          className={buttonClasses.button}
          data-variant="secondary"
        >
          View/Print Your Receipt
        </a>
      </div>
    </div>
  );
}
