import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { deleteUnusedFiles } from '../../src/db/billing/stored-files.ts';
import { ATTACHMENT_BYTES_MAX } from '../../src/domain/billing/document/attachment.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

let service: ServiceOverHttps;
let draft: { id: string };
beforeAll(async () => {
  service = await serviceOverHttps();
  draft = await newDraft();
});
afterAll(() => service.close());

const PDF = Buffer.from('%PDF-1.7\nplan du jardin');
const address = { address: '10 rue Lecourbe', city: 'Paris', zipCode: '75015', country: 'FR' };
const lines = [{ designation: 'Tonte', quantity: 2, unitPrice: 4500, vatCode: 'FR_2000' }];

async function newDraft(): Promise<{ id: string }> {
  const contact = { firstname: 'Léa', lastname: 'Moreau', billingAddress: address };
  const { id } = (await service.ask('/contact', { method: 'POST', body: contact })).json;
  return (await service.ask(`/v2/billing/invoice/${id}`, { method: 'POST', body: { lines } })).json;
}
const attach = (id: string, name: string, bytes: Buffer, asked: object = {}) =>
  service.ask(`/v2/billing/${id}/attachments`, {
    method: 'POST',
    body: { name, content: bytes.toString('base64') },
    ...asked,
  });
const code = (answer: { json: { code?: string } }) => answer.json.code;

test('a plan is attached to a draft, listed, downloaded unchanged and sealed by finalization', async () => {
  const { id } = await newDraft();
  const attached = await attach(id, 'Plan été.pdf', PDF);
  assert.equal(attached.status, 201);
  const { id: fileId, ...file } = attached.json;
  const relativeUrl = `/v2/billing/${id}/attachments/${fileId}`;
  assert.deepEqual(file, {
    name: 'Plan été.pdf',
    extension: 'pdf',
    mimeType: 'application/pdf',
    url: `https://localhost:${new URL(file.url).port}${relativeUrl}`,
    relativeUrl,
    isInElectronicInvoice: true,
  });
  assert.deepEqual((await service.ask(`/v2/billing/${id}`)).json.attachments, [attached.json]);
  assert.deepEqual((await service.ask(`/v2/billing/${id}/attachments`)).json, [attached.json]);
  const read = await service.ask(relativeUrl);
  assert.equal(read.text, PDF.toString());
  assert.equal(read.headers['content-type'], 'application/pdf');
  assert.equal(
    read.headers['content-disposition'],
    `inline; filename="Plan ete.pdf"; filename*=UTF-8''Plan%20%C3%A9t%C3%A9.pdf`,
  );

  assert.equal((await service.ask(`/v2/billing/${id}/finalize`, { method: 'PATCH' })).status, 200);
  assert.equal(code(await attach(id, 'b.pdf', PDF)), 'billing.not_draft');
  assert.equal(code(await service.ask(relativeUrl, { method: 'DELETE' })), 'billing.not_draft');
  assert.deepEqual((await service.ask(`/v2/billing/${id}`)).json.attachments, [attached.json]);
});

test('a file removed from a draft is deleted once nothing refers to it', async () => {
  const { id } = await newDraft();
  const bytes = Buffer.from('%PDF only here');
  const { relativeUrl } = (await attach(id, 'a.pdf', bytes)).json;
  assert.equal((await service.ask(relativeUrl, { method: 'DELETE' })).status, 204);
  assert.equal(code(await service.ask(relativeUrl)), 'attachment.not_found');
  assert.equal(code(await service.ask(relativeUrl, { method: 'DELETE' })), 'attachment.not_found');
  const kept = async () =>
    (await service.owner.query('select bytes from billing.file')).rows.filter((row) => bytes.equals(row.bytes)).length;
  await deleteUnusedFiles({ pool: service.owner }, service.clock.now + 3600);
  const before = await kept();
  await deleteUnusedFiles({ pool: service.owner }, service.clock.now + 2 * 86_400);
  assert.deepEqual([before, await kept()], [1, 0]);
});

test('attachment_unusable: executables and files that do not match their extension are refused', async () => {
  for (const [name, bytes] of [
    ['virus.exe', Buffer.from('MZ')],
    ['page.html', Buffer.from('<script>')],
    ['image.svg', Buffer.from('<svg onload=x>')],
    ['sans-extension', PDF],
    ['pdf', PDF],
    ['facture.pdf', Buffer.from('MZ not a pdf')],
    ['photo.png', PDF],
    ['notes.txt', Buffer.from('a\0b')],
    ['vide.pdf', Buffer.alloc(0)],
  ] as const) {
    assert.equal(code(await attach(draft.id, name, bytes)), 'attachment.unusable', name);
  }
  const path = await attach(draft.id, '../../etc/passwd.txt', Buffer.from('x'));
  assert.equal(path.json.name, '..-..-etc-passwd.txt');
});

test('attachment_too_large: 5 MiB are accepted, one byte more is not; too_many_attachments: ten are accepted', async () => {
  const { id } = await newDraft();
  const most = Buffer.concat([PDF, Buffer.alloc(ATTACHMENT_BYTES_MAX - PDF.length, 1)]);
  assert.equal((await attach(id, 'grand.pdf', most)).status, 201);
  assert.equal(code(await attach(id, 'plus.pdf', Buffer.concat([most, Buffer.from('x')]))), 'attachment.too_large');
  for (let n = 2; n <= 10; n++) assert.equal((await attach(id, `${n}.pdf`, PDF)).status, 201);
  assert.equal(code(await attach(id, '11.pdf', PDF)), 'attachment.too_many');
});

test('a credit note does not inherit the attachments of its invoice', async () => {
  const { id } = await newDraft();
  await attach(id, 'plan.pdf', PDF);
  await service.ask(`/v2/billing/${id}/finalize`, { method: 'PATCH' });
  const { json } = await service.ask(`/v2/billing/invoice/${id}/asset`, { method: 'POST' });
  assert.deepEqual([json.type, json.attachments], ['asset', []]);
  assert.equal(json.parent.attachments.length, 1);
});

test('files of another account are not found', async () => {
  const { relativeUrl } = (await attach(draft.id, 'secret.pdf', PDF)).json;
  const stranger = await service.newAccount('Étranger');
  for (const operation of ['get-attachment', 'list-attachments', 'detach-file'] as const) {
    const path = { id: draft.id, fileId: relativeUrl.split('/').at(-1) };
    const answer = await service.call(operation, { caller: stranger.live, path });
    assert.equal(answer.refused, 'document_not_found', operation);
  }
});
