import { type ComponentType, createElement, lazy, useState } from 'react';

/**
 * Like React's `lazy`, but renders without suspending once `load` has finished. Load server-rendered
 * components before hydration: if the page changes while one is still loading, React discards the server's
 * HTML.
 */
export function lazyComponent<Props extends object>(fetchComponent: () => Promise<ComponentType<Props>>) {
  let loadedComponent: ComponentType<Props> | undefined;
  async function load() {
    loadedComponent = await fetchComponent();
    return { default: loadedComponent };
  }
  const LazyComponent = lazy(load);
  function Component(props: Props) {
    // Chosen once per mount: switching from the lazy component to the loaded one would lose its state.
    const [MountedComponent] = useState<ComponentType<Props>>(() => loadedComponent ?? LazyComponent);
    return createElement(MountedComponent, props);
  }
  return Object.assign(Component, { load });
}
