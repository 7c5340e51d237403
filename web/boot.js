// Runs before the first paint and before the app loads. In a built site, server/app/site/critical-assets.ts
// inlines it into each page's HTML.
(() => {
  // Sets the color scheme before the first paint, so that a dark page doesn't flash white. Mantine defines
  // the storage key and the attribute.
  const root = document.documentElement;
  let colorScheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  try {
    const storedScheme = localStorage.getItem('mantine-color-scheme-value');
    if (storedScheme === 'light' || storedScheme === 'dark') colorScheme = storedScheme;
  } catch {
    // Storage may be disabled.
  }
  root.setAttribute('data-mantine-color-scheme', colorScheme);

  // The HTML contains the privacy banner. web/layouts/privacy-banner.module.css hides it.
  if (/(^|; )privacyack=/.test(document.cookie)) root.dataset.privacyack = '';

  // Submitting a form before hydration would reload the page and lose the input.
  const preventSubmit = (event) => event.preventDefault();
  addEventListener('submit', preventSubmit, true);

  // Remembers a press of a button. Anything pressed later replaces it.
  let pressed;
  const rememberPress = ({ target }) => {
    pressed = target.closest('#root button');
  };
  addEventListener('click', rememberPress, true);

  // web/routes.tsx dispatches this after hydration. React missed what the visitor typed and pressed before
  // then, so replay it.
  document.addEventListener(
    'pageready',
    () => {
      removeEventListener('submit', preventSubmit, true);
      removeEventListener('click', rememberPress, true);
      for (const field of document.querySelectorAll(
        '#root :is(input:not([type=checkbox], [type=radio]), textarea)',
      )) {
        const { value, defaultValue } = field;
        if (value === defaultValue) continue;
        // React ignores values set through the element's own setter, so use the prototype's.
        field.value = defaultValue;
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      root.dataset.ready = '';
      pressed?.click();
    },
    { once: true },
  );
})();
