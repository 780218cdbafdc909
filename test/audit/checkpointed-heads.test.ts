import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import type { OpenChainSigner } from '../../src/audit/chain/open-chain-signer.ts';
import { compactHeadLog } from '../../src/audit/heads/compact-head-log.ts';
import { readKnownHeads } from '../../src/audit/heads/known-heads.ts';
import { readHeads } from '../../src/backup/data-folder.ts';
import { auditNewAnchor } from '../../src/cli/audit/audit.ts';
import { withFileLock } from '../../src/runtime/file-lock.ts';
import { runChainVerification } from '../../src/services/account/verify-chains.ts';
import { type InvoiceChains, invoiceChains } from '../support/audit/invoice-chains.ts';
import { faultsOf } from '../support/audit/signed-chains.ts';
import { printed } from '../support/runner/captured-output.ts';

let service: InvoiceChains;
beforeEach(async () => {
  service = await invoiceChains();
  await folded();
});
afterEach(() => service.close());

/** All recorded heads are in the account files. */
async function folded(): Promise<void> {
  await service.flushed();
  await compactHeadLog({ dataFolder: service.folder, lock: withFileLock, isStopped: () => false });
  assert.equal((await readFile(join(service.folder, 'audit', 'heads.jsonl'), 'utf8')).split('\n').length, 2);
}
const place = () => `audit/heads/${service.accountId.slice(-2)}/${service.accountId}.jsonl`;
const own = () => join(service.folder, place());
const found = async () => faultsOf(await service.verified());
const foundByItself = async () => {
  const proof = { serving: service.database.serving, known: () => readKnownHeads(service.folder) };
  const verified = await runChainVerification({ proof, objects: undefined, accountId: service.accountId });
  assert.ok('findings' in verified);
  return faultsOf(verified);
};
const cut = () =>
  service.forger.query(`
    with gone as (delete from billing.chain_link where not test and seq = (select max(seq) from billing.chain_link where not test) returning seq)
    update billing.chain_head h set seq = l.seq, hash = l.hash, at = substring(l.link from '"at":([0-9]+)')::bigint
    from gone, billing.chain_link l where not h.test and l.account_id = h.account_id and not l.test and l.seq = gone.seq - 1`);

test('heads moved to the file of their account prove the same, and so do heads recorded later', async () => {
  assert.deepEqual([await found(), await foundByItself()], [[], []]);
  await service.bill();
  assert.deepEqual([await found(), await foundByItself()], [[], []]);
  await folded();
  assert.deepEqual([await found(), await foundByItself()], [[], []]);
  await cut();
  for (const faults of [await found(), await foundByItself()])
    assert.ok(faults.includes('chain_truncated'), faults.join());
});

test('a missing, emptied or garbled head file of an account is found by full and by account verification', async () => {
  const whole = await readFile(own(), 'utf8');
  for (const lose of [() => rm(own()), () => writeFile(own(), '')]) {
    await lose();
    assert.deepEqual([await found(), await foundByItself()], [['anchor_behind'], ['anchor_behind']]);
  }
  await writeFile(own(), `garbled\n${whole}{"account":"0189`);
  assert.deepEqual(await foundByItself(), ['anchor_unreadable']);
  const { findings } = await service.verified();
  assert.deepEqual(
    findings.map(({ fault, account, at }) => [fault, account, at]),
    [['anchor_unreadable', service.accountId, `${place()}:1`]],
  );
  // It stays a finding, and in the file, until the operator confirms it.
  await service.bill();
  await folded();
  assert.deepEqual(await found(), ['anchor_unreadable']);
  const atCommand = service.workplace(service.services.environment.seal as OpenChainSigner);
  await printed(() => auditNewAnchor(atCommand, {}));
  const { findings: left, notes } = await service.verified();
  assert.deepEqual(left, []);
  assert.ok(notes.some(({ note }) => note === 'anchor_begun'));
  const beside = (await readdir(join(own(), '..'))).find((name) => name.includes('.jsonl.before-'));
  assert.ok((await readFile(join(own(), '..', String(beside)), 'utf8')).startsWith('garbled\n'));
});

test('an account deleted as a whole is found by its head file, as by the common file', async () => {
  const gone = service.accountId.replace(/.{4}$/, (last) => (last === '0000' ? '1111' : '0000'));
  const line = (await readFile(own(), 'utf8')).split('\n')[0] as string;
  await appendFile(join(service.folder, 'audit', 'heads.jsonl'), `${line.replaceAll(service.accountId, gone)}\n`);
  assert.deepEqual(await found(), ['account_missing']);
  await folded();
  const { findings } = await service.verified();
  assert.deepEqual(
    findings.map(({ fault, account, mode }) => [fault, account, mode]),
    [['account_missing', gone, 'live']],
  );
});

test('a backup copies the common file before the account files, so it includes heads moved meanwhile', async () => {
  await service.bill();
  await service.flushed();
  const copied: Record<string, string> = {};
  for await (const { path, bytes } of readHeads(service.folder)) {
    if (Object.keys(copied).length === 0) await folded();
    copied[path] = bytes.toString();
  }
  assert.equal(Object.keys(copied)[0], 'audit/heads.jsonl');
  assert.ok(copied['audit/heads.jsonl']?.includes(service.accountId));
  assert.equal(copied[place()], await readFile(own(), 'utf8'));
  assert.ok(!Object.keys(copied).some((path) => path.endsWith('lock')));
});
