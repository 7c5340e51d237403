import { createRoot, hydrateRoot } from 'react-dom/client';
import type { PreloadedQuery } from '#server/app/site/page-rendering.shared.ts';
import './lib/zod-without-eval.ts';
import './ui/styles/mantine-base.css';
import './ui/styles/tokens.css';
import './ui/styles/global.css';
import { App } from './app.tsx';
import { preloadPage } from './routes.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const preloadedQueries: PreloadedQuery[] = JSON.parse(
  document.getElementById('answers')?.textContent ?? '[]',
);
const app = <App preloadedQueries={preloadedQueries} />;

function start(root: HTMLElement) {
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

// No top-level `await`: a page's chunk imports this one and would wait for it forever. If a page fails to
// load, the app's error boundary reports it.
const render = () => start(element);
void preloadPage(window.location.pathname).then(render, render);
