/**
 * Script of the mailbox page. Data from the service is inserted as text, never as HTML, except in
 * the frame. Files are opened as blobs, because a link to them would need the key.
 */
export const MAILBOX_SCRIPT = `'use strict';
const by = (id) => document.getElementById(id);
const words = document.body.dataset;
const language = document.documentElement.lang;
/** Media types that a browser displays in a tab; other files are downloaded. */
const SHOWN = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'text/plain'];
let key = '';
let page = 0;
let opened;
let addresses = [];

async function ask(path) {
  const headers = { authorization: 'Bearer ' + key };
  const answer = await fetch(path, { headers, cache: 'no-store', credentials: 'omit' }).catch(() => {
    throw new Error(words.unreachable);
  });
  if (answer.status === 401 || answer.status === 403) throw new Error(words.refused);
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).title || words.unreachable);
  return answer;
}
const read = async (path) => (await ask(path)).json();
const when = (at) => new Date(at * 1000).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
const receivers = (mail) => mail.recipients.map((recipient) => recipient.email).join(', ');
function line(text, kind) {
  const span = document.createElement('span');
  span.textContent = text;
  if (kind) span.className = kind;
  return span;
}
function entry(mail) {
  const button = document.createElement('button');
  button.type = 'button';
  button.append(line(mail.subject), line(receivers(mail) + ' · ' + when(mail.createdAt), 'muted'));
  button.addEventListener('click', () => show(mail.id, button).catch(tell));
  const item = document.createElement('li');
  item.append(button);
  return item;
}
async function list() {
  const found = await read('v2/mailbox?page=' + (page + 1));
  page += 1;
  by('said').textContent = found.totalDocs === 0 ? words.none : '';
  by('mails').append(...found.docs.map(entry));
  by('older').hidden = !found.hasNextPage;
  by('ask').hidden = true;
  by('other-key').hidden = false;
  by('box').hidden = false;
}
async function show(id, button) {
  const path = 'v2/mailbox/' + encodeURIComponent(id);
  const mail = await read(path);
  by('said').textContent = '';
  for (const other of by('mails').querySelectorAll('button')) other.removeAttribute('aria-current');
  button.setAttribute('aria-current', 'true');
  opened = button;
  forget();
  by('subject').textContent = mail.subject;
  by('from').textContent = mail.fromName + (mail.replyTo ? ' <' + mail.replyTo + '>' : '');
  by('to').textContent = receivers(mail);
  by('on').textContent = when(mail.createdAt);
  by('text').textContent = mail.text;
  by('walk').replaceChildren(...mail.links.map((url) => walked(url)));
  by('no-walk').hidden = mail.links.length > 0;
  by('with-files').hidden = mail.files.length === 0;
  by('files').replaceChildren(...mail.files.map((file) => fileOf(path, file)));
  by('mail').hidden = false;
  by('box').classList.add('reading');
  by('html').setAttribute('aria-busy', 'true');
  by('html').srcdoc = mail.logo ? await withLogo(path, mail) : mail.html;
  by('subject').focus();
}
/**
 * A link of the mail, shown beside its frame because links inside the frame are blocked. It opens
 * the customer's page in a new tab that has no access to this one.
 */
function walked(url) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.textContent = words.walk + ', ' + words.newTab;
  item.append(link);
  return item;
}
/** Embeds the mail's logo as a data URL, because the frame may not load anything. */
async function withLogo(path, mail) {
  const bytes = await ask(path + '/files/' + mail.logo.sha256).then((answer) => answer.blob(), () => undefined);
  if (!bytes) return mail.html;
  const url = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result));
    reader.readAsDataURL(bytes);
  });
  return mail.html.replace('cid:' + mail.logo.cid, () => url);
}
/** The name of an attached file, turned into a link once its bytes have been loaded. */
function fileOf(path, file) {
  const item = document.createElement('li');
  const name = file.name + ' (' + Math.ceil(file.size / 1000) + ' ' + words.kilobytes + ')';
  item.append(line(name));
  ask(path + '/files/' + file.sha256).then((answer) => answer.blob()).then((bytes) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(bytes);
    addresses.push(link.href);
    link.textContent = name;
    if (SHOWN.includes(file.mediaType)) {
      link.target = '_blank';
      link.textContent += ', ' + words.newTab;
    } else link.download = file.name;
    item.replaceChildren(link);
  }).catch(() => item.replaceChildren(line(file.name + ' ' + words.gone, 'muted')));
  return item;
}
function forget() {
  for (const address of addresses) URL.revokeObjectURL(address);
  addresses = [];
}
function tell(error) {
  by('said').textContent = error.message;
}
function choose(chosen) {
  for (const id of ['html', 'text']) {
    by(id).hidden = id !== chosen;
    by('as-' + id).setAttribute('aria-pressed', String(id === chosen));
  }
}
by('ask').addEventListener('submit', (event) => {
  event.preventDefault();
  key = by('key').value.trim();
  page = 0;
  by('mails').replaceChildren();
  list().catch(tell);
});
by('other-key').addEventListener('click', () => {
  key = '';
  forget();
  by('key').value = '';
  for (const id of ['box', 'mail', 'other-key']) by(id).hidden = true;
  by('box').classList.remove('reading');
  by('html').srcdoc = by('text').textContent = by('said').textContent = '';
  by('ask').hidden = false;
  by('key').focus();
});
by('html').addEventListener('load', () => by('html').removeAttribute('aria-busy'));
by('back').addEventListener('click', () => {
  by('box').classList.remove('reading');
  if (opened) opened.focus();
});
by('older').addEventListener('click', () => list().catch(tell));
by('as-html').addEventListener('click', () => choose('html'));
by('as-text').addEventListener('click', () => choose('text'));
`;
