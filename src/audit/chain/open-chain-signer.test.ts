import assert from 'node:assert/strict';
import { verify } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, test } from 'vitest';
import { withFileLock } from '../../runtime/file-lock.ts';
import { readKnownHeads } from '../heads/known-heads.ts';
import { chainName } from '../heads/recorded-heads.ts';
import { knownPublicKeys } from '../keys/public-keys.ts';
import type { ChainSigner } from './chain-signer.ts';
import { openChainSigner } from './open-chain-signer.ts';

const accountId = '01890a5d-ac96-774b-bcce-b302099a8057';
const whose = { accountId, test: false };
const hashOf = (n: number) => Buffer.alloc(32, n);

function noteHead(seal: ChainSigner, seq: number): void {
  const { keyId, sign } = seal.signer(null);
  seal.anchor(whose, { seq, hash: hashOf(seq) }, { keyId, signature: sign(hashOf(seq)) });
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier seal '));
});
afterEach(() => rm(folder, { recursive: true }));

test('the key is created once, readable by its owner only, when several processes open it', async () => {
  const seals = await Promise.all(Array.from({ length: 5 }, () => openChainSigner(folder, { lock: withFileLock })));
  assert.equal(new Set(seals.map((each) => each.signer(null).keyId)).size, 1);
  assert.equal((await stat(join(folder, 'keys', 'audit.key.pem'))).mode & 0o777, 0o600);
  const [seal] = seals;
  assert.ok(seal);
  const { keyId, sign } = seal.signer(null);
  const key = (await knownPublicKeys(folder)).get(keyId);
  assert.ok(key && verify(null, hashOf(1), key, sign(hashOf(1))));
});

test('of the heads recorded by several processes the highest is found, and a truncated line does no harm', async () => {
  const [one, two] = await Promise.all([
    openChainSigner(folder, { lock: withFileLock }),
    openChainSigner(folder, { lock: withFileLock }),
  ]);
  for (let seq = 1; seq <= 50; seq++) {
    const seal = seq % 2 === 0 ? one : two;
    noteHead(seal, seq);
    if (seq % 10 === 0) await seal.close();
  }
  await Promise.all([one.close(), two.close()]);
  await appendFile(join(folder, 'audit', 'heads.jsonl'), '{"account":"0189');
  const again = await openChainSigner(folder, { lock: withFileLock });
  noteHead(again, 51);
  await again.close();
  const { heads } = await (await readKnownHeads(folder)).noted.of(accountId);
  assert.deepEqual(
    heads.get(chainName(accountId, false))?.map(({ seq }) => seq),
    [51],
  );
});

test('a head is flushed to disk soon, without closing', async () => {
  const seal = await openChainSigner(folder, { lock: withFileLock });
  noteHead(seal, 1);
  const heads = () => readFile(join(folder, 'audit', 'heads.jsonl'), 'utf8').catch(() => '');
  const end = performance.now() + 30_000;
  while (!(await heads()).includes('"seq":1') && performance.now() < end) await wait(50);
  assert.match(await heads(), /"seq":1/);
});
