import { Newsletter } from '#web/features/content/newsletter.tsx';
import { OutsideLinks } from '#web/features/content/outside-links.tsx';
import { useSiteSettings } from '#web/features/content/use-site-settings.ts';
import classes from './home-sections.module.css';
import { VideosSection } from './videos-section.tsx';

/** What home ends with, far below the first view: videos, newsletter, where else we are (SPEC section 2). */
export function HomeEnd() {
  const settings = useSiteSettings();
  if (settings === undefined) return null;
  const { videos, hasNewsletter, social, apps } = settings;
  return (
    <>
      <VideosSection videos={videos} />
      {hasNewsletter || social.length + apps.length > 0 ? (
        <div className={classes.band}>
          <div className={classes.section}>
            <div className={classes.touch}>
              {hasNewsletter ? <Newsletter /> : null}
              <Elsewhere title="Follow us" links={social} />
              <Elsewhere title="Get the app" links={apps} />
            </div>
          </div>
        </div>
      ) : null}
    </>
  );
}

function Elsewhere({ title, links }: { title: string; links: readonly { name: string; link: string }[] }) {
  if (links.length === 0) return null;
  return (
    <section className={classes.elsewhere} aria-label={title}>
      <h2>{title}</h2>
      <OutsideLinks links={links} />
    </section>
  );
}
