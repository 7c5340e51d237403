import { Drawer } from '@mantine/core';
import { useState } from 'react';
import '#web/ui/styles/mantine-rest.css';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { useEscapeWithin } from '#web/ui/dialogs/use-escape-within.ts';
import { useReturnedFocus } from '#web/ui/dialogs/use-returned-focus.ts';
import { useDocumentTitle } from '#web/ui/page/document-title.ts';
import type { FoundStore } from '../search/use-savings.ts';
import { PromotionItem } from './promotion-item.tsx';
import classes from './promotions-drawer.module.css';

interface PromotionsDrawerProps {
  /** Null while it closes. */
  store: FoundStore | null;
  /** The search to return to for visitors who opened the drawer's URL directly. */
  closePath: string;
}

/** Shows a store's promotions. Like the modals, it is controlled by the URL. */
export function PromotionsDrawer({ store, closePath }: PromotionsDrawerProps) {
  const close = useCloseModal(closePath);
  const root = useEscapeWithin(store !== null, close);
  useReturnedFocus(store !== null);
  const [shownStore, setShownStore] = useState(store);
  // While it slides out, the URL no longer names the store.
  if (store !== null && store !== shownStore) setShownStore(store);

  return (
    <Drawer
      ref={root}
      opened={store !== null}
      onClose={close}
      closeOnEscape={false}
      returnFocus={false}
      position="right"
      size="32rem"
      title={`Promotions at ${shownStore?.businessname ?? ''}`}
      classNames={{
        content: classes.content,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
      overlayProps={{ backgroundOpacity: 0.55 }}
    >
      {store === null ? null : <DrawerTitle title={`Promotions at ${store.businessname}`} />}
      <ul className={classes.promotions}>
        {shownStore?.promotions.map((promotion) => (
          <PromotionItem key={promotion.id} promotion={promotion} />
        ))}
      </ul>
    </Drawer>
  );
}

function DrawerTitle({ title }: { title: string }) {
  useDocumentTitle(title);
  return null;
}
