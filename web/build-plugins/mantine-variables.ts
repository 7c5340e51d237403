import {
  type ConvertCSSVariablesInput,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariables, theme } from '../theme.ts';

const VARIABLES = /[\\/]MantineCssVariables[\\/]MantineCssVariables\.mjs$/;
/** This module adds the styles for `visibleFrom` and `hiddenFrom`, which we don't use. */
const CLASSES = /[\\/]MantineClasses[\\/]MantineClasses\.mjs$/;
/** Mantine's own palettes. Styles use their CSS variables; scripts use only the theme's palettes. */
const COLORS = /[\\/]MantineProvider[\\/]default-colors\.mjs$/;
/** Has a picture of Mantine's task lists, which we don't use, in a form that the content security policy forbids. */
const EDITOR_STYLES = /@mantine[\\/]tiptap[\\/]styles\.layer\.css/;
const usage = /\s(?:visibleFrom|hiddenFrom)=/;
const STYLES_ID = 'mantine-variables.css';

type Variables = Record<string, string>;

/** Drops the variables that equal Mantine's defaults, because mantine-base.css already sets those. */
function withoutDefaults(values: Variables, defaults: Variables): Variables {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => defaults[name] !== value));
}

/** Returns the CSS that Mantine's provider would compute from our theme. */
export function computeMantineVariables(): string {
  const mergedTheme = mergeMantineTheme(DEFAULT_THEME, theme);
  const ownVariables = cssVariables(mergedTheme);
  const defaults = defaultCssVariablesResolver(DEFAULT_THEME);
  const values = defaultCssVariablesResolver(mergedTheme);
  const variables: ConvertCSSVariablesInput = {
    variables: withoutDefaults({ ...values.variables, ...ownVariables.variables }, defaults.variables),
    light: withoutDefaults({ ...values.light, ...ownVariables.light }, defaults.light),
    dark: withoutDefaults({ ...values.dark, ...ownVariables.dark }, defaults.dark),
  };
  return convertCssVariables(variables);
}

/**
 * Moves the theme's variables into the site's CSS at build time. Otherwise, every browser would load the code
 * that computes them, and run it before hydrating the page. In development, Mantine computes them.
 */
export function mantineVariables(): Plugin {
  return {
    name: 'mantine-variables',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === STYLES_ID ? STYLES_ID : null),
    load: (id) => (id === STYLES_ID ? computeMantineVariables() : null),
    transform(code, id) {
      if (VARIABLES.test(id)) return `import '${STYLES_ID}';\nexport const MantineCssVariables = () => null;`;
      if (CLASSES.test(id)) return 'export const MantineClasses = () => null;';
      if (COLORS.test(id)) return 'export const DEFAULT_COLORS = {};';
      if (EDITOR_STYLES.test(id)) return code.replace(/background-image: url\('data:[^']*'\);/g, '');
      if (!id.includes('node_modules') && usage.test(code))
        this.error('The site has no styles for visibleFrom: see web/build-plugins/mantine-variables.ts');
      return null;
    },
  };
}
