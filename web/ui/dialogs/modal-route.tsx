import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import '../styles/mantine-rest.css';
import { useDocumentTitle } from '../page/document-title.ts';
import classes from './modal-route.module.css';
import { useCloseModal } from './use-close-modal.ts';
import { useEscapeWithin } from './use-escape-within.ts';
import { useReturnedFocus } from './use-returned-focus.ts';

interface ModalRouteProps {
  /** Whether the address asks for this modal. */
  opened: boolean;
  title: string;
  /** The page beneath, for who came to the modal directly. */
  beneath: string;
  /** The content's width: 'sm' for a question, 'lg' for a wizard. */
  size?: 'sm' | 'md' | 'lg';
  /** Milliseconds of the way in and out. */
  transitions?: { enter: number; exit: number };
  children: ReactNode;
}

/** A modal bound to the address: Back closes it, a link or a reload opens it, and the focus goes in and returns. */
export function ModalRoute(props: ModalRouteProps) {
  const { opened, title, beneath, size = 'md', transitions = { enter: 200, exit: 120 }, children } = props;
  const close = useCloseModal(beneath);
  const root = useEscapeWithin(opened, close);
  useReturnedFocus(opened);
  const [shown, setShown] = useState({ title, children });
  // While it fades out the address no longer says what was in it, so the last content stays.
  if (opened && (shown.children !== children || shown.title !== title)) setShown({ title, children });

  return (
    <Modal
      ref={root}
      opened={opened}
      onClose={close}
      closeOnEscape={false}
      title={shown.title}
      size={{ sm: '26rem', md: '34rem', lg: '46rem' }[size]}
      closeOnClickOutside={false}
      returnFocus={false}
      classNames={{
        inner: classes.inner,
        title: classes.title,
        content: classes.content,
        close: classes.close,
        header: classes.header,
      }}
      transitionProps={{ transition: 'pop', duration: transitions.enter, exitDuration: transitions.exit }}
      overlayProps={{ backgroundOpacity: 0.55 }}
    >
      {opened ? <Title title={title} /> : null}
      {shown.children}
    </Modal>
  );
}

function Title({ title }: { title: string }) {
  useDocumentTitle(title);
  return null;
}
