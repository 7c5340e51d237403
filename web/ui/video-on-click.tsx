import { createElement, type ReactNode, useEffect, useRef, useState } from 'react';
import type { VideoLink } from '#server/lib/video-link.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import classes from './video-on-click.module.css';

interface VideoOnClickProps {
  video: VideoLink;
  /** The player's accessible name. */
  title: string;
  playLabel: ReactNode;
  /** Shown until the visitor presses play. Must not load anything from another site. */
  poster: ReactNode;
  onPlay?: () => void;
  /** Called when a video file ends. Embedded players don't report it. */
  onEnded?: (() => void) | undefined;
}

/**
 * Shows our own poster first, so that the video's host receives no request before the visitor presses play.
 */
export function VideoOnClick({ video, title, playLabel, poster, onPlay, onEnded }: VideoOnClickProps) {
  const [isPlaying, setIsPlaying] = useState(false);
  if (isPlaying && video.kind === 'file')
    return <FilePlayer src={video.src} title={title} onEnded={onEnded} />;
  if (isPlaying) return <FramePlayer src={video.src} title={title} />;
  return (
    <>
      <div className={classes.screen}>
        {poster}
        <Button
          variant="accent"
          size="lg"
          onClick={() => {
            setIsPlaying(true);
            onPlay?.();
          }}
        >
          {playLabel}
        </Button>
      </div>
      <p className={classes.note}>
        The video comes from {new URL(video.origin).host}. Nothing loads from there until you press play.
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
  const [hasFailed, setHasFailed] = useState(false);

  // The play button is gone, so move focus to the player.
  useEffect(() => {
    player.current?.focus();
    // Ignore the error: a browser that blocks autoplay shows its own play button.
    player.current?.play()?.catch(() => {});
  }, []);

  return (
    <>
      <div className={classes.screen}>
        {/* Captions must be part of the file: a separate track would need CORS headers from the host. */}
        {createElement('video', {
          ref: player,
          src,
          controls: true,
          playsInline: true,
          preload: 'metadata',
          'aria-label': title,
          onEnded,
          onError: () => setHasFailed(true),
        })}
      </div>
      {hasFailed ? (
        <ErrorBox
          message="We couldn’t load the video."
          onRetry={() => {
            setHasFailed(false);
            player.current?.load();
          }}
        />
      ) : null}
    </>
  );
}

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
