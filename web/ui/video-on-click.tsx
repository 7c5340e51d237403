import { createElement, type ReactNode, useEffect, useRef, useState } from 'react';
import type { VideoLink } from '#server/lib/video-link.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import classes from './video-on-click.module.css';

interface VideoOnClickProps {
  video: VideoLink;
  /** How the player is called: 'Webinar'. */
  title: string;
  /** On the button that is pressed for it. */
  play: ReactNode;
  /** A picture of ours, seen until then. */
  poster: ReactNode;
  onPlay?: () => void;
  /** A video file was seen to its end; somebody else's player does not tell. */
  onEnded?: (() => void) | undefined;
}

/** A video behind a poster of ours: nothing is asked of its host before somebody wants to see it. */
export function VideoOnClick({ video, title, play, poster, onPlay, onEnded }: VideoOnClickProps) {
  const [played, setPlayed] = useState(false);
  if (played && video.kind === 'file') return <FilePlayer src={video.src} title={title} onEnded={onEnded} />;
  if (played) return <FramePlayer src={video.src} title={title} />;
  return (
    <>
      <div className={classes.screen}>
        {poster}
        <Button
          variant="accent"
          size="lg"
          onClick={() => {
            setPlayed(true);
            onPlay?.();
          }}
        >
          {play}
        </Button>
      </div>
      <p className={classes.note}>
        The video comes from {new URL(video.origin).host}. Nothing is loaded from there before you press play.
      </p>
    </>
  );
}

interface PlayerProps {
  src: string;
  title: string;
}

function FilePlayer({ src, title, onEnded }: PlayerProps & Pick<VideoOnClickProps, 'onEnded'>) {
  const player = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);

  // The button that was pressed is gone; what it asked for begins and has the focus.
  useEffect(() => {
    player.current?.focus();
    // A browser that wants one more press shows its own button.
    player.current?.play()?.catch(() => {});
  }, []);

  return (
    <>
      <div className={classes.screen}>
        {/* Captions come inside the file: a track from another site would need its host's leave for the video, too. */}
        {createElement('video', {
          ref: player,
          src,
          controls: true,
          playsInline: true,
          preload: 'metadata',
          'aria-label': title,
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
    </>
  );
}

/** Somebody else's player. */
function FramePlayer({ src, title }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => frame.current?.focus(), []);
  return (
    <div className={classes.screen}>
      <iframe
        ref={frame}
        src={src}
        title={title}
        allow="fullscreen; picture-in-picture; encrypted-media"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    </div>
  );
}
