import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import { canonicalJson } from '../../src/audit/canonical-json.ts';
import { openChainSigner } from '../../src/audit/chain/open-chain-signer.ts';
import { fingerprintOf, knownPublicKeys } from '../../src/audit/keys/public-keys.ts';
import {
  activateNewKey,
  beginKeyRotation,
  SigningKeyMissing,
  SigningKeyUnreadable,
} from '../../src/audit/keys/signing-key.ts';
import { auditNewKey, auditRotateKey } from '../../src/cli/audit/audit.ts';
import { CommandError } from '../../src/cli/terminal/output.ts';
import { withFileLock } from '../../src/runtime/file-lock.ts';
import { faultsOf, type SignedChains, signedChains } from '../support/audit/signed-chains.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { printed } from '../support/runner/captured-output.ts';

let service: SignedChains;
let customer: string;
beforeEach(async () => {
  service = await signedChains();
  await booksOf(service).company();
  customer = await booksOf(service).contact();
  await bill();
});
afterEach(() => service.close());

const bill = () => booksOf(service).finalized(booksOf(service).invoice(customer));
const rotate = async (): Promise<{ fingerprint: string; chains: number }> =>
  JSON.parse(await printed(async () => auditRotateKey(service.workplace(await service.opened()), { json: true })));
const replaceLost = async (): Promise<{ fingerprint: string; chains: number }> =>
  JSON.parse(
    await printed(async () =>
      auditNewKey(service.workplace(service.services.environment.seal as never), { json: true }),
    ),
  );
const keyFile = () => join(service.folder, 'keys', 'audit.key.pem');
/** The fingerprint of the only key. */
const firstKey = async (): Promise<string> => {
  const [key, another] = (await knownPublicKeys(service.folder)).values();
  assert.ok(key && !another);
  return fingerprintOf(key);
};
const ANOTHER = 'ab'.repeat(32);

test('a key rotation adds a link signed by the old key, and both keys verify from a trusted first key', async () => {
  const first = await firstKey();
  const old = await readFile(keyFile(), 'utf8');
  const { fingerprint, chains } = await rotate();
  assert.equal(chains, 1);
  await bill();
  const verified = await service.verified({ trust: [first] });
  assert.deepEqual(verified.findings, []);
  assert.deepEqual(
    verified.notes.map(({ note, at }) => [note, at]),
    [['signing_key_changed', fingerprint]],
  );
  assert.notEqual(await readFile(keyFile(), 'utf8'), old);
  await assert.rejects(readFile(join(service.folder, 'keys', 'audit.previous.pem')));
  // Control: the trusted key is another one.
  assert.deepEqual(faultsOf(await service.verified({ trust: [ANOTHER] })), [
    'signing_key_untrusted',
    'trusted_key_missing',
  ]);
});

test('an account created after a rotation is traced to the first key by the text the old key signed', async () => {
  const first = await firstKey();
  const { fingerprint } = await rotate();
  const { live } = await service.newAccount('Later');
  await booksOf(service, live).company();
  assert.deepEqual((await service.verified({ trust: [first] })).findings, []);
  await rm(join(service.folder, 'keys', 'public', `${fingerprint.slice(0, 16)}.introduced.json`));
  assert.deepEqual(faultsOf(await service.verified({ trust: [first] })), ['signing_key_untrusted']);
});

test('two processes keep billing during three key rotations without errors or findings', async () => {
  const books = [booksOf(service), booksOf(await service.anotherProcess())];
  const keyId = (await firstKey()).slice(0, 16);
  let over = false;
  const billing = books.map(async (desk) => {
    let bills = 0;
    for (; !over; bills++) await desk.finalized(desk.invoice(customer));
    return bills;
  });
  const changes = [await rotate(), await rotate(), await rotate()];
  over = true;
  const bills = await Promise.all(billing);
  assert.ok(
    bills.every((many) => many > 0),
    `billed ${bills.join(' and ')}`,
  );
  assert.equal(new Set(changes.map(({ fingerprint }) => fingerprint)).size, 3);
  const { findings, notes } = await service.verified();
  assert.deepEqual(findings, []);
  assert.equal(notes.length, 3);

  // Control: a process that keeps using its first key.
  const stale = service.services.environment.seal.signer(keyId);
  service.services.environment.seal = { ...service.services.environment.seal, signer: () => stale };
  await bill();
  assert.deepEqual(faultsOf(await service.verified()), ['signing_key_not_current', 'signing_key_not_introduced']);
});

test('a chain that begins during a rotation ends up signed by the new key', async () => {
  // A process with the old key in memory opens a chain after the rotation links and before the file
  // changes.
  const { test: tester } = service;
  await beginKeyRotation(service.folder, service.clock.now);
  await booksOf(service, tester).finalized(booksOf(service, tester).invoice(await booksOf(service, tester).contact()));
  const { chains } = await rotate();
  assert.equal(chains, 2);
  assert.deepEqual((await service.verified()).findings, []);
});

test('an interrupted rotation is completed by the next one with the same new key', async () => {
  const { fingerprint } = await beginKeyRotation(service.folder, service.clock.now);
  await bill();
  assert.equal((await rotate()).fingerprint, fingerprint);
  const second = await beginKeyRotation(service.folder, service.clock.now);
  await activateNewKey(service.folder);
  // The chain still names the previous key: a start finds it and continues.
  service.services.environment.seal = await service.opened();
  await bill();
  assert.deepEqual(await rotate(), { keyId: second.to.keyId, fingerprint: second.fingerprint, chains: 1 });
  await bill();
  assert.deepEqual((await service.verified()).findings, []);
});

test('a start is refused if the chain key is missing, empty or another, and no new key is made', async () => {
  await rename(keyFile(), `${keyFile()}.kept`);
  await assert.rejects(service.opened(), SigningKeyMissing);
  await assert.rejects(readFile(keyFile()), 'a key was made');
  await writeFile(keyFile(), '');
  await assert.rejects(service.opened(), SigningKeyUnreadable);
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(keyFile(), String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  await assert.rejects(service.opened(), SigningKeyMissing);
  await rename(`${keyFile()}.kept`, keyFile());
  await service.opened();
});

test('a missing key and a silently replaced key are findings', async () => {
  await rename(keyFile(), `${keyFile()}.kept`);
  assert.deepEqual(faultsOf(await service.verified()), ['signing_key_missing']);
  // Like a former start, which did not read the chain.
  await service.flushed();
  const silent = await openChainSigner(service.folder, { lock: withFileLock });
  service.services.environment.seal = { ...silent, signer: () => silent.signer(null) };
  await bill();
  await silent.close();
  assert.deepEqual(faultsOf(await service.verified()), ['signing_key_not_introduced']);
});

test('a lost key is replaced only by an explicit command, which verify reports until the new key is trusted', async () => {
  const first = await firstKey();
  await assert.rejects(replaceLost(), CommandError);
  await rm(keyFile());
  const { fingerprint, chains } = await replaceLost();
  assert.equal(chains, 1);
  service.services.environment.seal = await service.opened();
  await bill();
  const verified = await service.verified();
  assert.deepEqual(
    verified.findings.map(({ fault, at }) => [fault, at]),
    [['signing_key_self_introduced', fingerprint]],
  );
  const trusted = await service.verified({ trust: [first, fingerprint] });
  assert.deepEqual(trusted.findings, []);
  assert.deepEqual(
    trusted.notes.map(({ note, seq }) => [note, seq]),
    [['signing_key_lost', verified.findings[0]?.seq]],
  );
  await assert.rejects(replaceLost(), CommandError);
});

test('some or all links forged with an added public key are found', async () => {
  await service.flushed();
  for (const from of [2, 1]) {
    await forge(from);
    const found = faultsOf(await service.verified());
    assert.ok(found.includes('signing_key_not_current'), found.join(' '));
    assert.equal(found.includes('signing_key_not_introduced'), from > 1);
    // The documents match and the external heads were forged too: only the keys reveal it.
    assert.ok(
      !found.includes('signature_invalid') && !found.includes('link_not_joined') && !found.includes('anchor_differs'),
    );
  }
});

/**
 * Signs the live chain again from a link with another key, as an attacker with database and folder.
 */
async function forge(from: number): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const keyId = fingerprintOf(publicKey).slice(0, 16);
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));
  await writeFile(join(service.folder, 'keys', 'public', `${keyId}.pem`), pem);
  const { rows } = await service.forger.query(
    'select seq, link, hash from billing.chain_link where not test order by seq',
  );
  let previous: Buffer = rows[from - 2]?.hash;
  for (const { seq, link } of rows.slice(from - 1)) {
    const text = previous ? canonicalJson({ ...JSON.parse(link), previous: previous.toString('hex') }) : link;
    previous = createHash('sha256').update(text).digest();
    const signature = sign(null, previous, privateKey);
    const values = [seq, text, previous, keyId, signature];
    await service.forger.query(
      'update billing.chain_link set link = $2, hash = $3, key_id = $4, signature = $5 where not test and seq = $1',
      values,
    );
    await service.forger.query('update billing.chain_head set hash = $2, key_id = $3 where not test and seq = $1', [
      ...[seq, previous, keyId],
    ]);
  }
  const file = join(service.folder, 'audit', 'heads.jsonl');
  const [beginning] = (await readFile(file, 'utf8')).split('\n');
  const hash = previous.toString('hex');
  const head = { account: service.accountId, test: false, seq: Number(rows.at(-1).seq), hash, keyId };
  const signature = sign(null, previous, privateKey).toString('base64');
  await writeFile(file, `${beginning}\n${JSON.stringify({ ...head, signature })}\n`);
}
