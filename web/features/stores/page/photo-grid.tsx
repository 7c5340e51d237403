import type { Photo } from '#server/domains/stores/page/business-page.schema.ts';
import layout from '#web/ui/styles/layout.module.css';
import classes from './business-page.module.css';

interface PhotoGridProps {
  name: string;
  photos: readonly Photo[];
}

/** Each photo links to the full image, because the grid crops it. */
export function PhotoGrid({ name, photos }: PhotoGridProps) {
  return (
    <section aria-labelledby="business-photos">
      <h2 id="business-photos">Photos</h2>
      <ul className={`${layout.list} ${classes.photos}`}>
        {photos.map(({ id, file, alt, width, height }, index) => (
          <li key={id}>
            <a href={file}>
              <img
                src={file}
                alt={alt ?? `${name}, photo ${index + 1}`}
                width={width}
                height={height}
                loading="lazy"
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
