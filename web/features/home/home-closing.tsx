import { lazy, Suspense } from 'react';
import { Newsletter } from '#web/features/content/newsletter/newsletter.tsx';
import { OutsideLinks } from '#web/features/content/outside-links.tsx';
import { useSiteSettings } from '#web/features/content/use-site-settings.ts';
import classes from './home-sections.module.css';

/** Few sites set videos, and they are far down the page. */
const VideosSection = lazy(async () => ({ default: (await import('./videos-section.tsx')).VideosSection }));

export function HomeClosing() {
  const settings = useSiteSettings();
  if (settings === undefined) return null;
  const { videos, hasNewsletter, socialLinks, apps } = settings;
  return (
    <>
      {videos.length === 0 ? null : (
        <Suspense>
          <VideosSection links={videos} />
        </Suspense>
      )}
      {hasNewsletter || socialLinks.length + apps.length > 0 ? (
        <div className={classes.band}>
          <div className={classes.section}>
            <div className={classes.touch}>
              {hasNewsletter ? <Newsletter /> : null}
              <LinkGroup title="Follow us" links={socialLinks} />
              <LinkGroup title="Get the app" links={apps} />
            </div>
          </div>
        </div>
      ) : null}
    </>
  );
}

function LinkGroup({ title, links }: { title: string; links: readonly { name: string; link: string }[] }) {
  if (links.length === 0) return null;
  return (
    <section className={classes.socialLinks} aria-label={title}>
      <h2>{title}</h2>
      <OutsideLinks links={links} />
    </section>
  );
}
