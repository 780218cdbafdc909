import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { settingsOf } from '../../src/db/account/settings.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { queueMail } from '../../src/services/mail/queue-mail.ts';
import { booksOf, headersOf } from '../support/documents/example-books.ts';
import { until } from '../support/runner/wait-until.ts';
import { type MailServer, mailServer, USER } from './mail-server.ts';
import { FROM, HELLO, OWNER, type SendingService, sendingService } from './sending.ts';

let server: MailServer;
let service: SendingService;
beforeAll(async () => {
  server = await mailServer();
  service = await sendingService(server.url);
});
afterEach(async () => {
  const WAITING = `select count(*)::int as many from billing.mail where state = 'waiting'`;
  // A delivery too slow for a busy machine is retried later, and the clock must get there.
  await until('every mail is sent', async () => {
    const { many } = (await service.query(WAITING))[0];
    if (many > 0) service.clock.now += 1;
    return many === 0;
  });
  server.behave({});
  server.arrived.length = 0;
});
afterAll(async () => {
  await service.close();
  await server.stop();
});

const arrivals = (many: number) => until(`${many} mails`, () => server.arrived.length >= many);

test('a sign-in link arrives complete and is stored only until then', async () => {
  const { services, accountId } = service;
  const link = 'https://localhost/invitation#secret=fi_onlyforher';
  const page = `https://localhost/c/${'onlyforher'.padEnd(86, '_')}`;
  await inTransaction(services.pool, { accountId, test: false }, async (tx) => {
    const { settings } = await settingsOf(tx);
    const told = { tx, now: services.now(), newId: services.newId, ...services.environment };
    const content = `<p><a href="${link}">${link}</a> <a href="${page}">${page}</a></p>`;
    const asked = { purpose: 'notice', test: false, to: ['lea@example.org'], subject: 'S', locale: 'fr' } as const;
    return { commit: true, answer: await queueMail(told, { ...asked, content, settings }) };
  });
  await arrivals(1);
  const [mail] = await server.read();
  for (const each of [link, page]) assert.ok(mail?.text?.includes(each) && mail.html?.includes(each), each);
  const SENT = `select content from billing.mail where state <> 'waiting' and content like '%#secret=***%/c/***%'`;
  await until('the mail is settled', async () => (await service.query(SENT)).length === 1);
  const [{ content }] = await service.query(SENT);
  assert.doesNotMatch(content, /onlyforher/);
});

test('send-billing-by-email sends the invoice to two people, owner in copy, with TLS and password, unaltered', async () => {
  const { id } = await service.invoice();
  const subject = 'Votre facture n° 1 : été, cœur, 1 200,00 €';
  const content =
    '<p>Bonjour Léa,</p><p>Voici la <b>facture</b> de <a href="https://example.org/été">l’été</a> &amp; merci.</p>';
  const emails = ['lea@example.org', 'compta@example.org'];
  const answer = await service.send(id, { emails, subject, content, inCopy: true });
  assert.equal((answer as { status?: number }).status, 204);
  await arrivals(1);
  const [arrived] = server.arrived;
  assert.deepEqual(
    [arrived?.from, arrived?.to, arrived?.secure, arrived?.user],
    [FROM, [...emails, OWNER], true, USER],
  );
  const [mail] = await server.read();
  assert.equal(mail?.subject, subject);
  assert.deepEqual(mail?.from, { name: 'Atelier « Zoé & Cie »', address: FROM });
  assert.deepEqual(
    mail?.replyTo?.map(({ address }) => address),
    [OWNER],
  );
  assert.deepEqual(
    mail?.to?.map(({ address }) => address),
    emails,
  );
  assert.deepEqual(
    mail?.cc?.map(({ address }) => address),
    [OWNER],
  );
  assert.ok(
    mail?.html?.includes('<p>Voici la <b>facture</b> de <a href="https://example.org/été">l’été</a> &amp; merci.</p>'),
  );
  assert.equal(mail?.html?.match(/<(script|img|link)/g), null);
  assert.match(
    mail?.text ?? '',
    /^Bonjour Léa,\n\nVoici la facture de l’été \(https:\/\/example\.org\/été\) & merci\.\n\n-- \nAtelier « Zoé & Cie »\n10 rue Lecourbe, 75015 Paris\nSIRET 73282932000074\n/,
  );
  const [listed] = await service.mails(id);
  assert.equal(mail?.messageId, `<${listed.id}@service.example>`);
  assert.equal(new Date(mail?.date ?? '').getTime() / 1000, service.clock.now);
  await until('it is settled', async () => (await service.mails(id))[0].state === 'sent');
  const [settled] = await service.mails(id);
  assert.deepEqual(
    settled.recipients.map(({ email, as, state }: any) => [email, as, state]),
    [...emails.map((email) => [email, 'to', 'accepted']), [OWNER, 'copy', 'accepted']],
  );
  assert.deepEqual(
    settled.attempts.map(({ n, status, fault }: any) => [n, status, fault]),
    [[1, 250, null]],
  );
  const [sender] = arrived ? arrived.raw.toString('latin1').split('\r\n\r\n', 1) : [];
  assert.ok(
    sender?.split('\r\n').every((line) => line.length <= 998),
    'no header line is longer than RFC 5322 allows',
  );
});

test('sending sets lastSendByEmailAt, creates an event and a chain link, and changes the ETag', async () => {
  const { id } = await service.invoice();
  const before = await service.books.ask('get-billing-by-id', { path: { id } });
  assert.equal(before.json.lastSendByEmailAt, undefined);
  assert.equal((await service.send(id, {}, { ifMatch: '"0"' })).refused, 'version_stale');
  const etag = headersOf(before).etag;
  assert.equal((await service.send(id, {}, { ifMatch: etag })).refused, undefined);
  const after = await service.books.ask('get-billing-by-id', { path: { id } });
  assert.equal(after.json.lastSendByEmailAt, service.clock.now);
  assert.notEqual(headersOf(after).etag, etag);
  const links = await service.query(
    `select link::json ->> 'type' as type from billing.chain_link where link::json -> 'subject' ->> 'id' = $1 order by seq`,
    [id],
  );
  assert.deepEqual(
    links.map(({ type }) => type),
    ['finalized', 'rendered', 'sent'],
  );
  const told = await service.query(`select type from billing.event where subject_id = $1 order by id`, [id]);
  assert.deepEqual(
    told.map(({ type }) => type),
    ['invoice.created', 'invoice.finalized', 'invoice.sent'],
  );
});

test('the PDF is attached under its number and a file under its name, with identical bytes on arrival', async () => {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2_000_000)]);
  const draft = await service.books.invoice(await service.books.contact());
  const name = 'Détail des prestations — été n°1.pdf';
  await service.books.done('attach-file', draft.id, { name, content: bytes.toString('base64') });
  await service.books.finalized(draft);
  await service.send(draft.id);
  await arrivals(1);
  const [mail] = await server.read();
  const [paper, file] = mail?.attachments ?? [];
  const { file: pdf } = await service.books.ask('download-billing', { path: { id: draft.id } });
  assert.ok(pdf);
  assert.match(pdf.name, /^F-\d{4}-\d{4}\.pdf$/);
  assert.deepEqual([paper?.filename, paper?.mimeType], [pdf.name, 'application/pdf']);
  assert.ok(pdf.bytes.equals(Buffer.from(paper?.content as ArrayBuffer)));
  assert.deepEqual(
    [mail?.attachments.length, file?.filename, file?.mimeType, file?.disposition],
    [2, name, 'application/pdf', 'attachment'],
  );
  assert.ok(Buffer.from(file?.content as ArrayBuffer).equals(bytes));
  const [listed] = await service.mails(draft.id);
  assert.deepEqual(
    listed.files.map((each: any) => [each.name, each.size]),
    [
      [pdf.name, pdf.bytes.length],
      [name, bytes.length],
    ],
  );
});

test('mail_files_too_large: three files of 7 MiB exceed the limit, and nothing is written', async () => {
  const { services, clock, live } = service;
  const bytes = Buffer.alloc(7 * 1_048_576);
  const files = ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => ({
    ...{ name, mediaType: 'application/pdf', bytes, size: bytes.length },
    sha256: createHash('sha256').update(bytes).digest(),
  }));
  const ask = (many: number) =>
    inTransaction(services.pool, live, async (tx) => {
      const { settings } = await settingsOf(tx);
      const context = {
        tx,
        now: clock.now,
        newId: services.newId,
        mail: services.environment.mail,
        quotas: services.environment.quotas,
      };
      const asked = {
        purpose: 'notice',
        test: false,
        to: [OWNER],
        subject: 'x',
        content: HELLO,
        locale: 'fr',
        settings,
      } as const;
      return { commit: false, answer: await queueMail(context, { ...asked, files: files.slice(0, many) }) };
    });
  assert.deepEqual(await ask(3), { refused: 'mail_files_too_large', limit: 18 * 1_048_576 });
  assert.ok('mailId' in (await ask(2)));
});

test('one idempotency key sends one mail, for simultaneous and later repeats', async () => {
  const { id } = await service.invoice();
  const said = { idempotencyKey: 'send-once' };
  const answers = await Promise.all([service.send(id, {}, said), service.send(id, {}, said)]);
  answers.push(await service.send(id, {}, said));
  assert.ok(answers.every(({ refused }) => refused === undefined || refused === 'idempotency_key_in_flight'));
  await arrivals(1);
  await service.send(id, {}, { idempotencyKey: 'send-twice' });
  await arrivals(2);
  assert.equal((await service.mails(id)).length, 2);
  assert.equal(new Set((await server.read()).map(({ messageId }) => messageId)).size, 2);
});

test('refused: mail about a draft, mail without readable text, and live mail without a mail server', async () => {
  const draft = await service.books.invoice(await service.books.contact());
  assert.equal((await service.send(draft.id)).refused, 'not_yet_finalized');
  const { id } = await service.invoice();
  assert.equal(
    (await service.send(id, { content: '<script>alert(1)</script><img src=x>' })).refused,
    'mail_without_text',
  );
  const { mail } = service.services.environment;
  service.services.environment.mail = undefined;
  try {
    assert.equal((await service.send(id)).refused, 'mail_not_configured');
    const signature = await service.books.ask('send-test-email-signature', { body: {} });
    assert.equal(signature.refused, 'mail_not_configured');
  } finally {
    service.services.environment.mail = mail;
  }
  assert.deepEqual(await service.mails(id), []);
  assert.equal((await service.books.done('get-billing-by-id', id)).lastSendByEmailAt, undefined);
});

test('the 21st mail about one document in a day is refused; the next day it is sent', async () => {
  const { id } = await service.invoice();
  for (let n = 0; n < 20; n++) assert.equal((await service.send(id)).refused, undefined);
  assert.deepEqual(await service.send(id), { refused: 'too_many_mails_of_document', limit: 20 });
  await arrivals(20);
  service.clock.now += 86_400;
  assert.equal((await service.send(id)).refused, undefined);
  await arrivals(21);
});

test('the 1,001st mail of an account in a day is refused', async () => {
  const other = await service.newAccount('Autre');
  await service.query(
    `insert into billing.mail (account_id, id, test, purpose, state, content, next_at, created_at)
     select $1, gen_random_uuid(), false, 'notice', 'sent', '{}', $2, $2 from generate_series(1, 1000)`,
    [other.accountId, service.clock.now],
  );
  const books = booksOf(service, other.live);
  await books.company({ name: 'Autre', email: 'autre@example.org' });
  assert.deepEqual(await books.ask('send-test-email-signature', { body: {} }), {
    refused: 'too_many_mails',
    limit: 1000,
  });
  service.clock.now += 86_400;
  assert.equal(await books.refusal('send-test-email-signature'), undefined);
  await arrivals(1);
});

test('send-billing-email-test and send-test-email-signature go only to the owner, whose address is required', async () => {
  const { id } = await service.invoice();
  await service.books.ask('send-billing-email-test', { path: { id, emailType: 'invoice_reminder' } });
  await service.books.done('send-test-email-signature', undefined, {
    content: '<p>Zoé<br>Formatrice</p><script>x</script>',
  });
  await arrivals(2);
  const mails = (await server.read()).toSorted((a, b) => (a.subject ?? '').localeCompare(b.subject ?? ''));
  assert.deepEqual(
    server.arrived.map(({ to }) => to),
    [[OWNER], [OWNER]],
  );
  assert.match(mails[0]?.subject ?? '', /^Essai de votre signature/);
  assert.ok(mails[0]?.html?.includes('<p>Zoé<br />Formatrice</p>') && !mails[0].html.includes('script'));
  assert.match(mails[1]?.subject ?? '', /^Rappel\u00a0: Facture F-\d{4}-\d{4} – Atelier/);
  assert.match(mails[1]?.text ?? '', /^Essai\u00a0: vous seul recevez ce message/);
  const [paper] = mails[1]?.attachments ?? [];
  assert.match(paper?.filename ?? '', /^F-\d{4}-\d{4}\.pdf$/);
  assert.equal(Buffer.from(paper?.content as ArrayBuffer).toString('latin1', 0, 5), '%PDF-');
  assert.equal((await service.books.done('get-billing-by-id', id)).lastSendByEmailAt, undefined);
  await service.books.company({ email: null });
  const asked = { path: { id, emailType: 'invoice_simple' } };
  assert.equal((await service.books.ask('send-billing-email-test', asked)).refused, 'own_email_missing');
  assert.equal(await service.books.refusal('send-test-email-signature'), 'own_email_missing');
  assert.equal((await service.send(id, { inCopy: true })).refused, 'own_email_missing');
  assert.equal((await service.send(id)).refused, undefined);
  await arrivals(3);
  assert.equal((await server.read())[2]?.replyTo, undefined);
  await service.books.company({ email: OWNER });
});

test('render-billing-email suits the kind of document, and its text can be sent unchanged', async () => {
  const { id } = await service.invoice();
  const render = (emailType: string) => service.books.ask('render-billing-email', { path: { id, emailType } });
  const wrong = await render('estimate_simple');
  assert.deepEqual(wrong, {
    refused: 'mail_type_of_other_kind',
    types: ['invoice_simple', 'invoice_reminder', 'invoice_recurring'],
  });
  assert.equal((await render('postcard')).refused, 'input_invalid');
  const { subject, content, text } = (await render('invoice_simple')).json;
  await service.send(id, { subject, content });
  await arrivals(1);
  const [mail] = await server.read();
  assert.equal(mail?.subject, subject);
  // Everything but the link, which is created with the mail.
  const { url } = await service.books.done('link-billing', id);
  const sent = (written: string): string => written.replace(`${service.services.environment.publicUrl}/c/preview`, url);
  assert.ok(mail?.html?.includes(sent(content)));
  assert.ok(mail?.text?.startsWith(sent(text)));
});
