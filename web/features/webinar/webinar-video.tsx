import { createElement, useEffect, useRef, useState } from 'react';
import type { VideoLink } from '#server/lib/video-link.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Notice } from '#web/ui/notice.tsx';
import classes from './webinar.module.css';
import { WebinarPoster } from './webinar-poster.tsx';

interface WebinarVideoProps {
  video: VideoLink | null;
  /** The video was seen to its end. */
  onWatched(): void;
}

/** The video behind a poster of ours: nothing is asked of its host before somebody wants to see it. */
export function WebinarVideo({ video, onWatched }: WebinarVideoProps) {
  const [played, setPlayed] = useState(false);
  if (video === null) {
    return (
      <div className={classes.video}>
        <Notice title="The video is not set up yet">
          Please come back soon. If you have a code, you can go on without the video.
        </Notice>
      </div>
    );
  }
  if (played) {
    return video.kind === 'file' ? (
      <FilePlayer src={video.src} onEnded={onWatched} />
    ) : (
      <FramePlayer src={video.src} onWatched={onWatched} />
    );
  }
  return (
    <div className={classes.video}>
      <div className={classes.screen}>
        <WebinarPoster />
        <Button variant="accent" size="lg" onClick={() => setPlayed(true)}>
          Play the webinar
        </Button>
      </div>
      <p className={classes.note}>
        The video comes from {new URL(video.origin).host}. Nothing is loaded from there before you press play.
      </p>
    </div>
  );
}

function FilePlayer({ src, onEnded }: { src: string; onEnded(): void }) {
  const player = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);

  // The button that was pressed is gone; what it asked for begins and has the focus.
  useEffect(() => {
    player.current?.focus();
    // A browser that wants one more press shows its own button.
    player.current?.play()?.catch(() => {});
  }, []);

  return (
    <div className={classes.video}>
      <div className={classes.screen}>
        {/* Captions come inside the file: a track from another site would need its host's leave for the video, too. */}
        {createElement('video', {
          ref: player,
          src,
          controls: true,
          playsInline: true,
          preload: 'metadata',
          'aria-label': 'Webinar',
          onEnded,
          onError: () => setFailed(true),
        })}
      </div>
      {failed ? (
        <ErrorBox
          message="The video could not be loaded."
          onRetry={() => {
            setFailed(false);
            player.current?.load();
          }}
        />
      ) : null}
    </div>
  );
}

/** Somebody else's player, which does not tell us when the video is over. */
function FramePlayer({ src, onWatched }: { src: string; onWatched(): void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => frame.current?.focus(), []);
  return (
    <div className={classes.video}>
      <div className={classes.screen}>
        <iframe
          ref={frame}
          src={src}
          title="Webinar"
          allow="fullscreen; picture-in-picture; encrypted-media"
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      </div>
      <div>
        <Button variant="secondary" onClick={onWatched}>
          I have watched it
        </Button>
      </div>
    </div>
  );
}
