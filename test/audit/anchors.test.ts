import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import type { OpenChainSigner } from '../../src/audit/chain/open-chain-signer.ts';
import type { KeptHead } from '../../src/audit/heads/exported-heads.ts';
import { knownHeadsFaults, readKnownHeads } from '../../src/audit/heads/known-heads.ts';
import { auditHead, auditNewAnchor, readKeptHeads, recordRestore } from '../../src/cli/audit/audit.ts';
import { CommandError } from '../../src/cli/terminal/output.ts';
import { runChainVerification } from '../../src/services/account/verify-chains.ts';
import { type InvoiceChains, invoiceChains } from '../support/audit/invoice-chains.ts';
import { faultsOf, signedChains } from '../support/audit/signed-chains.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { printed } from '../support/runner/captured-output.ts';

let service: InvoiceChains;
beforeEach(async () => {
  service = await invoiceChains();
});
afterEach(() => service.close());

const file = () => join(service.folder, 'audit', 'heads.jsonl');
const atCommand = () => service.workplace(service.services.environment.seal as OpenChainSigner);
const found = async (heads?: readonly KeptHead[]) => faultsOf(await service.verified(heads ? { heads } : {}));
/** Restarts like a process. */
const restart = async () => {
  service.services.environment.seal = await service.opened();
};
const kept = async (json = false): Promise<string> => printed(() => auditHead(atCommand(), { json }));
async function readBack(text: string): Promise<KeptHead[]> {
  const path = join(service.folder, 'kept.txt');
  await writeFile(path, text);
  return readKeptHeads(path);
}

test('a fresh installation has no finding, and neither has a folder without any chain', async () => {
  const fresh = await signedChains();
  try {
    assert.deepEqual(faultsOf(await fresh.verified()), []);
    await rm(join(fresh.folder, 'audit'), { recursive: true });
    assert.deepEqual(knownHeadsFaults(await readKnownHeads(fresh.folder), { links: 0, begun: new Set() }), []);
    // Control: with a link there would be a head.
    assert.deepEqual(faultsOf(await fresh.verified()), ['anchor_file_missing']);
  } finally {
    await fresh.close();
  }
});

test('an account can verify its own chain: intact, or the finding in words after a changed link; no other account’s', async () => {
  const { environment } = service.services;
  environment.proof = { serving: service.database.serving, known: () => readKnownHeads(service.folder) };
  const asked = (caller = service.live) => service.call('verify-audit-chain', { caller, language: 'fr' });
  const { json: intact } = await asked();
  assert.deepEqual([intact.intact, intact.documents, intact.findings], [true, 3, []]);
  assert.ok(intact.links >= 3);
  const other = await service.newAccount('Autre');
  await service.forger.query(
    `update billing.chain_link set link = replace(link, '"type":"finalized"', '"type":"finalised"')
     where account_id = $1 and seq = (select max(seq) from billing.chain_link where account_id = $1 and link like '%"type":"finalized"%')`,
    [service.accountId],
  );
  const { json: broken } = await asked();
  assert.equal(broken.intact, false);
  const changed = broken.findings.find(({ fault }: { fault: string }) => fault === 'link_changed');
  assert.deepEqual([changed?.message, changed?.mode], ['cette entrée a été modifiée', 'live']);
  assert.equal((await asked(other.live)).json.intact, true, 'each account reads its own');
});

test('chain_too_long: a request waits at most one minute', async () => {
  const proof = { serving: service.database.serving, known: () => readKnownHeads(service.folder) };
  const told = await runChainVerification({ proof, objects: undefined, accountId: service.accountId }, 0);
  assert.ok('refused' in told && told.refused === 'chain_too_long');
});

test('a missing or emptied file of signed heads is found, even after it was restarted', async () => {
  assert.deepEqual(await found(), []);
  for (const lose of [() => rm(file()), () => writeFile(file(), '')]) {
    await lose();
    assert.deepEqual(await found(), ['anchor_behind', 'anchor_file_missing']);
    // Checked while the process still runs.
    await service.bill();
    assert.deepEqual(await found(), ['anchor_begun_anew']);
    // Then the operator records the new anchors in the audit chains.
    await printed(() => auditNewAnchor(atCommand(), {}));
    const { findings, notes } = await service.verified();
    assert.deepEqual(findings, []);
    assert.ok(notes.some(({ note }) => note === 'anchor_begun'));
    await assert.rejects(auditNewAnchor(atCommand(), {}), CommandError);
  }
  await rm(file());
  await restart();
  assert.ok((await found()).includes('anchor_begun_anew'), 'a start hides it');
});

test('a garbled line is found anywhere, except a last line cut off by a crash', async () => {
  const whole = await readFile(file(), 'utf8');
  await appendFile(file(), '{"account":"0189');
  assert.deepEqual(await found(), []);
  const lines = whole.split('\n').slice(0, -1);
  for (const at of lines.keys()) {
    const garbled = lines.map((line, each) => (each === at ? line.replace(/^.{9}/, '\u0000'.repeat(9)) : line));
    await writeFile(file(), `${garbled.join('\n')}\n`);
    const { findings } = await service.verified();
    assert.deepEqual(
      findings.filter(({ fault }) => fault === 'anchor_unreadable').map(({ at: place }) => place),
      [`audit/heads.jsonl:${at + 1}`],
    );
  }
  // It is kept as evidence and stays a finding until the operator confirms it.
  await restart();
  assert.ok((await found()).includes('anchor_unreadable'));
  await printed(() => auditNewAnchor(atCommand(), {}));
  assert.deepEqual(await found(), []);
  assert.ok((await readdir(join(service.folder, 'audit'))).some((name) => name.startsWith('heads.jsonl.before-')));
});

test('a line cut off by a crash is removed before the next head is written; no head is lost or garbled', async () => {
  await appendFile(file(), '{"account":"0189');
  await service.bill();
  assert.deepEqual(await found(), []);
  assert.ok(!(await readFile(file(), 'utf8')).includes('"0189{'));
});

test('heads that are no longer recorded are found; the minute a crash may lose is not', async () => {
  const before = await readFile(file(), 'utf8');
  await booksOf(service).finalized(booksOf(service).invoice(service.customer));
  await service.flushed();
  await writeFile(file(), before);
  assert.deepEqual(await found(), []);
  await service.bill();
  await service.flushed();
  await writeFile(file(), before);
  assert.deepEqual(await found(), ['anchor_behind']);
});

test('a first head not signed by the key is refused', async () => {
  const [beginning, ...heads] = (await readFile(file(), 'utf8')).split('\n');
  await rm(file());
  await restart();
  const lost = await readFile(file(), 'utf8');
  await writeFile(file(), `${lost.replace('"anew"', '"first"')}${heads.join('\n')}`);
  assert.deepEqual(await found(), ['anchor_begun_anew']);
  await writeFile(file(), `${beginning}\n${heads.join('\n')}`);
  assert.deepEqual(await found(), []);
});

test('a truncated chain with forged local heads is found by the heads kept elsewhere', async () => {
  const heads = await readBack(await kept());
  assert.deepEqual(
    heads.map(({ account, mode, seq }) => [account, mode, seq]),
    [[service.accountId, 'live', 5]],
  );
  assert.deepEqual(await found(heads), []);
  await cutTo(4);
  assert.deepEqual(await found(), []);
  assert.deepEqual(await found(heads), ['kept_head_beyond_chain']);
  // The chain has grown past the truncation again.
  await restart();
  await service.bill();
  assert.deepEqual(await found(heads), ['kept_head_differs']);
  assert.deepEqual(
    await found([
      { ...(heads[0] as KeptHead), account: service.accountId.replace(/.$/, (last) => (last === 'f' ? '0' : 'f')) },
    ]),
    ['account_missing'],
  );
});

test('external heads are accepted as text, quoted mail or JSON; truncated or changed ones are refused', async () => {
  const text = await kept();
  const heads = await readBack(text);
  assert.deepEqual(await readBack(`Bonjour,\n${text.replaceAll(/^/gm, '> ')}\n-- \nFacturier`), heads);
  assert.deepEqual(await readBack(await kept(true)), heads);
  for (const wrong of ['', text.slice(0, -20), text.replace(/hash ./, 'hash z'), '{"heads":[{"seq":1}]}'])
    await assert.rejects(readBack(wrong), CommandError, wrong);
  const [head] = heads as [KeptHead];
  const signature = `${head.signature.startsWith('A') ? 'B' : 'A'}${head.signature.slice(1)}`;
  assert.deepEqual(await found([{ ...head, signature }]), ['kept_head_invalid']);
  assert.deepEqual(await found([{ ...head, key: 'ab'.repeat(32) }]), ['kept_head_invalid']);
});

test('a restore is recorded in the chain: heads of the lost part are explained, and recording continues', async () => {
  const heads = await readBack(await kept());
  await cutTo(4, { noted: false });
  assert.deepEqual(await found(), ['chain_truncated']);
  assert.equal(await recordRestore(atCommand(), 'ab'.repeat(32)), 1);
  assert.deepEqual(await found(), []);
  const { findings, notes } = await service.verified({ heads });
  assert.deepEqual(findings, []);
  assert.deepEqual(
    notes.map(({ note, seq }) => [note, seq]),
    [
      ['restored', 5],
      ['kept_head_before_restore', 5],
    ],
  );
  await service.bill();
  await restart();
  assert.deepEqual(await found(), []);
  // Links after the restore are anchored as usual.
  await cutTo(5, { noted: false });
  assert.deepEqual(await found(), ['chain_truncated']);
});

test('heads that restart without a chain link saying so are found', async () => {
  const lines = (await readFile(file(), 'utf8')).trimEnd().split('\n');
  const last = JSON.parse(lines.at(-1) as string);
  await appendFile(file(), `${JSON.stringify({ ...last, restarts: true })}\n`);
  assert.deepEqual(await found(), ['anchor_restart_unsaid']);
});

/** Truncates the live chain and dependent rows; with `noted`, also the heads in the data folder. */
async function cutTo(seq: number, { noted = true } = {}): Promise<void> {
  await service.flushed();
  const { forger } = service;
  await forger.query(
    `delete from billing.document where finalized_at is not null and id::text in (
       select substring(link from '"subject":\\{"id":"([^"]*)"') from billing.chain_link where not test and seq > $1)`,
    [seq],
  );
  await forger.query(
    `delete from billing.event e using billing.chain_link l
     where not l.test and l.seq > $1 and l.account_id = e.account_id and l.link like '%"event ' || e.id || '"%'`,
    [seq],
  );
  await forger.query('delete from billing.tally');
  await forger.query(
    `insert into billing.tally (account_id, test, kind, state, archived, slot, documents)
     select account_id, test, kind, state, archived_at is not null, 0, count(*) from billing.document group by 1, 2, 3, 4, 5`,
  );
  await forger.query('delete from billing.chain_link where not test and seq > $1', [seq]);
  await forger.query(
    `update billing.series s set last = d.last, last_on = d.on_day from (
       select prefix, max(counter) as last, max(emitted_on) as on_day from billing.document where number is not null group by prefix) d
     where s.prefix = d.prefix`,
  );
  const { rows } = await forger.query(
    `update billing.chain_head h set seq = l.seq, hash = l.hash, key_id = l.key_id, at = substring(l.link from '"at":([0-9]+)')::bigint
     from billing.chain_link l where not h.test and l.account_id = h.account_id and l.test = h.test and l.seq = $1
     returning h.account_id as account, encode(h.hash, 'hex') as hash, h.key_id as "keyId", encode(l.signature, 'base64') as signature`,
    [seq],
  );
  if (!noted) return;
  const [beginning] = (await readFile(file(), 'utf8')).split('\n');
  const signature = rows[0].signature.replaceAll('\n', '');
  await writeFile(file(), `${beginning}\n${JSON.stringify({ ...rows[0], signature, test: false, seq })}\n`);
}
