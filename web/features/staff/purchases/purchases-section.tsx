import { Link, Route, useSearchParams } from 'react-router';
import { disputeList, purchaseList } from '#server/staff/purchases/purchase-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { FindingsPage } from './findings-page.tsx';
import { PurchasePage } from './purchase-page.tsx';

export function PurchasesSection() {
  return (
    <SectionRoutes
      root={staffPath('purchases')}
      lists={[
        {
          name: 'purchases',
          definition: purchaseList,
          actions: (
            <>
              <Link to={staffPath('purchases', 'findings')}>Reconciliation findings</Link>
              <Link to={staffPath('purchases', 'disputes')}>Disputes</Link>
            </>
          ),
          children: <StripeLink />,
          page: <PurchasePage />,
        },
        {
          name: 'disputes',
          path: 'disputes',
          definition: disputeList,
          linkTo: (id) => staffPath('purchases', id),
        },
      ]}
    >
      <Route path="findings" element={<FindingsPage />} />
    </SectionRoutes>
  );
}

/** Stripe ids that lead to a purchase, or to a sale that we have no record of. */
const STRIPE_ID = /^(sub|in|pi|ch|py|re|du|dp)_\w+$/;

/** Leads from a search for such an id to its page. */
function StripeLink() {
  const [params] = useSearchParams();
  const search = (params.get('q') ?? '').trim();
  return STRIPE_ID.test(search) ? (
    <p>
      <Link to={staffPath('purchases', search)}>Look up {search} at Stripe</Link>
    </p>
  ) : null;
}
