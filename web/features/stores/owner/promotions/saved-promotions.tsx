import { PromotionItem } from '#web/features/stores/promotions/promotion-item.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import layout from '#web/ui/styles/layout.module.css';
import type { OwnBusinessData } from '../own-business-data.ts';

export function SavedPromotions({ promotions }: Pick<OwnBusinessData, 'promotions'>) {
  if (promotions.length === 0) return <EmptyState headingLevel={3} title="You don’t have any promotions" />;
  return (
    <ul className={layout.list}>
      {promotions.map((promotion) => (
        <PromotionItem key={promotion.id} promotion={promotion} />
      ))}
    </ul>
  );
}
