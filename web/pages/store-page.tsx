import { useParams, useSearchParams } from 'react-router';
import { LOCATION_PARAMETER } from '#server/lib/pages.shared.ts';
import { BusinessPage } from '#web/features/stores/page/business-page.tsx';
import { Page } from '#web/ui/page/page-header.tsx';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function StorePage() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const location = params.get(LOCATION_PARAMETER) ?? '';
  return (
    <Page width="wide">
      <BusinessPage slug={id} locationId={UUID.test(location) ? location : null} />
    </Page>
  );
}
