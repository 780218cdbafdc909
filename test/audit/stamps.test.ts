import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { afterEach, beforeEach } from 'node:test';
import pino from 'pino';
import { withFileLock } from '../../src/ground/file-lock.ts';
import { planChores } from '../../src/jobs/chore.ts';
import { stampHeads, stampOnce } from '../../src/jobs/stamp-heads.ts';
import { workOff } from '../../src/jobs/work-off.ts';
import { readStamps, stampFailure } from '../../src/seal/stamps.ts';
import { askTimeStamp } from '../../src/seal/time-stamp.ts';
import { booksOf } from '../support/books.ts';
import { faultsOf, type SealedChains, sealedChains } from '../support/sealed-chains.ts';
import { hasOpenssl, timeAuthority } from '../support/time-authority.ts';
import { until } from '../webhooks/delivering.ts';

// The authority is `openssl ts`, so that nothing of ours says both what is asked and what is answered.
const skip = (await hasOpenssl()) ? false : 'openssl, which is the authority here, is not installed';

let service: SealedChains;
let authority: Awaited<ReturnType<typeof timeAuthority>>;
beforeEach(async () => {
  if (skip) return;
  authority = await timeAuthority();
  service = await sealedChains();
  service.clock.now = Math.floor(Date.now() / 1000);
  await booksOf(service).company();
});
afterEach(async () => {
  if (skip) return;
  await authority.close();
  await service.close();
});

const stamping = (url = authority.url) => {
  const { owner, folder: dataFolder, clock } = service;
  return { url, owner, dataFolder, lock: withFileLock, now: () => clock.now };
};
const folder = () => join(service.folder, 'audit', 'stamps');
const files = async (end: string) => (await readdir(folder())).filter((name) => name.endsWith(end)).sort();

test('the heads are stamped once a day by whichever of two processes comes first, and verify checks it alone', {
  skip,
}, async () => {
  const both = await Promise.all([stampOnce(stamping()), stampOnce(stamping())]);
  assert.deepEqual(both.sort(), [false, true]);
  assert.equal(authority.state.asked, 1);
  // Nothing has moved since; then something has.
  service.clock.now += 86_400;
  assert.equal(await stampOnce(stamping()), false);
  await booksOf(service).done('update-company', undefined, { name: 'Zoé' });
  service.clock.now += 60;
  assert.equal(await stampOnce(stamping()), true);
  assert.equal(await stampOnce(stamping()), false);
  const [first] = await readStamps(service.folder);
  assert.match(String(first?.stamp?.authority), /CN=Horodatage Essai/);
  assert.ok(Math.abs(Number(first?.stamp?.at) - Date.now() / 1000) < 60);
  assert.equal(first?.heads.length, 1);
  const [json = '', tsr = ''] = [(await files('.json'))[0], (await files('.tsr'))[0]];
  assert.ok(await authority.vouches(join(folder(), json), join(folder(), tsr)), 'openssl sees it otherwise');
});

test('a stamp whose heads, signature or certificate was changed proves nothing, and is found', { skip }, async () => {
  await stampOnce(stamping());
  assert.deepEqual(faultsOf(await service.verified()), []);
  const [json = '', tsr = ''] = [(await files('.json'))[0], (await files('.tsr'))[0]];
  for (const file of [json, tsr]) {
    const whole = await readFile(join(folder(), file));
    for (const at of [whole.length - 3, Math.floor(whole.length / 2), 12]) {
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

test('what was stamped must stand in the chains: a chain made anew is found by it', { skip }, async () => {
  await stampOnce(stamping());
  await service.forger.query('update billing.chain_link set hash = sha256(hash) where not test and seq = 2');
  assert.ok(faultsOf(await service.verified()).includes('kept_head_differs'));
});

test('a link that says it was made after the stamp that saw it is found', { skip }, async () => {
  // The service's clock is an hour ahead of the authority's.
  service.clock.now += 3600;
  await booksOf(service).done('update-company', undefined, { name: 'Zoé' });
  await stampOnce(stamping());
  assert.deepEqual(faultsOf(await service.verified()), ['stamp_before_link']);
});

test('a certificate that is none of time stamps is not believed', { skip }, async () => {
  const another = await timeAuthority({ usage: 'serverAuth' });
  try {
    await assert.rejects(askTimeStamp(another.url, Buffer.from('heads')));
  } finally {
    await another.close();
  }
});

test('an authority that is away stops nothing: it is noted, told, and asked again', { skip }, async () => {
  authority.state.isDown = true;
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
  const jobs = [stampHeads(stamping())];
  await planChores(service.world, jobs);
  const worker = workOff(service.world, log, { connection: service.database.serving, jobs });
  await until('it to be told', () => warnings.length > 0);
  await worker.stop();
  assert.equal(warnings.length, 1);
  assert.match((await stampFailure(service.folder))?.error ?? '', /503/);
  const { findings, notes } = await service.verified();
  assert.deepEqual([findings, notes.map(({ note }) => note)], [[], ['stamp_failed']]);
  authority.state.isDown = false;
  assert.equal(await stampOnce(stamping()), true);
  assert.equal(await stampFailure(service.folder), undefined);
});
