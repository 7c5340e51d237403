import { Link, Route, useSearchParams } from 'react-router';
import { disputeList, purchaseList } from '#server/staff/purchases/purchase-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { StaffList } from '#web/features/staff/kit/staff-list.tsx';
import { FindingsPage } from './findings-page.tsx';
import { PurchasePage } from './purchase-page.tsx';

export function PurchasesSection() {
  return (
    <SectionRoutes>
      <Route index element={<PurchaseListPage />} />
      <Route path="findings" element={<FindingsPage />} />
      <Route
        path="disputes"
        element={
          <StaffList name="disputes" definition={disputeList} linkTo={(id) => staffPath('purchases', id)} />
        }
      />
      <Route path=":id" element={<PurchasePage />} />
    </SectionRoutes>
  );
}

/** Stripe ids that lead to a purchase, or to a sale that we have no record of. */
const STRIPE_ID = /^(sub|in|pi|ch|py|re|du|dp)_\w+$/;

function PurchaseListPage() {
  const [params] = useSearchParams();
  const search = (params.get('q') ?? '').trim();
  return (
    <StaffList
      name="purchases"
      definition={purchaseList}
      linkTo={(id) => staffPath('purchases', id)}
      actions={
        <>
          <Link to={staffPath('purchases', 'findings')}>Reconciliation findings</Link>
          <Link to={staffPath('purchases', 'disputes')}>Disputes</Link>
        </>
      }
    >
      {STRIPE_ID.test(search) ? (
        <p>
          <Link to={staffPath('purchases', search)}>Look up {search} at Stripe</Link>
        </p>
      ) : null}
    </StaffList>
  );
}
