import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The brand's green, used for buttons, links, and the card. */
const spruce: MantineColorsTuple = [
  '#eaf6f1',
  '#d2ebe1',
  '#a6d8c6',
  '#75c3a8',
  '#4db08e',
  '#2d9a77',
  '#1b8064',
  '#136b54',
  '#0e5546',
  '#083a30',
];

/** Used for accents and highlights. */
const marigold: MantineColorsTuple = [
  '#fff7e0',
  '#ffedbd',
  '#ffdf8c',
  '#ffd05c',
  '#ffc233',
  '#f5ae0f',
  '#cf8a00',
  '#9c6700',
  '#764e00',
  '#4f3400',
];

const red: MantineColorsTuple = [
  '#fdf0ed',
  '#fadcd5',
  '#f5b8aa',
  '#ee8e79',
  '#e66a50',
  '#d94f33',
  '#bf3a20',
  '#a32d16',
  '#842311',
  '#5f180b',
];

const gray: MantineColorsTuple = [
  '#f8f7f3',
  '#f1efe8',
  '#e6e3d9',
  '#d5d2c6',
  '#b9b7ac',
  '#93938a',
  '#6b6e66',
  '#4f544d',
  '#343a35',
  '#1d2421',
];

const dark: MantineColorsTuple = [
  '#e9ece6',
  '#c3cac4',
  '#9aa6a0',
  '#71817a',
  '#4a5b54',
  '#33443d',
  '#22312b',
  '#18241f',
  '#111a17',
  '#0b1210',
];

const fontFamily = 'var(--font)';

const closeButton = { 'aria-label': 'Close', size: 44, iconSize: 22 };

export const theme = createTheme({
  colors: { spruce, marigold, red, gray, dark },
  primaryColor: 'spruce',
  primaryShade: { light: 8, dark: 3 },
  autoContrast: true,
  black: '#14211c',
  fontFamily,
  headings: {
    fontFamily,
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(2rem, 1.4rem + 2.6vw, 3.25rem)', lineHeight: '1.06' },
      h2: { fontSize: 'clamp(1.5rem, 1.2rem + 1.3vw, 2.25rem)', lineHeight: '1.14' },
      h3: { fontSize: '1.25rem', lineHeight: '1.25' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '8px', md: '12px', lg: '18px', xl: '28px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // 42 px high. Mantine's default height of 36 px is too small to touch comfortably.
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
    Modal: { defaultProps: { radius: 'lg', padding: 'lg', closeButtonProps: closeButton } },
    Drawer: { defaultProps: { closeButtonProps: closeButton } },
    // Mantine's default is a <header>, which screen readers announce as a second page banner.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
  },
});

/** Makes Mantine use the color variables of web/ui/styles/tokens.css. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-default-border': 'var(--line-strong)',
  },
  dark: {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-default-border': 'var(--line-strong)',
  },
});
