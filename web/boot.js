// Comes within the document and runs before the first paint (server/site/critical-assets.ts); what it does until the app
// is there must not wait for the app.
(() => {
  // A dark page never flashes white: chosen so, or by the system. Key and attribute are Mantine's own.
  const root = document.documentElement;
  let scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  try {
    const chosen = localStorage.getItem('mantine-color-scheme-value');
    if (chosen === 'light' || chosen === 'dark') scheme = chosen;
  } catch {
    // Storage may be switched off.
  }
  root.setAttribute('data-mantine-color-scheme', scheme);

  // A form that is sent before the app has taken its page over is not sent by the browser: what was typed would be lost.
  const keep = (event) => event.preventDefault();
  addEventListener('submit', keep, true);

  // Styles come within the document. A switched-off link stands for each: it fetches nothing, and the build's loader,
  // which looks for links, takes the file for loaded. Not in the document, where browsers fetch whatever looks like one.
  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return;
    for (const style of document.querySelectorAll('style[data-href]')) {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.disabled = true;
      link.href = style.dataset.href;
      document.head.append(link);
    }
  });

  // The app says so once it has taken the page over (web/routes.tsx). What was typed until then it has not heard of.
  document.addEventListener(
    'pageready',
    () => {
      removeEventListener('submit', keep, true);
      for (const field of document.querySelectorAll(
        '#root :is(input:not([type=checkbox], [type=radio]), textarea)',
      )) {
        const { value, defaultValue } = field;
        if (value === defaultValue) continue;
        // React compares with what it has seen set on the field itself: a change is one that went past it.
        field.value = defaultValue;
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      root.dataset.ready = '';
    },
    { once: true },
  );
})();
