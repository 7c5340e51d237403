import { Drawer } from '@mantine/core';
import { useState } from 'react';
import '#web/ui/mantine-rest.css';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { useCloseModal } from '#web/ui/use-close-modal.ts';
import { useEscapeWithin } from '#web/ui/use-escape-within.ts';
import { useReturnedFocus } from '#web/ui/use-returned-focus.ts';
import type { FoundStore } from '../search/use-savings.ts';
import { PromotionItem } from './promotion-item.tsx';
import classes from './promotions-drawer.module.css';

interface PromotionsDrawerProps {
  /** Null while it closes. */
  store: FoundStore | null;
  /** The search under it, for who came to the drawer directly. */
  beneath: string;
}

/** What a business has for members: bound to the address, as the modals are. */
export function PromotionsDrawer({ store, beneath }: PromotionsDrawerProps) {
  const close = useCloseModal(beneath);
  const root = useEscapeWithin(store !== null, close);
  useReturnedFocus(store !== null);
  const [shown, setShown] = useState(store);
  // While it slides out the address no longer says whose they were.
  if (store !== null && store !== shown) setShown(store);

  return (
    <Drawer
      ref={root}
      opened={store !== null}
      onClose={close}
      closeOnEscape={false}
      returnFocus={false}
      position="right"
      size="32rem"
      title={`Promotions at ${shown?.businessname ?? ''}`}
      classNames={{
        content: classes.content,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
      overlayProps={{ backgroundOpacity: 0.55 }}
    >
      {store === null ? null : <Title title={`Promotions at ${store.businessname}`} />}
      <ul className={classes.promotions}>
        {shown?.promotions.map((promotion) => (
          <PromotionItem key={promotion.id} promotion={promotion} />
        ))}
      </ul>
    </Drawer>
  );
}

function Title({ title }: { title: string }) {
  useDocumentTitle(title);
  return null;
}
