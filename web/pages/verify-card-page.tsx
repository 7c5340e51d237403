import { Fragment } from 'react';
import { useParams } from 'react-router';
import { Verification } from '#web/features/memberships/verification.tsx';
import { readableNumber, VerifySearch } from '#web/features/memberships/verify-search.tsx';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

const INTRODUCTION = 'Type the ID on the member’s card, or scan its code, to see whether it is valid today.';

/** Anybody with the number may look: /verify/card/ and /verify/card/{id} (SPEC section 2). */
export function VerifyCardPage() {
  const { id = '' } = useParams();
  return (
    <Page>
      <PageHeader title="Verify a card" noindex>
        {id === '' ? INTRODUCTION : undefined}
      </PageHeader>
      <Fragment key={id}>
        <VerifySearch searched={readableNumber(id)} />
        {id === '' ? null : <Verification number={id} />}
      </Fragment>
    </Page>
  );
}
