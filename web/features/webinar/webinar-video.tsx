import { useState } from 'react';
import type { VideoLink } from '#server/lib/video-link.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { VideoOnClick } from '#web/ui/video-on-click.tsx';
import classes from './webinar.module.css';
import { WebinarPoster } from './webinar-poster.tsx';

interface WebinarVideoProps {
  video: VideoLink | null;
  /** Called when the video ends, or when the viewer confirms having watched it. */
  onWatched(): void;
}

/** Embedded players don't report that a video ended, so the viewer confirms it with a button. */
export function WebinarVideo({ video, onWatched }: WebinarVideoProps) {
  const [hasPlayed, setHasPlayed] = useState(false);
  if (video === null) {
    return (
      <div className={classes.video}>
        <WebinarPoster />
        <Notice title="The video isn’t ready yet">
          Please come back soon. If you have a code, you can continue without the video.
        </Notice>
      </div>
    );
  }
  return (
    <div className={classes.video}>
      <VideoOnClick
        video={video}
        title="Webinar"
        playLabel="Play the webinar"
        poster={<WebinarPoster />}
        onPlay={() => setHasPlayed(true)}
        onEnded={onWatched}
      />
      {hasPlayed && video.kind === 'frame' ? (
        <div>
          <Button variant="secondary" onClick={onWatched}>
            I’ve watched it
          </Button>
        </div>
      ) : null}
    </div>
  );
}
