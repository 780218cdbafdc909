import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { lived } from '../../../test/jobs/recurring-simulation.ts';
import { booksOf } from '../../../test/support/documents/example-books.ts';
import { captured } from '../../../test/support/runner/captured-output.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import { deleteAccount } from '../../jobs/account/delete-account.ts';
import { requestDeletion } from '../../services/account/account-deletion.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../terminal/output.ts';
import { accountDeletions, accountErase } from './deletions.ts';

// What the operator does with accounts that leave.

let service: TestService;
let context: CommandContext;
beforeAll(async () => {
  service = await testService();
  context = { owner: service.owner, services: service.services } as unknown as CommandContext;
});
afterAll(() => service.close());

const listed = async (): Promise<{ accountId: string; state: string }[]> =>
  JSON.parse((await captured(() => accountDeletions(context, { json: true }))).out);

test('account erase refuses another name, and records that the law keeps until they are handed over; then all is gone', async () => {
  assert.match((await captured(() => accountDeletions(context, {}))).out, /No account|Aucun compte/);
  const account = await service.newAccount('Atelier Durand');
  const books = booksOf(service, account.live);
  await books.company();
  await books.finalized(books.invoice(await books.contact()));
  const erase = (more: object) =>
    accountErase(context, { account: account.accountId, name: 'Zoé Martin EI', json: true, ...more });
  await assert.rejects(erase({ name: 'Autre' }), CommandError);
  await assert.rejects(erase({}), /L123-22.*--records-handed-over|2036-12-31/);
  assert.deepEqual(await listed(), []);

  await captured(() => erase({ recordsHandedOver: true }));
  assert.deepEqual(
    (await listed()).map(({ state }) => state),
    ['waiting'],
  );
  await lived({ ...service, ...account }, [deleteAccount()]).worked();
  assert.deepEqual(
    (await listed()).map(({ accountId, state }) => [accountId, state]),
    [[account.accountId, 'erased']],
  );
  await assert.rejects(erase({ recordsHandedOver: true }), CommandError);
});

test('records that are kept are erased by the operator before their term, once they were handed over', async () => {
  const account = await service.newAccount('Sarl Petit');
  const books = booksOf(service, account.live);
  await books.company();
  await books.finalized(books.invoice(await books.contact()));
  const erase = (more: object = {}) =>
    captured(() => accountErase(context, { account: account.accountId, name: 'zoé  martin ei', json: true, ...more }));
  const state = async () => (await listed()).find(({ accountId }) => accountId === account.accountId)?.state;
  const { dueAt } = await inTransaction(service.services.pool, account.live, async (tx) => {
    const own = { id: account.accountId, name: '', role: 'owner', isSample: false } as const;
    const typed = (await settingsOf(tx)).settings.name;
    const answer = await requestDeletion({ ...service.services, tx, actor: 'owner' }, { account: own, typed });
    assert.ok(!('refused' in answer));
    return { commit: true, answer };
  });
  const life = lived({ ...service, ...account }, [deleteAccount()]);
  service.clock.now = dueAt;
  await life.worked();
  assert.equal(await state(), 'kept');
  await assert.rejects(erase(), CommandError);
  assert.equal(await state(), 'kept');
  await erase({ recordsHandedOver: true });
  await life.worked();
  assert.equal(await state(), 'erased');
});
