import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { openPool } from '../../db/connections/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { defaultQuotas } from '../../domain/account/quota.ts';
import { runOperation } from '../../pipeline/run-operation.ts';
import type { Caller } from '../../services/caller.ts';
import { queueMail } from '../../services/mail/queue-mail.ts';
import { createInvoice } from '../billing/invoices.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterEach(() => {
  service.services.environment.quotas = { ...defaultQuotas };
});
afterAll(() => service.close());

const quota = (given: Partial<typeof defaultQuotas>) => {
  service.services.environment.quotas = { ...defaultQuotas, ...given };
};
const usageOf = async (caller = service.live) => (await service.call('get-usage', { caller })).json;
const NEXT_DAY = 86_400;

/** A separate account with a customer, so that its usage starts at zero. */
async function business(name: string) {
  const { live } = await service.newAccount(name);
  const body = { firstname: 'Léa', lastname: 'Moreau' };
  const customerId = (await service.call('create-contact', { body, caller: live })).json.id as string;
  const invoice = (said: object = {}) =>
    service.call('create-invoice', { path: { id: customerId }, body: {}, caller: live, ...said });
  return { live, customerId, invoice };
}

test('too_many_documents: 25 of 30 concurrent invoices are created, and the quota resets the next day', async () => {
  const { live, invoice } = await business('Trente');
  quota({ documentsPerDay: 25 });
  const answers = await Promise.all(Array.from({ length: 30 }, () => invoice()));
  assert.equal(answers.filter(({ refused }) => !refused).length, 25);
  const [refused] = answers.filter((answer) => answer.refused);
  // 10:00 in Paris in winter: 15 hours until midnight UTC.
  assert.deepEqual(refused, { refused: 'too_many_documents', limit: 25, retryAfter: 15 * 3_600 });
  assert.deepEqual((await usageOf(live)).documentsToday, { used: 25, made: 25, limit: 25 });

  service.clock.now += NEXT_DAY;
  assert.equal((await invoice()).refused, undefined);
  service.clock.now -= NEXT_DAY;
});

test('refused requests do not count: after three invalid requests all ten of the day remain', async () => {
  const { invoice } = await business('Dix');
  quota({ documentsPerDay: 10 });
  for (let turn = 0; turn < 3; turn++)
    assert.equal((await invoice({ path: { id: service.accountId } })).refused, 'customer_not_found');
  const answers = [];
  for (let turn = 0; turn < 11; turn++) answers.push(await invoice());
  assert.deepEqual(
    answers.map(({ refused }) => refused),
    [...Array(10).fill(undefined), 'too_many_documents'],
  );
});

test('a retry with the same idempotency key is answered at full quota and does not count', async () => {
  const { invoice } = await business('Redite');
  quota({ documentsPerDay: 2 });
  const once = { idempotencyKey: 'redite-1' };
  const { id } = (await invoice(once)).json;
  assert.equal((await invoice(once)).json.id, id);
  assert.equal((await invoice({ idempotencyKey: 'redite-2' })).refused, undefined);
  assert.equal((await invoice({ idempotencyKey: 'redite-3' })).refused, 'too_many_documents');
  assert.equal((await invoice(once)).json.id, id);
  assert.equal((await invoice({ ...once, body: { title: 'Autre' } })).refused, 'idempotency_key_reused');
});

test('two processes share one daily quota', async () => {
  const { live, customerId } = await business('Deux');
  quota({ documentsPerDay: 40 });
  const second = { ...service.services, pool: openPool(service.database.serving) };
  const asked = { parts: { path: { id: customerId }, query: {}, body: {} }, language: 'fr' as const };
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, turn) =>
      runOperation(turn % 2 === 0 ? service.services : second, createInvoice, live, asked),
    ),
  );
  await second.pool.end();
  const made = answers.filter((answer) => !('refused' in answer)).length;
  // Documents a process reserved but did not use are lost for the day: at most a block of two.
  assert.ok(made <= 40 && made >= 38, `${made} were made`);
});

test('usage reports one created document as one, although a block of a hundred is reserved', async () => {
  const { live, invoice } = await business('Une seule');
  quota({ documentsPerDay: 100_000 });
  assert.equal((await invoice()).refused, undefined);
  assert.deepEqual((await usageOf(live)).documentsToday, { used: 100, made: 1, limit: 100_000 });
});

test('a quota of 0 means no limit, and nothing is counted', async () => {
  const { live, invoice } = await business('Sans limite');
  quota({ documentsPerDay: 0 });
  for (let turn = 0; turn < 30; turn++) assert.equal((await invoice()).refused, undefined);
  assert.deepEqual((await usageOf(live)).documentsToday, { used: 0, made: 30 });
});

test('an invoice can be credited and canceled when the daily quota is used up', async () => {
  const { test: caller } = await service.newAccount('Correction');
  const billingAddress = { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' };
  const customer = { firstname: 'Léa', lastname: 'Moreau', billingAddress };
  const done = async (name: string, path: object, body: object = {}) => {
    const answer = await service.call(name, { path: { ...path }, body, caller });
    assert.equal(answer.refused, undefined, name);
    return answer.json;
  };
  const contact = await done('create-contact', {}, customer);
  const line = { designation: 'Conseil', quantity: 1, quantityUnit: 'day', unitPrice: 45_000, vatCode: 'FR_2000' };
  quota({ documentsPerDay: 1 });
  const { id } = await done('create-invoice', { id: contact.id }, { lines: [line] });
  await done('finalize-billing', { id });
  const another = await service.call('create-invoice', { path: { id: contact.id }, body: {}, caller });
  assert.equal(another.refused, 'too_many_documents');
  assert.equal((await done('create-asset', { id })).state, 'draft');
  await done('cancel-invoice', { id });
});

test('storage_full: two files of 600 bytes exceed 1,000; the same file stored twice does not', async () => {
  const { live, invoice } = await business('Fichiers');
  quota({ storedBytes: 1_000 });
  const { id } = (await invoice()).json;
  const pdf = (fill: string) => Buffer.from(`%PDF-1.7\n${fill.repeat(591)}`).toString('base64');
  const attach = (fill: string) =>
    service.call('attach-file', { path: { id }, body: { name: 'plan.pdf', content: pdf(fill) }, caller: live });
  assert.equal((await attach('a')).refused, undefined);
  assert.deepEqual(await attach('b'), { refused: 'storage_full', limit: 1_000 });
  assert.deepEqual((await usageOf(live)).storedBytes, { used: 600, limit: 1_000 });
});

test('with room for one file, one of two concurrent uploads is stored', async () => {
  const { live, invoice } = await business('Ensemble');
  quota({ storedBytes: 1_000 });
  const drafts = await Promise.all([invoice(), invoice()]);
  const answers = await Promise.all(
    drafts.map(({ json }, at) => {
      const content = Buffer.from(`%PDF-1.7\n${String(at).repeat(591)}`).toString('base64');
      return service.call('attach-file', { path: { id: json.id }, body: { name: 'a.pdf', content }, caller: live });
    }),
  );
  assert.deepEqual(answers.map(({ refused }) => refused).toSorted(), ['storage_full', undefined]);
});

/** Writes a mail in a transaction that commits when `ends` resolves. */
function writing(live: Caller, ends: Promise<unknown> = Promise.resolve(), written: () => void = () => {}) {
  const { services, clock } = service;
  return inTransaction(services.pool, live, async (tx) => {
    const { settings } = await settingsOf(tx);
    const { mail, quotas } = services.environment;
    const context = { tx, now: clock.now, newId: services.newId, mail, quotas };
    const letter = { subject: 'Bonjour', content: '<p>Bonjour</p>', locale: 'fr' } as const;
    const asked = { purpose: 'notice', test: false, to: ['lea@example.org'], ...letter, settings } as const;
    const answer = await queueMail(context, asked);
    written();
    await ends;
    return { commit: !('refused' in answer), answer };
  });
}

test('too_many_mails: of five mails written concurrently three are accepted with a limit of three a day', async () => {
  const { live } = await business('Courrier');
  quota({ mailsPerDay: 3 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => writing(live)));
  const refused = answers.filter((answer) => 'refused' in answer);
  assert.deepEqual(refused, Array(2).fill({ refused: 'too_many_mails', limit: 3 }));
  assert.deepEqual((await usageOf(live)).mailsInADay, { used: 3, limit: 3 });
});

test('writing a mail does not block other mails of the account, except near the limit', async () => {
  const { live } = await business('Deux mains');
  const [ends, isWritten] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = writing(live, ends.promise, isWritten.resolve);
  await isWritten.promise;
  await writing(live);
  ends.resolve();
  await first;
  // Control: near the limit, a second mail waits for the first.
  quota({ mailsPerDay: 3 });
  const [later, isLast] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const last = writing(live, later.promise, isLast.resolve);
  await isLast.promise;
  const none = writing(live);
  const WAITING =
    "select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
  while ((await service.owner.query(WAITING)).rowCount === 0) await wait(10);
  later.resolve();
  assert.deepEqual([(await last) && true, await none], [true, { refused: 'too_many_mails', limit: 3 }]);
});
