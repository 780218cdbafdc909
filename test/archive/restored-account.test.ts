import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf } from '../support/documents/example-books.ts';
import { fullBusiness, type Installation, installation } from './exported-business.ts';

// `facturier account restore`: the round trip, and what it refuses.

let [from, to]: Installation[] = [];
let folder: string;
let account: string;
let before: Record<string, Uint8Array>;
let restored: Awaited<ReturnType<Installation['restored']>>;
const path = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier round trip '));
  [from, to] = [await installation(), await installation()];
  await fullBusiness(from);
  account = from.service.accountId;
  to.service.clock.now = from.service.clock.now + 3_600;
  await from.exported(path('before.zip'), account);
  before = unzipSync(await readFile(path('before.zip')));
  restored = await to.restored(path('before.zip'));
});
afterAll(async () => {
  await from?.close();
  await to?.close();
  await rm(folder, { recursive: true });
});

const linesOf = (members: Record<string, Uint8Array>, table: string): Record<string, unknown>[] =>
  Buffer.from(members[`records/billing.${table}.jsonl`] as Uint8Array)
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('export, restore into an empty installation, export again: every record is equal but for what ended', async () => {
  await to?.exported(path('after.zip'), account);
  const after = unzipSync(await readFile(path('after.zip')));
  const tables = Object.keys(before).flatMap((name) => /^records\/billing\.(.*)\.jsonl$/.exec(name)?.[1] ?? []);
  assert.ok(tables.length > 70, `${tables.length}`);
  const differing = tables.filter(
    (table) =>
      !Buffer.from(before[`records/billing.${table}.jsonl`] as Uint8Array).equals(
        after[`records/billing.${table}.jsonl`] as Uint8Array,
      ),
  );
  assert.deepEqual(differing, ['api_key', 'chain_head', 'chain_link', 'closing', 'endpoint']);

  // `closing` says when each chain is looked at again, which the second export did.
  // API keys ended, webhooks are off: everything else of them is equal.
  const without = (rows: Record<string, unknown>[], column: string) => rows.map(({ [column]: _, ...rest }) => rest);
  assert.deepEqual(without(linesOf(after, 'api_key'), 'revoked_at'), without(linesOf(before, 'api_key'), 'revoked_at'));
  assert.ok(linesOf(after, 'api_key').every(({ revoked_at }) => revoked_at !== null));
  assert.deepEqual(without(linesOf(after, 'endpoint'), 'active'), without(linesOf(before, 'endpoint'), 'active'));
  assert.ok(linesOf(before, 'endpoint').some(({ active }) => active));
  assert.ok(linesOf(after, 'endpoint').every(({ active }) => !active));

  // Each chain goes on after its last link: the key introduces itself, and the restore is recorded.
  const links = linesOf(before, 'chain_link');
  const continued = linesOf(after, 'chain_link');
  for (const test of [false, true]) {
    const [old, now] = [links, continued].map((all) => all.filter((link) => link.test === test));
    assert.deepEqual(now?.slice(0, old?.length), old);
    const added = now?.slice(old?.length).map(({ link }) => JSON.parse(String(link)).type);
    // Exporting again closes periods and renders papers that are due by then.
    assert.deepEqual(added?.slice(0, 2), ['seal_key_lost', 'restored']);
  }
});

test('the audit trail verifies in the new installation, files included, once its key is trusted', async () => {
  assert.equal(restored.fingerprints.length, 2);
  const { findings, documents, files } = (await to?.verified(account, restored.fingerprints)) ?? assert.fail();
  assert.deepEqual(findings, []);
  assert.ok(documents >= 6 && files >= 8, `${documents} documents, ${files} files`);
  const untrusted = await to?.verified(account);
  assert.deepEqual([...new Set(untrusted?.findings.map(({ fault }) => fault))], ['signing_key_self_introduced']);
});

test('the owner chooses a new password by a link; no password came along', async () => {
  assert.ok(to);
  const { rows } = await to.service.owner.query('select billing.person_with_email($1) as id', ['durand@example.org']);
  assert.equal(rows.length, 1);
  assert.ok(restored.ownerLinks.length > 0);
  for (const { link } of restored.ownerLinks) assert.match(link, /#/);
});

test('business goes on: the next invoice has the next number, and a paper is served from its file', async () => {
  assert.ok(to && from);
  const caller = { ...to.service.live, accountId: account };
  const books = booksOf(to.service, caller);
  to.service.clock.now += 60;
  const next = await books.finalized(books.invoice(await books.contact()));
  assert.equal(next.number, 'F-2026-0005');
  const [{ id }] = linesOf(before, 'document').filter(({ number }) => number === 'F-2026-0001') as [{ id: string }];
  const heard = await books.ask('download-billing', { path: { id }, query: { format: 'facturx' } });
  const paper = before['papers/2026/F-2026-0001.facturx.pdf'] as Uint8Array;
  assert.ok(heard.file?.bytes.equals(paper), JSON.stringify(heard.refused));
});

test('an account that exists is refused, and nothing changes', async () => {
  await assert.rejects(from?.restored(path('before.zip')) ?? assert.fail(), /existe déjà/);
});

// The directory at the end of a ZIP also has times and attributes, which no digest covers.
test('control: a changed byte in what the file contains, or at its end, is refused, and nothing is restored', async () => {
  const other = await installation();
  try {
    const bytes = await readFile(path('before.zip'));
    const places = [40, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2), bytes.length - 1];
    for (const place of places) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      await writeFile(path('changed.zip'), changed);
      await assert.rejects(other.restored(path('changed.zip')), /modifié|n’est pas l’export/, `byte ${place}`);
    }
    await writeFile(path('changed.zip'), bytes.subarray(0, -100));
    await assert.rejects(other.restored(path('changed.zip')), /modifié/);
    const { rows } = await other.service.owner.query('select from billing.accounts_after($1, 100)', [
      '00000000-0000-0000-0000-000000000000',
    ]);
    assert.equal(rows.length, 1);
    await copyFile(path('before.zip'), path('same.zip'));
    assert.equal((await other.restored(path('same.zip'))).account, account);
  } finally {
    await other.close();
  }
});

test('an export of test mode and another file are refused', async () => {
  await from?.exported(path('test.zip'), account, { test: true });
  await assert.rejects(to?.restored(path('test.zip')) ?? assert.fail(), /mode test/);
  await writeFile(path('text.zip'), 'not a zip');
  await assert.rejects(to?.restored(path('text.zip')) ?? assert.fail(), /modifié/);
});
