import type { OwnBusinessData } from '../own-business-data.ts';
import { DescriptionSection } from './description-section.tsx';
import { LocationsSection } from './locations-section.tsx';
import { PhotosSection } from './photos-section.tsx';

/** Lets owners edit the parts of their business's page that don't come from its listing or promotions. */
export function PageEditor({ business }: { business: OwnBusinessData }) {
  return (
    <>
      <DescriptionSection business={business} />
      <PhotosSection business={business} />
      <LocationsSection business={business} />
    </>
  );
}
