import { promoCodeTerms } from '#server/domains/catalog/promo-code-terms.schema.ts';
import { promoCodeList, promoUseList } from '#server/staff/promo-codes/promo-code-lists.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { SectionRoutes } from '../kit/section-routes.tsx';
import { StaffAction } from '../kit/staff-action.tsx';
import { useStaffClient } from '../kit/staff-client.ts';
import { PromoCodePage } from './promo-code-page.tsx';
import { createTerms, PromoCodeTermsFields } from './promo-code-terms-fields.tsx';

export function PromoCodesSection() {
  return (
    <SectionRoutes
      root={staffPath('promoCodes')}
      lists={[
        {
          name: 'promoCodes',
          definition: promoCodeList,
          actions: <CreateAction />,
          page: <PromoCodePage />,
        },
        {
          name: 'promoUses',
          path: 'uses',
          definition: promoUseList,
          linkTo: (id) => staffPath('purchases', id),
        },
      ]}
    />
  );
}

function CreateAction() {
  const client = useStaffClient();
  const { data: plans } = trpc.staff.promoCodes.plans.useQuery();
  if (!plans) return null;
  return (
    <StaffAction
      label="Create a promo code"
      size="lg"
      schema={promoCodeTerms}
      initial={createTerms(plans)}
      action={client.staff.promoCodes.create}
    >
      <PromoCodeTermsFields plans={plans} />
    </StaffAction>
  );
}
