import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../lib/errors.ts';
import { html, SafeHtml } from '../../lib/html.ts';

const STYLES = new SafeHtml(
  [
    'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem}',
    'h1{line-height:1.2}',
    'a{color:LinkText;display:inline-block;padding:.75rem 0}',
  ],
  ['', ''],
);

/** True for a GET request that accepts HTML, as when a browser opens a page. */
export function expectsPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true;
}

/** Sends a page that needs no database and no script. */
export function sendFailurePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, message, retryAfterSeconds }: AppError,
) {
  const title = status === 503 ? 'Temporarily unavailable' : 'We couldn’t show this page';
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} | Everything Card</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${message}</p>
<p><a href="${request.url}">Try again</a></p>
</main>
</body>
</html>
`;
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds);
  return reply
    .status(status)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .send(String(page));
}
