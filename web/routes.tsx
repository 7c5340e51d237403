import { type ComponentType, useEffect } from 'react';
import { matchPath, Navigate, Route, Routes } from 'react-router';
import {
  isIndexed,
  type Page,
  type PageName,
  pageModule,
  pageNames,
  pages,
  pageUnder,
  renderedPageNames,
} from '#server/lib/pages.shared.ts';
import { BareLayout, OwnLayout } from './layouts/bare-layout.tsx';
import { SiteLayout } from './layouts/site-layout.tsx';
import { announcePageReady } from './lib/hydration.ts';
import { lazyComponent } from './lib/lazy-component.ts';
import { PageMeta } from './ui/page/page-meta.tsx';

const modules = import.meta.glob<Record<string, ComponentType>>('./pages/*-page.tsx');

function createPageComponent(name: string) {
  const exportName = `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`;
  return lazyComponent(async () => {
    const component = (await modules[`./${pageModule(name)}`]?.())?.[exportName];
    if (component === undefined) throw new Error(exportName);
    return component;
  });
}

const pageComponents = new Map(pageNames.map((name) => [name, createPageComponent(name)]));
const NotFoundPage = createPageComponent('notFound');

function PageRoute({ name }: { name: PageName }) {
  const PageComponent = pageComponents.get(pageUnder(name)) ?? NotFoundPage;
  return (
    <>
      <PageMeta title={pages[name].title} noindex={!isIndexed(name)} />
      <PageComponent />
      <PageReady />
    </>
  );
}

function NotFoundRoute() {
  return (
    <>
      <NotFoundPage />
      <PageReady />
    </>
  );
}

function PageReady() {
  useEffect(announcePageReady, []);
  return null;
}

/**
 * Loads the page's component before hydration, so that the first render matches the server's HTML instead of
 * showing a skeleton.
 */
export async function preloadPage(path: string): Promise<void> {
  const name = renderedPageNames.find((page) => matchPath(pages[page].path, path));
  if (name !== undefined) await pageComponents.get(pageUnder(name))?.load();
}

function createRoute(name: PageName) {
  const page = pages[name];
  const target =
    'redirectsTo' in page ? (
      <Navigate to={pages[page.redirectsTo].path} replace />
    ) : (
      <PageRoute name={name} />
    );
  return <Route key={name} path={page.path} element={target} />;
}

const routesWith = (layout?: Page['layout']) =>
  pageNames
    .filter((name) => {
      const page: Page = pages[name];
      return page.layout === layout;
    })
    .map(createRoute);

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        {routesWith()}
        <Route path="*" element={<NotFoundRoute />} />
      </Route>
      <Route element={<BareLayout />}>{routesWith('bare')}</Route>
      <Route element={<OwnLayout />}>{routesWith('own')}</Route>
    </Routes>
  );
}
