import classes from './billing.module.css';
import { NextInvoices } from './next-invoices.tsx';
import { PaymentMethods } from './payment-methods.tsx';
import { Receipts } from './receipts.tsx';
import { UpdateCardModal } from './update-card-modal.tsx';

export function Billing({ holderName }: { holderName: string }) {
  return (
    <div className={classes.sections}>
      <PaymentMethods />
      <NextInvoices />
      <Receipts />
      <UpdateCardModal holderName={holderName} />
    </div>
  );
}
