import assert from 'node:assert/strict';
import pino from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { operationsByLink } from '../../src/api/portal/index.ts';
import type { KeptHead } from '../../src/audit/heads/exported-heads.ts';
import { checkPdfSeal } from '../../src/audit/pdf-seal/verify-pdf-seal.ts';
import { evidenceOf } from '../../src/db/billing/signatures.ts';
import { inTransaction, sql } from '../../src/db/transaction.ts';
import type { SignatureEvidence } from '../../src/domain/billing/estimate/signature-evidence.ts';
import { guessLimit } from '../../src/http/limits/guess-limit.ts';
import { confirmLateTimeStamps } from '../../src/jobs/billing/confirm-late-time-stamp.ts';
import { sendSignedCopies } from '../../src/jobs/billing/send-signed-copies.ts';
import { runCustomerOperation } from '../../src/pipeline/run-customer-operation.ts';
import { startQueueWorker } from '../../src/queue/worker.ts';
import { LATE_STAMP_LOOK_SECONDS } from '../../src/services/billing/signing/late-timestamp.ts';
import { readPdf } from '../pdf/read-pdf.ts';
import { type Books, booksOf } from '../support/documents/example-books.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

// A customer signs or declines an estimate: over real HTTPS, with forms and no script.

let service: ServiceOverHttps;
let books: Books;
beforeAll(async () => {
  service = await serviceOverHttps();
  books = booksOf(service);
  await books.company({ email: 'zoe@example.org' });
});
afterAll(() => service.close());

const pathOf = (url: string): string => new URL(url).pathname;
const page = (path: string) => service.ask(path, { key: undefined });
const send = (path: string, form: Record<string, string>) =>
  service.ask(path, {
    ...{ key: undefined, method: 'POST', body: new URLSearchParams(form).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Fennec/1' },
  });
const agreed = { name: 'Léa Moreau', consent: 'on' };
const statusOf = async (id: string) => (await books.done('get-estimate', id)).electronicSignature.status;
/** The account’s rows of a table. */
const rowsOf = (table: string, columns = 't::text'): Promise<string[]> =>
  inTransaction(service.services.pool, service.live, async (tx) => {
    const rows = await tx.read(sql`select ${columns} as row from billing.${table} t where t.account_id = $1`, [
      tx.accountId,
    ]);
    return { commit: false, answer: rows.map(({ row }) => String(row)) };
  });
async function mails(): Promise<{ to: string[]; subject: string; text: string }[]> {
  const rows = (await rowsOf('mail', "t.id || ' ' || t.content")).sort();
  return rows.map((row) => {
    const { recipients, subject, text } = JSON.parse(row.slice(row.indexOf('{')));
    return { to: recipients.map(({ address }: { address: string }) => address), subject, text };
  });
}

const signedBy = (procedureId: string): Promise<SignatureEvidence> =>
  inTransaction(service.services.pool, service.live, async (tx) => ({
    commit: false,
    answer: JSON.parse((await evidenceOf(tx, procedureId))?.text ?? '{}'),
  }));

/** A finalized estimate of 1,200.00 with a signature request. */
async function asked(said: object = {}) {
  const estimate = await books.finalized(books.estimate(await books.contact()));
  const { electronicSignature } = await books.done('ask-for-electronic-signature', estimate.id, {
    withCode: false,
    ...said,
  });
  return { estimate, id: estimate.id, path: pathOf(electronicSignature.magicLink), electronicSignature };
}

/** Runs the queue until the signed file exists. */
async function untilSigned(path: string, logged: string[] = []) {
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const worker = startQueueWorker(service.services, log, {
    connection: service.database.serving,
    jobs: [sendSignedCopies],
    pollMs: 20,
  });
  try {
    for (;;) {
      const { status, text } = await service.ask(`${path}/signed`, { key: undefined });
      if (status === 200) return text;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await worker.stop();
  }
}

test('an estimate is requested, opened and signed; both sides get the file, and its seal proves what was shown', async () => {
  const { id, path, electronicSignature } = await asked({ message: 'Bonne lecture' });
  assert.equal(electronicSignature.status, 'activated');
  const letter = (await mails()).at(-1);
  assert.deepEqual(letter?.to, ['lea@example.org']);
  assert.ok(letter?.text.includes(path) && letter.text.includes('Bonne lecture'));

  const before = await page(path);
  assert.equal(before.status, 200);
  assert.match(before.text, /Bon pour accord/);
  assert.equal(await statusOf(id), 'on_going');
  await page(path);
  const events = (await rowsOf('event', 'body')).map((body) => JSON.parse(body));
  const viewed = events.filter(({ event, billing }) => event.type === 'estimate.viewed' && billing.id === id);
  assert.equal(viewed.length, 1, 'that he opened it is told once');
  assert.equal((await send(`${path}/sign`, { name: 'Léa Moreau' })).status, 422, 'without the words nothing is signed');
  for (const name of ['  ', '\u200b\u2060'])
    assert.equal((await send(`${path}/sign`, { ...agreed, name })).status, 422, 'a name is to be seen');
  assert.equal(await statusOf(id), 'on_going');

  const answers = await Promise.all([send(`${path}/sign`, agreed), send(`${path}/sign`, agreed)]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 303],
    'a double tap is one signature',
  );
  const estimate = await books.done('get-estimate', id);
  assert.deepEqual([estimate.state, estimate.electronicSignature.status], ['signed', 'signed']);
  const { openedAt, signer, message } = estimate.electronicSignature.followUp;
  assert.deepEqual([openedAt, signer, message], [service.clock.now, 'Léa Moreau', 'Bonne lecture']);
  const [{ actor }] = (await books.done('get-billing-activity', id)).docs;
  assert.deepEqual(
    [actor.kind, actor.name],
    ['customer', 'Léa Moreau'],
    'whoever held the link is called the customer',
  );
  const evidence = await signedBy(electronicSignature.id);
  assert.deepEqual(
    [evidence.signer.name, evidence.signer.email, evidence.signer.userAgent, evidence.document.total],
    ['Léa Moreau', 'lea@example.org', 'Fennec/1', 120_000],
  );

  await untilSigned(path);
  const { file } = await service.call('download-billing', { path: { id }, query: { format: 'signed' } });
  const seal = await checkPdfSeal(Buffer.from(file?.bytes as Uint8Array));
  assert.equal(seal.evidence?.said.procedureId, electronicSignature.id);
  const { certificates } = await books.done('list-seal-certificates');
  assert.deepEqual(
    certificates.map(({ mode, name, fingerprint }: Record<string, string>) => [mode, name, fingerprint]),
    [['live', 'Zoé Martin EI', seal.seal?.fingerprint]],
    'the owner reads the fingerprint his file is sealed with',
  );
  const copies = (await mails()).slice(-2);
  assert.deepEqual(
    copies.flatMap(({ to }) => to),
    ['lea@example.org', 'zoe@example.org'],
  );
  assert.match((await page(path)).text, /C’est signé/);
  assert.equal(await books.refusal('unsign-estimate', id), 'signed_online');
});

test('if the timestamp authority fails, the signature stands without a timestamp, and the log says which and why', async () => {
  const { id, path, electronicSignature } = await asked();
  await send(`${path}/sign`, agreed);
  service.services.environment.tsaUrl = 'http://127.0.0.1:9/nobody-listens';
  const logged: string[] = [];
  await untilSigned(path, logged);
  delete service.services.environment.tsaUrl;
  const told = logged
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg.startsWith('a signed PDF has no time stamp'));
  assert.deepEqual(
    told.map(({ level, account, procedure }) => [level, account, procedure]),
    [[40, service.live.accountId, electronicSignature.id]],
  );
  assert.ok(told[0].reason.length > 0);
  const { file } = await service.call('download-billing', { path: { id }, query: { format: 'signed' } });
  const { pages } = await readPdf(Buffer.from(file?.bytes as Uint8Array));
  assert.match(pages.at(-1) ?? '', /sans horodatage d’une autorité/, 'the certificate says so');
  assert.deepEqual(await stampOf(id), { lackingSince: service.clock.now });
  assert.deepEqual(await unstamped(), [id], 'the owner is told on his home page');
  const stamped = await asked();
  await send(`${stamped.path}/sign`, agreed);
  await untilSigned(stamped.path, logged);
  assert.equal(logged.length, 1, 'the control: where no authority is named nothing is missing');
  assert.equal(await stampOf(stamped.id), undefined);
});

test('the offer shows the time once an audit chain with its file digest is timestamped; earlier or other chains do not count', async () => {
  const [id = ''] = await unstamped();
  const [row = ''] = await rowsOf('chain_head', `t.seq || ' ' || encode(t.hash, 'hex')`);
  const [seq = '', hash = ''] = row.split(' ');
  const account = service.live.accountId;
  const head = { account, mode: 'live', seq: Number(seq), hash, key: '', signature: '', at: 0 } as const;
  const before = (await rowsOf('chain_link', `t.seq || ' ' || encode(t.hash, 'hex')`))
    .map((link) => link.split(' '))
    .find(([at]) => at === '3') as [string, string];
  const at = service.clock.now + 86_400;
  for (const wrong of [
    { ...head, seq: 3, hash: before[1] },
    { ...head, hash: 'ab'.repeat(32) },
    { ...head, mode: 'test' as const },
  ])
    assert.equal(await coveredBy(id, wrong, at), undefined);
  assert.equal(await coveredBy(id, head, at), at);
  assert.deepEqual(await unstamped(), [], 'nothing is left to tell');
  const types = (await books.done('get-billing-activity', id)).docs.map(({ type }: { type: string }) => type);
  assert.deepEqual(types.slice(0, 2), ['signature_covered', 'signature_unstamped']);
});

const stampOf = async (id: string) => (await books.done('get-estimate', id)).electronicSignature.followUp.stamp;
const unstamped = async (): Promise<string[]> =>
  (await books.done('get-dashboard')).todo
    .filter(({ act }: { act: string }) => act === 'read_stamp')
    .map(({ billingId }: { billingId: string }) => billingId);

/** Reads an hour later with one timestamp stored: when the offer is covered. */
async function coveredBy(id: string, head: KeptHead, at: number): Promise<number | undefined> {
  service.clock.now += LATE_STAMP_LOOK_SECONDS;
  let looks = 0;
  service.services.environment.stampsSince = async () => {
    looks += 1;
    return [{ name: 'stamp', heads: [head], stamp: { at, authority: 'CN=Horodatage Essai', fingerprint: '' } }];
  };
  const log = pino({ level: 'silent' });
  const jobs = [confirmLateTimeStamps];
  const worker = startQueueWorker(service.services, log, { connection: service.database.serving, jobs, pollMs: 20 });
  while (looks === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await worker.stop();
  delete service.services.environment.stampsSince;
  return (await stampOf(id)).coveredAt;
}

test('a draft’s signature request is sent on finalization; a customer declines with a reason, and the owner is notified', async () => {
  const draft = await books.estimate(await books.contact());
  const { electronicSignature } = await books.done('ask-for-electronic-signature', draft.id, { withCode: false });
  assert.deepEqual([electronicSignature.status, electronicSignature.magicLink], ['requested', null]);
  assert.equal(await books.refusal('ask-for-electronic-signature', draft.id), 'signature_under_way');
  const finalized = await books.finalized(draft);
  const { magicLink, status } = (await books.done('get-estimate', finalized.id)).electronicSignature;
  assert.equal(status, 'activated');
  const path = pathOf(magicLink);
  await page(path);
  await send(`${path}/question`, { question: 'Et la TVA ?' });
  assert.match((await mails()).at(-1)?.text ?? '', /Et la TVA \?/);
  assert.equal((await send(`${path}/refuse`, { reason: 'postponed', word: 'Au printemps' })).status, 303);
  const { state, electronicSignature: after } = await books.done('get-estimate', finalized.id);
  assert.deepEqual([state, after.status], ['refused', 'refused']);
  assert.deepEqual([after.followUp.refusalReason, after.followUp.refusalWord], ['postponed', 'Au printemps']);
  assert.match((await mails()).at(-1)?.text ?? '', /Au printemps/);
  assert.match((await page(path)).text, /Refus transmis/);
  assert.equal((await send(`${path}/sign`, agreed)).status, 303);
  assert.equal((await books.done('get-estimate', finalized.id)).state, 'refused', 'it was answered');
});

test('a wrong code signs nothing and is counted: after 20 no code works', async () => {
  const { id, path } = await asked({ withCode: true });
  assert.doesNotMatch((await page(path)).text, /name="code"/, 'nothing to copy before it was sent');
  await send(`${path}/code`, {});
  const code = /\d{6}/.exec((await mails()).at(-1)?.subject ?? '')?.[0] as string;
  const wrong = code === '000000' ? '111111' : '000000';
  for (let tried = 0; tried < 19; tried++)
    assert.equal((await send(`${path}/sign`, { ...agreed, code: wrong })).status, 422);
  assert.equal((await books.done('get-estimate', id)).state, 'finalized');
  const guesses = guessLimit();
  const context = {
    ...service.services,
    language: 'en',
    network: '192.0.2.7',
    userAgent: '',
    looks: false,
    guesses,
  } as const;
  const said = { link: path.slice('/c/'.length), form: agreed, language: 'en' } as const;
  assert.deepEqual(await runCustomerOperation(operationsByLink.signDocument, context, said), {
    ...{ refused: 'signature_code_wrong', left: 0 },
  });
  assert.equal((await send(`${path}/sign`, { ...agreed, code })).status, 422, 'twenty guesses are enough');
  await send(`${path}/code`, {});
  assert.equal((await books.done('get-estimate', id)).state, 'finalized');
});

test('the right code is recorded in the evidence', async () => {
  const { path, electronicSignature } = await asked({ withCode: true });
  await page(path);
  await send(`${path}/code`, {});
  const code = /\d{6}/.exec((await mails()).at(-1)?.subject ?? '')?.[0] as string;
  assert.equal((await send(`${path}/sign`, { ...agreed, code: code === '000000' ? '111111' : '000000' })).status, 422);
  assert.equal((await send(`${path}/sign`, { ...agreed, code })).status, 303);
  assert.equal((await signedBy(electronicSignature.id)).emailVerifiedAt, service.clock.now);
});

test('the page reports a request revoked during reading, expired or marked by the owner, and signs nothing', async () => {
  const canceled = await asked();
  await page(canceled.path);
  await books.done('cancel-electronic-signature', canceled.id);
  assert.equal((await send(`${canceled.path}/sign`, agreed)).status, 303);
  assert.match((await page(canceled.path)).text, /La demande a été annulée/);
  assert.equal((await books.done('get-estimate', canceled.id)).state, 'finalized');
  const again = await books.done('ask-for-electronic-signature', canceled.id, { withCode: false });
  assert.notEqual(pathOf(again.electronicSignature.magicLink), canceled.path);
  assert.equal((await page(canceled.path)).status, 404, 'the link of before opens nothing');

  const late = await asked();
  const today = service.clock.now;
  service.clock.now += 365 * 86_400;
  assert.match((await page(late.path)).text, /Ce document a expiré/);
  assert.equal((await send(`${late.path}/sign`, agreed)).status, 303);
  service.clock.now = today;
  assert.equal((await books.done('get-estimate', late.id)).state, 'finalized');

  const told = await asked();
  await books.done('sign-estimate', told.id);
  assert.equal(await statusOf(told.id), 'cancelled');
  assert.match((await page(told.path)).text, /C’est signé/);
});

test('the form is accepted only from its own page: the browser must send a matching origin', async () => {
  const { id, path } = await asked();
  const shown = await page(path);
  assert.equal(
    shown.headers['referrer-policy'],
    'same-origin',
    'else a browser would send its forms from nowhere (`Origin: null`)',
  );
  const from = (origin: string) =>
    service.ask(`${path}/sign`, {
      ...{ key: undefined, method: 'POST', body: new URLSearchParams(agreed).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    });
  for (const origin of ['https://evil.example', 'null']) assert.equal((await from(origin)).status, 403, origin);
  assert.equal((await books.done('get-estimate', id)).state, 'finalized');
  assert.equal((await from(`https://127.0.0.1:${service.port()}`)).status, 303);
});

test('the owner receives up to 20 questions a day; further ones are refused with a message', async () => {
  const { path } = await asked();
  await page(path);
  const said = { question: 'Et la TVA ?' };
  for (let time = 0; time < 20; time++) assert.equal((await send(`${path}/question`, said)).status, 303);
  const before = (await mails()).length;
  const no = await send(`${path}/question`, said);
  assert.deepEqual([no.status, (await mails()).length], [429, before]);
  assert.match(no.text, /n’est pas parti/);
});

test('a reminder is sent at most once an hour, and only for an open signature request', async () => {
  const { id } = await asked();
  assert.equal(await books.refusal('remind-of-electronic-signature', id), 'signature_reminded_already');
  service.clock.now += 3_600;
  await books.done('remind-of-electronic-signature', id);
  assert.match((await mails()).at(-1)?.subject ?? '', /^Rappel/);
  assert.equal(await books.refusal('remind-of-electronic-signature', id), 'signature_reminded_already');
  const other = await books.finalized(books.estimate(await books.contact()));
  assert.equal(await books.refusal('cancel-electronic-signature', other.id), 'signature_not_found');
});

test('page secrets are in no stored response, event, sealed text or response to keys without customers:read', async () => {
  const { id, path } = await asked();
  const secret = path.slice('/c/'.length + 43);
  await service.call('ask-for-electronic-signature', { path: { id }, idempotencyKey: 'k1' });
  const fresh = await books.finalized(books.estimate(await books.contact()));
  const first = await service.call('ask-for-electronic-signature', { path: { id: fresh.id }, idempotencyKey: 'k2' });
  const second = await service.call('ask-for-electronic-signature', { path: { id: fresh.id }, idempotencyKey: 'k2' });
  assert.equal(second.json.electronicSignature.magicLink, first.json.electronicSignature.magicLink);
  for (const table of ['idempotency', 'event', 'document', 'chain_link', 'customer_link', 'job']) {
    const rows = await rowsOf(table);
    const link = pathOf(first.json.electronicSignature.magicLink).slice(-43);
    assert.ok(rows.length > 0 && rows.every((row) => !row.includes(secret) && !row.includes(link)), table);
  }
  const reader = booksOf(service, { ...service.live, scopes: ['billing:read'] });
  assert.equal((await reader.done('get-estimate', id)).electronicSignature.magicLink, null);
});
