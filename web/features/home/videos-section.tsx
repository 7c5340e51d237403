import type { SiteSettings } from '#server/domains/content/site-settings.shared.ts';
import { listVideos } from '#server/lib/video-link.ts';
import { VideoOnClick } from '#web/ui/video-on-click.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './home-sections.module.css';
import { CounterPoster, HouseholdPoster } from './video-posters.tsx';

/** The settings contain at most two videos, which is why there are two posters. */
export function VideosSection({ links }: { links: SiteSettings['videos'] }) {
  const videos = listVideos(links);
  if (videos.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="videos-title">
      <h2 id="videos-title">See it for yourself</h2>
      <ul className={classes.videos}>
        {videos.map(({ title, video }, index) => (
          <li key={video.src}>
            <h3>{title}</h3>
            <VideoOnClick
              video={video}
              title={title}
              playLabel={
                <>
                  Play<VisuallyHidden> {title}</VisuallyHidden>
                </>
              }
              poster={index === 0 ? <HouseholdPoster /> : <CounterPoster />}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
