import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, test } from 'vitest';
import { inTransaction } from '../../src/db/transaction.ts';
import type { FileAnswer } from '../../src/pipeline/file-answer.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

let service: TestService;
let books: ReturnType<typeof booksOf>;
let customer: string;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  customer = await books.organization({ name: 'Boulangerie Martin SARL', siret: '73282932000074' });
});
afterAll(() => service.close());

const download = (id: string, query: object = {}) =>
  service.call('download-billing', { path: { id }, query: { ...query } });
const file = async (id: string, query: object = {}): Promise<FileAnswer> => {
  const answer = await download(id, query);
  assert.ok(answer.file, JSON.stringify(answer));
  return answer.file;
};
/** Queries the database as table owner within the account. */
const asOwner = (statement: string, values: unknown[] = []): Promise<Record<string, any>[]> =>
  inTransaction(service.owner, { accountId: service.accountId, test: false }, async (tx) => {
    return { commit: false, answer: await tx.read({ text: statement }, values) };
  });
const links = async () =>
  (await asOwner('select link from billing.chain_link order by seq')).map(({ link }) => JSON.parse(link));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('the PDF of a finalized invoice is a Factur-X file: rendered once, stored, its hash in the audit chain', async () => {
  const { id, number } = await books.finalized(books.invoice(customer));
  const first = await file(id);
  assert.deepEqual([first.name, first.mediaType], [`${number}.pdf`, 'application/pdf']);
  assert.match(first.bytes.toString('latin1'), /^%PDF-1\.7/);
  assert.match(first.bytes.toString('latin1'), /factur-x\.xml/);

  const rendered = async () =>
    (await links()).filter(({ type, subject }) => type === 'rendered' && subject.id === id).length;
  assert.equal(await rendered(), 1);
  const again = await file(id, { format: 'facturx' });
  assert.equal(sha256(again.bytes), sha256(first.bytes));
  assert.equal(await rendered(), 1);
  const kept = await asOwner('select encode(sha256, $1) as sha256 from billing.rendering', ['hex']);
  assert.deepEqual(kept, [{ sha256: sha256(first.bytes) }]);
  assert.equal((await books.done('get-invoice', id)).lastDownloadAt, service.clock.now);
});

test('ten simultaneous downloads return the same bytes, rendered and recorded once', async () => {
  const { id } = await books.finalized(books.invoice(customer));
  const all = await Promise.all(Array.from({ length: 10 }, () => file(id)));
  assert.equal(new Set(all.map(({ bytes }) => sha256(bytes))).size, 1);
  const told = (await links()).filter(({ type, subject }) => type === 'rendered' && subject.id === id);
  assert.equal(told.length, 1);
});

test('a preview renders all three pages of a long draft and stores nothing', async () => {
  const line = (n: number) => ({ designation: `Formation ${n}`, quantity: 1, unitPrice: 100, vatCode: 'FR_2000' });
  const kept = async () => (await asOwner('select count(*) as many from billing.file'))[0]?.many;
  const preview = async (id: string, query: object = {}) => {
    const answer = await service.call('preview-billing', { path: { id }, query: { ...query } });
    assert.ok(answer.file, JSON.stringify(answer));
    return answer.file as FileAnswer;
  };
  const before = await kept();
  const { id } = await books.invoice(customer, { lines: Array.from({ length: 60 }, (_, n) => line(n)) });
  const { mediaType, bytes } = await preview(id);
  assert.equal(mediaType, 'image/svg+xml');
  const svg = bytes.toString();
  const [, width, height] = /^<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  assert.deepEqual([Math.round(Number(width)), Number(height) / 841.8897637795276], [595, 3]);
  assert.doesNotMatch(svg, /<script|foreignObject|onload=/i);
  const short = await books.invoice(customer);
  const draft = (await preview(short.id)).bytes.toString();
  assert.equal((await preview(short.id)).bytes.toString(), draft, 'the same document gives the same picture');
  assert.notEqual((await preview(short.id, { locale: 'de' })).bytes.toString(), draft);
  await books.finalized(short);
  assert.ok((await preview(short.id)).bytes.length < draft.length, 'no watermark, and the number');
  assert.equal(await kept(), before);
  const { live } = await service.newAccount('Autre');
  const foreign = await service.call('preview-billing', { caller: live, path: { id } });
  assert.equal(foreign.refused, 'document_not_found');
});

test('the printed content is also available as text: seller address, legal mentions and each printed amount', async () => {
  const { id, number } = await books.finalized(books.invoice(customer));
  const asked = (query: object = {}, caller = service.live) =>
    service.call('get-billing-paper', { caller, path: { id }, query: { ...query } });
  const { json: paper } = await asked();
  assert.equal(paper.title, `Facture ${number}`);
  assert.ok(paper.emitter.lines.length >= 2, JSON.stringify(paper.emitter));
  assert.match(JSON.stringify(paper.customer), /Boulangerie Martin SARL/);
  assert.match(paper.totals.find(({ weight }: any) => weight === 'due').value, /^1.200,00.€$/);
  // C. com. art. D441-5: 40 EUR between professionals.
  assert.match(JSON.stringify(paper.mentions), /40.€/);
  assert.equal((await asked({ locale: 'en' })).json.title, `Invoice ${number}`);
  const { live } = await service.newAccount('Autre');
  assert.equal((await asked({}, live)).refused, 'document_not_found');
});

test('the preview of a finalized document is the same each time, and shows a cancellation', async () => {
  const { id } = await books.finalized(books.invoice(customer));
  const drawn = async () =>
    ((await service.call('preview-billing', { path: { id } })).file as FileAnswer).bytes.toString();
  const first = await drawn();
  assert.equal(await drawn(), first);
  await books.done('cancel-invoice', id);
  assert.notEqual(await drawn(), first);
});

test('the standalone electronic invoice has the same number and total in both syntaxes', async () => {
  const { id, number } = await books.finalized(books.invoice(customer));
  const [cii, ubl] = [await file(id, { format: 'cii' }), await file(id, { format: 'ubl' })];
  assert.deepEqual([cii.name, cii.mediaType, ubl.name], [`${number}.cii.xml`, 'application/xml', `${number}.ubl.xml`]);
  for (const { bytes } of [cii, ubl]) {
    assert.ok(bytes.toString().includes(`>${number}<`));
    assert.ok(bytes.toString().includes('1200.00'));
  }
});

test('a draft is rendered in its current state and not stored', async () => {
  const { id } = await books.invoice(customer);
  const before = await file(id);
  assert.equal(before.name, 'brouillon.pdf');
  await books.done('update-billing-title', id, { title: 'Refonte du site' });
  assert.notEqual(sha256((await file(id)).bytes), sha256(before.bytes));
  assert.deepEqual(await asOwner('select from billing.rendering where document_id = $1', [id]), []);
});

test('no_electronic_form for an estimate; not_yet_finalized for a draft; electronic_form_incomplete', async () => {
  const estimate = await books.signedEstimate(customer);
  assert.equal((await download(estimate.id, { format: 'cii' })).refused, 'no_electronic_form');
  assert.equal((await file(estimate.id)).name, `${estimate.number}.pdf`);
  const draft = await books.invoice(customer);
  assert.equal((await download(draft.id, { format: 'facturx' })).refused, 'not_yet_finalized');
  const nameless = await books.organization({ name: 'Sans adresse', siret: null, emails: [] });
  const { id, number } = await books.finalized(books.invoice(nameless));
  const refused = await download(id, { format: 'facturx' });
  assert.equal(refused.refused, 'electronic_form_incomplete');
  assert.ok('faults' in refused && (refused.faults as string[]).includes('customerElectronicAddress'));
  const plain = await file(id);
  assert.equal(plain.name, `${number}.pdf`);
  assert.doesNotMatch(plain.bytes.toString('latin1'), /factur-x\.xml/);
});

test('the PDF of a canceled document says so from then on; earlier renderings stay unchanged', async () => {
  const { id } = await books.finalized(books.invoice(customer));
  const before = await file(id);
  await books.done('cancel-invoice', id);
  const after = await file(id);
  assert.notEqual(sha256(after.bytes), sha256(before.bytes));
  const rows = await asOwner(
    'select canceled, encode(sha256, $2) as sha256 from billing.rendering where document_id = $1 order by canceled',
    [id, 'hex'],
  );
  assert.deepEqual(rows, [
    { canceled: false, sha256: sha256(before.bytes) },
    { canceled: true, sha256: sha256(after.bytes) },
  ]);
});

test('a rendering cannot be changed or deleted, even by the owner of the tables', async () => {
  const changes = ["update billing.rendering set locale = 'en'", 'delete from billing.rendering'];
  for (const statement of [...changes, 'update billing.file set created_at = 0'])
    await assert.rejects(asOwner(statement), { code: 'FA002' }, statement);
});

test('a formal notice is possible for a late invoice and stays the same after a payment; a paid invoice needs none', async () => {
  const { id, number } = await books.finalized(books.invoice(customer));
  const notice = (body: object = { delayDays: 8, penaltyRate: 1_000 }) =>
    service.call('make-formal-notice', { path: { id }, body });
  const outlook = () => books.done('get-formal-notice', id);
  const paper = () => service.call('download-formal-notice', { path: { id } });
  assert.equal((await notice()).refused, 'formal_notice_without_cause');
  assert.deepEqual(await outlook(), { possible: false, because: 'not_late' });
  assert.equal((await paper()).refused, 'formal_notice_not_found');

  // Due on 1 April 2026. Thirty days later 1,200.00 owe 7.75 at three times the legal rate of 2.62
  // %, or 9.86 at 10 %.
  service.clock.now += 60 * 86_400;
  assert.equal((await notice({ delayDays: 7 })).refused, 'input_invalid');
  assert.equal((await outlook()).wouldSay.totalAmount, 124_775, 'at the rate of the terms, of the first half of 2026');
  const made = (await notice()).json as Record<string, unknown>;
  assert.deepEqual(
    [made.madeOn, made.payBefore, made.daysLate, made.penaltiesAmount, made.lumpSumAmount, made.totalAmount],
    ['2026-05-01', '2026-05-09', 30, 986, 4_000, 124_986],
  );
  assert.deepEqual((await outlook()).made, made);
  const { docs } = await books.done('get-billing-activity', id);
  assert.deepEqual([docs[0].type, docs[0].number], ['formal_notice_made', number]);

  const first = (await paper()).file as FileAnswer;
  assert.deepEqual([first.name, first.mediaType], [`mise-en-demeure-${number}-2026-05-01.pdf`, 'application/pdf']);
  await books.pay('invoice', id, 120_000);
  assert.equal(sha256(((await paper()).file as FileAnswer).bytes), sha256(first.bytes));
  assert.deepEqual((await notice()).refused, 'formal_notice_without_cause');
  assert.equal((await outlook()).because, 'nothing_left');
});
