import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, test } from 'vitest';
import type { ExportManifest } from '../../src/archive/account-export/export-format.ts';
import { checkArchive } from '../../src/archive/check/archive.ts';
import { IS_NAMED_FILE } from '../../src/db/account/export/exported-files.ts';
import { tablesLeftOut } from '../../src/db/account/export/exported-tables.ts';
import { fullBusiness, HOSTILE, type Installation, installation } from './exported-business.ts';

// `facturier export --all`: the file and what it contains.

let here: Installation;
let folder: string;
let members: Record<string, Uint8Array>;
let said: Awaited<ReturnType<Installation['exported']>>;
const textOf = (name: string): string => Buffer.from(members[name] ?? assert.fail(`${name} is missing`)).toString();
const rowsOf = (table: string): Record<string, unknown>[] =>
  textOf(`records/billing.${table}.jsonl`)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier exports '));
  here = await installation();
  await fullBusiness(here);
  said = await here.exported(join(folder, 'all.zip'), here.service.accountId);
  members = unzipSync(await readFile(join(folder, 'all.zip')));
});
afterAll(async () => {
  await here.close();
  await rm(folder, { recursive: true });
});

test('every table with rows of accounts is exported or left out with a reason', async () => {
  const { rows } = await here.service.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'billing'::regnamespace and c.relkind in ('r', 'p')
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') order by 1`,
  );
  const exported = Object.keys(members)
    .filter((name) => /^records\/billing\..*\.jsonl$/.test(name))
    .map((name) => name.slice('records/billing.'.length, -'.jsonl'.length));
  assert.deepEqual(
    [...exported, ...Object.keys(tablesLeftOut)].sort(),
    rows.map(({ name }) => name),
    'a new table is exported; if it must not be, name it in exported-tables.ts with its reason',
  );
});

test('each table that names stored files is named by what an export contains', async () => {
  const { rows } = await here.service.owner.query<{ name: string }>(
    `select c.relname as name from pg_constraint f join pg_class c on c.oid = f.conrelid
     where f.contype = 'f' and f.confrelid = 'billing.file'::regclass order by 1`,
  );
  assert.ok(rows.length >= 8);
  for (const { name } of rows) assert.ok(IS_NAMED_FILE.includes(`billing.${name} `) || name in tablesLeftOut, name);
});

test('the business fills most tables, so that the tests see what each contains', () => {
  const filled = Object.entries(said.tables).filter(([, rows]) => rows > 0);
  const empty = Object.entries(said.tables).flatMap(([table, rows]) => (rows === 0 ? table : []));
  assert.ok(filled.length >= 42, `empty: ${empty.join(', ')}`);
});

test('each record is one JSON line and one CSV row, and a formula in a name is text in the CSV', () => {
  for (const [table, rows] of Object.entries(said.tables)) assert.equal(rowsOf(table).length, rows, table);
  const supplier = rowsOf('purchase').map(({ supplier_name }) => supplier_name);
  assert.ok(supplier.includes('=2+3'));
  assert.match(textOf('records/billing.purchase.csv'), /;'=2\+3;/);
});

test('the manifest names each member with its size and SHA-256', () => {
  const manifest = JSON.parse(textOf('manifest.json')) as ExportManifest;
  assert.deepEqual([manifest.format, manifest.version, manifest.mode], ['facturier-account-export', 1, 'live']);
  assert.deepEqual(
    [...manifest.members.map(({ name }) => name), 'manifest.json', 'signature.json'].sort(),
    Object.keys(members).sort(),
  );
  for (const { name, bytes, sha256 } of manifest.members) {
    const content = members[name] as Uint8Array;
    assert.deepEqual([bytes, sha256], [content.length, createHash('sha256').update(content).digest('hex')], name);
  }
});

test('no secret is exported: hashes of keys and passwords, webhook secrets, invitation links', () => {
  assert.ok(rowsOf('api_key').length > 0 && rowsOf('endpoint').length > 0);
  for (const row of rowsOf('api_key')) assert.equal(row.secret_sha256, undefined);
  for (const row of rowsOf('endpoint')) assert.doesNotMatch(String(row.content), /secret|former/);
  const all = Object.entries(members).filter(([name]) => /^(records|people)/.test(name));
  assert.ok(all.length > 100);
  for (const [name, content] of all) assert.doesNotMatch(Buffer.from(content).toString(), /\$argon2id|"locked_/, name);
});

test('papers, attachments, receipts and received invoices have readable names, without a path of their own', () => {
  const names = Object.keys(members);
  const year = 2026;
  for (const wanted of [
    `papers/${year}/F-2026-0001.facturx.pdf`,
    `papers/${year}/F-2026-0001.cii.xml`,
    `attachments/${year}/F-2026-0003/conditions.txt`,
    `received/${year}/Durand.xml`,
  ])
    assert.ok(names.includes(wanted), `${wanted}: ${names.filter((name) => !name.startsWith('records')).join('\n')}`);
  assert.ok(names.some((name) => /^receipts\/2026\/\d{4}-ticket\.png$/.test(name)));
  assert.ok(!names.some((name) => name.includes('..')));
});

test('the page opens alone: one script and one style by their hashes, and hostile names stay text', () => {
  const page = textOf('index.html');
  const policy = /content="([^"]*)"/.exec(page)?.[1] ?? '';
  assert.match(policy, /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'/);
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  assert.ok(policy.includes(createHash('sha256').update(script).digest('base64')));
  assert.doesNotMatch(page, /https?:|<img/);
  assert.equal(page.match(/<script>/g)?.length, 1);
  const lists = [...page.matchAll(/<script type="application\/json" data-of="documents">(.*)<\/script>/g)];
  const documents = lists.flatMap(([, data]) => JSON.parse(data ?? '')) as unknown[][];
  const titled = documents.find((row) => row[5] === HOSTILE);
  assert.deepEqual(titled?.[9], [
    'papers/2026/F-2026-0003.facturx.pdf',
    'papers/2026/F-2026-0003.cii.xml',
    'attachments/2026/F-2026-0003/conditions.txt',
  ]);
});

test('the sealed archive in it is intact, alone', async () => {
  const path = join(folder, 'live.tar');
  await writeFile(path, members['archive/live.tar'] as Uint8Array);
  const { findings, counts } = await checkArchive(path, { trust: [] });
  assert.deepEqual(findings, []);
  assert.ok(counts.documents >= 5 && counts.files >= 5, JSON.stringify(counts));
});

test('the dictionary names each column of each table, and why the others are missing', () => {
  const { columns, leftOut } = JSON.parse(textOf('dictionary.json'));
  const named = new Set(columns.map(({ table, column }: Record<string, string>) => `${table} ${column}`));
  let checked = 0;
  for (const table of Object.keys(said.tables))
    for (const column of Object.keys(rowsOf(table)[0] ?? {})) {
      assert.ok(named.has(`billing.${table} ${column}`), `${table} ${column}`);
      checked++;
    }
  assert.ok(checked > 300, `${checked}`);
  const amount = columns.find(
    ({ table, column }: Record<string, string>) => `${table} ${column}` === 'billing.payment amount_cents',
  );
  assert.match(amount.unit, /hundredths of the currency/);
  assert.ok(
    leftOut.some(({ table, column }: Record<string, string>) => table === 'api_key' && column === 'secret_sha256'),
  );
});

test('an export of test mode has the test invoice and no live row', async () => {
  await here.exported(join(folder, 'test.zip'), here.service.accountId, { test: true });
  const tests = unzipSync(await readFile(join(folder, 'test.zip')));
  const lines = Buffer.from(tests['records/billing.document.jsonl'] as Uint8Array)
    .toString()
    .trim()
    .split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ test: isTest, number }) => [isTest, number]),
    [[true, 'TEST-F-2026-0001']],
  );
});

test('a file that cannot be written leaves nothing behind', async () => {
  await assert.rejects(here.exported(join(folder, 'missing', 'all.zip'), here.service.accountId), /missing.*ENOENT/);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.endsWith('.part')),
    [],
  );
});
