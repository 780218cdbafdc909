import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Language } from '../contract/faults.ts';
import { escaped } from '../mail/escaped.ts';
import { preferredLanguage } from './language.ts';

/**
 * The page of the mailbox: what tests would have sent. It holds nothing itself and asks for a key, which it keeps in memory
 * alone and sends to this service alone. Each mail is shown in a frame of its own that runs no script, sends no form and
 * fetches nothing: the frame inherits the policy of this page besides.
 */
export function serveMailbox(app: FastifyInstance): void {
  app.get('/mailbox', async (request, reply) =>
    send(reply, page(preferredLanguage(request.headers['accept-language'])), 'text/html; charset=utf-8'),
  );
  app.get('/mailbox/page.js', async (_request, reply) => send(reply, SCRIPT, 'text/javascript; charset=utf-8'));
  app.get('/mailbox/page.css', async (_request, reply) => send(reply, STYLE, 'text/css; charset=utf-8'));
}

const send = (reply: FastifyReply, text: string, type: string): FastifyReply =>
  reply.header('content-security-policy', POLICY).header('vary', 'accept-language').type(type).send(text);

/** Inline styles are those of the mails; scripts come from here alone, and frames only out of the page itself. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const said = {
  fr: {
    title: 'Boîte locale',
    about: 'Ce que les documents et les clés de test auraient envoyé. Rien n’en est parti.',
    key: 'Clé d’API (de test de préférence)',
    open: 'Ouvrir',
    older: 'Plus anciens',
    none: 'La boîte est vide.',
    refused: 'Cette clé n’ouvre pas la boîte.',
    html: 'Mise en page',
    text: 'Texte brut',
    to: 'À',
    kilobytes: 'ko',
  },
  en: {
    title: 'Local mailbox',
    about: 'What test documents and test keys would have sent. None of it has left.',
    key: 'API key (a test key if you can)',
    open: 'Open',
    older: 'Older',
    none: 'The mailbox is empty.',
    refused: 'This key does not open the mailbox.',
    html: 'Laid out',
    text: 'Plain text',
    to: 'To',
    kilobytes: 'kB',
  },
} as const satisfies Record<Language, Record<string, string>>;

function page(language: Language): string {
  const text = said[language];
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escaped(text.title)}</title><link rel="stylesheet" href="/mailbox/page.css"></head>
<body data-none="${escaped(text.none)}" data-refused="${escaped(text.refused)}" data-to="${escaped(text.to)}" data-kilobytes="${text.kilobytes}">
<header><h1>${escaped(text.title)}</h1><p>${escaped(text.about)}</p>
<form id="ask"><label>${escaped(text.key)} <input id="key" type="password" autocomplete="off" spellcheck="false" required></label>
<button>${escaped(text.open)}</button></form><p id="said" role="status"></p></header>
<main><nav aria-label="${escaped(text.title)}"><ul id="mails"></ul><button id="older" hidden>${escaped(text.older)}</button></nav>
<article id="mail" hidden><h2 id="subject"></h2><p id="parties"></p><ul id="files"></ul>
<p><button id="as-html">${escaped(text.html)}</button> <button id="as-text">${escaped(text.text)}</button></p>
<iframe id="html" title="${escaped(text.html)}" sandbox referrerpolicy="no-referrer"></iframe><pre id="text" hidden></pre></article></main>
<script src="/mailbox/page.js"></script></body></html>
`;
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:70rem;padding:1rem}
main{display:grid;grid-template-columns:minmax(14rem,22rem) 1fr;gap:1.5rem;align-items:start}
@media (max-width:50rem){main{grid-template-columns:1fr}}
nav ul{list-style:none;margin:0;padding:0}
nav li button{width:100%;text-align:left;padding:.5rem;font:inherit;border:0;border-bottom:1px solid #8888;background:none;color:inherit;cursor:pointer}
nav li button[aria-current=true]{background:#8883}
iframe{width:100%;height:70vh;border:1px solid #8888}
pre{white-space:pre-wrap;border:1px solid #8888;padding:1rem}
`;

/** Everything that comes from the service is put in as text, never as HTML; the one exception is the frame. */
const SCRIPT = `'use strict';
const by = (id) => document.getElementById(id);
const words = document.body.dataset;
let key = '';
let page = 0;

async function ask(path) {
  const answer = await fetch(path, { headers: { authorization: 'Bearer ' + key }, cache: 'no-store', credentials: 'omit' });
  if (!answer.ok) throw new Error(words.refused);
  return answer.json();
}
function entry(mail) {
  const button = document.createElement('button');
  const to = mail.recipients.map((recipient) => recipient.email).join(', ');
  const at = new Date(mail.createdAt * 1000).toLocaleString(document.documentElement.lang);
  button.append(mail.subject, document.createElement('br'), to + ' · ' + at);
  button.addEventListener('click', () => show(mail.id, button).catch(tell));
  const item = document.createElement('li');
  item.append(button);
  return item;
}
async function list() {
  page += 1;
  const found = await ask('/v2/mailbox?page=' + page);
  by('said').textContent = found.totalDocs === 0 ? words.none : '';
  by('mails').append(...found.docs.map(entry));
  by('older').hidden = !found.hasNextPage;
}
async function show(id, button) {
  const mail = await ask('/v2/mailbox/' + encodeURIComponent(id));
  for (const other of by('mails').querySelectorAll('button')) other.setAttribute('aria-current', String(other === button));
  by('subject').textContent = mail.subject;
  const to = mail.recipients.map((recipient) => recipient.email).join(', ');
  by('parties').textContent = mail.fromName + (mail.replyTo ? ' <' + mail.replyTo + '>' : '') + ' · ' + words.to + ' ' + to;
  by('files').replaceChildren(...mail.files.map((file) => {
    const item = document.createElement('li');
    item.textContent = file.name + ' (' + file.mediaType + ', ' + Math.ceil(file.size / 1000) + ' ' + words.kilobytes + ')';
    return item;
  }));
  by('html').srcdoc = mail.html;
  by('text').textContent = mail.text;
  by('mail').hidden = false;
}
function tell(error) {
  by('said').textContent = error.message;
}
by('ask').addEventListener('submit', (event) => {
  event.preventDefault();
  key = by('key').value.trim();
  page = 0;
  by('mails').replaceChildren();
  by('mail').hidden = true;
  list().catch(tell);
});
by('older').addEventListener('click', () => list().catch(tell));
by('as-html').addEventListener('click', () => { by('html').hidden = false; by('text').hidden = true; });
by('as-text').addEventListener('click', () => { by('html').hidden = true; by('text').hidden = false; });
`;
