import { Fragment } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { MembershipCheck } from '#web/features/memberships/verify/membership-check.tsx';
import { ScanCard } from '#web/features/memberships/verify/scan-card.tsx';
import { Verification } from '#web/features/memberships/verify/verification.tsx';
import { formatTypedNumber, VerifySearch } from '#web/features/memberships/verify/verify-search.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

const INTRODUCTION = 'Type the ID on the member’s card, or scan its code, to see if it’s valid today.';

/**
 * Anyone who has a card's number may verify it without a login. After a scan (`?scan=`), the result is shown
 * in large type.
 */
export function VerifyCardPage() {
  const { id = '' } = useParams();
  const scan = useSearchParams()[0].get('scan');
  const isScan = id !== '' && scan !== null;
  return (
    <Page>
      <PageHeader title="Verify a card">{id === '' ? INTRODUCTION : undefined}</PageHeader>
      <Fragment key={`${id} ${scan}`}>
        {isScan ? <MembershipCheck number={id} scan={scan} /> : null}
        <ScanCard label={isScan ? 'Scan another card' : 'Scan a card'} />
        <VerifySearch initialNumber={formatTypedNumber(id)} />
        {id === '' || isScan ? null : <Verification number={id} />}
      </Fragment>
    </Page>
  );
}
