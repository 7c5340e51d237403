import { Link, useLocation, useParams } from 'react-router';
import { categoryName } from '#server/domains/stores/category.shared.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { formatDay, formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { Timeline } from '#web/features/staff/kit/timeline.tsx';
import { PhotoGrid } from '#web/features/stores/page/photo-grid.tsx';
import { PromotionsSlot } from '#web/features/stores/promotions/promotions-slot.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { BusinessActions } from './business-actions.tsx';
import { type Business, describeListing } from './business-data.ts';
import { ListingPreview } from './listing-preview.tsx';
import { Locations } from './locations.tsx';
import { Promotions } from './promotions.tsx';

export function BusinessPage() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  const query = trpc.staff.businesses.find.useQuery({ id });
  if (query.error) return <ErrorBox message={toFailure(query.error).message} />;
  if (!query.data) return <Skeleton heights={['3rem', '24rem']} />;
  const business = query.data;
  return (
    <StaffDetail
      section="businesses"
      title={business.name}
      subtitle={describeListing(business)}
      actions={<BusinessActions business={business} />}
    >
      <StaffSection title="As members see it">
        <ListingPreview business={business} />
      </StaffSection>
      <StaffSection title="Business">
        <BusinessFacts business={business} />
      </StaffSection>
      {business.photos.length === 0 ? null : <PhotoGrid name={business.name} photos={business.photos} />}
      <Locations business={business} />
      <Promotions business={business} />
      <StaffSection title="Timeline">
        <Timeline entries={business.timeline} />
      </StaffSection>
      <PromotionsSlot stores={business.preview} search={search} />
    </StaffDetail>
  );
}

export function BusinessFacts({ business }: { business: Business }) {
  const { owner, plan, url, importKey, createdAt } = business;
  const { isPremier, isNational, isMembersOnly, isListed, slug, description } = business;
  const marks = [
    isPremier ? 'Premier' : '',
    isNational ? 'National' : '',
    isMembersOnly ? 'Promotions for members only' : '',
  ];
  return (
    <Facts
      rows={[
        ['Listing', describeListing(business)],
        ['Categories', business.categories.map(categoryName).join(', ')],
        ['Badges', marks.filter(Boolean).join(', ')],
        ['Website', url],
        ['Page', isListed ? <PageLink key="page" slug={slug} /> : null],
        ['Description', description],
        ['Owner', owner === null ? null : <OwnerLink key="owner" owner={owner} />],
        ['Owner email', owner?.email],
        ['Plan', plan === null ? null : `${plan.name}${plan.isTrial ? ' (trial)' : ''}: ${plan.statusText}`],
        ['Covered until', plan === null ? null : formatDay(plan.listedUntil)],
        ['Key in import files', importKey],
        ['Added', formatInstant(createdAt)],
      ]}
    />
  );
}

function PageLink({ slug }: { slug: string }) {
  return <Link to={paths.store(slug)}>{paths.store(slug)}</Link>;
}

function OwnerLink({ owner: { id, name } }: { owner: NonNullable<Business['owner']> }) {
  return <Link to={staffPath('members', id)}>{name}</Link>;
}
