import type { FastifyInstance, FastifyReply } from 'fastify';
import { escaped } from '../../mail/escape-html.ts';
import type { Language } from '../../schemas/validation/faults.ts';
import { preferredLanguage } from '../request/request-headers.ts';
import { MAILBOX_SCRIPT } from './script.ts';

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
<title>${said.title} · Facturier</title><link rel="icon" href="data:,"><link rel="stylesheet" href="mailbox/page.css"></head>
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
<script src="mailbox/page.js"></script></body></html>
`;
}

const attributeOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const fr = {
  title: 'Boîte locale',
  about: 'Messages que le mode test aurait envoyés. Aucun n’a été envoyé.',
  key: 'Clé d’API (de test de préférence)',
  open: 'Ouvrir la boîte',
  otherKey: 'Changer de clé',
  mails: 'Messages',
  older: 'Plus anciens',
  back: 'Tous les messages',
  none: 'La boîte est vide : envoyez un document de test par e-mail.',
  refused: 'Cette clé ne donne pas accès à la boîte.',
  unreachable: 'Le service ne répond pas. Vérifiez qu’il tourne, puis recommencez.',
  mail: 'Message',
  view: 'Affichage',
  html: 'Mise en page',
  text: 'Texte brut',
  from: 'De',
  to: 'À',
  on: 'Le',
  files: 'Pièces jointes',
  newTab: 'dans un nouvel onglet',
  gone: 'n’est plus conservé',
  kilobytes: 'ko',
  walk: 'Ouvrir comme le client',
  links: 'Les liens du message ne s’ouvrent pas ici.',
};

/** Texts of the mailbox page. */
type MailboxWords = typeof fr;

const mailboxWords: Readonly<Record<Language, MailboxWords>> = {
  fr,
  en: {
    title: 'Local mailbox',
    about: 'Messages that test mode would have sent. None of them was sent.',
    key: 'API key (preferably a test key)',
    open: 'Open the mailbox',
    otherKey: 'Use another key',
    mails: 'Mails',
    older: 'Older',
    back: 'All mails',
    none: 'The mailbox is empty: send a test document by mail.',
    refused: 'This key does not give access to the mailbox.',
    unreachable: 'The service does not answer. Check that it is running, then try again.',
    mail: 'Mail',
    view: 'View',
    html: 'Laid out',
    text: 'Plain text',
    from: 'From',
    to: 'To',
    on: 'On',
    files: 'Attachments',
    newTab: 'in a new tab',
    gone: 'is no longer stored',
    kilobytes: 'kB',
    walk: 'Open as the customer',
    links: 'Links in the message do not open here.',
  },
};

/**
 * Styles of the mailbox page: one column on phones, list and mail side by side on wider screens.
 */
const MAILBOX_STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;
--ink:#1c2430;--muted:#4f5865;--rule:#8a8f99;--soft:#eef0f3;--accent:#1f3a4d;--on-accent:#ffffff;--paper:#ffffff}
@media (prefers-color-scheme:dark){:root{--ink:#e6e8ec;--muted:#a9b0bc;--rule:#737b88;--soft:#262a32;--accent:#9cc3dd;--on-accent:#10161c;--paper:#14161b}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0 auto;max-width:75rem;padding:1rem;color:var(--ink);background:var(--paper)}
h1{font-size:1.5rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.25rem;line-height:1.3;margin:0 0 .5rem;overflow-wrap:anywhere}
h3{font-size:1rem;margin:1rem 0 .25rem}
p{margin:0 0 1rem}
#said:empty{margin:0}
.muted{color:var(--muted)}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:0 0 1rem}
label{flex:1 1 16rem;display:block}
input{display:block;width:100%;min-height:2.75rem;padding:.5rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--rule);border-radius:6px}
button{min-height:2.75rem;padding:.5rem 1rem;font:inherit;color:inherit;background:var(--soft);border:1px solid var(--rule);border-radius:6px;cursor:pointer}
form button,button[aria-pressed=true]{color:var(--on-accent);background:var(--accent);border-color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
h2:focus{outline:none}
#box{display:grid;grid-template-columns:minmax(14rem,22rem) minmax(0,1fr);gap:1.5rem;align-items:start}
nav ul,#files,#walk{list-style:none;margin:0;padding:0}
nav li button{width:100%;text-align:left;background:none;border:0;border-bottom:1px solid var(--rule);border-radius:0;padding:.75rem .5rem}
nav li button:hover{background:var(--soft)}
nav li button[aria-current=true]{background:var(--soft);box-shadow:inset 4px 0 var(--accent)}
nav li button span{display:block;overflow-wrap:anywhere}
nav li button .muted{font-size:.875rem}
#older{margin-top:1rem}
#back{display:none;margin:0 0 1rem}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.125rem .75rem;margin:0 0 .5rem}
dt{color:var(--muted)}
dd{margin:0;overflow-wrap:anywhere}
#walk a,#files a,#files span{display:inline-block;padding:.625rem 0;color:inherit;overflow-wrap:anywhere}
#view{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}
iframe{display:block;width:100%;height:75vh;min-height:28rem;border:1px solid var(--rule);border-radius:6px;background:var(--paper)}
iframe[aria-busy=true]{background:repeating-linear-gradient(var(--paper) 0 2.4rem,var(--soft) 2.4rem 2.5rem)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:15px/1.5 ui-monospace,monospace;border:1px solid var(--rule);border-radius:6px;padding:1rem;margin:0}
@media (max-width:50rem){#box{grid-template-columns:minmax(0,1fr)}.reading nav{display:none}.reading #back{display:inline-block}body:has(.reading) header>p{display:none}}
`;
