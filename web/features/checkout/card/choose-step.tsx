import { type ReactNode, useEffect, useState } from 'react';
import type { RememberedContact } from '#server/domains/checkout/remembered-contact.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { formatPersonName } from '#server/lib/same-person.ts';
import { AuthenticationPanel } from '#web/features/accounts/authentication-panel.tsx';
import { useFocusOnChange } from '#web/features/accounts/use-focus-on-change.ts';
import { useLogout } from '#web/features/accounts/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { PersonName } from '#web/ui/person-name.tsx';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import classes from '../checkout.module.css';
import { contactValues, useRememberedContact } from '../use-remembered-contact.ts';
import type { CardPurchaseValues } from './card-purchase-values.ts';
import { HeldChoice, type HeldMembership } from './held-choice.tsx';

interface ChooseStepProps {
  form: WizardForm<CardPurchaseValues>;
  viewer: Viewer | null;
  /** What the buyer already has. */
  held: HeldMembership | null;
  /** True while `held` is being refetched, for example after a login. */
  isCheckingHeld: boolean;
}

/**
 * Fills in the account's details, and the address and phone number that the account used last. Keeps what the
 * buyer has already entered.
 */
function fillInAccount(
  viewer: Viewer,
  contact: RememberedContact | null,
  values: CardPurchaseValues,
): Partial<CardPurchaseValues> {
  const { phone, ...address } = contactValues(contact);
  return {
    buyer: 'account',
    ...(values.street1 === '' ? address : {}),
    phone: values.phone || (phone ?? ''),
    firstname: values.firstname || viewer.firstname,
    lastname: values.lastname || viewer.lastname,
    email: values.email || viewer.email,
  };
}

export function ChooseStep({ form, viewer, held, isCheckingHeld }: ChooseStepProps) {
  /** Set once the buyer has chosen to buy with an account. */
  const [choice, setChoice] = useState<{ buyAnother: boolean } | null>(null);
  const isContinuing = choice !== null;
  const logout = useLogout();
  const contact = useRememberedContact(viewer !== null);
  const container = useFocusOnChange(isContinuing && viewer === null ? 'login' : 'choice');
  const { next, values } = form;

  // After a login on this page, continue with that account without asking again, as soon as the account's
  // address has loaded, unless the account already has a membership.
  useEffect(() => {
    if (choice === null || viewer === null || contact === undefined || isCheckingHeld) return;
    setChoice(null);
    if (held === null || choice.buyAnother) next({ ...fillInAccount(viewer, contact, values), ...choice });
  });

  if (viewer !== null) {
    const otherAccount = (
      <Button variant="quiet" onClick={() => logout.mutate()} busy={logout.isPending} fullWidth>
        Use another account
      </Button>
    );
    const busy = form.busy || isContinuing;
    if (held) {
      return (
        <HeldChoice held={held} busy={busy} onBuySeparate={() => setChoice({ buyAnother: true })}>
          {otherAccount}
        </HeldChoice>
      );
    }
    return (
      <Choice
        title={`Continue as ${formatPersonName(viewer)}`}
        text={`We’ll add the membership to your account ${viewer.email}.`}
      >
        <Button onClick={() => setChoice({ buyAnother: false })} busy={busy} fullWidth>
          Continue as <PersonName name={viewer.firstname} />
        </Button>
        {otherAccount}
      </Choice>
    );
  }
  return (
    <>
      <Choice
        title="With an account"
        text="Keep your card on your phone, and manage or cancel the membership yourself."
      >
        <div ref={container}>
          {isContinuing ? (
            <AuthenticationPanel />
          ) : (
            <Button onClick={() => setChoice({ buyAnother: false })} fullWidth>
              Log in or register
            </Button>
          )}
        </div>
      </Choice>
      <Choice
        title="As a guest"
        text={[
          held?.sentence,
          'Guests don’t get an account or app access. We’ll email you the membership ID.',
        ]
          .filter(Boolean)
          .join(' ')}
      >
        <Button
          variant="secondary"
          onClick={() => next({ buyer: 'guest', buyAnother: held !== null })}
          busy={form.busy}
          fullWidth
        >
          {held ? 'Buy a separate membership' : 'Buy as guest'}
        </Button>
      </Choice>
    </>
  );
}

interface ChoiceProps {
  title: string;
  text: string;
  children: ReactNode;
}

function Choice({ title, text, children }: ChoiceProps) {
  return (
    <section className={classes.choice}>
      <h4>{title}</h4>
      <p>{text}</p>
      {children}
    </section>
  );
}
