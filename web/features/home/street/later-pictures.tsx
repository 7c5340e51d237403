import { lazy, Suspense } from 'react';
import classes from './street.module.css';

const Street = lazy(async () => ({ default: (await import('./street.tsx')).Street }));
const CornerShop = lazy(async () => ({ default: (await import('./corner-shop.tsx')).CornerShop }));

// The document contains these decorations, and their code loads once the page is hydrated. They are constants,
// because React would replace what isn't hydrated yet by a new element. The fallbacks keep the space; their class
// also brings the styles of what is loaded later to the document.

export const street = (
  <Suspense fallback={<div className={classes.street} />}>
    <Street />
  </Suspense>
);

export const cornerShop = (
  <Suspense fallback={<div className={classes.corner} />}>
    <CornerShop />
  </Suspense>
);
