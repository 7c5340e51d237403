import { createRoot } from 'react-dom/client';
import './lib/zod-without-eval.ts';
import './ui/mantine-base.css';
import './ui/tokens.css';
import './ui/global.css';
import { App } from './app.tsx';
import { arrivals } from './routes.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const root = createRoot(element);
const render = () => root.render(<App />);

// Not by `await`: a page's chunk takes from this one, and would wait for it to end. A page that cannot be fetched is
// told by the app's own error boundary.
const arrival = arrivals[window.location.pathname];
if (arrival === undefined) render();
else void arrival().then(render, render);
