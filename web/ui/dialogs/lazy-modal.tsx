import { type ComponentType, createElement, lazy, Suspense, useState } from 'react';

/**
 * Returns a modal whose code loads when it first opens, or before with `load`. The closed modal stays mounted,
 * so that it can fade out.
 */
export function lazyModal<Props extends { opened: boolean }>(
  fetchModal: () => Promise<ComponentType<Props>>,
) {
  const Modal = lazy(async () => ({ default: await fetchModal() }));
  function LazyModal(props: Props) {
    const [wasOpened, setWasOpened] = useState(props.opened);
    if (props.opened && !wasOpened) setWasOpened(true);
    if (!wasOpened) return null;
    return <Suspense fallback={null}>{createElement(Modal, props)}</Suspense>;
  }
  return Object.assign(LazyModal, { load: fetchModal });
}
