// Runs before the first paint. Both parts are shortcuts: without them the page comes out the same, only later.
(() => {
  // A page chosen dark never flashes white. The key is Mantine's own.
  try {
    const scheme = localStorage.getItem('mantine-color-scheme-value');
    if (scheme === 'light' || scheme === 'dark') {
      document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
    }
  } catch {
    // Storage may be switched off; the system's scheme then applies.
  }

  // What the page asked for needs is fetched beside the app, not after it has run.
  const files = __FILES__;
  for (const href of files[location.pathname] ?? []) {
    const link = document.createElement('link');
    if (href.endsWith('.css')) {
      link.rel = 'preload';
      link.as = 'style';
    } else {
      link.rel = 'modulepreload';
    }
    // As the app's own loader asks, or everything is fetched twice.
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
})();
