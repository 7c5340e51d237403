import { useState } from 'react';
import {
  ACCOUNT_KINDS,
  MAX_NUMBER_INPUT,
  type PayoutAccountInput,
  payoutAccountInput,
} from '#server/domains/affiliates/payout-accounts/payout-account.schema.ts';
import { PAYOUT_ACCOUNT_HOLD_DAYS } from '#server/lib/business-rules.ts';
import { TaxNumberField } from '#web/features/checkout/tax-forms/tax-number-field.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { NameField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import classes from '../own-affiliate.module.css';
import { formatDay, type Payouts } from './payouts.ts';

const KIND_LABELS = { checking: 'Checking', savings: 'Savings' } as const;
const KIND_OPTIONS = ACCOUNT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

export function PayoutAccount({ account, isHeld }: Pick<Payouts, 'account'> & { isHeld: boolean }) {
  const [isEditing, setIsEditing] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const mustEnter = account === null || account.returned !== null;
  return (
    <div className={classes.account}>
      <h3>Your bank account</h3>
      {isSaved ? (
        <Notice tone="success">Your bank account is saved. We sent you an email about it.</Notice>
      ) : null}
      {account === null ? (
        <p className={classes.remark}>We send payouts by bank transfer to an account in the United States.</p>
      ) : (
        <AccountFacts account={account} isHeld={isHeld} />
      )}
      {isEditing || mustEnter ? (
        <AccountForm
          onSaved={() => {
            setIsEditing(false);
            setIsSaved(true);
          }}
        />
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setIsEditing(true)}>
            Replace bank account
          </Button>
        </div>
      )}
    </div>
  );
}

function AccountFacts({ account, isHeld }: { account: NonNullable<Payouts['account']>; isHeld: boolean }) {
  const { holderName, routingNumber, kind, last4, since, usableFrom, returned } = account;
  return (
    <>
      {returned === null ? null : (
        <Notice tone="error" title="Your bank returned a payout">
          On {formatDay(returned.at)}: {returned.reason} Please check the account and enter it again. Then
          we’ll resend the payout.
        </Notice>
      )}
      <dl className={classes.facts}>
        <div>
          <dt>Account holder</dt>
          <dd>{holderName}</dd>
        </div>
        <div>
          <dt>Routing number</dt>
          <dd>{routingNumber}</dd>
        </div>
        <div>
          <dt>Account</dt>
          <dd>
            {KIND_LABELS[kind]}, ends in {last4}
          </dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>{returned === null ? `On file since ${formatDay(since)}` : 'Returned by the bank'}</dd>
        </div>
      </dl>
      {returned === null && isHeld ? (
        <p className={classes.remark}>
          For your safety, we won’t send payouts there before {formatDay(usableFrom)}.
        </p>
      ) : null}
    </>
  );
}

/** `kind` is empty until the affiliate chooses one. */
type AccountValues = Omit<PayoutAccountInput, 'kind'> & { kind: string };

const EMPTY: AccountValues = {
  holderName: '',
  routingNumber: '',
  accountNumber: '',
  confirmNumber: '',
  kind: '',
  currentPassword: '',
};

function AccountForm({ onSaved }: { onSaved(): void }) {
  const utils = trpc.useUtils();
  const save = trpc.affiliates.payouts.saveAccount.useMutation();
  return (
    <Form
      initial={EMPTY}
      schema={payoutAccountInput}
      submitLabel="Save bank account"
      onSubmit={async (values) => {
        await save.mutateAsync(payoutAccountInput.parse(values));
        await utils.affiliates.payouts.overview.invalidate();
        onSaved();
      }}
    >
      <NameField name="holderName" label="Account holder" autoComplete="name" />
      <TextField
        name="routingNumber"
        label="Routing number"
        description="The first nine digits at the bottom of your checks."
        inputMode="numeric"
        autoComplete="off"
      />
      <TaxNumberField
        name="accountNumber"
        label="Account number"
        description="We store it encrypted and show you only its last four digits."
        maxLength={MAX_NUMBER_INPUT}
      />
      <TaxNumberField
        name="confirmNumber"
        label="Confirm account number"
        description="Enter it again to catch typos."
        maxLength={MAX_NUMBER_INPUT}
      />
      <RadioField name="kind" label="Account type" options={KIND_OPTIONS} />
      <PasswordField
        name="currentPassword"
        label="Current password"
        description={`A replacement account gets its first payout after ${PAYOUT_ACCOUNT_HOLD_DAYS} days.`}
        autoComplete="current-password"
      />
    </Form>
  );
}
