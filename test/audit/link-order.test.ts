import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'vitest';
import { type SignedChains, signedChains } from '../support/audit/signed-chains.ts';
import { booksOf } from '../support/documents/example-books.ts';

// Links are in time order: a process that read the time first but got the lock last uses its
// predecessor's time.

let service: SignedChains;
beforeEach(async () => {
  service = await signedChains();
  await booksOf(service).company();
});
afterEach(() => service.close());

const rename = (name: string) => booksOf(service).done('update-company', undefined, { name });
/** A process with a clock ten seconds behind, or that waited so long for the lock. */
const tenSecondsEarlier = async () => {
  service.clock.now -= 10;
  await rename('Zoé');
};
/** The times of the last two links. */
async function lastTimes(): Promise<number[]> {
  const { rows } = await service.forger.query(
    'select link from billing.chain_link where not test order by seq desc limit 2',
  );
  return rows.map(({ link }) => JSON.parse(link).at).reverse();
}
const found = async () => (await service.verified()).findings.map(({ fault, seq }) => [fault, seq]);

test('a link dated ten seconds before its predecessor by its clock gets the predecessor’s time; verify passes', async () => {
  const at = service.clock.now;
  await rename('Léa');
  await tenSecondsEarlier();
  assert.deepEqual(await lastTimes(), [at, at]);
  assert.deepEqual(await found(), []);
});

test('control: a correctly signed link dated ten seconds before its predecessor is found', async () => {
  const at = service.clock.now;
  await rename('Léa');
  // The head no longer has the time of its last link, so the next one takes the given time.
  await service.forger.query('update billing.chain_head set at = null where not test');
  await tenSecondsEarlier();
  assert.deepEqual(await lastTimes(), [at, at - 10]);
  const { rows } = await service.forger.query('select seq from billing.chain_head where not test');
  assert.deepEqual(await found(), [['link_before_previous', rows[0].seq]]);
});
