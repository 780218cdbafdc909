import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pino from 'pino';
import { TimeStampResp } from 'pkijs';
import { afterEach, beforeEach, test } from 'vitest';
import { readStamps, stampFailure } from '../../src/audit/time-stamps/stored-time-stamps.ts';
import { requestTimeStamp } from '../../src/audit/time-stamps/time-stamp.ts';
import { timeStampHeads, timeStampHeadsOnce } from '../../src/jobs/audit/time-stamp-heads.ts';
import { scheduleTasks } from '../../src/queue/scheduled-task.ts';
import { startQueueWorker } from '../../src/queue/worker.ts';
import { withFileLock } from '../../src/runtime/file-lock.ts';
import { faultsOf, type SignedChains, signedChains } from '../support/audit/signed-chains.ts';
import { hasOpenssl, timeAuthority, wrongs } from '../support/audit/timestamp-authority.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { until } from '../support/runner/wait-until.ts';

// The authority is a simulator; `openssl ts`, if installed, confirms that its stamps follow RFC
// 3161.
/** A second implementation that checks the stamps. The other tests check them without it. */
const skip = (await hasOpenssl()) ? false : 'openssl is not installed, so no second program checks the time stamps';

let service: SignedChains;
let authority: Awaited<ReturnType<typeof timeAuthority>>;
beforeEach(async () => {
  authority = await timeAuthority();
  service = await signedChains();
  service.clock.now = Math.floor(Date.now() / 1000);
  await booksOf(service).company();
});
afterEach(async () => {
  await authority.close();
  await service.close();
});

const stamping = (url = authority.url) => {
  const { owner, folder: dataFolder, clock } = service;
  return { url, owner, dataFolder, lock: withFileLock, now: () => clock.now };
};
const folder = () => join(service.folder, 'audit', 'stamps');
const files = async (end: string) => (await readdir(folder())).filter((name) => name.endsWith(end)).sort();

test('one of two processes gets a time stamp of the heads once a day, and verify checks it offline', async () => {
  const both = await Promise.all([timeStampHeadsOnce(stamping()), timeStampHeadsOnce(stamping())]);
  assert.deepEqual(both.sort(), [false, true]);
  assert.equal(authority.state.asked, 1);
  // First nothing changed since, then something did.
  service.clock.now += 86_400;
  assert.equal(await timeStampHeadsOnce(stamping()), false);
  await booksOf(service).done('update-company', undefined, { name: 'Zoé' });
  service.clock.now += 60;
  assert.equal(await timeStampHeadsOnce(stamping()), true);
  assert.equal(await timeStampHeadsOnce(stamping()), false);
  const [first] = await readStamps(service.folder);
  assert.match(String(first?.stamp?.authority), /CN=Horodatage Essai/);
  assert.ok(Math.abs(Number(first?.stamp?.at) - Date.now() / 1000) < 60);
  assert.equal(first?.heads.length, 1);
});

test('openssl accepts the time stamp too, and refuses it for other heads', async (t) => {
  if (skip) t.skip(skip);
  await timeStampHeadsOnce(stamping());
  const [json = '', tsr = ''] = [(await files('.json'))[0], (await files('.tsr'))[0]];
  assert.equal(await authority.vouches(join(folder(), json), join(folder(), tsr)), true);
  await writeFile(join(folder(), json), 'other heads');
  assert.equal(await authority.vouches(join(folder(), json), join(folder(), tsr)), false);
});

for (const wrong of wrongs) {
  test(`a response with ${wrong} is not a valid time stamp and is not stored`, async () => {
    authority.state.wrong = wrong;
    await assert.rejects(requestTimeStamp(authority.url, Buffer.from('heads')), reasonOf[wrong]);
    await assert.rejects(timeStampHeadsOnce(stamping()), reasonOf[wrong]);
    assert.deepEqual(await files('.tsr'), []);
    authority.state.wrong = undefined;
    assert.equal(await timeStampHeadsOnce(stamping()), true);
  });
}
/** The reason for each refusal. */
const reasonOf: Readonly<Record<(typeof wrongs)[number], RegExp>> = {
  'the digest of another text': /./,
  'another nonce': /answers another request/,
  'a signature by another key': /signature/i,
  'another certificate named': /signed for another certificate/,
  'a refusal in it': /refused to stamp/,
};

test('a time stamp with changed heads, signature or certificate proves nothing and is found', async () => {
  await timeStampHeadsOnce(stamping());
  assert.deepEqual(faultsOf(await service.verified()), []);
  const [json = '', tsr = ''] = [(await files('.json'))[0], (await files('.tsr'))[0]];
  for (const file of [json, tsr]) {
    const whole = await readFile(join(folder(), file));
    for (const at of [whole.length - 3, Math.floor(whole.length / 2), Math.floor(whole.length / 3)]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(join(folder(), file), changed);
      assert.deepEqual(faultsOf(await service.verified()), ['stamp_invalid'], `${file} at ${at}`);
    }
    await writeFile(join(folder(), file), whole);
  }
  await rm(join(folder(), json));
  assert.deepEqual(faultsOf(await service.verified()), ['stamp_invalid']);
});

test('a time stamp with a changed outer length or trailing bytes is invalid; control: its parser accepts both', async () => {
  await timeStampHeadsOnce(stamping());
  const file = join(folder(), (await files('.tsr'))[0] as string);
  const whole = await readFile(file);
  assert.deepEqual([...whole.subarray(0, 2)], [0x30, 0x82], 'its length takes two more bytes');
  const lengthened = Buffer.from(whole);
  lengthened.writeUInt16BE(whole.readUInt16BE(2) - 1, 2);
  for (const changed of [lengthened, Buffer.concat([whole, Buffer.of(0)])]) {
    assert.doesNotThrow(() => TimeStampResp.fromBER(new Uint8Array(changed).buffer));
    await writeFile(file, changed);
    assert.deepEqual(faultsOf(await service.verified()), ['stamp_invalid']);
  }
  await writeFile(file, whole);
  assert.deepEqual(faultsOf(await service.verified()), []);
});

test('stamped heads must be in the chains: a rebuilt chain is found', async () => {
  await timeStampHeadsOnce(stamping());
  await service.forger.query('update billing.chain_link set hash = sha256(hash) where not test and seq = 2');
  assert.ok(faultsOf(await service.verified()).includes('kept_head_differs'));
});

test('a link dated after the time stamp that covers it is found', async () => {
  // The service clock is an hour ahead of the authority.
  service.clock.now += 3600;
  await booksOf(service).done('update-company', undefined, { name: 'Zoé' });
  await timeStampHeadsOnce(stamping());
  assert.deepEqual(faultsOf(await service.verified()), ['stamp_before_link']);
});

/** The purpose of server certificates (RFC 5280). */
const OF_SERVERS = '1.3.6.1.5.5.7.3.1';

test('a certificate not issued for time stamping is refused', async () => {
  const another = await timeAuthority({ usage: OF_SERVERS });
  try {
    await assert.rejects(requestTimeStamp(another.url, Buffer.from('heads')), /not for time-stamping/);
  } finally {
    await another.close();
  }
});

test('an endless response is read only up to the maximum size of a time stamp', async () => {
  const endless = createServer((_request, response) => {
    const more = (): void => {
      if (!response.destroyed && response.write(Buffer.alloc(65_536))) setImmediate(more);
    };
    response.on('drain', more);
    more();
  });
  endless.listen(0, '127.0.0.1');
  await once(endless, 'listening');
  const { port } = endless.address() as AddressInfo;
  try {
    await assert.rejects(requestTimeStamp(`http://127.0.0.1:${port}/`, Buffer.from('heads')), /answers too much/);
  } finally {
    endless.closeAllConnections();
    endless.close();
  }
});

test('an unreachable authority blocks nothing: it is recorded, reported and retried', async () => {
  authority.state.isDown = true;
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
  const jobs = [timeStampHeads(stamping())];
  await scheduleTasks(service.services, jobs);
  const worker = startQueueWorker(service.services, log, { connection: service.database.serving, jobs });
  await until('it to be told', () => warnings.length > 0);
  await worker.stop();
  assert.equal(warnings.length, 1);
  assert.match((await stampFailure(service.folder))?.error ?? '', /503/);
  const { findings, notes } = await service.verified();
  assert.deepEqual([findings, notes.map(({ note }) => note)], [[], ['stamp_failed']]);
  authority.state.isDown = false;
  assert.equal(await timeStampHeadsOnce(stamping()), true);
  assert.equal(await stampFailure(service.folder), undefined);
});
