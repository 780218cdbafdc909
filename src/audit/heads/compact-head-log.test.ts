import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { traceOfLostCluster } from '../../runtime/cluster/detect-lost-cluster.ts';
import { withFileLock } from '../../runtime/file-lock.ts';
import { openChainSigner } from '../chain/open-chain-signer.ts';
import { accountsWithHeads } from './account-head-files.ts';
import { compactHeadLog, FolderOfAnother, type Lock } from './compact-head-log.ts';
import { replace } from './head-log-file.ts';
import { readKnownHeads } from './known-heads.ts';
import { type Anchor, asText, chainName } from './recorded-heads.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier folded '));
});
afterAll(() => rm(folder, { recursive: true }));

const idOf = (n: number) =>
  `01890a5d-ac96-774b-bcce-${String(n).padStart(10, '0')}${(n % 256).toString(16).padStart(2, '0')}`;
const headOf = (n: number, seq: number, more: Partial<Anchor> = {}): Anchor => ({
  ...{ account: idOf(n), test: false, seq, hash: String(seq).padStart(64, '0'), keyId: '0123456789abcdef' },
  ...{ signature: 'A'.repeat(88), ...more },
});
/**
 * Three heads per account, the second not adjacent to the first, as with many concurrent writers.
 */
const headsOf = (accounts: number): Anchor[] =>
  [1, 2, 3].flatMap((seq) => Array.from({ length: accounts }, (_, n) => headOf(n, seq)));

const fileIn = (at: string) => join(at, 'audit', 'heads.jsonl');
const textIn = (at: string) => readFile(fileIn(at), 'utf8');
/** A data folder of its own whose head log has these heads. */
async function folderWith(name: string, heads: readonly Anchor[]): Promise<string> {
  const at = join(folder, name);
  await mkdir(at);
  await (await openChainSigner(at, { lock: withFileLock })).close();
  await appendFile(fileIn(at), asText(heads));
  return at;
}
const fold = (dataFolder: string, isStopped = () => false, lock: Lock = withFileLock) =>
  compactHeadLog({ dataFolder, lock, isStopped });
/** The highest recorded sequence number of each account's live chain. */
async function placesIn(at: string, accounts: number): Promise<number[]> {
  const { noted } = await readKnownHeads(at);
  const known = await Promise.all(Array.from({ length: accounts }, (_, n) => noted.of(idOf(n))));
  return known.map(({ heads }, n) => heads.get(chainName(idOf(n), false))?.[0]?.seq ?? 0);
}
const all = (accounts: number, seq: number) => Array.from({ length: accounts }, () => seq);
async function filesIn(at: string): Promise<number> {
  let files = 0;
  for await (const _ of accountsWithHeads(at)) files += 1;
  return files;
}

test('compacted, each account has its heads in its own file, and the log keeps its beginning and invalid lines', async () => {
  const at = await folderWith('plain', headsOf(150));
  const [beginning] = (await textIn(at)).split('\n');
  await appendFile(fileIn(at), 'garbled\n');
  await appendFile(
    fileIn(at),
    asText([headOf(7, 4), headOf(8, 2, { restarts: true }), headOf(0, 9, { account: '../../x' })]),
  );
  await fold(at);
  const expected = all(150, 3);
  [expected[7], expected[8]] = [4, 2];
  assert.deepEqual(await placesIn(at, 150), expected);
  assert.deepEqual((await textIn(at)).split('\n'), [
    beginning,
    'garbled',
    JSON.stringify(headOf(0, 9, { account: '../../x' })),
    '',
  ]);
  assert.equal(await filesIn(at), 150);
  const { restarts } = await (await readKnownHeads(at)).noted.of(idOf(8));
  assert.deepEqual(
    restarts.get(chainName(idOf(8), false))?.map(({ restart, before: [first] }) => [restart.seq, first?.seq]),
    [[2, 3]],
  );
  // A file that is compacted repeatedly does not grow without bound.
  for (let seq = 5; seq < 45; seq++) {
    await appendFile(fileIn(at), asText([headOf(7, seq)]));
    await fold(at);
  }
  const own = join(at, 'audit', 'heads', '07', `${idOf(7)}.jsonl`);
  assert.ok((await stat(own)).size < 5_000);
  assert.equal((await stat(own)).mode & 0o777, 0o600);
});

test('compaction writes each account once, however often and in whatever order it was recorded', async () => {
  const at = await folderWith('told once', headsOf(150));
  assert.ok((await textIn(at)).length > 6 * 16 * 1024);
  await fold(at);
  for (let n = 0; n < 150; n++) {
    const file = join(at, 'audit', 'heads', idOf(n).slice(-2), `${idOf(n)}.jsonl`);
    // If written three times, the file would have a line for each time.
    assert.equal(await readFile(file, 'utf8'), asText([headOf(n, 3)]));
  }
});

test('a compaction that ends after any batch has lost nothing, and the next one completes it', async () => {
  const at = await folderWith('stopped', headsOf(150));
  const whole = await textIn(at);
  for (let batches = 0; (await textIn(at)) === whole; batches++) {
    assert.ok(batches < 100);
    let done = 0;
    await fold(at, () => done++ >= batches);
    assert.deepEqual(await placesIn(at, 150), all(150, 3), `after ${batches} batches`);
  }
  assert.equal((await textIn(at)).split('\n').length, 2);
  // Control: truncated before all entries are in the accounts' files, as if compaction moved them.
  const moved = await folderWith('moved', headsOf(150));
  let done = 0;
  await fold(moved, () => done++ >= 2);
  const [beginning] = (await textIn(moved)).split('\n');
  await writeFile(fileIn(moved), `${beginning}\n`);
  assert.notDeepEqual(await placesIn(moved, 150), all(150, 3));
});

test('a compaction whose process is killed anywhere has lost nothing', async () => {
  const before = await folderWith('killed', headsOf(200));
  const program = fileURLToPath(new URL('../../../test/support/audit/checkpoint-process.ts', import.meta.url));
  let midway = 0;
  // Repeated until the process was killed midway: a run that ends earlier proves nothing.
  for (let tries = 0; midway < 2 && tries < 40; tries++) {
    const at = join(folder, `killed ${tries}`);
    await cp(before, at, { recursive: true });
    const whole = await textIn(at);
    const child = fork(program, [at], { execArgv: ['--disable-warning=ExperimentalWarning'] });
    const ended = once(child, 'exit');
    while (child.exitCode === null && (await filesIn(at)) <= midway * 70) await wait(2);
    child.kill('SIGKILL');
    await ended;
    assert.deepEqual(await placesIn(at, 200), all(200, 3));
    if ((await textIn(at)) === whole && (await filesIn(at)) > 0) midway += 1;
    await fold(at);
    assert.deepEqual(await placesIn(at, 200), all(200, 3));
    assert.equal((await textIn(at)).split('\n').length, 2);
    await rm(at, { recursive: true });
  }
  assert.equal(midway, 2);
});

test('a full disk ends a compaction in the middle of a batch: nothing is lost, and heads are still recorded', async () => {
  const at = await folderWith('full', headsOf(40));
  // A folder is in the place of the file.
  const inTheWay = join(at, 'audit', 'heads', '14', `${idOf(20)}.jsonl`);
  await mkdir(inTheWay, { recursive: true });
  await assert.rejects(fold(at));
  assert.ok((await filesIn(at)) > 0);
  await rm(inTheWay, { recursive: true });
  assert.deepEqual(await placesIn(at, 40), all(40, 3));
  await mkdir(inTheWay, { recursive: true });
  let report: (error: unknown) => void = () => {};
  const trouble = new Promise((resolve) => {
    report = resolve;
  });
  const seal = await openChainSigner(at, { lock: withFileLock, foldBytes: 1, onTrouble: report });
  const signed = { keyId: 'k', signature: Buffer.alloc(64) };
  seal.anchor({ accountId: idOf(1), test: false }, { seq: 9, hash: Buffer.alloc(32, 9) }, signed);
  assert.ok((await trouble) instanceof Error);
  await seal.close();
  await rm(inTheWay, { recursive: true });
  assert.equal((await placesIn(at, 40))[1], 9);
});

test("in another user's folder nothing is compacted, and this is reported once; where users have no id it is compacted", async () => {
  const at = await folderWith('another', headsOf(40));
  const me = process.geteuid?.();
  if (me === undefined) {
    await fold(at);
    return assert.ok((await filesIn(at)) > 0);
  }
  const owner = vi.spyOn(process as { geteuid: () => number }, 'geteuid').mockImplementation(() => me + 1);
  await assert.rejects(fold(at), FolderOfAnother);
  const troubles: unknown[] = [];
  const seal = await openChainSigner(at, {
    lock: withFileLock,
    foldBytes: 1,
    onTrouble: (error) => troubles.push(error),
  });
  const noted = async (seq: number) => {
    seal.anchor(
      { accountId: idOf(1), test: false },
      { seq, hash: Buffer.alloc(32, seq) },
      { keyId: 'k', signature: Buffer.alloc(64) },
    );
    await seal.close();
  };
  for (const seq of [9, 10, 11]) await noted(seq);
  assert.deepEqual(
    troubles.map((error) => error instanceof FolderOfAnother),
    [true],
  );
  assert.equal(await filesIn(at), 0);
  assert.equal(seal.headsBytes(), (await stat(fileIn(at))).size);
  // Control: its owner compacts it.
  owner.mockRestore();
  await fold(at);
  assert.ok((await filesIn(at)) > 0);
});

test('a replaced file belongs to the owner of the folder, even if root replaces it', async () => {
  const at = await mkdtemp(join(folder, 'of-another-'));
  const file = join(at, 'heads.jsonl');
  // Only root can give a folder to another user; otherwise it stays the test user's.
  const owner = process.geteuid?.() === 0 ? { uid: 12_345, gid: 12_345 } : await stat(at);
  await chown(at, owner.uid, owner.gid);
  await writeFile(file, 'before');
  await symlink(file, `${file}.new`);
  await replace(file, 'after');
  const { uid, gid } = await stat(file);
  assert.deepEqual([uid, gid, await readFile(file, 'utf8')], [owner.uid, owner.gid, 'after']);
});

test('two processes record and compact heads, one at a time, and none is lost', async () => {
  const at = await folderWith('two', []);
  const troubles: unknown[] = [];
  const opened = () =>
    openChainSigner(at, { lock: withFileLock, foldBytes: 3_000, onTrouble: (error) => troubles.push(error) });
  const seals = await Promise.all([opened(), opened()]);
  const signed = { keyId: 'k', signature: Buffer.alloc(64) };
  let isFolded = false;
  // Until it was compacted, however long that takes.
  for (let seq = 1; seq <= 5_000 && !(isFolded && seq > 40); seq++) {
    for (const [n, seal] of seals.entries())
      for (let account = n; account < 20; account += 2)
        seal.anchor({ accountId: idOf(account), test: false }, { seq, hash: Buffer.alloc(32, seq % 256) }, signed);
    await wait(20);
    isFolded ||= (await filesIn(at)) === 20 && (await textIn(at)).length < 3_000;
    for (const place of await placesIn(at, 20)) assert.ok(place <= seq);
    if (seq === 40 || isFolded) for (const seal of seals) await seal.close();
    if (seq >= 40 && isFolded) assert.deepEqual(await placesIn(at, 20), all(20, seq));
  }
  assert.ok(isFolded);
  assert.deepEqual(troubles, []);
});

test('a file that is restarted or replaced during compaction is left for the next time', async () => {
  const at = await folderWith('replaced', headsOf(150));
  const text = await textIn(at);
  let batches = 0;
  const lock: Lock = async (file, work, waitMs) => {
    if (file.endsWith('heads.lock') && batches++ === 2) {
      await writeFile(`${fileIn(at)}.other`, `${text}${asText([headOf(5, 8)])}`);
      await cp(`${fileIn(at)}.other`, `${fileIn(at)}.third`);
      await rm(fileIn(at));
      await cp(`${fileIn(at)}.third`, fileIn(at));
    }
    return withFileLock(file, work, waitMs);
  };
  await fold(at, () => false, lock);
  assert.ok((await textIn(at)).includes(JSON.stringify(headOf(5, 8))));
  await fold(at);
  assert.equal((await placesIn(at, 150))[5], 8);
  assert.equal((await textIn(at)).split('\n').length, 2);
});

test('startup reads as much for 2,000 accounts as for 20', async (t) => {
  // Only Linux counts the bytes that a process reads (`/proc/self/io`).
  if (process.platform !== 'linux') t.skip('the bytes read by a process are known on Linux only');
  const started = async (at: string): Promise<void> => {
    assert.ok(await traceOfLostCluster(at));
    await (await openChainSigner(at, { lock: withFileLock })).close();
  };
  const few = await folderWith('few', headsOf(20));
  const many = await folderWith('many', headsOf(2_000));
  /** The minimum of three: other parts of the process may read too. */
  const read = async (at: string, work = started): Promise<number> => {
    const bytes: number[] = [];
    for (let times = 0; times < 3; times++) bytes.push(await bytesRead(() => work(at)));
    return Math.min(...bytes);
  };
  await fold(few);
  for (const isFolded of [false, true]) {
    if (isFolded) await fold(many);
    const [ofFew, ofMany] = [await read(few), await read(many)];
    assert.ok(ofMany < ofFew + 4_096, `${ofFew} and ${ofMany} bytes, folded: ${isFolded}`);
    // Control: reading everything shows in the count.
    const reading = async (path: string) => void (await placesIn(path, 2_000));
    assert.ok((await read(many, reading)) > (await read(few, reading)) + 400_000);
  }
  assert.equal((await readdir(join(many, 'audit', 'heads'))).length, 256);
});

/** Bytes this process reads during the work. */
async function bytesRead(work: () => Promise<void>): Promise<number> {
  const now = async () => Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1]);
  const earlier = await now();
  await work();
  return (await now()) - earlier;
}
