import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../support/documents/example-books.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

let service: ServiceOverHttps;
let live: Books;
let trial: Books;
beforeAll(async () => {
  service = await serviceOverHttps();
  service.services.environment.mail = undefined;
  live = booksOf(service);
  trial = booksOf(service, service.test);
  await live.company({ email: 'zoe@example.org' });
});
afterAll(() => service.close());

const send = (books: Books, id: string, subject: string) =>
  books.ask('send-billing-by-email', {
    path: { id },
    body: { emails: ['lea@example.org'], subject, content: '<p>Bonjour <i>Léa</i></p>' },
  });

test('get-mailbox: mail of a test key never leaves and is visible there without any mail server', async () => {
  const { id } = await trial.finalized(trial.invoice(await trial.contact()));
  assert.equal((await send(trial, id, 'Essai n° 1')).refused, undefined);
  const { docs, totalDocs } = await trial.done('get-mailbox');
  assert.equal(totalDocs, 1);
  const [mail] = docs;
  assert.deepEqual(
    [mail.subject, mail.state, mail.documentId, mail.replyTo],
    ['Essai n° 1', 'kept', id, 'zoe@example.org'],
  );
  assert.deepEqual(mail.recipients, [{ email: 'lea@example.org', as: 'to', state: 'waiting' }]);
  const whole = await trial.done('get-mailbox-mail', mail.id);
  assert.ok(
    whole.html.includes('<p>Bonjour <i>Léa</i></p>') && whole.html.includes('Document de test, sans valeur légale.'),
  );
  assert.ok(whole.text.startsWith('Document de test, sans valeur légale.\n\nBonjour Léa\n'));
  assert.equal((await trial.done('get-billing-by-id', id)).lastSendByEmailAt, service.clock.now);
});

test('test documents sent by a live key stay inside too; live mail is in no mailbox: mail_not_found', async () => {
  const { id } = await trial.finalized(trial.invoice(await trial.contact()));
  assert.equal((await send(live, id, 'Essai n° 2')).refused, undefined);
  assert.equal((await live.done('get-mailbox')).docs[0].subject, 'Essai n° 2');
  service.services.environment.mail = { from: 'factures@service.example' };
  const real = await live.finalized(live.invoice(await live.contact()));
  assert.equal((await send(live, real.id, 'Pour de vrai')).refused, undefined);
  service.services.environment.mail = undefined;
  const [mail] = (await live.done('get-billing-emails', real.id)).docs;
  assert.deepEqual([mail.state, mail.nextAttemptAt], ['waiting', service.clock.now]);
  for (const books of [live, trial])
    for (const unknown of [mail.id, 'x'])
      assert.equal(await books.refusal('get-mailbox-mail', unknown), 'mail_not_found');
  assert.equal(await trial.refusal('get-billing-emails', real.id), 'document_not_found');
  assert.equal((await trial.done('get-mailbox')).totalDocs, 2);
});

test('get-customer-emails lists mail to an organization and its contacts in the key’s mode: two of three', async () => {
  const organization = await live.organization();
  const contact = (
    await live.done('create-organization-contact', organization, {
      ...{ firstname: 'Paul', lastname: 'Roux', emails: ['paul@example.org'] },
    })
  ).id;
  service.services.environment.mail = { from: 'factures@service.example' };
  const [own, his] = [await live.finalized(live.invoice(organization)), await live.finalized(live.invoice(contact))];
  for (const [{ id }, subject] of [
    [own, 'À la boulangerie'],
    [his, 'À Paul'],
  ] as const)
    assert.equal((await send(live, id, subject)).refused, undefined);
  // A test mail goes to the owner.
  const tried = { path: { id: own.id, emailType: 'invoice_simple' } };
  assert.equal((await live.ask('send-billing-email-test', tried)).refused, undefined);
  service.services.environment.mail = undefined;
  assert.equal((await live.done('get-billing-emails', own.id)).totalDocs, 2);
  const listed = async (customerId: string, books = live) => {
    const { docs, totalDocs } = await books.done('get-customer-emails', customerId);
    return { totalDocs, docs: docs.map(({ subject, billingId, number }: any) => [subject, billingId, number]) };
  };
  const [toShop, toPaul] = [
    ['À la boulangerie', own.id, own.number],
    ['À Paul', his.id, his.number],
  ];
  assert.deepEqual(await listed(organization), { totalDocs: 2, docs: [toPaul, toShop] });
  assert.deepEqual(await listed(contact), { totalDocs: 1, docs: [toPaul] });
  assert.equal(await trial.refusal('get-customer-emails', organization), 'customer_not_found');
  assert.equal(await live.refusal('get-customer-emails', 'x'), 'customer_not_found');
});

test('the mailbox page contains no data and runs only its own script; mails are in a frame without scripts', async () => {
  const page = await service.ask('/mailbox', { key: '' });
  assert.equal(page.status, 200);
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'; script-src 'self';/);
  // Images of a mail are embedded: nothing is fetched.
  assert.match(policy, /; img-src data:;/);
  assert.match(policy, /frame-ancestors 'none'$/);
  assert.match(page.text, /<iframe id="html" title="[^"]+" sandbox referrerpolicy="no-referrer"><\/iframe>/);
  assert.doesNotMatch(page.text, /<script(?! src="mailbox\/page\.js")| on\w+=|Essai|fk_/);
  const script = await service.ask('/mailbox/page.js', { key: '' });
  assert.match(String(script.headers['content-type']), /^text\/javascript/);
  assert.doesNotMatch(script.text, /innerHTML|localStorage|sessionStorage|cookie|eval|document\.write/);
  assert.equal((await service.ask('/mailbox/page.css', { key: '' })).status, 200);
  assert.equal((await service.ask('/v2/mailbox', { key: '' })).status, 401);
  const opened = await service.ask('/v2/mailbox', { key: service.keys.test });
  assert.deepEqual([opened.status, opened.json.totalDocs], [200, 2]);
});

test('get-mailbox-file returns attachments and logo unchanged; foreign or deleted ones: attachment_not_found', async () => {
  const RED_DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGO4I2IDAAL8AS3VzMq8AAAAAElFTkSuQmCC';
  const logo = { format: 'png', base64: RED_DOT, widthMm: 30 };
  const theme = await live.done('create-theme', undefined, { name: 'À nous', logo });
  await live.ask('update-theme-assignments', { body: { invoice: theme.id } });
  const draft = await trial.invoice(await trial.contact());
  await trial.done('attach-file', draft.id, { name: 'plan.txt', content: btoa('le plan') });
  const { id } = await trial.finalized(draft);
  await send(trial, id, 'Avec pièces');
  const [{ id: mailId }] = (await trial.done('get-mailbox')).docs;
  const mail = await trial.done('get-mailbox-mail', mailId);
  assert.deepEqual(
    mail.files.map(({ name }: { name: string }) => name),
    ['TEST-F-2026-0003.pdf', 'plan.txt'],
  );
  assert.ok(mail.html.includes(`src="cid:${mail.logo.cid}"`));
  const file = (fileId: string, key = service.keys.test) =>
    service.ask(`/v2/mailbox/${mailId}/files/${fileId}`, { key });
  const [pdf, plan] = await Promise.all(mail.files.map(({ sha256 }: { sha256: string }) => file(sha256)));
  assert.deepEqual([pdf.status, pdf.headers['content-type']], [200, 'application/pdf']);
  assert.ok(pdf.text.startsWith('%PDF-1.'));
  assert.deepEqual([plan.status, plan.text], [200, 'le plan']);
  assert.equal((await file(mail.logo.sha256)).headers['content-type'], 'image/png');
  assert.equal((await file(mail.logo.sha256, '')).status, 401);
  for (const unknown of ['x', '0'.repeat(64), id]) {
    const answer = await trial.ask('get-mailbox-file', { path: { id: mailId, fileId: unknown } });
    assert.equal(answer.refused, 'attachment_not_found');
  }
  const [older] = (await trial.done('get-mailbox')).docs.slice(-1);
  const [{ sha256: fileId }] = mail.files;
  assert.equal(
    (await trial.ask('get-mailbox-file', { path: { id: older.id, fileId } })).refused,
    'attachment_not_found',
  );
  assert.equal((await trial.ask('get-mailbox-file', { path: { id: 'x', fileId } })).refused, 'mail_not_found');
});

test('the mailbox page is complete in French and English, labels its parts, and uses only existing texts', async () => {
  const script = (await service.ask('/mailbox/page.js', { key: '' })).text;
  const pages = await Promise.all(
    ['fr', 'en'].map(async (language) => {
      const { text } = await service.ask('/mailbox', { key: '', headers: { 'accept-language': language } });
      assert.ok(text.includes(`<html lang="${language}">`));
      for (const part of [
        /<header>/,
        /<main>/,
        /<nav aria-label="[^"]+"/,
        /<h1>/,
        /<label>[^<]+<input/,
        /role="status"/,
      ])
        assert.match(text, part);
      assert.doesNotMatch(text, /undefined|\$\{/);
      return text;
    }),
  );
  assert.notEqual(pages[0], pages[1]);
  const asked = [...script.matchAll(/\bwords\.(\w+)/g)].map(([, name = '']) => name);
  assert.ok(asked.length > 5);
  for (const name of asked)
    for (const page of pages)
      assert.match(
        page ?? '',
        new RegExp(` data-${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}="[^"]+"`),
        name,
      );
  const ids = [...script.matchAll(/\bby\('([\w-]+)'\)/g)].map(([, id = '']) => id);
  for (const id of ids) assert.ok(pages[0]?.includes(` id="${id}"`), id);
});

test('an owner can follow request, mail, link, signature and payment in test mode; read-only members get no link', async () => {
  const open = (path: string, form?: Record<string, string>) =>
    service.ask(path, {
      ...{ key: undefined, method: form ? 'POST' : 'GET', body: form && new URLSearchParams(form).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const last = async (books: Books) => books.done('get-mailbox-mail', (await trial.done('get-mailbox')).docs[0].id);
  const customer = await trial.contact();
  const estimate = await trial.finalized(trial.estimate(customer));
  await trial.done('ask-for-electronic-signature', estimate.id, { withCode: false });
  const readers = [['billing:read'], ['billing:read', 'customers:read'], ['billing:read', 'billing:write']] as const;
  for (const scopes of readers) {
    const seen = await last(booksOf(service, { ...service.test, scopes: [...scopes] }));
    assert.deepEqual(seen.links, [], scopes.join());
    assert.doesNotMatch(seen.html + seen.text, /\/c\/[\w-]{86}/, scopes.join());
  }
  for (const books of [trial, live]) {
    const { links, html, text } = await last(books);
    assert.deepEqual(links, [(await trial.done('get-estimate', estimate.id)).electronicSignature.magicLink]);
    assert.doesNotMatch(html + text, /\/c\/[\w-]{86}/, 'in the frame it leads nowhere');
  }
  const [link] = (await last(trial)).links;
  const path = new URL(link).pathname;
  assert.match((await open(path)).text, /Bon pour accord/);
  assert.equal((await open(`${path}/sign`, { name: 'Léa Moreau', consent: 'on' })).status, 303);
  assert.equal((await trial.done('get-estimate', estimate.id)).state, 'signed');

  const { id } = await trial.finalized(trial.invoice(customer));
  await trial.done('activate-invoice-online-payment', id);
  const { json } = await trial.ask('render-billing-email', { path: { id, emailType: 'invoice_simple' } });
  const { content } = json;
  await trial.ask('send-billing-by-email', {
    path: { id },
    body: { emails: ['lea@example.org'], subject: 'À payer', content },
  });
  const [bill] = (await last(trial)).links;
  const paying = await open(`${new URL(bill).pathname}/pay`, {});
  assert.equal(paying.status, 303, 'he is sent to the stand-in of a provider');

  // A live link in a mail of the test mailbox leads nowhere either.
  const real = await live.finalized(live.invoice(await live.contact()));
  const { url } = await live.done('link-billing', real.id);
  await trial.ask('send-billing-by-email', {
    path: { id },
    body: { emails: ['lea@example.org'], subject: 'Piège', content: `<p><a href="${url}">ici</a></p>` },
  });
  const trap = await last(live);
  assert.deepEqual(trap.links, []);
  assert.doesNotMatch(trap.html + trap.text, /\/c\/[\w-]{86}/);
});
