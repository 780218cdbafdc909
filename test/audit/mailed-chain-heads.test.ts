import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import { readKeptHeads } from '../../src/cli/audit/audit.ts';
import { mailHeadsOnce } from '../../src/jobs/audit/mail-chain-heads.ts';
import { faultsOf, type SignedChains, signedChains } from '../support/audit/signed-chains.ts';
import { booksOf } from '../support/documents/example-books.ts';

let service: SignedChains;
beforeEach(async () => {
  service = await signedChains();
  await booksOf(service).company();
});
afterEach(() => service.close());

const mail = () => mailHeadsOnce({ services: service.services, owner: service.owner, dataFolder: service.folder });
const mails = async (): Promise<{ subject: string; text: string; to: string }[]> => {
  const { rows } = await service.forger.query('select content from billing.mail order by created_at');
  return rows.map(({ content }) => {
    const { subject, text, recipients } = JSON.parse(content);
    return { subject, text, to: recipients[0].address };
  });
};
const ask = (auditHeadsByMail: boolean) =>
  booksOf(service).done('update-company', undefined, { auditHeadsByMail, email: 'zoe@example.org' });

test('one of two processes mails the heads of an audit chain to each subscriber once on every day it grew', async () => {
  assert.equal(await mail(), 0);
  assert.match(JSON.stringify(await ask(true)), /"auditHeadsByMail":true/);
  assert.deepEqual((await Promise.all([mail(), mail()])).sort(), [0, 1]);
  assert.equal(await mail(), 0);
  service.clock.now += 86_400;
  assert.equal(await mail(), 1);
  // Nothing changed for three days.
  service.clock.now += 3 * 86_400;
  assert.equal(await mail(), 0);
  await ask(false);
  assert.equal(await mail(), 0);
  const [first] = await mails();
  assert.equal((await mails()).length, 2);
  assert.equal(first?.to, 'zoe@example.org');
  assert.match(String(first?.subject), /2026-03-02/);
});

test('verify accepts the mailed heads', async () => {
  await ask(true);
  await mail();
  const file = join(service.folder, 'mailed.txt');
  await writeFile(file, (await mails())[0]?.text ?? '');
  const heads = await readKeptHeads(file);
  assert.equal(heads.length, 1);
  assert.deepEqual(faultsOf(await service.verified({ heads })), []);
  // Control: the chain differs from the mailed head.
  const [head] = heads;
  assert.ok(head);
  assert.deepEqual(faultsOf(await service.verified({ heads: [{ ...head, seq: head.seq - 1 }] })), [
    'kept_head_differs',
  ]);
});
