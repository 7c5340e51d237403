import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../lib/errors.ts';
import { html, type SafeHtml } from '../../lib/html.ts';
import type { Deps } from '../../platform/deps.ts';
import { listStoredMails, readStoredMail } from '../../platform/integrations/mailer/mail-folder.ts';
import { isLoopback } from './loopback.ts';

const mailId = z.object({ id: z.string().max(100) });

function renderPage(title: string, body: SafeHtml): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}
iframe{width:100%;height:70vh;border:1px solid #888}li{margin:.5rem 0}</style></head>
<body>${body}</body></html>`.toString();
}

/**
 * Serves `/dev/mail`, which shows the emails that the file mailer wrote, only to requests from this machine.
 */
export async function registerMailPage(app: FastifyInstance, deps: Deps): Promise<void> {
  if (!deps.mailer.isStandIn) return;
  const folder = join(deps.config.dataDir, 'mail');
  const requireLoopback = async (request: FastifyRequest) => {
    if (!isLoopback(request)) throw new AppError('NOT_FOUND');
  };
  const sendHtml = (reply: FastifyReply, content: string) =>
    reply.type('text/html; charset=utf-8').send(content);

  app.get('/dev/mail', { preHandler: requireLoopback }, async (_request, reply) => {
    const mails = await Promise.all((await listStoredMails(folder)).map((id) => readStoredMail(folder, id)));
    const items = mails.map(
      (mail) =>
        mail &&
        html`<li><a href="/dev/mail/${mail.id}">${mail.subject}</a> to ${mail.to}, ${mail.sentAt?.toISOString()}</li>`,
    );
    const list = items.length > 0 ? html`<ul>${items}</ul>` : html`<p>No emails yet.</p>`;
    return sendHtml(reply, renderPage('Mail', html`<h1>Mail</h1>${list}`));
  });

  app.get('/dev/mail/:id', { preHandler: requireLoopback }, async (request, reply) => {
    const mail = await readStoredMail(folder, mailId.parse(request.params).id);
    if (!mail) throw new AppError('NOT_FOUND');
    // Links open outside the frame; scripts are blocked.
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src 'self' data:",
    );
    return sendHtml(
      reply,
      renderPage(
        mail.subject,
        html`<p><a href="/dev/mail">All mail</a></p><h1>${mail.subject}</h1><p>To ${mail.to}</p>
<iframe sandbox="allow-popups allow-top-navigation-by-user-activation" title="The mail" srcdoc="${mail.html}"></iframe>
<h2>As text</h2><pre>${mail.text}</pre>`,
      ),
    );
  });
}
