import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Books, booksOf } from '../support/books.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service-over-https.ts';

let service: ServiceOverHttps;
let live: Books;
let trial: Books;
before(async () => {
  service = await serviceOverHttps();
  service.world.surroundings.mail = undefined;
  live = booksOf(service);
  trial = booksOf(service, service.test);
  await live.company({ email: 'zoe@example.org' });
});
after(() => service.close());

const send = (books: Books, id: string, subject: string) =>
  books.ask('send-billing-by-email', {
    path: { id },
    body: { emails: ['lea@example.org'], subject, content: '<p>Bonjour <i>Léa</i></p>' },
  });

test('get-mailbox: what a test key sends never leaves, and is there to be looked at, without any mail server', async () => {
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

test('a live key that sends a test document sends nothing out either; a live mail is in no mailbox: mail_not_found', async () => {
  const { id } = await trial.finalized(trial.invoice(await trial.contact()));
  assert.equal((await send(live, id, 'Essai n° 2')).refused, undefined);
  assert.equal((await live.done('get-mailbox')).docs[0].subject, 'Essai n° 2');
  service.world.surroundings.mail = { from: 'factures@service.example' };
  const real = await live.finalized(live.invoice(await live.contact()));
  assert.equal((await send(live, real.id, 'Pour de vrai')).refused, undefined);
  service.world.surroundings.mail = undefined;
  const [mail] = (await live.done('get-billing-emails', real.id)).docs;
  assert.deepEqual([mail.state, mail.nextAttemptAt], ['waiting', service.clock.now]);
  for (const books of [live, trial])
    for (const unknown of [mail.id, 'x'])
      assert.equal(await books.refusal('get-mailbox-mail', unknown), 'mail_not_found');
  assert.equal(await trial.refusal('get-billing-emails', real.id), 'document_not_found');
  assert.equal((await trial.done('get-mailbox')).totalDocs, 2);
});

test('the page holds nothing and runs only its own script; mails are shown in a frame that runs none', async () => {
  const page = await service.ask('/mailbox', { key: '' });
  assert.equal(page.status, 200);
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'; script-src 'self';/);
  assert.match(policy, /frame-ancestors 'none'$/);
  assert.match(page.text, /<iframe id="html" title="[^"]+" sandbox referrerpolicy="no-referrer"><\/iframe>/);
  assert.doesNotMatch(page.text, /<script(?! src="\/mailbox\/page\.js")| on\w+=|Essai|fk_/);
  const script = await service.ask('/mailbox/page.js', { key: '' });
  assert.match(String(script.headers['content-type']), /^text\/javascript/);
  assert.doesNotMatch(script.text, /innerHTML|localStorage|sessionStorage|cookie|eval|document\.write/);
  assert.equal((await service.ask('/mailbox/page.css', { key: '' })).status, 200);
  assert.equal((await service.ask('/v2/mailbox', { key: '' })).status, 401);
  const opened = await service.ask('/v2/mailbox', { key: service.keys.test });
  assert.deepEqual([opened.status, opened.json.totalDocs], [200, 2]);
});
