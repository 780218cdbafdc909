import type { FastifyInstance, FastifyReply } from 'fastify';
import { escaped } from '../../mail/escape-html.ts';
import type { Language } from '../../schemas/validation/faults.ts';
import { preferredLanguage } from '../request/accept-language.ts';
import { MAILBOX_SCRIPT } from './script.ts';
import { MAILBOX_STYLE } from './style.ts';
import { type MailboxWords, mailboxWords } from './texts.ts';

/**
 * The mailbox page shows mail that test mode would have sent. The page contains no data: it asks
 * for an API key, keeps it in memory only and sends it only to this service. Each mail is shown in
 * a frame that cannot run scripts, submit forms or load anything; the frame also inherits this
 * page's policy.
 */
export function serveMailbox(app: FastifyInstance): void {
  app.get('/mailbox', async (request, reply) =>
    send(reply, page(preferredLanguage(request.headers['accept-language'])), 'text/html; charset=utf-8'),
  );
  app.get('/mailbox/page.js', async (_request, reply) => send(reply, MAILBOX_SCRIPT, 'text/javascript; charset=utf-8'));
  app.get('/mailbox/page.css', async (_request, reply) => send(reply, MAILBOX_STYLE, 'text/css; charset=utf-8'));
}

const send = (reply: FastifyReply, text: string, type: string): FastifyReply =>
  reply.header('content-security-policy', POLICY).header('vary', 'accept-language').type(type).send(text);

/**
 * Inline styles and the one image belong to the mails. Scripts come from this server only, and
 * frames only from the page itself.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function page(language: Language): string {
  const text = mailboxWords[language];
  const attributes = Object.entries(text).map(([name, words]) => `data-${attributeOf(name)}="${escaped(words)}"`);
  const said = Object.fromEntries(Object.entries(text).map(([name, words]) => [name, escaped(words)])) as MailboxWords;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${said.title} · Facturier</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/mailbox/page.css"></head>
<body ${attributes.join(' ')}>
<header><h1>${said.title}</h1><p class="muted">${said.about}</p><p><button id="other-key" type="button" hidden>${said.otherKey}</button></p></header>
<main><form id="ask"><label>${said.key} <input id="key" type="password" autocomplete="off" autocapitalize="off" spellcheck="false" required></label>
<button>${said.open}</button></form><p id="said" role="status"></p>
<div id="box" hidden><nav aria-label="${said.mails}"><ul id="mails"></ul><button id="older" type="button" hidden>${said.older}</button></nav>
<article id="mail" aria-labelledby="subject" hidden><button id="back" type="button">← ${said.back}</button><h2 id="subject" tabindex="-1"></h2>
<dl><dt>${said.from}</dt><dd id="from"></dd><dt>${said.to}</dt><dd id="to"></dd><dt>${said.on}</dt><dd id="on"></dd></dl>
<section id="with-files" aria-labelledby="files-title"><h3 id="files-title">${said.files}</h3><ul id="files"></ul></section>
<div id="view" role="group" aria-label="${said.view}"><button id="as-html" type="button" aria-pressed="true">${said.html}</button>
<button id="as-text" type="button" aria-pressed="false">${said.text}</button></div>
<iframe id="html" title="${said.mail}" sandbox referrerpolicy="no-referrer"></iframe><pre id="text" tabindex="0" aria-label="${said.text}" hidden></pre>
<ul id="walk"></ul><p class="muted" id="no-walk">${said.links}</p></article></div></main>
<script src="/mailbox/page.js"></script></body></html>
`;
}

const attributeOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
