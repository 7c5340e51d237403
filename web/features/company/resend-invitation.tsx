import { useState } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './company.module.css';
import { type CompanyCardData, holderName } from './company-data.ts';

export function ResendInvitation({ card }: { card: CompanyCardData }) {
  const utils = trpc.useUtils();
  const resend = trpc.corporate.resendInvitation.useMutation();
  const [outcome, setOutcome] = useState<string | null>(null);

  async function send() {
    setOutcome(null);
    try {
      await resend.mutateAsync({ membershipId: card.id });
      setOutcome(`Sent again to ${card.email}`);
      void utils.corporate.cards.invalidate();
    } catch (error) {
      setOutcome(toFailure(error).message);
    }
  }

  return (
    <>
      <Button variant="quiet" busy={resend.isPending} onClick={() => void send()}>
        Resend invitation<VisuallyHidden> to {holderName(card)}</VisuallyHidden>
      </Button>
      <p role="status" className={classes.resent}>
        {outcome}
      </p>
    </>
  );
}
