import type { Plugin } from 'vite';
import { paths } from '#server/site/pages.shared.ts';
import { type Bundle, filesOf } from './bundle-files.ts';

const HOME = ['pages/home-page.tsx', 'features/home/home-end.tsx'] as const;
const PLAN = ['pages/plan-pages.tsx'] as const;
const POLICY = ['pages/policy-pages.tsx'] as const;

/**
 * The pages that people arrive at (`arrivals` in web/routes.tsx): the module of each, and the parts that are fetched
 * later although they stand in its HTML.
 */
export const PAGE_MODULES: Readonly<Record<string, readonly [page: string, ...laterParts: string[]]>> = {
  [paths.home()]: HOME,
  [paths.trial()]: HOME,
  [paths.businessPlans()]: ['pages/business-plans-page.tsx'],
  [paths.loyalty()]: ['pages/loyalty-page.tsx'],
  [paths.webinar()]: ['pages/webinar-page.tsx'],
  [paths.businessSignup()]: ['pages/business-signup-page.tsx'],
  [paths.educators()]: ['pages/educators-page.tsx'],
  [paths.educatorsFriend()]: ['pages/educators-friend-page.tsx'],
  [paths.educatorsRepresentative()]: ['pages/educators-representative-page.tsx'],
  [paths.pricing()]: ['pages/pricing-page.tsx'],
  [paths.pricingPlan('individual')]: PLAN,
  [paths.pricingPlan('family')]: PLAN,
  [paths.corporate()]: PLAN,
  [paths.savings()]: ['pages/savings-page.tsx'],
  [paths.contact()]: ['pages/contact-page.tsx'],
  [paths.faq()]: ['pages/faq-page.tsx'],
  [paths.privacyPolicy()]: POLICY,
  [paths.cookiePolicy()]: POLICY,
  [paths.verify()]: ['pages/verify-card-page.tsx'],
};

/** What every page's HTML ends with. */
const FOOTER = 'layouts/elsewhere.tsx';

/** What a page needs beside what every document names already. */
function ownFiles(modules: readonly string[], bundle: Bundle) {
  const filesOfModule = (module: string) => {
    const files = filesOf((chunk) => chunk.facadeModuleId?.endsWith(`/web/${module}`) ?? false, bundle);
    if (files.size === 0) throw new Error(`${module} is no part of its own any more`);
    return [...files];
  };
  const named = filesOf((chunk) => chunk.isEntry, bundle);
  const own = new Set([...modules, FOOTER].flatMap(filesOfModule).filter((name) => !named.has(name)));
  const files = [...own].map((name) => `/${name}`);
  const isStyle = (name: string) => name.endsWith('.css');
  return { scripts: files.filter((name) => !isStyle(name)), styles: files.filter(isStyle) };
}

/** Writes, beside the built site, which files each page's document names (server/site/built-site.ts reads it). */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.entries(PAGE_MODULES).map(([path, modules]) => [
          path,
          ownFiles(modules, bundle),
        ]);
        const source = JSON.stringify(Object.fromEntries(files));
        this.emitFile({ type: 'asset', fileName: 'page-files.json', source });
      },
    },
  };
}
