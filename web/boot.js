// Runs before the first paint, in a file of its own: the content security policy allows no inline script.
(() => {
  // A dark page never flashes white: chosen so, or by the system. Key and attribute are Mantine's own.
  let scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  try {
    const chosen = localStorage.getItem('mantine-color-scheme-value');
    if (chosen === 'light' || chosen === 'dark') scheme = chosen;
  } catch {
    // Storage may be switched off.
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
