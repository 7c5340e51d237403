import { useSiteSettings } from '#web/features/content/use-site-settings.ts';
import { usePageViews } from './use-page-views.ts';

/*
 * The path is handed down: a part fetched later that asks the router itself has the router cut out of the app's file,
 * 0.6 kB more in every first view.
 */
/** The footer's links to our pages and apps elsewhere, as far as the settings name them; page views are told of here. */
export function Elsewhere({ pathname }: { pathname: string }) {
  const settings = useSiteSettings();
  usePageViews(settings?.analyticsLink ?? null, pathname);
  return [
    { title: 'Follow us', links: settings?.social ?? [] },
    { title: 'Get the app', links: settings?.apps ?? [] },
  ].map(({ title, links }) =>
    links.length === 0 ? null : (
      <nav key={title} aria-label={`${title}, links to other sites`}>
        <h2>{title}</h2>
        <ul>
          {links.map(({ name, link }) => (
            <li key={name}>
              <a href={link} target="_blank" rel="noopener">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    ),
  );
}
