import { createRoot, hydrateRoot } from 'react-dom/client';
import type { BroughtAnswer } from '#server/site/page-rendering.shared.ts';
import './lib/zod-without-eval.ts';
import './ui/mantine-base.css';
import './ui/tokens.css';
import './ui/global.css';
import { App } from './app.tsx';
import { arrivals } from './routes.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
// What the document brought along: its page as HTML, which is taken over as it stands, and the answers behind it.
const answers: BroughtAnswer[] = JSON.parse(document.getElementById('answers')?.textContent ?? '[]');
const app = <App answers={answers} />;

function show(root: HTMLElement) {
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

// Not by `await`: a page's chunk takes from this one, and would wait for it to end. A page that cannot be fetched is
// told by the app's own error boundary.
const arrival = arrivals[window.location.pathname];
const begin = () => show(element);
if (arrival === undefined) begin();
else void arrival().then(begin, begin);
