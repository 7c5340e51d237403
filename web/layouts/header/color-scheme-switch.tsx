import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { MoonIcon, SunIcon } from '#web/ui/icons.tsx';
import classes from './site-header.module.css';

/** Follows the system's color scheme until the visitor chooses one. */
export function ColorSchemeSwitch() {
  // Mantine's default disables transitions, which recomputes every style on the page twice.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  // The server doesn't know the color scheme, so the label is right only after hydration. CSS selects the
  // icon.
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
