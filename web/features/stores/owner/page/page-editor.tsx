import type { OwnBusinessData } from '../own-business-data.ts';
import { DescriptionSection } from './description-section.tsx';
import { LocationsSection } from './locations-section.tsx';
import { PhotosSection } from './photos-section.tsx';

/** What owners can change about their business's page, except what its listing and promotions already say. */
export function PageEditor({ business }: { business: OwnBusinessData }) {
  return (
    <>
      <DescriptionSection business={business} />
      <PhotosSection business={business} />
      <LocationsSection business={business} />
    </>
  );
}
