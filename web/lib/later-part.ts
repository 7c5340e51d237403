import { type ComponentType, createElement, lazy, useState } from 'react';

/**
 * A part that is fetched when it is first shown, or before that by `load`; then it is there at once. What stands in a
 * page's HTML has to be: a part that is still on its way when the page changes cannot be taken over any more.
 */
export function laterPart<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) {
  let fetched: ComponentType<Props> | undefined;
  async function load() {
    fetched = await fetchPart();
    return { default: fetched };
  }
  const Fetching = lazy(load);
  function Part(props: Props) {
    // Decided once: a part that changed from the one to the other would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => fetched ?? Fetching);
    return createElement(Shown, props);
  }
  return Object.assign(Part, { load });
}
