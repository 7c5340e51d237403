import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import '../styles/mantine-rest.css';
import { useDocumentTitle } from '../page/document-title.ts';
import classes from './modal-route.module.css';
import { useCloseModal } from './use-close-modal.ts';
import { useEscapeWithin } from './use-escape-within.ts';
import { useReturnedFocus } from './use-returned-focus.ts';

interface ModalRouteProps {
  /** True while the URL requests this modal. */
  opened: boolean;
  title: string;
  /** Where closing leads if the visitor opened the modal's URL directly. */
  closePath: string;
  /** 'sm' fits a question, 'lg' a wizard. */
  size?: 'sm' | 'md' | 'lg';
  /** Durations in milliseconds. */
  transitions?: { enter: number; exit: number };
  children: ReactNode;
}

/** A modal with its own URL. Back closes it, and a reload or a link to the URL opens it. */
export function ModalRoute(props: ModalRouteProps) {
  const { opened, title, closePath, size = 'md', transitions = { enter: 200, exit: 120 }, children } = props;
  const close = useCloseModal(closePath);
  const root = useEscapeWithin(opened, close);
  useReturnedFocus(opened);
  const [shownContent, setShownContent] = useState({ title, children });
  // Closing changes the URL, and the caller may then pass no content, so keep showing the last content while
  // the modal fades out.
  if (opened && (shownContent.children !== children || shownContent.title !== title))
    setShownContent({ title, children });

  return (
    <Modal
      ref={root}
      opened={opened}
      onClose={close}
      closeOnEscape={false}
      title={shownContent.title}
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
      {opened ? <ModalTitle title={title} /> : null}
      {shownContent.children}
    </Modal>
  );
}

function ModalTitle({ title }: { title: string }) {
  useDocumentTitle(title);
  return null;
}
