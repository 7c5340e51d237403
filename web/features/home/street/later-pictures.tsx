import { lazy, Suspense } from 'react';
import classes from './street.module.css';

const Street = lazy(async () => ({ default: (await import('./street.tsx')).Street }));
const CornerShop = lazy(async () => ({ default: (await import('./corner-shop.tsx')).CornerShop }));

// The server renders these decorations. Their code loads after hydration. They are constants, because React
// would discard HTML that isn't hydrated yet if a new render created new elements. The fallbacks reserve the
// space. Their class also makes the server include the styles of the components.

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
