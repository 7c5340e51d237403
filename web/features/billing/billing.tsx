import classes from './billing.module.css';
import { PaymentMethods } from './payment-methods.tsx';
import { UpdateCardModal } from './update-card-modal.tsx';

/** The Billing tab: one section per subject. */
export function Billing({ holderName }: { holderName: string }) {
  return (
    <div className={classes.sections}>
      <PaymentMethods />
      <UpdateCardModal holderName={holderName} />
    </div>
  );
}
