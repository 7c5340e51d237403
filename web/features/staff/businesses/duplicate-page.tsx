import { Link, useParams } from 'react-router';
import { businessId } from '#server/staff/businesses/business.schema.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { formatDay } from '#web/features/staff/kit/format-cell.tsx';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { HideListing } from './business-actions.tsx';
import { BusinessFacts } from './business-page.tsx';
import classes from './businesses.module.css';
import { ListingPreview } from './listing-preview.tsx';

/** Shows two businesses that may be the same, side by side. */
export function DuplicatePage() {
  const { id = '' } = useParams();
  const client = useStaffClient();
  const query = trpc.staff.duplicates.find.useQuery({ id });
  if (query.error) return <ErrorBox message={toFailure(query.error).message} />;
  if (!query.data) return <Skeleton heights={['3rem', '24rem']} />;
  const { businesses, reasons, foundAt, dismissedAt } = query.data;
  const isOpen = dismissedAt === null && businesses.every(({ isListed }) => isListed);
  return (
    <StaffDetail
      section="businesses"
      title="Likely duplicate"
      subtitle={`${reasons}. Found on ${formatDay(foundAt)}. ${isOpen ? '' : 'Settled.'}`}
      actions={
        isOpen ? (
          <StaffAction
            label="Not a duplicate"
            schema={businessId}
            initial={{ id }}
            action={client.staff.duplicates.dismiss}
          />
        ) : null
      }
    >
      <div className={classes.pair}>
        {businesses.map((business, index) => (
          <StaffSection
            key={business.id}
            title={`${index + 1}. ${business.name}`}
            actions={isOpen ? <HideListing business={business} label="Hide this one" /> : null}
          >
            <p>
              <Link to={staffPath('businesses', business.id)}>Open this business</Link>
            </p>
            <ListingPreview business={business} />
            <BusinessFacts business={business} />
          </StaffSection>
        ))}
      </div>
    </StaffDetail>
  );
}
