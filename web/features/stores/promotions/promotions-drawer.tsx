import { Drawer } from '@mantine/core';
import modalClasses from '#web/ui/dialogs/modal-route.module.css';
import layout from '#web/ui/styles/layout.module.css';
import '#web/ui/styles/mantine-rest.css';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { useEscapeWithin } from '#web/ui/dialogs/use-escape-within.ts';
import { useReturnedFocus } from '#web/ui/dialogs/use-returned-focus.ts';
import { useDocumentTitle } from '#web/ui/page/document-title.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { FoundStore } from '../search/use-savings.ts';
import { useCountAction, useCountOpened } from '../use-count-action.ts';
import { PromotionItem } from './promotion-item.tsx';
import classes from './promotions-drawer.module.css';

interface PromotionsDrawerProps {
  opened: boolean;
  /** Stays the same while the drawer slides out. */
  store: FoundStore;
  /** Where closing leads if the visitor opened the drawer's URL directly. */
  closePath: string;
}

/** The URL controls the drawer, as it does the modals. */
export function PromotionsDrawer({ opened, store, closePath }: PromotionsDrawerProps) {
  const close = useCloseModal(closePath);
  const root = useEscapeWithin(opened, close);
  useReturnedFocus(opened);
  const title = `Promotions at ${store.businessname}`;

  return (
    <Drawer
      ref={root}
      opened={opened}
      onClose={close}
      closeOnEscape={false}
      returnFocus={false}
      position="right"
      size="32rem"
      title={title}
      classNames={{
        content: classes.content,
        header: classes.header,
        title: modalClasses.title,
        body: classes.body,
      }}
      overlayProps={{ backgroundOpacity: 0.55 }}
    >
      {opened ? <DrawerTitle title={title} /> : null}
      <StorePromotions store={store} />
    </Drawer>
  );
}

/** About the height of a promotion with one line of text and a code. */
const PROMOTION_HEIGHT = '13.5rem';

function StorePromotions({ store: { id, slug, promotionsCount } }: { store: FoundStore }) {
  const countAction = useCountAction(slug);
  useCountOpened(slug);
  const storePromotions = trpc.savings.promotions.useQuery({ storeIds: [id] }, { networkMode: 'always' });
  if (storePromotions.isError) {
    return (
      <ErrorBox
        message={toFailure(storePromotions.error).message}
        onRetry={() => void storePromotions.refetch()}
      />
    );
  }
  if (!storePromotions.data) {
    return <Skeleton heights={Array.from({ length: promotionsCount }, () => PROMOTION_HEIGHT)} />;
  }
  const promotions = storePromotions.data.flatMap((store) => store.promotions);
  return (
    <ul className={layout.list}>
      {promotions.map((promotion) => (
        <PromotionItem key={promotion.id} promotion={promotion} onCodeCopied={() => countAction('copied')} />
      ))}
    </ul>
  );
}

function DrawerTitle({ title }: { title: string }) {
  useDocumentTitle(title);
  return null;
}
