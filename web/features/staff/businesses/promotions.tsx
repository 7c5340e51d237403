import { promotionEdit, rowRemoval } from '#server/domains/stores/edit/listing-edit.schema.ts';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { PromotionFields } from '#web/features/stores/owner/promotions/promotion-fields.tsx';
import { PromotionItem } from '#web/features/stores/promotions/promotion-item.tsx';
import layout from '#web/ui/styles/layout.module.css';
import type { Business, BusinessPromotion } from './business-data.ts';

/** Lists a business's promotions as members see them, including expired ones. */
export function Promotions({ business: { id, promotions } }: { business: Business }) {
  return (
    <StaffSection
      title={`Promotions (${promotions.length})`}
      actions={<SavePromotion businessId={id} promotion={null} />}
    >
      {promotions.length === 0 ? <p>This business has no promotions.</p> : null}
      <ol className={layout.list}>
        {promotions.map((promotion) => (
          <PromotionItem
            key={promotion.id}
            promotion={promotion}
            actions={
              <div className={layout.tightRow}>
                <SavePromotion businessId={id} promotion={promotion} />
                <RemovePromotion businessId={id} promotion={promotion} />
              </div>
            }
          />
        ))}
      </ol>
    </StaffSection>
  );
}

function SavePromotion({
  businessId,
  promotion,
}: {
  businessId: string;
  promotion: BusinessPromotion | null;
}) {
  const { savePromotion } = useStaffClient().staff.businesses;
  return (
    <StaffAction
      label={promotion === null ? 'Add promotion' : 'Edit promotion'}
      size="lg"
      schema={promotionEdit}
      initial={{
        businessId,
        id: promotion?.id ?? null,
        version: promotion?.version ?? '',
        code: promotion?.code ?? '',
        info: promotion?.info ?? '',
        url: promotion?.url ?? '',
        additionalUrl: promotion?.additionalUrl ?? '',
        validUntil: promotion?.validUntil ?? '',
        isOnline: promotion?.isOnline ?? false,
        headline: promotion?.headline ?? '',
        savesCents: promotion?.savesCents ?? null,
      }}
      action={savePromotion}
    >
      <PromotionFields pathPrefix="" />
    </StaffAction>
  );
}

interface RemovePromotionProps {
  businessId: string;
  promotion: BusinessPromotion;
}

function RemovePromotion({ businessId, promotion: { id, version } }: RemovePromotionProps) {
  const { removePromotion } = useStaffClient().staff.businesses;
  return (
    <StaffAction
      label="Remove promotion"
      danger
      schema={rowRemoval}
      initial={{ businessId, id, version }}
      action={removePromotion}
    />
  );
}
