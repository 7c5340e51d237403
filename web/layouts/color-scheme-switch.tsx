import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { MoonIcon, SunIcon } from '#web/ui/icons.tsx';
import classes from './site-header.module.css';

/** Follows the system until somebody chooses. */
export function ColorSchemeSwitch() {
  // Else every style of the page is computed twice more, to keep colours from fading.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  // Named after the first render, which is the document's own; which picture shows is the styles' matter from the start.
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <button
      type="button"
      className={classes.icon}
      aria-label={dark ? 'Switch to light colors' : 'Switch to dark colors'}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      <span className={classes.ifLight}>
        <MoonIcon />
      </span>
      <span className={classes.ifDark}>
        <SunIcon />
      </span>
    </button>
  );
}
